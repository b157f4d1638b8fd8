//! Rule: a constraint has the properties that its type requires, and enough demands.

use super::super::grammar::{CONSTRAINT_DEMANDS, GUIDE, HAS, MISSING_PROPERTY};
use super::super::model::{Constraint, ConstraintKind, Datum, Template};
use super::super::plan::initial_properties;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Placement};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&ONE_DEMAND, &GROUP_OF_ONE, &GROUP_OF_MANY], check };

static ONE_DEMAND: Code = Code::error(
    "homing/distance-of-one-demand",
    "H-CON-8",
    "Homing Specification Guide, Distance between demands; ONAP HAS",
    "Checks that a constraint on the distance between demands has at least two demands.",
)
.why("With one demand HAS accepts the template, but the search fails.")
.advice("Add a second demand, or use `distance_to_location`.")
.bad(
    "constraints of the specification guide",
    "
close: {type: distance_between_demands, demands: [web], properties: {distance: '< 250 km'}}
#                                                ^^^^^
",
)
.good(
    "
close:
  type: distance_between_demands
  demands: [web, database]
  properties: {distance: '< 250 km'}
",
);
static GROUP_OF_ONE: Code = Code::error(
    "homing/group-of-one",
    "H-CON-9",
    HAS,
    "Checks that an inventory group has exactly two demands.",
)
.why("Groups in the inventory are pairs.")
.advice("Add the second demand of the pair.")
.bad(
    "constraints of the specification guide",
    "
pair: {type: inventory_group, demands: [web]}
#                                      ^^^^^
",
)
.good("pair: {type: inventory_group, demands: [web, database]}");
static GROUP_OF_MANY: Code = Code::error(
    "homing/group-of-many",
    "H-CON-9",
    "Homing Specification Guide, Inventory group; ONAP HAS",
    "Checks that an inventory group has exactly two demands. Groups in the inventory are pairs.",
)
.why("By the specification guide, the first two of three or more demands count; in HAS the search fails.")
.advice("Use one inventory group for each pair of demands.")
.bad(
    "constraints of the specification guide",
    "
pair: {type: inventory_group, demands: [web, database, cache]}
#                                      ^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("pair: {type: inventory_group, demands: [web, database]}");

/// Required properties of each type. The tables report missing ones; this rule also reports empty ones.
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
            message::missing_names_at("property", required, format_args!("constraint `{}`", constraint.name));
        let mut diagnostic =
            Diagnostic::new(&MISSING_PROPERTY, constraint.range, constraint.path.clone(), message);
        let location = template.locations.first().map(|location| location.name.as_str());
        if let Some(value) = initial_properties(kind, location) {
            let (into, key) = (constraint.path.clone(), "properties".to_owned());
            let ops = vec![Op::Insert { into, key, value, placement: Placement::Last }];
            diagnostic = diagnostic.fix("Add initial properties", ops).unsafe_fix();
        }
        report.push(diagnostic);
    }
    for key in required {
        let Some(setting) = constraint.property(key) else { continue };
        // The tables report missing properties.
        if setting.datum == Datum::Null || !setting.datum.is_empty() {
            continue;
        }
        let message = format!("{}: the value is empty", message::missing("property", key));
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
            diagnostic(&CONSTRAINT_DEMANDS, message::duplicate("demand", name))
                .severity(limn_language::diagnostic::Severity::Warning),
        );
    }
    match (kind, count) {
        (ConstraintKind::DistanceBetweenDemands | ConstraintKind::NetworkBetweenDemands, 1) => {
            let message = message::expected("two or more demands", "one");
            report.push(diagnostic(&ONE_DEMAND, message));
        }
        (ConstraintKind::InventoryGroup, 1) => {
            report.push(diagnostic(&GROUP_OF_ONE, message::expected("two demands", "one")));
        }
        (ConstraintKind::InventoryGroup, 3..) => {
            let message = message::expected(
                "two demands",
                format!("{count}; the specification guide uses the first two"),
            );
            report.push(diagnostic(&GROUP_OF_MANY, message));
        }
        _ => {}
    }
}

fn duplicate_demand(constraint: &Constraint) -> Option<&str> {
    let mut seen = std::collections::BTreeSet::new();
    constraint.demands.iter().map(|demand| demand.name.as_str()).find(|name| !seen.insert(*name))
}
