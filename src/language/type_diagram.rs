//! Diagram of the types that a document declares: what each derives from, which types its properties have, and what uses it. Computed from the names of
//! the document, so it is the same for all languages.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dialect::PaletteEntry;
use crate::edit::EditError;
use crate::graph::{
    Badge, Diagram, End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Port, PortRef, Role,
};
use crate::schema::{NameKind, Names};
use limn_yaml::{Document, Path};

/// Declarations of types in a language.
#[derive(Debug)]
pub struct TypeSection {
    /// The name of the diagram: "Data types".
    pub label: &'static str,
    /// A type in the words of the language: "data type".
    pub role: &'static str,
    /// The section of the document that declares them.
    pub section: &'static str,
    /// The key with the type that a type derives from.
    pub base: &'static str,
    pub kind: &'static NameKind,
}

/// The kind of these diagrams.
pub const KIND: &str = "diagram";

/// The palette's entry for a new type.
pub const NEW_TYPE: &str = "new-type";

impl TypeSection {
    /// Returns true if an element belongs to the section.
    pub fn contains(&self, id: &Id) -> bool {
        id.0.key_at(0) == Some(self.section)
    }

    /// Palette of the diagram.
    pub fn palette(&self, doc: &str) -> Vec<PaletteEntry> {
        let role = self.role;
        let label = format!("{}{}", role[..1].to_uppercase(), &role[1..]);
        vec![PaletteEntry::new(NEW_TYPE, self.label, label, doc, Icon::Storage)]
    }

    /// The section, and a name in it that is not taken, from the requested one.
    pub fn new_name(&self, document: &Document, requested: &str) -> (Path, String) {
        let section = Path::keys([self.section]);
        let is_free = |name: &String| document.get(&section.key(name)).is_none();
        let names = std::iter::once(requested.to_owned()).chain((2..).map(|at| format!("{requested}{at}")));
        let name =
            names.take(document.text().len() + 2).find(is_free).unwrap_or_else(|| requested.to_owned());
        (section, name)
    }

    /// The reason that its wires are not drawn by hand.
    pub fn no_wires(&self) -> EditError {
        let role = self.role;
        EditError::Incompatible(format!(
            "set what a {role} derives from, and the types of its properties, in its form"
        ))
    }
}

/// A type as a document declares and uses it.
#[derive(Default)]
struct Declared {
    properties: Vec<String>,
    /// The properties that have a type of the section.
    typed: Vec<String>,
    has_base: bool,
    uses: Vec<String>,
}

/// The diagram of a section; `None` if it declares no type.
pub fn diagram(document: &Document, names: &Names, types: &TypeSection) -> Option<Diagram> {
    document.root()?.get(types.section)?;
    let section = Path::keys([types.section]);
    let is_type = |at: usize| {
        let declared = &names.declarations[at];
        declared.kind == types.kind && declared.parent.is_none() && declared.path.starts_with(&section)
    };
    let mut found: BTreeMap<usize, Declared> =
        (0..names.declarations.len()).filter(|at| is_type(*at)).map(|at| (at, Declared::default())).collect();
    if found.is_empty() {
        return None;
    }
    for declared in &names.declarations {
        if let Some(of) = declared.parent.and_then(|parent| found.get_mut(&parent)) {
            of.properties.push(declared.name.clone());
        }
    }
    let mut links = Vec::new();
    for reference in &names.references {
        let Some(target) = reference.declaration.filter(|at| found.contains_key(at)) else { continue };
        let Some(around) = reference.enclosing else { continue };
        let id = Id(reference.at(document));
        let chain = chain(names, around);
        let (outer, inner) = (chain[0], &chain[1..]);
        match found.get_mut(&outer) {
            Some(of) if inner.is_empty() && id.0.last_key() == Some(types.base) => {
                of.has_base = true;
                links.push(link(names, (outer, ""), target, id, "is a"));
            }
            Some(of) => {
                let name = inner.first().map_or(String::new(), |at| names.declarations[*at].name.clone());
                if !of.typed.contains(&name) {
                    of.typed.push(name.clone());
                }
                links.push(link(names, (outer, &name), target, id, ""));
            }
            None => {
                let path: Vec<&str> = chain.iter().map(|at| &*names.declarations[*at].name).collect();
                if let Some(of) = found.get_mut(&target) {
                    of.uses.push(path.join("."));
                }
            }
        }
    }
    let nodes = found.iter().map(|(at, of)| node(document, names, *at, of, types)).collect();
    let graph = Arc::new(Graph { nodes, links, ..Graph::default() });
    Some(Diagram { id: Id(section), label: types.label.to_owned(), kind: KIND, graph })
}

/// The declared elements around one, from the outermost to itself.
fn chain(names: &Names, of: usize) -> Vec<usize> {
    let mut chain: Vec<usize> =
        std::iter::successors(Some(of), |at| names.declarations[*at].parent).take(16).collect();
    chain.reverse();
    chain
}

fn link(names: &Names, (owner, port): (usize, &str), target: usize, id: Id, label: &str) -> Link {
    let end = |of: usize, role: Role, port: &str| End {
        port: PortRef { node: Id(names.declarations[of].path.clone()), role, port: port.to_owned() },
        written: id.clone(),
        note: String::new(),
    };
    Link {
        kind: LinkKind::Relationship,
        label: label.to_owned(),
        sources: vec![end(target, Role::Capability, "")],
        targets: vec![end(owner, Role::Requirement, port)],
        acts: false,
        hosts: false,
        by: None,
        id: id.clone(),
    }
}

fn node(document: &Document, names: &Names, at: usize, of: &Declared, types: &TypeSection) -> Node {
    let declared = &names.declarations[at];
    let base = document.get(&declared.path.key(types.base)).and_then(limn_yaml::Node::as_str);
    let caption = match base.filter(|_| !of.has_base) {
        Some(base) => format!("derives from {base}"),
        None => String::new(),
    };
    let counted = |all: &[String], one: &str, several: &str, icon: Icon, title: &str| {
        let text = if all.len() == 1 { format!("1 {one}") } else { format!("{} {several}", all.len()) };
        (!all.is_empty()).then(|| Badge { icon, text, title: format!("{title}{}", listed(all)) })
    };
    let badges = [
        counted(&of.properties, "property", "properties", Icon::Lock, "Properties: "),
        counted(&of.uses, "use", "uses", Icon::Reference, "Type of "),
    ];
    let port = |role: Role, name: &str| Port {
        role,
        side: role.side(),
        name: name.to_owned(),
        kind: None,
        ghost: false,
        shown: true,
        unmet: false,
        folds: false,
    };
    let mut ports = vec![port(Role::Capability, "")];
    ports.extend(of.has_base.then(|| port(Role::Requirement, "")));
    ports.extend(of.typed.iter().map(|name| port(Role::Requirement, name)));
    Node {
        id: Id(declared.path.clone()),
        look: Look::Solid,
        icon: Icon::Storage,
        label: declared.name.clone(),
        caption,
        role: types.role,
        multiplicity: Multiplicity::One,
        badges: badges.into_iter().flatten().collect(),
        ports,
        host: None,
    }
}

/// The first of several names, and how many more there are.
fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let shown = names.iter().take(MOST).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(MOST).filter(|more| *more > 0) {
        Some(more) => format!("{shown} and {more} more"),
        None => shown,
    }
}
