//! Imports by name and version, `shop-types:1.0.0`, in the working draft that AMP's plugin reads: files of the workspace that declare the name.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::workspace_index::DocumentId;
use limn_files::FilePath;
use limn_language::dialect::Library;
use limn_yaml::{Document, Node};

/// Version of the documents whose imports are names.
const DRAFT: &str = "tosca_simple_yaml_1_0_0";

/// Service templates by name and version: their own, or those of the catalog item that they are.
#[derive(Debug, Default)]
pub(super) struct NamedTemplates(FxHashMap<String, DocumentId>);

impl NamedTemplates {
    pub(super) fn new(library: &Library, number: impl Fn(&FilePath) -> Option<DocumentId>) -> NamedTemplates {
        let mut names = FxHashMap::default();
        for (path, document) in &library.documents {
            let (Some(root), Some(id)) = (document.root().map(Node::resolve), number(path)) else { continue };
            if let Some(name) = own_name(root) {
                names.entry(name).or_insert(id);
            }
        }
        for (path, document) in &library.documents {
            let catalog = document.root().and_then(|root| root.resolve().get("brooklyn.catalog"));
            for (name, file) in catalog.map(|catalog| items(catalog.resolve())).unwrap_or_default() {
                let target = path.join(&file).ok().filter(|file| library.documents.contains_key(file));
                if let Some(id) = target.and_then(|file| number(&file)) {
                    names.entry(name).or_insert(id);
                }
            }
        }
        NamedTemplates(names)
    }

    /// The document that an import names.
    pub(super) fn find(&self, importer: &Document, name: &str) -> Option<DocumentId> {
        if self.0.is_empty() || !is_draft(importer) {
            return None;
        }
        self.0.get(name.trim()).copied()
    }
}

fn is_draft(document: &Document) -> bool {
    let version = document.root().and_then(|root| root.resolve().get("tosca_definitions_version"));
    version.and_then(Node::as_str).is_some_and(|version| version.trim().starts_with(DRAFT))
}

fn text(node: Node<'_>, key: &str) -> Option<String> {
    let value = node.get(key)?.resolve();
    value.as_str().filter(|text| value.is_scalar() && !text.is_empty()).map(|text| text.trim().to_owned())
}

/// `template_name` and `template_version`, at the root or in `metadata`.
fn own_name(root: Node<'_>) -> Option<String> {
    root.get("tosca_definitions_version")?;
    let of = |key: &str| text(root, key).or_else(|| text(root.get("metadata")?.resolve(), key));
    Some(format!("{}:{}", of("template_name")?, of("template_version")?))
}

/// The items of a catalog that are files: names with versions, and the files.
fn items(catalog: Node<'_>) -> Vec<(String, String)> {
    let Some(items) = catalog.get("items").map(Node::resolve) else { return Vec::new() };
    let of_item = |item: Node<'_>| {
        let item = item.resolve();
        let content = item.get("item")?.resolve();
        let file = content.as_str().filter(|_| content.is_scalar()).map(Cow::into_owned);
        let file = file.or_else(|| text(content, "tosca_link"))?;
        let version = text(item, "version").or_else(|| text(catalog, "version"))?;
        let file = file.strip_prefix("classpath://").unwrap_or(&file).to_owned();
        Some((format!("{}:{version}", text(item, "id")?), file))
    };
    items.items().filter_map(of_item).collect()
}
