//! Members of groups and targets of policies: adds and removes names.

use super::context::PlanContext;
use crate::matching::{Lineage, RequiredType, listed};
use crate::types::{Lookup, ScalarText, TypeId, TypeKind};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::message;
use limn_yaml::{Op, Path, Value};

/// A group or policy with its list.
struct Holder {
    name: String,
    kind: TypeKind,
    type_id: Lookup,
    key: &'static str,
    /// Names in the list with their paths.
    words: Vec<(String, Path)>,
}

pub(super) fn attach(ctx: &PlanContext<'_>, to: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let holder = holder(ctx, to)?;
    let mut names = Vec::new();
    for id in ids {
        let name = name_in(ctx, holder.kind, id).ok_or_else(|| cannot_attach(&holder, id))?;
        if let Some(refusal) = refusal(ctx, &holder, id) {
            return Err(EditError::Incompatible(refusal));
        }
        if !holder.words.iter().any(|word| word.0 == name) && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        let what = if holder.key == "members" { "a member of group" } else { "a target of policy" };
        return Err(EditError::Refused(format!("already {what} `{}`", holder.name)));
    }
    let list = to.0.key(holder.key);
    let values = names.into_iter().map(Value::Text);
    let ops = match ctx.document().get(&list) {
        None => vec![Op::Insert {
            placement: ctx.placement_of(&to.0, holder.key),
            into: to.0.clone(),
            key: holder.key.to_owned(),
            value: Value::Sequence(values.collect()),
        }],
        // A single name without a list.
        Some(node) if node.is_scalar() && !node.is_null() => {
            let old = holder.words.iter().map(|word| Value::Text(word.0.clone()));
            vec![Op::Replace { at: list, value: Value::Sequence(old.chain(values).collect()) }]
        }
        Some(_) => values.map(|value| Op::Append { to: list.clone(), value }).collect(),
    };
    Ok(Plan { ops, focus: None })
}

pub(super) fn detach(ctx: &PlanContext<'_>, from: &Id, ids: &[Id]) -> Result<Plan, EditError> {
    let holder = holder(ctx, from)?;
    let goes = |name: &str| ids.iter().any(|id| id.0.last_key() == Some(name));
    let places: Vec<Path> =
        holder.words.into_iter().filter(|word| goes(&word.0)).map(|word| word.1).collect();
    if places.is_empty() {
        let id = ids.first().unwrap_or(from);
        return Err(EditError::Refused(format!(
            "`{}` does not list `{}`",
            holder.name,
            id.0.last_key().unwrap_or_default()
        )));
    }
    Ok(Plan { ops: places.into_iter().map(|at| Op::Remove { at, prune: true }).collect(), focus: None })
}

/// Name of an element in a group or policy; `None` if it cannot be a member.
pub(super) fn name_in(ctx: &PlanContext<'_>, kind: TypeKind, id: &Id) -> Option<String> {
    let topology = ctx.service.topology.as_ref()?;
    let nodes = topology.node_templates.iter().map(|template| (template.key, &template.name));
    let groups =
        topology.groups.iter().map(|group| (group.key, &group.name)).filter(|_| kind == TypeKind::Policy);
    nodes.chain(groups).find(|(key, _)| key.path() == id.0).map(|(_, name)| name.to_string())
}

fn cannot_attach(holder: &Holder, id: &Id) -> EditError {
    let name = id.0.last_key().unwrap_or_default();
    EditError::Incompatible(match holder.kind {
        TypeKind::Group => message::expected("a node template as group member", format_args!("`{name}`")),
        _ => message::expected("a node template or a group as policy target", format_args!("`{name}`")),
    })
}

fn holder(ctx: &PlanContext<'_>, id: &Id) -> Result<Holder, EditError> {
    let gone = || EditError::NotFound(id.clone());
    let topology = ctx.service.topology.as_ref().ok_or_else(gone)?;
    let words = |words: &[ScalarText<'_>]| {
        words.iter().map(|word| (word.text.to_string(), word.node.path())).collect()
    };
    if let Some(group) = topology.groups.iter().find(|group| group.key.path() == id.0) {
        return Ok(Holder {
            name: group.name.to_string(),
            kind: TypeKind::Group,
            type_id: group.type_id,
            key: "members",
            words: words(&group.members),
        });
    }
    let policy = topology.policies.iter().find(|policy| policy.key.path() == id.0).ok_or_else(gone)?;
    Ok(Holder {
        name: policy.name.to_string(),
        kind: TypeKind::Policy,
        type_id: policy.type_id,
        key: "targets",
        words: words(&policy.targets),
    })
}

/// Reason why the type of the group or policy does not accept the element.
fn refusal(ctx: &PlanContext<'_>, holder: &Holder, id: &Id) -> Option<String> {
    let (type_scope, topology) = (&ctx.service.type_scope, ctx.service.topology.as_ref()?);
    let member_types = member_types(ctx, holder.type_id.found()?, holder.key);
    let template = topology.node_templates.iter().find(|template| template.key.path() == id.0)?;
    let line = Lineage::of(type_scope, template.type_id.found()?);
    // A policy can also name group types.
    let nodes: Vec<RequiredType> =
        member_types.iter().filter(|required| !matches!(required.found, Lookup::Unknown)).cloned().collect();
    if member_types.is_empty() || nodes.is_empty() || line.is_any(&nodes) != Some(false) {
        return None;
    }
    let names: Vec<String> = nodes.iter().map(|required| required.name.clone()).collect();
    Some(message::expected(format!("{} in `{}`", listed(&names), holder.name), format!("`{}`", line.name)))
}

/// Allowed node types of a group or policy type, from the nearest declaration.
fn member_types(ctx: &PlanContext<'_>, id: TypeId, key: &str) -> Vec<RequiredType> {
    let type_scope = &ctx.service.type_scope;
    let line = &type_scope.effective(id).ancestry;
    let list = line.iter().find_map(|ancestor| {
        let owner = type_scope.get(*ancestor);
        let words = ScalarText::list(owner.node, key);
        (!words.is_empty()).then_some((words, owner.file))
    });
    let Some((words, file)) = list else { return Vec::new() };
    words.iter().map(|word| RequiredType::of(type_scope, TypeKind::Node, word, file)).collect()
}
