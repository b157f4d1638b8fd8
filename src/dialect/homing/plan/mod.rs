//! Edit planner: converts each edit of a template to YAML operations, or returns why it is refused. The name index handles renames in all languages;
//! this module only renames ghosts.

mod add;
mod attach;
mod connect;
mod form;
mod initial_values;
mod inline;
mod make_parameter;
mod remove;

#[cfg(test)]
mod tests;

use super::model::Template;
use super::view;
use limn_common as common;
use limn_language::dialect::Plan;
use limn_language::edit::{Edit, EditError};
use limn_language::graph::Id;
use limn_yaml::{Op, Path, Placement, Value};

pub use self::add::{palette, palette_for};
pub use self::connect::{accepts, ends};
pub use self::initial_values::properties as initial_properties;

pub fn plan(template: &Template, edit: &Edit) -> Result<Plan, EditError> {
    match edit {
        Edit::Add { template: id, name, on, .. } => add::plan(template, id, name.as_deref(), on),
        Edit::Remove { ids } => remove::plan(template, ids),
        Edit::Disconnect { id } => remove::plan(template, std::slice::from_ref(id)),
        Edit::Rename { id, to } => rename(template, id, to),
        Edit::Connect { from, to } => connect::plan(template, from, to),
        Edit::Set { of, key, input } => form::set(template, &of.0.join(key), input),
        Edit::Unset { of, key } => form::unset(template, &of.0.join(key)),
        Edit::Insert { of, into, name } => form::insert(template, &of.0.join(into), name),
        Edit::MakeInput { of, key } => make_parameter::plan(template, &of.0.join(key)),
        Edit::Expose { .. } => Err(EditError::Refused("homing templates have no outputs".to_owned())),
        Edit::Inline { at } => inline::plan(template, &at.0),
        Edit::Attach { to, ids } => attach::attach(template, to, ids),
        Edit::Detach { from, ids } => attach::detach(template, from, ids),
        Edit::View { edit } => view::plan(template, edit),
        // Comments are the same in every language: the analysis plans them.
        Edit::Note { .. } => Err(EditError::unsupported()),
        // A template doesn't store positions.
        Edit::Place { .. } => Ok(Plan::default()),
    }
}

/// Renames what no key declares: ghosts.
fn rename(template: &Template, id: &Id, to: &str) -> Result<Plan, EditError> {
    let section = id.0.parent().and_then(|section| section.last_key().map(str::to_owned));
    let kind = match section.as_deref() {
        Some("demands") => "demand",
        Some("locations") => "location",
        _ => return Err(EditError::Refused(format!("`{id}` cannot be renamed"))),
    };
    let (Some(old), false) = (id.0.last_key(), to.trim().is_empty()) else {
        return Err(EditError::Name { name: to.to_owned(), why: "a name cannot be empty".to_owned() });
    };
    let missing = template.names.references.iter().filter(|reference| {
        let of_kind = reference.kinds.iter().any(|expected| expected.id == kind);
        reference.name == old && reference.declaration.is_none() && of_kind
    });
    let ops: Vec<Op> = missing.map(|reference| reference.renamed(&template.document, to)).collect();
    if ops.is_empty() {
        return Err(EditError::NotFound(id.clone()));
    }
    Ok(Plan { ops, focus: id.0.parent().map(|section| Id(section.key(to))) })
}

/// Inserts an entry into a section of the template. Creates a missing section at its position in the tables.
fn insert_entry(template: &Template, section: &str, key: &str, value: Value) -> Result<Op, EditError> {
    let into = template.section(section);
    match template.node(&into) {
        Some(node) if !node.is_mapping() && !node.is_null() => {
            Err(EditError::Refused(format!("`{section}` is not a mapping")))
        }
        Some(_) => Ok(Op::Insert { into, key: key.to_owned(), value, placement: Placement::Last }),
        None => Ok(insert_section(template, section, Value::map([(key, value)]))),
    }
}

/// Inserts a section at its position in the tables.
fn insert_section(template: &Template, section: &str, value: Value) -> Op {
    Op::Insert {
        placement: form::with_form(template, |form| form.placement_of(&template.base, section)),
        into: template.base.clone(),
        key: section.to_owned(),
        value,
    }
}

/// Refuses edits of a document whose template isn't a mapping.
fn writable(template: &Template) -> Result<(), EditError> {
    match template.root() {
        Some(root) if root.is_mapping() => Ok(()),
        _ => Err(EditError::Refused("the template is not a mapping".to_owned())),
    }
}

/// `base`, with the first number that makes it unused in a section.
fn free_name(template: &Template, section: &str, base: &str) -> String {
    let placed = matches!(section, "demands" | "locations");
    let is_taken = |name: &str| {
        template.node(&template.section(section).key(name)).is_some()
            || (placed && template.demand(name).is_some())
            || (placed && template.location(name).is_some())
    };
    common::free_name(base, '_', is_taken)
}

/// A word as a valid name.
fn as_name(text: &str) -> String {
    common::as_name(text, '_')
}

/// The names of the demands and of the locations among ids.
fn split_ids<'t>(template: &'t Template, ids: &[Id]) -> (Vec<&'t str>, Vec<&'t str>) {
    let demands = template.demands.iter().filter(|demand| ids.iter().any(|id| id.0 == demand.path));
    let locations = template.locations.iter().filter(|location| ids.iter().any(|id| id.0 == location.path));
    (
        demands.map(|demand| demand.name.as_str()).collect(),
        locations.map(|location| location.name.as_str()).collect(),
    )
}

/// A list of names.
fn name_list<'n>(all: impl IntoIterator<Item = &'n str>) -> Value {
    Value::Sequence(all.into_iter().map(Value::text).collect()).on_one_line()
}

/// The path relative to the template.
fn relative_path(template: &Template, path: &Path) -> Option<Path> {
    let steps = path.steps().get(template.base.len()..)?;
    path.starts_with(&template.base).then(|| steps.iter().cloned().collect())
}
