//! The files and empty folders below a project, by path.

use std::collections::BTreeSet;
use std::ops::Bound;

use limn_files::FilePath;

/// Paths of files, and of folders without files.
#[derive(Clone, Debug, Default)]
pub struct Tree<'f> {
    files: BTreeSet<&'f str>,
    folders: BTreeSet<&'f str>,
}

impl<'f> Tree<'f> {
    /// A tree of files, and of folders that are empty.
    pub fn new(
        files: impl IntoIterator<Item = &'f FilePath>,
        folders: impl IntoIterator<Item = &'f FilePath>,
    ) -> Tree<'f> {
        Tree {
            files: files.into_iter().map(FilePath::as_str).collect(),
            folders: folders.into_iter().map(FilePath::as_str).collect(),
        }
    }

    /// Returns true if a file has this path.
    pub fn has_file(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// Returns true if a folder has this path, empty or not.
    pub fn has_folder(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        let from = || (Bound::Included(inside.as_str()), Bound::Unbounded);
        let starts = |paths: &BTreeSet<&str>| {
            paths.range::<str, _>(from()).next().is_some_and(|first| first.starts_with(&inside))
        };
        self.folders.contains(path) || starts(&self.files) || starts(&self.folders)
    }

    /// The files below a folder, at any depth.
    pub fn below(&self, folder: &str) -> Vec<&'f str> {
        below(&self.files, folder)
    }

    /// The empty folders below a folder, at any depth.
    pub fn folders_below(&self, folder: &str) -> Vec<&'f str> {
        below(&self.folders, folder)
    }

    /// The names of the folders directly in a folder, empty or not.
    pub fn subfolders(&self, folder: &str) -> BTreeSet<&'f str> {
        let start = if folder.is_empty() { 0 } else { folder.len() + 1 };
        let with_files = self.below(folder).into_iter();
        let with_files = with_files.filter_map(|file| Some(file.get(start..)?.split_once('/')?.0));
        let empty = self.folders_below(folder).into_iter();
        let empty = empty.filter_map(|inner| inner.get(start..)?.split('/').next());
        with_files.chain(empty).collect()
    }
}

fn below<'f>(paths: &BTreeSet<&'f str>, folder: &str) -> Vec<&'f str> {
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let from = (Bound::Included(prefix.as_str()), Bound::Unbounded);
    paths.range::<str, _>(from).copied().take_while(|path| path.starts_with(&prefix)).collect()
}

/// The path of `rest` in a folder; an empty folder is the root.
pub fn under(folder: &str, rest: &str) -> String {
    if folder.is_empty() { rest.to_owned() } else { format!("{folder}/{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_exists_with_a_file_or_an_empty_folder_in_it() {
        let path = |text: &str| FilePath::new(text).expect("a path");
        let files = [path("a/b.yml"), path("a.yml")];
        let folders = [path("c/d")];
        let tree = Tree::new(&files, &folders);
        for (folder, expected) in [("a", true), ("c", true), ("c/d", true), ("a.yml", false), ("b", false)] {
            assert_eq!(tree.has_folder(folder), expected, "{folder}");
        }
        assert_eq!(tree.below("").len(), 2);
        assert_eq!(tree.below("a"), ["a/b.yml"]);
        assert_eq!(Vec::from_iter(tree.subfolders("")), ["a", "c"]);
        assert_eq!(Vec::from_iter(tree.subfolders("c")), ["d"]);
    }
}
