//! Taking things away. What only tied the removed thing goes with it; other uses of its name stay, so that they can be seen and mended.

use std::collections::BTreeSet;

use crate::dialect::Plan;
use crate::dialect::assembly::graph::frame_id;
use crate::dialect::assembly::model::{Descriptor, Relationship};
use crate::edit::EditError;
use crate::graph::Id;
use crate::yaml::{Op, Path, Step};

const ENDS: [&str; 2] = ["source-capabilities", "target-requirements"];

/// Removes nodes, links, ends of links, policies, promotions, properties.
pub fn plan(descriptor: &Descriptor, ids: &[Id]) -> Result<Plan, EditError> {
    let mut gone = BTreeSet::new();
    for id in ids {
        if *id == frame_id() {
            return Err(EditError::Refused("the descriptor itself cannot be removed from itself".to_owned()));
        }
        let before = gone.len();
        mark(descriptor, &id.0, &mut gone);
        if gone.len() == before && !gone.iter().any(|path| id.0.starts_with(path)) {
            return Err(EditError::Gone(id.clone()));
        }
    }
    for relationship in &descriptor.relationships {
        sweep(relationship, &mut gone);
    }
    // What is inside something that goes needs no op of its own.
    let mut kept: Vec<Path> = Vec::new();
    for path in gone {
        if !kept.last().is_some_and(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    let prune = |path: &Path| {
        path.parent().and_then(|list| list.last_key().map(str::to_owned)).as_deref()
            == Some("upgrade-dependencies")
    };
    let ops = kept.into_iter().map(|at| Op::Remove { prune: prune(&at), at }).collect();
    Ok(Plan { ops, focus: None })
}

/// Marks what removing the thing at `path` takes away.
fn mark(descriptor: &Descriptor, path: &Path, gone: &mut BTreeSet<Path>) {
    if let (2, Some("composition" | "references"), Some(name)) = (path.len(), path.key_at(0), path.last_key())
    {
        return mark_owner(descriptor, path, name, gone);
    }
    if descriptor.node(path).is_none() {
        return;
    }
    // A derived link is the value that it stands for.
    let whole = match (path.last_key(), path.parent()) {
        (Some("value"), Some(property)) => only_value(descriptor, &property).then_some(property),
        (Some("source-operation" | "source-metric"), Some(promotion)) => Some(promotion),
        (Some("metric"), Some(policy)) if policy.key_at(0) == Some("policies") => Some(policy),
        _ => None,
    };
    gone.insert(whole.unwrap_or_else(|| path.clone()));
}

/// A component's property that says nothing but its value.
fn only_value(descriptor: &Descriptor, property: &Path) -> bool {
    matches!(property.key_at(0), Some("composition" | "references"))
        && descriptor.node(property).is_some_and(|node| node.entries().len() == 1)
}

fn mark_owner(descriptor: &Descriptor, path: &Path, name: &str, gone: &mut BTreeSet<Path>) {
    if descriptor.node(path).is_some() {
        gone.insert(path.clone());
    }
    // A component hides a reference of its name; what names them means the component.
    let hidden = path.key_at(0) == Some("references") && descriptor.component(name).is_some();
    if hidden {
        return;
    }
    for relationship in &descriptor.relationships {
        let ends = relationship.sources.iter().chain(&relationship.targets);
        gone.extend(ends.filter(|end| end.owner == name).map(|end| end.path.clone()));
    }
    let elements = descriptor.layout.iter().flatten();
    gone.extend(elements.filter(|element| element.name == name).map(|element| element.path.clone()));
}

/// A relationship that keeps no end on a side goes as a whole.
fn sweep(relationship: &Relationship, gone: &mut BTreeSet<Path>) {
    for (side, ends) in ENDS.iter().zip([&relationship.sources, &relationship.targets]) {
        let list = relationship.path.key(side);
        let written = |path: &Path| path.starts_with(&list);
        let touched = gone.iter().any(written);
        let left = ends.iter().any(|end| !gone.contains(&end.path));
        if touched && !left {
            gone.insert(relationship.path.clone());
        }
    }
    debug_assert!(!matches!(relationship.path.last(), Some(Step::Index(_))), "relationships have names");
}
