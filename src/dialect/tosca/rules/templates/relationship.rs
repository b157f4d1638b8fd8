//! Relationship of a requirement assignment: it exists and matches the requirement definition.

use std::collections::BTreeMap;

use super::super::Rule;
use super::name_suggestions::NameSuggestions;
use crate::matching::{Binding, Lineage, RelationshipTarget, RequirementTarget};
use crate::model::{NodeTemplate, Requirement, Service};
use crate::types::{Section, TypeId, TypeKind};
use crate::value::placeholder;
use limn_common::fix_missing;
use limn_language::diagnostic::{Code, Diagnostic, Report, Severity};
use limn_language::message;
use limn_yaml::{Op, Placement, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &OTHER, &MISSING], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-relationship",
    "T3.7.2-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "Checks that `relationship` names a relationship template of the same topology template, or a known relationship type.",
)
.why("The orchestrator cannot create a relationship without its type.")
.advice("Correct the name, add the relationship template, or import the file that declares the type.")
.bad(
    "node template",
    "
requirements: [host: {node: server, relationship: HostsOn}]
#                                                 ^^^^^^^
",
)
.good("requirements: [host: {node: server, relationship: HostedOn}]");
static OTHER: Code = Code::error(
    "tosca/wrong-relationship-type",
    "T3.7.2-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "Checks that the relationship of an assignment is of the type in the requirement definition, or derives from it.",
)
.why("Another type has other operations and another order of deployment, which the node does not expect.")
.advice("Use a relationship of this type, or change `relationship` in the requirement definition.")
.bad(
    "service template",
    "
relationship_types: {My.HostedOn: {derived_from: tosca.relationships.Root}}
topology_template:
  node_templates:
    a: {type: tosca.nodes.Compute}
    b:
      type: tosca.nodes.DBMS
      requirements: [host: {node: a, relationship: My.HostedOn}]
#                                                  ^^^^^^^^^^^
",
)
.good(
    "
relationship_types: {My.HostedOn: {derived_from: tosca.relationships.HostedOn}}
topology_template:
  node_templates:
    a: {type: tosca.nodes.Compute}
    b:
      type: tosca.nodes.DBMS
      requirements: [host: {node: a, relationship: My.HostedOn}]
",
);

static MISSING: Code = Code::error(
    "tosca/missing-relationship-property",
    "T3.7.2-R13",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2",
    "Checks that an assignment gives values to the required properties of the relationship type. This is a warning if the assignment uses \
the relationship of the definition, because the orchestrator may know the value.",
)
.why("The operations of the relationship need the value. For example, a volume cannot be attached without a mount point.")
.advice("Assign the property under `properties` of the relationship.")
.bad(
    "node templates",
    "
disk: {type: tosca.nodes.BlockStorage, properties: {size: 1 GB}}
server:
  type: tosca.nodes.Compute
  requirements:
    - local_storage:
        node: disk
        relationship: {type: AttachesTo, properties: {device: sda}}
#                            ^^^^^^^^^^
",
)
.good(
    "
disk: {type: tosca.nodes.BlockStorage, properties: {size: 1 GB}}
server:
  type: tosca.nodes.Compute
  requirements:
    - local_storage:
        node: disk
        relationship: {type: AttachesTo, properties: {location: /data}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut near: Option<NameSuggestions> = None;
    let mut lines: BTreeMap<TypeId, Lineage> = BTreeMap::new();
    for (at, template) in topology.node_templates.iter().enumerate() {
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let Some(word) = &requirement.relationship else {
                report_missing(service, template, requirement, binding, report);
                continue;
            };
            if binding.joined == RelationshipTarget::Unknown {
                let near = near.get_or_insert_with(|| {
                    let own =
                        topology.relationship_templates.iter().map(|template| template.name.to_string());
                    NameSuggestions::types(service, TypeKind::Relationship).and(own)
                });
                let message = message::unknown("relationship template or relationship type", &word.text);
                report.push(near.suggest(service.fault(&UNKNOWN, word.node, message), word));
            }
            let asked = matching.need(at, binding).and_then(|need| need.relationship.as_ref());
            let written = binding.relationship.filter(|_| binding.joined != RelationshipTarget::Implied);
            if let (Some(asked), Some(id)) = (asked, written) {
                let line = lines.entry(id).or_insert_with(|| Lineage::of(&service.type_scope, id));
                if line.is(asked) == Some(false) {
                    let message = format!(
                        "requirement `{}` expects a relationship of type `{}`, found `{}`",
                        requirement.name, asked.name, line.name
                    );
                    report.push(service.fault(&OTHER, word.node, message));
                    // Further checks of a relationship with the wrong type are pointless.
                    continue;
                }
            }
            report_missing(service, template, requirement, binding, report);
        }
    }
}

