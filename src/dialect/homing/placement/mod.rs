//! Evaluation of candidates against a template, as HAS does it: which candidates each constraint rejects and why, which combinations remain, and
//! which is best. Without inventory and controllers; reports what only they know.

mod candidate_constraints;
mod combinations;
mod csv;
mod hardware;
mod objective_value;
mod outcome;
mod pair_constraints;
mod sample;
mod sources;
mod table;

pub use self::outcome::*;
pub use self::sample::sample;
pub use self::table::{Cell, MAX_ROWS, Row, Table};
use super::model::{Condition, Constraint, ConstraintKind, Template};
use limn_language::graph::Id;

/// Result of one test of a candidate.
#[derive(Clone, Debug, PartialEq)]
enum CandidateVerdict {
    Accepts,
    Rejects(String),
    /// Not known, or the specification guide and HAS disagree.
    Unknown(String),
}

/// The candidates of one demand, with their results.
struct DemandCandidates<'a> {
    demand: &'a str,
    rows: Vec<&'a Row>,
    results: Vec<CandidateResult>,
}

impl DemandCandidates<'_> {
    /// Indices in `rows` of the candidates that are not rejected.
    fn remaining(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|at| !self.results[*at].is_out()).collect()
    }
}

/// Evaluates a table of candidates.
pub fn evaluate(template: &Template, table: &Table) -> PlacementResult {
    let mut pools: Vec<DemandCandidates<'_>> =
        template.demands.iter().map(|demand| pool(&demand.name, table)).collect();
    for (pool, demand) in pools.iter_mut().zip(&template.demands) {
        sources::apply(demand, pool);
    }
    let mut constraints = Vec::new();
    for constraint in &template.constraints {
        let limitations = candidate_constraints::limitations(template, constraint, &pools);
        let removed = candidate_constraints::apply(template, constraint, &mut pools);
        constraints.push((constraint, removed, limitations));
    }
    for (constraint, removed, limitations) in &mut constraints {
        let (out, missing_data) = pair_constraints::apply(constraint, &mut pools);
        *removed += out;
        limitations.extend(missing_data);
    }
    let plans = combinations::combinations(template, &pools);
    let constraints = constraints.into_iter().map(|(constraint, removed, limitations)| ConstraintResult {
        id: Id(constraint.path.clone()),
        name: constraint.name.clone(),
        kind: constraint
            .type_name
            .as_ref()
            .and_then(|setting| setting.datum.text())
            .unwrap_or("?")
            .to_owned(),
        removed,
        of: bound_pools(constraint, &pools).map(|at| pools[at].rows.len()).sum(),
        limitations,
    });
    let constraints = constraints.collect();
    let mut notes = unknown_demands(template, table);
    notes.extend(objective_value::notes(template));
    notes.extend(general_notes(template, &plans));
    let demands = template.demands.iter().zip(pools).map(|(demand, pool)| DemandResult {
        id: Id(demand.path.clone()),
        name: demand.name.clone(),
        candidates: pool.results,
    });
    PlacementResult { demands: demands.collect(), constraints, combinations: plans, notes }
}

fn pool<'a>(demand: &'a str, table: &'a Table) -> DemandCandidates<'a> {
    let rows: Vec<&Row> = table.rows.iter().filter(|row| row.is_for(demand)).collect();
    let results = rows.iter().map(|row| CandidateResult {
        id: row.id.clone(),
        place: row.place(),
        removed: Vec::new(),
        uncertain: Vec::new(),
    });
    DemandCandidates { demand, results: results.collect(), rows }
}

/// Indices of the pools of a constraint's demands, each once.
fn bound_pools<'a>(
    constraint: &'a Constraint,
    pools: &'a [DemandCandidates<'_>],
) -> impl Iterator<Item = usize> + 'a {
    let named =
        move |at: &usize| constraint.demands.iter().any(|name_ref| name_ref.name == pools[*at].demand);
    (0..pools.len()).filter(named)
}

fn reason(constraint: &Constraint, why: String) -> Reason {
    Reason { by: Id(constraint.path.clone()), name: constraint.name.clone(), why }
}

/// Warnings on rows for unknown demands.
fn unknown_demands(template: &Template, table: &Table) -> Vec<Note> {
    let mut unknown: Vec<&str> = table.rows.iter().flat_map(|row| &row.demands).map(String::as_str).collect();
    unknown.retain(|name| template.demand(name).is_none());
    unknown.sort_unstable();
    unknown.dedup();
    let notes = unknown.into_iter().take(5).map(|name| Note {
        about: None,
        text: format!("the table has candidates for the unknown demand `{name}`"),
        warns: true,
    });
    notes.collect()
}

fn general_notes(template: &Template, plans: &Combinations) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut say =
        |about: Option<Id>, text: &str| notes.push(Note { about, text: text.to_owned(), warns: false });
    if !template.reservations.is_empty() {
        say(
            None,
            "Reservations are made by the controller when the plan is executed; they aren't evaluated here.",
        );
    }
    let several =
        template.constraints.iter().any(|constraint| constraint.kind.is_some_and(ConstraintKind::is_between));
    if several && matches!(plans, Combinations::Found { count, .. } if *count > 1) {
        say(
            None,
            "All combinations are compared here. HAS decides one demand after the other and may select a combination that isn't the best.",
        );
    }
    notes
}

impl Constraint {
    /// Returns true if it applies to pairs of candidates.
    fn is_paired(&self) -> bool {
        matches!(
            self.condition,
            Condition::DistanceBetween { .. } | Condition::Zone { .. } | Condition::InventoryGroup
        )
    }
}

#[cfg(test)]
mod tests;
