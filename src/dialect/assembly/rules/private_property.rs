//! Rule: the properties that an assembly sets on a component or reads from it match the component's descriptor.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Component, Descriptor, Head};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::Path;

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
    "Checks that an assembly does not read private properties. They are shared only by a resource and its driver.",
)
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
    "Checks that a property that is read exists. Neither the component's descriptor nor its entry in this assembly declares it, so it has no value.",
)
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
static UNDECLARED_PROPERTY_SET: Code = Code::warning(
    "assembly/undeclared-property-set",
    "A-PROP-19",
    SECTION,
    "Checks that a property that is set exists in the component's descriptor. The value of an undeclared property is not used; usually the name is \
misspelled.",
)
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
    "assembly/unmapped-property",
    "A-PROP-20",
    SECTION,
    "Checks that a component sets the required properties of its descriptor that have neither a value nor a default there.",
)
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
    "Checks that an assembly does not set read-only properties of a component. They cannot be overridden, so the value has no effect.",
)
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

/// Properties of every instance, independent of its descriptor.
const IMPLICIT_PROPERTIES: &[&str] = &["name", "id", "index", "deploymentLocation", "resourceManager"];

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
            check_read(descriptor, owner, &member.text, used.range, &property.path, report);
        }
    }
    for component in &descriptor.composition {
        check_set(descriptor, component, report);
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
            report.push(Diagnostic::new(
                &UNMAPPED_PROPERTY,
                component.range,
                component.path.clone(),
                message,
            ));
        }
    }
}
