//! Scaling bounds: minimum, maximum and default number of instances.

use std::collections::BTreeMap;

use super::super::Rule;
use super::{CapabilityAssignments, assigned, is_a, templates};
use crate::model::Service;
use crate::types::{Lookup, ScalarText, Section, TypeKind, named};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&DEFAULT_OUTSIDE, &BOUNDS], check };

const SCALABLE: &str = "tosca.capabilities.Scalable";
const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 5.5.13";

static DEFAULT_OUTSIDE: Code = Code::error(
    "tosca/default-instances-out-of-bounds",
    "T5.5.13-R1",
    SECTION,
    "Checks that `default_instances`, the initial number of instances, is between `min_instances` and `max_instances`.",
)
.why("The orchestrator cannot start a number of instances that the bounds exclude.")
.advice("Change `default_instances` or one of the bounds.")
.bad(
    "node templates",
    "
a:
  type: Compute
  capabilities:
    scalable:
      properties: {min_instances: 1, max_instances: 4, default_instances: 5}
#                                                                         ^
",
)
.good(
    "
a:
  type: Compute
  capabilities:
    scalable:
      properties: {min_instances: 1, max_instances: 4, default_instances: 2}
",
);
static BOUNDS: Code = Code::error(
    "tosca/instances-reversed",
    "T5.5.13-R2",
    SECTION,
    "Checks that `min_instances` is not greater than `max_instances`, and neither is negative. Both default to 1. The same applies to the \
defaults that a node type sets for the capability.",
)
.why("No number of instances is within these bounds.")
.advice("Correct one of the bounds.")
.bad(
    "node templates",
    "
a:
  type: Compute
  capabilities: {scalable: {properties: {min_instances: 5, max_instances: 4}}}
#                                                                         ^
",
)
.good(
    "
a:
  type: Compute
  capabilities: {scalable: {properties: {min_instances: 0, max_instances: 4}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut scalable = CapabilityAssignments::new(service, SCALABLE);
    for template in templates(service, "tosca.nodes.Root") {
        for (name, entry, _) in scalable.of(template) {
            let node = entry.value.resolve();
            if service.is_own(node) {
                let defaults = defaults(service, template.type_id, name);
                bounds(service, |name| assigned(node, name), &defaults, report);
            }
        }
    }
    for (id, own) in service.own_types(TypeKind::Node) {
        for entry in named(own.node, "capabilities") {
            let properties = entry.value.resolve().get("properties").map(Node::resolve);
            let (Some(name), Some(properties)) = (entry.key.as_str(), properties) else { continue };
            let definition = service.type_scope.effective(id).capabilities().get(&name);
            let of = definition
                .and_then(|definition| service.type_scope.type_of(definition, TypeKind::Capability));
            if of.is_some_and(|lookup| is_a(service, lookup, TypeKind::Capability, SCALABLE)) {
                let value = |name: &str| properties.get(name)?.get("default").map(Node::resolve);
                bounds(service, value, &defaults(service, Lookup::Found(id), &name), report);
            }
        }
    }
}

/// Default bounds of a capability in a node type; the inner `None` is an unknown value.
fn defaults(service: &Service<'_>, id: Lookup, capability: &str) -> BTreeMap<&'static str, Option<i128>> {
    let of = |id| service.fields.of_capability(&service.type_scope, id, capability, Section::Properties);
    let Some(fields) = id.found().and_then(of) else { return BTreeMap::new() };
    let default = |name: &'static str| {
        let (node, _) = fields.get(name)?.definition.get("default")?;
        Some((name, number(node).map(|(_, number)| number)))
    };
    ["min_instances", "max_instances"].into_iter().filter_map(default).collect()
}

/// A literal number; `None` for a function call.
fn number(node: Node<'_>) -> Option<(Node<'_>, i128)> {
    Some((node, ScalarText::of(node.resolve())?.text.trim().parse().ok()?))
}

/// `value`: the value given here for a property.
fn bounds<'d>(
    service: &Service<'d>,
    value: impl Fn(&str) -> Option<Node<'d>>,
    defaults: &BTreeMap<&'static str, Option<i128>>,
    report: &mut Report,
) {
    // A value that is not a literal is not a bound.
    let bound = |name: &str| match value(name) {
        Some(node) => number(node).map(|(_, number)| number),
        None => defaults.get(name).copied().unwrap_or(Some(1)),
    };
    let of = |name: &str| value(name).and_then(number);
    let (least, most, default) = (of("min_instances"), of("max_instances"), of("default_instances"));
    for (name, bound) in [("min_instances", &least), ("max_instances", &most)] {
        if let Some((node, number)) = bound
            && *number < 0
        {
            let what = format!("a non-negative integer for `{name}`");
            let message = message::expected(what, format!("`{number}`"));
            report.push(service.fault(&BOUNDS, *node, message));
            return;
        }
    }
    let (low, high) = (bound("min_instances"), bound("max_instances"));
    if let (Some(low), Some(high)) = (low, high)
        && low > high
        && let Some((node, _)) = most.or(least)
    {
        let message = message::expected(
            "`min_instances` not greater than `max_instances`",
            format!("{low} and {high}"),
        );
        report.push(service.fault(&BOUNDS, node, message));
        return;
    }
    let Some((node, default)) = default else { return };
    let outside = low.is_some_and(|low| default < low) || high.is_some_and(|high| default > high);
    if outside {
        let low = low.unwrap_or(0);
        let range = high.map_or_else(|| format!("of at least {low}"), |high| format!("from {low} to {high}"));
        let message = message::expected(format!("`default_instances` {range}"), default);
        report.push(service.fault(&DEFAULT_OUTSIDE, node, message));
    }
}
