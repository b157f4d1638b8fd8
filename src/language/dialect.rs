//! Interface of a language: [`Dialect`] recognizes and reads documents, [`Model`] is the content of one.
//! Features of only some languages are traits that a model may return.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::deployment::Deployments;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::edit::{Edit, EditError, Place, Promotions};
use crate::explanation::{CallInText, Explanation, Implied};
use crate::graph::{Diagram, Graph, Id, PortRef};
use crate::nesting::Nesting;
use crate::relocation::Relocation;
use crate::schema::{Construct, NameKind, Names, Profiles, Reference, Slots};
use crate::sketch::Sketch;
use crate::timeline::Timelines;
use crate::value_trace::ValueTraces;
use limn_files::FilePath;
use limn_text::TextRange;
use limn_yaml::{Document, Op, Path};

pub use crate::conversion::{Conversion, ConversionEffect, ConversionNote, ConversionStep, Converted};
pub use crate::library::{Computed, Library, ManifestChecksum, Source};
pub use crate::palette::{PaletteEntry, TypeProfile, TypedEnd};

/// A language written in YAML.
pub trait Dialect: Sync {
    /// `assembly`: the first half of its codes' names.
    fn id(&self) -> &'static str;
    /// Display name: "Assembly descriptor".
    fn label(&self) -> &'static str;
    fn profiles(&self) -> &'static [Profile];
    /// The language that it extends, or itself. A profile of any language of a family can be chosen for the documents of all.
    fn family(&self) -> &'static str {
        self.id()
    }
    /// The language in whose packages its documents are, without being their entry: a catalog accompanies service templates.
    fn accompanies(&self) -> Option<&'static str> {
        None
    }
    /// Returns true if its documents are YAML. Otherwise the rules for any YAML do not apply, and no new document can be created.
    fn is_yaml(&self) -> bool {
        true
    }
    /// Returns true if its documents use the documents of a catalog: see [`Library::catalog`].
    fn uses_catalog(&self) -> bool {
        false
    }
    /// Returns true if a file of this name is a package manifest in a format other than YAML.
    fn is_manifest(&self, _file: &FilePath) -> bool {
        false
    }
    /// Recognizes a document of this language: its profile, and the reason.
    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition>;

    /// Returns true if tools of this language read the file as something other than YAML, whatever its extension: a template or a script.
    fn is_script(&self, _file: &FilePath) -> bool {
        false
    }
    /// Returns true if an unrecognized text is meant to be of this language: because of its words, or of where the file is.
    fn looks_like(&self, _file: &FilePath, _text: &str) -> bool {
        false
    }
    /// The diagnostic for a document in an unsupported language that looks like this one: no rule is checked.
    fn unsupported_language(&self, _document: &Document) -> Option<Diagnostic> {
        None
    }
    /// The files that a text imports, relative to itself and as written. Cheap if there are none.
    fn dependencies(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }
    /// All codes of the language.
    fn codes(&self) -> Vec<&'static Code>;
    /// Rule ids of the language's reference for shared checks: pairs of code name and rule id.
    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Rule ids of the language's reference for checks of the manifest of a package with a document of the language: pairs of code name and rule id.
    fn manifest_rules(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// The source of a check, [`Code::section`], in the numbers of a profile's version.
    fn source_in(&self, _profile: &Profile, section: &str) -> String {
        section.to_owned()
    }
    /// Overrides the severity of a shared check.
    fn severity(&self, _code: &Code) -> Option<Severity> {
        None
    }
    /// Names that other files or the language declare, for completion.
    fn external_names(&self, _source: &Source<'_>) -> Vec<(&'static NameKind, String)> {
        Vec::new()
    }
    /// Text of a new document.
    fn blank(&self) -> &'static str;
    /// Keys that a document of this language can be recognized by, besides the first one of [`Dialect::blank`].
    fn first_keys(&self) -> &'static [&'static str] {
        &[]
    }
    /// File name of a new document; `None`: by the id of the language.
    fn blank_name(&self) -> Option<&'static str> {
        None
    }
    /// Short description of the purpose of such a document.
    fn about(&self) -> &'static str {
        ""
    }
    fn sketch(&self) -> Sketch {
        Sketch::SHEET
    }
    /// The kinds of palette entries that need no other on the canvas, as their ids start: "node" of `node:Web`. Sentences of the page use these words.
    fn standalone(&self) -> &'static [&'static str] {
        &[]
    }
    fn read(&self, source: &Source<'_>) -> Box<dyn Model>;
    /// All diagnostics of a document, for callers that need nothing else.
    fn check(&self, source: &Source<'_>) -> Vec<Diagnostic> {
        self.read(source).check()
    }
}

/// A variant of a dialect.
#[derive(Debug)]
pub struct Profile {
    pub id: &'static str,
    pub label: &'static str,
    pub bits: Profiles,
    pub doc: &'static str,
}

#[derive(Clone, Debug)]
pub struct Recognition {
    pub profile: &'static Profile,
    /// The reason, one sentence: "`items` and `data-types` are CP4NA's".
    pub reason: String,
}

