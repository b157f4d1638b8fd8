//! Properties of `RequiresRunning`.

use super::super::interval::{EXAMPLES, Interval};
use super::super::shared::{derives, is_amp, is_call, shown};
use super::order::REQUIRES_RUNNING;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::model::Service;
use limn_tosca::types::{Lookup, Section, TypeKind};
use limn_tosca::{Rule, codes};
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&PROPERTY], check };

static PROPERTY: Code = Code::error(
    "amp/requires-running-property",
    "M-RQ-9",
    "AMP, Depends On, Happens-Before Semantics, and Concurrency",
    "Checks the properties of `brooklyn.tosca.relationships.RequiresRunning`: `timeout` is a time interval, by default `forever`; \
`abort_if_on_fire` is a boolean, by default false.",
)
.why("The source is not created before the target runs. With other values, it is undefined how long AMP waits and whether it stops on an error.")
.advice("Write `timeout` as an interval such as `10m` or `forever`, and `abort_if_on_fire` as `true` or `false`.")
.bad(
    "node templates",
    "
shop:
  type: tosca.nodes.Root
  requirements:
    - dependency:
        node: database
        relationship: {type: brooklyn.tosca.relationships.RequiresRunning, properties: {timeout: soon}}
#                                                                                                ^^^^
database: {type: tosca.nodes.Root}
",
)
.good(
    "
shop:
  type: tosca.nodes.Root
  requirements:
    - dependency:
        node: database
        relationship: {type: brooklyn.tosca.relationships.RequiresRunning, properties: {timeout: 10m}}
database: {type: tosca.nodes.Root}
",
)
.supersedes(&[&codes::WRONG_BOOLEAN]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    let is_it = |id: Lookup| derives(service, TypeKind::Relationship, id, REQUIRES_RUNNING);
    for template in topology.relationship_templates.iter().filter(|template| is_it(template.type_id)) {
        check_properties(service, template.sections.get(Section::Properties), report);
    }
    let matching = service.matching();
    for (template, bound) in topology.node_templates.iter().zip(&matching.templates) {
        for (requirement, binding) in template.requirements.iter().zip(&bound.bindings) {
            let id = binding.relationship.map_or(Lookup::Undetermined, Lookup::Found);
            let properties =
                requirement.relationship_node.and_then(|relationship| relationship.get("properties"));
            if properties.is_some() && is_it(id) {
                check_properties(service, properties, report);
            }
        }
    }
}

fn check_properties(service: &Service<'_>, properties: Option<Node<'_>>, report: &mut Report) {
    let Some(properties) = properties.map(Node::resolve) else { return };
    let value = |name: &str| {
        let value = properties.get(name).map(Node::resolve)?;
        Some(value).filter(|value| service.is_own(*value) && !value.is_null() && !is_call(*value))
    };
    if let Some(timeout) = value("timeout").filter(|timeout| Interval::of(*timeout).is_none()) {
        let message = message::expected(format_args!("{EXAMPLES} for `timeout`"), shown(timeout));
        report.push(service.fault(&PROPERTY, timeout, message));
    }
    let is_boolean = |node: Node<'_>| {
        matches!(node.resolved(), Some(Resolved::Bool(_)))
            || node.as_str().is_some_and(|text| matches!(&*text, "true" | "false"))
    };
    if let Some(flag) = value("abort_if_on_fire").filter(|flag| !is_boolean(*flag)) {
        let message = message::expected("`true` or `false` for `abort_if_on_fire`", shown(flag));
        report.push(service.fault(&PROPERTY, flag, message));
    }
}
