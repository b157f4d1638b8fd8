//! Taking things away. A constraint that binds too few goes with what it bound, and so does a term of the objective that lacks an end.

use std::collections::BTreeSet;

use crate::model::{Asked, Constraint, Datum, Given, Mention, Template, Term, Value};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{self as yaml, Op, Path};

/// Removes demands, locations, constraints, ends of constraints, terms, reservations; and lets values go from their parameters.
pub fn plan(template: &Template, ids: &[Id]) -> Result<Plan, EditError> {
    let mut gone = BTreeSet::new();
    let mut inlined = Vec::new();
    for id in ids {
        if id.0.is_empty() || id.0 == template.base {
            return Err(EditError::Refused("the template itself cannot be removed from itself".to_owned()));
        }
        if let Some(op) = inline(template, &id.0) {
            inlined.push(op);
            continue;
        }
        let before = gone.len();
        mark(template, &id.0, &mut gone);
        if gone.len() == before && !gone.iter().any(|path| id.0.starts_with(path)) {
            return Err(EditError::NotFound(id.clone()));
        }
    }
    sweep(template, &mut gone);
    // What is inside something that goes needs no op of its own.
    let mut kept: Vec<Path> = Vec::new();
    for path in gone {
        if !kept.last().is_some_and(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    let inside =
        |op: &Op| matches!(op, Op::Replace { at, .. } if kept.iter().any(|path| at.starts_with(path)));
    let inlined: Vec<Op> = inlined.into_iter().filter(|op| !inside(op)).collect();
    let removed = kept.into_iter().map(|at| Op::Remove { at, prune: false });
    Ok(Plan { ops: removed.chain(inlined).collect(), focus: None })
}

/// A value that is read from a parameter takes what the parameter says.
fn inline(template: &Template, path: &Path) -> Option<Op> {
    let node = template.node(path)?;
    let name = crate::read::call(node)?;
    let value = value_of(&template.parameter(&name)?.value);
    Some(Op::Replace { at: path.clone(), value })
}

/// A value as it would be written.
fn value_of(given: &Given) -> yaml::Value {
    fn write(datum: &Datum) -> yaml::Value {
        match datum {
            Datum::Null | Datum::Unresolved(_) => yaml::Value::Null,
            Datum::Flag(flag) => yaml::Value::Plain(flag.to_string()),
            Datum::Number(_, text) => yaml::Value::Plain(text.clone()),
            Datum::Text(text) => yaml::Value::Text(text.clone()),
            Datum::List(items) => yaml::Value::Sequence(items.iter().map(write).collect()),
            Datum::Map(entries) => {
                yaml::Value::Mapping(entries.iter().map(|(key, value)| (key.clone(), write(value))).collect())
            }
        }
    }
    write(&given.datum)
}

/// Marks what removing the thing at `path` takes away.
fn mark(template: &Template, path: &Path, gone: &mut BTreeSet<Path>) {
    let section = path.parent();
    let of = |name: &str| section.as_ref() == Some(&template.section(name));
    let name = path.last_key().unwrap_or_default();
    let declared = template.node(path).is_some();
    if of("demands") {
        gone.extend(declared.then(|| path.clone()));
        // A name that both have is a demand where demands are listed.
        let mentions = template.constraints.iter().flat_map(|it| &it.demands);
        let mentions = mentions.chain(template.reservations.iter().flat_map(|it| &it.demands));
        gone.extend(mentions.filter(|it| it.name == name).map(|it| it.path.clone()));
        judged(template, name, false, gone);
        return;
    }
    if of("locations") {
        gone.extend(declared.then(|| path.clone()));
        for constraint in &template.constraints {
            gone.extend(location(constraint).filter(|it| it.name == name).map(|it| it.path.clone()));
        }
        judged(template, name, true, gone);
        return;
    }
    if declared {
        gone.insert(path.clone());
    }
}

/// The terms' mentions of a name.
fn judged(template: &Template, name: &str, location: bool, gone: &mut BTreeSet<Path>) {
    for term in template.terms() {
        let mentions = term.value.mentions().into_iter();
        let named = mentions.filter(|(it, is_location)| it.name == name && *is_location == location);
        gone.extend(named.map(|(it, _)| it.path.clone()));
    }
}

fn location(constraint: &Constraint) -> Option<&Mention> {
    match &constraint.asked {
        Asked::DistanceTo { location, .. }
        | Asked::Zone { location, .. }
        | Asked::Network { location, .. } => location.as_ref(),
        _ => None,
    }
}

/// What is left of too little goes as a whole.
fn sweep(template: &Template, gone: &mut BTreeSet<Path>) {
    for constraint in &template.constraints {
        let lost = |mention: &Mention| gone.contains(&mention.path);
        let left: BTreeSet<&str> =
            constraint.demands.iter().filter(|it| !lost(it)).map(|it| it.name.as_str()).collect();
        let touched = constraint.demands.iter().any(lost);
        // One that bound too few before is not made worse.
        let least = constraint.kind.map_or(1, super::super::model::Kind::least).min(constraint.demands.len());
        let place = location(constraint).is_some_and(lost)
            && constraint.kind.is_some_and(super::super::model::Kind::is_to_location);
        if (touched && left.len() < least) || place {
            gone.insert(constraint.path.clone());
        }
    }
    for reservation in &template.reservations {
        let lost = |mention: &&Mention| gone.contains(&mention.path);
        let count = reservation.demands.iter().filter(lost).count();
        if count > 0 && count == reservation.demands.len() {
            gone.insert(reservation.path.clone());
        }
    }
    for term in template.terms() {
        if lacks_an_end(term, gone) {
            gone.insert(term.path.clone());
        }
    }
    // An objective that is one function goes with it.
    if let Some(objective) = &template.objective
        && objective.root.as_ref().is_some_and(|root| gone.contains(&root.path))
    {
        gone.insert(objective.path.clone());
    }
}

fn lacks_an_end(term: &Term, gone: &BTreeSet<Path>) -> bool {
    let mentions = term.value.mentions();
    let lost = mentions.iter().filter(|(mention, _)| gone.contains(&mention.path)).count();
    match &term.value {
        Value::AicVersion(_) | Value::HpaScore(_) => lost > 0 && lost == mentions.len(),
        _ => lost > 0,
    }
}
