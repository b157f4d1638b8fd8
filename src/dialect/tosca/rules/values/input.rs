//! Inputs of interfaces and operations in templates: values of the declared types.

use std::borrow::Cow;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::check::{Findings, Label, check_value};
use crate::model::{NodeTemplate, Requirement, Service};
use crate::types::{Layer, ScalarText, TypeId, TypeKind, named};
use crate::value::Fields;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSING], check };

static MISSING: Code = Code::error(
    "tosca/unassigned-input",
    "T3.5.15-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15, 3.5.16",
    "Checks that an interface or operation written in a template gets all required inputs: from the operation, from its interface, or as the \
default in the type. Interfaces that a template does not mention are checked with the type.",
)
.why("Inputs become environment variables of the script, so it would run without the value and may fail.")
.advice("Assign the inputs under `inputs` of the operation or of its interface.")
.bad(
    "service template",
    "
interface_types:
  my.I:
    derived_from: tosca.interfaces.Root
    run: {inputs: {size: {type: integer}}}
node_types: {my.A: {derived_from: tosca.nodes.Root, interfaces: {I: {type: my.I}}}}
topology_template:
  node_templates: {n: {type: my.A, interfaces: {I: {run: {inputs: {}}}}}}
#                                                         ^^^^^^
",
)
.good(
    "
interface_types:
  my.I:
    derived_from: tosca.interfaces.Root
    run: {inputs: {size: {type: integer}}}
node_types: {my.A: {derived_from: tosca.nodes.Root, interfaces: {I: {type: my.I}}}}
topology_template:
  node_templates: {n: {type: my.A, interfaces: {I: {run: {inputs: {size: 1}}}}}}
",
);

/// Cached inputs of the interfaces and operations of types.
type InputCache<'d> = FxHashMap<(Option<TypeId>, Cow<'d, str>, Option<Cow<'d, str>>), Rc<Fields<'d>>>;

fn check<'d>(service: &Service<'d>, report: &mut Report) {
    let mut findings = Findings::new(service);
    let mut read = InputCache::default();
    for interface in service.interfaces.iter().filter(|interface| !interface.defines) {
        let gives = |node: Node<'_>| node.get("inputs").is_some();
        if !gives(interface.node) && !interface.operations.iter().any(|operation| gives(operation.node)) {
            continue;
        }
        let face = service.interface_schemas.of(&service.type_scope, interface.entity, &interface.name);
        if !face.is_declared() {
            continue;
        }
        let mut of = |operation: Option<&Cow<'d, str>>| {
            let key = (interface.entity.found(), interface.name.clone(), operation.cloned());
            let make = || {
                let inputs = face.inputs(&service.type_scope, operation.map(|name| &**name));
                Rc::new(Fields::new(&service.type_scope, &inputs, face.complete))
            };
            Rc::clone(read.entry(key).or_insert_with(make))
        };
        if gives(interface.node) {
            let around = of(None);
            check_given(&mut findings, interface.node, &around);
            report_missing(
                &mut findings,
                &format!("interface `{}`", interface.name),
                interface.node,
                &[interface.node],
                &around,
            );
        }
        for operation in &interface.operations {
            if !gives(operation.node) {
                continue;
            }
            let fields = of(Some(&operation.name));
            check_given(&mut findings, operation.node, &fields);
            // Missing inputs of an inherited implementation are reported with its type.
            if !operation.is_implemented() && !face.is_implemented(&service.type_scope, &operation.name) {
                report_missing(
                    &mut findings,
                    &format!("operation `{}.{}`", interface.name, operation.name),
                    operation.node,
                    &[operation.node, interface.node],
                    &fields,
                );
            }
        }
    }
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        for requirement in &template.requirements {
            check_bound(&mut findings, template, requirement);
        }
    }
    findings.emit(report);
}

/// Checks the inputs of interfaces that the requirement definition declares for its relationship.
fn check_bound<'d>(
    findings: &mut Findings<'_, 'd>,
    template: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
) {
    let service = findings.service;
    let (Some(long), Some(id)) = (requirement.relationship_node, template.type_id.found()) else { return };
    let effective = service.type_scope.effective(id);
    let Some(definition) = effective.requirements().get(&requirement.name) else { return };
    for entry in named(long, "interfaces") {
        let Some(name) = entry.key.text() else { continue };
        let declared = |layer: &Layer<'d>| {
            let interfaces = layer.node.get("relationship")?.get("interfaces")?;
            let node = interfaces.get(name)?.resolve();
            Some(Layer { key: node.key().unwrap_or(node), node, owner: layer.owner })
        };
        let mut layers: Vec<Layer<'d>> = definition.layers.iter().filter_map(declared).collect();
        let typed = layers.iter().find_map(|layer| Some((ScalarText::at(layer.node, "type")?, *layer)));
        if let Some((word, layer)) = typed
            && let Some(id) = service
                .type_scope
                .find(TypeKind::Interface, &word.text, service.type_scope.owner_file(layer))
                .found()
        {
            layers.extend(service.type_scope.effective(id).ancestry.iter().map(|&owner| {
                let it = service.type_scope.get(owner);
                Layer { key: it.key, node: it.node, owner }
            }));
        }
        if layers.is_empty() {
            continue;
        }
        let node = entry.value.resolve();
        let fields = Fields::of_inputs(&service.type_scope, &layers, false);
        check_given(findings, node, &fields);
        report_missing(findings, &format!("interface `{name}`"), node, &[node], &fields);
    }
}

fn check_given<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, fields: &Fields<'d>) {
    for entry in named(node, "inputs") {
        let Some(name) = entry.key.text() else { continue };
        // A definition in place of a value is reported on its own.
        let defined = entry.value.is_mapping() && entry.value.get("type").is_some();
        if let Some(field) = fields.get(name).filter(|field| !defined || field.schema.is_complex()) {
            check_value(findings, &field.schema, entry.value, &Label::Name(name));
        }
    }
}

/// `of`: owner of the inputs. `places`: where a value can be assigned, nearest first.
fn report_missing<'d>(
    findings: &mut Findings<'_, 'd>,
    of: &str,
    at: Node<'d>,
    places: &[Node<'d>],
    fields: &Fields<'d>,
) {
    let is_given = |name: &str| {
        places.iter().any(|place| named(*place, "inputs").any(|entry| entry.key.text() == Some(name)))
    };
    let missing: Vec<&str> = fields.required().map(|(name, _)| name).filter(|name| !is_given(name)).collect();
    if let (false, Some(entry)) = (missing.is_empty(), at.entry("inputs")) {
        findings.report(&MISSING, entry.key, message::missing_names_at("input", missing, of));
    }
}
