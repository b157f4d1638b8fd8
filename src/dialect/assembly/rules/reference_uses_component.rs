//! Rule: a reference must not read a component's property, because it is resolved before any component exists.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Property, ReferenceRoot};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&REFERENCE_USES_COMPONENT], check };

static REFERENCE_USES_COMPONENT: Code = Code::error(
    "assembly/reference-uses-component",
    "A-REF-13",
    "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References",
    "Checks that `references` do not read properties of components.",
)
.why("References are resolved before any component of `composition` is created, so the value does not exist yet.")
.advice("Read a property of the assembly instead.")
.bad(
    "document",
    "
properties: {net-name: {type: string}}
composition: {server: {type: 'resource::r::1.0'}}
references: {net: {type: 'resource::n::1.0', properties: {name: {value: '${server.net}'}}}}
#                                                                        ^^^^^^^^^^^^^
",
)
.good(
    "
properties: {net-name: {type: string}}
composition: {server: {type: 'resource::r::1.0'}}
references: {net: {type: 'resource::n::1.0', properties: {name: {value: '${net-name}'}}}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for reference in &descriptor.references {
        for used in reference.properties.iter().flat_map(Property::uses) {
            let member = used.head == ReferenceRoot::Name && !used.rest.is_empty();
            if member && descriptor.component(&used.name).is_some() {
                let message = format!(
                    "reference `{}` is resolved before component `{}` is created",
                    reference.name, used.name
                );
                report.push(Diagnostic::new(
                    &REFERENCE_USES_COMPONENT,
                    used.range,
                    reference.path.clone(),
                    message,
                ));
            }
        }
    }
}
