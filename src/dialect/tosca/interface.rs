//! Interfaces of types, templates and relationships of requirements: each as written, with its [`InterfaceSchema`] from the types.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::types::{FileId, Layer, Lookup, ScalarText, Table, TypeId, TypeKind, TypeScope, named};
use limn_yaml::{Entry, Node};

/// Kind of the owner, which determines where operations can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerKind {
    Node,
    Relationship,
    Group,
}

impl std::fmt::Display for OwnerKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            OwnerKind::Node => "node",
            OwnerKind::Relationship => "relationship",
            OwnerKind::Group => "group",
        })
    }
}

/// An entry of an `interfaces` section of the document.
#[derive(Clone, Debug)]
pub struct Interface<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
    pub owner_kind: OwnerKind,
    /// True in a type: inputs are definitions, and the interface has a `type`.
    pub defines: bool,
    /// The enclosing type, or the type of the enclosing template.
    pub entity: Lookup,
    /// The enclosing type or template.
    pub owner: Node<'d>,
    /// For a relationship of an assigned requirement: the interface in the requirement definition, nearest layer first.
    pub around: Vec<Layer<'d>>,
    /// Operations as written.
    pub operations: Vec<Operation<'d>>,
}

/// An operation or notification as written.
#[derive(Clone, Debug)]
pub struct Operation<'d> {
    pub name: Cow<'d, str>,
    pub key: Node<'d>,
    pub node: Node<'d>,
}

/// Inherited declarations of an interface.
#[derive(Debug)]
pub struct InterfaceSchema<'d> {
    /// Declarations in types, nearest first.
    pub layers: Vec<Layer<'d>>,
    /// `None` if the interface has no type.
    pub type_id: Option<Lookup>,
    /// True if all types with possible declarations are known.
    pub complete: bool,
    /// The layers and the types of the interface, computed on first use.
    nodes: OnceCell<Vec<Layer<'d>>>,
    /// Cached results of operation lookups.
    has: RefCell<FxHashMap<&'d str, bool>>,
}

/// Cache of interface schemas by type, shared by all templates of a type.
#[derive(Debug, Default)]
pub struct InterfaceSchemas<'d>(RefCell<FxHashMap<TypeId, Vec<Named<'d>>>>);

/// Interface name and schema.
type Named<'d> = (Cow<'d, str>, Rc<InterfaceSchema<'d>>);

impl<'d> InterfaceSchemas<'d> {
    /// Cached [`InterfaceSchema::of`].
    pub fn of(
        &self,
        type_scope: &TypeScope<'d>,
        entity: Lookup,
        name: &Cow<'d, str>,
    ) -> Rc<InterfaceSchema<'d>> {
        let Lookup::Found(id) = entity else { return Rc::new(InterfaceSchema::unknown()) };
        let mut known = self.0.borrow_mut();
        let known = known.entry(id).or_default();
        if let Some((_, schema)) = known.iter().find(|cached| cached.0 == *name) {
            return Rc::clone(schema);
        }
        let schema = Rc::new(InterfaceSchema::of(type_scope, entity, name));
        known.push((name.clone(), Rc::clone(&schema)));
        schema
    }
}

/// Keynames of an interface or interface type that are not operations.
const KEYNAMES: [&str; 8] =
    ["type", "inputs", "operations", "notifications", "description", "derived_from", "version", "metadata"];

/// Operations of an interface or interface type: its own keys, and those under `operations`.
pub fn operations(node: Node<'_>) -> Vec<Operation<'_>> {
    let is_own = |entry: &Entry<'_>| entry.key.text().is_none_or(|key| !KEYNAMES.contains(&key));
    let mut found = Vec::with_capacity(node.entries().len());
    if node.has_merges() {
        found.extend(node.merged_entries().filter(is_own).filter_map(operation));
    } else {
        found.extend(node.entries().filter(is_own).filter_map(operation));
    }
    if node.get("operations").is_some() {
        found.extend(named(node, "operations").filter_map(operation));
    }
    found
}

/// Entries under `notifications`.
pub fn notifications(node: Node<'_>) -> Vec<Operation<'_>> {
    named(node, "notifications").filter_map(operation).collect()
}

fn operation(entry: Entry<'_>) -> Option<Operation<'_>> {
    if entry.is_merge() {
        return None;
    }
    Some(Operation { name: entry.key.as_str()?, key: entry.key, node: entry.value.resolve() })
}

/// An operation or notification of an interface or interface type, by name.
fn find_operation<'d>(node: Node<'d>, name: &str) -> Option<(Node<'d>, Node<'d>)> {
    let at = |node: Node<'d>| {
        let value = node.get(name)?;
        Some((value.key().unwrap_or(value), value.resolve()))
    };
    let own = if KEYNAMES.contains(&name) { None } else { at(node) };
    own.or_else(|| at(node.get("operations")?.resolve())).or_else(|| at(node.get("notifications")?.resolve()))
}

impl Operation<'_> {
    /// Returns true if the operation has an implementation.
    pub fn is_implemented(&self) -> bool {
        is_implemented(self.node)
    }
}

