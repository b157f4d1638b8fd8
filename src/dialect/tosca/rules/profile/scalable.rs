//! Scaling bounds: the least number of instances is not above the most, and the default lies between them.

use std::collections::BTreeMap;

use super::super::Rule;
use super::{Capabilities, assigned, is_a, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, Section, TypeKind, Word, named};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&DEFAULT_OUTSIDE, &BOUNDS], check };

const SCALABLE: &str = "tosca.capabilities.Scalable";
const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 5.5.13";

static DEFAULT_OUTSIDE: Code = Code::error(
    "tosca/default-instances-out-of-bounds",
    "T5.5.13-R1",
    SECTION,
    "`default_instances` is how many there are to begin with: not fewer than `min_instances`, not more than `max_instances`.",
);
static BOUNDS: Code = Code::error(
    "tosca/instances-reversed",
    "T5.5.13-R2",
    SECTION,
    "`min_instances` is not above `max_instances`, and neither is negative. Both are 1 where nothing is said. A node type may say others by the defaults \
     of its capability, and they have to go together just as well.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut scalable = Capabilities::new(service, SCALABLE);
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
            let definition = service.world.effective(id).capabilities().get(&name);
            let of = definition.and_then(|it| service.world.type_of(it, TypeKind::Capability));
            if of.is_some_and(|it| is_a(service, it, TypeKind::Capability, SCALABLE)) {
                let said = |name: &str| properties.get(name)?.get("default").map(Node::resolve);
                bounds(service, said, &defaults(service, Lookup::Found(id), &name), report);
            }
        }
    }
}

/// What a node type gives for the bounds of a capability where a template assigns none; `None` inside: something that cannot be told.
fn defaults(service: &Service<'_>, id: Lookup, capability: &str) -> BTreeMap<&'static str, Option<i128>> {
    let of = |id| service.fields.of_capability(&service.world, id, capability, Section::Properties);
    let Some(fields) = id.found().and_then(of) else { return BTreeMap::new() };
    let default = |name: &'static str| {
        let (node, _) = fields.get(name)?.definition.get("default")?;
        Some((name, number(node).map(|(_, number)| number)))
    };
    ["min_instances", "max_instances"].into_iter().filter_map(default).collect()
}

/// A literal number; of what a function gives nothing is known.
fn number(node: Node<'_>) -> Option<(Node<'_>, i128)> {
    Some((node, Word::of(node.resolve())?.text.trim().parse().ok()?))
}

/// `said`: the value that is given here for one of the properties.
fn bounds<'d>(
    service: &Service<'d>,
    said: impl Fn(&str) -> Option<Node<'d>>,
    defaults: &BTreeMap<&'static str, Option<i128>>,
    report: &mut Report,
) {
    // What is said but cannot be told bounds nothing.
    let bound = |name: &str| match said(name) {
        Some(node) => number(node).map(|(_, number)| number),
        None => defaults.get(name).copied().unwrap_or(Some(1)),
    };
    let of = |name: &str| said(name).and_then(number);
    let (least, most, default) = (of("min_instances"), of("max_instances"), of("default_instances"));
    for (node, number) in [&least, &most].into_iter().flatten() {
        if *number < 0 {
            report.push(service.fault(&BOUNDS, *node, format!("there cannot be {number} instances")));
            return;
        }
    }
    let (low, high) = (bound("min_instances"), bound("max_instances"));
    if let (Some(low), Some(high)) = (low, high)
        && low > high
        && let Some((node, _)) = most.or(least)
    {
        let message = format!("at least {low} instances are more than at most {high}");
        report.push(service.fault(&BOUNDS, node, message));
        return;
    }
    let Some((node, default)) = default else { return };
    let outside = low.is_some_and(|low| default < low) || high.is_some_and(|high| default > high);
    if outside {
        let (low, high) = (low.unwrap_or(0), high.map_or("any number".to_owned(), |high| high.to_string()));
        let message = format!("{default} instances are not between {low} and {high}");
        report.push(service.fault(&DEFAULT_OUTSIDE, node, message));
    }
}
