//! Fixes many problems at once: which kinds there are, what their fixes change, and their application as one undo step.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{AnalyzedWorkspace, Edits, Popup, SessionSnapshot};
use limn_analysis::{Change, Checked, LeftOut, fix_kinds};
use limn_files::FilePath;
use limn_language::diagnostic::Code;
use limn_text::TextEdit;

/// Problems of one kind that have safe fixes.
#[derive(Clone, PartialEq)]
pub struct FixableKind {
    pub code: &'static Code,
    /// Number of problems in the active file.
    pub here: usize,
    /// Number of problems in all files.
    pub everywhere: usize,
}

/// The result of fixes before it is applied.
pub struct FixPreview {
    /// The changed files: each with its text and the edit.
    pub files: BTreeMap<FilePath, (Arc<str>, TextEdit)>,
    /// Number of fixes.
    pub count: usize,
    pub left_out: Vec<LeftOut>,
}

impl Edits {
    /// Opens the dialog to fix all problems, or those of one kind.
    pub fn open_fixes(self, only: Option<&'static Code>) {
        self.0.flush_pending();
        self.0.navigation().open_popup(Popup::FixAll(only));
    }

    /// The kinds of problems with safe fixes, by name.
    pub fn fixable_kinds(self) -> Vec<FixableKind> {
        let snapshot = self.0.flush_pending();
        let mut kinds = BTreeMap::<&str, FixableKind>::new();
        for checked in own_files(&snapshot) {
            let is_active = snapshot.active_file.as_ref() == Some(checked.file());
            let fixable =
                checked.diagnostics().iter().filter(|diagnostic| diagnostic.fixes.iter().any(|fix| fix.safe));
            for found in fixable {
                let kind = kinds.entry(found.code.name).or_insert(FixableKind {
                    code: found.code,
                    here: 0,
                    everywhere: 0,
                });
                kind.everywhere += 1;
                kind.here += usize::from(is_active);
            }
        }
        kinds.into_values().collect()
    }

    /// Preview of the safe fixes of some kinds, in the active file or in all files. Each fix is verified.
    pub fn preview_fixes(self, kinds: &BTreeSet<&'static str>, everywhere: bool) -> FixPreview {
        let snapshot = self.0.flush_pending();
        let AnalyzedWorkspace { workspace, choices, .. } = &snapshot.known;
        let is_asked =
            |checked: &&Arc<Checked>| everywhere || snapshot.active_file.as_ref() == Some(checked.file());
        let files: Vec<FilePath> =
            own_files(&snapshot).filter(is_asked).map(|checked| checked.file().clone()).collect();
        let fixed = fix_kinds(workspace, choices, &files, &|code| kinds.contains(code));
        let changed = fixed.texts.into_iter().filter_map(|(file, after)| {
            let before = workspace.text(&file)?;
            let edit = TextEdit::between_lines(before, &after);
            Some((file, (Arc::clone(before), edit)))
        });
        FixPreview { files: changed.collect(), count: fixed.applied, left_out: fixed.left_out }
    }

    /// Applies previewed fixes as one undo step, unless a text has changed since.
    pub fn apply_fixes(self, preview: &FixPreview) {
        self.0.flush_pending();
        let is_current = |(file, (before, _)): (&FilePath, &(Arc<str>, TextEdit))| {
            self.0.documents.text(file).as_ref() == Some(before)
        };
        if !preview.files.iter().all(is_current) {
            return self.0.notices.show_error("a file has changed: choose the fixes again");
        }
        let edits = preview.files.iter().map(|(file, (_, edit))| (file.clone(), edit.clone())).collect();
        if !self.apply(Change { edits, focus: None }, Vec::new()) {
            return;
        }
        let problems = match preview.count {
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        };
        let files = match preview.files.len() {
            1 => String::new(),
            count => format!(" in {count} files"),
        };
        self.offer_undo(format!("fixed {problems}{files}"));
    }
}

/// The files whose problems are worth fixing: copies of built-in definitions stay as they are, unless one is active.
fn own_files(snapshot: &SessionSnapshot) -> impl Iterator<Item = &Arc<Checked>> {
    let is_own = |checked: &&Arc<Checked>| {
        !checked.is_bundled_copy() || snapshot.active_file.as_ref() == Some(checked.file())
    };
    snapshot.known.analysis.files().filter(is_own)
}
