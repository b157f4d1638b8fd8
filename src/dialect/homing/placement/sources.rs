//! The sources of a demand: rejects candidates that are excluded, not required, or of another type. Inventory filters are compared
//! if the table has the column.

use super::DemandCandidates;
use super::{Cell, Reason, Row};
use crate::model::{Demand, ListedCandidate, Source};
use limn_language::graph::Id;

pub fn apply(demand: &Demand, pool: &mut DemandCandidates<'_>) {
    if demand.sources.is_empty() {
        return;
    }
    for at in 0..pool.rows.len() {
        let row = pool.rows[at];
        let reasons: Vec<String> =
            demand.sources.iter().filter_map(|source| rejection_reason(source, row)).collect();
        // One matching source is enough.
        if reasons.len() < demand.sources.len() {
            continue;
        }
        let mut reasons = reasons;
        reasons.dedup();
        pool.results[at].removed.push(Reason {
            by: Id(demand.path.clone()),
            name: demand.name.clone(),
            why: reasons.join("; "),
        });
    }
}

fn rejection_reason(source: &Source, row: &Row) -> Option<String> {
    let names = |candidates: &[ListedCandidate]| candidates.iter().any(|candidate| has_id(candidate, row));
    if names(&source.excluded) {
        return Some("it is in `excluded_candidates`".to_owned());
    }
    if !source.required.is_empty() && !names(&source.required) {
        return Some("it is not in `required_candidates`".to_owned());
    }
    if let Some(existing) = &source.existing
        && existing.id.is_some()
        && !has_id(existing, row)
    {
        return Some("it is not the `existing_placement`".to_owned());
    }
    let expected = source.kind.as_ref().and_then(|setting| setting.datum.text());
    let is = row.get("inventory_type").map(Cell::text);
    if let (Some(expected), Some(is)) = (expected, is)
        && expected != is
    {
        return Some(format!("its type is `{is}`, expected `{expected}`"));
    }
    for field in &source.filters {
        let (Some(expected), Some(cell)) = (field.value.datum.text(), row.get(&field.key)) else { continue };
        if cell.text() != expected && !expected.is_empty() {
            return Some(format!("its `{}` is `{}`, expected `{expected}`", field.key, cell.text()));
        }
    }
    None
}

fn has_id(candidate: &ListedCandidate, row: &Row) -> bool {
    candidate.id.as_ref().and_then(|setting| setting.datum.text()) == Some(row.id.as_str())
}
