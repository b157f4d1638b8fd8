//! Rule: no component or reference shares its name with a property.

use super::super::grammar::ASSEMBLIES;
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&AMBIGUOUS_NAME], check };

static AMBIGUOUS_NAME: Code = Code::warning(
    "assembly/ambiguous-name",
    "A-REF-9",
    "TNC-O assembly descriptor, Properties",
    "Checks that no component or reference shares its name with a property of the assembly.",
)
.why(
    "`${name.rest}` could read a property of the component or a part of the assembly's property. Limn resolves it to the component.",
)
.advice("Rename the property, or rename the component or reference.")
.bad(
    "document",
    "
composition: {gateway: {type: 'resource::r::1.0'}}
#             ^^^^^^^
properties: {gateway: {type: string}}
",
)
.good(
    "
composition: {gateway: {type: 'resource::r::1.0'}}
properties: {gateway-ip: {type: string}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for owner in descriptor.owners() {
        if let Some(property) = descriptor.property(&owner.name) {
            let message =
                format!("ambiguous name `{}`: a property of the assembly has the same name", owner.name);
            report.push(
                Diagnostic::new(&AMBIGUOUS_NAME, owner.range, owner.path.clone(), message)
                    .related(property.range, "property of the assembly"),
            );
        }
    }
}
