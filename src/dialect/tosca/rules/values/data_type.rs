//! Data type declarations: a parent or properties, and no required property that contains the type itself.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::check::Findings;
use crate::model::Service;
use crate::types::{TypeId, TypeKind, named};
use crate::value::{DataSchema, Field, ValueKind};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Op;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&EMPTY, &NO_PROPERTIES, &PRIMITIVE, &IGNORED_CONSTRAINTS, &ENDLESS], check };

pub(in crate::rules) static EMPTY: Code = Code::warning(
    "tosca/empty-data-type",
    "T3.6.6-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6.3",
    "Checks that a data type has a parent type or properties of its own.",
)
.why(
    "Without either, any value is valid. The root data type of TOSCA is like that, so no processor rejects it.",
)
.advice("Add `derived_from` with a parent type, or add `properties`.")
.bad(
    "service template",
    "
data_types: {my.Port: {description: a port}}
#            ^^^^^^^
",
)
.good("data_types: {my.Port: {derived_from: integer, description: a port}}")
.one_cause("data types without a parent type and properties")
.supersedes(&[&crate::rules::types::derivation::ROOTLESS]);
static NO_PROPERTIES: Code = Code::warning(
    "tosca/empty-properties",
    "T3.6.6-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6.3",
    "Reports an empty `properties` in a data type.",
)
.why("Processors ignore it, so remove it.")
.advice("Remove `properties`, or define a property in it.")
.bad(
    "data types",
    "
my.A: {derived_from: tosca.datatypes.Root, properties: {}}
#                                          ^^^^^^^^^^
",
)
.good("my.A: {derived_from: tosca.datatypes.Root, properties: {a: {type: string}}}");
static PRIMITIVE: Code = Code::error(
    "tosca/simple-type-with-properties",
    "T3.6.6-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "Checks that a data type derived from a simple type, such as `string`, `integer` or `list`, has no properties.",
)
.why("Its value is a scalar, a list or a map, which has no properties.")
.advice("Remove `properties`, or derive the type from a complex type.")
.bad(
    "data types",
    "
my.Port: {derived_from: integer, properties: {name: {type: string}}}
#                                ^^^^^^^^^^
",
)
.good("my.Port: {derived_from: tosca.datatypes.Root, properties: {number: {type: integer}, name: {type: string}}}");
static IGNORED_CONSTRAINTS: Code = Code::warning(
    "tosca/ignored-constraints",
    "T3.6.6-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "Reports constraints on a complex data type.",
)
.earlier(&["tosca/idle-constraints"])
.why("Constraints apply to simple values: numbers, strings and lists.")
.advice("Put them on the properties of the type.")
.bad(
    "data types",
    "
my.Port: {properties: {number: {type: integer}}, constraints: [greater_than: 0]}
#                                                ^^^^^^^^^^^
",
)
.good("my.Port: {properties: {number: {type: integer, constraints: [greater_than: 0]}}}");
static ENDLESS: Code = Code::error(
    "tosca/endless-data-type",
    "T3.6.6-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "Checks that a data type does not require a property of its own type, directly or through other types.",
)
.why("No finite value of such a type exists.")
.advice("Make the property optional with `required: false`, or use a list or map of the type.")
.bad(
    "data types",
    "
my.Node: {properties: {next: {type: my.Node}}}
#                      ^^^^
",
)
.good("my.Node: {properties: {next: {type: my.Node, required: false}}}");

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    let mut graph = RequirementGraph::new(service);
    for (id, it) in service.own_types(TypeKind::Data) {
        let name = &it.name;
        let properties = it.node.get("properties").filter(|node| !node.is_null());
        let is_empty = properties.is_none_or(|node| node.is_mapping() && node.entries().len() == 0);
        let derives = it.node.get("derived_from").is_some_and(|node| !node.is_null());
        let is_declared = it.node.is_mapping() || it.node.is_null();
        if is_empty && !derives && is_declared {
            let message = format!("data type `{name}` has neither a parent type nor properties");
            findings.report(&EMPTY, it.key, message);
        } else if let Some(node) = properties.filter(|_| is_empty && derives) {
            let message = format!("empty `properties` in data type `{name}`");
            if let Some(diagnostic) = findings.report(&NO_PROPERTIES, node.key().unwrap_or(node), message) {
                let ops = vec![Op::Remove { at: node.path(), prune: false }];
                *diagnostic = diagnostic.clone().fix("Remove `properties`", ops);
            }
        }
        let schema = DataSchema::of_type(&service.type_scope, id);
        if let (ValueKind::Primitive(primitive), false) = (schema.kind, is_empty)
            && let Some(entry) = it.node.entry("properties")
        {
            let message = format!(
                "simple data type `{name}`, derived from `{}`, cannot have properties",
                primitive.name()
            );
            findings.report(&PRIMITIVE, entry.key, message);
        }
        let effective = service.type_scope.effective(id);
        let complex =
            schema.kind.primitive().is_none() && effective.complete && !effective.properties().is_empty();
        let constraints = it.node.entry("constraints").filter(|entry| complex && !entry.value.is_null());
        if let Some(entry) = constraints {
            let message = format!("constraints have no effect on the complex data type `{name}`");
            findings.report(&IGNORED_CONSTRAINTS, entry.key, message);
        }
        check_recursion(&mut findings, &mut graph, id);
    }
    findings.emit(report);
}

