//! Triggers of policies: event, target filter and condition.

use super::super::Rule;
use super::condition::{check_attribute, check_clause, check_clause_list, check_constraints};
use super::messages::suggest;
use super::target::{NodeOrGroup, TargetEntity, entity, requirements};
use crate::model::Service;
use crate::types::{Lookup, ScalarText, TypeKind, named};
use crate::value::shown;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Entry, Node, Resolved};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &WITHOUT_EVENT,
        &MISPLACED,
        &EVALUATIONS,
        &UNKNOWN_NODE,
        &UNKNOWN_REQUIREMENT,
        &UNKNOWN_CAPABILITY,
        &UNKNOWN_ATTRIBUTE,
    ],
    check,
};

static WITHOUT_EVENT: Code = Code::error(
    "tosca/trigger-without-event",
    "T3.5.18-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1",
    "Checks that a trigger has an event: `event: name`, `event_type: name`, or `event` with a `type`.",
)
.why("Without an event, the trigger never acts.")
.advice("Add `event` with the name of an event type.")
.bad(
    "policy",
    "
triggers:
  full: {action: grow}
# ^^^^
",
)
.good(
    "
triggers:
  full: {event: tosca.events.resource.utilization, action: grow}
",
);

static MISPLACED: Code = Code::warning(
    "tosca/misplaced-condition",
    "T3.5.18-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.2",
    "Checks that `period`, `evaluations` and `method` are in `condition`, next to the `constraint` whose measurement they define.",
)
.why("Elsewhere, or without a constraint, they have no effect.")
.advice("Move the keynames to `condition`, and add `constraint` next to them.")
.bad(
    "trigger",
    "
condition: {period: 60 s}
#           ^^^^^^
",
)
.good("condition: {constraint: {greater_than: 80}, period: 60 s}");
static EVALUATIONS: Code = Code::error(
    "tosca/evaluations-not-positive",
    "T3.5.18-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1",
    "Checks that `evaluations` is a positive integer. It is the number of consecutive evaluations in which the condition must be true.",
)
.why("With zero or less, the condition needs no evaluation, so it is undefined when the trigger acts.")
.advice("Set `evaluations` to an integer of at least 1, or remove the keyname.")
.bad(
    "trigger",
    "
condition: {constraint: {greater_than: 80}, evaluations: 0}
#                                                        ^
",
)
.good("condition: {constraint: {greater_than: 80}, evaluations: 3}");
static UNKNOWN_NODE: Code = Code::error(
    "tosca/unknown-event-filter-node",
    "T3.5.17-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.17.1",
    "Checks that the `node` of an event filter is a node template of the topology template, or a node type.",
)
.earlier(&["tosca/unknown-filter-node"])
.why("There is no such node to monitor, so the trigger never acts.")
.advice("Correct the name, or add the node template.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers:
        full:
          event: full
          target_filter: {node: sever}
#                               ^^^^^
          action: {grow: {implementation: grow.sh}}
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers:
        full:
          event: full
          target_filter: {node: server}
          action: {grow: {implementation: grow.sh}}
",
);
static UNKNOWN_REQUIREMENT: Code = Code::error(
    "tosca/unknown-event-filter-requirement",
    "T3.5.17-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.17.1",
    "Checks that the `requirement` of an event filter is a requirement of the node. The filter then applies to its target.",
)
.earlier(&["tosca/unknown-filter-requirement"])
.why("The filter selects nothing, so nothing is monitored and the trigger never acts.")
.advice("Correct the name, or declare the requirement in the node type.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers:
        full:
          event: full
          target_filter: {node: server, requirement: host}
#                                                    ^^^^
          action: {grow: {implementation: grow.sh}}
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
policies:
  - scaling:
      type: tosca.policies.Scaling
      triggers:
        full:
          event: full
          target_filter: {node: server, requirement: local_storage}
          action: {grow: {implementation: grow.sh}}
",
);
static UNKNOWN_CAPABILITY: Code = Code::error(
    "tosca/unknown-event-filter-capability",
    "T3.5.17-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.17.1",
    "Checks that the `capability` of an event filter is a capability of the node, or of the target of its `requirement`.",
)
.earlier(&["tosca/unknown-filter-capability"])
.why("The filter selects nothing, so nothing is monitored and the trigger never acts.")
.advice("Correct the name, or declare the capability in the node type.")
.bad(
    "trigger",
    "
target_filter: {node: server, capability: scaleable}
#                                         ^^^^^^^^^
",
)
.good("target_filter: {node: server, capability: scalable}");
static UNKNOWN_ATTRIBUTE: Code = Code::warning(
    "tosca/unknown-monitored-attribute",
    "T3.5.18-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18",
    "Checks that a trigger with a filter monitors an attribute of the entity that the filter selects: the node, the target of its \
requirement, or its capability.",
)
.why("An attribute that does not exist never has a value, so the trigger never acts.")
.advice("Correct the name, or declare the attribute in the type.")
.bad(
    "trigger",
    "
target_filter: {node: server}
condition: {color: [{equal: red}]}
#           ^^^^^
",
)
.good(
    "
target_filter: {node: server}
condition: {state: [{equal: error}]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for trigger in triggers(service) {
        check_trigger(service, trigger, report);
    }
}

/// The triggers of policy types, then those of policies.
pub(super) fn triggers<'s, 'd>(service: &'s Service<'d>) -> impl Iterator<Item = Entry<'d>> + use<'s, 'd> {
    let of_types =
        service.own_types(TypeKind::Policy).flat_map(|(_, declared)| named(declared.node, "triggers"));
    let of_policies = service
        .topology
        .iter()
        .flat_map(|topology| &topology.policies)
        .flat_map(|policy| policy.triggers.iter().copied());
    of_types.chain(of_policies)
}

