//! Hierarchy of nodes, types and documents: what an element uses, and what uses it. A node uses the nodes that it is connected to, a type the type that
//! it derives from, a document those that it names.

use std::collections::HashMap;

use super::{Analysis, Checked, Location};
use limn_files::FilePath;
use limn_ide::symbols::{self, Role};
use limn_language::dialect::Model;
use limn_language::graph::{End, Graph, Id, Link, Node};
use limn_language::schema::{KeyRole, value_with};
use limn_text::TextRange;
use limn_yaml::Document;

/// A node of a diagram, a declared type, or a document.
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
    /// A whole document, which other files refer to.
    Document,
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
    /// The type or the document whose name is at an offset, otherwise the innermost node around it.
    pub fn hierarchy_at(&self, file: &FilePath, offset: usize) -> Option<HierarchyItem> {
        let named = self.type_hierarchy_at(file, offset);
        if let Some(item) = named.or_else(|| self.document_hierarchy_at(file, offset)) {
            return Some(item);
        }
        let checked = self.document_at(file, offset)?;
        let element = checked.at(offset)?;
        let around = checked.graph().nodes.iter().filter(|node| element.0.starts_with(&node.id.0));
        node_item(checked, around.max_by_key(|node| node.id.0.len())?)
    }

    /// The type whose name is at an offset.
    pub fn type_hierarchy_at(&self, file: &FilePath, offset: usize) -> Option<HierarchyItem> {
        self.type_item(&self.type_at(file, offset)?)
    }

    /// A node of a document, by the index of the document in its file; an element of another diagram, if it is a type; the document itself, if it has a
    /// name.
    pub fn hierarchy_of(&self, file: &FilePath, document: usize, id: &Id) -> Option<HierarchyItem> {
        let checked = self.documents(file).get(document)?;
        match node_of(checked.graph(), id) {
            Some(node) => node_item(checked, node),
            None if id.0.is_empty() && checked.document_name().is_some() => Some(checked.document_item()),
            None => self.type_hierarchy_at(file, checked.range_of(id)?.0.start),
        }
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
            (HierarchyElement::Document, side) => self.document_links(&item.place, side),
            (HierarchyElement::Node { document, id }, side) => {
                let checked = self.documents(&item.place.file).get(*document);
                checked.map(|checked| node_links(checked, id, side)).unwrap_or_default()
            }
        }
    }

    /// Returns true if an item has elements on one side. Cheaper than listing those of a node. What uses a document is known only after a search in all
    /// files, so it can have none.
    pub fn has_hierarchy_links(&self, item: &HierarchyItem, side: HierarchySide) -> bool {
        if item.element == HierarchyElement::Document && side == HierarchySide::UsedBy {
            return true;
        }
        let HierarchyElement::Node { document, id } = &item.element else {
            return !self.hierarchy_links(item, side).is_empty();
        };
        let Some(checked) = self.documents(&item.place.file).get(*document) else { return false };
        checked.graph().links.iter().any(|link| {
            let (near, far) = ends(link, side);
            !far.is_empty() && near.iter().any(|end| end.port.node == *id)
        })
    }

    /// The declaration of the type whose name is at an offset, in this file or in another.
    pub fn type_at(&self, file: &FilePath, offset: usize) -> Option<Location> {
        let at = self.definition(file, offset)?;
        let names = self.document_at(&at.file, at.range.start)?.model()?.names();
        let declaration = &names.declarations[names.declaration_at(at.range.start)?];
        (symbols::role(declaration.kind) == Role::Type).then_some(at)
    }

    /// The type that a declared type derives from, and where that is written; `None` if it is built in or derives from nothing.
    pub fn base_type(&self, at: &Location) -> Option<(Location, TextRange)> {
        let (document, model, shift) = self.document_at(&at.file, at.range.start)?.around(at.range.start)?;
        let key = document.at(at.range.start.checked_sub(shift)?)?;
        let base = value_with(document, model.grammar(), &key.path(), &[KeyRole::Base])?.range();
        let base = TextRange::new(base.start + shift, base.end + shift);
        Some((self.type_at(&at.file, base.start)?, base))
    }

    /// The types that derive from a declared type, each with the place of the derivation.
    pub fn derived_types(&self, at: &Location) -> Vec<(Location, Location)> {
        let references = self.references(&at.file, at.range.start).unwrap_or_default().references;
        let derived = |base: Location| {
            let start = base.range.start;
            let (document, model, shift) = self.document_at(&base.file, start)?.around(start)?;
            let path = document.at(start.checked_sub(shift)?)?.path();
            let element = path.parent()?;
            let value = value_with(document, model.grammar(), &element, &[KeyRole::Base]);
            value.filter(|value| value.path() == path)?;
            let key = document.get(&element)?.key()?.range();
            let range = TextRange::new(key.start + shift, key.end + shift);
            Some((Location { file: base.file.clone(), range }, base))
        };
        references.into_iter().filter_map(derived).collect()
    }

    fn type_item(&self, at: &Location) -> Option<HierarchyItem> {
        let checked = self.document_at(&at.file, at.range.start)?;
        let name = checked.text().get(at.range.start..at.range.end)?.trim_matches(['"', '\'']).to_owned();
        let element = HierarchyElement::Type;
        Some(HierarchyItem { name, detail: String::new(), element, place: at.clone(), definition: at.range })
    }
}

