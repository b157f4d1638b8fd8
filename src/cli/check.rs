//! `limn check`: reads the files, runs the rules, and passes the diagnostics to a report.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clap::{Args, ValueEnum};
use limn::analysis::{self, Analysis, Catalog, Choices};
use limn::diagnostic::{Code, Diagnostic, Severity};
use limn::disk::{self, Asked, Group, Limits, Texts};
use limn::files::FilePath;
use limn::fold::{Fold, fold};
use limn::text::{LineColumn, LineIndex, TextRange};

use super::baseline::Baseline;
use super::{Color, Trouble, fix, json, print, report, sarif};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Descriptors, folders to search, packages (.csar, .zip, .tgz), or - for standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// Profile to check all recognized files against; detected per file by default.
    #[arg(long)]
    profile: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Apply all safe fixes and write the files before reporting.
    #[arg(long)]
    fix: bool,
    /// Print what `--fix` would change as a unified diff, and change nothing. Exits with 1 if there is something to change.
    #[arg(long, conflicts_with_all = ["fix", "format", "baseline", "write_baseline"])]
    diff: bool,
    /// Report warnings as errors.
    #[arg(long)]
    strict: bool,
    /// Descriptors that components may use, without checking them: a file, folder or package. Can be given several times.
    #[arg(long, value_name = "FILE|DIR")]
    catalog: Vec<PathBuf>,
    /// Do not report the problems that this file lists.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// List all problems in this file, for `--baseline`, instead of reporting them.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Readable text.
    Text,
    /// JSON, for scripts.
    Json,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
}

/// One file, checked.
pub(crate) struct Checked {
    pub(crate) name: String,
    order: usize,
    body: Body,
    /// The diagnostics of all documents of a file with several.
    merged: OnceLock<Vec<Diagnostic>>,
    /// Indexes of the diagnostics that the baseline lists.
    accepted: BTreeSet<usize>,
}

enum Body {
    Read { analysis: Arc<Analysis>, file: FilePath },
    Unreadable { diagnostic: Box<Diagnostic>, lines: LineIndex },
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let profile = known_profile(arguments.profile.as_deref())?;
    let catalog = catalog(&arguments.catalog)?;
    let choices = Choices { profile, catalog, strict: arguments.strict, ..Choices::default() };
    let baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?;
    let option = if arguments.diff { "--diff" } else { "--fix" };
    if (arguments.fix || arguments.diff) && arguments.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Trouble::Message(format!("`{option}` cannot be used with standard input")));
    }
    let mut groups = gather(&arguments.paths)?;
    if arguments.diff {
        return Ok(ExitCode::from(u8::from(fix::print_diff(&groups, &choices, arguments.color.is_on()))));
    }
    if arguments.fix {
        fix::apply(&mut groups, &choices)?;
    }
    let mut files = check_all(groups, &choices);
    files.sort_by_key(|file| file.order);
    if let Some(mut baseline) = baseline {
        for file in &mut files {
            file.accepted = baseline.accepted(file);
        }
    }
    if files.is_empty() {
        super::complain("warning", "no YAML files found");
    }
    if let Some(profile) = &choices.profile {
        note_other_languages(profile, &files);
    }
    if let Some(output) = &arguments.write_baseline {
        Baseline::of(&files).write(output)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&match arguments.format {
        Format::Text => report::text(&files, arguments.color.is_on()),
        Format::Json => json::report(&files),
        Format::Sarif => sarif::report(&files),
    });
    let failed = files.iter().flat_map(Checked::shown).any(|(_, found)| found.severity == Severity::Error);
    // The process ends here, so the memory need not be freed.
    std::mem::forget(files);
    Ok(ExitCode::from(u8::from(failed)))
}

/// Reads the arguments into workspaces, and prints what is unusual about packages.
pub(crate) fn gather(paths: &[PathBuf]) -> Result<Vec<Group>, Trouble> {
    let groups = disk::gather(paths, &Texts::default(), Limits::NONE)?;
    groups.iter().flat_map(|group| &group.warnings).for_each(|warning| super::complain("warning", warning));
    Ok(groups)
}

/// Reads the documents of a catalog. The files of each argument and project keep their places among each other.
pub(crate) fn catalog(paths: &[PathBuf]) -> Result<Catalog, Trouble> {
    if paths.is_empty() {
        return Ok(Catalog::default());
    }
    let groups = gather(paths)?;
    let files = groups.iter().enumerate().flat_map(|(number, group)| {
        let texts = group.workspace.files.iter().filter_map(|(file, content)| {
            Some((FilePath::new(&format!("{number}/{file}")).ok()?, Arc::clone(content.as_text()?)))
        });
        texts.collect::<Vec<_>>()
    });
    Ok(Catalog::of(files))
}