/// Reports required properties of the relationship that the assignment does not set.
fn report_missing<'d>(
    service: &Service<'d>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
    binding: &Binding,
    report: &mut Report,
) {
    // A relationship template sets them itself, and a node selected later may provide them.
    let (Some(id), RequirementTarget::Template(_), RelationshipTarget::Type(_) | RelationshipTarget::Implied) =
        (binding.relationship, binding.target, binding.joined)
    else {
        return;
    };
    if template.is_open() {
        return;
    }
    let given = requirement.relationship_node.and_then(|node| node.get("properties"));
    let fields = service.fields.of_type(&service.type_scope, id, Section::Properties);
    let is_given = |name: &str| given.and_then(|given| given.get(name)).is_some_and(|value| !value.is_null());
    let lacking: Vec<(&str, Value)> = fields
        .required()
        .filter(|(name, _)| !is_given(name))
        .map(|(name, field)| (name, placeholder(&field.schema)))
        .collect();
    if lacking.is_empty() {
        return;
    }
    let names = || lacking.iter().map(|(name, _)| name);
    let name = &service.type_scope.get(id).name;
    let owner = format_args!("requirement `{}` (relationship type `{name}`)", requirement.name);
    let message = message::missing_names_at("property", names(), owner);
    let at = requirement.relationship.as_ref().map_or(requirement.key, |word| word.node);
    let title = format!("Add {}", message::counted("property", names()));
    let diagnostic = with_properties(service.fault(&MISSING, at, message), requirement, name, title, lacking);
    let implied = binding.joined == RelationshipTarget::Implied && given.is_none();
    report.push(if implied { diagnostic.severity(Severity::Warning) } else { diagnostic });
}

/// Adds a fix that writes the properties: the relationship gets its long notation, and so does the assignment. The values are to be replaced.
fn with_properties(
    diagnostic: Diagnostic,
    requirement: &Requirement<'_>,
    type_name: &str,
    title: String,
    lacking: Vec<(&str, Value)>,
) -> Diagnostic {
    if let Some(relationship) = requirement.relationship_node {
        let entries: Vec<_> = lacking.into_iter().map(|(name, value)| (vec![name], value)).collect();
        return fix_missing(diagnostic, relationship, Some("properties"), title, &entries);
    }
    let type_name = requirement.relationship.as_ref().map_or(type_name, |word| &word.text);
    let relationship = Value::map([("type", Value::text(type_name)), ("properties", Value::map(lacking))]);
    let node = requirement.node;
    let op = match (&requirement.relationship, &requirement.target) {
        (Some(word), _) => Op::Replace { at: word.node.path(), value: relationship },
        (None, _) if node.is_mapping() && !node.is_alias() => Op::Insert {
            into: node.path(),
            key: "relationship".to_owned(),
            value: relationship,
            placement: Placement::Last,
        },
        (None, Some(target)) if !node.is_mapping() && !node.is_alias() => {
            let value = Value::map([("node", Value::text(&*target.text)), ("relationship", relationship)]);
            Op::Replace { at: node.path(), value }
        }
        _ => return diagnostic,
    };
    diagnostic.likely_fix(title, vec![op], false)
}
