//! Reads the elements of a catalog file or blueprint. Aliases are followed once, deep nesting is left out.

use super::embedded::{is_template, is_template_text};
use super::model::{Content, Element, ElementKind, LocatedText, text};
use limn_yaml::{Document, Node};

/// Maximum depth of nested items and children.
const DEPTH: usize = 32;

/// The keys of a cluster that say what its members are.
const MEMBERS: [&str; 2] = ["memberSpec", "dynamiccluster.memberspec"];

pub(crate) fn elements(document: &Document) -> Vec<Element> {
    let mut reader = Reader { elements: Vec::new() };
    let Some(root) = document.root().map(Node::resolve) else { return reader.elements };
    match root.get("brooklyn.catalog").map(Node::resolve) {
        Some(catalog) => {
            reader.catalog(catalog, None, 0);
            // The oldest form: the root is the item, and `brooklyn.catalog` contains its name and version.
            if root.get("services").is_some()
                && catalog.get("item").is_none()
                && catalog.get("items").is_none()
            {
                let parent = reader.elements.iter().position(|element| element.kind == ElementKind::Item);
                reader.entities(root, "services", parent, 0);
            }
        }
        None => reader.entities(root, "services", None, 0),
    }
    reader.elements
}

struct Reader {
    elements: Vec<Element>,
}

impl Reader {
    /// A catalog, an item, or a part of a catalog with defaults for its items.
    fn catalog(&mut self, node: Node<'_>, defaults: Option<&str>, depth: usize) {
        if depth > DEPTH || !node.is_mapping() {
            return;
        }
        let own = text(node, "itemType").or_else(|| text(node, "item_type"));
        let item_type = own.or_else(|| defaults.map(str::to_owned));
        if let Some(include) = node.get("include").filter(|include| include.is_scalar() && !include.is_null())
        {
            self.file(include);
        }
        let has_items = node.get("items").is_some();
        let item = node.get("item").or_else(|| node.get("spec"));
        let has_id = text(node, "id").is_some();
        let is_part = has_items || node.get("brooklyn.libraries").is_some() || node.get("include").is_some();
        if item.is_some() || has_id && (!is_part || depth > 0 && !has_items) {
            self.item(node, item, item_type.as_deref());
        }
        let Some(items) = node.get("items").map(Node::resolve) else { return };
        for item in items.items() {
            if item.is_alias() {
                continue;
            }
            if item.is_scalar() && !item.is_null() {
                self.file(item);
            } else {
                self.catalog(item, item_type.as_deref(), depth + 1);
            }
        }
    }

    fn item(&mut self, node: Node<'_>, item: Option<Node<'_>>, item_type: Option<&str>) {
        let blueprint = item.map(Node::resolve).filter(|blueprint| blueprint.is_mapping());
        let content = match (blueprint, item.map(Node::resolve)) {
            (Some(blueprint), _) => content(blueprint),
            (None, Some(item)) => item.as_str().map_or(Content::Unknown, |text| of_text(&text)),
            (None, None) => Content::Unknown,
        };
        let own_name = text(node, "name").or_else(|| text(node, "displayName"));
        let inner = |key: &str| text(blueprint?, key);
        let at = self.elements.len();
        self.elements.push(Element {
            kind: ElementKind::Item,
            path: node.path(),
            range: node.full_range(),
            parent: None,
            id: word(node, "id"),
            name: own_name.or_else(|| inner("name")),
            version: text(node, "version"),
            item_type: item_type.map(str::to_owned),
            blueprint: blueprint.map(Node::path),
            content,
        });
        if let Some(blueprint) = blueprint {
            self.inside(blueprint, at, 0);
        }
    }

    fn file(&mut self, node: Node<'_>) {
        let Some(name) = node.as_str() else { return };
        self.elements.push(Element {
            kind: ElementKind::File,
            path: node.path(),
            range: node.full_range(),
            parent: None,
            id: None,
            name: None,
            version: None,
            item_type: None,
            blueprint: None,
            content: Content::File(name.into_owned()),
        });
    }

    /// The entities of a list in a mapping, with their children.
    fn entities(&mut self, node: Node<'_>, key: &str, parent: Option<usize>, depth: usize) {
        let Some(list) = node.get(key).map(Node::resolve).filter(|_| depth <= DEPTH) else { return };
        for entity in list.items().filter(|entity| entity.is_mapping()) {
            self.entity(entity, ElementKind::Entity, parent, depth);
        }
    }

    fn entity(&mut self, node: Node<'_>, kind: ElementKind, parent: Option<usize>, depth: usize) {
        let at = self.elements.len();
        self.elements.push(Element {
            kind,
            path: node.path(),
            range: node.full_range(),
            parent,
            id: word(node, "id"),
            name: text(node, "name").filter(|name| !name.starts_with("$brooklyn:")),
            version: None,
            item_type: None,
            blueprint: Some(node.path()),
            content: content(node),
        });
        self.inside(node, at, depth + 1);
    }

    /// The children of an entity, and the members of a cluster.
    fn inside(&mut self, node: Node<'_>, at: usize, depth: usize) {
        self.entities(node, "brooklyn.children", Some(at), depth);
        self.entities(node, "services", Some(at), depth);
        if let Some(specification) = members(node).filter(|spec| spec.is_mapping() && depth <= DEPTH) {
            self.entity(specification, ElementKind::Member, Some(at), depth);
        }
    }
}

/// The specification of the members of a cluster.
pub(super) fn members(cluster: Node<'_>) -> Option<Node<'_>> {
    let config = cluster.get("brooklyn.config").map(Node::resolve);
    let holders = config.into_iter().chain([cluster]);
    let mut values = holders.flat_map(|holder| MEMBERS.iter().filter_map(move |key| holder.get(key)));
    values.find_map(|value| value.resolve().get("$brooklyn:entitySpec")).filter(|spec| !spec.is_alias())
}

fn word(node: Node<'_>, key: &str) -> Option<LocatedText> {
    let value = node.get(key)?.resolve();
    let text = value.as_str().filter(|text| value.is_scalar() && !value.is_null() && !text.is_empty())?;
    Some(LocatedText { text: text.into_owned(), path: value.path(), range: value.range() })
}

fn content(blueprint: Node<'_>) -> Content {
    if is_template(blueprint) {
        return Content::Tosca;
    }
    let link = text(blueprint, "tosca_link").or_else(|| text(blueprint, "csar_link"));
    let of_type = ["type", "serviceType", "service_type"].iter().find_map(|key| text(blueprint, key));
    match (of_type, link) {
        (Some(name), _) => Content::Type(name),
        (None, Some(link)) => Content::File(link),
        (None, None) if blueprint.get("services").is_some() => Content::Application,
        (None, None) => Content::Unknown,
    }
}

/// An item as a text: the name of a file, or a whole template.
fn of_text(text: &str) -> Content {
    match text.trim() {
        _ if is_template_text(text) => Content::Tosca,
        text if text.contains('\n') || text.is_empty() => Content::Unknown,
        text => Content::File(text.to_owned()),
    }
}
