//! How the workflows that an orchestrator makes itself come out: node templates that wait for each other, and operations of relationships that
//! cannot be woven in.

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::circle::circles;
use super::say::row;
use super::target::{Target, entity};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::interface::{Home, Interface, operations, relationship_of};
use crate::dialect::tosca::model::{NodeTemplate, Requirement, Service, Topology};
use crate::dialect::tosca::types::{Lookup, TypeKind, named};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&DEPENDENCY_CIRCLE, &UNWOVEN, &IMPLEMENTED_DEPENDENCY, &SOURCE_ATTRIBUTE], check };

static DEPENDENCY_CIRCLE: Code = Code::warning(
    "tosca/dependency-circle",
    "T7.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 7.2",
    "A node is created when all that it is hosted on, depends on or connects to is started. Nodes that wait for each other in a circle are never created.

Bad:
```yaml
node_templates:
  a: {type: tosca.nodes.SoftwareComponent, requirements: [{dependency: b}]}
  b: {type: tosca.nodes.SoftwareComponent, requirements: [{dependency: a}]}
```
Good:
```yaml
node_templates:
  a: {type: tosca.nodes.SoftwareComponent, requirements: [{dependency: b}]}
  b: {type: tosca.nodes.SoftwareComponent}
```",
);
static UNWOVEN: Code = Code::warning(
    "tosca/operation-at-delegated-node",
    "T7.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 7.2.1",
    "Of a node without operations of its own, the orchestrator only shows that it is started and that it is deleted. An operation of a relationship \
that has to run while this node is configured has no place, and the workflow cannot be made.

Bad: `pre_configure_target` of a connection to a node that has no operations. Good: `pre_configure_source`, or operations for the target.",
);
static IMPLEMENTED_DEPENDENCY: Code = Code::warning(
    "tosca/implemented-dependency",
    "T7.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 7.2.2",
    "`tosca.relationships.DependsOn` only orders nodes. What is to be done between two nodes is an operation of `tosca.relationships.ConnectsTo`, or of a \
type that derives from it.

Bad:
```yaml
relationship_templates:
  order:
    type: tosca.relationships.DependsOn
    interfaces: {Configure: {add_target: add.sh}}
```
Good:
```yaml
relationship_templates:
  connection:
    type: tosca.relationships.ConnectsTo
    interfaces: {Configure: {add_target: add.sh}}
```",
);
static SOURCE_ATTRIBUTE: Code = Code::warning(
    "tosca/source-attribute-in-target-operation",
    "T7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 7.2.3",
    "While the target of a connection is configured, its source is not: `pre_configure_target` and `post_configure_target` cannot use attributes of \
the source, which have no value yet. Its properties have.

Bad:
```yaml
pre_configure_target:
  implementation: allow.sh
  inputs: {from: {get_attribute: [SOURCE, ip_address]}}
```
Good:
```yaml
pre_configure_target:
  implementation: allow.sh
  inputs: {from: {get_property: [SOURCE, ip_address]}}
```",
);

/// The relationships that put one node before another.
const ORDERING: [&str; 3] =
    ["tosca.relationships.DependsOn", "tosca.relationships.HostedOn", "tosca.relationships.ConnectsTo"];
/// What runs while the target is configured.
const AT_TARGET: [&str; 2] = ["pre_configure_target", "post_configure_target"];
/// Values deeper than this are not looked into.
const DEEPEST: usize = 32;

fn check(service: &Service<'_>, report: &mut Report) {
    for interface in service.interfaces.iter().filter(|it| it.home == Home::Relationship) {
        check_dependency(service, interface, report);
        check_source_attributes(service, interface, report);
    }
    let Some(topology) = &service.topology else { return };
    check_circles(service, topology, report);
    for template in &topology.node_templates {
        for requirement in &template.requirements {
            check_woven(service, topology, template, requirement, report);
        }
    }
}

/// Whether a relationship is of one of these types, or derives from one.
fn is_one_of(service: &Service<'_>, relationship: Lookup, names: &[&str]) -> bool {
    let Lookup::Found(id) = relationship else { return false };
    let known = |name: &&str| service.world.normative(TypeKind::Relationship, name);
    names.iter().filter_map(known).any(|known| service.world.derives(id, known) == Some(true))
}