/// Notes the files that are not in the language of the profile.
fn note_other_languages(profile: &str, files: &[Checked]) {
    let others: Vec<&str> = files
        .iter()
        .filter(|file| {
            file.is_read() && file.documents().iter().all(|it| it.verdict().profile != Some(profile))
        })
        .map(|file| file.name.as_str())
        .collect();
    if let [first, rest @ ..] = &others[..] {
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        super::complain(
            "note",
            &format!("`--profile {profile}` does not apply to `{first}`{more}: another language"),
        );
    }
}

/// Validates the id of a profile.
pub(crate) fn known_profile(asked: Option<&str>) -> Result<Option<String>, Trouble> {
    let Some(asked) = asked else { return Ok(None) };
    let known: Vec<&str> = analysis::profiles().into_iter().map(|(id, ..)| id).collect();
    if known.contains(&asked) {
        return Ok(Some(asked.to_owned()));
    }
    Err(Trouble::Message(format!("unknown profile `{asked}`; expected one of `{}`", known.join("`, `"))))
}

/// Checks groups of files, on all cores.
fn check_all(groups: Vec<Group>, choices: &Choices) -> Vec<Checked> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get).min(groups.len());
    if cores <= 1 {
        return groups.into_iter().flat_map(|group| check(group, choices)).collect();
    }
    // Each thread takes the next group, so that one large group does not delay the others.
    let groups = Mutex::new(groups.into_iter());
    let next = || groups.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || std::iter::from_fn(next).flat_map(|group| check(group, choices)).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(work)).collect();
        let mut files = work();
        for other in others {
            files.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        files
    })
}

fn check(group: Group, choices: &Choices) -> impl Iterator<Item = Checked> + use<> {
    let choices = group.choices(choices);
    let analysis = Arc::new(Analysis::of(&group.workspace, &choices, &Analysis::default()));
    group.asked.into_iter().map(move |Asked { file, name, order, unreadable, .. }| {
        let body = match unreadable {
            Some(unreadable) => Body::Unreadable {
                diagnostic: unreadable.diagnostic,
                lines: LineIndex::new(unreadable.before),
            },
            None => Body::Read { analysis: Arc::clone(&analysis), file },
        };
        Checked { name, order, body, merged: OnceLock::new(), accepted: BTreeSet::new() }
    })
}

/// A document of a file, by its index.
pub(crate) fn document<'a>(
    analysis: &'a Analysis,
    file: &FilePath,
    nth: usize,
) -> Result<&'a Arc<analysis::Checked>, String> {
    let all = analysis.documents(file);
    all.get(nth).ok_or_else(|| match all.len() {
        0 => "not a YAML file".to_owned(),
        1 => format!("unknown document {}: the file has one document", nth + 1),
        count => format!("unknown document {}: the file has {count} documents", nth + 1),
    })
}

impl Checked {
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
        let known = all.iter().find(|it| it.verdict().dialect.is_some());
        known.or_else(|| all.first()).map(|checked| &**checked)
    }

    /// Whether the file is text.
    pub(crate) fn is_read(&self) -> bool {
        self.read().is_some()
    }

    pub(crate) fn dialect(&self) -> Option<&'static str> {
        self.read()?.verdict().dialect
    }

    /// Why the file is taken for this language, or for none.
    pub(crate) fn reason(&self) -> Option<&str> {
        Some(&self.read()?.verdict().reason)
    }

    pub(crate) fn profile(&self) -> Option<&'static str> {
        self.read()?.verdict().profile
    }

    /// The document and section that defines the rule of a check.
    pub(crate) fn source_of(&self, code: &Code) -> String {
        let language = code.name.split('/').next();
        let own = self.documents().iter().find(|it| it.verdict().dialect == language).map(|it| &**it);
        own.or_else(|| self.read()).map_or_else(|| code.section.to_owned(), |file| file.source_of(code))
    }

    /// All diagnostics, in the order of the text.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match &self.body {
            Body::Read { .. } => match self.documents() {
                [only] => only.diagnostics(),
                all => {
                    self.merged.get_or_init(|| all.iter().flat_map(|it| it.diagnostics()).cloned().collect())
                }
            },
            Body::Unreadable { diagnostic, .. } => std::slice::from_ref(diagnostic),
        }
    }

    /// The diagnostics to report, with their indexes.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        self.diagnostics().iter().enumerate().filter(|(at, _)| !self.accepted.contains(at))
    }

    /// The problems to report: diagnostics with one cause are one.
    pub(crate) fn folds(&self) -> Vec<Fold> {
        let mut folds = if self.is_read() { Vec::new() } else { fold("", self.diagnostics()) };
        let mut start = 0;
        for document in self.documents() {
            folds.extend(document.folds().into_iter().map(|fold| fold.shifted(start)));
            start += document.diagnostics().len();
        }
        if !self.accepted.is_empty() {
            for fold in &mut folds {
                fold.places.retain(|at| !self.accepted.contains(at));
                fold.consequences.retain(|at| !self.accepted.contains(at));
                if fold.places.is_empty() {
                    std::mem::swap(&mut fold.places, &mut fold.consequences);
                }
            }
            folds.retain(|fold| !fold.places.is_empty());
        }
        folds
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