/// A definition that is not found by names.
#[derive(Clone, Debug, PartialEq)]
pub enum ExternalDefinition {
    /// A file of the workspace as a whole.
    File(FilePath),
    /// A key in a file of the workspace.
    Key(FilePath, TextRange),
    /// In a text outside the workspace, which can only be read.
    ReadOnly(ReadOnlyText),
}

/// A text that can only be read, such as built-in definitions, and a range in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOnlyText {
    pub title: String,
    pub text: Arc<str>,
    pub range: TextRange,
}

/// A file beside a document that an element of it uses without being part of it: a script, a template, an inventory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedFile {
    /// The element that uses it.
    pub path: Path,
    /// The file; if it is missing, where it is expected.
    pub file: FilePath,
    pub is_there: bool,
}

/// An element that declares no name, such as an entity with a display name only.
#[derive(Clone, Debug)]
pub struct UnnamedElement {
    pub label: String,
    pub kind: &'static NameKind,
    pub path: Path,
    /// The value that the label is from.
    pub at: TextRange,
}

/// A planned edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub ops: Vec<Op>,
    /// The element to select afterwards.
    pub focus: Option<Id>,
}

/// A view of a document besides its diagram: a map, for example. The page has a component for each id; it reads the data from the language's own
/// model, and edits the document with [`Edit::View`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Unique among all languages.
    pub id: &'static str,
    /// Label of its tab.
    pub label: &'static str,
}

/// The content of a document. Features of only some languages are separate traits.
pub trait Model: Any + Send + Sync {
    /// All diagnostics, in any order.
    fn check(&self) -> Vec<Diagnostic>;
    fn names(&self) -> &Names;
    /// The table of the document and its profile, for forms, hover and completion.
    fn grammar(&self) -> (&'static Construct, Profiles);
    fn plan(&self, edit: &Edit) -> Result<Plan, EditError>;
    /// The name that the document gives itself, for lists of documents.
    fn title(&self) -> Option<String> {
        None
    }
    /// Path of the value that names an element and is a declaration; `None` if its key names it.
    fn naming_value(&self, _id: &Id) -> Option<Path> {
        None
    }
    /// Path of the value that names the whole document for other files, if there is one. It is a declaration.
    fn document_name(&self) -> Option<Path> {
        None
    }
    /// Completes a new name of an element: the diagram may show only a part of it.
    fn complete_name(&self, _id: &Id, name: &str) -> String {
        name.to_owned()
    }
    /// The other file of the workspace whose document has a name, if two documents cannot have the same one.
    fn file_of_name(&self, _name: &str) -> Option<FilePath> {
        None
    }
    /// The text of a reference to a declaration in another file after this is renamed.
    fn renamed_reference(&self, _reference: &Reference, to: &str) -> String {
        to.to_owned()
    }
    /// Value types of places, from the types that the document uses, for forms. Computed per request.
    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        None
    }
    /// The meaning of the name or function call at an offset, for hover. Computed per request.
    fn explain(&self, _offset: usize) -> Option<Explanation> {
        None
    }
    /// The call around an offset of a text with a syntax of its own, for its signature.
    fn call_in_text(&self, _offset: usize) -> Option<CallInText> {
        None
    }
    /// Implied values of the elements in a range of the text, for hints. Computed per request.
    fn implied(&self, _within: TextRange) -> Vec<Implied> {
        Vec::new()
    }
    /// The section of a construct in the specification of the document's version, for hover.
    fn section(&self, construct: &Construct) -> String {
        construct.section.to_owned()
    }
    /// The definition of the name at an offset where the names of the workspace do not lead to one. Computed per request.
    fn external_definition(&self, _offset: usize) -> Option<ExternalDefinition> {
        None
    }
    /// References in this document to declarations in other files.
    fn external_references(&self) -> Vec<ExternalReference> {
        Vec::new()
    }
    /// Members that the types of this document's elements declare in other files, for completion: the element as an index into
    /// [`Names::declarations`], the kind and the name.
    fn external_members(&self) -> Vec<(usize, &'static NameKind, String)> {
        Vec::new()
    }
    /// The files that the document references and that its package must contain, as written, with the path of each reference.
    fn named_files(&self) -> Vec<(String, Path)> {
        Vec::new()
    }
    /// Values that refer to other files of the workspace as a whole, by other names than their paths: the value, and the file.
    fn linked_files(&self) -> Vec<(Path, FilePath)> {
        Vec::new()
    }
    /// Elements that declare no name, for the outline.
    fn unnamed_elements(&self) -> Vec<UnnamedElement> {
        Vec::new()
    }
    /// The files that tools read beside the document, by a name that it writes or by convention.
    fn used_files(&self) -> Vec<UsedFile> {
        Vec::new()
    }
    /// Returns true if the document is a copy of definitions that its language has built in, as packages bundle them.
    fn is_bundled_copy(&self) -> bool {
        false
    }
    /// Updates the references to renamed files; the document itself may be renamed, too.
    fn rename_files(&self, _names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        Vec::new()
    }
    /// The interface for definitions that can move to other documents.
    fn relocation(&self) -> Option<&dyn Relocation> {
        None
    }
    /// The interface for elements that can become a document of their own, and the reverse.
    fn nesting(&self) -> Option<&dyn Nesting> {
        None
    }
    /// The document of another language that contains a place, inside this one.
    fn embedded_at(&self, _path: &Path) -> Option<EmbeddedDocument<'_>> {
        None
    }
    /// The document of another language at an offset of this one.
    fn embedded_around(&self, _offset: usize) -> Option<EmbeddedDocument<'_>> {
        None
    }
    /// Promotions of the value at a path, whether it is written or not. Cheap: a form asks for each of its fields.
    fn promotions(&self, _path: &Path) -> Promotions {
        Promotions::default()
    }
    /// Noun for an input of the document, for the titles of [`Edit::MakeInput`]: "parameter".
    fn input_noun(&self) -> &'static str {
        "input"
    }
    /// The document as a diagram.
    fn picture(&self) -> Option<&dyn Picture> {
        None
    }
    /// Views besides the diagram, in the order of their tabs.
    fn views(&self) -> &'static [View] {
        &[]
    }
    /// The order in which its parts change, for languages that offer [`LIFECYCLE`](crate::timeline::LIFECYCLE) as a view.
    fn timelines(&self) -> Option<&dyn Timelines> {
        None
    }
    /// Deployments of the document, for languages that offer [`INSTANCES`](crate::deployment::INSTANCES) as a view.
    fn deployments(&self) -> Option<&dyn Deployments> {
        None
    }
    /// Traces of its values: sources and uses.
    fn value_traces(&self) -> Option<&dyn ValueTraces> {
        None
    }
    /// Conversions that the document supports.
    fn conversions(&self) -> &'static [Conversion] {
        &[]
    }
    /// The next round of a conversion; `None` if the id is not one of [`Model::conversions`].
    fn convert(&self, _id: &str) -> Option<Converted> {
        None
    }
}

