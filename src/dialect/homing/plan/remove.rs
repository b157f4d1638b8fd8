//! Removes elements, with the constraints that would have too few demands and the terms that would lack an argument.

use std::collections::BTreeSet;

use crate::model::{Condition, Constraint, Datum, NameRef, Setting, Template, Term, TermValue};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{self as yaml, Op, Path};

/// Removes demands, locations, constraints, ends of constraints, terms and reservations. Disconnecting a parameter writes its value in place.
pub fn plan(template: &Template, ids: &[Id]) -> Result<Plan, EditError> {
    let mut removed = BTreeSet::new();
    let mut inlined = Vec::new();
    for id in ids {
        if id.0.is_empty() || id.0 == template.base {
            return Err(EditError::Refused("the template itself cannot be removed".to_owned()));
        }
        if let Some(op) = inline(template, &id.0) {
            inlined.push(op);
            continue;
        }
        let before = removed.len();
        mark_removed(template, &id.0, &mut removed);
        if removed.len() == before && !removed.iter().any(|path| id.0.starts_with(path)) {
            return Err(EditError::NotFound(id.clone()));
        }
    }
    remove_incomplete(template, &mut removed);
    // Entries inside a removed one need no op.
    let mut kept: Vec<Path> = Vec::new();
    for path in removed {
        if !kept.last().is_some_and(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    let inside =
        |op: &Op| matches!(op, Op::Replace { at, .. } if kept.iter().any(|path| at.starts_with(path)));
    let inlined: Vec<Op> = inlined.into_iter().filter(|op| !inside(op)).collect();
    let removals = kept.into_iter().map(|at| Op::Remove { at, prune: false });
    Ok(Plan { ops: removals.chain(inlined).collect(), focus: None })
}

/// Replaces a call with the value of its parameter.
fn inline(template: &Template, path: &Path) -> Option<Op> {
    let node = template.node(path)?;
    let name = crate::read::call(node)?;
    let value = value_of(&template.parameter(&name)?.value);
    Some(Op::Replace { at: path.clone(), value })
}

/// The YAML value of a setting.
fn value_of(setting: &Setting) -> yaml::Value {
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
    write(&setting.datum)
}

/// Marks everything that is removed with the element at `path`.
fn mark_removed(template: &Template, path: &Path, removed: &mut BTreeSet<Path>) {
    let section = path.parent();
    let of = |name: &str| section.as_ref() == Some(&template.section(name));
    let name = path.last_key().unwrap_or_default();
    let declared = template.node(path).is_some();
    if of("demands") {
        removed.extend(declared.then(|| path.clone()));
        // In lists of demands, a name that both have is a demand.
        let name_refs = template.constraints.iter().flat_map(|constraint| &constraint.demands);
        let name_refs =
            name_refs.chain(template.reservations.iter().flat_map(|reservation| &reservation.demands));
        removed
            .extend(name_refs.filter(|name_ref| name_ref.name == name).map(|name_ref| name_ref.path.clone()));
        mark_terms(template, name, false, removed);
        return;
    }
    if of("locations") {
        removed.extend(declared.then(|| path.clone()));
        for constraint in &template.constraints {
            removed.extend(
                location_of(constraint)
                    .filter(|name_ref| name_ref.name == name)
                    .map(|name_ref| name_ref.path.clone()),
            );
        }
        mark_terms(template, name, true, removed);
        return;
    }
    if declared {
        removed.insert(path.clone());
    }
}

/// Marks references to a name in the terms.
fn mark_terms(template: &Template, name: &str, location: bool, removed: &mut BTreeSet<Path>) {
    for term in template.terms() {
        let name_refs = term.value.name_refs().into_iter();
        let named =
            name_refs.filter(|(name_ref, is_location)| name_ref.name == name && *is_location == location);
        removed.extend(named.map(|(name_ref, _)| name_ref.path.clone()));
    }
}

fn location_of(constraint: &Constraint) -> Option<&NameRef> {
    match &constraint.condition {
        Condition::DistanceTo { location, .. }
        | Condition::Zone { location, .. }
        | Condition::Network { location, .. } => location.as_ref(),
        _ => None,
    }
}

/// Marks constraints, reservations and terms that are incomplete without the removed elements.
fn remove_incomplete(template: &Template, removed: &mut BTreeSet<Path>) {
    for constraint in &template.constraints {
        let is_removed = |name_ref: &NameRef| removed.contains(&name_ref.path);
        let left: BTreeSet<&str> = constraint
            .demands
            .iter()
            .filter(|name_ref| !is_removed(name_ref))
            .map(|name_ref| name_ref.name.as_str())
            .collect();
        let touched = constraint.demands.iter().any(is_removed);
        // A constraint that had too few before is kept.
        let least = constraint
            .kind
            .map_or(1, super::super::model::ConstraintKind::min_demands)
            .min(constraint.demands.len());
        let place = location_of(constraint).is_some_and(is_removed)
            && constraint.kind.is_some_and(super::super::model::ConstraintKind::is_to_location);
        if (touched && left.len() < least) || place {
            removed.insert(constraint.path.clone());
        }
    }
    for reservation in &template.reservations {
        let is_removed = |name_ref: &&NameRef| removed.contains(&name_ref.path);
        let count = reservation.demands.iter().filter(is_removed).count();
        if count > 0 && count == reservation.demands.len() {
            removed.insert(reservation.path.clone());
        }
    }
    for term in template.terms() {
        if lacks_end(term, removed) {
            removed.insert(term.path.clone());
        }
    }
    // An objective that is a single function is removed with it.
    if let Some(objective) = &template.objective
        && objective.root.as_ref().is_some_and(|root| removed.contains(&root.path))
    {
        removed.insert(objective.path.clone());
    }
}

fn lacks_end(term: &Term, removed: &BTreeSet<Path>) -> bool {
    let name_refs = term.value.name_refs();
    let is_removed = name_refs.iter().filter(|(name_ref, _)| removed.contains(&name_ref.path)).count();
    match &term.value {
        TermValue::AicVersion(_) | TermValue::HpaScore(_) => is_removed > 0 && is_removed == name_refs.len(),
        _ => is_removed > 0,
    }
}
