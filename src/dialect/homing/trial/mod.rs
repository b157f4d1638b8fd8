//! Candidates held against a template the way the service holds them: what each constraint takes out and why, what can be put together of the
//! rest, and which is best. Knows no inventory and no controller: what only they can tell is said to be so.

mod alone;
mod between;
mod hpa;
mod plans;
mod sample;
mod source;
mod value;

use super::model::{Asked, Constraint, Kind, Template};
use limn_language::graph::Id;
use limn_language::placement::{
    Candidate, ConstraintResult, DemandResult, Note, Outcome, Reason, Row, Table,
};

pub use self::sample::sample;

/// One test of a candidate.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Keeps,
    Removes(String),
    /// It cannot be told, or it is told otherwise by the guide than by the service.
    Unsure(String),
}

/// The candidates of one demand while they are tried.
struct Pool<'a> {
    demand: &'a str,
    rows: Vec<&'a Row>,
    tried: Vec<Candidate>,
}

impl Pool<'_> {
    /// The places in `rows` of those that are not out.
    fn left(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|at| !self.tried[*at].is_out()).collect()
    }
}

/// Tries a table out.
pub fn try_out(template: &Template, table: &Table) -> Outcome {
    let mut pools: Vec<Pool<'_>> = template.demands.iter().map(|demand| pool(&demand.name, table)).collect();
    for (pool, demand) in pools.iter_mut().zip(&template.demands) {
        source::hold(demand, pool);
    }
    let mut constraints = Vec::new();
    for constraint in &template.constraints {
        let unheld = alone::unheld(template, constraint, &pools);
        let removed = alone::hold(template, constraint, &mut pools);
        constraints.push((constraint, removed, unheld));
    }
    for (constraint, removed, unheld) in &mut constraints {
        let (out, lacking) = between::hold(constraint, &mut pools);
        *removed += out;
        unheld.extend(lacking);
    }
    let found = plans::plans(template, &pools);
    let constraints = constraints.into_iter().map(|(constraint, removed, unheld)| ConstraintResult {
        id: Id(constraint.path.clone()),
        name: constraint.name.clone(),
        kind: constraint.type_name.as_ref().and_then(|given| given.datum.text()).unwrap_or("?").to_owned(),
        removed,
        of: bound(constraint, &pools).map(|at| pools[at].rows.len()).sum(),
        unheld,
    });
    let constraints = constraints.collect();
    let mut notes = stray(template, table);
    notes.extend(value::notes(template));
    notes.extend(general(template, &found));
    let demands = template.demands.iter().zip(pools).map(|(demand, pool)| DemandResult {
        id: Id(demand.path.clone()),
        name: demand.name.clone(),
        candidates: pool.tried,
    });
    Outcome { demands: demands.collect(), constraints, plans: found, notes }
}

fn pool<'a>(demand: &'a str, table: &'a Table) -> Pool<'a> {
    let rows: Vec<&Row> = table.rows.iter().filter(|row| row.is_for(demand)).collect();
    let tried = rows.iter().map(|row| Candidate {
        id: row.id.clone(),
        place: row.place(),
        removed: Vec::new(),
        unsure: Vec::new(),
    });
    Pool { demand, tried: tried.collect(), rows }
}

/// The places of the demands that a constraint binds, each once.
fn bound<'a>(constraint: &'a Constraint, pools: &'a [Pool<'_>]) -> impl Iterator<Item = usize> + 'a {
    let named = move |at: &usize| constraint.demands.iter().any(|mention| mention.name == pools[*at].demand);
    (0..pools.len()).filter(named)
}

fn reason(constraint: &Constraint, why: String) -> Reason {
    Reason { by: Id(constraint.path.clone()), name: constraint.name.clone(), why }
}

/// Rows for demands that there are not.
fn stray(template: &Template, table: &Table) -> Vec<Note> {
    let mut unknown: Vec<&str> = table.rows.iter().flat_map(|row| &row.demands).map(String::as_str).collect();
    unknown.retain(|name| template.demand(name).is_none());
    unknown.sort_unstable();
    unknown.dedup();
    let told = unknown.into_iter().take(5).map(|name| Note {
        about: None,
        text: format!("the table has candidates for `{name}`, which is no demand of the template"),
        warns: true,
    });
    told.collect()
}

fn general(template: &Template, found: &limn_language::placement::Plans) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut say =
        |about: Option<Id>, text: &str| notes.push(Note { about, text: text.to_owned(), warns: false });
    if !template.reservations.is_empty() {
        say(
            None,
            "Reservations are made by the controller when the plan is carried out; they are not tried here.",
        );
    }
    let several = template.constraints.iter().any(|it| it.kind.is_some_and(Kind::is_between));
    if several && matches!(found, limn_language::placement::Plans::Found { count, .. } if *count > 1) {
        say(
            None,
            "All combinations are compared here. The service settles one demand after the other, and may stop at one that is not the best.",
        );
    }
    notes
}

impl Constraint {
    /// Whether it is put to pairs of candidates.
    fn is_paired(&self) -> bool {
        matches!(self.asked, Asked::DistanceBetween { .. } | Asked::Zone { .. } | Asked::InventoryGroup)
    }
}

#[cfg(test)]
mod tests;
