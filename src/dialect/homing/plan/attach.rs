//! Adds demands to a constraint or reservation, and removes them.

use super::{name_list, remove, split_ids};
use crate::model::{ConstraintKind, NameRef, Template};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{Op, Path};

/// The demands of a constraint or reservation, and their path.
fn demand_list<'t>(
    template: &'t Template,
    id: &Id,
) -> Result<(&'t [NameRef], Path, Option<ConstraintKind>), EditError> {
    if let Some(constraint) = template.constraints.iter().find(|constraint| constraint.path == id.0) {
        return Ok((&constraint.demands, constraint.path.key("demands"), constraint.kind));
    }
    if let Some(reservation) = template.reservations.iter().find(|reservation| reservation.path == id.0) {
        return Ok((&reservation.demands, reservation.path.key("demands"), None));
    }
    Err(EditError::NotFound(id.clone()))
}

pub fn attach(template: &Template, to: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let (known, at, kind) = demand_list(template, to)?;
    let (mut demands, _) = split_ids(template, ids);
    demands.retain(|name| !known.iter().any(|name_ref| name_ref.name == **name));
    if demands.is_empty() {
        return Err(EditError::Refused("all of these demands are already included".to_owned()));
    }
    if kind == Some(ConstraintKind::InventoryGroup) && known.len() + demands.len() > 2 {
        return Err(EditError::Refused("an inventory group has two demands".to_owned()));
    }
    if !template.node(&to.0).is_some_and(limn_yaml::Node::is_mapping) {
        return Err(EditError::Refused(
            "only a constraint or reservation that is a mapping can have demands".to_owned(),
        ));
    }
    let node = template.node(&at);
    let ops = match node {
        Some(node) if node.is_sequence() => demands
            .into_iter()
            .map(|name| Op::Append { to: at.clone(), value: limn_yaml::Value::text(name) })
            .collect(),
        Some(_) => {
            let all = known.iter().map(|name_ref| name_ref.name.as_str()).chain(demands);
            vec![Op::Replace { at, value: name_list(all) }]
        }
        None => {
            let key = "demands".to_owned();
            vec![Op::Insert {
                into: to.0.clone(),
                key,
                value: name_list(demands),
                placement: limn_yaml::Placement::Last,
            }]
        }
    };
    Ok(Plan { ops, focus: Some(to.clone()) })
}

pub fn detach(template: &Template, from: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let (known, _, _) = demand_list(template, from)?;
    let name = |id: &Id| id.0.last_key().map(str::to_owned);
    let detached: Vec<String> = ids.iter().filter_map(name).collect();
    let written: Vec<Id> = known
        .iter()
        .filter(|name_ref| detached.contains(&name_ref.name))
        .map(|name_ref| Id(name_ref.path.clone()))
        .collect();
    if written.is_empty() {
        return Err(EditError::Refused("none of these demands is included".to_owned()));
    }
    remove::plan(template, &written)
}
