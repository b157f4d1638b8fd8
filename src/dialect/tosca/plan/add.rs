//! Initial content of new elements: a type and the necessary keys. Required values stay open; the form and diagnostics show them.

use super::context::PlanContext;
use crate::palette::{self, PaletteItem};
use crate::types::{Lookup, Section, TypeId, TypeKind};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::message;
use limn_yaml::{Path, Value};

pub(super) fn plan(
    ctx: &PlanContext<'_>,
    template: &str,
    name: Option<&str>,
    on: &[Id],
) -> Result<Plan, EditError> {
    let offer = palette::parse(template)
        .ok_or_else(|| EditError::Refused(message::unknown("palette item", template)))?;
    let given = |base: String| name.map_or(base, |name| ctx.name_of(name));
    let (section, base, value) = match offer {
        PaletteItem::Typed(kind, type_name) => {
            let Lookup::Found(id) = ctx.service.find(kind, type_name) else {
                let what = kind.word();
                return Err(EditError::Refused(message::unknown(what, type_name)));
            };
            let section = palette::section_of(kind);
            (section, given(ctx.name_after(kind, type_name)), typed(ctx, kind, id, on))
        }
        PaletteItem::Input => {
            ("inputs", given("input".to_owned()), Value::map([("type", Value::text("string"))]))
        }
        PaletteItem::Output => {
            let (base, value) = output(ctx, on).unwrap_or_else(|| ("output".to_owned(), Value::text("")));
            ("outputs", given(base), Value::map([("value", value)]))
        }
        PaletteItem::Workflow => {
            let steps = Value::map([("steps", Value::Mapping(Vec::new()))]);
            ("workflows", given("workflow".to_owned()), steps)
        }
        PaletteItem::Type(kind) => return Ok(new_type(ctx, kind, name)),
    };
    let name = ctx.free(section, &base);
    let (op, path) = ctx.entry(section, &name, value, section == "policies");
    Ok(Plan { ops: vec![op], focus: Some(Id(path)) })
}

/// A node, relationship, group or policy of a type.
fn typed(ctx: &PlanContext<'_>, kind: TypeKind, id: TypeId, on: &[Id]) -> Value {
    let mut entries = vec![("type", Value::Text(ctx.type_name(kind, id)))];
    let key = match kind {
        TypeKind::Group => Some("members"),
        TypeKind::Policy => Some("targets"),
        _ => None,
    };
    if let Some(key) = key {
        let mut names: Vec<String> = Vec::new();
        for name in on.iter().filter_map(|id| super::attach::name_in(ctx, kind, id)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if !names.is_empty() {
            entries.push((key, Value::Sequence(names.into_iter().map(Value::Text).collect())));
        }
    }
    Value::map(entries)
}

/// The most likely output of the selected node.
fn output(ctx: &PlanContext<'_>, on: &[Id]) -> Option<(String, Value)> {
    let topology = ctx.service.topology.as_ref()?;
    let [one] = on else { return None };
    let template = topology.node_templates.iter().find(|template| template.key.path() == one.0)?;
    let effective = ctx.service.type_scope.effective(template.type_id.found()?);
    const LIKELY: [&str; 4] = ["public_address", "url", "private_address", "ip_address"];
    const EVERY_NODE: [&str; 3] = ["tosca_id", "tosca_name", "state"];
    let attributes = effective.section(Section::Attributes);
    let likely = LIKELY.into_iter().find(|name| attributes.get(name).is_some());
    let own =
        || attributes.iter().map(|attribute| attribute.name.as_ref()).find(|name| !EVERY_NODE.contains(name));
    let (function, name) = match likely.or_else(own) {
        Some(name) => ("get_attribute", name),
        None => {
            ("get_property", effective.properties().iter().map(|property| property.name.as_ref()).next()?)
        }
    };
    let arguments = [template.name.as_ref(), name].map(Value::text).to_vec();
    Some((name.to_owned(), Value::map([(function, Value::Sequence(arguments))]).on_one_line()))
}

/// A new type, derived from the root of its kind and named like its neighbors.
fn new_type(ctx: &PlanContext<'_>, kind: TypeKind, name: Option<&str>) -> Plan {
    let root = format!("{}Root", kind.space());
    let derived = match ctx.service.find(kind, &root) {
        Lookup::Found(id) => ctx.type_name(kind, id),
        Lookup::Unknown | Lookup::Undetermined => root,
    };
    let neighbor = ctx.service.own_types(kind).next().map(|(_, declared)| declared.name.to_string());
    let space = neighbor.as_deref().and_then(|name| name.rsplit_once('.')).map_or("", |(space, _)| space);
    let dot = if space.is_empty() { "" } else { "." };
    let base = match name {
        Some(name) => ctx.name_of(name),
        None => format!("{space}{dot}{}", palette::new_name(kind)),
    };
    let name = ctx.free(kind.section(), &base);
    let value = Value::map([("derived_from", Value::Text(derived))]);
    let (op, path) = ctx.entry_in(&Path::root(), kind.section(), &name, value, false);
    Plan { ops: vec![op], focus: Some(Id(path)) }
}
