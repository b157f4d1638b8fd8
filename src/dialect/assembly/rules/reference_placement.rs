//! References: where they are looked for, by what, and whether they are needed and can be had.

use std::collections::BTreeSet;

use super::super::grammar::{ASSEMBLIES, CP4NA};
use super::super::model::{Component, Descriptor, Head, Property};
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::yaml::{Op, Spot, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&NO_PLACEMENT, &OTHER_PLACEMENT, &NOTHING_TO_FIND_BY, &INSTALLABLE_REFERENCE, &UNUSED_REFERENCE],
    check,
};

const SECTION: &str = "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References";

static NO_PLACEMENT: Code = Code::error(
    "assembly/reference-without-placement",
    "A-REFS-2",
    SECTION,
    "What is referenced is looked for at a deployment location, by a resource manager: both properties are needed. Published TNC-O descriptors leave \
them out and give a name alone, so that is a warning there.

Good:
```yaml
net:
  type: resource::n::1.0
  properties:
    deploymentLocation: {value: '${deploymentLocation}'}
    resourceManager: {value: '${resourceManager}'}
    name: {value: internal}
```",
);
static OTHER_PLACEMENT: Code = Code::warning(
    "assembly/reference-placed-elsewhere",
    "A-REFS-3",
    "CP4NA 2.7 assembly descriptors, References",
    "The placement of a reference is mapped to the assembly's own properties of the same names. A location that is written out ties the descriptor to it.

Bad:
```yaml
deploymentLocation: {value: core}
```
Good:
```yaml
deploymentLocation: {value: '${deploymentLocation}'}
```",
);
static NOTHING_TO_FIND_BY: Code = Code::warning(
    "assembly/nothing-to-find-by",
    "A-REFS-5",
    SECTION,
    "The placement alone seldom leaves one thing. Where several fit, the orchestrator stops with an error; a `name` or another property tells them \
apart.",
);
static INSTALLABLE_REFERENCE: Code = Code::warning(
    "assembly/installable-reference",
    "A-REFS-7",
    SECTION,
    "The descriptor of a resource that exists outside has neither `Install` nor `Uninstall`: it is found, not made.",
);
static UNUSED_REFERENCE: Code = Code::info(
    "assembly/unused-reference",
    "A-REFS-8",
    SECTION,
    "Neither a property nor a relationship uses it, yet nothing can be created until it is found.",
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
            let message = format!("nothing uses the reference `{}`", reference.name);
            report.push(Diagnostic::new(&UNUSED_REFERENCE, reference.range, reference.path.clone(), message));
        }
        let Some(other) = descriptor.descriptor_of(reference) else { continue };
        let made = other.lifecycle.iter().find(|it| matches!(it.name.as_str(), "Install" | "Uninstall"));
        if let (Some(transition), Some(kind)) = (made, &reference.type_name) {
            let message = format!("`{}` has `{}`: it is made, not found", kind.text, transition.name);
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
                spot: Spot::Last,
            })
            .collect();
        let message = format!("`{}` is looked for without {names}", reference.name);
        let mut diagnostic = Diagnostic::new(&NO_PLACEMENT, reference.range, reference.path.clone(), message)
            .severity(if cp4na { Severity::Error } else { Severity::Warning });
        // What the assembly does not declare cannot be mapped to.
        if missing.iter().all(|name| descriptor.property(name).is_some()) {
            diagnostic = diagnostic.fix(format!("Map {names} to the assembly's own"), ops);
        }
        report.push(diagnostic);
    }
    for name in PLACEMENT {
        let Some(property) = reference.property(name).filter(|_| cp4na) else { continue };
        let Some(value) = &property.value else { continue };
        if value.text.as_deref().map(str::trim) != Some(&format!("${{{name}}}")) {
            let message = format!("`{name}` is not mapped to the assembly's own `{name}`");
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
        && reference.properties.iter().all(|it| PLACEMENT.contains(&it.name.as_str()));
    if has_placement_only {
        let message = format!("`{}` is looked for by its placement alone", reference.name);
        report.push(Diagnostic::new(&NOTHING_TO_FIND_BY, reference.range, reference.path.clone(), message));
    }
}

/// The heads of all `${a.b}` and the ends of all relationships.
fn used(descriptor: &Descriptor) -> BTreeSet<&str> {
    let by_values = descriptor.all_properties().flat_map(Property::uses).filter(|it| it.head == Head::Name);
    let by_ends = descriptor.relationships.iter().flat_map(|it| it.sources.iter().chain(&it.targets));
    by_values.map(|it| it.name.as_str()).chain(by_ends.map(|end| end.owner.as_str())).collect()
}
