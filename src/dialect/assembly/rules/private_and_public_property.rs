//! Rule: no property is declared both private and public.

use super::super::grammar::RESOURCES;
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&PRIVATE_AND_PUBLIC], check };

const SECTION: &str = "TNC-O resource descriptor";

static PRIVATE_AND_PUBLIC: Code = Code::warning(
    "assembly/private-and-public-property",
    "A-RES-12",
    SECTION,
    "Checks that a private property does not share its name with a public property.",
)
.why("Drivers receive both sections merged, so one hides the other.")
.advice("Rename the private property, or remove one of the two.")
.bad(
    "resource",
    "
properties: {key: {type: string}}
private-properties: {key: {type: key}}
#                    ^^^
",
)
.good(
    "
properties: {key: {type: string}}
private-properties: {ssh-key: {type: key}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    for private in &descriptor.private_properties {
        if let Some(public) = descriptor.property(&private.name) {
            let message = format!("property `{}` is declared both private and public", private.name);
            report.push(
                Diagnostic::new(&PRIVATE_AND_PUBLIC, private.range, private.path.clone(), message)
                    .related(public.range, "public property"),
            );
        }
    }
}
