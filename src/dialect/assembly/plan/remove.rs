//! Plans removals. Connections of the removed node are removed with it; other references to its name stay, so that the rules report them.

use std::collections::BTreeSet;

use crate::graph::frame_id;
use crate::model::{Descriptor, Relationship};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{Op, Path, Step};

const ENDS: [&str; 2] = ["source-capabilities", "target-requirements"];

/// Removes nodes, links, ends of links, policies, promotions or properties.
pub fn plan(descriptor: &Descriptor, ids: &[Id]) -> Result<Plan, EditError> {
    let mut removed = BTreeSet::new();
    for id in ids {
        if *id == frame_id() {
            return Err(EditError::Refused("cannot remove the descriptor itself".to_owned()));
        }
        let before = removed.len();
        mark_removed(descriptor, &id.0, &mut removed);
        if removed.len() == before && !removed.iter().any(|path| id.0.starts_with(path)) {
            return Err(EditError::NotFound(id.clone()));
        }
    }
    for relationship in &descriptor.relationships {
        mark_if_empty(relationship, &mut removed);
    }
    // Paths inside a removed node need no operation.
    let mut roots: Vec<Path> = Vec::new();
    for path in removed {
        if !roots.last().is_some_and(|above| path.starts_with(above)) {
            roots.push(path);
        }
    }
    let prune = |path: &Path| {
        path.parent().and_then(|list| list.last_key().map(str::to_owned)).as_deref()
            == Some("upgrade-dependencies")
    };
    let ops = roots.into_iter().map(|at| Op::Remove { prune: prune(&at), at }).collect();
    Ok(Plan { ops, focus: None })
}

/// Marks everything that is removed with the node at `path`.
fn mark_removed(descriptor: &Descriptor, path: &Path, removed: &mut BTreeSet<Path>) {
    if let (2, Some("composition" | "references"), Some(name)) = (path.len(), path.key_at(0), path.last_key())
    {
        return mark_owner(descriptor, path, name, removed);
    }
    if descriptor.node(path).is_none() {
        return;
    }
    // A data link is the value that it comes from.
    let whole = match (path.last_key(), path.parent()) {
        (Some("value"), Some(property)) => only_value(descriptor, &property).then_some(property),
        (Some("source-operation" | "source-metric"), Some(promotion)) => Some(promotion),
        (Some("metric"), Some(policy)) if policy.key_at(0) == Some("policies") => Some(policy),
        _ => None,
    };
    removed.insert(whole.unwrap_or_else(|| path.clone()));
}

/// True for a component's property that only has a value.
fn only_value(descriptor: &Descriptor, property: &Path) -> bool {
    matches!(property.key_at(0), Some("composition" | "references"))
        && descriptor.node(property).is_some_and(|node| node.entries().len() == 1)
}

fn mark_owner(descriptor: &Descriptor, path: &Path, name: &str, removed: &mut BTreeSet<Path>) {
    if descriptor.node(path).is_some() {
        removed.insert(path.clone());
    }
    // If a component and a reference share a name, links belong to the component.
    let hidden = path.key_at(0) == Some("references") && descriptor.component(name).is_some();
    if hidden {
        return;
    }
    for relationship in &descriptor.relationships {
        let ends = relationship.sources.iter().chain(&relationship.targets);
        removed.extend(ends.filter(|end| end.owner == name).map(|end| end.path.clone()));
    }
    let elements = descriptor.layout.iter().flatten();
    removed.extend(elements.filter(|element| element.name == name).map(|element| element.path.clone()));
}

/// Marks a relationship for removal if one of its sides becomes empty.
fn mark_if_empty(relationship: &Relationship, removed: &mut BTreeSet<Path>) {
    for (side, ends) in ENDS.iter().zip([&relationship.sources, &relationship.targets]) {
        let list = relationship.path.key(side);
        let written = |path: &Path| path.starts_with(&list);
        let touched = removed.iter().any(written);
        let left = ends.iter().any(|end| !removed.contains(&end.path));
        if touched && !left {
            removed.insert(relationship.path.clone());
        }
    }
    debug_assert!(!matches!(relationship.path.last(), Some(Step::Index(_))), "relationships have names");
}
