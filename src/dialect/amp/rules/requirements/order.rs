//! The order of nodes: dependencies do not give one, `RequiresRunning` does and must not form a cycle.

use std::collections::BTreeSet;

use super::super::shared::{derives, is_amp};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::function::{Function, calls_in};
use limn_tosca::matching::{Binding, RequirementTarget};
use limn_tosca::model::{NodeTemplate, Requirement, Service, Topology};
use limn_tosca::types::{Lookup, TypeKind};
use limn_yaml::{Op, Placement, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&NO_ORDER, &CYCLE], check };

const SECTION: &str = "AMP, Depends On, Happens-Before Semantics, and Concurrency";

static NO_ORDER: Code = Code::info(
    "amp/dependency-without-order",
    "M-RQ-7",
    SECTION,
    "Reports a dependency that does not delay the node.",
)
.why("In AMP, `tosca.relationships.DependsOn` implies no order: both nodes start at the same time.")
.advice("To wait for the target, use `brooklyn.tosca.relationships.RequiresRunning`, or an input of the operation with `get_attribute` of the \
target.")
.bad(
    "node templates",
    "
shop: {type: tosca.nodes.Root, requirements: [dependency: database]}
#                                             ^^^^^^^^^^
database: {type: tosca.nodes.Root}
",
)
.good(
    "
shop:
  type: tosca.nodes.Root
  requirements:
    - dependency: {node: database, relationship: brooklyn.tosca.relationships.RequiresRunning}
database: {type: tosca.nodes.Root}
",
);
static CYCLE: Code = Code::error(
    "amp/requires-running-cycle",
    "M-RQ-8",
    SECTION,
    "Checks that nodes do not wait for each other by `brooklyn.tosca.relationships.RequiresRunning`.",
)
.why("The source is not even created before the target runs, so the nodes of a cycle are never created.")
.advice("Remove one of the relationships, or use `tosca.relationships.DependsOn`, which implies no order.")
.bad(
    "node templates",
    "
shop:
#^^^
  type: tosca.nodes.Root
  requirements:
    - dependency: {node: bank, relationship: brooklyn.tosca.relationships.RequiresRunning}
bank:
  type: tosca.nodes.Root
  requirements:
    - dependency: {node: shop, relationship: brooklyn.tosca.relationships.RequiresRunning}
",
)
.good(
    "
shop:
  type: tosca.nodes.Root
  requirements:
    - dependency: {node: bank, relationship: brooklyn.tosca.relationships.RequiresRunning}
bank:
  type: tosca.nodes.Root
",
);

const DEPENDS_ON: &str = "tosca.relationships.DependsOn";
pub(super) const REQUIRES_RUNNING: &str = "brooklyn.tosca.relationships.RequiresRunning";

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    let matching = service.matching();
    let mut waits = Vec::new();
    for (at, template) in topology.node_templates.iter().enumerate() {
        let Some(bound) = matching.templates.get(at) else { continue };
        // Targets by name whose attributes the node reads.
        let mut awaited = None;
        for (requirement, binding) in template.requirements.iter().zip(&bound.bindings) {
            let RequirementTarget::Template(to) = binding.target else { continue };
            if is_of(service, binding, REQUIRES_RUNNING) {
                waits.push((at, to));
            } else if is_of(service, binding, DEPENDS_ON) && service.is_own(requirement.key) {
                let awaited: &BTreeSet<String> = awaited.get_or_insert_with(|| read_by(template));
                if !awaited.contains(topology.node_templates[to].name.as_ref()) {
                    check_order(service, template, requirement, report);
                }
            }
        }
    }
    check_cycles(service, topology, &waits, report);
}

fn is_of(service: &Service<'_>, binding: &Binding, name: &str) -> bool {
    let id = binding.relationship.map_or(Lookup::Undetermined, Lookup::Found);
    derives(service, TypeKind::Relationship, id, name)
}

/// Names that the node reads attributes of: `get_attribute` waits for them.
fn read_by(template: &NodeTemplate<'_>) -> BTreeSet<String> {
    let mut calls = Vec::new();
    calls_in(template.node, &mut calls);
    let reads = calls.iter().filter(|call| call.function == Function::GetAttribute);
    reads.filter_map(|call| Some(call.arguments().first()?.as_str()?.into_owned())).collect()
}

fn check_order(
    service: &Service<'_>,
    template: &NodeTemplate<'_>,
    requirement: &Requirement<'_>,
    report: &mut Report,
) {
    let Some(target) = &requirement.target else { return };
    let message =
        format!("`{}` does not wait for `{}`: a dependency implies no order", template.name, target.text);
    let fault = service.fault(&NO_ORDER, requirement.key, message);
    let relationship = Value::text(REQUIRES_RUNNING);
    let op = match (requirement.node.is_scalar(), requirement.relationship.is_some()) {
        (true, _) => Op::Replace {
            at: requirement.node.path(),
            value: Value::map([("node", Value::text(target.text.as_ref())), ("relationship", relationship)]),
        },
        (false, false) => Op::Insert {
            into: requirement.node.path(),
            key: "relationship".to_owned(),
            value: relationship,
            placement: Placement::Last,
        },
        // Another relationship may have properties and operations of its own.
        (false, true) => return report.push(fault),
    };
    report.push(fault.fix(format!("Wait until `{}` is running", target.text), vec![op]).unsafe_fix());
}

fn check_cycles(
    service: &Service<'_>,
    topology: &Topology<'_>,
    waits: &[(usize, usize)],
    report: &mut Report,
) {
    let templates = &topology.node_templates;
    for cycle in Digraph::new(templates.len(), waits.iter().copied()).shortest_cycles() {
        let names = cycle.iter().map(|at| templates[*at].name.as_ref());
        let Some(first) =
            cycle.first().map(|at| &templates[*at]).filter(|template| service.is_own(template.key))
        else {
            continue;
        };
        let mut fault = service.fault(&CYCLE, first.key, message::cycle("`RequiresRunning`", names));
        for at in cycle.iter().skip(1).take(MAX_RELATED) {
            fault = fault.related(templates[*at].key.range(), "part of the cycle");
        }
        report.push(fault);
    }
}

/// Maximum number of related positions.
const MAX_RELATED: usize = 12;
