//! Generated workflows: node templates that depend on each other in a cycle, and relationship operations that have no place in them.

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::target::{NodeOrGroup, entity};
use crate::interface::{Interface, OwnerKind, operations};
use crate::model::{NodeTemplate, Requirement, Service, Topology};
use crate::read::relationship_of;
use crate::types::{Lookup, TypeKind, named};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&DEPENDENCY_CYCLE, &NO_PLACE, &IMPLEMENTED_DEPENDENCY, &SOURCE_ATTRIBUTE], check };

static DEPENDENCY_CYCLE: Code = Code::warning(
    "tosca/dependency-cycle",
    "T7.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 7.2",
    "Checks that nodes do not depend on each other in a cycle.",
)
.earlier(&["tosca/dependency-circle"])
.why("A node is created when all nodes that it is hosted on, depends on or connects to are started, so the nodes of a cycle are never created.")
.advice("Remove one of the requirements, or assign a node template outside the cycle to it.")
.bad(
    "topology template",
    "
node_templates:
  a: {type: tosca.nodes.SoftwareComponent, requirements: [{dependency: b}]}
# ^
  b: {type: tosca.nodes.SoftwareComponent, requirements: [{dependency: a}]}
",
)
.good(
    "
node_templates:
  a: {type: tosca.nodes.SoftwareComponent, requirements: [{dependency: b}]}
  b: {type: tosca.nodes.SoftwareComponent}
",
);
static NO_PLACE: Code = Code::warning(
    "tosca/operation-at-delegated-node",
    "T7.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 7.2.1",
    "Reports a relationship operation that has to run while a node without operations is configured.",
)
.why("The orchestrator only reports that such a node is started or deleted, so the operation never runs.")
.advice("Implement `pre_configure_source` or `post_configure_source` instead, or implement an operation of the target node.")
.bad(
    "service template",
    "
~node_types:
~  my.App:
~    derived_from: tosca.nodes.Root
~    requirements:
~      - server: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo}
topology_template:
  node_templates:
    machine: {type: tosca.nodes.Compute}
    server: {type: tosca.nodes.WebServer, requirements: [host: machine]}
    app:
      type: my.App
      requirements:
        - server:
            node: server
            relationship:
              type: tosca.relationships.ConnectsTo
              interfaces: {Configure: {pre_configure_target: allow.sh}}
#                                      ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
~node_types:
~  my.App:
~    derived_from: tosca.nodes.Root
~    requirements:
~      - server: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo}
topology_template:
  node_templates:
    machine: {type: tosca.nodes.Compute}
    server: {type: tosca.nodes.WebServer, requirements: [host: machine]}
    app:
      type: my.App
      requirements:
        - server:
            node: server
            relationship:
              type: tosca.relationships.ConnectsTo
              interfaces: {Configure: {post_configure_source: allow.sh}}
",
);
static IMPLEMENTED_DEPENDENCY: Code = Code::warning(
    "tosca/implemented-dependency",
    "T7.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 7.2.2",
    "Reports an operation on a `tosca.relationships.DependsOn` relationship.",
)
.why("`DependsOn` only orders nodes.")
.advice("Use an operation of `tosca.relationships.ConnectsTo`, or of a type that derives from it.")
.bad(
    "topology template",
    "
relationship_templates:
  order:
    type: tosca.relationships.DependsOn
    interfaces: {Configure: {add_target: add.sh}}
#                            ^^^^^^^^^^
",
)
.good(
    "
relationship_templates:
  connection:
    type: tosca.relationships.ConnectsTo
    interfaces: {Configure: {add_target: add.sh}}
",
);
static SOURCE_ATTRIBUTE: Code = Code::warning(
    "tosca/source-attribute-in-target-operation",
    "T7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 7.2.3",
    "Reports an attribute of the source in `pre_configure_target` and `post_configure_target`.",
)
.why("The source is not configured while the target is, so its attributes have no values yet. Its properties do.")
.advice("Read a property with `get_property`, or move the operation to `post_configure_source`.")
.bad(
    "service template",
    "
relationship_types:
  my.Connection:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        pre_configure_target:
          implementation: allow.sh
          inputs:
            from:
              type: string
              default: {concat: ['ip: ', {get_attribute: [SOURCE, ip]}]}
#                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
relationship_types:
  my.Connection:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure:
        pre_configure_target:
          implementation: allow.sh
          inputs:
            from:
              type: string
              default: {concat: ['ip: ', {get_property: [SOURCE, ip]}]}
",
);

/// Relationships that order nodes.
const ORDERING: [&str; 3] =
    ["tosca.relationships.DependsOn", "tosca.relationships.HostedOn", "tosca.relationships.ConnectsTo"];
/// Operations that run while the target is configured.
const AT_TARGET: [&str; 2] = ["pre_configure_target", "post_configure_target"];
/// Maximum depth of nested values.
const MAX_DEPTH: usize = 32;

fn check(service: &Service<'_>, report: &mut Report) {
    for interface in
        service.interfaces.iter().filter(|interface| interface.owner_kind == OwnerKind::Relationship)
    {
        check_dependency(service, interface, report);
        check_source_attributes(service, interface, report);
    }
    let Some(topology) = &service.topology else { return };
    check_cycles(service, topology, report);
    for template in &topology.node_templates {
        for requirement in &template.requirements {
            check_placement(service, topology, template, requirement, report);
        }
    }
}

