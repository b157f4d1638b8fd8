//! Members of groups and targets of policies: put in and taken out by name.

use super::desk::Desk;
use crate::dialect::Plan;
use crate::dialect::tosca::matching::{Asked, Line, listed};
use crate::dialect::tosca::types::{Lookup, TypeId, TypeKind, Word};
use crate::edit::EditError;
use crate::graph::Id;
use crate::yaml::{Op, Path, Value};

/// A group or a policy with its list.
struct Holder {
    name: String,
    kind: TypeKind,
    type_id: Lookup,
    key: &'static str,
    /// The names in it, and where each stands.
    words: Vec<(String, Path)>,
}

pub(super) fn attach(desk: &Desk<'_>, to: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let holder = holder(desk, to)?;
    let mut names = Vec::new();
    for id in ids {
        let name = name_in(desk, holder.kind, id).ok_or_else(|| unfit(&holder, id))?;
        if let Some(refusal) = refusal(desk, &holder, id) {
            return Err(EditError::Unfit(refusal));
        }
        if !holder.words.iter().any(|it| it.0 == name) && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        let what = if holder.key == "members" { "in the group" } else { "a target of the policy" };
        return Err(EditError::Refused(format!("that is {what} `{}` already", holder.name)));
    }
    let list = to.0.key(holder.key);
    let values = names.into_iter().map(Value::Text);
    let ops = match desk.document().get(&list) {
        None => vec![Op::Insert {
            spot: desk.spot_of(&to.0, holder.key),
            into: to.0.clone(),
            key: holder.key.to_owned(),
            value: Value::Sequence(values.collect()),
        }],
        // One name without a list.
        Some(node) if node.is_scalar() && !node.is_null() => {
            let old = holder.words.iter().map(|it| Value::Text(it.0.clone()));
            vec![Op::Replace { at: list, value: Value::Sequence(old.chain(values).collect()) }]
        }
        Some(_) => values.map(|value| Op::Append { to: list.clone(), value }).collect(),
    };
    Ok(Plan { ops, focus: None })
}

pub(super) fn detach(desk: &Desk<'_>, from: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let holder = holder(desk, from)?;
    let goes = |name: &str| ids.iter().any(|id| id.0.last_key() == Some(name));
    let places: Vec<Path> = holder.words.into_iter().filter(|it| goes(&it.0)).map(|it| it.1).collect();
    if places.is_empty() {
        let id = ids.first().unwrap_or(from);
        return Err(EditError::Refused(format!(
            "`{}` does not name `{}` itself",
            holder.name,
            id.0.last_key().unwrap_or_default()
        )));
    }
    Ok(Plan { ops: places.into_iter().map(|at| Op::Remove { at, prune: true }).collect(), focus: None })
}

/// What a group or policy would call a thing; `None`: it cannot hold it.
pub(super) fn name_in(desk: &Desk<'_>, kind: TypeKind, id: &Id) -> Option<String> {
    let topology = desk.service.topology.as_ref()?;
    let nodes = topology.node_templates.iter().map(|it| (it.key, &it.name));
    let groups = topology.groups.iter().map(|it| (it.key, &it.name)).filter(|_| kind == TypeKind::Policy);
    nodes.chain(groups).find(|(key, _)| key.path() == id.0).map(|(_, name)| name.to_string())
}

fn unfit(holder: &Holder, id: &Id) -> EditError {
    let name = id.0.last_key().unwrap_or_default();
    EditError::Unfit(match holder.kind {
        TypeKind::Group => format!("only nodes are members of a group, which `{name}` is not"),
        _ => format!("a policy is put on nodes and groups, of which `{name}` is none"),
    })
}

fn holder(desk: &Desk<'_>, id: &Id) -> Result<Holder, EditError> {
    let gone = || EditError::Gone(id.clone());
    let topology = desk.service.topology.as_ref().ok_or_else(gone)?;
    let words = |words: &[Word<'_>]| words.iter().map(|it| (it.text.to_string(), it.node.path())).collect();
    if let Some(group) = topology.groups.iter().find(|it| it.key.path() == id.0) {
        return Ok(Holder {
            name: group.name.to_string(),
            kind: TypeKind::Group,
            type_id: group.type_id,
            key: "members",
            words: words(&group.members),
        });
    }
    let policy = topology.policies.iter().find(|it| it.key.path() == id.0).ok_or_else(gone)?;
    Ok(Holder {
        name: policy.name.to_string(),
        kind: TypeKind::Policy,
        type_id: policy.type_id,
        key: "targets",
        words: words(&policy.targets),
    })
}

/// Why the type of the group or policy does not take the thing.
fn refusal(desk: &Desk<'_>, holder: &Holder, id: &Id) -> Option<String> {
    let (world, topology) = (&desk.service.world, desk.service.topology.as_ref()?);
    let wanted = wanted(desk, holder.type_id.found()?, holder.key);
    let template = topology.node_templates.iter().find(|it| it.key.path() == id.0)?;
    let line = Line::of(world, template.type_id.found()?);
    // A policy may also name types of groups.
    let nodes: Vec<Asked> =
        wanted.iter().filter(|it| !matches!(it.found, Lookup::Unknown)).cloned().collect();
    if wanted.is_empty() || nodes.is_empty() || line.is_any(&nodes) != Some(false) {
        return None;
    }
    let names: Vec<String> = nodes.iter().map(|it| it.name.clone()).collect();
    Some(format!("`{}` takes only {}, which `{}` is not", holder.name, listed(&names), line.name))
}

/// The node types that a type of groups or policies is for, by the nearest type that says it.
fn wanted(desk: &Desk<'_>, id: TypeId, key: &str) -> Vec<Asked> {
    let world = &desk.service.world;
    let line = &world.effective(id).ancestry;
    let said = line.iter().find_map(|it| {
        let owner = world.get(*it);
        let words = Word::list(owner.node, key);
        (!words.is_empty()).then_some((words, owner.file))
    });
    let Some((words, file)) = said else { return Vec::new() };
    words.iter().map(|word| Asked::of(world, TypeKind::Node, word, file)).collect()
}
