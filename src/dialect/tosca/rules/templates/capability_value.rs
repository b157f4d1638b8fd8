//! Missing values of required capability properties.

use std::collections::BTreeMap;

use super::super::Rule;
use crate::model::Service;
use crate::types::{Section, TypeId};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSING], check };

static MISSING: Code = Code::warning(
    "tosca/missing-capability-property",
    "T3.7.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.7.1",
    "Checks that required properties of capabilities have values, including capabilities that the node template does not mention. A \
property is required unless its definition has a default or `required: false`. Templates that are `selectable` or `substitutable` are not \
checked.",
)
.why("The orchestrator and connected nodes need the value, so deployment or the connection may fail.")
.advice("Assign the property in the node template, or give it a default in the type.")
.bad(
    "service template",
    "
capability_types:
  Query:
    derived_from: tosca.capabilities.Root
    properties: {dialect: {type: string}, level: {type: integer, default: 1}}
node_types: {Store: {derived_from: tosca.nodes.Root, capabilities: {query: Query}}}
topology_template: {node_templates: {a: {type: Store}}}
#                                    ^
",
)
.good(
    "
capability_types:
  Query:
    derived_from: tosca.capabilities.Root
    properties: {dialect: {type: string}, level: {type: integer, default: 1}}
node_types: {Store: {derived_from: tosca.nodes.Root, capabilities: {query: Query}}}
topology_template: {node_templates: {a: {type: Store, capabilities: {query: {properties: {dialect: sql}}}}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    // By type: its capabilities with required properties.
    let mut required: BTreeMap<TypeId, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for template in topology.node_templates.iter().filter(|template| !template.is_open()) {
        let Some(id) = template.type_id.found() else { continue };
        let required = required.entry(id).or_insert_with(|| required_of(service, id));
        if required.is_empty() {
            continue;
        }
        let copied = template.copy.as_ref().and_then(|word| topology.node_template(&word.text));
        let capabilities =
            [Some(template), copied].map(|template| template?.sections.get(Section::Capabilities));
        for (capability, properties) in required {
            let assigned = |section: limn_yaml::Node<'_>, name: &str| {
                let values = section.get(capability).and_then(|node| node.get("properties"));
                values.is_some_and(|values| values.get(name).is_some())
            };
            // If the template writes properties of the capability, missing ones are reported there.
            let entry =
                template.sections.get(Section::Capabilities).and_then(|section| section.entry(capability));
            if entry.is_some_and(|entry| entry.value.get("properties").is_some()) {
                continue;
            }
            let missing = properties
                .iter()
                .filter(|name| !capabilities.iter().flatten().any(|section| assigned(*section, name)));
            let names: Vec<&String> = missing.collect();
            if names.is_empty() {
                continue;
            }
            let owner = format_args!("capability `{capability}` of `{}`", template.name);
            let message = message::missing_names_at("property", names, owner);
            report.push(service.fault(&MISSING, entry.map_or(template.key, |entry| entry.key), message));
        }
    }
}

fn required_of(service: &Service<'_>, id: TypeId) -> Vec<(String, Vec<String>)> {
    let mut required = Vec::new();
    for capability in service.type_scope.effective(id).capabilities().iter() {
        let fields =
            service.fields.of_capability(&service.type_scope, id, &capability.name, Section::Properties);
        let Some(fields) = fields else { continue };
        let names: Vec<String> = fields.required().map(|(name, _)| name.to_owned()).collect();
        if !names.is_empty() {
            required.push((capability.name.to_string(), names));
        }
    }
    required
}
