//! Inputs of operations in templates: values instead of definitions, and a value for each required input. Value rules check the types of the values.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::super::Rule;
use crate::interface::{Interface, InterfaceSchema, Operation};
use crate::model::{NodeTemplate, Service};
use crate::types::{Definition, Lookup, Table, TypeId, has_value, named};
use crate::value::Primitive;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&DEFINED_IN_TEMPLATE, &MISSING_INPUT], check };

static DEFINED_IN_TEMPLATE: Code = Code::warning(
    "tosca/input-defined-in-template",
    "T3.5.15-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15.2",
    "Reports the definition of an input in a template. A type defines the inputs of an operation; a template assigns their values.",
)
.why("A mapping with a `type` would be passed to the operation as is.")
.advice("Assign a value, such as `size: 10`, and move the definition to the type.")
.bad(
    "standard interface",
    "
create:
  implementation: create.sh
  inputs: {size: {type: integer, default: 10}}
#          ^^^^
",
)
.good(
    "
create:
  implementation: create.sh
  inputs: {size: 10}
",
);
static MISSING_INPUT: Code = Code::warning(
    "tosca/missing-operation-input",
    "T3.5.15-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15",
    "Checks that required inputs of an operation without a default get values in the template: from the operation or its interface.",
)
.why("Inputs become environment variables of the script, so it runs without the value and may fail.")
.advice("Assign the input in the template, or give it a default in the type.")
.bad(
    "file",
    "
node_types:
  my.Disk:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard:
        create: {implementation: create.sh, inputs: {size: {type: integer}}}
topology_template:
  node_templates:
    disk: {type: my.Disk}
#   ^^^^
",
)
.good("    disk: {type: my.Disk, interfaces: {Standard: {create: {inputs: {size: 10}}}}}");

/// Keynames of a parameter definition.
const DEFINING: [&str; 9] = [
    "type",
    "description",
    "required",
    "default",
    "status",
    "constraints",
    "entry_schema",
    "key_schema",
    "metadata",
];

fn check(service: &Service<'_>, report: &mut Report) {
    for interface in service.interfaces.iter().filter(|interface| !interface.defines) {
        let declared = |operation: Option<&str>| {
            interface
                .schema(&service.type_scope, &service.interface_schemas)
                .inputs(&service.type_scope, operation)
        };
        if interface.node.get("inputs").is_some() {
            check_given(service, interface.node, &declared(None), report);
        }
        for operation in
            interface.operations.iter().filter(|operation| operation.node.get("inputs").is_some())
        {
            check_given(service, operation.node, &declared(Some(&operation.name)), report);
        }
    }
    let mut required = FxHashMap::default();
    let given = OnceCell::new();
    let by_owner = || {
        let mut given: FxHashMap<usize, Vec<&Interface<'_>>> = FxHashMap::default();
        for interface in service.interfaces.iter().filter(|interface| !interface.defines) {
            given.entry(interface.owner.range().start).or_default().push(interface);
        }
        given
    };
    for template in service
        .topology
        .iter()
        .flat_map(|topology| &topology.node_templates)
        .filter(|template| !template.is_open())
    {
        let Lookup::Found(id) = template.type_id else { continue };
        let required = required.entry(id).or_insert_with(|| required_inputs(service, id));
        if !required.is_empty() && template.copy.is_none() {
            let own = given
                .get_or_init(by_owner)
                .get(&template.node.range().start)
                .map(Vec::as_slice)
                .unwrap_or_default();
            check_missing(service, template, required, own, report);
        }
    }
}

fn check_given<'d>(service: &Service<'d>, place: Node<'d>, declared: &Table<'d>, report: &mut Report) {
    for entry in named(place, "inputs") {
        let Some(name) = entry.key.as_str() else { continue };
        if looks_defined(entry.value.resolve())
            && declared.get(&name).is_none_or(|definition| !takes_mappings(definition))
        {
            let message = message::expected(format_args!("a value for input `{name}`"), "a definition");
            report.push(service.fault(&DEFINED_IN_TEMPLATE, entry.key, message));
        }
    }
}

