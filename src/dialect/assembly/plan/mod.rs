//! Edit planner: converts each edit of an assembly to YAML operations, or returns why it is refused. The name index handles renames in all
//! languages; this module only renames what has no key: the document itself and ghosts.

mod add;
mod connect;
mod ends;
mod form;
mod known;
mod promote;
mod publish;
mod remove;
mod values;

use std::collections::BTreeMap;

use super::grammar::{self, COMPONENT, CP4NA, DescriptorName, REFERENCE};
use super::graph::frame_id;
use super::model::{Descriptor, DescriptorKind};
use limn_common as common;
use limn_language::dialect::Plan;
use limn_language::edit::{Edit, EditError, Place};
use limn_language::graph::Id;
use limn_language::type_diagram::NEW_TYPE;
use limn_yaml::{Op, Path, Placement, Value};

#[cfg(test)]
mod tests;

pub use self::add::palette;
pub use self::connect::accepts;
pub use self::ends::ends;
pub use self::known::palette_for;
pub use self::values::promotions;

pub fn plan(descriptor: &Descriptor, edit: &Edit) -> Result<Plan, EditError> {
    match edit {
        Edit::Add { template, name, .. } if template == NEW_TYPE => {
            let base_name = name.as_deref().unwrap_or("type");
            let (section, name) = grammar::TYPE_SECTION.new_name(&descriptor.document, base_name);
            form::insert(descriptor, &section, &name)
        }
        Edit::Add { template, name, place, on } => {
            add::plan(descriptor, template, name.as_deref(), *place, on)
        }
        Edit::Remove { ids } => remove::plan(descriptor, ids),
        Edit::Rename { id, to } => rename(descriptor, id, to),
        Edit::Connect { from, to } => connect::plan(descriptor, from, to),
        Edit::Disconnect { id } => remove::plan(descriptor, std::slice::from_ref(id)),
        Edit::Set { of, key, input } => form::set(descriptor, &of.0.join(key), input),
        Edit::Unset { of, key } => form::unset(descriptor, &of.0.join(key)),
        Edit::Insert { of, into, name } => form::insert(descriptor, &of.0.join(into), name),
        Edit::MakeInput { of, key } => values::make_input(descriptor, &of.0.join(key)),
        Edit::Expose { of, key } => values::expose(descriptor, &of.0.join(key)),
        Edit::Inline { at } => values::inline(descriptor, &at.0),
        Edit::Attach { .. } | Edit::Detach { .. } => Err(EditError::Refused(
            "a policy of an assembly has one target: set it in the inspector".to_owned(),
        )),
        Edit::View { .. } => Err(EditError::Refused("an assembly has only a diagram".to_owned())),
        // Comments are the same in every language: the analysis plans them.
        Edit::Note { .. } => Err(EditError::unsupported()),
        Edit::Place { places } => Ok(Plan { ops: placed(descriptor, places), focus: None }),
    }
}

/// Renames what no key declares: the document itself, and ghosts.
fn rename(descriptor: &Descriptor, id: &Id, to: &str) -> Result<Plan, EditError> {
    if *id == frame_id() {
        return rename_document(descriptor, to);
    }
    let Some(old) = id.0.last_key().filter(|_| id.0.len() == 2) else {
        return Err(EditError::Refused(format!("`{id}` cannot be renamed")));
    };
    let owner = |section: &str| matches!(section, "composition" | "references");
    if !id.0.key_at(0).is_some_and(owner) {
        return Err(EditError::NotFound(id.clone()));
    }
    let missing = descriptor.names.references.iter().filter(|reference| {
        let of_owners = reference.kinds.iter().any(|kind| **kind == COMPONENT || **kind == REFERENCE);
        reference.name == old && reference.declaration.is_none() && of_owners
    });
    let ops: Vec<Op> = missing.map(|reference| reference.renamed(&descriptor.document, to)).collect();
    if ops.is_empty() {
        return Err(EditError::NotFound(id.clone()));
    }
    let section = if descriptor.reference(to).is_some() { "references" } else { "composition" };
    Ok(Plan { ops, focus: Some(Id(Path::keys([section, to]))) })
}

fn rename_document(descriptor: &Descriptor, to: &str) -> Result<Plan, EditError> {
    let at = Path::keys(["name"]);
    let kind = if descriptor.kind == DescriptorKind::Resource { "resource" } else { "assembly" };
    let to = to.trim();
    if to.is_empty() || to.contains(char::is_whitespace) {
        return Err(EditError::Name {
            name: to.to_owned(),
            why: "expected a descriptor name without spaces".to_owned(),
        });
    }
    let op = match (&descriptor.name, descriptor.full_name()) {
        (Some(written), _) if to.contains("::") || descriptor.kind == DescriptorKind::Project => {
            Op::ReplaceWithin { at, within: 0..written.text.len(), with: to.to_owned() }
        }
        (Some(_), Some(DescriptorName { kind, name, .. })) => {
            let start = kind.len() + 2;
            Op::ReplaceWithin { at, within: start..start + name.len(), with: to.to_owned() }
        }
        (Some(written), None) => {
            Op::ReplaceWithin { at, within: 0..written.text.len(), with: format!("{kind}::{to}::1.0") }
        }
        (None, _) => Op::Insert {
            into: Path::root(),
            key: "name".to_owned(),
            value: Value::text(if to.contains("::") { to.to_owned() } else { format!("{kind}::{to}::1.0") }),
            placement: Placement::First,
        },
    };
    Ok(Plan { ops: vec![op], focus: Some(frame_id()) })
}

