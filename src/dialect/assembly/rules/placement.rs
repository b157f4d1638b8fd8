//! Rule: components have the placement properties `deploymentLocation` and `resourceManager`.

use super::super::grammar::{ASSEMBLIES, CP4NA, RESOURCES};
use super::super::model::{Component, Descriptor, Property};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Op, Path, Placement, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNPLACED_COMPONENT, &OTHER_MANAGER, &PLACED_RESOURCE], check };

static UNPLACED_COMPONENT: Code = Code::warning(
    "assembly/unplaced-component",
    "A-PROP-15",
    "TNC-O assembly descriptor, Placement",
    "Checks that a component sets `deploymentLocation` and `resourceManager`.",
)
.why(
    "They define where a component is deployed and what creates it. A nested assembly may have defaults for them; a resource needs values.",
)
.advice("Add the missing property to `properties` of the component, such as `deploymentLocation: {value: '${deploymentLocation}'}`.")
.bad(
    "document",
    "
properties:
  deploymentLocation: {type: string}
  resourceManager: {type: string}
composition:
  server: {type: 'resource::server::1.0'}
# ^^^^^^
",
)
.good(
    "
properties:
  deploymentLocation: {type: string}
  resourceManager: {type: string}
composition:
  server:
    type: resource::server::1.0
    properties:
      deploymentLocation: {value: '${deploymentLocation}'}
      resourceManager: {value: '${resourceManager}'}
",
)
.one_cause("components without a placement");
static OTHER_MANAGER: Code = Code::warning(
    "assembly/other-resource-manager",
    "A-PROP-16",
    "CP4NA 2.7 assembly descriptors, deploymentLocation and resourceManager properties",
    "Checks the name of the resource manager. The documentation's own example writes it in lower case.",
)
.why("CP4NA has one resource manager, Brent.")
.advice("Write `Brent`, or `${resourceManager}` in a component or reference.")
.bad(
    "cp4na component",
    "
properties:
  resourceManager: {value: ansible-rm}
#                          ^^^^^^^^^^
",
)
.good(
    "
properties:
  resourceManager: {value: Brent}
",
);
static PLACED_RESOURCE: Code = Code::warning(
    "assembly/placement-in-resource",
    "A-PROP-18",
    "CP4NA 2.7 assembly descriptors, deploymentLocation and resourceManager properties",
    "Checks that a resource does not declare the placement properties.",
)
.why(
    "They belong to assemblies, which pass them to their components. Some published resources declare them anyway.",
)
.advice("Remove the property, and set it in the component's `properties` in the assembly.")
.bad(
    "resource",
    "
properties:
  deploymentLocation: {type: string}
# ^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
properties:
  flavor: {type: string}
",
);

const PLACEMENT: [&str; 2] = ["deploymentLocation", "resourceManager"];

fn check(descriptor: &Descriptor, report: &mut Report) {
    if RESOURCES.has(descriptor.profiles) {
        for property in
            descriptor.properties.iter().filter(|property| PLACEMENT.contains(&property.name.as_str()))
        {
            let message =
                format!("placement property `{}` belongs in an assembly, not in a resource", property.name);
            report.push(Diagnostic::new(&PLACED_RESOURCE, property.range, property.path.clone(), message));
        }
    }
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        check_unplaced(descriptor, component, report);
    }
    if CP4NA.has(descriptor.profiles) {
        for property in descriptor.all_properties().filter(|property| property.name == "resourceManager") {
            check_manager(property, report);
        }
    }
}

fn check_unplaced(descriptor: &Descriptor, component: &Component, report: &mut Report) {
    let missing: Vec<&str> =
        PLACEMENT.into_iter().filter(|name| component.property(name).is_none()).collect();
    if missing.is_empty() {
        return;
    }
    let names = message::list(&missing, "and");
    let owner = format_args!("component `{}`", component.name);
    let mut diagnostic = Diagnostic::new(
        &UNPLACED_COMPONENT,
        component.range,
        component.path.clone(),
        message::missing_names_at("property", &missing, owner),
    );
    let insert = |into: Path, name: &str, value: Value| Op::Insert {
        into,
        key: name.to_owned(),
        value,
        placement: Placement::Last,
    };
    let mapped = missing.iter().map(|name| {
        let value = Value::map([("value", Value::Quoted(format!("${{{name}}}")))]);
        insert(component.path.key("properties"), name, value)
    });
    let undeclared: Vec<&str> =
        missing.iter().copied().filter(|name| descriptor.property(name).is_none()).collect();
    let declared = undeclared
        .iter()
        .map(|name| insert(Path::keys(["properties"]), name, Value::map([("type", Value::text("string"))])));
    let title = format!("Map {names} to the assembly's properties");
    diagnostic = if undeclared.is_empty() {
        diagnostic.fix(title, mapped.collect())
    } else {
        // Not safe: instantiating the assembly requires more input than before.
        diagnostic
            .fix(format!("{title} and declare the missing ones"), declared.chain(mapped).collect())
            .unsafe_fix()
    };
    report.push(diagnostic);
}

fn check_manager(property: &Property, report: &mut Report) {
    for literal in property.value.iter().chain(&property.default) {
        let Some(text) =
            literal.text.as_deref().map(str::trim).filter(|text| !text.is_empty() && !text.contains("${"))
        else {
            continue;
        };
        if text == "Brent" {
            continue;
        }
        let severity = if text.eq_ignore_ascii_case("brent") { Severity::Info } else { Severity::Warning };
        let message = message::expected("resource manager `Brent`", format!("`{text}`"));
        report.push(
            Diagnostic::new(&OTHER_MANAGER, literal.range, property.path.clone(), message).severity(severity),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::UNPLACED_COMPONENT;
    use crate::tests::read;
    use limn_language::diagnostic::FixEdit;
    use limn_language::dialect::Model as _;
    use limn_yaml as yaml;

    /// The text with the fix for the first unplaced component, and the fix's `safe` flag.
    fn placed(text: &str) -> (String, bool) {
        let descriptor = read("tnco", text);
        let found = descriptor.check();
        let unplaced = found.iter().find(|diagnostic| *diagnostic.code == UNPLACED_COMPONENT).unwrap();
        let FixEdit::Ops(ops) = &unplaced.fixes[0].edit else { panic!("a fix in terms of the document") };
        (yaml::patch(&descriptor.document, ops).unwrap().apply(text), unplaced.fixes[0].safe)
    }

    #[test]
    fn declared_placement_properties_are_mapped() {
        let before = "name: assembly::a::1.0\nproperties:\n  deploymentLocation: {}\n  resourceManager: {}\ncomposition:\n  web:\n    type: resource::w::1.0\n    properties:\n      deploymentLocation:\n        value: ${deploymentLocation}\n";
        let after = format!("{before}      resourceManager:\n        value: '${{resourceManager}}'\n");
        assert_eq!(placed(before), (after, true));
    }

    #[test]
    fn undeclared_placement_properties_are_declared_as_well() {
        let before = "name: assembly::a::1.0\nproperties:\n  deploymentLocation:\n    type: string\ncomposition:\n  web:\n    type: resource::w::1.0\n    properties:\n      deploymentLocation:\n        value: ${deploymentLocation}\n";
        let after = "name: assembly::a::1.0\nproperties:\n  deploymentLocation:\n    type: string\n  resourceManager:\n    type: string\ncomposition:\n  web:\n    type: resource::w::1.0\n    properties:\n      deploymentLocation:\n        value: ${deploymentLocation}\n      resourceManager:\n        value: '${resourceManager}'\n";
        assert_eq!(placed(before), (after.to_owned(), false), "instantiation requires more input");
    }
}
