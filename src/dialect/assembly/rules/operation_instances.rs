//! Rule: a promoted operation exists, and its choice of instances is valid.

use super::super::grammar::{ASSEMBLIES, CP4NA};
use super::super::model::{Component, Descriptor, Operation};
use super::types::{self, Type};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::Op;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&FIRST_OF_MAP, &IGNORED_INSTANCES, &UNKNOWN_SOURCE_OPERATION], check };

const SECTION: &str =
    "CP4NA 2.7 assembly descriptors, Customizing operations on multiple component instances";

static FIRST_OF_MAP: Code = Code::error(
    "assembly/first-of-map",
    "A-OP-5",
    SECTION,
    "Checks that `first` is not used for a component group over a map.",
)
.why("The entries of a map have no order, so there is no first instance.")
.advice("Use `every` or `any`, or a list.")
.bad(
    "cp4na document",
    "
properties:
  units: {type: map, default: {x: y}}
composition:
  DU: {type: 'resource::r::1.0', items: '${units}', properties: {}}
operations:
  o: {source-operation: DU.x, multiple-instances: first}
#                                                 ^^^^^
",
)
.good(
    "
properties:
  units: {type: map, default: {x: y}}
composition:
  DU: {type: 'resource::r::1.0', items: '${units}', properties: {}}
operations:
  o: {source-operation: DU.x, multiple-instances: any}
",
);
static IGNORED_INSTANCES: Code = Code::info(
    "assembly/ignored-multiple-instances",
    "A-OP-6",
    SECTION,
    "Checks for `multiple-instances` on a component with one instance.",
)
.earlier(&["assembly/idle-multiple-instances"])
.why("There is nothing to select.")
.advice("Remove `multiple-instances`, or add `items`, `cluster` or a `quantity` above 1 to the component.")
.bad(
    "cp4na components",
    "
operations:
  Add: {source-operation: a.Add, multiple-instances: any}
#                                                    ^^^
",
)
.good(
    "
operations:
  Add: {source-operation: a.Add}
",
);
static UNKNOWN_SOURCE_OPERATION: Code = Code::warning(
    "assembly/unknown-source-operation",
    "A-OP-3",
    "TNC-O assembly descriptor, Operations",
    "Checks that the component's descriptor declares the operation that the assembly promotes.",
)
.why("A call of the promoted operation is passed on to the component, which cannot run an operation that it does not declare.")
.advice("Correct the operation in `source-operation`, or add it to the component's descriptor.")
.bad(
    "two components",
    "
operations:
  Add: {source-operation: a.Put}
#                         ^^^^^
=== r.yaml
name: resource::r::1.0
operations: {Add: {}}
",
)
.good(
    "
operations:
  Add: {source-operation: a.Add}
=== r.yaml
name: resource::r::1.0
operations: {Add: {}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for operation in &descriptor.operations {
        let Some(source) = &operation.source else { continue };
        let Some(component) = descriptor.component(&source.owner) else { continue };
        if let (Some(other), Some(member)) = (descriptor.descriptor_of(component), &source.member)
            && !other.operations.iter().any(|candidate| candidate.name == *member)
        {
            let message = message::unknown_on("operation", member, "component", &component.name);
            report.push(Diagnostic::new(
                &UNKNOWN_SOURCE_OPERATION,
                source.range,
                operation.path.clone(),
                message,
            ));
        }
        if CP4NA.has(descriptor.profiles) {
            check_instances(descriptor, operation, component, report);
        }
    }
}

fn check_instances(
    descriptor: &Descriptor,
    operation: &Operation,
    component: &Component,
    report: &mut Report,
) {
    let Some(chosen) = &operation.instances else { return };
    let one = component.items.is_none()
        && component.cluster.is_none()
        && component.quantity.as_ref().is_none_or(|quantity| quantity.text == "1");
    if one && matches!(chosen.text.as_str(), "every" | "any" | "first") {
        let message =
            format!("`multiple-instances` has no effect: component `{}` has one instance", component.name);
        let drop = vec![Op::Remove { at: operation.path.key("multiple-instances"), prune: false }];
        report.push(
            Diagnostic::new(&IGNORED_INSTANCES, chosen.range, operation.path.clone(), message)
                .fix("Remove `multiple-instances`", drop)
                .unsafe_fix(),
        );
    }
    let over =
        component.items.as_ref().and_then(|items| items.text.trim().strip_prefix("${")?.strip_suffix('}'));
    let over = over
        .and_then(|name| descriptor.property(name))
        .and_then(|property| types::of_property(descriptor, property));
    if chosen.text == "first" && matches!(over, Some(Type::Map)) {
        let message = format!(
            "cannot use `first` for component `{}`: it iterates over a map, which has no order",
            component.name
        );
        report.push(Diagnostic::new(&FIRST_OF_MAP, chosen.range, operation.path.clone(), message));
    }
}
