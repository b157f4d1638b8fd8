//! Interfaces and operations: interface types, and assignments in templates.

use std::rc::Rc;

use super::super::{Rule, unimported};
use super::messages::{list, suggest_key};
use crate::interface::{Interface, InterfaceSchema, notifications};
use crate::model::Service;
use crate::types::{Lookup, ScalarText, TypeKind};
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&MISSING_TYPE, &UNKNOWN_TYPE, &RETYPED, &UNDECLARED, &WRONG_CASE, &UNDECLARED_OPERATION],
    check,
};

static MISSING_TYPE: Code = Code::error(
    "tosca/missing-interface-type",
    "T3.5.16-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16.2",
    "Checks that a new interface of a type has a `type`. Inherited interfaces, such as `Standard` on node types and `Configure` on \
relationship types, have a type already.",
)
.why("The type declares the operations of the interface.")
.advice("Add `type` with the name of an interface type.")
.bad(
    "service template",
    "
interface_types:
  my.Backup: {derived_from: tosca.interfaces.Root, save: {}}
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Backup: {save: save.sh}}
#                ^^^^^^
",
)
.good(
    "
interface_types:
  my.Backup: {derived_from: tosca.interfaces.Root, save: {}}
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Backup: {type: my.Backup, save: save.sh}}
",
);
static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-interface-type",
    "T3.5.16-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16.1",
    "Checks that the type of an interface is a known interface type: built in, declared in this file, or imported.",
)
.why("The type declares the operations of the interface, so without it they are unknown and processors reject the interface.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node types",
    "
my.Database:
  derived_from: tosca.nodes.Root
  interfaces: {Backup: {type: tosca.interfaces.node.lifecycle.Standrad}}
#                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.Database:
  derived_from: tosca.nodes.Root
  interfaces: {Standard: {type: tosca.interfaces.node.lifecycle.Standard}}
",
);
static RETYPED: Code = Code::error(
    "tosca/retyped-interface",
    "T3.5.16-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16.1",
    "Checks that an inherited interface keeps its type or gets a derived one.",
)
.why("Callers rely on the operations of the inherited interface.")
.advice("Remove `type`, or use one that derives from the inherited type.")
.bad(
    "service template",
    "
interface_types:
  my.Standard: {derived_from: tosca.interfaces.Root, pause: {description: waits}}
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Standard: {type: my.Standard}}
#                                 ^^^^^^^^^^^
",
)
.good(
    "
interface_types:
  my.Standard:
    derived_from: tosca.interfaces.node.lifecycle.Standard
    pause: {description: waits}
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Standard: {type: my.Standard}}
",
);
static UNDECLARED: Code = Code::warning(
    "tosca/undeclared-interface",
    "T3.5.16-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3.1",
    "Checks that the interfaces of a template are interfaces of its type.",
)
.why("Other interfaces are never called.")
.advice("Use an interface of the type, or declare this one in the type.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute, interfaces: {Configure: {add_target: add.sh}}}
#                                                ^^^^^^^^^
",
)
.good("server: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}");
static WRONG_CASE: Code = Code::warning(
    "tosca/interface-name-case",
    "T3.5.16-R9",
    "TOSCA Simple Profile in YAML 1.2, 5.2.1",
    "Reports an interface name that differs only in case.",
)
.why("Names are case-sensitive: orchestrators call `Standard`, not `standard`.")
.advice("Write the name as the type declares it, such as `Standard`.")
.bad(
    "node template",
    "
interfaces: {standard: {create: create.sh}}
#            ^^^^^^^^
",
)
.good("interfaces: {Standard: {create: create.sh}}");
pub static UNDECLARED_OPERATION: Code = Code::warning(
    "tosca/undeclared-operation",
    "T3.5.15-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15",
    "Checks that the operations of an interface are declared by its interface type or the type of the template.",
)
.why("The orchestrator never calls an operation that is not declared; its name is often a typo.")
.advice("Correct the name, or declare the operation in the interface type.")
.bad(
    "node template",
    "
interfaces: {Standard: {crate: create.sh}}
#                       ^^^^^
",
)
.good("interfaces: {Standard: {create: create.sh}}");

fn check(service: &Service<'_>, report: &mut Report) {
    for interface in &service.interfaces {
        let face = interface.schema(&service.type_scope, &service.interface_schemas);
        if interface.defines {
            check_definition(service, interface, &face, report);
        } else {
            check_assignment(service, interface, face, report);
        }
    }
}

