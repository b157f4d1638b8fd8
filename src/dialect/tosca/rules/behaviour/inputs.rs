//! What operations are given: values, not definitions, and one for each input that needs it. Whether a value is of the declared type is told
//! where all values are.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::say::row;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::interface::{Face, Interface, Operation};
use crate::dialect::tosca::model::{NodeTemplate, Service};
use crate::dialect::tosca::types::{Definition, Lookup, Table, TypeId, named};
use crate::yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&DEFINED_IN_TEMPLATE, &MISSING_INPUT], check };

static DEFINED_IN_TEMPLATE: Code = Code::warning(
    "tosca/input-defined-in-template",
    "T3.5.15-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15.2",
    "A type says which inputs an operation has and of which type they are; a template gives them values. A mapping with a `type` would be passed to the \
operation as it is.

Bad:
```yaml
create:
  implementation: create.sh
  inputs: {size: {type: integer, default: 10}}
```
Good:
```yaml
create:
  implementation: create.sh
  inputs: {size: 10}
```",
);
static MISSING_INPUT: Code = Code::warning(
    "tosca/missing-operation-input",
    "T3.5.15-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15",
    "An input that an operation declares, that is required and has no default, gets its value from the template: of the operation, or of its \
interface.

Bad:
```yaml
node_types:
  my.Disk:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard:
        create: {implementation: create.sh, inputs: {size: {type: integer}}}
topology_template:
  node_templates:
    disk: {type: my.Disk}
```
Good:
```yaml
    disk: {type: my.Disk, interfaces: {Standard: {create: {inputs: {size: 10}}}}}
```",
);

/// The keys of a definition of a parameter.
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
    for interface in service.interfaces.iter().filter(|it| !it.defines) {
        let declared = |operation: Option<&str>| {
            interface.face(&service.world, &service.faces).inputs(&service.world, operation)
        };
        if interface.node.get("inputs").is_some() {
            check_given(service, interface.node, &declared(None), report);
        }
        for operation in interface.operations.iter().filter(|it| it.node.get("inputs").is_some()) {
            check_given(service, operation.node, &declared(Some(&operation.name)), report);
        }
    }
    let mut wanted = FxHashMap::default();
    let given = OnceCell::new();
    let by_owner = || {
        let mut given: FxHashMap<usize, Vec<&Interface<'_>>> = FxHashMap::default();
        for interface in service.interfaces.iter().filter(|it| !it.defines) {
            given.entry(interface.owner.range().start).or_default().push(interface);
        }
        given
    };
    for template in service.topology.iter().flat_map(|it| &it.node_templates).filter(|it| !it.is_open()) {
        let Lookup::Found(id) = template.type_id else { continue };
        let wanted = wanted.entry(id).or_insert_with(|| wanting(service, id));
        if !wanted.is_empty() && template.copy.is_none() {
            let own = given
                .get_or_init(by_owner)
                .get(&template.node.range().start)
                .map(Vec::as_slice)
                .unwrap_or_default();
            check_missing(service, template, wanted, own, report);
        }
    }
}

fn check_given<'d>(service: &Service<'d>, place: Node<'d>, declared: &Table<'d>, report: &mut Report) {
    for entry in named(place, "inputs") {
        let Some(name) = entry.key.as_str() else { continue };
        if looks_defined(entry.value.resolve()) && declared.get(&name).is_none_or(|it| !takes_mappings(it)) {
            let message = format!("input `{name}` is given a definition, where a value belongs");
            report.push(service.fault(&DEFINED_IN_TEMPLATE, entry.key, message));
        }
    }
}

/// A mapping that reads like a definition of a parameter.
fn looks_defined(value: Node<'_>) -> bool {
    let plain = value.get("type").is_some_and(|it| it.resolve().is_scalar());
    let keys = || value.entries().filter_map(|it| it.key.as_str());
    plain && keys().all(|key| DEFINING.contains(&&*key))
}

