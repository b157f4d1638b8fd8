//! `limn pack`: builds the package of a project folder, or packs a descriptor with the files that it references.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use limn::analysis::{Analysis, Choices, Missing};
use limn::files::{Content, FilePath, Workspace};
use limn::packages::{self, Archive, PackOptions, PackageForm};

use super::output::{self, Output};
use super::{Trouble, complain};
use limn::disk::{FileSystem, ReadError};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A project folder, or a descriptor; files that it references are included.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,
    /// Entry descriptor of the folder, if the folder does not define it.
    #[arg(long, value_name = "FILE")]
    entry: Option<String>,
    /// Package to write: a gzipped tar if it ends in .tgz or .tar.gz, otherwise a zip. By default, named after the project and its version, in the
    /// format that the project states.
    #[arg(short, long, value_name = "PACKAGE")]
    output: Option<PathBuf>,
    /// Pack the files of an LMCTL project as they are, instead of building its package.
    #[arg(long)]
    sources: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let path = &arguments.path;
    let about = fs::metadata(path).map_err(|source| ReadError::new(path, source))?;
    let requested = arguments.output.as_deref().map(Output::new);
    let (mut workspace, read) =
        if about.is_dir() { folder(path, arguments, requested.as_ref())? } else { one(path)? };
    let mut options = PackOptions::of(&workspace);
    options.form = if arguments.sources { PackageForm::Sources } else { PackageForm::Package };
    if let Some(output) = &arguments.output {
        options.archive = Some(Archive::of_name(&output.to_string_lossy()).unwrap_or(Archive::Zip));
    }
    let name = || PathBuf::from(packages::file_name(&workspace, &options));
    let output = arguments.output.clone().unwrap_or_else(name);
    let writes = Output::new(&output);
    // A previous package at the output path is not packed into itself.
    let previous =
        read.iter().find(|(file, disk)| about.is_dir() && writes.is(disk) && is_previous(&workspace, file));
    let previous = previous.map(|(file, _)| file.clone());
    let kept = read.iter().filter(|(file, _)| Some(file) != previous.as_ref());
    writes.refuse_if_read(kept.map(|(_, disk)| disk.as_path()))?;
    if let Some(previous) = previous {
        workspace.files.remove(&previous);
    }
    let bytes = packages::pack(&workspace, &options)
        .map_err(|source| Trouble::Pack { path: path.clone(), source })?;
    output::write(&output, &bytes)?;
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    for Missing { by, name, .. } in analysis.missing_files() {
        complain("warning", &format!("unresolved file `{name}` in `{by}`: not in the package"));
    }
    let left_out = packages::left_out(&workspace, &options);
    if let Some(names) = listed(&left_out) {
        complain("note", &format!("not part of the package: {names}"));
    }
    let files = workspace.files.len() - left_out.len();
    complain(
        "note",
        &format!("packed {files} file{} as `{}`", if files == 1 { "" } else { "s" }, output.display()),
    );
    Ok(ExitCode::SUCCESS)
}

/// The first names, and how many more there are.
fn listed(files: &[FilePath]) -> Option<String> {
    const SHOWN: usize = 6;
    let shown: Vec<String> = files.iter().take(SHOWN).map(|file| format!("`{file}`")).collect();
    let more = files.len().saturating_sub(SHOWN);
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!files.is_empty()).then(|| shown.join(", ") + &rest)
}

/// The workspace to pack, with the path of each file on disk.
type Packed = (Workspace, Vec<(FilePath, PathBuf)>);

/// Returns true if a file of the workspace is a package by name and content.
fn is_previous(workspace: &Workspace, file: &FilePath) -> bool {
    let is_named = matches!(file.extension().as_str(), "csar" | "zip" | "tgz" | "gz");
    is_named && workspace.files.get(file).is_some_and(|content| packages::is_package(content.as_bytes()))
}