fn check_trigger<'d>(service: &Service<'d>, trigger: Entry<'d>, report: &mut Report) {
    let node = trigger.value.resolve();
    if !node.is_mapping() {
        return;
    }
    let name = trigger.key.as_str().unwrap_or_default();
    let value = |key: &str| node.get(key).map(Node::resolve).filter(|value| !value.is_null());
    let event = value("event").or_else(|| value("event_type"));
    if event.is_none_or(|event| event.is_mapping() && ScalarText::at(event, "type").is_none()) {
        let message = message::missing_on("key", "event", "trigger", &name);
        report.push(service.fault(&WITHOUT_EVENT, trigger.key, message));
    }
    let about = value("target_filter").and_then(|filter| check_filter(service, filter, report));
    for key in ["period", "evaluations", "method"] {
        if let Some(entry) = node.entry(key) {
            let message = format!("`{key}` belongs in `condition`, next to its `constraint`");
            report.push(service.fault(&MISPLACED, entry.key, message));
        }
    }
    check_evaluations(service, node, report);
    let Some(condition) = value("condition") else { return };
    check_evaluations(service, condition, report);
    let parts = ["period", "evaluations", "method"].into_iter().filter_map(|key| condition.entry(key));
    let is_parts = condition.entry("constraint").is_some() || parts.clone().next().is_some();
    if !is_parts {
        check_clauses(service, condition, about.as_ref(), report);
        return;
    }
    if let Some(constraint) = condition.get("constraint") {
        check_clauses(service, constraint.resolve(), about.as_ref(), report);
    } else if value("constraint").is_none() {
        for entry in parts.take(1) {
            let key = entry.key.as_str().unwrap_or_default();
            let message = format!("`{key}` has no effect: the condition has no `constraint`");
            report.push(service.fault(&MISPLACED, entry.key, message));
        }
    }
}

/// Checks a condition: a list of clauses, one clause, or attributes with constraints. A bare constraint names no attribute.
fn check_clauses<'d>(
    service: &Service<'d>,
    condition: Node<'d>,
    about: Option<&TargetEntity<'d>>,
    report: &mut Report,
) {
    if condition.is_sequence() {
        return check_clause_list(service, Some(condition), about, report);
    }
    let is_clause = ["and", "or", "assert", "not"].iter().any(|kind| condition.get(kind).is_some());
    if is_clause {
        return check_clause(service, condition, about, 0, report);
    }
    let Some(about) = about else { return };
    // `{greater_than: 50}` is a constraint on an implicit attribute.
    let named = condition
        .entries()
        .filter(|entry| entry.value.resolve().is_sequence() || entry.value.resolve().is_mapping());
    for entry in named.filter(|entry| entry.key.as_str().is_some_and(|key| !is_operator(&key))) {
        check_attribute(service, about, entry.key, &UNKNOWN_ATTRIBUTE, report);
        check_constraints(service, about, entry, report);
    }
}

