//! Nested documents, for languages in which an element can represent another document: extraction of elements into a new document, and
//! inlining of a document in place of the element that represents it.

use crate::edit::EditError;
use crate::graph::Id;
use limn_files::FilePath;
use limn_yaml::{Op, Path, Value};

/// A document whose elements can be extracted into another document.
pub trait Nesting {
    /// Name of the result: "nested assembly".
    fn noun(&self) -> &'static str;
    /// Returns true if an element can be extracted. Cheap.
    fn is_extractable(&self, id: &Id) -> bool;
    /// Returns true if an element represents a document of the workspace. Cheap.
    fn is_inlinable(&self, id: &Id) -> bool;
    /// An unused name for the extraction of elements.
    fn new_name(&self, ids: &[Id]) -> String;

    /// Plans the extraction of elements into a document at `file`. `name` becomes the name of the element that represents it.
    ///
    /// # Errors
    ///
    /// The reason if the language cannot express a connection between what is extracted and what stays.
    fn extract(&self, ids: &[Id], name: &str, file: &FilePath) -> Result<Extraction, EditError>;

    /// Plans the replacement of an element by the content of the document that it represents.
    ///
    /// # Errors
    ///
    /// The reason if this document cannot have the content, or cannot keep a connection.
    fn inline(&self, id: &Id) -> Result<Inlining, EditError>;
}

/// Entries of mappings that go from one document to another one, as they are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transfer {
    /// Ops that adapt the entries, on the document that they come from. They apply to what is transferred only.
    pub adapted: Vec<Op>,
    /// The path of each entry where it comes from, and where it goes. The ops of the other document write a null there, which the entry replaces.
    pub entries: Vec<(Path, Path)>,
}

/// A new document, and the changes of the document that the elements come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The top level of the new document.
    pub sections: Vec<(String, Value)>,
    /// Further new documents, such as one with a type that both documents use.
    pub more_files: Vec<(FilePath, Vec<(String, Value)>)>,
    pub transfer: Transfer,
    pub ops: Vec<Op>,
    /// The entries that the new document has instead.
    pub removed: Vec<Path>,
    /// The element that represents the new document.
    pub focus: Id,
}

/// The content of a document in place of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Inlining {
    /// The document that the element represents. It does not change.
    pub file: FilePath,
    pub transfer: Transfer,
    pub ops: Vec<Op>,
    /// Elements that the content replaces.
    pub removed: Vec<Path>,
    /// One of the new elements.
    pub focus: Option<Id>,
}
