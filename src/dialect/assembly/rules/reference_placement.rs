//! Rule: references have placement and search properties, refer to existing resources, and are used.

use std::collections::BTreeSet;

use super::super::grammar::{ASSEMBLIES, CP4NA};
use super::super::model::{Component, Descriptor, Head, Property};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Op, Placement, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&NO_PLACEMENT, &OTHER_PLACEMENT, &NOTHING_TO_FIND_BY, &INSTALLABLE_REFERENCE, &UNUSED_REFERENCE],
    check,
};

const SECTION: &str = "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References";

static NO_PLACEMENT: Code = Code::error(
    "assembly/reference-without-placement",
    "A-REFS-2",
    SECTION,
    "Checks that a reference sets `deploymentLocation` and `resourceManager`. A resource manager searches for the reference at a deployment location, \
so both are required. Published TNC-O descriptors omit them and set only a name, so this is a warning for TNC-O.",
)
.bad(
    "references",
    "
net: {type: 'resource::net::1.0', properties: {name: {value: x}}}
#^^
",
)
.good(
    "
net:
  type: resource::net::1.0
  properties:
    deploymentLocation: {value: core}
    resourceManager: {value: brent}
    name: {value: x}
",
);
static OTHER_PLACEMENT: Code = Code::warning(
    "assembly/reference-placed-elsewhere",
    "A-REFS-3",
    "CP4NA 2.7 assembly descriptors, References",
    "Checks that the placement of a reference is mapped to the assembly's properties of the same names. A literal location ties the descriptor to it.",
)
.bad(
    "cp4na document",
    "
~properties: {deploymentLocation: {type: string}, resourceManager: {type: string}}
references:
  net:
    type: resource::net::1.0
    properties:
      deploymentLocation: {value: core}
#                                 ^^^^
~      resourceManager: {value: '${resourceManager}'}
~      name: {value: x}
",
)
.good(
    "
~properties: {deploymentLocation: {type: string}, resourceManager: {type: string}}
references:
  net:
    type: resource::net::1.0
    properties:
      deploymentLocation: {value: '${deploymentLocation}'}
~      resourceManager: {value: '${resourceManager}'}
~      name: {value: x}
",
);
static NOTHING_TO_FIND_BY: Code = Code::warning(
    "assembly/nothing-to-find-by",
    "A-REFS-5",
    SECTION,
    "Checks that a reference has a search property besides its placement. If several resources match, the orchestrator stops with an error. Add a \
`name` or another property to find exactly one.",
)
.bad(
    "references",
    "
net:
#^^
  type: resource::net::1.0
  properties:
    deploymentLocation: {value: core}
    resourceManager: {value: brent}
",
)
.good(
    "
net:
  type: resource::net::1.0
  properties:
    deploymentLocation: {value: core}
    resourceManager: {value: brent}
    name: {value: VIDEO}
",
);
static INSTALLABLE_REFERENCE: Code = Code::warning(
    "assembly/installable-reference",
    "A-REFS-7",
    SECTION,
    "Checks that the descriptor of a reference has neither `Install` nor `Uninstall`. A reference is an existing resource and is never installed.",
)
.bad(
    "references",
    "
net: {type: 'resource::net::1.0'}
#           ^^^^^^^^^^^^^^^^^^^^
=== net.yaml
name: resource::net::1.0
lifecycle: {Install: {}, Uninstall: {}}
",
)
.good(
    "
net: {type: 'resource::net::1.0'}
=== net.yaml
name: resource::net::1.0
queries: {}
",
);
static UNUSED_REFERENCE: Code = Code::info(
    "assembly/unused-reference",
    "A-REFS-8",
    SECTION,
    "Checks for references that no property and no relationship uses. Components are created only after every reference is resolved.",
)
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

const PLACEMENT: [&str; 2] = ["deploymentLocation", "resourceManager"];

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let used = used(descriptor);
    for reference in &descriptor.references {
        placement(descriptor, reference, report);
        if !used.contains(reference.name.as_str()) {
            let message = format!("unused reference `{}`", reference.name);
            report.push(Diagnostic::new(&UNUSED_REFERENCE, reference.range, reference.path.clone(), message));
        }
        let Some(other) = descriptor.descriptor_of(reference) else { continue };
        let made = other
            .lifecycle
            .iter()
            .find(|transition| matches!(transition.name.as_str(), "Install" | "Uninstall"));
        if let (Some(transition), Some(kind)) = (made, &reference.type_name) {
            let message = format!(
                "reference type `{}` has a transition `{}`, but references are never installed",
                kind.text, transition.name
            );
            report.push(Diagnostic::new(&INSTALLABLE_REFERENCE, kind.range, reference.path.clone(), message));
        }
    }
}

fn placement(descriptor: &Descriptor, reference: &Component, report: &mut Report) {
    let missing: Vec<&str> =
        PLACEMENT.into_iter().filter(|name| reference.property(name).is_none()).collect();
    let cp4na = CP4NA.has(descriptor.profiles);
    if !missing.is_empty() {
        let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
        let ops = missing
            .iter()
            .map(|name| Op::Insert {
                into: reference.path.key("properties"),
                key: (*name).to_owned(),
                value: Value::map([("value", Value::Quoted(format!("${{{name}}}")))]),
                placement: Placement::Last,
            })
            .collect();
        let message = format!("missing {names} on reference `{}`", reference.name);
        let mut diagnostic = Diagnostic::new(&NO_PLACEMENT, reference.range, reference.path.clone(), message)
            .severity(if cp4na { Severity::Error } else { Severity::Warning });
        // An undeclared property cannot be a mapping source.
        if missing.iter().all(|name| descriptor.property(name).is_some()) {
            diagnostic = diagnostic.fix(format!("Map {names} to the assembly's properties"), ops);
        }
        report.push(diagnostic);
    }
    for name in PLACEMENT {
        let Some(property) = reference.property(name).filter(|_| cp4na) else { continue };
        let Some(value) = &property.value else { continue };
        if value.text.as_deref().map(str::trim) != Some(&format!("${{{name}}}")) {
            let found =
                value.text.as_deref().map_or("another value".to_owned(), |text| format!("`{}`", text.trim()));
            let message = message::expected(format!("`${{{name}}}`"), found);
            report.push(
                Diagnostic::new(&OTHER_PLACEMENT, value.range, property.path.clone(), message)
                    .fix(
                        format!("Change to `${{{name}}}`"),
                        vec![Op::Replace {
                            at: property.path.key("value"),
                            value: Value::Quoted(format!("${{{name}}}")),
                        }],
                    )
                    .unsafe_fix(),
            );
        }
    }
    let has_placement_only = !reference.properties.is_empty()
        && reference.properties.iter().all(|property| PLACEMENT.contains(&property.name.as_str()));
    if has_placement_only {
        let message = format!("reference `{}` has no search property besides its placement", reference.name);
        report.push(Diagnostic::new(&NOTHING_TO_FIND_BY, reference.range, reference.path.clone(), message));
    }
}

/// The names that property values and relationship ends refer to.
fn used(descriptor: &Descriptor) -> BTreeSet<&str> {
    let by_values =
        descriptor.all_properties().flat_map(Property::uses).filter(|used| used.head == Head::Name);
    let by_ends = descriptor
        .relationships
        .iter()
        .flat_map(|relationship| relationship.sources.iter().chain(&relationship.targets));
    by_values.map(|used| used.name.as_str()).chain(by_ends.map(|end| end.owner.as_str())).collect()
}