impl Checked {
    /// The document around an offset with its model, and the offset of its text: one inside another document has its own.
    fn around(&self, offset: usize) -> Option<(&Document, &dyn Model, usize)> {
        let model = self.model()?;
        Some(match model.embedded_around(offset) {
            Some(inner) => (&**inner.document, inner.model, inner.shift),
            None => (&*self.document, model, 0),
        })
    }
}

fn node_of<'g>(graph: &'g Graph, id: &Id) -> Option<&'g Node> {
    graph.nodes.iter().find(|node| node.id == *id)
}

/// `None` for a node that is not declared.
fn node_item(checked: &Checked, node: &Node) -> Option<HierarchyItem> {
    let (range, definition) = checked.range_of(&node.id)?;
    Some(item_at(checked, node, range, definition))
}

fn item_at(checked: &Checked, node: &Node, range: TextRange, definition: TextRange) -> HierarchyItem {
    HierarchyItem {
        name: node.label.clone(),
        detail: node.caption.clone(),
        element: HierarchyElement::Node { document: checked.nth(), id: node.id.clone() },
        place: Location { file: checked.file().clone(), range },
        definition,
    }
}

fn node_links(checked: &Checked, id: &Id, side: HierarchySide) -> Vec<HierarchyLink> {
    let graph = checked.graph();
    let nodes: HashMap<&Id, &Node> = graph.nodes.iter().map(|node| (&node.id, node)).collect();
    let link = |(other, links): (&Id, Vec<&Link>)| {
        let node = nodes.get(other)?;
        let ranges: Vec<TextRange> =
            links.into_iter().filter_map(|link| Some(checked.range_of(&link.id)?.0)).collect();
        // A node that is not declared is where it is named.
        let undeclared = || ranges.first().map(|range| item_at(checked, node, *range, *range));
        let item = node_item(checked, node).or_else(undeclared)?;
        let location = |range| Location { file: checked.file().clone(), range };
        Some(HierarchyLink { item, places: ranges.into_iter().map(location).collect() })
    };
    connected(graph, id, side).into_iter().filter_map(link).collect()
}

/// The nodes that a node is connected to on one side, in the order of the links, each with its links.
fn connected<'g>(graph: &'g Graph, id: &Id, side: HierarchySide) -> Vec<(&'g Id, Vec<&'g Link>)> {
    let mut found: Vec<(&Id, Vec<&Link>)> = Vec::new();
    let mut index: HashMap<&Id, usize> = HashMap::new();
    for link in &graph.links {
        let (near, far) = ends(link, side);
        if !near.iter().any(|end| end.port.node == *id) {
            continue;
        }
        for other in far.iter().map(|end| &end.port.node) {
            let at = *index.entry(other).or_insert_with(|| {
                found.push((other, Vec::new()));
                found.len() - 1
            });
            found[at].1.push(link);
        }
    }
    found
}

