//! Walks over the files and folders below a folder.

use std::collections::BTreeSet;
use std::path::Path;

use limn_files::FilePath;

use super::{FileSystem, ReadError};

/// Limit of folder depth.
const DEPTH: usize = 64;
/// Limit of empty folders.
const EMPTY: usize = 2_000;
/// Folders of tools, which are skipped. In `_lmctl`, LMCTL builds a project: copies that do not belong to it.
const NOT_ENTERED: &[&str] = &[".git", ".hg", ".svn", "node_modules", "_lmctl"];

impl FileSystem {
    /// Visits every file below `folder` in name order, until `visit` returns `false`. Links to folders are not followed. Returns whether all were visited.
    pub fn walk(&self, folder: &Path, visit: &mut dyn FnMut(&Path) -> bool) -> Result<bool, ReadError> {
        self.walk_from(folder, 0, visit)
    }

    fn walk_from(
        &self,
        folder: &Path,
        depth: usize,
        visit: &mut dyn FnMut(&Path) -> bool,
    ) -> Result<bool, ReadError> {
        for entry in self.entries(folder).map_err(|source| ReadError::new(folder, source))? {
            let path = folder.join(&entry.name);
            if entry.is_folder {
                let skipped = entry.name.to_str().is_some_and(|name| NOT_ENTERED.contains(&name));
                if !skipped && depth < DEPTH && !self.walk_from(&path, depth + 1, visit)? {
                    return Ok(false);
                }
            } else if self.is_file(&path) && !visit(&path) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The empty folders below a folder, relative to it.
    pub fn empty_folders(&self, top: &Path) -> BTreeSet<FilePath> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![(top.to_owned(), 0)];
        while let Some((folder, depth)) = waiting.pop() {
            let Ok(entries) = self.entries(&folder) else { continue };
            if entries.is_empty() && found.len() < EMPTY {
                let relative = folder.strip_prefix(top).ok().and_then(Path::to_str);
                found.extend(relative.and_then(|relative| FilePath::new(relative).ok()));
            }
            let is_entered = |name: &str| !NOT_ENTERED.contains(&name) && depth < DEPTH;
            let inner =
                entries.iter().filter(|entry| entry.is_folder && entry.name.to_str().is_none_or(is_entered));
            waiting.extend(inner.map(|entry| (folder.join(&entry.name), depth + 1)));
        }
        found
    }
}
