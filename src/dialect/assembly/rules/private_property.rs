//! What a component's own descriptor says of the properties that the assembly sets on it and reads from it.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Component, Descriptor, Head};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::text::TextRange;
use crate::yaml::Path;

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &PRIVATE_PROPERTY_READ,
        &UNDECLARED_PROPERTY_READ,
        &UNDECLARED_PROPERTY_SET,
        &UNMAPPED_PROPERTY,
        &READ_ONLY_PROPERTY_SET,
    ],
    check,
};

const SECTION: &str = "TNC-O resource descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";

static PRIVATE_PROPERTY_READ: Code = Code::error(
    "assembly/private-property-read",
    "A-REF-14",
    "TNC-O resource descriptor, Private properties",
    "Private properties are kept between a resource and its driver. No assembly can read them.",
);
static UNDECLARED_PROPERTY_READ: Code = Code::warning(
    "assembly/undeclared-property-read",
    "A-REF-4",
    SECTION,
    "Neither the component's descriptor nor its entry here declares the property that is read, so there is nothing to read.",
);
static UNDECLARED_PROPERTY_SET: Code = Code::warning(
    "assembly/undeclared-property-set",
    "A-PROP-19",
    SECTION,
    "The component's descriptor declares no such property, so the value goes nowhere. Most often this is a slip of the pen.",
);
static UNMAPPED_PROPERTY: Code = Code::warning(
    "assembly/unmapped-property",
    "A-PROP-20",
    SECTION,
    "The component's descriptor requires a value for the property and gives none itself. The assembly has to.",
);
static READ_ONLY_PROPERTY_SET: Code = Code::warning(
    "assembly/read-only-property-set",
    "A-PROP-22",
    SECTION,
    "The component's descriptor keeps the property read-only: it is not overridden, so the value has no effect.",
);

/// What every instance has, whatever its descriptor declares.
const ALWAYS: &[&str] = &["name", "id", "index", "deploymentLocation", "resourceManager"];

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for property in descriptor.all_properties() {
        for used in property.uses().filter(|used| used.head == Head::Name) {
            let (Some(owner), Some(member)) =
                (descriptor.owner(&used.name), used.rest.first().filter(|step| !step.index))
            else {
                continue;
            };
            read(descriptor, owner, &member.text, used.range, &property.path, report);
        }
    }
    for component in &descriptor.composition {
        set(descriptor, component, report);
    }
}

fn read(
    descriptor: &Descriptor,
    owner: &Component,
    member: &str,
    range: TextRange,
    path: &Path,
    report: &mut Report,
) {
    let Some(other) = descriptor.descriptor_of(owner) else { return };
    if other.property(member).is_some() || owner.property(member).is_some() || ALWAYS.contains(&member) {
        return;
    }
    let (code, message) = if other.private_properties.iter().any(|property| property.name == member) {
        (&PRIVATE_PROPERTY_READ, format!("`{member}` is private to `{}`", owner.name))
    } else {
        (&UNDECLARED_PROPERTY_READ, format!("`{}` declares no property `{member}`", owner.name))
    };
    report.push(Diagnostic::new(code, range, path.clone(), message));
}

fn set(descriptor: &Descriptor, component: &Component, report: &mut Report) {
    let Some(other) = descriptor.descriptor_of(component) else { return };
    for property in component.properties.iter().filter(|property| property.value.is_some()) {
        let Some(declared) = other.property(&property.name) else {
            if !ALWAYS.contains(&property.name.as_str()) && !other.properties.is_empty() {
                let message = format!("`{}` declares no property `{}`", component.name, property.name);
                report.push(Diagnostic::new(
                    &UNDECLARED_PROPERTY_SET,
                    property.range,
                    property.path.clone(),
                    message,
                ));
            }
            continue;
        };
        if declared.read_only == Some(true) {
            let message = format!(
                "`{}` keeps `{}` read-only, so this value has no effect",
                component.name, property.name
            );
            report.push(Diagnostic::new(
                &READ_ONLY_PROPERTY_SET,
                property.range,
                property.path.clone(),
                message,
            ));
        }
    }
    for declared in other.properties.iter().filter(|property| property.required == Some(true)) {
        let given = declared.value.is_some()
            || declared.default.is_some()
            || component.property(&declared.name).is_some();
        if !given && declared.read_only != Some(true) {
            let message = format!("`{}` needs a value for `{}`", component.name, declared.name);
            report.push(Diagnostic::new(
                &UNMAPPED_PROPERTY,
                component.range,
                component.path.clone(),
                message,
            ));
        }
    }
}
