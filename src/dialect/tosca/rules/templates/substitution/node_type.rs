//! Substituted node type: its properties, capabilities and requirements are mapped.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::super::Rule;
use super::super::name_suggestions::NameSuggestions;
use super::{SubstitutionScope, mapped};
use crate::boundary::is_from_root;
use crate::interface::{InterfaceSchema, operations};
use crate::model::Service;
use crate::types::{Definition, Effective, FileId, Layer, Lookup, TypeId, TypeKind, has_value};
use crate::value::DataSchema;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Resolved;

pub(in super::super::super) static RULE: Rule =
    Rule { codes: &[&UNKNOWN, &UNMAPPED, &CONCRETE, &INPUT, &IMPLICIT], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.12";

static UNKNOWN: Code = Code::error(
    "tosca/unknown-substituted-type",
    "T3.7.12-R1",
    SECTION,
    "Checks that the node type of the substitution mapping is known: declared in this file, imported, or built in.",
)
.why("The topology can only substitute nodes of a known type, and its mappings cannot be checked without it.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "topology template",
    "
substitution_mappings: {node_type: tosca.nodes.Roots}
#                                  ^^^^^^^^^^^^^^^^^
",
)
.good("substitution_mappings: {node_type: tosca.nodes.Root}");
static UNMAPPED: Code = Code::warning(
    "tosca/missing-mapping",
    "T3.7.12-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12.3",
    "Checks that the substitution mapping maps the capabilities of the node type, its mandatory requirements, and its required properties without an \
input of the same name.",
)
.earlier(&["tosca/unmapped"])
.why("Unmapped ones have no effect for users of the node. The standard requires a mapping for everything, but its own examples do not follow this. \
Capabilities and requirements of the root type are not checked.")
.advice("Map each capability and requirement as `name: [node template, name]`, and each property as `name: [input]`.")
.bad(
    "topology template",
    "
inputs: {title: {type: string}}
node_templates:
  db: {type: tosca.nodes.Database, properties: {name: {get_input: title}}}
substitution_mappings:
  node_type: tosca.nodes.Database
#            ^^^^^^^^^^^^^^^^^^^^
  properties: {name: [title]}
  requirements: {host: [db, host]}
",
)
.good(
    "
inputs: {title: {type: string}}
node_templates:
  db: {type: tosca.nodes.Database, properties: {name: {get_input: title}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [title]}
  capabilities: {database_endpoint: [db, database_endpoint]}
  requirements: {host: [db, host]}
",
)
.one_cause("requirements and capabilities that are not mapped");
static CONCRETE: Code = Code::warning(
    "tosca/substituted-type-implemented",
    "T3.7.12-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12.3",
    "Reports a substituted node type that has implementations of its own.",
)
.why("It is undefined whether the implementation or the topology is executed.")
.advice("Remove the implementation, or the substitution mappings.")
.bad(
    "service template",
    "
node_types:
  Mine: {derived_from: tosca.nodes.Root, interfaces: {Standard: {create: run.sh}}}
topology_template: {substitution_mappings: {node_type: Mine}}
#                                                      ^^^^
=== run.sh

",
)
.good(
    "
node_types: {Mine: {derived_from: tosca.nodes.Root}}
topology_template: {substitution_mappings: {node_type: Mine}}
=== run.sh

",
);
static INPUT: Code = Code::warning(
    "tosca/input-without-source",
    "T3.7.12-R5",
    "TOSCA Simple Profile in YAML 1.2, 2.10.2",
    "Checks that every input of a substituting topology has a default, a mapped property, or a property of the same name.",
)
.why("An input with none of them has no value.")
.advice("Add `default` to the input, or map a property of the node type to it.")
.bad(
    "service template",
    "
node_types:
  Mine: {derived_from: tosca.nodes.Root, properties: {size: {type: integer}}}
topology_template:
  inputs: {size: {type: integer}, extra: {type: string}}
#                                 ^^^^^
  substitution_mappings: {node_type: Mine}
",
)
.good(
    "
node_types:
  Mine: {derived_from: tosca.nodes.Root, properties: {size: {type: integer}}}
topology_template:
  inputs: {size: {type: integer}, extra: {type: string, default: none}}
  substitution_mappings: {node_type: Mine}
",
)
.one_cause("inputs without a value in a substitution");
static IMPLICIT: Code = Code::warning(
    "tosca/implicit-mapping-type",
    "T3.7.12-R10",
    "TOSCA Simple Profile in YAML 1.2, 2.10.2",
    "Checks the types of implicit mappings: an input has the type of the property of the same name, and an output has the type of the \
attribute of the same name.",
)
.earlier(&["tosca/input-of-another-type"])
.why("These values are passed on without conversion, so a value that is valid on one side can be rejected on the other.")
.advice("Give both the same type, or map the property explicitly.")
.bad(
    "service template",
    "
node_types:
  Mine: {derived_from: tosca.nodes.Root, properties: {size: {type: integer}}}
topology_template:
  inputs: {size: {type: string}}
#          ^^^^
  substitution_mappings: {node_type: Mine}
",
)
.good(
    "
node_types:
  Mine: {derived_from: tosca.nodes.Root, properties: {size: {type: integer}}}
topology_template:
  inputs: {size: {type: integer}}
  substitution_mappings: {node_type: Mine}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(scope) = SubstitutionScope::of(service) else { return };
    if let (Some(word), Lookup::Unknown) = (&scope.substitution.type_name, scope.substitution.type_id) {
        let message = message::unknown("node type", &word.text);
        let diagnostic = service.fault(&UNKNOWN, word.node, message);
        report.push(NameSuggestions::types(service, TypeKind::Node).suggest(diagnostic, word));
    }
    let Some((id, _)) = &scope.kind else { return };
    let effective = service.type_scope.effective(*id);
    report_unmapped(&scope, effective, report);
    check_concrete(&scope, *id, effective, report);
    check_inputs(&scope, effective, report);
    check_implicit(&scope, effective, report);
}

/// Names of the inputs that properties are mapped to.
fn mapped_inputs(scope: &SubstitutionScope<'_, '_>) -> BTreeSet<String> {
    let one = |entry| match mapped(entry) {
        Some(words) if words.len() == 1 => Some(words[0].text.to_string()),
        _ => None,
    };
    scope.substitution.properties.iter().filter_map(|entry| one(*entry)).collect()
}

fn is_required(definition: &Definition<'_>) -> bool {
    definition.flag("required") != Some(false) && definition.get("default").is_none()
}

fn keys(entries: &[limn_yaml::Entry<'_>]) -> FxHashSet<String> {
    entries.iter().filter_map(|entry| Some(entry.key.as_str()?.into_owned())).collect()
}

fn report_unmapped(scope: &SubstitutionScope<'_, '_>, effective: &Effective<'_>, report: &mut Report) {
    let (service, substitution) = (scope.service, scope.substitution);
    let (Some((_, kind)), Some(word)) = (&scope.kind, &substitution.type_name) else { return };
    let mapped_properties = keys(&substitution.properties);
    let mapped_capabilities = keys(&substitution.capabilities);
    let mapped_requirements = keys(&substitution.requirements);
    // The orchestrator handles the root's capabilities and requirements.
    let from_root = |layers: &[Layer<'_>]| is_from_root(&service.type_scope, layers);
    let name = |definition: &&Definition<'_>| definition.name.to_string();
    let properties: Vec<String> = effective
        .properties()
        .iter()
        .filter(|property| is_required(property) && !mapped_properties.contains(&*property.name))
        .filter(|property| scope.topology.input(&property.name).is_none())
        .map(|property| property.name.to_string())
        .collect();
    let capabilities: Vec<String> = effective
        .capabilities()
        .iter()
        .filter(|capability| {
            !from_root(&capability.layers) && !mapped_capabilities.contains(&*capability.name)
        })
        .map(|capability| name(&capability))
        .collect();
    let requirements: Vec<String> = effective
        .requirements()
        .iter()
        .filter(|requirement| {
            !from_root(&requirement.layers) && !mapped_requirements.contains(&*requirement.name)
        })
        .map(|requirement| name(&requirement))
        .filter(|name| kind.requirement(name).is_some_and(|need| need.least > 0))
        .collect();
    let all = [("property", properties), ("capability", capabilities), ("requirement", requirements)];
    for (kind, names) in all.into_iter().filter(|(_, names)| !names.is_empty()) {
        let mapping = if names.len() == 1 { "mapping" } else { "mappings" };
        let members = message::counted(kind, &names);
        let message =
            message::missing_parts(format_args!("{mapping} of {members} of node type `{}`", word.text));
        report.push(service.fault(&UNMAPPED, word.node, message));
    }
}

/// Reports the first operation that the type implements.
fn check_concrete(
    scope: &SubstitutionScope<'_, '_>,
    id: TypeId,
    effective: &Effective<'_>,
    report: &mut Report,
) {
    let (service, Some(word)) = (scope.service, &scope.substitution.type_name) else { return };
    for interface in effective.interfaces().iter() {
        let face = InterfaceSchema::of(&service.type_scope, Lookup::Found(id), &interface.name);
        let declared = interface.layers.iter().flat_map(|layer| operations(layer.node));
        if let Some(operation) = declared
            .map(|operation| operation.name)
            .find(|name| face.is_implemented(&service.type_scope, name))
        {
            let message = format!(
                "node type `{}` has an implementation of `{}.{operation}` and is also substituted by this topology",
                word.text, interface.name
            );
            return report.push(service.fault(&CONCRETE, word.node, message));
        }
    }
}

fn check_inputs(scope: &SubstitutionScope<'_, '_>, effective: &Effective<'_>, report: &mut Report) {
    if !effective.complete {
        return;
    }
    let mapped = mapped_inputs(scope);
    let (service, Some(word)) = (scope.service, &scope.substitution.type_name) else { return };
    for input in &scope.topology.inputs {
        let optional =
            input.node.get("required").and_then(limn_yaml::Node::resolved) == Some(Resolved::Bool(false));
        if has_value(input.node) || optional || !input.node.is_mapping() {
            continue;
        }
        if !mapped.contains(input.name.as_ref()) && effective.properties().get(&input.name).is_none() {
            let message = format!(
                "input `{}` has no value when the topology substitutes `{}`: no default and no mapped property",
                input.name, word.text
            );
            report.push(service.fault(&INPUT, input.key, message));
        }
    }
}

/// Checks inputs and outputs that are mapped by name.
fn check_implicit<'d>(scope: &SubstitutionScope<'_, 'd>, effective: &Effective<'d>, report: &mut Report) {
    let (service, type_scope) = (scope.service, &scope.service.type_scope);
    let substitution = scope.substitution;
    let pairs = [
        (&scope.topology.inputs, effective.properties(), &substitution.properties, ("input", "property")),
        (&scope.topology.outputs, effective.attributes(), &substitution.attributes, ("output", "attribute")),
    ];
    for (parameters, table, entries, (kind, what)) in pairs {
        let explicit = keys(entries);
        for parameter in parameters.iter().filter(|parameter| !explicit.contains(&*parameter.name)) {
            let Some(definition) = table.get(&parameter.name) else { continue };
            let own = DataSchema::of_node(type_scope, parameter.node, FileId::OWN);
            let other = DataSchema::of(type_scope, definition);
            if !own.is_interchangeable(type_scope, &other) {
                let message = message::expected(
                    format_args!(
                        "type `{}` for {kind} `{}`, as for the {what} of the same name",
                        other.name, parameter.name
                    ),
                    format_args!("`{}`", own.name),
                );
                report.push(service.fault(&IMPLICIT, parameter.key, message));
            }
        }
    }
}
