//! Walks over the files and folders below a folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use limn_files::FilePath;

use super::ReadError;

/// Limit of folder depth.
const DEPTH: usize = 64;
/// Limit of empty folders.
const EMPTY: usize = 2_000;
/// Folders of tools, which are skipped. In `_lmctl`, LMCTL builds a project: copies that do not belong to it.
const NOT_ENTERED: &[&str] = &[".git", ".hg", ".svn", "node_modules", "_lmctl"];

/// Visits every file below `folder` in name order, until `visit` returns `false`. Links to folders are not followed.
pub fn walk(folder: &Path, depth: usize, visit: &mut dyn FnMut(&Path) -> bool) -> Result<bool, ReadError> {
    let trouble = |source| ReadError::new(folder, source);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(trouble)? {
        let entry = entry.map_err(trouble)?;
        entries.push((entry.file_name(), entry.file_type().map_err(trouble)?));
    }
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (name, kind) in entries {
        let path = folder.join(&name);
        if kind.is_dir() {
            let skipped = name.to_str().is_some_and(|name| NOT_ENTERED.contains(&name));
            if !skipped && depth < DEPTH && !walk(&path, depth + 1, visit)? {
                return Ok(false);
            }
        } else if path.is_file() && !visit(&path) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The empty folders below a folder, relative to it.
pub fn empty_folders(top: &Path) -> BTreeSet<FilePath> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![(top.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let entries: Vec<fs::DirEntry> = entries.flatten().collect();
        if entries.is_empty() && found.len() < EMPTY {
            let relative = folder.strip_prefix(top).ok().and_then(Path::to_str);
            found.extend(relative.and_then(|relative| FilePath::new(relative).ok()));
        }
        let inner = entries.iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let inner = inner.filter(|entry| {
            entry.file_name().to_str().is_none_or(|name| !NOT_ENTERED.contains(&name)) && depth < DEPTH
        });
        waiting.extend(inner.map(|entry| (entry.path(), depth + 1)));
    }
    found
}
