//! Parameters of entities: those that an entity declares, and those of the catalog items that its type resolves to.

use std::collections::HashSet;

use super::catalog_items;
use super::model::{CatalogModel, text};
use limn_files::FilePath;
use limn_language::schema::{Holds, Slot};
use limn_tosca::brooklyn::{parameter_name, parameters};
use limn_yaml::{Document, Node};

/// Maximum number of items that the type of an entity resolves to.
const ANCESTORS: usize = 16;

/// A declared parameter.
#[derive(Clone)]
pub(super) struct Parameter<'m> {
    pub(super) name: String,
    pub(super) file: FilePath,
    /// The declaration: a mapping, or the name only.
    pub(super) node: Node<'m>,
}

/// An item of the catalog with its blueprint, if that is a mapping.
pub(super) struct FoundItem<'m> {
    pub(super) file: FilePath,
    pub(super) node: Node<'m>,
    pub(super) blueprint: Option<Node<'m>>,
}

impl CatalogModel {
    fn document_of(&self, file: &FilePath) -> Option<&Document> {
        if *file == self.file {
            return Some(&self.document);
        }
        self.library.documents.get(file).map(|it| &**it)
    }

    /// The declaration in another file that a reference of this file resolves to.
    pub(super) fn foreign_declaration(&self, reference: usize) -> Option<Node<'_>> {
        let found = self.foreign.iter().find(|it| it.reference == reference)?;
        self.document_of(&found.file)?.get(&found.path)
    }

    /// The item with a name, which a version can follow: `shop:1.0.0`.
    pub(super) fn item(&self, name: &str) -> Option<FoundItem<'_>> {
        let items = catalog_items(&self.library);
        let plain = || items.get(name.split_once(':')?.0);
        let found = items.get(name).or_else(plain)?;
        let node = self.document_of(&found.file)?.get(&found.path.parent()?)?;
        let blueprint = node.get("item").or_else(|| node.get("spec")).map(Node::resolve);
        Some(FoundItem { file: found.file.clone(), node, blueprint: blueprint.filter(|it| it.is_mapping()) })
    }

    /// The parameters of an entity, its own first. `file`: the one that has the entity.
    pub(super) fn parameters_of<'m>(&'m self, entity: Node<'m>, file: &FilePath) -> Vec<Parameter<'m>> {
        let mut found = declared(entity, file);
        // An item can declare the parameters of its blueprint.
        let item = entity.key().and_then(Node::text).filter(|key| matches!(*key, "item" | "spec"));
        let item = item.and_then(|_| entity.parent());
        found.extend(item.into_iter().flat_map(|item| declared(item, file)));
        let mut next = text(entity, "type");
        for _ in 0..ANCESTORS {
            let Some(item) = next.and_then(|name| self.item(&name)) else { break };
            let nodes = [Some(item.node), item.blueprint].into_iter().flatten();
            found.extend(nodes.flat_map(|node| declared(node, &item.file)));
            next = item.blueprint.and_then(|it| text(it, "type"));
        }
        let mut seen = HashSet::new();
        found.retain(|it| seen.insert(it.name.clone()));
        found
    }
}

fn declared<'m>(node: Node<'m>, file: &FilePath) -> Vec<Parameter<'m>> {
    let of = |node: Node<'m>| {
        let name = parameter_name(node)?.as_str()?.into_owned();
        Some(Parameter { name, file: file.clone(), node })
    };
    parameters(node).filter_map(of).collect()
}

impl Parameter<'_> {
    fn type_name(&self) -> Option<String> {
        text(self.node, "type")
    }

    fn default(&self) -> Option<String> {
        text(self.node, "default")
    }

    /// "`port` (integer)".
    pub(super) fn summary(&self) -> String {
        match self.type_name() {
            Some(type_name) => format!("`{}` ({type_name})", self.name),
            None => format!("`{}`", self.name),
        }
    }

    /// The value type of the configuration key.
    pub(super) fn slot(&self) -> Slot {
        let type_name = self.type_name().unwrap_or_default();
        let holds = if type_name == "boolean" { Holds::Flag } else { Holds::Any };
        Slot {
            doc: text(self.node, "description").unwrap_or_default().trim().to_owned(),
            default: self.default(),
            computed: true,
            type_name,
            holds,
            ..Slot::default()
        }
    }
}