/// Returns true if a relationship is of one of these types, or derives from one.
fn is_one_of(service: &Service<'_>, relationship: Lookup, names: &[&str]) -> bool {
    let Lookup::Found(id) = relationship else { return false };
    let known = |name: &&str| service.type_scope.normative(TypeKind::Relationship, name);
    names.iter().filter_map(known).any(|known| service.type_scope.derives(id, known) == Some(true))
}

fn check_cycles<'d>(service: &Service<'d>, topology: &Topology<'d>, report: &mut Report) {
    let templates = &topology.node_templates;
    let graph = |names: &[&str]| {
        let mut orders: FxHashMap<Lookup, bool> = FxHashMap::default();
        let mut targets = |template: &NodeTemplate<'d>| -> Vec<usize> {
            let targets = template.requirements.iter().filter_map(|requirement| {
                let to = topology.position(&requirement.target.as_ref()?.text)?;
                let relationship =
                    relationship_of(&service.type_scope, Some(topology), template, requirement);
                let orders = orders.entry(relationship);
                orders.or_insert_with(|| is_one_of(service, relationship, names)).then_some(to)
            });
            targets.collect()
        };
        let edges = templates.iter().enumerate();
        let edges = edges.flat_map(|(at, template)| targets(template).into_iter().map(move |to| (at, to)));
        let edges: Vec<(usize, usize)> = edges.collect();
        Digraph::new(templates.len(), edges.into_iter())
    };
    let order = graph(&ORDERING);
    let found = order.cycles();
    // Hosting cycles are reported on their own.
    let hosted = if found.is_empty() { Vec::new() } else { graph(&ORDERING[1..2]).cycles() };
    for part in found.into_iter().filter(|part| !hosted.contains(part)) {
        let cycle = order.shortest_cycle(&part, part[0]);
        let first = &templates[cycle[0]];
        let message = message::cycle("dependency", cycle.iter().map(|at| &*templates[*at].name));
        let mut fault = service.fault(&DEPENDENCY_CYCLE, first.key, message);
        for at in cycle.iter().skip(1).take(20) {
            fault = fault.related(templates[*at].key.range(), "part of the cycle");
        }
        report.push(fault);
    }
}

/// Checks operations of a relationship that run while the orchestrator configures a delegated node.
fn check_placement<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
    report: &mut Report,
) {
    let named_template =
        requirement.relationship.as_ref().and_then(|word| topology.relationship_template(&word.text));
    if named_template.is_none() && requirement.relationship_node.is_none() {
        return;
    }
    let places =
        requirement.relationship_node.into_iter().chain(named_template.map(|template| template.node));
    let faces =
        places.flat_map(|node| named(node, "interfaces")).flat_map(|entry| operations(entry.value.resolve()));
    let at_target: Vec<_> = faces
        .filter(|operation| AT_TARGET.contains(&&*operation.name) && operation.is_implemented())
        .collect();
    if at_target.is_empty() {
        return;
    }
    let target = requirement.target.as_ref().and_then(|word| topology.node_template(&word.text));
    let Some(target) = target else { return };
    let delegated =
        entity(service, NodeOrGroup::Node(target), None).and_then(|entity| entity.is_implemented(service));
    if delegated == Some(false) {
        for operation in at_target {
            let message = format!(
                "operation `{}` of `{}` never runs: target `{}` has no operations",
                operation.name, template.name, target.name
            );
            report.push(service.fault(&NO_PLACE, operation.key, message));
        }
    }
}

fn check_dependency(service: &Service<'_>, interface: &Interface<'_>, report: &mut Report) {
    let known = service.type_scope.normative(TypeKind::Relationship, "tosca.relationships.DependsOn");
    if interface.defines || known.is_none() || interface.entity.found() != known {
        return;
    }
    for operation in interface.operations.iter().filter(|operation| operation.is_implemented()) {
        let message = format!(
            "a `DependsOn` relationship only orders nodes and should not implement `{}`; use `ConnectsTo`",
            operation.name
        );
        report.push(service.fault(&IMPLEMENTED_DEPENDENCY, operation.key, message));
    }
}

fn check_source_attributes(service: &Service<'_>, interface: &Interface<'_>, report: &mut Report) {
    if !is_one_of(service, interface.entity, &["tosca.relationships.ConnectsTo"]) {
        return;
    }
    for operation in interface.operations.iter().filter(|operation| AT_TARGET.contains(&&*operation.name)) {
        for input in named(operation.node, "inputs") {
            if let Some(call) = source_attribute(input.value.resolve(), 0) {
                let name = input.key.as_str().unwrap_or_default();
                let message = format!(
                    "input `{name}` of `{}` reads an attribute of the source, which has no value yet",
                    operation.name
                );
                report.push(service.fault(&SOURCE_ATTRIBUTE, call, message));
            }
        }
    }
}

/// Finds a call of `get_attribute` on `SOURCE` in a value.
fn source_attribute(node: Node<'_>, depth: usize) -> Option<Node<'_>> {
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(arguments) = node.get("get_attribute").filter(|_| node.entries().len() == 1) {
        let first = arguments.items().next().and_then(|item| item.resolve().as_str());
        return first.is_some_and(|word| word == "SOURCE").then_some(node);
    }
    let inner = node.items().chain(node.entries().map(|entry| entry.value));
    inner.map(Node::resolve).find_map(|node| source_attribute(node, depth + 1))
}