/// Operations that store node positions, if the document has a layout section.
fn placed(descriptor: &Descriptor, places: &[(Id, Place)]) -> Vec<Op> {
    let Some(elements) = &descriptor.layout else { return Vec::new() };
    let into = Path::keys(["designerLayout", "elements"]);
    let mut ops = Vec::new();
    for (id, place) in places {
        let name = match (descriptor.name.as_ref(), id.0.last_key()) {
            (Some(name), None) if *id == frame_id() => name.text.clone(),
            (_, Some(name)) if id.0.len() == 2 => name.to_owned(),
            _ => continue,
        };
        match elements.iter().find(|element| element.name == name) {
            Some(element) => {
                for (key, old, new) in [("x", element.x, place.x), ("y", element.y, place.y)] {
                    let at = element.path.key(key);
                    match (old, descriptor.node(&at).is_some()) {
                        (Some(old), true) if old.round() == new.round() => {}
                        (_, true) => ops.push(Op::Replace { at, value: pixel(new) }),
                        (_, false) => ops.push(Op::Insert {
                            into: element.path.clone(),
                            key: key.to_owned(),
                            value: pixel(new),
                            placement: Placement::Last,
                        }),
                    }
                }
            }
            None => {
                ops.push(Op::Insert {
                    into: into.clone(),
                    key: name,
                    value: point(*place),
                    placement: Placement::Last,
                });
            }
        }
    }
    ops
}

fn point(place: Place) -> Value {
    Value::map([("x", pixel(place.x)), ("y", pixel(place.y))])
}

fn pixel(at: f64) -> Value {
    let at = if at.is_finite() { at.round().clamp(-1e9, 1e9) } else { 0.0 };
    Value::Plain(format!("{}", at as i64))
}

/// The node positions that the document stores.
pub fn places(descriptor: &Descriptor) -> BTreeMap<Id, Place> {
    let elements = descriptor.layout.iter().flatten();
    let placed = elements.filter_map(|element| {
        let owner = descriptor.owner(&element.name)?;
        Some((Id(owner.path.clone()), Place { x: element.x?, y: element.y? }))
    });
    placed.collect()
}

/// Inserts an entry `key` into a section. A missing section is created at its position in the grammar table.
fn entry(descriptor: &Descriptor, section: &str, key: &str, value: Value) -> Op {
    let into = Path::keys([section]);
    let root = Path::root();
    match descriptor.node(&into) {
        Some(_) => Op::Insert { into, key: key.to_owned(), value, placement: Placement::Last },
        None => Op::Insert {
            placement: placement_of(descriptor, &root, section),
            into: root,
            key: section.to_owned(),
            value: Value::map([(key, value)]),
        },
    }
}

/// The position for `key` in the mapping at `into`: after the nearest key that precedes it in the grammar table.
pub fn placement_of(descriptor: &Descriptor, into: &Path, key: &str) -> Placement {
    form::with_form(descriptor, |form| form.placement_of(into, key))
}

/// `${…}`, quoted unless most others of the document are not.
pub fn reference(descriptor: &Descriptor, path: &str) -> Value {
    let text = descriptor.document.text();
    let count = |before: [&str; 2]| before.iter().map(|it| text.matches(*it).count()).sum::<usize>();
    let written = format!("${{{path}}}");
    if count([" ${", "\t${"]) > count(["'${", "\"${"]) {
        Value::Text(written)
    } else {
        Value::Quoted(written)
    }
}

fn is_cp4na(descriptor: &Descriptor) -> bool {
    CP4NA.has(descriptor.profiles)
}

/// `base`, with a numeric suffix if it is taken.
fn free_name(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    common::free_name(base, '-', is_taken)
}

/// A name for a new property of the assembly that `${…}` can refer to.
fn free_property(descriptor: &Descriptor, base: &str) -> String {
    let is_private = |name: &str| descriptor.private_properties.iter().any(|property| property.name == name);
    free_name(base, |name| {
        descriptor.property(name).is_some() || is_private(name) || grammar::RESERVED.contains(&name)
    })
}

/// Converts a text to a valid name.
fn as_name(text: &str) -> String {
    common::as_name(text, '-')
}
