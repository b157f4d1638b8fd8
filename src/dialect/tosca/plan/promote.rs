//! A value that becomes the document's: as an input that is asked for, or as an output that is told.

use super::desk::{Desk, said};
use crate::dialect::Plan;
use crate::dialect::tosca::function::Call;
use crate::dialect::tosca::model::Topology;
use crate::dialect::tosca::types::{Definition, Lookup, Section, TypeKind};
use crate::dialect::tosca::value::{DataSchema, DataType, Kind};
use crate::edit::EditError;
use crate::graph::Id;
use crate::yaml::{Comment, Node, Path, Resolved, Step, Value};

/// How deep the types of entries are told.
const DEPTH: usize = 6;

/// A place that can have a value.
struct Spotted<'d> {
    /// Of what: `web`.
    owner: String,
    /// The capability that has it.
    capability: Option<String>,
    section: Section,
    /// The property, and the way from there into its value.
    name: String,
    inner: Vec<Step>,
    schema: Option<DataSchema<'d>>,
    /// Of the property itself, where the place is no part of its value.
    definition: Option<Definition<'d>>,
    /// The type of the node, where it is known and has no such property.
    undeclared: Option<String>,
}

pub(super) fn make_input(desk: &Desk<'_>, of: &Id, key: &Path) -> Result<Plan, EditError> {
    let at = super::form(desk.template).spelled(&of.0.join(key));
    let spotted = spotted(desk, &at)
        .filter(|it| it.section == Section::Properties)
        .ok_or_else(|| EditError::Refused("only the value of a property can become an input".to_owned()))?;
    let written = desk.document().get(&at).filter(|node| !node.is_null());
    if let Some(call) = written.and_then(called) {
        return Err(EditError::Refused(format!("its value comes from `{}` already", call.function.name())));
    }
    let holds_comments = |node: Node<'_>| {
        let range = node.full_range();
        let within = |comment: &Comment| range.start <= comment.range.start && comment.range.end <= range.end;
        !node.is_scalar() && desk.document().comments().iter().any(within)
    };
    if written.is_some_and(holds_comments) {
        let refusal =
            "there are comments in its value, which the input could not keep: declare it in the text";
        return Err(EditError::Refused(refusal.to_owned()));
    }
    let last = spotted.inner.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.to_string()),
        _ => None,
    });
    let name = last.unwrap_or_else(|| spotted.name.clone());
    let taken = desk.service.topology.as_ref().is_some_and(|it| it.input(&name).is_some());
    let base = if taken { joined(desk, &spotted.owner, &name) } else { name };
    let name = desk.free("inputs", &base);
    let (declare, _) =
        desk.entry("inputs", &name, Value::Mapping(declaration(desk, &spotted, written)), false);
    let call = Value::map([("get_input", Value::text(name.clone()))]).on_one_line();
    let write = super::form(desk.template).op(at, call)?;
    Ok(Plan { ops: vec![write, declare], focus: None })
}

pub(super) fn expose(desk: &Desk<'_>, of: &Id, key: &Path) -> Result<Plan, EditError> {
    let at = super::form(desk.template).spelled(&of.0.join(key));
    let of_node = at.key_at(1) == Some("node_templates");
    let spotted = spotted(desk, &at).filter(|_| of_node).ok_or_else(|| {
        EditError::Refused("an output tells a property or an attribute of a node".to_owned())
    })?;
    if let Some(type_name) = spotted.undeclared {
        let name = &spotted.name;
        return Err(EditError::Refused(format!(
            "`{type_name}` declares no property `{name}`, so nothing can read it"
        )));
    }
    let function = if spotted.section == Section::Attributes { "get_attribute" } else { "get_property" };
    let mut arguments = vec![Value::text(spotted.owner.clone())];
    arguments.extend(spotted.capability.clone().map(Value::Text));
    arguments.push(Value::text(spotted.name.clone()));
    for step in &spotted.inner {
        arguments.push(match step {
            Step::Key(key) => Value::text(key.to_string()),
            Step::Index(at) | Step::Entry(at) => Value::Plain(at.to_string()),
        });
    }
    let base = if desk.free("outputs", &spotted.name) == spotted.name {
        spotted.name.clone()
    } else {
        joined(desk, &spotted.owner, &spotted.name)
    };
    let name = desk.free("outputs", &base);
    let call = Value::map([(function, Value::Sequence(arguments))]).on_one_line();
    let value = Value::map([("value", call)]);
    let (op, path) = desk.entry("outputs", &name, value, false);
    Ok(Plan { ops: vec![op], focus: Some(Id(path)) })
}

fn joined(desk: &Desk<'_>, owner: &str, name: &str) -> String {
    format!("{owner}{}{name}", desk.joiner())
}

/// The first call anywhere in a value: nothing that is called can be a default.
fn called(node: Node<'_>) -> Option<Call<'_>> {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if let Some(call) = Call::of(node) {
            return Some(call);
        }
        let node = node.resolve();
        // Walking down through aliases always ends.
        open.extend(node.entries().map(|it| it.value).chain(node.items()));
    }
    None
}

