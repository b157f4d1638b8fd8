//! What a constraint has to say whatever its type: the properties that it asks for, and as many demands as it needs.

use super::super::grammar::{CONSTRAINT_DEMANDS, GUIDE, MISSING_PROPERTY, SERVICE};
use super::super::model::{Constraint, ConstraintKind, Datum, Template};
use super::super::plan::initial_properties;
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
pub(super) fn required(kind: ConstraintKind) -> &'static [&'static str] {
    match kind {
        ConstraintKind::DistanceToLocation => &["distance", "location"],
        ConstraintKind::DistanceBetweenDemands => &["distance"],
        ConstraintKind::Zone => &["qualifier", "category"],
        ConstraintKind::Attribute | ConstraintKind::Threshold | ConstraintKind::Hpa => &["evaluate"],
        ConstraintKind::InstanceFit | ConstraintKind::RegionFit | ConstraintKind::VimFit => &["controller"],
        ConstraintKind::License => &["id", "key"],
        ConstraintKind::Capability => &["specification", "template"],
        ConstraintKind::InventoryGroup
        | ConstraintKind::NetworkBetweenDemands
        | ConstraintKind::NetworkToLocation => &[],
    }
}

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Some(kind) = constraint.kind else { continue };
        if kind.is_deferred() && !GUIDE.has(template.profiles) {
            continue;
        }
        check_properties(template, constraint, kind, report);
        check_demands(template, constraint, kind, report);
    }
}

fn check_properties(template: &Template, constraint: &Constraint, kind: ConstraintKind, report: &mut Report) {
    let required = required(kind);
    let written = template.node(&constraint.path.key("properties"));
    if written.is_none() && !required.is_empty() {
        let message =
            format!("constraint `{}` lacks its properties: `{}`", constraint.name, required.join("` and `"));
        let mut diagnostic =
            Diagnostic::new(&MISSING_PROPERTY, constraint.range, constraint.path.clone(), message);
        let location = template.locations.first().map(|location| location.name.as_str());
        if let Some(value) = initial_properties(kind, location) {
            let (into, key) = (constraint.path.clone(), "properties".to_owned());
            let ops = vec![Op::Insert { into, key, value, placement: Placement::Last }];
            diagnostic = diagnostic.fix("Write properties to begin with", ops).unsafe_fix();
        }
        report.push(diagnostic);
    }
    for key in required {
        let Some(setting) = constraint.property(key) else { continue };
        // What is not there at all, the tables tell.
        if setting.datum == Datum::Null || !setting.datum.is_empty() {
            continue;
        }
        let message = format!("`{key}` is empty, which counts as missing");
        report.push(Diagnostic::new(&MISSING_PROPERTY, setting.range, setting.path.clone(), message));
    }
}

fn check_demands(template: &Template, constraint: &Constraint, kind: ConstraintKind, report: &mut Report) {
    let count = constraint.demands.len();
    let range = constraint.demands_range.unwrap_or(constraint.range);
    let diagnostic = |code: &'static Code, message: String| {
        Diagnostic::new(code, range, constraint.path.key("demands"), message)
    };
    let is_list = template.node(&constraint.path.key("demands")).is_some_and(|node| !node.is_mapping());
    if count == 0 || !is_list {
        return;
    }
    if let Some(name) = duplicate_demand(constraint) {
        report.push(
            diagnostic(&CONSTRAINT_DEMANDS, format!("`{name}` is listed twice"))
                .severity(limn_language::diagnostic::Severity::Warning),
        );
    }
    match (kind, count) {
        (ConstraintKind::DistanceBetweenDemands | ConstraintKind::NetworkBetweenDemands, 1) => {
            let message = "a distance is between two demands or more, here is one".to_owned();
            report.push(diagnostic(&ONE_DEMAND, message));
        }
        (ConstraintKind::InventoryGroup, 1) => {
            report.push(diagnostic(
                &GROUP_OF_ONE,
                "an inventory group is of two demands, here is one".to_owned(),
            ));
        }
        (ConstraintKind::InventoryGroup, 3..) => {
            let message =
                format!("the guide takes the first two of {count} demands, the engine takes two and no more");
            report.push(diagnostic(&GROUP_OF_MANY, message));
        }
        _ => {}
    }
}

fn duplicate_demand(constraint: &Constraint) -> Option<&str> {
    let mut seen = std::collections::BTreeSet::new();
    constraint.demands.iter().map(|demand| demand.name.as_str()).find(|name| !seen.insert(*name))
}