fn is_operator(key: &str) -> bool {
    const OPERATORS: [&str; 12] = [
        "equal",
        "greater_than",
        "greater_or_equal",
        "less_than",
        "less_or_equal",
        "in_range",
        "valid_values",
        "length",
        "min_length",
        "max_length",
        "pattern",
        "schema",
    ];
    OPERATORS.contains(&key)
}

fn check_evaluations(service: &Service<'_>, node: Node<'_>, report: &mut Report) {
    let Some(value) = node.get("evaluations").map(Node::resolve) else { return };
    let fits = matches!(value.resolved(), Some(Resolved::Int(1..)));
    if !fits && !value.is_mapping() {
        let message = message::expected("a positive integer for `evaluations`", shown(value));
        report.push(service.fault(&EVALUATIONS, value, message));
    }
}

/// Checks a filter and returns the entity it selects.
fn check_filter<'d>(
    service: &Service<'d>,
    filter: Node<'d>,
    report: &mut Report,
) -> Option<TargetEntity<'d>> {
    let word = ScalarText::at(filter, "node")?;
    let target = NodeOrGroup::find(service, &word.text);
    let lookup = service.find(TypeKind::Node, &word.text);
    let mut about = match (target, lookup) {
        (Some(target), _) => entity(service, target, None)?,
        (None, Lookup::Unknown) => {
            if service.topology.is_some() {
                let message = message::unknown("node template or node type", &word.text);
                let fault = service.fault(&UNKNOWN_NODE, word.node, message);
                report.push(suggest(service, fault, word.node, &word.text, super::target::targets(service)));
            }
            return None;
        }
        (None, lookup) => TargetEntity::of_type(lookup, format!("node type `{}`", word.text)),
    };
    if let Some(requirement) = ScalarText::at(filter, "requirement") {
        about = check_behind(service, &about, target, &requirement, report)?;
    }
    let Some(capability) = ScalarText::at(filter, "capability") else { return Some(about) };
    let effective = service.type_scope.effective(about.lookup.found()?);
    let Some(definition) = effective.capabilities().get(&capability.text) else {
        if effective.complete {
            let message = message::unknown_at("capability", &capability.text, &about.label);
            let fault = service.fault(&UNKNOWN_CAPABILITY, capability.node, message);
            let names = effective.capabilities().iter().map(|capability| &*capability.name);
            report.push(suggest(service, fault, capability.node, &capability.text, names));
        }
        return None;
    };
    let kind = service.type_scope.type_of(definition, TypeKind::Capability)?;
    Some(TargetEntity::of_type(kind, format!("capability `{}` of {}", capability.text, about.label)))
}

/// Entity of the target of a requirement.
fn check_behind<'d>(
    service: &Service<'d>,
    about: &TargetEntity<'d>,
    target: Option<NodeOrGroup<'_, 'd>>,
    requirement: &ScalarText<'d>,
    report: &mut Report,
) -> Option<TargetEntity<'d>> {
    let effective = service.type_scope.effective(about.lookup.found()?);
    let template = match target {
        Some(NodeOrGroup::Node(template)) => Some(template),
        _ => None,
    };
    let definition = effective.requirements().get(&requirement.text);
    let assigned = template
        .and_then(|template| template.requirements.iter().find(|assigned| assigned.name == requirement.text));
    if definition.is_none() && assigned.is_none() {
        if effective.complete {
            let message = message::unknown_at("requirement", &requirement.text, &about.label);
            let fault = service.fault(&UNKNOWN_REQUIREMENT, requirement.node, message);
            let own = template.and_then(|template| requirements(service, template)).unwrap_or_default();
            let names = effective
                .requirements()
                .iter()
                .map(|requirement| &*requirement.name)
                .chain(own.iter().map(|name| &**name));
            report.push(suggest(service, fault, requirement.node, &requirement.text, names));
        }
        return None;
    }
    if let Some(word) = assigned.and_then(|assigned| assigned.target.as_ref()) {
        return match service.node_template(&word.text) {
            Some(template) => entity(service, NodeOrGroup::Node(template), None),
            None => Some(TargetEntity::of_type(
                service.find(TypeKind::Node, &word.text),
                format!("node type `{}`", word.text),
            )),
        };
    }
    // The target derives from the node type of the definition and may have more, so nothing is reported as missing.
    None
}
