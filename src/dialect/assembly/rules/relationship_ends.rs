//! Rule: the descriptors of a relationship's ends declare the capability and the requirement, and their types match.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{DeclaredPort, Descriptor, QualifiedName, Relationship};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNDECLARED_CAPABILITY, &UNDECLARED_REQUIREMENT, &MISMATCHED_ENDS], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Relationships";

static UNDECLARED_CAPABILITY: Code = Code::warning(
    "assembly/undeclared-capability",
    "A-REL-13",
    SECTION,
    "Checks that the source's descriptor declares the capability.",
)
.why("Usually the name is misspelled or belongs to another component. Published descriptors use undeclared capabilities, so this is a warning.")
.advice("Correct the name, or add the capability to the component's descriptor.")
.bad(
    "relationship",
    "
source-capabilities: [storage.Net]
#                     ^^^^^^^^^^^
=== storage.yaml
name: resource::storage::1.0
capabilities: {Network: {type: net}}
",
)
.good(
    "
source-capabilities: [storage.Network]
=== storage.yaml
name: resource::storage::1.0
capabilities: {Network: {type: net}}
",
);
static UNDECLARED_REQUIREMENT: Code = Code::warning(
    "assembly/undeclared-requirement",
    "A-REL-14",
    SECTION,
    "Checks that the target's descriptor declares the requirement.",
)
.why("Usually the name is misspelled or belongs to another component. Published descriptors use undeclared requirements, so this is a warning.")
.advice("Correct the name, or add the requirement to the component's descriptor.")
.bad(
    "relationship",
    "
target-requirements: [streamer.Video]
#                     ^^^^^^^^^^^^^^
=== streamer.yaml
name: resource::streamer::1.0
requirements: {Network: {type: net}}
",
)
.good(
    "
target-requirements: [streamer.Network]
=== streamer.yaml
name: resource::streamer::1.0
requirements: {Network: {type: net}}
",
);
static MISMATCHED_ENDS: Code = Code::warning(
    "assembly/mismatched-ends",
    "A-REL-15",
    "CP4NA 2.7 assembly descriptors, Capabilities and requirements",
    "Checks that a requirement and the capability that fulfills it have the same `type`. The comparison is case-sensitive.",
)
.why("A capability fulfills requirements of its own type only. With different types, the target is usually connected to the wrong component.")
.advice("Connect ends of the same type, or use the same `type` in both descriptors.")
.bad(
    "relationship",
    "
source-capabilities: [storage.Export]
target-requirements: [streamer.Mount]
#                     ^^^^^^^^^^^^^^
=== storage.yaml
name: resource::storage::1.0
capabilities: {Export: {type: nfs}}
=== streamer.yaml
name: resource::streamer::1.0
requirements: {Mount: {type: smb}}
",
)
.good(
    "
source-capabilities: [storage.Export]
target-requirements: [streamer.Mount]
=== storage.yaml
name: resource::storage::1.0
capabilities: {Export: {type: nfs}}
=== streamer.yaml
name: resource::streamer::1.0
requirements: {Mount: {type: nfs}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        check_ends(descriptor, relationship, report);
    }
}

/// The declaration of an end's capability or requirement in its component's descriptor.
enum Declared {
    /// The descriptor is not in the workspace.
    Unknown,
    Missing,
    As(DeclaredPort),
}

fn declared(descriptor: &Descriptor, end: &QualifiedName, capability: bool) -> Declared {
    let other = descriptor.component(&end.owner).and_then(|component| descriptor.descriptor_of(component));
    let (Some(other), Some(member)) = (other, end.member.as_deref()) else { return Declared::Unknown };
    let offers = if capability { &other.capabilities } else { &other.requirements };
    offers.iter().find(|offer| offer.name == member).cloned().map_or(Declared::Missing, Declared::As)
}

fn check_ends(descriptor: &Descriptor, relationship: &Relationship, report: &mut Report) {
    let mut kinds = Vec::new();
    for (list, capability) in [(&relationship.sources, true), (&relationship.targets, false)] {
        for end in list {
            match declared(descriptor, end, capability) {
                Declared::As(offer) => kinds.extend(offer.kind.map(|kind| (capability, kind.text, end))),
                Declared::Missing => {
                    let (code, what) = if capability {
                        (&UNDECLARED_CAPABILITY, "capability")
                    } else {
                        (&UNDECLARED_REQUIREMENT, "requirement")
                    };
                    let member = end.member.as_deref().unwrap_or_default();
                    let message = message::unknown_on(what, member, "component", &end.owner);
                    report.push(Diagnostic::new(code, end.range, relationship.path.clone(), message));
                }
                Declared::Unknown => {}
            }
        }
    }
    for (_, needed, target) in kinds.iter().filter(|(capability, ..)| !capability) {
        for (_, offered, source) in kinds.iter().filter(|(capability, ..)| *capability) {
            if needed != offered {
                let message = message::expected(
                    format!("a capability of type `{needed}` for `{}`", target.text()),
                    format!("`{}` of type `{offered}`", source.text()),
                );
                report.push(
                    Diagnostic::new(&MISMATCHED_ENDS, target.range, relationship.path.clone(), message)
                        .related(source.range, "source capability"),
                );
            }
        }
    }
}