/// What the declaration of the input says.
fn declaration(desk: &Desk<'_>, spotted: &Spotted<'_>, written: Option<Node<'_>>) -> Vec<(String, Value)> {
    let mut entries = match &spotted.schema {
        Some(schema) if !schema.name.is_empty() => typed(desk, schema, DEPTH),
        _ => vec![("type".to_owned(), Value::text(written.map_or("string", of_literal)))],
    };
    let definition = spotted.definition.as_ref();
    let said_there = |key: &str| definition.and_then(|it| Some(it.get(key)?.0));
    if let Some(constraints) = said_there("constraints") {
        entries.push(("constraints".to_owned(), said(constraints)));
    }
    let default = written.or_else(|| said_there("default").filter(|it| called(*it).is_none()));
    match default {
        Some(value) => entries.push(("default".to_owned(), said(value))),
        None if definition.and_then(|it| it.flag("required")) == Some(false) => {
            entries.push(("required".to_owned(), Value::Plain("false".to_owned())));
        }
        None => {}
    }
    entries
}

/// `type`, and of lists and maps `entry_schema`.
fn typed(desk: &Desk<'_>, schema: &DataSchema<'_>, depth: usize) -> Vec<(String, Value)> {
    let name = match schema.data_type {
        Some(DataType::Declared(id)) => desk.type_name(TypeKind::Data, id),
        _ => schema.name.to_string(),
    };
    let mut entries = vec![("type".to_owned(), Value::Text(name))];
    if let Some(entry) = schema.entry.as_deref().filter(|it| depth > 0 && !it.name.is_empty()) {
        entries.push(("entry_schema".to_owned(), Value::Mapping(typed(desk, entry, depth - 1))));
    }
    entries
}

fn of_literal(node: Node<'_>) -> &'static str {
    let node = node.resolve();
    if node.is_mapping() {
        return "map";
    }
    if node.is_sequence() {
        return "list";
    }
    match node.resolved() {
        Some(Resolved::Int(_)) => "integer",
        Some(Resolved::Float(_)) => "float",
        Some(Resolved::Bool(_)) => "boolean",
        _ => "string",
    }
}

/// The place at a path, if it is one that has a value.
fn spotted<'s>(desk: &Desk<'s>, at: &Path) -> Option<Spotted<'s>> {
    let topology = desk.service.topology.as_ref()?;
    let (owner, type_id, kind, depth) = owner(topology, at)?;
    let rest = &at.steps()[depth..];
    let key = |at: usize| match rest.get(at)? {
        Step::Key(key) => Some(key.as_ref()),
        _ => None,
    };
    let (capability, from) = match key(0)? {
        "capabilities" => (Some(key(1)?.to_owned()), 2),
        _ => (None, 0),
    };
    let section = match key(from)? {
        "properties" => Section::Properties,
        "attributes" => Section::Attributes,
        _ => return None,
    };
    let name = key(from + 1)?.to_owned();
    let inner = rest[from + 2..].to_vec();
    let definition = definition(desk, type_id, kind, capability.as_deref(), section, &name);
    let type_of = type_id.found().filter(|_| capability.is_none() && section == Section::Properties);
    let complete = type_of.filter(|id| definition.is_none() && desk.service.world.effective(*id).complete);
    let undeclared = complete.map(|id| desk.service.world.get(id).name.to_string());
    let whole = definition.as_ref().map(|it| DataSchema::of(&desk.service.world, it));
    let schema = whole.and_then(|schema| within(desk, schema, &inner));
    let definition = definition.filter(|_| inner.is_empty());
    Some(Spotted { owner, capability, section, name, inner, schema, definition, undeclared })
}

/// What at the start of a path has properties: its name, its type, and how many steps lead there.
fn owner(topology: &Topology<'_>, at: &Path) -> Option<(String, Lookup, TypeKind, usize)> {
    let is_start = |key: Node<'_>| {
        let path = key.path();
        at.starts_with(&path).then_some(path.len())
    };
    let find = |key: Node<'_>, name: &str, id: Lookup, kind: TypeKind| {
        Some((name.to_owned(), id, kind, is_start(key)?))
    };
    let name = at.key_at(2);
    match at.key_at(1)? {
        "node_templates" => {
            let it = topology.node_template(name?)?;
            find(it.key, &it.name, it.type_id, TypeKind::Node)
        }
        "relationship_templates" => {
            let it = topology.relationship_template(name?)?;
            find(it.key, &it.name, it.type_id, TypeKind::Relationship)
        }
        "groups" => {
            let it = topology.group(name?)?;
            find(it.key, &it.name, it.type_id, TypeKind::Group)
        }
        "policies" => {
            topology.policies.iter().find_map(|it| find(it.key, &it.name, it.type_id, TypeKind::Policy))
        }
        _ => None,
    }
}

fn definition<'s>(
    desk: &Desk<'s>,
    type_id: Lookup,
    kind: TypeKind,
    capability: Option<&str>,
    section: Section,
    name: &str,
) -> Option<Definition<'s>> {
    let world = &desk.service.world;
    let effective = world.effective(type_id.found()?);
    match capability.filter(|_| kind == TypeKind::Node) {
        Some(capability) => {
            let definition = effective.capabilities().get(capability)?;
            world.facet(definition, TypeKind::Capability, section).0.get(name).cloned()
        }
        None => effective.section(section).get(name).cloned(),
    }
}

/// The schema of a part of a value.
fn within<'s>(desk: &Desk<'s>, schema: DataSchema<'s>, inner: &[Step]) -> Option<DataSchema<'s>> {
    let world = &desk.service.world;
    let mut schema = schema;
    for step in inner {
        schema = match (step, schema.kind) {
            (Step::Key(field), Kind::Complex(id)) => {
                DataSchema::of(world, world.effective(id).properties().get(field)?)
            }
            _ => *schema.entry?,
        };
    }
    Some(schema)
}
