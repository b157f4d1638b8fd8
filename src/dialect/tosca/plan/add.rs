//! What each thing of the palette is when it is new: its type, what it is about, and nothing that a person would have to take out again. Required
//! values are left open; the form and the problems ask for them.

use super::desk::Desk;
use crate::dialect::Plan;
use crate::dialect::tosca::palette::{self, Offer};
use crate::dialect::tosca::types::{Lookup, Section, TypeId, TypeKind};
use crate::edit::EditError;
use crate::graph::Id;
use crate::yaml::{Path, Value};

pub(super) fn plan(
    desk: &Desk<'_>,
    template: &str,
    name: Option<&str>,
    on: &[Id],
) -> Result<Plan, EditError> {
    let offer = palette::parse(template)
        .ok_or_else(|| EditError::Refused(format!("there is no `{template}` to add")))?;
    let given = |base: String| name.map_or(base, |name| desk.name_of(name));
    let (section, base, value) = match offer {
        Offer::Typed(kind, type_name) => {
            let Lookup::Found(id) = desk.service.find(kind, type_name) else {
                let what = kind.word();
                return Err(EditError::Refused(format!("no {what} `{type_name}` is known here")));
            };
            let section = palette::section_of(kind);
            (section, given(desk.name_after(kind, type_name)), typed(desk, kind, id, on))
        }
        Offer::Input => ("inputs", given("input".to_owned()), Value::map([("type", Value::text("string"))])),
        Offer::Output => {
            let (base, value) = output(desk, on).unwrap_or_else(|| ("output".to_owned(), Value::text("")));
            ("outputs", given(base), Value::map([("value", value)]))
        }
        Offer::Workflow => {
            let steps = Value::map([("steps", Value::Mapping(Vec::new()))]);
            ("workflows", given("workflow".to_owned()), steps)
        }
        Offer::Type(kind) => return Ok(new_type(desk, kind, name)),
    };
    let name = desk.free(section, &base);
    let (op, path) = desk.entry(section, &name, value, section == "policies");
    Ok(Plan { ops: vec![op], focus: Some(Id(path)) })
}

/// A node, a relationship, a group or a policy of a type.
fn typed(desk: &Desk<'_>, kind: TypeKind, id: TypeId, on: &[Id]) -> Value {
    let mut entries = vec![("type", Value::Text(desk.type_name(kind, id)))];
    let key = match kind {
        TypeKind::Group => Some("members"),
        TypeKind::Policy => Some("targets"),
        _ => None,
    };
    if let Some(key) = key {
        let mut names: Vec<String> = Vec::new();
        for name in on.iter().filter_map(|id| super::attach::name_in(desk, kind, id)) {
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

/// What is worth telling of the one node that is selected.
fn output(desk: &Desk<'_>, on: &[Id]) -> Option<(String, Value)> {
    let topology = desk.service.topology.as_ref()?;
    let [one] = on else { return None };
    let template = topology.node_templates.iter().find(|it| it.key.path() == one.0)?;
    let effective = desk.service.world.effective(template.type_id.found()?);
    const LIKELY: [&str; 4] = ["public_address", "url", "private_address", "ip_address"];
    const EVERY_NODE: [&str; 3] = ["tosca_id", "tosca_name", "state"];
    let attributes = effective.section(Section::Attributes);
    let likely = LIKELY.into_iter().find(|name| attributes.get(name).is_some());
    let own = || attributes.iter().map(|it| it.name.as_ref()).find(|name| !EVERY_NODE.contains(name));
    let (function, name) = match likely.or_else(own) {
        Some(name) => ("get_attribute", name),
        None => ("get_property", effective.properties().iter().map(|it| it.name.as_ref()).next()?),
    };
    let arguments = [template.name.as_ref(), name].map(Value::text).to_vec();
    Some((name.to_owned(), Value::map([(function, Value::Sequence(arguments))]).on_one_line()))
}

/// A type of one's own: it derives from the root of its kind, and is named in the manner of its neighbours.
fn new_type(desk: &Desk<'_>, kind: TypeKind, name: Option<&str>) -> Plan {
    let root = format!("{}Root", kind.space());
    let derived = match desk.service.find(kind, &root) {
        Lookup::Found(id) => desk.type_name(kind, id),
        Lookup::Unknown | Lookup::Untold => root,
    };
    let neighbour = desk.service.own_types(kind).next().map(|(_, it)| it.name.to_string());
    let space = neighbour.as_deref().and_then(|name| name.rsplit_once('.')).map_or("", |(space, _)| space);
    let dot = if space.is_empty() { "" } else { "." };
    let base = match name {
        Some(name) => desk.name_of(name),
        None => format!("{space}{dot}{}", palette::new_name(kind)),
    };
    let name = desk.free(kind.section(), &base);
    let value = Value::map([("derived_from", Value::Text(derived))]);
    let (op, path) = desk.entry_in(&Path::root(), kind.section(), &name, value, false);
    Plan { ops: vec![op], focus: Some(Id(path)) }
}
