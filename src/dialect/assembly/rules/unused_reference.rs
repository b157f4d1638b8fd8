//! Rule: every reference is used.

use std::collections::BTreeSet;

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Property, ReferenceRoot};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNUSED_REFERENCE], check };

const SECTION: &str = "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References";

static UNUSED_REFERENCE: Code = Code::info(
    "assembly/unused-reference",
    "A-REFS-8",
    SECTION,
    "Checks for references that no property and no relationship uses.",
)
.why("Components are created only after every reference is resolved.")
.advice("Remove the reference, or use it in a relationship or in a property value such as `${net.id}`.")
.bad(
    "document",
    "
references:
  net: {type: 'resource::net::1.0'}
# ^^^
",
)
.good(
    "
references:
  net: {type: 'resource::net::1.0'}
properties:
  id: {value: '${net.id}'}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let used = used(descriptor);
    for reference in &descriptor.references {
        if !used.contains(reference.name.as_str()) {
            let message = message::unused("reference", &reference.name);
            report.push(Diagnostic::new(&UNUSED_REFERENCE, reference.range, reference.path.clone(), message));
        }
    }
}

/// The names that property values and relationship ends refer to.
fn used(descriptor: &Descriptor) -> BTreeSet<&str> {
    let by_values =
        descriptor.all_properties().flat_map(Property::uses).filter(|used| used.head == ReferenceRoot::Name);
    let by_ends = descriptor
        .relationships
        .iter()
        .flat_map(|relationship| relationship.sources.iter().chain(&relationship.targets));
    by_values.map(|used| used.name.as_str()).chain(by_ends.map(|end| end.owner.as_str())).collect()
}