/// Reads a descriptor with the files that it references, transitively. Relative paths are kept.
fn one(path: &Path) -> Result<Packed, Trouble> {
    let real = path.canonicalize().map_err(|source| ReadError::new(path, source))?;
    let mut found: BTreeMap<PathBuf, Content> = BTreeMap::new();
    let (mut waiting, mut left) = (vec![real.clone()], packages::MAX_TOTAL);
    while let Some(path) = waiting.pop() {
        if found.contains_key(&path) {
            continue;
        }
        let content = content(&path, left)?;
        left -= content.as_bytes().len() as u64;
        let parent = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        let named = content.as_text().map(|text| named_by(&path, text)).unwrap_or_default();
        let there = named.iter().filter_map(|name| parent.join(name).canonicalize().ok());
        waiting.extend(there.filter(|path| path.is_file()));
        found.insert(path, content);
        if found.len() > packages::MAX_MEMBERS {
            return Err(Trouble::Pack { path: real, source: packages::CsarError::TooMany });
        }
    }
    let holds_all = |folder: &&Path| found.keys().all(|path| path.starts_with(folder));
    let top = real.ancestors().skip(1).find(holds_all).unwrap_or_else(|| Path::new("/")).to_owned();
    let name = |path: &Path| named(&path.strip_prefix(&top).unwrap_or(path).to_string_lossy());
    let mut workspace = Workspace { entry: Some(name(&real)?), ..Workspace::default() };
    let mut read = Vec::new();
    for (path, content) in found {
        workspace.files.insert(name(&path)?, content);
        read.push((name(&path)?, path));
    }
    Ok((workspace, read))
}

/// The files that a text references, relative to its own path.
fn named_by(path: &Path, text: &str) -> Vec<String> {
    let name = path.file_name().map(std::ffi::OsStr::to_string_lossy).unwrap_or_default();
    let Ok(file) = FilePath::new(&name) else { return Vec::new() };
    let analysis = Analysis::of_text(&file, text);
    analysis.file(&file).map(|checked| checked.named_files()).unwrap_or_default()
}

/// Every file of a folder but the package that is to be written there.
fn folder(folder: &Path, arguments: &Arguments, output: Option<&Output>) -> Result<Packed, Trouble> {
    let mut read = Vec::new();
    let mut found = Vec::new();
    FileSystem::Machine.walk(folder, &mut |path| {
        found.push(path.to_owned());
        found.len() <= packages::MAX_MEMBERS
    })?;
    let mut workspace =
        Workspace { folders: FileSystem::Machine.empty_folders(folder), ..Workspace::default() };
    let mut left = packages::MAX_TOTAL;
    for path in found {
        if path.is_symlink() {
            complain("warning", &format!("`{}` is a link and was skipped", path.display()));
            continue;
        }
        let relative = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let content = content(&path, left)?;
        let name = named(&relative)?;
        read.push((name.clone(), path.clone()));
        let is_output = output.is_some_and(|output| output.is(&path));
        left -= content.as_bytes().len() as u64;
        workspace.files.insert(name.clone(), content);
        if is_output && is_previous(&workspace, &name) {
            left += workspace.files.remove(&name).map_or(0, |content| content.as_bytes().len() as u64);
            read.pop();
        }
    }
    if let Some(chosen) = &arguments.entry {
        let chosen = named(chosen)?;
        if workspace.text(&chosen).is_none() {
            return Err(Trouble::Message(format!(
                "`{chosen}` in `{}` is not a text file or does not exist",
                folder.display()
            )));
        }
        workspace.entry = Some(chosen);
        return Ok((workspace, read));
    }
    let entry = packages::entry(&workspace);
    if !entry.rivals.is_empty() {
        let rivals: Vec<String> = entry.rivals.iter().take(6).map(|rival| format!("`{rival}`")).collect();
        return Err(Trouble::Message(format!(
            "`{}` does not define its entry; choose one with `--entry`: {}",
            folder.display(),
            rivals.join(" or ")
        )));
    }
    for warning in entry.warnings {
        complain("warning", &warning);
    }
    workspace.entry = entry.path;
    Ok((workspace, read))
}

fn named(name: &str) -> Result<FilePath, Trouble> {
    FilePath::new(name).map_err(|error| Trouble::Message(error.to_string()))
}

fn content(path: &Path, most: u64) -> Result<Content, Trouble> {
    let bytes = FileSystem::Machine.read(path, most).map_err(|source| ReadError::new(path, source))?;
    let too_large = || Trouble::Pack { path: path.to_owned(), source: packages::CsarError::TooLarge };
    bytes.map(Content::from_bytes).ok_or_else(too_large)
}
