//! Rule: every property of an assembly is read.

use super::super::foreign::is_set_property;
use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNUSED_PROPERTY], check };

const SECTION: &str = "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";

static UNUSED_PROPERTY: Code = Code::info(
    "assembly/unused-property",
    "A-PROP-21",
    SECTION,
    "Checks for properties that nothing in the assembly reads.",
)
.why("A value for the property has no effect. Often a reference to it is missing or misspelled.")
.advice("Keep the property if something outside the assembly reads it; otherwise remove it.")
.bad(
    "properties",
    "
flavor: {type: string}
#^^^^^
",
)
.good(
    "
flavor: {type: string}
size: {value: '${flavor}', read-only: true}
",
)
.one_cause("unused properties");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project || !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    // Every reference in this file counts: values, quantities, items, policies. Mappings in other files do not.
    let mut read = vec![false; descriptor.properties.len()];
    for reference in descriptor.names.references.iter().filter(|reference| !is_set_property(reference)) {
        if let Some(at) = descriptor.property_number(&reference.name) {
            read[at] = true;
        }
    }
    for (property, is_read) in descriptor.properties.iter().zip(read) {
        let placement = matches!(property.name.as_str(), "deploymentLocation" | "resourceManager");
        if !is_read && property.read_only != Some(true) && !placement {
            let message = message::unused("property", &property.name);
            report.push(Diagnostic::new(&UNUSED_PROPERTY, property.range, property.path.clone(), message));
        }
    }
}
