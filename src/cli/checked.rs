//! A checked file: its diagnostics and their verified fixes, for the reports.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use limn::analysis::{self, Analysis, Choices};
use limn::causes::{CauseGroup, group_by_cause};
use limn::diagnostic::{Code, Diagnostic};
use limn::disk::{FileGroup, RequestedFile};
use limn::files::FilePath;
use limn::text::{LineColumn, LineIndex, TextRange};

/// One file, checked.
pub(crate) struct CheckedFile {
    pub(crate) name: String,
    /// The place of the file among the arguments.
    pub(crate) order: usize,
    body: Body,
    /// The diagnostics of all documents of a file with several.
    merged: OnceLock<Vec<Diagnostic>>,
    /// Indexes of the diagnostics that the baseline lists.
    pub(crate) accepted: BTreeSet<usize>,
}

enum Body {
    Read { analysis: Arc<Analysis>, file: FilePath },
    Unreadable { diagnostic: Box<Diagnostic>, lines: LineIndex },
}

/// Checks a group of files.
pub(crate) fn check(group: FileGroup, choices: &Choices) -> impl Iterator<Item = CheckedFile> + use<> {
    let choices = group.choices(choices);
    let analysis = Arc::new(Analysis::of(&group.workspace, &choices, &Analysis::default()));
    group.requested.into_iter().map(move |RequestedFile { file, name, order, unreadable, .. }| {
        let body = match unreadable {
            Some(unreadable) => Body::Unreadable {
                diagnostic: unreadable.diagnostic,
                lines: LineIndex::new(unreadable.before),
            },
            None => Body::Read { analysis: Arc::clone(&analysis), file },
        };
        CheckedFile { name, order, body, merged: OnceLock::new(), accepted: BTreeSet::new() }
    })
}

impl CheckedFile {
    /// The YAML documents of the file; none if it is not text.
    pub(crate) fn documents(&self) -> &[Arc<analysis::Checked>] {
        match &self.body {
            Body::Read { analysis, file } => analysis.documents(file),
            Body::Unreadable { .. } => &[],
        }
    }

    /// The first document in a known language, or else the first one.
    fn read(&self) -> Option<&analysis::Checked> {
        let all = self.documents();
        let known = all.iter().find(|checked| checked.language().dialect.is_some());
        known.or_else(|| all.first()).map(|checked| &**checked)
    }

    /// Returns true if the file is text.
    pub(crate) fn is_read(&self) -> bool {
        self.read().is_some()
    }

    pub(crate) fn dialect(&self) -> Option<&'static str> {
        self.read()?.language().dialect
    }

    /// Reason for the choice of the language, or for none.
    pub(crate) fn reason(&self) -> Option<&str> {
        Some(&self.read()?.language().reason)
    }

    pub(crate) fn profile(&self) -> Option<&'static str> {
        self.read()?.language().profile
    }

    /// The document and section that defines the rule of a check.
    pub(crate) fn source_of(&self, code: &Code) -> String {
        let language = code.name.split('/').next();
        let own = self
            .documents()
            .iter()
            .find(|checked| checked.language().dialect == language)
            .map(|checked| &**checked);
        own.or_else(|| self.read()).map_or_else(|| code.section.to_owned(), |file| file.source_of(code))
    }

    /// All diagnostics, in the order of the text.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match &self.body {
            Body::Read { .. } => match self.documents() {
                [only] => only.diagnostics(),
                all => self
                    .merged
                    .get_or_init(|| all.iter().flat_map(|checked| checked.diagnostics()).cloned().collect()),
            },
            Body::Unreadable { diagnostic, .. } => std::slice::from_ref(diagnostic),
        }
    }

    /// The diagnostics to report, with their indexes.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        self.diagnostics().iter().enumerate().filter(|(at, _)| !self.accepted.contains(at))
    }

    /// The problems to report: diagnostics with one cause are one.
    pub(crate) fn cause_groups(&self) -> Vec<CauseGroup> {
        let mut groups = if self.is_read() { Vec::new() } else { group_by_cause("", self.diagnostics()) };
        let mut start = 0;
        for document in self.documents() {
            groups.extend(document.cause_groups().into_iter().map(|group| group.shifted(start)));
            start += document.diagnostics().len();
        }
        if !self.accepted.is_empty() {
            for group in &mut groups {
                group.places.retain(|at| !self.accepted.contains(at));
                group.consequences.retain(|at| !self.accepted.contains(at));
                if group.places.is_empty() {
                    std::mem::swap(&mut group.places, &mut group.consequences);
                }
            }
            groups.retain(|group| !group.places.is_empty());
        }
        groups
    }

    /// The lines to quote; `None` if the file is not text.
    pub(crate) fn quotable(&self) -> Option<&LineIndex> {
        self.read().map(analysis::Checked::lines)
    }

    /// Start and end of a range as line and column.
    pub(crate) fn place(&self, range: TextRange) -> (LineColumn, LineColumn) {
        let lines = match &self.body {
            Body::Unreadable { lines, .. } => Some(lines),
            Body::Read { .. } => self.quotable(),
        };
        let nowhere = LineColumn { line: 1, column: 1 };
        lines.map_or((nowhere, nowhere), |lines| {
            (lines.line_column(range.start), lines.line_column(range.end))
        })
    }

    /// The text edits of the safe fixes of the `diagnostic`th diagnostic in this file, each with its title, if they were verified.
    /// `work` is the budget left for verification, in bytes.
    pub(crate) fn verified_fixes(
        &self,
        diagnostic: usize,
        work: &mut usize,
    ) -> Vec<(String, limn::text::TextEdit)> {
        let Body::Read { analysis, file } = &self.body else { return Vec::new() };
        let fixes = self.diagnostics()[diagnostic].fixes.iter().enumerate().filter(|(_, fix)| fix.safe);
        fixes
            .filter_map(|(index, fix)| {
                let mut change = analysis.fix(file, diagnostic, index).ok()?;
                *work = work.checked_sub(analysis.work_to_verify(file))?;
                analysis.verify_fix(file, diagnostic, index, &change).ok()?;
                Some((fix.title.clone(), change.edits.remove(file)?))
            })
            .collect()
    }
}