fn check_definition<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    face: &InterfaceSchema<'d>,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    let Some(word) = ScalarText::at(interface.node, "type") else {
        // For the relationship of a requirement, unknown interfaces are reported with the requirement.
        let entity = interface.entity.found().filter(|id| type_scope.get(*id).node == interface.owner);
        let entity = entity.map(|id| type_scope.effective(id));
        if entity.is_some_and(|entity| entity.complete)
            && face.type_id.is_none()
            && interface.node.is_mapping()
        {
            let message = message::missing("key", "type") + &format!(" on interface `{}`", interface.name);
            report.push(service.fault(&MISSING_TYPE, interface.key, message));
        }
        return;
    };
    let id = match service.find(TypeKind::Interface, &word.text) {
        Lookup::Found(id) => id,
        Lookup::Unknown => return report_unknown(service, &word, report),
        Lookup::Undetermined => return,
    };
    let layers = face.layers.iter();
    let above =
        layers.filter(|layer| !service.is_own(layer.node) || layer.node.range() != interface.node.range());
    let inherited = above.clone().find_map(|layer| {
        let word = ScalarText::at(layer.node, "type")?;
        type_scope.find(TypeKind::Interface, &word.text, type_scope.owner_file(*layer)).found()
    });
    if let Some(inherited) = inherited
        && type_scope.derives(id, inherited) == Some(false)
    {
        let above = &type_scope.get(inherited).name;
        let message = message::expected(
            format_args!("a type derived from `{above}` for the inherited interface `{}`", interface.name),
            format_args!("`{}`", word.text),
        );
        report.push(service.fault(&RETYPED, word.node, message));
    }
}

fn report_unknown(service: &Service<'_>, word: &ScalarText<'_>, report: &mut Report) {
    let near = service.suggestions.nearest_type(&service.type_scope, TypeKind::Interface, &word.text);
    let fault = service.fault(&UNKNOWN_TYPE, word.node, message::unknown("interface type", &word.text));
    let suggested = |diagnostic: Diagnostic| diagnostic.did_you_mean(near, |near| word.replaced(near));
    report.push(unimported::located(service, fault, TypeKind::Interface, word, suggested));
}

fn check_assignment<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    mut face: Rc<InterfaceSchema<'d>>,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    if let Some(word) = ScalarText::at(interface.node, "type") {
        let id = service.find(TypeKind::Interface, &word.text);
        if id == Lookup::Unknown {
            report_unknown(service, &word, report);
        }
        face = Rc::new(face.as_ref().clone().typed(type_scope, id));
    }
    let Some(entity) = interface.entity.found().filter(|_| face.complete) else { return };
    if !face.is_declared() {
        return report_undeclared(service, interface, entity, report);
    }
    let notifications = notifications(interface.node);
    let written = interface.operations.iter().chain(&notifications);
    for operation in written.filter(|operation| !face.has(type_scope, operation)) {
        let names = face.names(type_scope);
        let message = message::unknown_on("operation", &operation.name, "interface", &interface.name);
        let meant = service.suggestions.nearest(&operation.name, names.iter().map(|name| &**name));
        let message = match meant {
            None if !names.is_empty() => {
                format!("{message}; expected {}", list(names.iter().map(|name| &**name), "or"))
            }
            _ => message,
        };
        let fault = service.fault(&UNDECLARED_OPERATION, operation.key, message);
        report.push(suggest_key(service, fault, operation.key, &operation.name, meant));
    }
}

fn report_undeclared<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    entity: crate::types::TypeId,
    report: &mut Report,
) {
    let effective = service.type_scope.effective(entity);
    let names = || effective.interfaces().iter().map(|interface| &*interface.name);
    let entity_type = service.type_scope.get(entity);
    if let Some(name) = names().find(|name| name.eq_ignore_ascii_case(&interface.name)) {
        let message = message::expected(
            format!("interface `{name}` on {} `{}`", entity_type.kind.word(), entity_type.name),
            format!("`{}`", interface.name),
        ) + "; names are case-sensitive";
        let fault = service.fault(&WRONG_CASE, interface.key, message);
        report.push(suggest_key(service, fault, interface.key, &interface.name, [name]));
        return;
    }
    let message =
        message::unknown_on("interface", &interface.name, entity_type.kind.word(), &entity_type.name);
    let fault = service.fault(&UNDECLARED, interface.key, message);
    report.push(suggest_key(service, fault, interface.key, &interface.name, names()));
}
