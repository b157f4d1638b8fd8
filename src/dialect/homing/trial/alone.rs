//! Constraints that are put to each candidate by itself: near a place, with an attribute, below a threshold.

use super::{Pool, Said, bound, hpa, reason};
use crate::model::{
    Asked, AttributeOperator, AttributeTest, Category, Comparison, Constraint, Datum, Kind, Limit, Mention,
    Template,
};
use crate::threshold::{Bound, Threshold, Unit};
use limn_language::geo::Point;
use limn_language::placement::{Cell, Row, format_number};

/// Takes candidates out; says how many.
pub fn hold(template: &Template, constraint: &Constraint, pools: &mut [Pool<'_>]) -> usize {
    let mut removed = 0;
    if lacks_flavors(constraint, pools) {
        return removed;
    }
    for at in bound(constraint, pools).collect::<Vec<_>>() {
        let pool = &mut pools[at];
        for (row, tried) in pool.rows.iter().zip(&mut pool.tried) {
            let said = test(template, constraint, row);
            let out = said.iter().any(|said| matches!(said, Said::Removes(_)));
            removed += usize::from(out);
            for said in said {
                match said {
                    Said::Keeps => {}
                    Said::Removes(why) => tried.removed.push(reason(constraint, why)),
                    Said::Unsure(why) => tried.unsure.push(reason(constraint, why)),
                }
            }
        }
    }
    removed
}

fn test(template: &Template, constraint: &Constraint, row: &Row) -> Vec<Said> {
    match &constraint.asked {
        Asked::DistanceTo { distance, location } => {
            vec![distance_to(template, distance.as_ref(), location.as_ref(), row)]
        }
        Asked::Attribute { tests } => tests.iter().map(|test| attribute(test, row)).collect(),
        Asked::Threshold { tests } => tests.iter().map(|test| comparison(test, row)).collect(),
        Asked::Hpa { machines } => hpa::hold(machines, row),
        _ => Vec::new(),
    }
}

/// The coordinates of a location that is named.
pub fn place(template: &Template, location: Option<&Mention>) -> Option<Point> {
    let (latitude, longitude) = template.location(&location?.name)?.coordinates()?;
    Point::new(latitude, longitude)
}

/// `< 50 mi (80.5 km)`
pub fn said(threshold: &Threshold) -> String {
    match threshold.bound {
        Bound::Number(number) if threshold.unit == Unit::Mi => {
            format!("{threshold} ({} km)", format_number(number * threshold.unit.factor()))
        }
        Bound::Range(low, high) if threshold.unit == Unit::Mi => {
            let factor = threshold.unit.factor();
            format!("{threshold} ({}-{} km)", format_number(low * factor), format_number(high * factor))
        }
        _ => threshold.to_string(),
    }
}

fn distance_to(template: &Template, distance: Option<&Limit>, location: Option<&Mention>, row: &Row) -> Said {
    let (Some(threshold), Some(from)) = (distance.and_then(Limit::threshold), place(template, location))
    else {
        return Said::Keeps;
    };
    let name = location.map_or("", |mention| &mention.name);
    let Some(at) = row.place() else {
        return Said::Unsure("it has no coordinates, which the service would fail on".to_owned());
    };
    let far = from.distance(at);
    if threshold.holds(far) {
        return Said::Keeps;
    }
    Said::Removes(format!("{} km from `{name}`, and it has to be {}", format_number(far), said(threshold)))
}

/// The attributes that the service looks at, and the column of each.
const ATTRIBUTES: [(&str, &str); 4] =
    [("complex", "complex_name"), ("country", "country"), ("state", "state"), ("region", "region")];

fn attribute(test: &AttributeTest, row: &Row) -> Said {
    let name = test.attribute.as_str();
    if let Some((_, column)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) {
        return among(test, column, row);
    }
    match name {
        "network_roles" => roles(test, row),
        "replication_role" => replication(test, row),
        "cloud-region" => cloud_region(test, row),
        _ => by_the_guide(test, row),
    }
}

/// The operator that counts: `all` before `any`, with its operands.
fn listed(test: &AttributeTest) -> Option<(bool, Vec<&str>)> {
    let find = |wanted: &AttributeOperator| test.operators.iter().find(|(operator, _)| operator == wanted);
    let (all, given) = match find(&AttributeOperator::All) {
        Some((_, given)) => (true, given),
        None => (false, &find(&AttributeOperator::Any)?.1),
    };
    Some((all, given.datum.texts()))
}

fn among(test: &AttributeTest, column: &str, row: &Row) -> Said {
    let Some((all, wanted)) = listed(test) else { return by_the_guide(test, row) };
    // A text alone is read letter by letter: nothing is ever one letter.
    let value = row.get(column).or_else(|| row.get(&test.attribute)).map(Cell::text);
    let is = |wanted: &&str| value.as_deref() == Some(*wanted);
    let keeps = wanted.is_empty() || if all { wanted.iter().all(is) } else { wanted.iter().any(is) };
    if keeps {
        return Said::Keeps;
    }
    let how = if all { "all of" } else { "one of" };
    Said::Removes(match value {
        Some(value) => format!("its {} is `{value}`, not {how} {}", test.attribute, list(&wanted)),
        None => format!("no {} is said of it, and it has to be {how} {}", test.attribute, list(&wanted)),
    })
}

fn list(items: &[&str]) -> String {
    items.iter().map(|item| format!("`{item}`")).collect::<Vec<_>>().join(", ")
}

/// Which regions have a role only the inventory knows; a column may say it.
fn roles(test: &AttributeTest, row: &Row) -> Said {
    let (Some((all, wanted)), Some(cell)) = (listed(test), row.get("network_roles")) else {
        return Said::Keeps;
    };
    if row.get("inventory_type").is_some_and(|kind| kind.text() != "cloud") {
        return Said::Keeps;
    }
    let has = cell.items();
    let is = |role: &&str| has.iter().any(|has| has == role);
    if wanted.is_empty() || (if all { wanted.iter().all(is) } else { wanted.iter().any(is) }) {
        return Said::Keeps;
    }
    Said::Removes(format!("it lacks {} {}", if all { "a role of" } else { "every role of" }, list(&wanted)))
}

fn replication(test: &AttributeTest, row: &Row) -> Said {
    let wanted = test.operators.first().and_then(|(_, given)| given.datum.text()).unwrap_or_default();
    let Some(cell) = row.get("replication_role") else { return Said::Keeps };
    if wanted.is_empty() || cell.text() == wanted.to_uppercase() {
        return Said::Keeps;
    }
    Said::Removes(format!("its replication role is `{}`, not `{}`", cell.text(), wanted.to_uppercase()))
}

fn cloud_region(test: &AttributeTest, row: &Row) -> Said {
    let kind = row.get("inventory_type").map_or_else(|| "cloud".to_owned(), Cell::text);
    let key = format!("{kind}-requests");
    let wanted = test.operators.iter().find(|(operator, _)| operator.word() == key);
    let Some((_, wanted)) = wanted else { return Said::Keeps };
    let wanted = wanted.datum.texts();
    let at = row.get("location_id").map(Cell::text).unwrap_or_default();
    if wanted.contains(&at.as_str()) {
        return Said::Keeps;
    }
    Said::Removes(format!("its region is `{at}`, not one of {}", list(&wanted)))
}

/// What the guide proposes and the service skips.
fn by_the_guide(test: &AttributeTest, row: &Row) -> Said {
    let Some(cell) = row.get(&test.attribute) else { return Said::Keeps };
    for (operator, given) in &test.operators {
        if compare(operator, cell, &given.datum) == Some(false) {
            let wanted = match &given.datum {
                Datum::List(_) => list(&given.datum.texts()),
                other => format!("`{}`", other.text().unwrap_or_default()),
            };
            return Said::Unsure(format!(
                "by the guide it would be out: its `{}` is `{}`, and the template says `{}` {wanted}; the service skips this test",
                test.attribute,
                cell.text(),
                operator.word()
            ));
        }
    }
    Said::Keeps
}

fn compare(operator: &AttributeOperator, cell: &Cell, wanted: &Datum) -> Option<bool> {
    let same = |wanted: &str| {
        let numbers = cell.number().zip(wanted.trim().parse::<f64>().ok());
        numbers.map_or_else(|| cell.text().eq_ignore_ascii_case(wanted), |(a, b)| a == b)
    };
    let numbers = || cell.number().zip(wanted.number());
    Some(match operator {
        AttributeOperator::Is | AttributeOperator::Eq => same(wanted.text()?),
        AttributeOperator::Ne => !same(wanted.text()?),
        AttributeOperator::Lt => numbers().map(|(a, b)| a < b)?,
        AttributeOperator::Gt => numbers().map(|(a, b)| a > b)?,
        AttributeOperator::Lte => numbers().map(|(a, b)| a <= b)?,
        AttributeOperator::Gte => numbers().map(|(a, b)| a >= b)?,
        AttributeOperator::Any => {
            wanted.texts().iter().any(|wanted| cell.items().iter().any(|it| it == wanted))
        }
        AttributeOperator::All => {
            wanted.texts().iter().all(|wanted| cell.items().iter().any(|it| it == wanted))
        }
        AttributeOperator::Regex | AttributeOperator::Other(_) => return None,
    })
}

fn comparison(test: &Comparison, row: &Row) -> Said {
    let text = |given: &Option<super::super::model::Given>| {
        given.as_ref().and_then(|given| given.datum.text()).unwrap_or_default().to_owned()
    };
    let (attribute, operator) = (text(&test.attribute), text(&test.operator));
    let Some(bound) = test.threshold.as_ref().and_then(|given| given.datum.number()) else {
        return Said::Keeps;
    };
    let Some(value) = row.number(&attribute).filter(|value| *value != 0.0) else {
        return Said::Removes(format!("it has no `{attribute}`, or 0, which counts as none"));
    };
    let keeps = match operator.as_str() {
        "gte" => value >= bound,
        "lte" => value <= bound,
        "gt" => value > bound,
        "lt" => value < bound,
        "eq" => value == bound,
        _ => return Said::Keeps,
    };
    if keeps {
        return Said::Keeps;
    }
    let unit = text(&test.unit);
    let said = format!(
        "its `{attribute}` is {}, and it has to be {operator} {} {unit}",
        format_number(value),
        format_number(bound)
    );
    Said::Removes(said.trim_end().to_owned())
}

/// Whether it asks for hardware, and the table says of no candidate what it has.
fn lacks_flavors(constraint: &Constraint, pools: &[Pool<'_>]) -> bool {
    let mut rows = bound(constraint, pools).flat_map(|at| &pools[at].rows);
    matches!(constraint.asked, Asked::Hpa { .. }) && !rows.any(|row| row.get(hpa::COLUMN).is_some())
}

/// Why a constraint cannot be put to the test here, or not wholly.
pub fn unheld(template: &Template, constraint: &Constraint, pools: &[Pool<'_>]) -> Vec<String> {
    let mut why = Vec::new();
    let Some(kind) = constraint.kind else {
        let name = constraint.type_name.as_ref().and_then(|given| given.datum.text()).unwrap_or_default();
        return vec![format!("`{name}` is no type of constraint that the service knows")];
    };
    if kind.is_deferred() {
        return vec![
            "the service refuses this type: the guide describes it, but it was never built".to_owned(),
        ];
    }
    if constraint.demands.iter().all(|mention| template.demand(&mention.name).is_none()) {
        why.push("it binds no demand of the template".to_owned());
    }
    match &constraint.asked {
        Asked::DistanceTo { distance, location } => {
            why.extend(unreadable(distance.as_ref()));
            if place(template, location.as_ref()).is_none() {
                why.push(unplaced(template, location.as_ref()));
            }
        }
        Asked::DistanceBetween { distance } => why.extend(unreadable(distance.as_ref())),
        Asked::Zone { category, location, qualifier } => match category {
            Some(category) if !category.is_resolvable() => why.push(format!(
                "the service cannot tell which {} zone a candidate is in and would fail",
                category.word()
            )),
            Some(Category::Country) if location.is_some() => {
                why.push(
                    "the country of the location comes from the inventory: only the demands are compared"
                        .to_owned(),
                );
            }
            None => why.push("its category is missing or unknown".to_owned()),
            _ if qualifier.is_none() => {
                why.push("its qualifier is neither `same` nor `different`".to_owned());
            }
            _ => {}
        },
        Asked::Attribute { tests } => why.extend(tests.iter().filter_map(skipped)),
        Asked::Threshold { tests } => {
            let known = ["gte", "lte", "gt", "lt", "eq"];
            let unknown = |test: &&Comparison| {
                let word = test.operator.as_ref().and_then(|given| given.datum.text());
                !word.is_some_and(|word| known.contains(&word))
            };
            if tests.iter().any(|test| unknown(&test)) {
                why.push("an operator is none of gte, lte, gt, lt, eq: the service would fail".to_owned());
            }
        }
        Asked::Fit { controller, .. } => {
            why.push(fit(kind, controller.as_ref().and_then(|it| it.datum.text())));
        }
        Asked::Hpa { .. } if lacks_flavors(constraint, pools) => why.push(
            "which flavors a cloud region has, the inventory knows; a column `flavors` may say it: `large: basicCapabilities numVirtualCpu=8 virtualMemSize=16GB`"
                .to_owned(),
        ),
        _ => {}
    }
    why
}

fn unreadable(distance: Option<&Limit>) -> Option<String> {
    match distance.map(|limit| (&limit.read, &limit.given)) {
        None => Some("it says no distance".to_owned()),
        Some((Some(Ok(threshold)), _)) if matches!(threshold.bound, Bound::Range(..)) => Some(
            "the service compares a distance with the range itself, which nothing equals: everything is out"
                .to_owned(),
        ),
        Some((Some(Ok(_)), _)) => None,
        Some((_, given)) => {
            Some(format!("`{}` is no distance that the service can read", given.datum.text().unwrap_or("…")))
        }
    }
}

fn unplaced(template: &Template, location: Option<&Mention>) -> String {
    match location {
        None => "it says no location".to_owned(),
        Some(mention) if template.location(&mention.name).is_none() => {
            format!("there is no location `{}`", mention.name)
        }
        Some(mention) => {
            format!("where `{}` is, only the inventory knows: it has no coordinates", mention.name)
        }
    }
}

fn fit(kind: Kind, controller: Option<&str>) -> String {
    match (kind, controller) {
        (Kind::VimFit, _) => "the capacity left in a cloud is asked of MultiCloud".to_owned(),
        (_, Some("SDN-C")) => "SDN-C is asked which candidates fit".to_owned(),
        (_, Some(other)) => {
            format!("the service knows no controller `{other}` (only `SDN-C`): it takes nobody out")
        }
        (_, None) => "it names no controller".to_owned(),
    }
}

fn skipped(test: &AttributeTest) -> Option<String> {
    let name = test.attribute.as_str();
    let known = ATTRIBUTES.iter().any(|(known, _)| *known == name);
    match name {
        _ if known && listed(test).is_some() => None,
        _ if known => Some(format!("the service skips `{name}`: it wants `any` or `all` with a list")),
        "network_roles" => Some(
            "who has a network role, the inventory knows; a column `network_roles` may say it".to_owned(),
        ),
        "replication_role" => {
            Some("the inventory knows it; a column `replication_role` may say it".to_owned())
        }
        "cloud-region" => None,
        _ => Some(format!("the service skips `{name}` without a word: it knows no such attribute")),
    }
}
