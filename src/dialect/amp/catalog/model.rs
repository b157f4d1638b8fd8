//! The content of a catalog file or blueprint: items, services and their children, as a list in the order of the text.

use std::sync::Arc;

use super::embedded::Embedded;
pub(crate) use super::items::text;
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::dialect::{ExternalReference, Library};
use limn_language::schema::{Names, Profiles};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path};

pub(crate) struct CatalogModel {
    pub(crate) file: FilePath,
    pub(crate) document: Arc<Document>,
    pub(crate) library: Arc<Library>,
    pub(crate) profiles: Profiles,
    pub(crate) elements: Vec<Element>,
    /// The TOSCA templates of the items, by path.
    pub(crate) embedded: Vec<Embedded>,
    pub(crate) names: Names,
    /// References of the templates to other files.
    pub(crate) foreign: Vec<ExternalReference>,
    pub(crate) table_diagnostics: Vec<Diagnostic>,
}

/// Kind of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementKind {
    /// An item of the catalog.
    Item,
    /// The name of another catalog file, in `items` or `include`.
    File,
    /// An entity of a blueprint.
    Entity,
    /// The specification of the members of a cluster.
    Member,
}

/// An item, an included file or an entity.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) kind: ElementKind,
    pub(crate) path: Path,
    pub(crate) range: TextRange,
    /// The element around it, as an index into [`CatalogModel::elements`].
    pub(crate) parent: Option<usize>,
    pub(crate) id: Option<LocatedText>,
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
    /// `itemType`, its own or that of the catalog around it.
    pub(crate) item_type: Option<String>,
    /// The mapping with `type` and `brooklyn.config`: the entity itself, or `item`.
    pub(crate) blueprint: Option<Path>,
    pub(crate) content: Content,
}

/// Content that an element refers to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// An entity of this type.
    Type(String),
    /// An application with `services`.
    Application,
    /// A TOSCA template, in the catalog itself.
    Tosca,
    /// A file, as written.
    File(String),
    Unknown,
}

/// A text, and its path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LocatedText {
    pub(crate) text: String,
    pub(crate) path: Path,
    pub(crate) range: TextRange,
}

impl CatalogModel {
    pub(crate) fn root(&self) -> Option<Node<'_>> {
        self.document.root().map(Node::resolve)
    }

    /// `brooklyn.catalog`.
    pub(crate) fn section(&self) -> Option<Node<'_>> {
        self.root()?.get("brooklyn.catalog").map(Node::resolve)
    }

    /// The element with this path.
    pub(crate) fn element(&self, path: &Path) -> Option<&Element> {
        self.elements.iter().find(|element| element.path == *path)
    }

    /// The text of a key of a mapping.
    pub(crate) fn text_at(&self, path: &Path, key: &str) -> Option<String> {
        text(self.document.get(path)?.resolve(), key)
    }
}

impl Element {
    /// The identifier, or else the display name.
    pub(crate) fn label(&self) -> String {
        if let (ElementKind::File, Content::File(file)) = (self.kind, &self.content) {
            return file.rsplit('/').next().unwrap_or(file).to_owned();
        }
        let id = self.id.as_ref().map(|id| id.text.as_str());
        let name = match self.kind {
            ElementKind::Item => id.or(self.name.as_deref()),
            ElementKind::File | ElementKind::Entity | ElementKind::Member => self.name.as_deref().or(id),
        };
        let of_type = || match &self.content {
            Content::Type(name) => short(name).to_owned(),
            _ => self.path.to_string(),
        };
        name.map_or_else(of_type, str::to_owned)
    }
}

/// The last part of a Java class.
pub(crate) fn short(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((_, last)) if last.starts_with(|c: char| c.is_ascii_uppercase()) => last,
        _ => name,
    }
}
