//! Rule: the number of relationships to a capability is within its occurrences.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Rule;
use crate::matching::{Matching, RequirementTarget, bounds};
use crate::model::{Service, Topology};
use crate::types::{TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&SERVED, &UNSERVED], check };

static SERVED: Code = Code::warning(
    "tosca/capability-overused",
    "T3.6.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that a capability does not have more relationships than the upper bound of its `occurrences`.",
)
.why("The node supports only this number of connections, so deployment fails or the others do not work.")
.advice("Remove a relationship, or raise the upper bound of `occurrences`.")
.bad(
    "service template",
    "
node_types:
  Wall:
    derived_from: tosca.nodes.Root
    capabilities:
      socket: {type: tosca.capabilities.Attachment, occurrences: [0, 1]}
  Plug:
    derived_from: tosca.nodes.Root
    requirements: [power: tosca.capabilities.Attachment]
topology_template:
  node_templates:
    wall: {type: Wall}
    a: {type: Plug, requirements: [power: wall]}
    b: {type: Plug, requirements: [power: wall]}
#                                         ^^^^
",
)
.good(
    "
node_types:
  Wall:
    derived_from: tosca.nodes.Root
    capabilities:
      socket: {type: tosca.capabilities.Attachment, occurrences: [0, 2]}
  Plug:
    derived_from: tosca.nodes.Root
    requirements: [power: tosca.capabilities.Attachment]
topology_template:
  node_templates:
    wall: {type: Wall}
    a: {type: Plug, requirements: [power: wall]}
    b: {type: Plug, requirements: [power: wall]}
",
);
static UNSERVED: Code = Code::warning(
    "tosca/capability-underused",
    "T3.6.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that a capability has at least as many relationships as the lower bound of its `occurrences`. Only types declared in the same \
file are checked, because libraries often declare bounds that they do not follow.",
)
.why("The node expects these connections and may not work without them. Strict processors reject the template.")
.advice("Add relationships to the capability, or reduce the lower bound of `occurrences`.")
.bad(
    "service template",
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    capabilities: {c: {type: tosca.capabilities.Node, occurrences: [1, 2]}}
  my.B:
    derived_from: tosca.nodes.Root
    requirements: [up: {capability: tosca.capabilities.Node, node: my.A}]
topology_template:
  node_templates:
    a: {type: my.A}
#   ^
    b: {type: my.B, requirements: [up: {node: a, capability: feature}]}
",
)
.good(
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    capabilities: {c: {type: tosca.capabilities.Node, occurrences: [1, 2]}}
  my.B:
    derived_from: tosca.nodes.Root
    requirements: [up: {capability: tosca.capabilities.Node, node: my.A}]
topology_template:
  node_templates:
    a: {type: my.A}
    b: {type: my.B, requirements: [up: {node: a, capability: c}]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    check_overuse(service, topology, matching, report);
    check_underuse(service, topology, matching, report);
}

/// Reports capabilities with too many relationships, at the first assignment over the limit.
fn check_overuse<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    matching: &Matching,
    report: &mut Report,
) {
    let mut count: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let (RequirementTarget::Template(target), Some(capability)) =
                (binding.target, binding.capability)
            else {
                continue;
            };
            let Some(offer) = matching.kind(target).map(|kind| &kind.capabilities[capability]) else {
                continue;
            };
            let Some(most) = offer.most else { continue };
            let count = count.entry((target, capability)).or_default();
            *count += 1;
            if *count != most + 1 {
                continue;
            }
            let all = matching.served(target, capability);
            let message = format!(
                "capability `{}` of `{}` allows {}, found {all}",
                offer.name,
                topology.node_templates[target].name,
                if most == 1 { "one relationship".to_owned() } else { format!("{most} relationships") },
            );
            report.push(service.fault(
                &SERVED,
                requirement.target.as_ref().map_or(requirement.key, |word| word.node),
                message,
            ));
        }
    }
}

/// Reports capabilities with fewer relationships than their definition in this file requires.
fn check_underuse<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    matching: &Matching,
    report: &mut Report,
) {
    let mut asking: BTreeMap<TypeId, Vec<(&str, u64)>> = BTreeMap::new();
    for (id, _) in service.own_types(TypeKind::Node) {
        for definition in service.type_scope.effective(id).capabilities().iter() {
            let Some((node, _)) = definition.get("occurrences").filter(|found| service.is_own(found.0))
            else {
                continue;
            };
            if let Some((least, _)) = bounds(node).filter(|range| range.0 > 0) {
                asking.entry(id).or_default().push((&definition.name, least));
            }
        }
    }
    if asking.is_empty() {
        return;
    }
    // An open requirement may target this node later; an assignment without a capability may mean any of them.
    let mut vague = BTreeSet::new();
    for binding in matching.templates.iter().flat_map(|template| &template.bindings) {
        match binding.target {
            RequirementTarget::Template(target) if binding.capability.is_none() => drop(vague.insert(target)),
            RequirementTarget::Template(_) => {}
            _ => return,
        }
    }
    for (at, template) in topology.node_templates.iter().enumerate() {
        let (Some(id), Some(kind)) = (template.type_id.found(), matching.kind(at)) else { continue };
        if template.is_open() || vague.contains(&at) || topology.substitution.is_some() {
            continue;
        }
        for (name, least) in asking.get(&id).into_iter().flatten() {
            let Some(capability) = kind.capability_position(name) else { continue };
            let led = matching.served(at, capability);
            if led < *least {
                let expected = match *least {
                    1 => "one relationship".to_owned(),
                    _ => format!("{least} relationships"),
                };
                let found = if led == 0 { "none".to_owned() } else { led.to_string() };
                let message = message::expected(
                    format!("at least {expected} to capability `{name}` of `{}`", template.name),
                    found,
                );
                report.push(service.fault(&UNSERVED, template.key, message));
            }
        }
    }
}
