//! Rule: references have placement and search properties.

use super::super::grammar::{ASSEMBLIES, CP4NA};
use super::super::model::{Component, Descriptor};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Op, Placement, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&NO_PLACEMENT, &OTHER_PLACEMENT, &NOTHING_TO_FIND_BY], check };

const SECTION: &str = "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References";

static NO_PLACEMENT: Code = Code::error(
    "assembly/reference-without-placement",
    "A-REFS-2",
    SECTION,
    "Checks that a reference sets `deploymentLocation` and `resourceManager`.",
)
.why("A resource manager searches for the reference at a deployment location, so both are required. Published TNC-O descriptors omit them and set \
only a name, so this is a warning for TNC-O.")
.advice("Add both to the reference's `properties`, with the values `${deploymentLocation}` and `${resourceManager}`.")
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
    "Checks that the placement of a reference is mapped to the assembly's properties of the same names.",
)
.why("A literal location ties the descriptor to it.")
.advice("Use the values `${deploymentLocation}` and `${resourceManager}`, and declare both in the assembly's `properties`.")
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
    "assembly/reference-without-search-property",
    "A-REFS-5",
    SECTION,
    "Checks that a reference has a search property besides its placement.",
)
.earlier(&["assembly/nothing-to-find-by"])
.why("If several resources match, the orchestrator stops with an error.")
.advice("Add a `name` or another property to find exactly one.")
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

const PLACEMENT: [&str; 2] = ["deploymentLocation", "resourceManager"];

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for reference in &descriptor.references {
        check_placement(descriptor, reference, report);
    }
}

fn check_placement(descriptor: &Descriptor, reference: &Component, report: &mut Report) {
    let missing: Vec<&str> =
        PLACEMENT.into_iter().filter(|name| reference.property(name).is_none()).collect();
    let cp4na = CP4NA.has(descriptor.profiles);
    if !missing.is_empty() {
        let names = message::list(&missing, "and");
        let ops = missing
            .iter()
            .map(|name| Op::Insert {
                into: reference.path.key("properties"),
                key: (*name).to_owned(),
                value: Value::map([("value", Value::Quoted(format!("${{{name}}}")))]),
                placement: Placement::Last,
            })
            .collect();
        let owner = format_args!("reference `{}`", reference.name);
        let message = message::missing_names_at("property", &missing, owner);
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