/// Converts ops in an embedded document to ops in the document around it.
pub type ConvertOps<'m> = dyn Fn(&[Op]) -> Result<Vec<Op>, EditError> + 'm;

/// A document inside another one, for forms, hover and completion in it.
pub struct EmbeddedDocument<'m> {
    pub model: &'m dyn Model,
    pub document: &'m Arc<Document>,
    /// Its path in the document around it.
    pub path: &'m Path,
    /// Offset of its text in the text around it.
    pub shift: usize,
    /// Names that other files or its language declare, for completion.
    pub external_names: Box<dyn Fn() -> Vec<(&'static NameKind, String)> + 'm>,
    /// Converts ops in it to ops in the document around it.
    pub ops: Box<ConvertOps<'m>>,
}

impl EmbeddedDocument<'_> {
    /// The path of a place in it, from a path in the document around it.
    pub fn local(&self, path: &Path) -> Path {
        let inner = path.steps().get(self.path.len()..).unwrap_or_default();
        inner.iter().fold(Path::root(), |path, step| path.step(step.clone()))
    }
}

/// A document with a diagram that can be edited.
pub trait Picture {
    fn graph(&self) -> Graph;
    /// Checks that two ports can be connected; the error is the reason if not. Canvas and validator both use this function.
    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError>;
    /// The palette of this document.
    fn palette(&self) -> Vec<PaletteEntry>;
    /// The entries that can be connected to a port, the most likely first; `None`: all entries that can be dropped.
    fn palette_for(&self, _from: &PortRef) -> Option<Vec<PaletteEntry>> {
        None
    }
    /// The ports of a node that can be connected to `from`, the most likely first, folded ones included; `None`: those that
    /// [`Picture::accepts`].
    fn ends(&self, _from: &PortRef, _on: &Id) -> Option<Vec<PortRef>> {
        None
    }
    /// The ports that host a node on another: its own port, and the host's.
    fn hosting(&self, _node: &Id, _host: &Id) -> Option<(PortRef, PortRef)> {
        None
    }
    /// Returns true if a requirement accepts every node, because it only says which of two is first.
    fn fits_any_node(&self, _requirement: &PortRef) -> bool {
        false
    }
    /// The type of a node that another document substitutes; `None` if the node is not substituted.
    fn substituted(&self, _node: &Id) -> Option<String> {
        None
    }
    /// The node types that this document can substitute, the nearest first.
    fn substitutes(&self) -> Vec<String> {
        Vec::new()
    }
    /// Palette entry of a new group of nodes; `None` if the language has no groups of nodes.
    fn group_template(&self) -> Option<String> {
        None
    }
    /// Positions that the document itself stores.
    fn places(&self) -> BTreeMap<Id, Place> {
        BTreeMap::new()
    }
    /// Diagrams of parts of the document, in the order of the text.
    fn diagrams(&self) -> &[Diagram] {
        &[]
    }
    /// The palette of such a diagram.
    fn palette_of(&self, _diagram: &Id) -> Vec<PaletteEntry> {
        Vec::new()
    }
}

/// A reference from this document to a name that another file declares.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalReference {
    /// Index into this document's `names().references`.
    pub reference: usize,
    pub file: FilePath,
    /// Path of the declaration.
    pub path: Path,
}
