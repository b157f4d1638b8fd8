//! Rule: the operations that a relationship calls name a side, exist, and receive their required properties.

use super::super::grammar::{ASSEMBLIES, TNCO};
use super::super::model::{Descriptor, QualifiedName, Relationship};
use super::property_set::with_value;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&OPERATION_SIDE, &SEVERAL_OPERATIONS, &ONE_WAY, &UNKNOWN_OPERATION, &UNMET_PARAMETER],
    check,
};

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

static OPERATION_SIDE: Code = Code::warning(
    "assembly/operation-without-side",
    "A-REL-10",
    SECTION,
    "Checks that an operation of a relationship names its side: `source.<operation>` or `target.<operation>`. Published descriptors also write the \
component's name there; a quick fix corrects it.",
)
.why("An operation without a side, or of a component on neither side, cannot be called.")
.advice("Write `source.operation` or `target.operation`, with an operation of the component on that side.")
.bad(
    "relationship",
    "
target-requirements: [streamer.Mount]
lifecycle: {Create: [streamer.AddServer], Cease: [target.RemoveServer]}
#                    ^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
target-requirements: [streamer.Mount]
lifecycle: {Create: [target.AddServer], Cease: [target.RemoveServer]}
",
);
static SEVERAL_OPERATIONS: Code = Code::info(
    "assembly/several-operations",
    "A-REL-12",
    "TNC-O assembly descriptor, Relationships",
    "Reports more than one operation in a transition.",
)
.why("The TNC-O documentation allows one operation in each transition, but prints an example with two, so it is not certain that all are called. \
CP4NA calls several operations in list order.")
.advice("Keep one operation in each list. If the file is for CP4NA, select the CP4NA profile.")
.bad(
    "relationship",
    "
lifecycle: {Create: [target.add, source.add], Cease: [target.remove]}
#                                ^^^^^^^^^^
",
)
.good("lifecycle: {Create: [target.add], Cease: [target.remove]}");
static ONE_WAY: Code = Code::info(
    "assembly/unpaired-create-or-cease",
    "A-REL-18",
    SECTION,
    "Checks that a relationship has operations for both `Create` and `Cease`.",
)
.earlier(&["assembly/one-way-relationship"])
.why("`Cease` undoes `Create`: without it something stays behind, and `Cease` alone removes what was never created.")
.advice("Add the missing transition to `lifecycle` with its operation, such as `Cease: [target.remove]`.")
.bad(
    "relationships",
    "
mounts:
#^^^^^
~  source-capabilities: [storage.Export]
~  target-requirements: [streamer.Mount]
~  source-state: Active
~  target-state: Inactive
  lifecycle: {Create: [target.add]}
",
)
.good(
    "
mounts:
~  source-capabilities: [storage.Export]
~  target-requirements: [streamer.Mount]
~  source-state: Active
~  target-state: Inactive
  lifecycle: {Create: [target.add], Cease: [target.remove]}
",
);
static UNKNOWN_OPERATION: Code = Code::warning(
    "assembly/unknown-operation",
    "A-REL-11",
    SECTION,
    "Checks that the descriptor of the component on that side declares the operation.",
)
.why("The component cannot run an operation that it does not declare, so the relationship is not created or not removed.")
.advice("Correct the name, use the other side, or add the operation to the component's descriptor.")
.bad(
    "relationship",
    "
lifecycle: {Create: [target.Mount], Cease: [target.Remove]}
#                                           ^^^^^^^^^^^^^
=== streamer.yaml
name: resource::streamer::1.0
operations: {Mount: {}, Unmount: {}}
",
)
.good(
    "
lifecycle: {Create: [target.Mount], Cease: [target.Unmount]}
=== streamer.yaml
name: resource::streamer::1.0
operations: {Mount: {}, Unmount: {}}
",
);
static UNMET_PARAMETER: Code = Code::warning(
    "assembly/missing-operation-property",
    "A-REL-20",
    SECTION,
    "Checks that the relationship declares every property that the operation requires.",
)
.earlier(&["assembly/unmet-parameter"])
.why("An operation receives its values from the relationship's properties.")
.advice("Add the property to `properties` of the relationship, with a value such as `${source.ip}`.")
.bad(
    "relationship",
    "
properties: {port: {value: '80'}}
lifecycle: {Create: [target.Mount], Cease: [target.Unmount]}
#                    ^^^^^^^^^^^^
=== streamer.yaml
name: resource::streamer::1.0
operations: {Mount: {properties: {ip: {type: string, required: true}}}, Unmount: {}}
",
)
.good(
    "
properties: {ip: {value: '${source.ip}'}}
lifecycle: {Create: [target.Mount], Cease: [target.Unmount]}
=== streamer.yaml
name: resource::streamer::1.0
operations: {Mount: {properties: {ip: {type: string, required: true}}}, Unmount: {}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        for operation in relationship.create.iter().chain(&relationship.cease) {
            check_side(relationship, operation, report);
            check_declaration(descriptor, relationship, operation, report);
        }
        for (list, name) in [(&relationship.create, "Create"), (&relationship.cease, "Cease")] {
            if let (true, Some(second)) = (TNCO.has(descriptor.profiles), list.get(1)) {
                let message = message::expected(format!("one operation in `{name}`"), list.len());
                report.push(Diagnostic::new(
                    &SEVERAL_OPERATIONS,
                    second.range,
                    relationship.path.clone(),
                    message,
                ));
            }
        }
        let missing = match (relationship.create.is_empty(), relationship.cease.is_empty()) {
            (false, true) => "`Create` without a matching `Cease`",
            (true, false) => "`Cease` without a matching `Create`",
            _ => continue,
        };
        report.push(Diagnostic::new(&ONE_WAY, relationship.range, relationship.path.clone(), missing));
    }
}