/// Returns true for a mapping that looks like a parameter definition.
fn looks_defined(value: Node<'_>) -> bool {
    let plain = value.get("type").is_some_and(|node| node.resolve().is_scalar());
    let keys = || value.entries().filter_map(|entry| entry.key.as_str());
    plain && keys().all(|key| DEFINING.contains(&&*key))
}

/// Returns true if the input can be a mapping.
fn takes_mappings(definition: &Definition<'_>) -> bool {
    let takes = |primitive: Primitive| {
        matches!(primitive, Primitive::Map | Primitive::List | Primitive::Range | Primitive::Null)
    };
    definition.word("type").is_none_or(|(word, _)| Primitive::named(&word.text).is_none_or(takes))
}

/// An implemented operation with required inputs.
struct RequiredInputs<'d> {
    interface: Cow<'d, str>,
    operation: Cow<'d, str>,
    inputs: Vec<Cow<'d, str>>,
}

/// Inputs of a node type's operations that the template must assign.
fn required_inputs<'d>(service: &Service<'d>, id: TypeId) -> Vec<RequiredInputs<'d>> {
    let type_scope = &service.type_scope;
    let effective = type_scope.effective(id);
    let mut found = Vec::new();
    for interface in effective.interfaces().iter() {
        let face = InterfaceSchema::of(type_scope, Lookup::Found(id), &interface.name);
        for operation in face.names(type_scope) {
            let inputs = face.inputs(type_scope, Some(&operation));
            let needed = inputs.iter().filter(|input| is_needed(input)).map(|input| input.name.clone());
            let inputs: Vec<_> = needed.collect();
            if !inputs.is_empty() {
                found.push(RequiredInputs { interface: interface.name.clone(), operation, inputs });
            }
        }
    }
    found
}

/// Returns true for an input with a type that is required and has no value.
fn is_needed(definition: &Definition<'_>) -> bool {
    let given = |node: Node<'_>| {
        // Old types write a plain value in place of a definition.
        !node.is_mapping() && !node.is_null()
            || has_value(node)
            || node.is_mapping() && node.entries().len() > 0 && !looks_defined_loosely(node)
    };
    let optional = definition.get("required").and_then(|(node, _)| node.resolved());
    optional != Some(Resolved::Bool(false))
        && definition.word("type").is_some()
        && !definition.layers.iter().any(|layer| given(layer.node))
}

fn looks_defined_loosely(node: Node<'_>) -> bool {
    node.entries().filter_map(|entry| entry.key.as_str()).any(|key| DEFINING.contains(&&*key))
}

fn check_missing<'d>(
    service: &Service<'d>,
    template: &NodeTemplate<'d>,
    wanting: &[RequiredInputs<'d>],
    own: &[&Interface<'d>],
    report: &mut Report,
) {
    for required in wanting {
        let face = service.interface_schemas.of(&service.type_scope, template.type_id, &required.interface);
        let written = own.iter().find(|interface| interface.name == required.interface);
        let operation = written.and_then(|interface| {
            interface.operations.iter().find(|operation| operation.name == required.operation)
        });
        let runs = operation.is_some_and(Operation::is_implemented)
            || face.is_implemented(&service.type_scope, &required.operation);
        if !runs {
            continue;
        }
        let mut given: BTreeSet<Cow<'d, str>> = BTreeSet::new();
        let places = written
            .map(|interface| interface.node)
            .into_iter()
            .chain(operation.map(|operation| operation.node));
        for place in places {
            given.extend(named(place, "inputs").filter_map(|entry| entry.key.as_str()));
        }
        let missing: Vec<&str> =
            required.inputs.iter().filter(|name| !given.contains(*name)).map(|name| &**name).collect();
        if !missing.is_empty() {
            let at = operation
                .map(|operation| operation.key)
                .or_else(|| written.map(|interface| interface.key))
                .unwrap_or(template.key);
            let owner = format_args!(
                "operation `{}.{}` of `{}`",
                required.interface, required.operation, template.name
            );
            let message = message::missing_names_at("input", missing, owner);
            report.push(service.fault(&MISSING_INPUT, at, message));
        }
    }
}
