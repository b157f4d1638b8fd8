//! `limn check`: reads what was named, holds it against the rules, and hands what was found to a report.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use limn::analysis::{self, Analysis, Choices};
use limn::diagnostic::{Diagnostic, Severity};
use limn::files::FilePath;
use limn::text::{LineColumn, LineIndex, TextRange};

use super::inputs::{self, Asked, Group};
use super::{Color, Trouble, fix, json, print, report, sarif};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Descriptors, folders to search for them, packages (.csar, .zip, .tgz), or - for standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,
    /// The variant to hold every recognised file to; found out from each file where not given.
    #[arg(long)]
    profile: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// First apply every fix that is safe, and write the files.
    #[arg(long)]
    fix: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For scripts.
    Json,
    /// For code hosts and editors: SARIF 2.1.0.
    Sarif,
}

/// One file, checked.
pub(crate) struct Checked {
    pub(crate) name: String,
    order: usize,
    body: Body,
}

enum Body {
    Read { analysis: Arc<Analysis>, file: FilePath },
    Unreadable { diagnostic: Box<Diagnostic>, lines: LineIndex },
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let choices = Choices { profile: known_profile(arguments.profile.as_deref())?, ..Choices::default() };
    if arguments.fix && arguments.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Trouble::Said("`--fix` writes files, and standard input is none".to_owned()));
    }
    let mut groups = inputs::gather(&arguments.paths)?;
    if arguments.fix {
        fix::apply(&mut groups, &choices)?;
    }
    let mut files: Vec<Checked> = groups.into_iter().flat_map(|group| check(group, &choices)).collect();
    files.sort_by_key(|file| file.order);
    if files.is_empty() {
        super::complain("warning", "there is no YAML file here");
    }
    if let Some(profile) = &choices.profile {
        say_unheld(profile, &files);
    }
    print(&match arguments.format {
        Format::Text => report::text(&files, arguments.color.is_on()),
        Format::Json => json::report(&files),
        Format::Sarif => sarif::report(&files),
    });
    let failed = files.iter().flat_map(Checked::diagnostics).any(|found| found.severity == Severity::Error);
    // The process ends here: what was read need not be taken apart first.
    std::mem::forget(files);
    Ok(ExitCode::from(u8::from(failed)))
}

/// A profile is one of a language: says which files it could not be held to.
fn say_unheld(profile: &str, files: &[Checked]) {
    let unheld: Vec<&str> = files
        .iter()
        .filter(|file| file.read().is_some() && file.profile() != Some(profile))
        .map(|file| file.name.as_str())
        .collect();
    if let [first, rest @ ..] = &unheld[..] {
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        super::complain(
            "note",
            &format!("`--profile {profile}` says nothing of `{first}`{more}: not in its language"),
        );
    }
}

/// The profile that was asked for, if there is one of that name.
pub(crate) fn known_profile(asked: Option<&str>) -> Result<Option<String>, Trouble> {
    let Some(asked) = asked else { return Ok(None) };
    let known: Vec<&str> = analysis::profiles().into_iter().map(|(id, ..)| id).collect();
    if known.contains(&asked) {
        return Ok(Some(asked.to_owned()));
    }
    Err(Trouble::Said(format!("there is no profile `{asked}`; there are `{}`", known.join("`, `"))))
}

fn check(group: Group, choices: &Choices) -> impl Iterator<Item = Checked> + use<> {
    let analysis = Arc::new(Analysis::of(&group.workspace, choices, &Analysis::default()));
    group.asked.into_iter().map(move |Asked { file, name, order, unreadable, .. }| {
        let body = match unreadable {
            Some(unreadable) => Body::Unreadable {
                diagnostic: unreadable.diagnostic,
                lines: LineIndex::new(unreadable.before),
            },
            None => Body::Read { analysis: Arc::clone(&analysis), file },
        };
        Checked { name, order, body }
    })
}

impl Checked {
    /// What was read; nothing where the bytes are no text.
    fn read(&self) -> Option<&analysis::Checked> {
        match &self.body {
            Body::Read { analysis, file } => analysis.file(file).map(|checked| &**checked),
            Body::Unreadable { .. } => None,
        }
    }

    /// Whether its bytes are text.
    pub(crate) fn is_read(&self) -> bool {
        self.read().is_some()
    }

    pub(crate) fn dialect(&self) -> Option<&'static str> {
        self.read()?.verdict().dialect
    }

    pub(crate) fn profile(&self) -> Option<&'static str> {
        self.read()?.verdict().profile
    }

    /// Everything wrong, in the order of the text.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match &self.body {
            Body::Read { .. } => self.read().map_or(&[], analysis::Checked::diagnostics),
            Body::Unreadable { diagnostic, .. } => std::slice::from_ref(diagnostic),
        }
    }

    /// The lines to quote; none where there is no text to quote from.
    pub(crate) fn quotable(&self) -> Option<&LineIndex> {
        self.read().map(analysis::Checked::lines)
    }

    /// Where a range starts and ends, for people.
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

    /// The text edits that the safe fixes of the `diagnostic`th diagnostic come to in this file, each with its title.
    pub(crate) fn safe_fixes(&self, diagnostic: usize) -> Vec<(String, limn::text::TextEdit)> {
        let Body::Read { analysis, file } = &self.body else { return Vec::new() };
        let fixes = self.diagnostics()[diagnostic].fixes.iter().enumerate().filter(|(_, fix)| fix.safe);
        fixes
            .filter_map(|(index, fix)| {
                let edit = analysis.fix(file, diagnostic, index).ok()?.edits.remove(file)?;
                Some((fix.title.clone(), edit))
            })
            .collect()
    }
}
