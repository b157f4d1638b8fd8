//! What a constraint has to say whatever its type: the properties that it asks for, and as many demands as it needs.

use super::super::grammar::{CONSTRAINT_DEMANDS, GUIDE, MISSING_PROPERTY, SERVICE};
use super::super::model::{Constraint, Datum, Kind, Template};
use super::super::plan::first_properties;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Op, Placement};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&ONE_DEMAND, &GROUP_OF_ONE, &GROUP_OF_MANY], check };

static ONE_DEMAND: Code = Code::error(
    "homing/distance-of-one-demand",
    "H-CON-8",
    "Homing Specification Guide, Distance between demands; HAS, the homing service",
    "A distance is between two demands at least. With one the template is taken in, and the search breaks.

Bad:
```yaml
close: {type: distance_between_demands, demands: [web], properties: {distance: '< 250 km'}}
```
Good:
```yaml
close: {type: distance_between_demands, demands: [web, database], properties: {distance: '< 250 km'}}
```",
);
static GROUP_OF_ONE: Code = Code::error(
    "homing/group-of-one",
    "H-CON-9",
    SERVICE,
    "The groups of the inventory are pairs: an inventory group is of exactly two demands.

Bad:
```yaml
pair: {type: inventory_group, demands: [web]}
```
Good:
```yaml
pair: {type: inventory_group, demands: [web, database]}
```",
);
static GROUP_OF_MANY: Code = Code::error(
    "homing/group-of-many",
    "H-CON-9",
    "Homing Specification Guide, Inventory group; HAS, the homing service",
    "The groups of the inventory are pairs. The guide has it that of three or more demands the first two count; in the service the search breaks.

Bad:
```yaml
pair: {type: inventory_group, demands: [web, database, cache]}
```
Good:
```yaml
pair: {type: inventory_group, demands: [web, database]}
```",
);

/// The properties that each type asks for; of those that the tables give another rule, what is empty is told here all the same.
pub(super) fn required(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::DistanceToLocation => &["distance", "location"],
        Kind::DistanceBetweenDemands => &["distance"],
        Kind::Zone => &["qualifier", "category"],
        Kind::Attribute | Kind::Threshold | Kind::Hpa => &["evaluate"],
        Kind::InstanceFit | Kind::RegionFit | Kind::VimFit => &["controller"],
        Kind::License => &["id", "key"],
        Kind::Capability => &["specification", "template"],
        Kind::InventoryGroup | Kind::NetworkBetweenDemands | Kind::NetworkToLocation => &[],
    }
}

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Some(kind) = constraint.kind else { continue };
        if kind.is_deferred() && !GUIDE.has(template.profiles) {
            continue;
        }
        properties(template, constraint, kind, report);
        demands(template, constraint, kind, report);
    }
}

fn properties(template: &Template, constraint: &Constraint, kind: Kind, report: &mut Report) {
    let required = required(kind);
    let written = template.node(&constraint.path.key("properties"));
    if written.is_none() && !required.is_empty() {
        let message =
            format!("constraint `{}` lacks its properties: `{}`", constraint.name, required.join("` and `"));
        let mut diagnostic =
            Diagnostic::new(&MISSING_PROPERTY, constraint.range, constraint.path.clone(), message);
        let location = template.locations.first().map(|it| it.name.as_str());
        if let Some(value) = first_properties(kind, location) {
            let (into, key) = (constraint.path.clone(), "properties".to_owned());
            let ops = vec![Op::Insert { into, key, value, placement: Placement::Last }];
            diagnostic = diagnostic.fix("Write properties to begin with", ops).unsafe_fix();
        }
        report.push(diagnostic);
    }
    for key in required {
        let Some(given) = constraint.property(key) else { continue };
        // What is not there at all, the tables tell.
        if given.datum == Datum::Null || !given.datum.is_empty() {
            continue;
        }
        let message = format!("`{key}` is empty, which counts as missing");
        report.push(Diagnostic::new(&MISSING_PROPERTY, given.range, given.path.clone(), message));
    }
}

fn demands(template: &Template, constraint: &Constraint, kind: Kind, report: &mut Report) {
    let count = constraint.demands.len();
    let range = constraint.demands_range.unwrap_or(constraint.range);
    let say = |code: &'static Code, message: String| {
        Diagnostic::new(code, range, constraint.path.key("demands"), message)
    };
    let is_list = template.node(&constraint.path.key("demands")).is_some_and(|node| !node.is_mapping());
    if count == 0 || !is_list {
        return;
    }
    if let Some(twice) = twice(constraint) {
        report.push(
            say(&CONSTRAINT_DEMANDS, format!("`{twice}` is listed twice"))
                .severity(limn_language::diagnostic::Severity::Warning),
        );
    }
    match (kind, count) {
        (Kind::DistanceBetweenDemands | Kind::NetworkBetweenDemands, 1) => {
            let message = "a distance is between two demands or more, here is one".to_owned();
            report.push(say(&ONE_DEMAND, message));
        }
        (Kind::InventoryGroup, 1) => {
            report.push(say(&GROUP_OF_ONE, "an inventory group is of two demands, here is one".to_owned()));
        }
        (Kind::InventoryGroup, 3..) => {
            let message =
                format!("the guide takes the first two of {count} demands, the engine takes two and no more");
            report.push(say(&GROUP_OF_MANY, message));
        }
        _ => {}
    }
}

fn twice(constraint: &Constraint) -> Option<&str> {
    let mut seen = std::collections::BTreeSet::new();
    constraint.demands.iter().map(|it| it.name.as_str()).find(|name| !seen.insert(*name))
}