fn check_circles<'d>(service: &Service<'d>, topology: &Topology<'d>, report: &mut Report) {
    let templates = &topology.node_templates;
    let edges = |names: &[&str]| -> Vec<Vec<usize>> {
        let mut orders: FxHashMap<Lookup, bool> = FxHashMap::default();
        let mut of = |template: &NodeTemplate<'d>| {
            let led = template.requirements.iter().filter_map(|requirement| {
                let to = topology.position(&requirement.target.as_ref()?.text)?;
                let relationship = relationship_of(&service.world, Some(topology), template, requirement);
                let orders = orders.entry(relationship);
                orders.or_insert_with(|| is_one_of(service, relationship, names)).then_some(to)
            });
            led.collect()
        };
        templates.iter().map(&mut of).collect()
    };
    let found = circles(&edges(&ORDERING));
    // Nodes that are hosted on each other are told as that.
    let hosted = if found.is_empty() { Vec::new() } else { circles(&edges(&ORDERING[1..2])) };
    for circle in found.into_iter().filter(|it| !hosted.contains(it)) {
        let first = &templates[circle[0]];
        let message = match circle.as_slice() {
            [_] => format!("node `{}` waits for itself", first.name),
            _ => {
                let names = row(circle.iter().map(|at| &*templates[*at].name), "and");
                format!("the nodes {names} wait for each other in a circle")
            }
        };
        let mut said = service.fault(&DEPENDENCY_CIRCLE, first.key, message);
        for at in circle.iter().skip(1).take(20) {
            said = said.related(templates[*at].key.range(), "is in the circle");
        }
        report.push(said);
    }
}

/// Operations of a relationship that belong in the middle of a node that the orchestrator provides.
fn check_woven<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
    report: &mut Report,
) {
    let named_template =
        requirement.relationship.as_ref().and_then(|it| topology.relationship_template(&it.text));
    if named_template.is_none() && requirement.relationship_node.is_none() {
        return;
    }
    let places = requirement.relationship_node.into_iter().chain(named_template.map(|it| it.node));
    let faces = places.flat_map(|it| named(it, "interfaces")).flat_map(|it| operations(it.value.resolve()));
    let at_target: Vec<_> =
        faces.filter(|it| AT_TARGET.contains(&&*it.name) && it.is_implemented()).collect();
    if at_target.is_empty() {
        return;
    }
    let target = requirement.target.as_ref().and_then(|it| topology.node_template(&it.text));
    let Some(target) = target else { return };
    let delegated = entity(service, Target::Node(target), None).and_then(|it| it.is_implemented(service));
    if delegated == Some(false) {
        for operation in at_target {
            let message = format!(
                "`{}` of `{}` has no place: `{}` has no operations, and leaves its configuration to the orchestrator",
                operation.name, template.name, target.name
            );
            report.push(service.fault(&UNWOVEN, operation.key, message));
        }
    }
}

fn check_dependency(service: &Service<'_>, interface: &Interface<'_>, report: &mut Report) {
    let known = service.world.normative(TypeKind::Relationship, "tosca.relationships.DependsOn");
    if interface.defines || known.is_none() || interface.entity.found() != known {
        return;
    }
    for operation in interface.operations.iter().filter(|it| it.is_implemented()) {
        let message = format!(
            "`{}` is done on a `DependsOn`, which only orders nodes: use `ConnectsTo`",
            operation.name
        );
        report.push(service.fault(&IMPLEMENTED_DEPENDENCY, operation.key, message));
    }
}

fn check_source_attributes(service: &Service<'_>, interface: &Interface<'_>, report: &mut Report) {
    if !is_one_of(service, interface.entity, &["tosca.relationships.ConnectsTo"]) {
        return;
    }
    for operation in interface.operations.iter().filter(|it| AT_TARGET.contains(&&*it.name)) {
        for input in named(operation.node, "inputs") {
            if let Some(call) = source_attribute(input.value.resolve(), 0) {
                let name = input.key.as_str().unwrap_or_default();
                let message = format!(
                    "input `{name}` of `{}` takes an attribute of the source, which has no value yet",
                    operation.name
                );
                report.push(service.fault(&SOURCE_ATTRIBUTE, call, message));
            }
        }
    }
}

/// A call of `get_attribute` on `SOURCE` inside of a value.
fn source_attribute(node: Node<'_>, depth: usize) -> Option<Node<'_>> {
    if depth > DEEPEST {
        return None;
    }
    if let Some(arguments) = node.get("get_attribute").filter(|_| node.entries().len() == 1) {
        let first = arguments.items().next().and_then(|it| it.resolve().as_str());
        return first.is_some_and(|it| it == "SOURCE").then_some(node);
    }
    let inner = node.items().chain(node.entries().map(|it| it.value));
    inner.map(Node::resolve).find_map(|it| source_attribute(it, depth + 1))
}
