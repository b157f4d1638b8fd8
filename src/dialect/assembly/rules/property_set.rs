//! Rule: an assembly sets the properties that the descriptor of a component declares.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Component, Descriptor, Property};
use super::property_read::IMPLICIT_PROPERTIES;
use super::types;
use limn_common::fix_missing;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNDECLARED_PROPERTY_SET, &UNMAPPED_PROPERTY, &READ_ONLY_PROPERTY_SET], check };

const SECTION: &str = "TNC-O resource descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";

static UNDECLARED_PROPERTY_SET: Code = Code::warning(
    "assembly/undeclared-property-set",
    "A-PROP-19",
    SECTION,
    "Checks that a property that is set exists in the component's descriptor.",
)
.why("The value of an undeclared property is not used; usually the name is misspelled.")
.advice("Correct the name, remove the property, or add it to the component's descriptor.")
.bad(
    "composition",
    "
a: {type: 'resource::r::1.0', properties: {flavour: {value: m1}}}
#                                          ^^^^^^^
=== r.yaml
name: resource::r::1.0
properties: {flavor: {type: string}}
",
)
.good(
    "
a: {type: 'resource::r::1.0', properties: {flavor: {value: m1}}}
=== r.yaml
name: resource::r::1.0
properties: {flavor: {type: string}}
",
);
static UNMAPPED_PROPERTY: Code = Code::warning(
    "assembly/missing-property",
    "A-PROP-20",
    SECTION,
    "Checks that a component sets the required properties of its descriptor that have neither a value nor a default there.",
)
.earlier(&["assembly/unmapped-property"])
.why("Nothing else sets the property, so the drivers of the component run without a value that they need.")
.advice("Add the property to the component's `properties`, or give it a `default` in the component's descriptor.")
.bad(
    "composition",
    "
server: {type: 'resource::r::1.0', properties: {}}
#^^^^^
=== r.yaml
name: resource::r::1.0
properties: {key_name: {type: string, required: true}}
",
)
.good(
    "
server: {type: 'resource::r::1.0', properties: {key_name: {value: k}}}
=== r.yaml
name: resource::r::1.0
properties: {key_name: {type: string, required: true}}
",
);
static READ_ONLY_PROPERTY_SET: Code = Code::warning(
    "assembly/read-only-property-set",
    "A-PROP-22",
    SECTION,
    "Checks that an assembly does not set read-only properties of a component.",
)
.why("They cannot be overridden, so the value has no effect.")
.advice("Remove the property from the component, or remove `read-only` in the component's descriptor.")
.bad(
    "composition",
    "
server: {type: 'resource::r::1.0', properties: {address: {value: x}}}
#                                               ^^^^^^^
=== r.yaml
name: resource::r::1.0
properties: {address: {type: string, read-only: true}, flavor: {type: string}}
",
)
.good(
    "
a: {type: 'resource::r::1.0', properties: {flavor: {value: x}}}
=== r.yaml
name: resource::r::1.0
properties: {address: {type: string, read-only: true}, flavor: {type: string}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        check_set(descriptor, component, report);
    }
}

/// Adds a fix that gives a declared property a value, in the element that the diagnostic is about.
pub(super) fn with_value(
    diagnostic: Diagnostic,
    descriptor: &Descriptor,
    definition: &Descriptor,
    declared: &Property,
) -> Diagnostic {
    let Some(element) = descriptor.node(&diagnostic.path) else { return diagnostic };
    let value = types::placeholder(types::of_property(definition, declared));
    let title = format!("Add property `{}`", declared.name);
    let entry = (vec![declared.name.as_str(), "value"], value);
    fix_missing(diagnostic, element, Some("properties"), title, &[entry])
}

fn check_set(descriptor: &Descriptor, component: &Component, report: &mut Report) {
    let Some(definition) = descriptor.descriptor_of(component) else { return };
    for property in component.properties.iter().filter(|property| property.value.is_some()) {
        let Some(declared) = definition.property(&property.name) else {
            if !IMPLICIT_PROPERTIES.contains(&property.name.as_str()) && !definition.properties.is_empty() {
                let message = message::unknown_on("property", &property.name, "component", &component.name);
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
                "value has no effect: property `{}` of component `{}` is read-only",
                property.name, component.name
            );
            report.push(Diagnostic::new(
                &READ_ONLY_PROPERTY_SET,
                property.range,
                property.path.clone(),
                message,
            ));
        }
    }
    for declared in definition.properties.iter().filter(|property| property.required == Some(true)) {
        let given = declared.value.is_some()
            || declared.default.is_some()
            || component.property(&declared.name).is_some();
        if !given && declared.read_only != Some(true) {
            let message = message::missing_on("property", &declared.name, "component", &component.name);
            let diagnostic =
                Diagnostic::new(&UNMAPPED_PROPERTY, component.range, component.path.clone(), message);
            report.push(with_value(diagnostic, descriptor, &definition, declared));
        }
    }
}
