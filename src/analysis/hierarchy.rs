//! Hierarchy of nodes and types: what an element uses, and what uses it. A node uses the nodes that it is connected to, a type the type that it
//! derives from.

use super::{Analysis, Checked, Location};
use limn_files::FilePath;
use limn_language::graph::{End, Id, Node};
use limn_text::TextRange;

/// A node of a diagram, or a declared type.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyItem {
    pub name: String,
    /// The caption of a node, such as the name of its type; empty for types.
    pub detail: String,
    pub element: HierarchyElement,
    /// The name in the text.
    pub place: Location,
    /// The whole definition, in the same file.
    pub definition: TextRange,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HierarchyElement {
    /// A node in the diagram of a document: the index of the document in its file.
    Node {
        document: usize,
        id: Id,
    },
    Type,
}

/// An element that uses another one or is used by it, and the places of the connection in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyLink {
    pub item: HierarchyItem,
    pub places: Vec<Location>,
}

/// Side of a hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HierarchySide {
    /// The elements that use the item.
    UsedBy,
    /// The elements that the item uses.
    Uses,
}

impl Analysis {
    /// The type whose name is at an offset, otherwise the node around it.
    pub fn hierarchy_at(&self, file: &FilePath, offset: usize) -> Option<HierarchyItem> {
        if let Some(at) = self.type_at(file, offset) {
            return self.type_item(&at);
        }
        let checked = self.document_at(file, offset)?;
        let element = checked.at(offset)?;
        let node = checked.graph().nodes.iter().find(|node| element.0.starts_with(&node.id.0))?;
        node_item(checked, node)
    }

    /// A node of a document, by the index of the document in its file.
    pub fn hierarchy_of(&self, file: &FilePath, document: usize, id: &Id) -> Option<HierarchyItem> {
        let checked = self.documents(file).get(document)?;
        node_item(checked, checked.graph().nodes.iter().find(|node| node.id == *id)?)
    }

    /// The elements on one side of an item, each once, in the order of the text.
    pub fn hierarchy_links(&self, item: &HierarchyItem, side: HierarchySide) -> Vec<HierarchyLink> {
        match (&item.element, side) {
            (HierarchyElement::Type, HierarchySide::UsedBy) => {
                let derived = self.derived_types(&item.place).into_iter();
                let link = |(derived, base)| {
                    Some(HierarchyLink { item: self.type_item(&derived)?, places: vec![base] })
                };
                derived.filter_map(link).collect()
            }
            (HierarchyElement::Type, HierarchySide::Uses) => {
                let base = self.base_type(&item.place).and_then(|(base, range)| {
                    let place = Location { file: item.place.file.clone(), range };
                    Some(HierarchyLink { item: self.type_item(&base)?, places: vec![place] })
                });
                base.into_iter().collect()
            }
            (HierarchyElement::Node { document, id }, side) => {
                let checked = self.documents(&item.place.file).get(*document);
                checked.map(|checked| node_links(checked, id, side)).unwrap_or_default()
            }
        }
    }

    fn type_item(&self, at: &Location) -> Option<HierarchyItem> {
        let checked = self.document_at(&at.file, at.range.start)?;
        let name = checked.text().get(at.range.start..at.range.end)?.trim_matches(['"', '\'']).to_owned();
        let element = HierarchyElement::Type;
        Some(HierarchyItem { name, detail: String::new(), element, place: at.clone(), definition: at.range })
    }
}

fn node_item(checked: &Checked, node: &Node) -> Option<HierarchyItem> {
    let (range, definition) = checked.range_of(&node.id)?;
    Some(HierarchyItem {
        name: node.label.clone(),
        detail: node.caption.clone(),
        element: HierarchyElement::Node { document: checked.nth(), id: node.id.clone() },
        place: Location { file: checked.file().clone(), range },
        definition,
    })
}

fn node_links(checked: &Checked, id: &Id, side: HierarchySide) -> Vec<HierarchyLink> {
    let graph = checked.graph();
    let found = connected(checked, id, side).into_iter();
    let link = |(other, links): (Id, Vec<&Id>)| {
        let node = graph.nodes.iter().find(|node| node.id == other)?;
        let range = |link| Some(checked.range_of(link)?.0);
        let location = |range| Location { file: checked.file().clone(), range };
        let places = links.into_iter().filter_map(range).map(location).collect();
        Some(HierarchyLink { item: node_item(checked, node)?, places })
    };
    found.filter_map(link).collect()
}

/// The nodes that a node is connected to on one side, in the order of the links, each with its links. The node that contains the link in the text uses
/// the other one, such as its host, regardless of the direction in which the link is drawn; otherwise its sources use its targets.
fn connected<'c>(checked: &'c Checked, id: &Id, side: HierarchySide) -> Vec<(Id, Vec<&'c Id>)> {
    let mut found: Vec<(Id, Vec<&Id>)> = Vec::new();
    for link in &checked.graph().links {
        let nodes = |ends: &[End]| -> Vec<Id> { ends.iter().map(|end| end.port.node.clone()).collect() };
        let (sources, targets) = (nodes(&link.sources), nodes(&link.targets));
        let contains = |nodes: &[Id]| nodes.iter().any(|node| link.id.0.starts_with(&node.0));
        let is_reversed = contains(&targets) && !contains(&sources);
        let (users, used) = if is_reversed { (targets, sources) } else { (sources, targets) };
        let (near, far) = match side {
            HierarchySide::UsedBy => (used, users),
            HierarchySide::Uses => (users, used),
        };
        if !near.contains(id) {
            continue;
        }
        for other in far {
            match found.iter_mut().find(|(known, _)| *known == other) {
                Some((_, links)) => links.push(&link.id),
                None => found.push((other, vec![&link.id])),
            }
        }
    }
    found
}
