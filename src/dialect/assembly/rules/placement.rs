//! Where components are placed and by whom.

use super::super::grammar::{ASSEMBLIES, CP4NA, RESOURCES};
use super::super::model::{Component, Descriptor, Property};
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::yaml::{Op, Path, Spot, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UNPLACED_COMPONENT, &OTHER_MANAGER, &PLACED_RESOURCE], check };

static UNPLACED_COMPONENT: Code = Code::warning(
    "assembly/unplaced-component",
    "A-PROP-15",
    "TNC-O assembly descriptor, Placement",
    "`deploymentLocation` and `resourceManager` say where a component goes and who makes it. A nested assembly may have defaults for them; a resource \
has to be told.

Good:
```yaml
properties:
  deploymentLocation: {value: '${deploymentLocation}'}
  resourceManager: {value: '${resourceManager}'}
```",
);
static OTHER_MANAGER: Code = Code::warning(
    "assembly/other-resource-manager",
    "A-PROP-16",
    "CP4NA 2.7 assembly descriptors, deploymentLocation and resourceManager properties",
    "CP4NA has one resource manager, Brent. The page's own example writes it with a small letter.",
);
static PLACED_RESOURCE: Code = Code::warning(
    "assembly/placement-in-resource",
    "A-PROP-18",
    "CP4NA 2.7 assembly descriptors, deploymentLocation and resourceManager properties",
    "The two placement properties belong to assemblies, which hand them to their components. Published resources declare them all the same.",
);

const PLACEMENT: [&str; 2] = ["deploymentLocation", "resourceManager"];

fn check(descriptor: &Descriptor, report: &mut Report) {
    if RESOURCES.has(descriptor.profiles) {
        for property in descriptor.properties.iter().filter(|it| PLACEMENT.contains(&it.name.as_str())) {
            let message = format!("`{}` is for assemblies to declare", property.name);
            report.push(Diagnostic::new(&PLACED_RESOURCE, property.range, property.path.clone(), message));
        }
    }
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        unplaced(descriptor, component, report);
    }
    if CP4NA.has(descriptor.profiles) {
        for property in descriptor.all_properties().filter(|it| it.name == "resourceManager") {
            manager(property, report);
        }
    }
}

fn unplaced(descriptor: &Descriptor, component: &Component, report: &mut Report) {
    let missing: Vec<&str> =
        PLACEMENT.into_iter().filter(|name| component.property(name).is_none()).collect();
    if missing.is_empty() {
        return;
    }
    let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let mut diagnostic = Diagnostic::new(
        &UNPLACED_COMPONENT,
        component.range,
        component.path.clone(),
        format!("`{}` has no {names}", component.name),
    );
    let insert = |into: Path, name: &str, value: Value| Op::Insert {
        into,
        key: name.to_owned(),
        value,
        spot: Spot::Last,
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
    let title = format!("Map {names} to the assembly's own");
    diagnostic = if undeclared.is_empty() {
        diagnostic.fix(title, mapped.collect())
    } else {
        // Whoever instantiates the assembly is asked for more than before.
        diagnostic
            .fix(format!("{title}, and declare what it lacks"), declared.chain(mapped).collect())
            .unsafe_fix()
    };
    report.push(diagnostic);
}

fn manager(property: &Property, report: &mut Report) {
    for held in property.value.iter().chain(&property.default) {
        let Some(text) =
            held.text.as_deref().map(str::trim).filter(|text| !text.is_empty() && !text.contains("${"))
        else {
            continue;
        };
        if text == "Brent" {
            continue;
        }
        let severity = if text.eq_ignore_ascii_case("brent") { Severity::Info } else { Severity::Warning };
        let message = format!("the resource manager of CP4NA is `Brent`, not `{text}`");
        report.push(
            Diagnostic::new(&OTHER_MANAGER, held.range, property.path.clone(), message).severity(severity),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::UNPLACED_COMPONENT;
    use crate::diagnostic::Cure;
    use crate::dialect::Model as _;
    use crate::dialect::assembly::tests::read;
    use crate::yaml;

    /// The text once the first unplaced component is mended.
    fn placed(text: &str) -> (String, bool) {
        let descriptor = read("tnco", text);
        let found = descriptor.check();
        let unplaced = found.iter().find(|it| *it.code == UNPLACED_COMPONENT).unwrap();
        let Cure::Ops(ops) = &unplaced.fixes[0].cure else { panic!("a fix in terms of the document") };
        (yaml::patch(&descriptor.document, ops).unwrap().apply(text), unplaced.fixes[0].safe)
    }

    #[test]
    fn what_the_assembly_has_is_mapped() {
        let before = "name: assembly::a::1.0\nproperties:\n  deploymentLocation: {}\n  resourceManager: {}\ncomposition:\n  web:\n    type: resource::w::1.0\n    properties:\n      deploymentLocation:\n        value: ${deploymentLocation}\n";
        let after = format!("{before}      resourceManager:\n        value: '${{resourceManager}}'\n");
        assert_eq!(placed(before), (after, true));
    }

    #[test]
    fn what_the_assembly_lacks_is_declared_as_well() {
        let before = "name: assembly::a::1.0\nproperties:\n  deploymentLocation:\n    type: string\ncomposition:\n  web:\n    type: resource::w::1.0\n    properties:\n      deploymentLocation:\n        value: ${deploymentLocation}\n";
        let after = "name: assembly::a::1.0\nproperties:\n  deploymentLocation:\n    type: string\n  resourceManager:\n    type: string\ncomposition:\n  web:\n    type: resource::w::1.0\n    properties:\n      deploymentLocation:\n        value: ${deploymentLocation}\n      resourceManager:\n        value: '${resourceManager}'\n";
        assert_eq!(placed(before), (after.to_owned(), false), "a person is asked for more");
    }
}
