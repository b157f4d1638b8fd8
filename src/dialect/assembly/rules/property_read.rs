//! Rule: an assembly reads the public properties that the descriptor of a component declares.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Component, Descriptor, ReferenceRoot};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::Path;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&PRIVATE_PROPERTY_READ, &UNDECLARED_PROPERTY_READ], check };

const SECTION: &str = "TNC-O resource descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";

static PRIVATE_PROPERTY_READ: Code = Code::error(
    "assembly/private-property-read",
    "A-REF-14",
    "TNC-O resource descriptor, Private properties",
    "Checks that an assembly does not read private properties.",
)
.why("Private properties are shared only by a resource and its driver.")
.advice("Read a public property, or make the property public in the resource.")
.bad(
    "two components",
    "
properties:
  p: {value: '${a.ssh_key}'}
#             ^^^^^^^^^^^^
=== r.yaml
name: resource::r::1.0
properties: {ip: {type: string}}
private-properties: {ssh_key: {type: key}}
",
)
.good(
    "
properties:
  p: {value: '${a.ip}'}
=== r.yaml
name: resource::r::1.0
properties: {ip: {type: string}}
private-properties: {ssh_key: {type: key}}
",
);
static UNDECLARED_PROPERTY_READ: Code = Code::warning(
    "assembly/undeclared-property-read",
    "A-REF-4",
    SECTION,
    "Checks that a property that is read exists.",
)
.why("Neither the component's descriptor nor its entry in this assembly declares it, so it has no value.")
.advice("Correct the name, or add the property to the component's descriptor.")
.bad(
    "two components",
    "
properties:
  id: {value: '${a.networkid}'}
#              ^^^^^^^^^^^^^^
=== r.yaml
name: resource::r::1.0
properties: {network-id: {type: string, read-only: true}}
",
)
.good(
    "
properties:
  id: {value: '${a.network-id}'}
=== r.yaml
name: resource::r::1.0
properties: {network-id: {type: string, read-only: true}}
",
);

/// Properties of every instance, independent of its descriptor.
/// Properties that every component has.
pub(super) const IMPLICIT_PROPERTIES: &[&str] =
    &["name", "id", "index", "deploymentLocation", "resourceManager"];

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for property in descriptor.all_properties() {
        for used in property.uses().filter(|used| used.head == ReferenceRoot::Name) {
            let (Some(owner), Some(member)) =
                (descriptor.owner(&used.name), used.rest.first().filter(|step| !step.index))
            else {
                continue;
            };
            check_read(descriptor, owner, &member.text, used.range, &property.path, report);
        }
    }
}

fn check_read(
    descriptor: &Descriptor,
    owner: &Component,
    member: &str,
    range: TextRange,
    path: &Path,
    report: &mut Report,
) {
    let Some(definition) = descriptor.descriptor_of(owner) else { return };
    if definition.property(member).is_some()
        || owner.property(member).is_some()
        || IMPLICIT_PROPERTIES.contains(&member)
    {
        return;
    }
    let (code, message) = if definition.private_properties.iter().any(|property| property.name == member) {
        (
            &PRIVATE_PROPERTY_READ,
            format!("property `{member}` of {} `{}` is private", owner.noun(), owner.name),
        )
    } else {
        (&UNDECLARED_PROPERTY_READ, message::unknown_on("property", member, owner.noun(), &owner.name))
    };
    report.push(Diagnostic::new(code, range, path.clone(), message));
}
