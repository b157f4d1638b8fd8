//! `limn check`: reads the files, runs the rules, and passes the diagnostics to a report.

use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Args, ValueEnum};
use limn::analysis::{self, Analysis, Catalog, Choices};
use limn::diagnostic::Severity;
use limn::disk::{self, FileGroup, Limits, Texts};
use limn::files::FilePath;

use super::baseline::Baseline;
use super::checked::{CheckedFile, check};
use super::{Color, Trouble, fix, json, junit, print, report, sarif};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Descriptors, folders to search, packages (.csar, .zip, .tgz, .tar.gz), or - for standard input.
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
    /// `JUnit`, for CI servers: a suite for each file, in which errors are failures.
    Junit,
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
        Format::Junit => junit::report(&files),
    });
    let failed =
        files.iter().flat_map(CheckedFile::shown).any(|(_, found)| found.severity == Severity::Error);
    // The process ends here, so the memory need not be freed.
    std::mem::forget(files);
    Ok(ExitCode::from(u8::from(failed)))
}

/// Reads the arguments into workspaces, and prints what is unusual about packages.
pub(crate) fn gather(paths: &[PathBuf]) -> Result<Vec<FileGroup>, Trouble> {
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
fn note_other_languages(profile: &str, files: &[CheckedFile]) {
    let others: Vec<&str> = files
        .iter()
        .filter(|file| {
            file.is_read()
                && file.documents().iter().all(|checked| checked.language().profile != Some(profile))
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
pub(crate) fn known_profile(requested: Option<&str>) -> Result<Option<String>, Trouble> {
    let Some(requested) = requested else { return Ok(None) };
    let known: Vec<&str> = analysis::profiles().into_iter().map(|(id, ..)| id).collect();
    if known.contains(&requested) {
        return Ok(Some(requested.to_owned()));
    }
    Err(Trouble::Message(format!("unknown profile `{requested}`; expected one of `{}`", known.join("`, `"))))
}

/// Checks groups of files, on all cores: first reads the groups, then finds the diagnostics of all files, of a large group too.
fn check_all(groups: Vec<FileGroup>, choices: &Choices) -> Vec<CheckedFile> {
    let read = on_all_cores(groups, |group| check(group, choices).collect::<Vec<_>>());
    let files: Vec<CheckedFile> = read.into_iter().flatten().collect();
    on_all_cores(files.iter().collect(), |file| {
        file.diagnostics();
    });
    files
}

/// Each thread takes the next item, so that a large one does not delay the others. The results are in no order.
fn on_all_cores<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    if cores <= 1 {
        return items.into_iter().map(work).collect();
    }
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || std::iter::from_fn(next).map(&work).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(run)).collect();
        let mut results = run();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
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
