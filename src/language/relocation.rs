//! Definitions that can move from one document to another, for languages with imports.

use std::collections::BTreeSet;

use limn_files::FilePath;
use limn_yaml::{Op, Path};

/// A document whose definitions can move to other documents of its language and version.
pub trait Relocation {
    /// Returns true if a path is that of a definition which can move: an entry of a section.
    fn is_movable(&self, path: &Path) -> bool;
    /// Returns true if an import of the document brings what it declares at a path: definitions, and what they use besides.
    fn comes_with_import(&self, path: &Path) -> bool {
        self.is_movable(path)
    }
    /// The start of a new document for definitions of this one.
    fn new_document(&self) -> String;
    /// The namespace of its definitions, if it declares one: definitions stay in theirs.
    fn namespace(&self) -> Option<String>;
    /// The key before which a new section is written: definitions precede what uses them.
    fn section_before(&self) -> Option<&'static str>;
    /// A name in the definition at a path that a file outside the workspace may declare, so that nobody knows what it is in another document.
    fn undetermined_name(&self, path: &Path) -> Option<String>;
    /// The files whose definitions the document sees by its imports, without a prefix. Computed per call.
    fn files_in_sight(&self) -> BTreeSet<FilePath>;
    /// The op that imports a file, in the notation of the other imports; `None` if the imports cannot be extended.
    fn import(&self, file: &FilePath) -> Option<Op>;
}
