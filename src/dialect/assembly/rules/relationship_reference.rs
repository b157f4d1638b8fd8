//! Rule: the form of a relationship's ends. References are sources by bare name; components name a capability or requirement.

use super::super::grammar::{ASSEMBLIES, RELATIONSHIP_ENDS};
use super::super::model::{Descriptor, QualifiedName, Relationship};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&QUALIFIED_REFERENCE, &REFERENCE_AS_TARGET], check };

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

static QUALIFIED_REFERENCE: Code = Code::warning(
    "assembly/qualified-reference",
    "A-REL-4",
    SECTION,
    "Checks that a reference is a source by its name only.",
)
.why("Only components name a capability.")
.advice("Remove the dot and the capability after the name of the reference.")
.bad(
    "relationship",
    "
source-capabilities: [management-network.Network]
#                     ^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("source-capabilities: [management-network]");
static REFERENCE_AS_TARGET: Code = Code::error(
    "assembly/reference-as-target",
    "A-REL-5",
    SECTION,
    "Checks that a reference is not a target.",
)
.why(
    "A relationship changes its target, and an assembly cannot change a reference. A reference can only be a source.",
)
.advice("Exchange source and target, or target a component.")
.bad(
    "relationship",
    "
target-requirements: [management-network]
#                     ^^^^^^^^^^^^^^^^^^
",
)
.good("target-requirements: [streamer.ManagementNetwork]");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        for source in &relationship.sources {
            check_as_source(descriptor, relationship, source, report);
        }
        for target in &relationship.targets {
            check_as_target(descriptor, relationship, target, report);
        }
    }
}

fn check_as_source(
    descriptor: &Descriptor,
    relationship: &Relationship,
    source: &QualifiedName,
    report: &mut Report,
) {
    let is_reference =
        descriptor.component(&source.owner).is_none() && descriptor.reference(&source.owner).is_some();
    match (&source.member, is_reference) {
        (Some(_), true) => {
            let message =
                message::expected(format!("reference `{}`", source.owner), format!("`{}`", source.text()));
            report.push(
                Diagnostic::new(&QUALIFIED_REFERENCE, source.range, relationship.path.clone(), message).fix(
                    format!("Change to `{}`", source.owner),
                    vec![Op::Replace { at: source.path.clone(), value: Value::Text(source.owner.clone()) }],
                ),
            );
        }
        (None, false) if descriptor.component(&source.owner).is_some() => {
            let message =
                message::expected(format!("`{}.<capability>`", source.owner), format!("`{}`", source.owner));
            report.push(Diagnostic::new(
                &RELATIONSHIP_ENDS,
                source.range,
                relationship.path.clone(),
                message,
            ));
        }
        _ => {}
    }
}

fn check_as_target(
    descriptor: &Descriptor,
    relationship: &Relationship,
    target: &QualifiedName,
    report: &mut Report,
) {
    let component = descriptor.component(&target.owner);
    if component.is_none() && descriptor.reference(&target.owner).is_some() {
        let message = message::expected("a component", format!("reference `{}`", target.owner));
        report.push(Diagnostic::new(&REFERENCE_AS_TARGET, target.range, relationship.path.clone(), message));
    } else if component.is_some() && target.member.is_none() {
        let message =
            message::expected(format!("`{}.<requirement>`", target.owner), format!("`{}`", target.owner));
        report.push(Diagnostic::new(&RELATIONSHIP_ENDS, target.range, relationship.path.clone(), message));
    }
}