/// Whether the input may be a mapping.
fn takes_mappings(definition: &Definition<'_>) -> bool {
    const SCALAR: [&str; 9] = [
        "string",
        "integer",
        "float",
        "boolean",
        "timestamp",
        "version",
        "scalar-unit.size",
        "scalar-unit.time",
        "scalar-unit.frequency",
    ];
    definition.word("type").is_none_or(|(word, _)| !SCALAR.contains(&&*word.text))
}

/// An operation that runs something and needs what nothing gives it.
struct Wanting<'d> {
    interface: Cow<'d, str>,
    operation: Cow<'d, str>,
    inputs: Vec<Cow<'d, str>>,
}

/// The inputs of a node type's operations that have to come from the template.
fn wanting<'d>(service: &Service<'d>, id: TypeId) -> Vec<Wanting<'d>> {
    let world = &service.world;
    let effective = world.effective(id);
    let mut found = Vec::new();
    for interface in effective.interfaces().iter() {
        let face = Face::of(world, Lookup::Found(id), &interface.name);
        for operation in face.names(world) {
            let inputs = face.inputs(world, Some(&operation));
            let needed = inputs.iter().filter(|it| is_needed(it)).map(|it| it.name.clone());
            let inputs: Vec<_> = needed.collect();
            if !inputs.is_empty() {
                found.push(Wanting { interface: interface.name.clone(), operation, inputs });
            }
        }
    }
    found
}

/// Declared with a type, required, and without a value anywhere.
fn is_needed(definition: &Definition<'_>) -> bool {
    let given = |node: Node<'_>| {
        // A value stands where a definition would, as types of old write it.
        !node.is_mapping() && !node.is_null()
            || ["default", "value"].iter().any(|key| node.get(key).is_some())
            || node.is_mapping() && node.entries().len() > 0 && !looks_defined_loosely(node)
    };
    let optional = definition.get("required").and_then(|(node, _)| node.resolved());
    optional != Some(Resolved::Bool(false))
        && definition.word("type").is_some()
        && !definition.layers.iter().any(|it| given(it.node))
}

fn looks_defined_loosely(node: Node<'_>) -> bool {
    node.entries().filter_map(|it| it.key.as_str()).any(|key| DEFINING.contains(&&*key))
}

fn check_missing<'d>(
    service: &Service<'d>,
    template: &NodeTemplate<'d>,
    wanting: &[Wanting<'d>],
    own: &[&Interface<'d>],
    report: &mut Report,
) {
    for wanted in wanting {
        let face = service.faces.of(&service.world, template.type_id, &wanted.interface);
        let written = own.iter().find(|it| it.name == wanted.interface);
        let operation = written.and_then(|it| it.operations.iter().find(|it| it.name == wanted.operation));
        let runs = operation.is_some_and(Operation::is_implemented)
            || face.is_implemented(&service.world, &wanted.operation);
        if !runs {
            continue;
        }
        let mut given: BTreeSet<Cow<'d, str>> = BTreeSet::new();
        let places = written.map(|it| it.node).into_iter().chain(operation.map(|it| it.node));
        for place in places {
            given.extend(named(place, "inputs").filter_map(|it| it.key.as_str()));
        }
        let missing: Vec<&str> =
            wanted.inputs.iter().filter(|it| !given.contains(*it)).map(|it| &**it).collect();
        if !missing.is_empty() {
            let at = operation.map(|it| it.key).or_else(|| written.map(|it| it.key)).unwrap_or(template.key);
            let what = if missing.len() == 1 { "input" } else { "inputs" };
            let message = format!(
                "operation `{}.{}` of `{}` is not given its {what} {}",
                wanted.interface,
                wanted.operation,
                template.name,
                row(missing.iter().copied(), "and")
            );
            report.push(service.fault(&MISSING_INPUT, at, message));
        }
    }
}
