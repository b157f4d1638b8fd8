//! Demands put under a constraint or a reservation, and taken out again.

use super::{named, names, remove};
use crate::model::{Kind, Mention, Template};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{Op, Path};

/// The demands that a constraint or a reservation is about, and where they are listed.
fn listed<'t>(template: &'t Template, id: &Id) -> Result<(&'t [Mention], Path, Option<Kind>), EditError> {
    if let Some(constraint) = template.constraints.iter().find(|it| it.path == id.0) {
        return Ok((&constraint.demands, constraint.path.key("demands"), constraint.kind));
    }
    if let Some(reservation) = template.reservations.iter().find(|it| it.path == id.0) {
        return Ok((&reservation.demands, reservation.path.key("demands"), None));
    }
    Err(EditError::NotFound(id.clone()))
}

pub fn attach(template: &Template, to: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let (known, at, kind) = listed(template, to)?;
    let (mut demands, _) = named(template, ids);
    demands.retain(|name| !known.iter().any(|it| it.name == **name));
    if demands.is_empty() {
        return Err(EditError::Refused("no demand of these is new to it".to_owned()));
    }
    if kind == Some(Kind::InventoryGroup) && known.len() + demands.len() > 2 {
        return Err(EditError::Refused("an inventory group is of two demands".to_owned()));
    }
    if !template.node(&to.0).is_some_and(limn_yaml::Node::is_mapping) {
        return Err(EditError::Refused("it says nothing that could be about a demand".to_owned()));
    }
    let node = template.node(&at);
    let ops = match node {
        Some(node) if node.is_sequence() => demands
            .into_iter()
            .map(|name| Op::Append { to: at.clone(), value: limn_yaml::Value::text(name) })
            .collect(),
        Some(_) => {
            let all = known.iter().map(|it| it.name.as_str()).chain(demands);
            vec![Op::Replace { at, value: names(all) }]
        }
        None => {
            let key = "demands".to_owned();
            vec![Op::Insert {
                into: to.0.clone(),
                key,
                value: names(demands),
                placement: limn_yaml::Placement::Last,
            }]
        }
    };
    Ok(Plan { ops, focus: Some(to.clone()) })
}

pub fn detach(template: &Template, from: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let (known, _, _) = listed(template, from)?;
    let name = |id: &Id| id.0.last_key().map(str::to_owned);
    let gone: Vec<String> = ids.iter().filter_map(name).collect();
    let written: Vec<Id> =
        known.iter().filter(|it| gone.contains(&it.name)).map(|it| Id(it.path.clone())).collect();
    if written.is_empty() {
        return Err(EditError::Refused("it is not about any of these".to_owned()));
    }
    remove::plan(template, &written)
}