fn is_implemented(node: Node<'_>) -> bool {
    if node.is_scalar() {
        return !node.is_null() && node.as_str().is_some_and(|text| !text.is_empty());
    }
    node.get("implementation").map(Node::resolve).is_some_and(|implementation| {
        if implementation.is_mapping() {
            implementation.entries().next().is_some()
        } else {
            !implementation.is_null() && !implementation.is_sequence()
        }
    })
}

impl<'d> Interface<'d> {
    /// Inherited declarations of the interface.
    pub fn schema(
        &self,
        type_scope: &TypeScope<'d>,
        schemas: &InterfaceSchemas<'d>,
    ) -> Rc<InterfaceSchema<'d>> {
        let schema = schemas.of(type_scope, self.entity, &self.name);
        if self.around.is_empty() {
            return schema;
        }
        let mut schema = schema.as_ref().clone();
        let typed = self.around.iter().find_map(|layer| Some((ScalarText::at(layer.node, "type")?, *layer)));
        schema.layers.splice(0..0, self.around.iter().copied());
        Rc::new(match typed {
            Some((word, layer)) => {
                let id = type_scope.find(TypeKind::Interface, &word.text, type_scope.owner_file(layer));
                schema.typed(type_scope, id)
            }
            None => schema,
        })
    }
}

/// A clone starts with empty caches, because it is modified.
impl Clone for InterfaceSchema<'_> {
    fn clone(&self) -> Self {
        InterfaceSchema::new(self.layers.clone(), self.type_id, self.complete)
    }
}

impl<'d> InterfaceSchema<'d> {
    fn new(layers: Vec<Layer<'d>>, type_id: Option<Lookup>, complete: bool) -> InterfaceSchema<'d> {
        InterfaceSchema { layers, type_id, complete, nodes: OnceCell::new(), has: RefCell::default() }
    }

    fn unknown() -> InterfaceSchema<'d> {
        InterfaceSchema::new(Vec::new(), None, false)
    }

