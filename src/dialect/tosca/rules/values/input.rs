//! What interfaces and operations of templates are given: values of the types that their inputs declare.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::Rule;
use super::check::{Findings, Label, check_value};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::interface::{Face, Interface, operations};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{TypeId, named};
use crate::dialect::tosca::value::Fields;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSING], check };

static MISSING: Code = Code::error(
    "tosca/unassigned-input",
    "T3.5.15-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15, 3.5.16",
    "Where a template writes an interface or operation out, each input that has to have a value gets one: from the operation, from the interface \
     around it, or as the default in the type. What a template does not write out is left to its type.

Bad:
```yaml
# the type declares `inputs: {size: {type: integer}}`
interfaces: {Standard: {create: {inputs: {}}}}
```
Good:
```yaml
interfaces: {Standard: {create: {inputs: {size: 10}}}}
```",
);

/// The inputs of an interface or operation of a type, once read.
type Read<'d> = BTreeMap<(Option<TypeId>, String, Option<String>), Rc<Fields<'d>>>;

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    let mut read = Read::new();
    for interface in service.interfaces.iter().filter(|it| !it.defines) {
        let face = Face::of(&service.world, interface.entity, &interface.name);
        if !face.is_declared() {
            continue;
        }
        let mut of = |operation: Option<&str>| {
            let key = (interface.entity.found(), interface.name.to_string(), operation.map(str::to_owned));
            let make = || {
                Rc::new(Fields::new(&service.world, &face.inputs(&service.world, operation), face.complete))
            };
            Rc::clone(read.entry(key).or_insert_with(make))
        };
        let around = of(None);
        given(&mut findings, interface.node, &around);
        if interface.node.get("inputs").is_some() {
            missing(&mut findings, interface, interface.node, &[interface.node], &around);
        }
        for operation in operations(interface.node) {
            if operation.node.get("inputs").is_none() {
                continue;
            }
            let fields = of(Some(&operation.name));
            given(&mut findings, operation.node, &fields);
            // What runs and lacks something is told where its type is held against it.
            if !operation.is_implemented() && !face.is_implemented(&service.world, &operation.name) {
                missing(&mut findings, interface, operation.node, &[operation.node, interface.node], &fields);
            }
        }
    }
    findings.tell(report);
}

fn given<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, fields: &Fields<'d>) {
    for entry in named(node, "inputs") {
        let Some(name) = entry.key.said() else { continue };
        // A definition where a value belongs is told as that.
        let defined = entry.value.is_mapping() && entry.value.get("type").is_some();
        if let Some(field) = fields.get(name).filter(|field| !defined || field.schema.is_complex()) {
            check_value(findings, &field.schema, entry.value, &Label::Name(name));
        }
    }
}

/// `places`: where a value can be given, the nearest first.
fn missing<'d>(
    findings: &mut Findings<'_, 'd>,
    interface: &Interface<'d>,
    at: Node<'d>,
    places: &[Node<'d>],
    fields: &Fields<'d>,
) {
    let is_given = |name: &str| {
        places.iter().any(|place| named(*place, "inputs").iter().any(|it| it.key.said() == Some(name)))
    };
    let missing: Vec<String> = fields
        .all
        .iter()
        .filter(|(name, field)| field.is_wanted() && !is_given(name))
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    if let (false, Some(entry)) = (missing.is_empty(), at.entry("inputs")) {
        let message = format!("the inputs of `{}` give no value to {}", interface.name, missing.join(", "));
        findings.say(&MISSING, entry.key, message);
    }
}
