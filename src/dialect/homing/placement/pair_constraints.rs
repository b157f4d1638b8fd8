//! Constraints on pairs: compares each candidate of one demand with each of another, and rejects candidates without a match.

use super::candidate_constraints::threshold_text;
use super::{Cell, Row, format_number};
use super::{DemandCandidates, bound_pools, reason};
use crate::model::{Category, Condition, Constraint, Limit, Qualifier};

/// Limit of rounds: each rejection can cause others.
const MAX_ROUNDS: usize = 8;

/// Returns true if two candidates are compatible; `None` if the table lacks the data.
pub fn compatible(constraint: &Constraint, a: &Row, b: &Row) -> Option<bool> {
    match &constraint.condition {
        Condition::DistanceBetween { distance } => {
            let threshold = distance.as_ref().and_then(Limit::threshold)?;
            Some(threshold.holds(a.place()?.distance(b.place()?)))
        }
        Condition::Zone { qualifier, category, .. } => {
            let (a, b) = (zone((*category)?, a)?, zone((*category)?, b)?);
            Some((a == b) == ((*qualifier)? == Qualifier::Same))
        }
        Condition::InventoryGroup if constraint.demands.len() == 2 => {
            let (a, b) = (a.get("inventory_group")?.items(), b.get("inventory_group")?.items());
            Some(a.iter().any(|group| b.contains(group)))
        }
        _ => None,
    }
}

/// The zone of a candidate, from the column that HAS uses.
fn zone(category: Category, row: &Row) -> Option<String> {
    row.get(column(category)?).map(Cell::text)
}

fn column(category: Category) -> Option<&'static str> {
    match category {
        Category::Region => Some("location_id"),
        Category::Complex => Some("complex_name"),
        Category::Country => Some("country"),
        Category::Disaster | Category::Time | Category::Maintenance => None,
    }
}

/// Rejects candidates without a match. Returns how many, and missing data.
pub fn apply(constraint: &Constraint, pools: &mut [DemandCandidates<'_>]) -> (usize, Vec<String>) {
    if !constraint.is_paired() {
        return (0, Vec::new());
    }
    let members: Vec<usize> = bound_pools(constraint, pools).collect();
    if members.len() < 2 {
        return (0, vec!["it has fewer than two demands of the template; nothing is compared".to_owned()]);
    }
    let mut removed = 0;
    for _ in 0..MAX_ROUNDS {
        let mut out: Vec<(usize, usize, String)> = Vec::new();
        for &one in &members {
            for at in pools[one].remaining() {
                let unmatched = members.iter().filter(|other| **other != one).find_map(|&other| {
                    let remaining = pools[other].remaining();
                    let row = pools[one].rows[at];
                    let fits =
                        |with: &usize| compatible(constraint, row, pools[other].rows[*with]) != Some(false);
                    (!remaining.is_empty() && !remaining.iter().any(fits))
                        .then(|| rejection_reason(constraint, row, &pools[other], &remaining))
                });
                out.extend(unmatched.map(|why| (one, at, why)));
            }
        }
        if out.is_empty() {
            break;
        }
        for (pool, at, why) in out {
            removed += 1;
            pools[pool].results[at].removed.push(reason(constraint, why));
        }
    }
    (removed, missing_data(constraint, &members, pools))
}

fn rejection_reason(
    constraint: &Constraint,
    row: &Row,
    other: &DemandCandidates<'_>,
    remaining: &[usize],
) -> String {
    let demand = other.demand;
    match &constraint.condition {
        Condition::DistanceBetween { distance } => {
            let far =
                |at: &usize| Some((row.place()?.distance(other.rows[*at].place()?), &other.rows[*at].id));
            let mut all: Vec<(f64, &String)> = remaining.iter().filter_map(far).collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
            let threshold = distance.as_ref().and_then(Limit::threshold);
            let distance_text = threshold.map(threshold_text).unwrap_or_default();
            let outward = threshold.is_some_and(|threshold| threshold.interval().1.0.is_infinite());
            let nearest = if outward { all.last() } else { all.first() };
            let word = if outward { "farthest" } else { "nearest" };
            nearest.map_or_else(String::new, |(far, id)| {
                format!(
                    "no candidate of `{demand}` is {distance_text} from it: the {word}, `{id}`, is at {} km",
                    format_number(*far)
                )
            })
        }
        Condition::Zone { qualifier, category, .. } => {
            let category = category.map_or("zone", Category::name);
            let own = match column(match &constraint.condition {
                Condition::Zone { category: Some(category), .. } => *category,
                _ => Category::Region,
            }) {
                Some(column) => row.get(column).map(Cell::text).unwrap_or_default(),
                None => String::new(),
            };
            match qualifier {
                Some(Qualifier::Different) => {
                    format!("every candidate of `{demand}` is in the same {category}, `{own}`")
                }
                _ => format!("no candidate of `{demand}` is in its {category}, `{own}`"),
            }
        }
        _ => format!("no candidate of `{demand}` is in an inventory group with it"),
    }
}

/// Data that the table lacks.
fn missing_data(constraint: &Constraint, members: &[usize], pools: &[DemandCandidates<'_>]) -> Vec<String> {
    let lacks = |has: &dyn Fn(&Row) -> bool| {
        let rows = members.iter().flat_map(|at| &pools[*at].rows);
        rows.filter(|row| !has(row)).count()
    };
    let missing = |count: usize, what: &str| {
        (count > 0).then(|| format!("{count} of the candidates have no {what}; they are assumed to match"))
    };
    let limitation = match &constraint.condition {
        Condition::DistanceBetween { .. } => missing(lacks(&|row| row.place().is_some()), "coordinates"),
        Condition::Zone { category: Some(category), .. } => column(*category)
            .and_then(|column| missing(lacks(&|row| row.get(column).is_some()), &format!("`{column}`"))),
        Condition::InventoryGroup if constraint.demands.len() != 2 => {
            Some("expected exactly two demands; HAS would fail".to_owned())
        }
        Condition::InventoryGroup => {
            let count = lacks(&|row| row.get("inventory_group").is_some());
            let all: usize = members.iter().map(|at| pools[*at].rows.len()).sum();
            if count == all && all > 0 {
                Some(
                    "inventory groups are in the inventory; add them in a column `inventory_group`"
                        .to_owned(),
                )
            } else {
                missing(count, "`inventory_group`")
            }
        }
        _ => None,
    };
    limitation.into_iter().collect()
}