fn check_side(relationship: &Relationship, operation: &QualifiedName, report: &mut Report) {
    if matches!(operation.owner.as_str(), "source" | "target") && operation.member.is_some() {
        return;
    }
    let among = |ends: &[QualifiedName]| ends.iter().any(|end| end.owner == operation.owner);
    let sides: Vec<&str> = [("source", &relationship.sources), ("target", &relationship.targets)]
        .into_iter()
        .filter(|(_, ends)| among(ends))
        .map(|(side, _)| side)
        .collect();
    let diagnostic = match (&operation.member, sides.as_slice()) {
        (Some(member), [side, ..]) => {
            let better = format!("{side}.{member}");
            let message = message::expected(format!("`{better}`"), format!("`{}.{member}`", operation.owner));
            let ops = vec![Op::Replace { at: operation.path.clone(), value: Value::Text(better.clone()) }];
            Diagnostic::new(&OPERATION_SIDE, operation.range, relationship.path.clone(), message)
                .fix(format!("Change to `{better}`"), ops)
        }
        (Some(_), []) => {
            let message = format!("`{}` is neither source nor target of this relationship", operation.owner);
            Diagnostic::new(&OPERATION_SIDE, operation.range, relationship.path.clone(), message)
                .severity(Severity::Error)
        }
        (None, _) => {
            let message = message::expected(
                format!("`source.{0}` or `target.{0}`", operation.owner),
                format!("`{}`", operation.owner),
            );
            let to = |side: &str| {
                vec![Op::Replace {
                    at: operation.path.clone(),
                    value: Value::Text(format!("{side}.{}", operation.owner)),
                }]
            };
            Diagnostic::new(&OPERATION_SIDE, operation.range, relationship.path.clone(), message)
                .severity(Severity::Error)
                .fix(format!("Change to `target.{}`", operation.owner), to("target"))
                .unsafe_fix()
                .fix(format!("Change to `source.{}`", operation.owner), to("source"))
                .unsafe_fix()
        }
    };
    report.push(diagnostic);
}

fn check_declaration(
    descriptor: &Descriptor,
    relationship: &Relationship,
    operation: &QualifiedName,
    report: &mut Report,
) {
    let Some(member) = &operation.member else { return };
    let ends = match operation.owner.as_str() {
        "source" => &relationship.sources,
        "target" => &relationship.targets,
        _ => return,
    };
    for end in ends {
        let Some(owner) = descriptor.owner(&end.owner) else { continue };
        let noun = owner.noun();
        let Some(other) = descriptor.descriptor_of(owner) else {
            continue;
        };
        let Some(found) = other.operations.iter().find(|candidate| candidate.name == *member) else {
            let message = message::unknown_on("operation", member, noun, &end.owner);
            report.push(Diagnostic::new(
                &UNKNOWN_OPERATION,
                operation.range,
                relationship.path.clone(),
                message,
            ));
            continue;
        };
        for needed in found.properties.iter().filter(|property| {
            property.required == Some(true) && property.default.is_none() && property.value.is_none()
        }) {
            if !relationship.properties.iter().any(|given| given.name == needed.name) {
                let message =
                    message::missing_on("property", &needed.name, "relationship", &relationship.name)
                        + &format!(" for operation `{member}` of `{}`", end.owner);
                let diagnostic =
                    Diagnostic::new(&UNMET_PARAMETER, operation.range, relationship.path.clone(), message);
                report.push(with_value(diagnostic, descriptor, &other, needed));
            }
        }
    }
}
