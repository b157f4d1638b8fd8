//! The node type that the topology stands for, and whether all of it is accounted for.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::super::Rule;
use super::super::near::Near;
use super::value_type::meets;
use super::{Stand, mapped};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::boundary::is_from_root;
use crate::dialect::tosca::interface::{Face, operations};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Definition, Effective, FileId, Layer, Lookup, TypeId, TypeKind};
use crate::dialect::tosca::value::DataSchema;
use crate::yaml::Resolved;

pub(in super::super::super) static RULE: Rule =
    Rule { codes: &[&UNKNOWN, &UNMAPPED, &CONCRETE, &INPUT, &IMPLICIT], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.12";

static UNKNOWN: Code = Code::error(
    "tosca/unknown-substituted-type",
    "T3.7.12-R1",
    SECTION,
    "A topology stands for nodes of a node type: one that the file declares or imports, or one of TOSCA's own.",
);
static UNMAPPED: Code = Code::warning(
    "tosca/unmapped",
    "T3.7.12-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12.3",
    "Who uses the node finds nothing behind what is not mapped. By the letter of the standard every property, capability and requirement of the node \
     type is mapped; its own examples do not do so. Said of capabilities, of requirements that have to be met, and of properties that need a value \
     and have no input of their name; not of what every node has.

Bad:
```yaml
substitution_mappings: {node_type: tosca.nodes.Database}
```
Good:
```yaml
substitution_mappings:
  node_type: tosca.nodes.Database
  properties: {name: [database_name]}
  capabilities: {database_endpoint: [db, database_endpoint]}
  requirements: {host: [db, host]}
```",
);
static CONCRETE: Code = Code::warning(
    "tosca/substituted-type-implemented",
    "T3.7.12-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12.3",
    "The type of a node that a topology stands for should have no implementation of its own: it is not said which of the two is run.",
);
static INPUT: Code = Code::warning(
    "tosca/input-without-source",
    "T3.7.12-R5",
    "TOSCA Simple Profile in YAML 1.2, 2.10.2",
    "Where a topology stands for a node, its inputs get the values of the node's properties: those that are mapped to them, or those of the same \
     name. An input that none leads to needs a default.",
);
static IMPLICIT: Code = Code::warning(
    "tosca/input-of-another-type",
    "T3.7.12-R10",
    "TOSCA Simple Profile in YAML 1.2, 2.10.2",
    "Where nothing is mapped explicitly, an input gets the value of the property of its name, and an attribute that of the output of its name. The \
     two are of other types.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(stand) = Stand::of(service) else { return };
    if let (Some(word), Lookup::Unknown) = (&stand.substitution.type_name, stand.substitution.type_id) {
        let message = format!("no node type is named `{}`", word.text);
        let diagnostic = service.fault(&UNKNOWN, word.node, message);
        report.push(Near::types(service, TypeKind::Node).suggest(diagnostic, word));
    }
    let Some((id, _)) = &stand.kind else { return };
    let effective = service.world.effective(*id);
    unmapped(&stand, effective, report);
    concrete(&stand, *id, effective, report);
    inputs(&stand, effective, report);
    implicit(&stand, effective, report);
}

/// Names of inputs that properties are mapped to.
fn mapped_inputs(stand: &Stand<'_, '_>) -> BTreeSet<String> {
    let one = |entry| match mapped(entry) {
        Some(words) if words.len() == 1 => Some(words[0].text.to_string()),
        _ => None,
    };
    stand.substitution.properties.iter().filter_map(|entry| one(*entry)).collect()
}

fn is_required(definition: &Definition<'_>) -> bool {
    definition.flag("required") != Some(false) && definition.get("default").is_none()
}

fn keys(entries: &[crate::yaml::Entry<'_>]) -> FxHashSet<String> {
    entries.iter().filter_map(|it| Some(it.key.as_str()?.into_owned())).collect()
}

fn unmapped(stand: &Stand<'_, '_>, effective: &Effective<'_>, report: &mut Report) {
    let (service, substitution) = (stand.service, stand.substitution);
    let (Some((_, kind)), Some(word)) = (&stand.kind, &substitution.type_name) else { return };
    let mapped_properties = keys(&substitution.properties);
    let mapped_capabilities = keys(&substitution.capabilities);
    let mapped_requirements = keys(&substitution.requirements);
    // What every node has is the orchestrator's business.
    let from_root = |layers: &[Layer<'_>]| is_from_root(&service.world, layers);
    let name = |it: &&Definition<'_>| it.name.to_string();
    let properties: Vec<String> = effective
        .properties()
        .iter()
        .filter(|it| is_required(it) && !mapped_properties.contains(&*it.name))
        .filter(|it| stand.topology.input(&it.name).is_none())
        .map(|it| it.name.to_string())
        .collect();
    let capabilities: Vec<String> = effective
        .capabilities()
        .iter()
        .filter(|it| !from_root(&it.layers) && !mapped_capabilities.contains(&*it.name))
        .map(|it| name(&it))
        .collect();
    let requirements: Vec<String> = effective
        .requirements()
        .iter()
        .filter(|it| !from_root(&it.layers) && !mapped_requirements.contains(&*it.name))
        .map(|it| name(&it))
        .filter(|name| kind.need(name).is_some_and(|need| need.least > 0))
        .collect();
    let all = [
        ("property", "properties", properties),
        ("capability", "capabilities", capabilities),
        ("requirement", "requirements", requirements),
    ];
    for (one, many, names) in all {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let message = match &names[..] {
            [] => continue,
            [name] => format!("the {one} {name} of `{}` is mapped to nothing", word.text),
            [first @ .., last] => {
                format!("the {many} {} and {last} of `{}` are mapped to nothing", first.join(", "), word.text)
            }
        };
        report.push(service.fault(&UNMAPPED, word.node, message));
    }
}

/// The first operation that the type implements.
fn concrete(stand: &Stand<'_, '_>, id: TypeId, effective: &Effective<'_>, report: &mut Report) {
    let (service, Some(word)) = (stand.service, &stand.substitution.type_name) else { return };
    for interface in effective.interfaces().iter() {
        let face = Face::of(&service.world, Lookup::Found(id), &interface.name);
        let said = interface.layers.iter().flat_map(|layer| operations(layer.node));
        if let Some(operation) = said.map(|it| it.name).find(|name| face.is_implemented(&service.world, name))
        {
            let message = format!(
                "`{}` implements `{operation}` of `{}` itself, and the topology is to stand for it",
                word.text, interface.name
            );
            return report.push(service.fault(&CONCRETE, word.node, message));
        }
    }
}

fn inputs(stand: &Stand<'_, '_>, effective: &Effective<'_>, report: &mut Report) {
    if !effective.complete {
        return;
    }
    let mapped = mapped_inputs(stand);
    let (service, Some(word)) = (stand.service, &stand.substitution.type_name) else { return };
    for input in &stand.topology.inputs {
        let says = |key: &str| input.node.get(key).is_some();
        let optional =
            input.node.get("required").and_then(crate::yaml::Node::resolved) == Some(Resolved::Bool(false));
        if says("default") || says("value") || optional || !input.node.is_mapping() {
            continue;
        }
        if !mapped.contains(input.name.as_ref()) && effective.properties().get(&input.name).is_none() {
            let message = format!(
                "`{}` gets no value where the topology stands for a `{}`: no property leads to it, and it has no default",
                input.name, word.text
            );
            report.push(service.fault(&INPUT, input.key, message));
        }
    }
}

/// Inputs and outputs that are mapped by their names.
fn implicit<'d>(stand: &Stand<'_, 'd>, effective: &Effective<'d>, report: &mut Report) {
    let (service, world) = (stand.service, &stand.service.world);
    let substitution = stand.substitution;
    let pairs = [
        (&stand.topology.inputs, effective.properties(), &substitution.properties, "property"),
        (&stand.topology.outputs, effective.attributes(), &substitution.attributes, "attribute"),
    ];
    for (parameters, table, entries, what) in pairs {
        let explicit = keys(entries);
        for parameter in parameters.iter().filter(|it| !explicit.contains(&*it.name)) {
            let Some(definition) = table.get(&parameter.name) else { continue };
            let own = DataSchema::of_node(world, parameter.node, FileId::OWN);
            let other = DataSchema::of(world, definition);
            if !meets(world, &own, &other) {
                let message = format!(
                    "`{}` is of type `{}`, and the {what} of this name of type `{}`",
                    parameter.name, own.name, other.name
                );
                report.push(service.fault(&IMPLICIT, parameter.key, message));
            }
        }
    }
}