/// The ends of a link on the side of an item, and those on the other side. The node that contains the link in the text uses the other one, such as its
/// host; of a link outside both, the end at which its drawing begins uses the other.
fn ends(link: &Link, side: HierarchySide) -> (&[End], &[End]) {
    let depth = |ends: &[End]| {
        let around = ends.iter().map(|end| &end.port.node.0).filter(|node| link.id.0.starts_with(node));
        around.map(limn_yaml::Path::len).max()
    };
    let (sources, targets) = (depth(&link.sources), depth(&link.targets));
    let (users, used): (&[End], &[End]) = match sources.cmp(&targets) {
        std::cmp::Ordering::Greater => (&link.sources, &link.targets),
        std::cmp::Ordering::Less => (&link.targets, &link.sources),
        std::cmp::Ordering::Equal => link.as_read(),
    };
    match side {
        HierarchySide::UsedBy => (used, users),
        HierarchySide::Uses => (users, used),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names on both sides of the item at the mark `|`: "used by" and "uses".
    fn sides(name: &str, marked: &str) -> Option<(String, [Vec<String>; 2])> {
        let at = marked.find('|').expect("there is a mark");
        let file = FilePath::new(name).unwrap();
        let analysis = Analysis::of_text(&file, &marked.replacen('|', "", 1));
        let item = analysis.hierarchy_at(&file, at)?;
        let names = [HierarchySide::UsedBy, HierarchySide::Uses].map(|side| {
            let links = analysis.hierarchy_links(&item, side);
            assert_eq!(analysis.has_hierarchy_links(&item, side), !links.is_empty());
            links.into_iter().map(|link| link.item.name).collect()
        });
        Some((item.name, names))
    }

    #[track_caller]
    fn check(name: &str, marked: &str, item: &str, used_by: &[&str], uses: &[&str]) {
        let (found, [users, used]) = sides(name, marked).expect("an item is at the mark");
        assert_eq!((found.as_str(), users, used), (item, owned(used_by), owned(uses)));
    }

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    const TOSCA: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types: { a.A: { derived_from: tosca.nodes.Root }, a.B: { derived_from: a.A }, a.C: { derived_from: a.A } }
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
    web: { type: a.B, requirements: [dependency: gone, dependency: server] }
";

    #[test]
    fn a_node_uses_its_targets_even_if_they_are_not_declared() {
        check("a.yaml", &TOSCA.replace("web:", "we|b:"), "web", &[], &["gone", "server"]);
        check("a.yaml", &TOSCA.replace("server: {", "ser|ver: {"), "server", &["web"], &[]);
    }

    #[test]
    fn a_type_uses_its_base_type() {
        check("a.yaml", &TOSCA.replace("a.A: {", "a|.A: {"), "a.A", &["a.B", "a.C"], &[]);
        check("a.yaml", &TOSCA.replace("type: a.B", "type: a|.B"), "a.B", &[], &["a.A"]);
        assert_eq!(sides("a.yaml", &format!("|{TOSCA}")), None);
    }

    #[test]
    fn a_component_uses_those_whose_capabilities_it_requires() {
        let text = "\
name: assembly::shop::1.0
composition:
  db: { type: resource::db::1.0 }
  web: { type: resource::web::1.0 }
relationships:
  sql:
    source-capabilities: [db.sql]
    target-requirements: [web.sql]
";
        check("a.yml", &text.replace("db: {", "d|b: {"), "db", &["web"], &[]);
        check("a.yml", &text.replace("web: {", "w|eb: {"), "web", &[], &["db"]);
    }

    #[test]
    fn a_child_that_reads_its_parent_uses_it() {
        let text = "\
services:
- type: org.apache.brooklyn.entity.stock.BasicApplication
  id: web
  brooklyn.children:
  - type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess
    id: log
    brooklyn.config:
      port: $brooklyn:component(\"web\").config(\"port\")
";
        let (item, [_, uses]) = sides("camp.yaml", &text.replace("id: log", "id: l|og")).unwrap();
        assert_eq!((item.as_str(), uses.contains(&"web".to_owned())), ("log", true));
        let (item, [users, _]) = sides("camp.yaml", &text.replace("id: web", "id: w|eb")).unwrap();
        assert_eq!((item.as_str(), users.contains(&"log".to_owned())), ("web", true));
    }

    #[test]
    fn types_of_a_template_inside_a_catalog_are_found() {
        let text = "\
brooklyn.catalog:
  bundle: shop
  version: 1.0.0
  items:
  - id: shop
    itemType: template
    item:
      tosca_definitions_version: tosca_simple_yaml_1_3
      node_types: { a.A: { derived_from: tosca.nodes.Root }, a.B: { derived_from: a.A } }
      topology_template: { node_templates: { web: { type: a.B } } }
";
        check("catalog.bom", &text.replace("a.A: {", "a|.A: {"), "a.A", &["a.B"], &[]);
        check("catalog.bom", &text.replace("a.B: {", "a|.B: {"), "a.B", &[], &["a.A"]);
    }
}
