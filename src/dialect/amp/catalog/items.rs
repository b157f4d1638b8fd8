//! Items of the catalogs of a workspace, with the parameters that they declare.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{ITEM, catalog_items};
use limn_files::FilePath;
use limn_language::dialect::Library;
use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::{Holds, Slot};
use limn_text::TextRange;
use limn_tosca::brooklyn::{parameter_name, parameters};
use limn_yaml::{Document, Node};

/// Maximum number of items that the type of an entity resolves to.
const ANCESTORS: usize = 16;
/// Maximum number of parameters of an item that are listed.
const LISTED: usize = 12;

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

/// The items of the catalogs of a workspace.
#[derive(Clone, Copy)]
pub(crate) struct Items<'m> {
    library: &'m Library,
    /// The document that needs them. It can be newer than the one of the workspace.
    own: Option<(&'m FilePath, &'m Document)>,
}

impl<'m> Items<'m> {
    pub(crate) fn of_workspace(library: &'m Library) -> Items<'m> {
        Items { library, own: None }
    }

    /// The items, seen from a document that may differ from the one of the workspace.
    pub(super) fn of_document(library: &'m Library, file: &'m FilePath, document: &'m Document) -> Items<'m> {
        Items { library, own: Some((file, document)) }
    }

    pub(super) fn document(self, file: &FilePath) -> Option<&'m Document> {
        match self.own {
            Some((own, document)) if own == file => Some(document),
            _ => self.library.documents.get(file).map(|document| &**document),
        }
    }

    /// The item with a name, which a version can follow: `shop:1.0.0`.
    pub(super) fn find(self, name: &str) -> Option<FoundItem<'m>> {
        let items = catalog_items(self.library);
        let plain = || items.get(name.split_once(':')?.0);
        let found = items.get(name).or_else(plain)?;
        let node = self.document(&found.file)?.get(&found.path.parent()?)?;
        let blueprint = node.get("item").or_else(|| node.get("spec")).map(Node::resolve);
        Some(FoundItem {
            file: found.file.clone(),
            node,
            blueprint: blueprint.filter(|blueprint| blueprint.is_mapping()),
        })
    }

    /// The parameters of an entity, its own first. `file`: the one that has the entity.
    pub(super) fn parameters(self, entity: Node<'m>, file: &FilePath) -> Vec<Parameter<'m>> {
        let mut found = declared(entity, file);
        // An item can declare the parameters of its blueprint.
        let item = entity.key().and_then(Node::text).filter(|key| matches!(*key, "item" | "spec"));
        let item = item.and_then(|_| entity.parent());
        found.extend(item.into_iter().flat_map(|item| declared(item, file)));
        let mut next = text(entity, "type");
        for _ in 0..ANCESTORS {
            let Some(item) = next.and_then(|name| self.find(&name)) else { break };
            let nodes = [Some(item.node), item.blueprint].into_iter().flatten();
            found.extend(nodes.flat_map(|node| declared(node, &item.file)));
            next = item.blueprint.and_then(|blueprint| text(blueprint, "type"));
        }
        let mut seen = HashSet::new();
        found.retain(|parameter| seen.insert(parameter.name.clone()));
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

/// The hover card of an item at a place that names it.
pub(crate) fn explain_item(items: Items<'_>, name: &str, range: TextRange) -> Option<Explanation> {
    let item = items.find(name)?;
    let nodes = [Some(item.node), item.blueprint].into_iter().flatten();
    let of_type = item.blueprint.and_then(|blueprint| text(blueprint, "type"));
    let mut facts: Vec<Fact> =
        of_type.map(|type_name| Fact::new("Type", format!("`{type_name}`"))).into_iter().collect();
    facts.extend(text(item.node, "version").map(|version| Fact::new("Version", format!("`{version}`"))));
    let parameters = items.parameters(item.blueprint.unwrap_or(item.node), &item.file);
    if !parameters.is_empty() {
        let mut listed: Vec<String> = parameters.iter().take(LISTED).map(Parameter::summary).collect();
        if parameters.len() > LISTED {
            listed.push(format!("{} more", parameters.len() - LISTED));
        }
        facts.push(Fact::new("Parameters", listed.join(", ")));
    }
    let doc = nodes.map(limn_common::description).find(|doc| !doc.is_empty()).unwrap_or_default();
    Some(Explanation { range, title: name.to_owned(), kind: ITEM.id.to_owned(), doc, facts })
}

/// The text of a key, if it is a scalar.
pub(crate) fn text(node: Node<'_>, key: &str) -> Option<String> {
    let value = node.get(key)?.resolve();
    value.as_str().filter(|_| value.is_scalar() && !value.is_null()).map(Cow::into_owned)
}
