//! Edits from form fields: the edits of the tables, plus the properties that change with a constraint's type.

use super::initial_values;
use crate::grammar::{self, CONSTRAINT, DEMAND, LOCATION, RESERVATION_ENTRY};
use crate::model::{Constraint, ConstraintKind, Template};
use limn_common::Form;
use limn_language::dialect::Plan;
use limn_language::edit::{EditError, Input};
use limn_language::schema::NamedEntries;
use limn_yaml::{Op, Path, Placement, Value};

pub fn set(template: &Template, at: &Path, input: &Input) -> Result<Plan, EditError> {
    with_form(template, |form| {
        let mut plan = form.set(at, input)?;
        if let (Some(constraint), Input::Text(word)) = (constraint_of_type_key(template, at), input) {
            plan.ops.extend(replace_properties(template, constraint, word));
        }
        Ok(plan)
    })
}

pub fn unset(template: &Template, at: &Path) -> Result<Plan, EditError> {
    with_form(template, |form| form.unset(at))
}

pub fn insert(template: &Template, into: &Path, name: &str) -> Result<Plan, EditError> {
    let inner = super::relative_path(template, into);
    let key = |depth: usize| inner.as_ref().and_then(|inner| inner.key_at(depth).map(str::to_owned));
    let listed = |value: Value| Ok(Plan { ops: vec![Op::Append { to: into.clone(), value }], focus: None });
    match (key(0).as_deref(), inner.as_ref().map(Path::len)) {
        // A source of a demand.
        (Some("demands"), Some(2)) => listed(initial_values::source("aai", "cloud")),
        // A term of the objective.
        (Some("optimization"), Some(_)) if matches!(into.last_key(), Some("sum" | "operands")) => {
            let demand = template.demands.first().map_or("", |demand| demand.name.as_str());
            let location = template.locations.first().map(|location| location.name.as_str());
            let generic = into.last_key() == Some("operands");
            listed(initial_values::term(generic, demand, location.filter(|_| !generic)))
        }
        _ => with_form(template, |form| form.insert(into, name)),
    }
}

pub(super) fn with_form<T>(template: &Template, then: impl FnOnce(&Form<'_>) -> T) -> T {
    then(&Form {
        document: &template.document,
        table: grammar::construct(template.is_plan),
        profiles: template.profiles,
        fresh: &|named, _| initial_value(template, named),
        slots: None,
    })
}

/// The constraint whose type is at the path.
fn constraint_of_type_key<'t>(template: &'t Template, at: &Path) -> Option<&'t Constraint> {
    let above = at.parent().filter(|_| at.last_key() == Some("type"))?;
    template.constraints.iter().find(|constraint| constraint.path == above)
}

/// Replaces the properties for a new type, and keeps those that both types have.
fn replace_properties(template: &Template, constraint: &Constraint, word: &str) -> Option<Op> {
    let kind = ConstraintKind::from_name(word).filter(|kind| constraint.kind != Some(*kind))?;
    let at = constraint.path.key("properties");
    let node = template.node(&at);
    let location = template.locations.first().map(|location| location.name.as_str());
    let Some(properties) = initial_values::properties(kind, location) else {
        return node.map(|_| Op::Remove { at, prune: false });
    };
    let Some(node) = node.filter(|node| node.is_mapping()) else {
        return Some(match node {
            Some(_) => Op::Replace { at, value: properties },
            None => {
                let (into, key) = (constraint.path.clone(), "properties".to_owned());
                Op::Insert { into, key, value: properties, placement: Placement::Last }
            }
        });
    };
    let Value::Mapping(properties) = properties else { return None };
    let keep = |key: &str| {
        let both = constraint.kind.is_some_and(|kind| same_meaning(key, kind));
        both && same_meaning(key, kind) && node.get(key).is_some_and(limn_yaml::Node::is_scalar)
    };
    let entries = properties.into_iter().map(|(key, value)| {
        let kept = constraint.property(&key).filter(|setting| keep(&key) && setting.parameter.is_none());
        let value = kept.and_then(|setting| setting.datum.text()).map_or(value, |text| {
            if key == "distance" { Value::Quoted(text.to_owned()) } else { Value::text(text) }
        });
        (key, value)
    });
    Some(Op::Replace { at, value: Value::Mapping(entries.collect()) })
}

/// Returns true if this property has one meaning in all types that have it.
fn same_meaning(key: &str, kind: ConstraintKind) -> bool {
    let tables = match kind {
        ConstraintKind::DistanceToLocation => &grammar::DISTANCE_TO,
        ConstraintKind::DistanceBetweenDemands => &grammar::DISTANCE_BETWEEN,
        ConstraintKind::InstanceFit | ConstraintKind::RegionFit => &grammar::FIT,
        ConstraintKind::NetworkBetweenDemands => &grammar::NETWORK_BETWEEN,
        ConstraintKind::NetworkToLocation => &grammar::NETWORK_TO,
        _ => return false,
    };
    tables.key(key).is_some()
}

/// The initial value of a new named entry.
fn initial_value(template: &Template, named: &'static NamedEntries) -> Option<Value> {
    let first = template.demands.first().map(|demand| demand.name.as_str());
    if *named.kind == DEMAND {
        return Some(Value::Sequence(vec![initial_values::source("aai", "cloud")]));
    }
    if *named.kind == LOCATION {
        return Some(initial_values::location("coordinates", template));
    }
    if *named.kind == RESERVATION_ENTRY {
        return Some(initial_values::reservation(&first.into_iter().collect::<Vec<_>>()));
    }
    (*named.kind == CONSTRAINT).then(|| {
        initial_values::constraint(ConstraintKind::Attribute, &first.into_iter().collect::<Vec<_>>(), None)
    })
}
