//! Constraints that apply to each candidate alone: distance to a location, attributes, thresholds, hardware.

use super::{CandidateVerdict, DemandCandidates, bound_pools, hardware, reason};
use super::{Cell, Row, format_number};
use crate::geo::Point;
use crate::model::{
    AttributeOperator, AttributeTest, Category, Comparison, Condition, Constraint, ConstraintKind, Datum,
    Limit, NameRef, Template,
};
use crate::threshold::{Bound, Threshold, ThresholdUnit};
use limn_language::message;

/// Rejects candidates; returns how many.
pub fn apply(template: &Template, constraint: &Constraint, pools: &mut [DemandCandidates<'_>]) -> usize {
    let mut removed = 0;
    if lacks_flavors(constraint, pools) {
        return removed;
    }
    for at in bound_pools(constraint, pools).collect::<Vec<_>>() {
        let pool = &mut pools[at];
        for (row, results) in pool.rows.iter().zip(&mut pool.results) {
            let verdicts = verdicts_of(template, constraint, row);
            let out = verdicts.iter().any(|verdict| matches!(verdict, CandidateVerdict::Rejects(_)));
            removed += usize::from(out);
            for verdict in verdicts {
                match verdict {
                    CandidateVerdict::Accepts => {}
                    CandidateVerdict::Rejects(why) => results.removed.push(reason(constraint, why)),
                    CandidateVerdict::Unknown(why) => results.uncertain.push(reason(constraint, why)),
                }
            }
        }
    }
    removed
}

fn verdicts_of(template: &Template, constraint: &Constraint, row: &Row) -> Vec<CandidateVerdict> {
    match &constraint.condition {
        Condition::DistanceTo { distance, location } => {
            vec![distance_to(template, distance.as_ref(), location.as_ref(), row)]
        }
        Condition::Attribute { tests } => tests.iter().map(|test| attribute(test, row)).collect(),
        Condition::Threshold { tests } => tests.iter().map(|test| comparison(test, row)).collect(),
        Condition::Hpa { machines } => hardware::verdicts(machines, row),
        _ => Vec::new(),
    }
}

/// The coordinates of a location.
pub fn location_point(template: &Template, location: Option<&NameRef>) -> Option<Point> {
    let (latitude, longitude) = template.location(&location?.name)?.coordinates()?;
    Point::new(latitude, longitude)
}

/// `< 50 mi (80.5 km)`
pub fn threshold_text(threshold: &Threshold) -> String {
    match threshold.bound {
        Bound::Number(number) if threshold.unit == ThresholdUnit::Mi => {
            format!("{threshold} ({} km)", format_number(number * threshold.unit.factor()))
        }
        Bound::Range(low, high) if threshold.unit == ThresholdUnit::Mi => {
            let factor = threshold.unit.factor();
            format!("{threshold} ({}-{} km)", format_number(low * factor), format_number(high * factor))
        }
        _ => threshold.to_string(),
    }
}

fn distance_to(
    template: &Template,
    distance: Option<&Limit>,
    location: Option<&NameRef>,
    row: &Row,
) -> CandidateVerdict {
    let (Some(threshold), Some(from)) =
        (distance.and_then(Limit::threshold), location_point(template, location))
    else {
        return CandidateVerdict::Accepts;
    };
    let name = location.map_or("", |name_ref| &name_ref.name);
    let Some(at) = row.place() else {
        let unread = ["latitude", "longitude"]
            .into_iter()
            .find_map(|name| Some((name, row.get(name)?)).filter(|_| row.number(name).is_none()));
        return CandidateVerdict::Unknown(match unread {
            Some((name, cell)) => {
                format!("its {name} `{}` isn't a number, so HAS would fail", cell.text())
            }
            None => "it has no coordinates, so HAS would fail".to_owned(),
        });
    };
    let far = from.distance(at);
    if threshold.holds(far) {
        return CandidateVerdict::Accepts;
    }
    CandidateVerdict::Rejects(format!(
        "{} km from `{name}`, expected {}",
        format_number(far),
        threshold_text(threshold)
    ))
}

/// The attributes that HAS evaluates, with their columns.
const ATTRIBUTES: [(&str, &str); 4] =
    [("complex", "complex_name"), ("country", "country"), ("state", "state"), ("region", "region")];

fn attribute(test: &AttributeTest, row: &Row) -> CandidateVerdict {
    let name = test.attribute.as_str();
    if let Some((_, column)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) {
        return listed_attribute(test, column, row);
    }
    match name {
        "network_roles" => network_roles(test, row),
        "replication_role" => replication_role(test, row),
        "cloud-region" => cloud_region(test, row),
        _ => guide_only(test, row),
    }
}

/// The operator in effect, `all` before `any`, with its operands.
fn any_or_all(test: &AttributeTest) -> Option<(bool, Vec<&str>)> {
    let find =
        |expected: &AttributeOperator| test.operators.iter().find(|(operator, _)| operator == expected);
    let (all, setting) = match find(&AttributeOperator::All) {
        Some((_, setting)) => (true, setting),
        None => (false, &find(&AttributeOperator::Any)?.1),
    };
    Some((all, setting.datum.texts()))
}

fn listed_attribute(test: &AttributeTest, column: &str, row: &Row) -> CandidateVerdict {
    let Some((all, expected)) = any_or_all(test) else { return guide_only(test, row) };
    // HAS reads a plain string character by character, so it matches nothing.
    let value = row.get(column).or_else(|| row.get(&test.attribute)).map(Cell::text);
    let is = |expected: &&str| value.as_deref() == Some(*expected);
    let keeps = expected.is_empty() || if all { expected.iter().all(is) } else { expected.iter().any(is) };
    if keeps {
        return CandidateVerdict::Accepts;
    }
    let how = if all { "all of" } else { "one of" };
    CandidateVerdict::Rejects(match value {
        Some(value) => format!("its {} is `{value}`, expected {how} {}", test.attribute, list(&expected)),
        None => format!("it has no {}, expected {how} {}", test.attribute, list(&expected)),
    })
}

fn list(items: &[&str]) -> String {
    items.iter().map(|item| format!("`{item}`")).collect::<Vec<_>>().join(", ")
}

/// Network roles are in the inventory; the table can have a column for them.
fn network_roles(test: &AttributeTest, row: &Row) -> CandidateVerdict {
    let (Some((all, expected)), Some(cell)) = (any_or_all(test), row.get("network_roles")) else {
        return CandidateVerdict::Accepts;
    };
    if row.get("inventory_type").is_some_and(|kind| kind.text() != "cloud") {
        return CandidateVerdict::Accepts;
    }
    let has = cell.items();
    let is = |role: &&str| has.iter().any(|has| has == role);
    if expected.is_empty() || (if all { expected.iter().all(is) } else { expected.iter().any(is) }) {
        return CandidateVerdict::Accepts;
    }
    CandidateVerdict::Rejects(format!(
        "it lacks {} {}",
        if all { "one of the roles" } else { "all of the roles" },
        list(&expected)
    ))
}

fn replication_role(test: &AttributeTest, row: &Row) -> CandidateVerdict {
    let expected = test.operators.first().and_then(|(_, setting)| setting.datum.text()).unwrap_or_default();
    let Some(cell) = row.get("replication_role") else { return CandidateVerdict::Accepts };
    if expected.is_empty() || cell.text() == expected.to_uppercase() {
        return CandidateVerdict::Accepts;
    }
    CandidateVerdict::Rejects(format!(
        "its replication role is `{}`, expected `{}`",
        cell.text(),
        expected.to_uppercase()
    ))
}

fn cloud_region(test: &AttributeTest, row: &Row) -> CandidateVerdict {
    let kind = row.get("inventory_type").map_or_else(|| "cloud".to_owned(), Cell::text);
    let key = format!("{kind}-requests");
    let expected = test.operators.iter().find(|(operator, _)| operator.name() == key);
    let Some((_, expected)) = expected else { return CandidateVerdict::Accepts };
    let expected = expected.datum.texts();
    let at = row.get("location_id").map(Cell::text).unwrap_or_default();
    if expected.contains(&at.as_str()) {
        return CandidateVerdict::Accepts;
    }
    CandidateVerdict::Rejects(format!("its region is `{at}`, expected one of {}", list(&expected)))
}

/// Conditions that the specification guide proposes and HAS ignores.
fn guide_only(test: &AttributeTest, row: &Row) -> CandidateVerdict {
    let Some(cell) = row.get(&test.attribute) else { return CandidateVerdict::Accepts };
    for (operator, setting) in &test.operators {
        if compare(operator, cell, &setting.datum) == Some(false) {
            let expected = match &setting.datum {
                Datum::List(_) => list(&setting.datum.texts()),
                other => format!("`{}`", other.text().unwrap_or_default()),
            };
            return CandidateVerdict::Unknown(format!(
                "rejected by the specification guide: its `{}` is `{}`, expected `{}` {expected}; HAS ignores this condition",
                test.attribute,
                cell.text(),
                operator.name()
            ));
        }
    }
    CandidateVerdict::Accepts
}

fn compare(operator: &AttributeOperator, cell: &Cell, expected: &Datum) -> Option<bool> {
    let same = |expected: &str| {
        let numbers = cell.number().zip(expected.trim().parse::<f64>().ok());
        numbers.map_or_else(|| cell.text().eq_ignore_ascii_case(expected), |(a, b)| a == b)
    };
    let numbers = || cell.number().zip(expected.number());
    Some(match operator {
        AttributeOperator::Is | AttributeOperator::Eq => same(expected.text()?),
        AttributeOperator::Ne => !same(expected.text()?),
        AttributeOperator::Lt => numbers().map(|(a, b)| a < b)?,
        AttributeOperator::Gt => numbers().map(|(a, b)| a > b)?,
        AttributeOperator::Lte => numbers().map(|(a, b)| a <= b)?,
        AttributeOperator::Gte => numbers().map(|(a, b)| a >= b)?,
        AttributeOperator::Any => {
            expected.texts().iter().any(|expected| cell.items().iter().any(|item| item == expected))
        }
        AttributeOperator::All => {
            expected.texts().iter().all(|expected| cell.items().iter().any(|item| item == expected))
        }
        AttributeOperator::Regex | AttributeOperator::Other(_) => return None,
    })
}

fn comparison(test: &Comparison, row: &Row) -> CandidateVerdict {
    let text = |setting: &Option<super::super::model::Setting>| {
        setting.as_ref().and_then(|setting| setting.datum.text()).unwrap_or_default().to_owned()
    };
    let (attribute, operator) = (text(&test.attribute), text(&test.operator));
    let Some(bound_pools) = test.threshold.as_ref().and_then(|setting| setting.datum.number()) else {
        return CandidateVerdict::Accepts;
    };
    let Some(value) = row.number(&attribute).filter(|value| *value != 0.0) else {
        return CandidateVerdict::Rejects(format!("it has no `{attribute}`, or 0, which counts as missing"));
    };
    let keeps = match operator.as_str() {
        "gte" => value >= bound_pools,
        "lte" => value <= bound_pools,
        "gt" => value > bound_pools,
        "lt" => value < bound_pools,
        "eq" => value == bound_pools,
        _ => return CandidateVerdict::Accepts,
    };
    if keeps {
        return CandidateVerdict::Accepts;
    }
    let unit = text(&test.unit);
    let reason = format!(
        "its `{attribute}` is {}, expected {operator} {} {unit}",
        format_number(value),
        format_number(bound_pools)
    );
    CandidateVerdict::Rejects(reason.trim_end().to_owned())
}

/// Returns true if the constraint requires hardware and no candidate in the table has flavors.
fn lacks_flavors(constraint: &Constraint, pools: &[DemandCandidates<'_>]) -> bool {
    let mut rows = bound_pools(constraint, pools).flat_map(|at| &pools[at].rows);
    matches!(constraint.condition, Condition::Hpa { .. })
        && !rows.any(|row| row.get(hardware::FLAVORS_COLUMN).is_some())
}

/// Reasons why a constraint cannot be evaluated here, or only in part.
pub fn limitations(
    template: &Template,
    constraint: &Constraint,
    pools: &[DemandCandidates<'_>],
) -> Vec<String> {
    let mut reasons = Vec::new();
    let Some(kind) = constraint.kind else {
        let name = constraint.type_name.as_ref().and_then(|setting| setting.datum.text()).unwrap_or_default();
        return vec![message::unknown("constraint type", name)];
    };
    if kind.is_deferred() {
        return vec![
            "HAS rejects this type: the specification guide describes it, but it isn't implemented"
                .to_owned(),
        ];
    }
    if constraint.demands.iter().all(|name_ref| template.demand(&name_ref.name).is_none()) {
        reasons.push("none of its demands is declared in the template".to_owned());
    }
    match &constraint.condition {
        Condition::DistanceTo { distance, location } => {
            reasons.extend(distance_problem(distance.as_ref()));
            if location_point(template, location.as_ref()).is_none() {
                reasons.push(location_problem(template, location.as_ref()));
            }
        }
        Condition::DistanceBetween { distance } => reasons.extend(distance_problem(distance.as_ref())),
        Condition::Zone { category, location, qualifier } => match category {
            Some(category) if !category.is_resolvable() => reasons.push(format!(
                "HAS cannot resolve {} zones and would fail",
                category.name()
            )),
            Some(Category::Country) if location.is_some() => {
                reasons.push(
                    "the country of the location is in the inventory; only the demands are compared"
                        .to_owned(),
                );
            }
            None => reasons.push("the category is missing or unknown".to_owned()),
            _ if qualifier.is_none() => {
                reasons.push("the qualifier is neither `same` nor `different`".to_owned());
            }
            _ => {}
        },
        Condition::Attribute { tests } => reasons.extend(tests.iter().filter_map(skipped_attribute)),
        Condition::Threshold { tests } => {
            let known = ["gte", "lte", "gt", "lt", "eq"];
            let operator = |test: &Comparison| {
                test.operator.as_ref().and_then(|setting| setting.datum.text().map(str::to_owned))
            };
            let mut operators = tests.iter().map(operator);
            if let Some(other) = operators.find(|word| !word.as_deref().is_some_and(|word| known.contains(&word))) {
                let found = other.map_or_else(|| "nothing".to_owned(), |word| format!("`{word}`"));
                let expected = message::expected("operator `gte`, `lte`, `gt`, `lt` or `eq`", found);
                reasons.push(format!("{expected}; HAS fails with any other"));
            }
        }
        Condition::Fit { controller, .. } => {
            reasons.push(fit_limitation(kind, controller.as_ref().and_then(|controller| controller.datum.text())));
        }
        Condition::Hpa { .. } if lacks_flavors(constraint, pools) => reasons.push(
            "the flavors of a cloud region are in the inventory; add them in a column `flavors`: `large: basicCapabilities numVirtualCpu=8 virtualMemSize=16GB`"
                .to_owned(),
        ),
        _ => {}
    }
    reasons
}

fn distance_problem(distance: Option<&Limit>) -> Option<String> {
    match distance.map(|limit| (&limit.parsed, &limit.setting)) {
        None => Some("it has no distance".to_owned()),
        Some((Some(Ok(threshold)), _)) if matches!(threshold.bound, Bound::Range(..)) => Some(
            "HAS compares a distance with the range itself, which never matches; all candidates are rejected"
                .to_owned(),
        ),
        Some((Some(Ok(_)), _)) => None,
        Some((_, setting)) => Some(format!("invalid distance `{}`", setting.datum.text().unwrap_or("…"))),
    }
}

fn location_problem(template: &Template, location: Option<&NameRef>) -> String {
    match location {
        None => "it has no location".to_owned(),
        Some(name_ref) if template.location(&name_ref.name).is_none() => {
            message::unknown("location", &name_ref.name)
        }
        Some(name_ref) => {
            format!("the position of `{}` is in the inventory; it has no coordinates", name_ref.name)
        }
    }
}

fn fit_limitation(kind: ConstraintKind, controller: Option<&str>) -> String {
    match (kind, controller) {
        (ConstraintKind::VimFit, _) => "HAS queries MultiCloud for the remaining capacity".to_owned(),
        (_, Some("SDN-C")) => "HAS queries SDN-C for matching candidates".to_owned(),
        (_, Some(other)) => {
            format!("{}; expected `SDN-C`; no candidate is rejected", message::unknown("controller", other))
        }
        (_, None) => "it has no controller".to_owned(),
    }
}

fn skipped_attribute(test: &AttributeTest) -> Option<String> {
    let name = test.attribute.as_str();
    let known = ATTRIBUTES.iter().any(|(known, _)| *known == name);
    match name {
        _ if known && any_or_all(test).is_some() => None,
        _ if known => Some(format!("HAS ignores `{name}` without `any` or `all` and a list")),
        "network_roles" => {
            Some("network roles are in the inventory; add them in a column `network_roles`".to_owned())
        }
        "replication_role" => {
            Some("replication roles are in the inventory; add them in a column `replication_role`".to_owned())
        }
        "cloud-region" => None,
        _ => Some(format!("HAS silently ignores the unknown attribute `{name}`")),
    }
}
