//! Imports between files on disk: each file is read once, regardless of how many files depend on it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use limn_analysis as analysis;

use super::Texts;

/// Limit of the dependencies of a file.
const MAX_DEPENDENCIES: usize = 2_000;

/// A file that another one imports, or that imports others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct DiskFile(usize);

#[derive(Default)]
pub(super) struct ImportGraph {
    numbers: BTreeMap<PathBuf, DiskFile>,
    /// In the order of the numbers.
    paths: Vec<PathBuf>,
    /// Direct imports, where they are known.
    imports: Vec<Option<Vec<DiskFile>>>,
}

impl ImportGraph {
    pub(super) fn path(&self, file: DiskFile) -> &Path {
        &self.paths[file.0]
    }

    /// The transitive dependencies of a text on disk, without itself.
    pub(super) fn dependencies(&mut self, path: &Path, text: &str, texts: &Texts) -> Vec<DiskFile> {
        let start = self.number(path);
        if self.imports[start.0].is_none() {
            self.imports[start.0] = Some(self.resolve(path, text, texts));
        }
        let (mut found, mut seen) = (Vec::new(), FileSet::default());
        let mut waiting = vec![start];
        while let Some(file) = waiting.pop() {
            self.read(file, texts);
            for import in self.imports[file.0].iter().flatten() {
                if found.len() < MAX_DEPENDENCIES && seen.insert(*import) {
                    found.push(*import);
                    waiting.push(*import);
                }
            }
        }
        found.retain(|file| *file != start);
        found
    }

    fn number(&mut self, path: &Path) -> DiskFile {
        if let Some(known) = self.numbers.get(path) {
            return *known;
        }
        let file = DiskFile(self.paths.len());
        self.numbers.insert(path.to_owned(), file);
        self.paths.push(path.to_owned());
        self.imports.push(None);
        file
    }

    /// Reads the direct imports of a file; an unreadable one has none.
    fn read(&mut self, file: DiskFile, texts: &Texts) {
        if self.imports[file.0].is_none() {
            let path = self.paths[file.0].clone();
            let imports = match texts.read(&path) {
                Ok(Ok(text)) => self.resolve(&path, &text, texts),
                _ => Vec::new(),
            };
            self.imports[file.0] = Some(imports);
        }
    }

    fn resolve(&mut self, path: &Path, text: &str, texts: &Texts) -> Vec<DiskFile> {
        let folder = path.parent();
        let names = analysis::dependencies(text).into_iter();
        let real = names.filter_map(|name| texts.files.canonicalize(&folder?.join(&name)).ok());
        real.filter(|real| texts.files.is_file(real)).map(|real| self.number(&real)).collect()
    }
}

/// A set of files.
#[derive(Default)]
pub(super) struct FileSet(Vec<bool>);

impl FileSet {
    /// Adds a file; returns false for one that the set has.
    pub(super) fn insert(&mut self, file: DiskFile) -> bool {
        if self.0.len() <= file.0 {
            self.0.resize(file.0 + 1, false);
        }
        !std::mem::replace(&mut self.0[file.0], true)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = DiskFile> {
        self.0.iter().enumerate().filter(|(_, has)| **has).map(|(at, _)| DiskFile(at))
    }
}