/// Reports a type that requires itself. In a cycle of types, one of them is reported.
fn check_recursion<'d>(findings: &mut Findings<'_, 'd>, graph: &mut RequirementGraph<'_, 'd>, id: TypeId) {
    let it = findings.service.type_scope.get(id);
    for entry in named(it.node, "properties") {
        let next = entry.key.text().and_then(|name| graph.required(id, name));
        let Some(component) = next.and_then(|next| graph.component(id, next)) else { continue };
        if *graph.reported.entry(component).or_insert(id) == id {
            let types = next.map(|next| graph.path(next, id)).unwrap_or_default();
            let names = types.into_iter().map(|id| &*findings.service.type_scope.get(id).name);
            let cycle = message::cycle("data type", std::iter::once(&*it.name).chain(names));
            findings.report(&ENDLESS, entry.key, format!("{cycle}; no finite value exists"));
        }
    }
}

/// Graph of data types that require each other. Each type has two vertices: the type itself, and its fields, which depend on the fields of its
/// parent. This way, fields inherited through a long chain are visited once.
struct RequirementGraph<'s, 'd> {
    service: &'s Service<'d>,
    /// Component number of each vertex: vertices of one cycle share a number.
    components: FxHashMap<Vertex, usize>,
    /// The reported type of each component.
    reported: FxHashMap<usize, TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    Whole(TypeId),
    Fields(TypeId),
}

impl<'s, 'd> RequirementGraph<'s, 'd> {
    fn new(service: &'s Service<'d>) -> RequirementGraph<'s, 'd> {
        RequirementGraph { service, components: FxHashMap::default(), reported: FxHashMap::default() }
    }

    /// The complex type of a required property.
    fn required(&self, id: TypeId, property: &str) -> Option<TypeId> {
        let type_scope = &self.service.type_scope;
        let field = Field::new(type_scope, type_scope.effective(id).properties().get(property)?);
        match field.schema.kind {
            ValueKind::Complex(next) if field.must_be_set() => Some(next),
            _ => None,
        }
    }

    /// Component of two types that require each other.
    fn component(&mut self, one: TypeId, other: TypeId) -> Option<usize> {
        if !self.components.contains_key(&Vertex::Whole(one)) {
            self.visit(Vertex::Whole(one));
        }
        let component = self.components.get(&Vertex::Whole(one)).copied();
        component.filter(|component| self.components.get(&Vertex::Whole(other)) == Some(component))
    }

    /// The types on a shortest path from one type to another of its component, without the last.
    fn path(&self, from: TypeId, to: TypeId) -> Vec<TypeId> {
        let (start, end) = (Vertex::Whole(from), Vertex::Whole(to));
        let component = self.components.get(&start);
        let mut previous: FxHashMap<Vertex, Vertex> = FxHashMap::default();
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front().filter(|vertex| *vertex != end) {
            for next in self.successors(vertex) {
                let is_inside = next != start && self.components.get(&next) == component;
                if is_inside && !previous.contains_key(&next) {
                    previous.insert(next, vertex);
                    queue.push_back(next);
                }
            }
        }
        let (mut path, mut at) = (Vec::new(), end);
        while let Some(before) = previous.get(&at) {
            at = *before;
            if let Vertex::Whole(id) = at {
                path.push(id);
            }
        }
        path.reverse();
        path
    }

    fn successors(&self, vertex: Vertex) -> Vec<Vertex> {
        let type_scope = &self.service.type_scope;
        let id = match vertex {
            Vertex::Whole(id) => return vec![Vertex::Fields(id)],
            Vertex::Fields(id) => id,
        };
        let effective = type_scope.effective(id);
        let own: Vec<&str> =
            named(type_scope.get(id).node, "properties").filter_map(|entry| entry.key.text()).collect();
        let parent = effective.ancestry.get(1).map(|parent| type_scope.effective(*parent).properties());
        let refines = parent.is_some_and(|above| own.iter().any(|name| above.get(name).is_some()));
        let names = if refines {
            effective.properties().iter().map(|property| &*property.name).collect()
        } else {
            own
        };
        let required = names.into_iter().filter_map(|name| self.required(id, name)).map(Vertex::Whole);
        let above = effective.ancestry.get(1).filter(|_| !refines).map(|parent| Vertex::Fields(*parent));
        required.chain(above).collect()
    }

    /// Finds the components of all reachable vertices.
    fn visit(&mut self, start: Vertex) {
        let mut numbers = FxHashMap::from_iter([(start, 0)]);
        let (mut vertices, mut edges) = (vec![start], Vec::new());
        let mut at = 0;
        while let Some(vertex) = vertices.get(at).copied() {
            for to in self.successors(vertex) {
                // A vertex that has a component reaches no vertex without one.
                if self.components.contains_key(&to) {
                    continue;
                }
                let number = *numbers.entry(to).or_insert_with(|| {
                    vertices.push(to);
                    vertices.len() - 1
                });
                edges.push((at, number));
            }
            at += 1;
        }
        let first = self.components.len();
        let components = Digraph::new(vertices.len(), edges.iter().copied()).components();
        let numbered = components.into_iter().map(|component| first + component);
        self.components.extend(vertices.into_iter().zip(numbered));
    }
}