    /// Schema of the interface of a name in a type.
    pub fn of(type_scope: &TypeScope<'d>, entity: Lookup, name: &str) -> InterfaceSchema<'d> {
        let Lookup::Found(entity) = entity else { return InterfaceSchema::unknown() };
        let effective = type_scope.effective(entity);
        let definition = effective.interfaces().get(name);
        let type_id =
            match definition.and_then(|definition| type_scope.type_of(definition, TypeKind::Interface)) {
                Some(id) => Some(id),
                // A full type name refers to the interface of that type.
                None => {
                    let file = definition
                        .map_or(FileId::OWN, |definition| type_scope.owner_file(definition.nearest()));
                    Some(type_scope.find(TypeKind::Interface, name, file))
                        .filter(|lookup| name.contains(['.', ':']) && lookup.found().is_some())
                }
            };
        let layers = definition.map(|definition| definition.layers.to_vec()).unwrap_or_default();
        InterfaceSchema::new(layers, type_id, effective.complete).with_completeness(type_scope)
    }

    /// Marks the schema incomplete if the interface type is unknown.
    fn with_completeness(mut self, type_scope: &TypeScope<'d>) -> InterfaceSchema<'d> {
        self.complete &= match self.type_id {
            Some(Lookup::Found(id)) => type_scope.effective(id).complete,
            Some(_) => false,
            None => true,
        };
        self
    }

    /// The schema with an explicit interface type.
    pub fn typed(self, type_scope: &TypeScope<'d>, type_id: Lookup) -> InterfaceSchema<'d> {
        InterfaceSchema::new(self.layers, Some(type_id), self.complete).with_completeness(type_scope)
    }

    /// Returns true if any type declares the interface.
    pub fn is_declared(&self) -> bool {
        !self.layers.is_empty() || self.type_id.is_some_and(|lookup| lookup != Lookup::Unknown)
    }

    /// Nodes with operations, nearest first, and their types.
    fn nodes(&self, type_scope: &TypeScope<'d>) -> &[Layer<'d>] {
        self.nodes.get_or_init(|| {
            let mut nodes = self.layers.clone();
            if let Some(Lookup::Found(id)) = self.type_id {
                let line = type_scope.effective(id).ancestry.iter();
                nodes.extend(line.map(|&owner| {
                    let it = type_scope.get(owner);
                    Layer { key: it.key, node: it.node, owner }
                }));
            }
            nodes
        })
    }

    /// Declarations of an operation, nearest first.
    pub fn operation(&self, type_scope: &TypeScope<'d>, name: &str) -> Vec<Layer<'d>> {
        let found = self.nodes(type_scope).iter().filter_map(|layer| {
            let (key, node) = find_operation(layer.node, name)?;
            Some(Layer { key, node, owner: layer.owner })
        });
        found.collect()
    }

    pub fn has_operation(&self, type_scope: &TypeScope<'d>, name: &str) -> bool {
        self.nodes(type_scope).iter().any(|layer| find_operation(layer.node, name).is_some())
    }

    /// Cached lookup of an operation as written.
    pub fn has(&self, type_scope: &TypeScope<'d>, operation: &Operation<'d>) -> bool {
        let Some(name) = operation.key.text() else { return self.has_operation(type_scope, &operation.name) };
        *self.has.borrow_mut().entry(name).or_insert_with(|| self.has_operation(type_scope, name))
    }

    /// Returns true if a declaration of the operation has an implementation.
    pub fn is_implemented(&self, type_scope: &TypeScope<'d>, name: &str) -> bool {
        self.operation(type_scope, name).iter().any(|layer| is_implemented(layer.node))
    }

    /// Names of all operations and notifications, nearest first.
    pub fn names(&self, type_scope: &TypeScope<'d>) -> Vec<Cow<'d, str>> {
        let mut seen = BTreeSet::new();
        let nodes = self.nodes(type_scope).iter();
        let all = nodes.flat_map(|layer| operations(layer.node).into_iter().chain(notifications(layer.node)));
        all.map(|operation| operation.name).filter(|name| seen.insert(name.clone())).collect()
    }

    /// Names of the outputs of an operation. `assigned`: the operation in the template.
    pub fn outputs(
        &self,
        type_scope: &TypeScope<'d>,
        operation: &str,
        assigned: Option<Node<'d>>,
    ) -> Vec<Cow<'d, str>> {
        let mut seen = BTreeSet::new();
        let layers = self.operation(type_scope, operation).into_iter().map(|layer| layer.node);
        let all = layers.chain(assigned).flat_map(|node| named(node, "outputs"));
        all.filter_map(|entry| entry.key.as_str()).filter(|name| seen.insert(name.clone())).collect()
    }

    /// Inputs of the interface, or of an operation including those of the interface. Nearer declarations override farther ones.
    pub fn inputs(&self, type_scope: &TypeScope<'d>, operation: Option<&str>) -> Table<'d> {
        let nodes = self.nodes(type_scope);
        let mut table = Table::default();
        let mut lay = |node: Node<'d>, owner| {
            for entry in named(node, "inputs") {
                let Some(name) = entry.key.as_str() else { continue };
                table.lay(name, Layer { key: entry.key, node: entry.value.resolve(), owner });
            }
        };
        for layer in nodes.iter().rev() {
            lay(layer.node, layer.owner);
        }
        if let Some(name) = operation {
            for layer in nodes.iter().rev() {
                if let Some((_, node)) = find_operation(layer.node, name) {
                    lay(node, layer.owner);
                }
            }
        }
        table
    }
}

/// Relationship type of a requirement definition.
pub fn relationship_defined(type_scope: &TypeScope<'_>, node_type: Lookup, requirement: &str) -> Lookup {
    let Lookup::Found(id) = node_type else { return Lookup::Undetermined };
    type_scope
        .effective(id)
        .requirements()
        .get(requirement)
        .map_or(Lookup::Undetermined, |definition| type_scope.relationship_of(definition))
}
