//! Index of the values that a descriptor reads.

use std::collections::HashMap;

use limn_yaml::Path;

/// Index of values and the values that they read, by both ends. The paths are those of properties, or of keys such as `quantity`; a property that is
/// read may not be written.
#[derive(Debug, Default)]
pub struct ReadIndex {
    pub(super) sources: HashMap<Path, Vec<Path>>,
    pub(super) readers: HashMap<Path, Vec<Path>>,
}

impl ReadIndex {
    /// Values that a value reads.
    pub(super) fn sources(&self, reader: &Path) -> &[Path] {
        self.sources.get(reader).map_or(&[], Vec::as_slice)
    }

    /// Readers of a value.
    pub(super) fn readers(&self, source: &Path) -> &[Path] {
        self.readers.get(source).map_or(&[], Vec::as_slice)
    }

    /// Returns true if a value reads or is read.
    pub(super) fn contains(&self, path: &Path) -> bool {
        self.sources.contains_key(path) || self.readers.contains_key(path)
    }

    /// The value that contains a path and reads others.
    pub(super) fn reader_around(&self, path: &Path) -> Option<Path> {
        let prefixes = (1..=path.len()).map(|len| path.prefix(len));
        prefixes.into_iter().find(|prefix| self.sources.contains_key(prefix))
    }
}
