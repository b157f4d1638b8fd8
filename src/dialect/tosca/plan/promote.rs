//! Promotes a value to an input or output of the topology.

use super::context::PlanContext;
use crate::function::CallNode;
use crate::model::Topology;
use crate::types::{Definition, Lookup, Section, TypeKind};
use crate::value::{DataSchema, DataType, Generic, ValueKind};
use limn_common::{copy_of, literal_type, uncopied};
use limn_language::dialect::Plan;
use limn_language::edit::{EditError, Promotions};
use limn_language::graph::Id;
use limn_language::message;
use limn_yaml::{Node, Path, Step, Value};

/// A place with a value.
struct PropertySite<'d> {
    /// Owner name: `web`.
    owner: String,
    /// Capability of the property.
    capability: Option<String>,
    section: Section,
    /// Property name, and the path into its value.
    name: String,
    inner: Vec<Step>,
    schema: Option<DataSchema<'d>>,
    /// Definition of the property, if the place is the whole value.
    definition: Option<Definition<'d>>,
    /// Node type, if it is known and does not declare the property.
    undeclared: Option<String>,
}

/// Promotions of the value at a path: a property of a template an input, a property or an attribute of a node template an output.
pub(crate) fn promotions(path: &Path) -> Promotions {
    let owners = path.key_at(1).filter(|_| path.key_at(0) == Some("topology_template"));
    let is_node = owners == Some("node_templates");
    if !is_node && !matches!(owners, Some("relationship_templates" | "groups" | "policies")) {
        return Promotions::default();
    }
    // Policies are items of a list, by name.
    let mut section = if path.key_at(2).is_some() { 3 } else { 4 };
    if is_node && path.key_at(section) == Some("capabilities") {
        section += 2;
    }
    let has_name = path.len() > section + 1;
    let is_property = has_name && path.key_at(section) == Some("properties");
    let is_attribute = has_name && path.key_at(section) == Some("attributes");
    Promotions { to_input: is_property, to_output: is_node && (is_property || is_attribute) }
}

pub(super) fn make_input(ctx: &PlanContext<'_>, of: &Id, key: &Path) -> Result<Plan, EditError> {
    let at = super::form(ctx.template).spelled(&of.0.join(key));
    let spotted = spotted(ctx, &at)
        .filter(|site| site.section == Section::Properties)
        .ok_or_else(|| EditError::Refused("only a property value can become an input".to_owned()))?;
    let written = ctx.document().get(&at).filter(|node| !node.is_null());
    if let Some(call) = written.and_then(called) {
        return Err(EditError::Refused(format!("the value already comes from `{}`", call.function.name())));
    }
    if let Some(obstacle) = written.and_then(|node| uncopied(ctx.document(), node)) {
        let refusal = format!("the value contains {obstacle} that the input cannot keep: edit the text");
        return Err(EditError::Refused(refusal));
    }
    let last = spotted.inner.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.to_string()),
        _ => None,
    });
    let name = last.unwrap_or_else(|| spotted.name.clone());
    let taken = ctx.service.topology.as_ref().is_some_and(|topology| topology.input(&name).is_some());
    let base = if taken { joined(ctx, &spotted.owner, &name) } else { name };
    let name = ctx.free("inputs", &base);
    let (declare, _) = ctx.entry("inputs", &name, Value::Mapping(declaration(ctx, &spotted, written)), false);
    let call = Value::map([("get_input", Value::text(name.clone()))]).on_one_line();
    let write = super::form(ctx.template).op(at, call)?;
    Ok(Plan { ops: vec![write, declare], focus: None })
}

pub(super) fn expose(ctx: &PlanContext<'_>, of: &Id, key: &Path) -> Result<Plan, EditError> {
    let at = super::form(ctx.template).spelled(&of.0.join(key));
    let of_node = at.key_at(1) == Some("node_templates");
    let spotted = spotted(ctx, &at).filter(|_| of_node).ok_or_else(|| {
        EditError::Refused("only a property or an attribute of a node can become an output".to_owned())
    })?;
    if let Some(type_name) = spotted.undeclared {
        let name = &spotted.name;
        return Err(EditError::Refused(message::unknown_on("property", name, "node type", type_name)));
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
    let base = if ctx.free("outputs", &spotted.name) == spotted.name {
        spotted.name.clone()
    } else {
        joined(ctx, &spotted.owner, &spotted.name)
    };
    let name = ctx.free("outputs", &base);
    let call = Value::map([(function, Value::Sequence(arguments))]).on_one_line();
    let value = Value::map([("value", call)]);
    let (op, path) = ctx.entry("outputs", &name, value, false);
    Ok(Plan { ops: vec![op], focus: Some(Id(path)) })
}

fn joined(ctx: &PlanContext<'_>, owner: &str, name: &str) -> String {
    format!("{owner}{}{name}", ctx.joiner())
}

/// First call in a value: a default cannot contain calls.
fn called(node: Node<'_>) -> Option<CallNode<'_>> {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if let Some(call) = CallNode::of(node) {
            return Some(call);
        }
        let node = node.resolve();
        // Traversal through aliases terminates.
        open.extend(node.entries().map(|entry| entry.value).chain(node.items()));
    }
    None
}

/// Declaration of the input.
fn declaration(
    ctx: &PlanContext<'_>,
    spotted: &PropertySite<'_>,
    written: Option<Node<'_>>,
) -> Vec<(String, Value)> {
    let mut entries = match &spotted.schema {
        Some(schema) if !schema.name.is_empty() => typed(ctx, schema),
        _ => vec![("type".to_owned(), Value::text(written.map_or("string", literal_type)))],
    };
    let definition = spotted.definition.as_ref();
    let said_there = |key: &str| definition.and_then(|definition| Some(definition.get(key)?.0));
    if let Some(constraints) = said_there("constraints") {
        entries.push(("constraints".to_owned(), copy_of(constraints)));
    }
    let default = written.or_else(|| said_there("default").filter(|node| called(*node).is_none()));
    match default {
        Some(value) => entries.push(("default".to_owned(), copy_of(value))),
        None if definition.and_then(|definition| definition.flag("required")) == Some(false) => {
            entries.push(("required".to_owned(), Value::Plain("false".to_owned())));
        }
        None => {}
    }
    entries
}

/// `type`, and `entry_schema` for lists and maps.
pub(super) fn typed(ctx: &PlanContext<'_>, schema: &DataSchema<'_>) -> Vec<(String, Value)> {
    /// Maximum depth of entry schemas.
    const DEPTH: usize = 6;
    typed_to(ctx, schema, DEPTH)
}

fn typed_to(ctx: &PlanContext<'_>, schema: &DataSchema<'_>, depth: usize) -> Vec<(String, Value)> {
    let name = match schema.data_type {
        Some(DataType::Declared(id)) => ctx.type_name(TypeKind::Data, id),
        _ => schema.name.to_string(),
    };
    let mut entries = vec![("type".to_owned(), Value::Text(name))];
    // A generic type has the type of its entries in its name.
    let is_generic = Generic::of(&schema.name).is_some();
    if let Some(entry) =
        schema.entry.as_deref().filter(|entry| depth > 0 && !is_generic && !entry.name.is_empty())
    {
        entries.push(("entry_schema".to_owned(), Value::Mapping(typed_to(ctx, entry, depth - 1))));
    }
    entries
}

/// The value at a path, if there can be one.
fn spotted<'s>(ctx: &PlanContext<'s>, at: &Path) -> Option<PropertySite<'s>> {
    let topology = ctx.service.topology.as_ref()?;
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
    let definition = definition(ctx, type_id, kind, capability.as_deref(), section, &name);
    let type_of = type_id.found().filter(|_| capability.is_none() && section == Section::Properties);
    let complete =
        type_of.filter(|id| definition.is_none() && ctx.service.type_scope.effective(*id).complete);
    let undeclared = complete.map(|id| ctx.service.type_scope.get(id).name.to_string());
    let whole = definition.as_ref().map(|definition| DataSchema::of(&ctx.service.type_scope, definition));
    let schema = whole.and_then(|schema| within(ctx, schema, &inner));
    let definition = definition.filter(|_| inner.is_empty());
    Some(PropertySite { owner, capability, section, name, inner, schema, definition, undeclared })
}

/// Owner of the properties at a path: name, type and number of steps.
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
        "groups" => topology
            .groups
            .iter()
            .find_map(|group| find(group.key, &group.name, group.type_id, TypeKind::Group)),
        "policies" => topology
            .policies
            .iter()
            .find_map(|policy| find(policy.key, &policy.name, policy.type_id, TypeKind::Policy)),
        _ => None,
    }
}

fn definition<'s>(
    ctx: &PlanContext<'s>,
    type_id: Lookup,
    kind: TypeKind,
    capability: Option<&str>,
    section: Section,
    name: &str,
) -> Option<Definition<'s>> {
    let type_scope = &ctx.service.type_scope;
    let effective = type_scope.effective(type_id.found()?);
    match capability.filter(|_| kind == TypeKind::Node) {
        Some(capability) => {
            let definition = effective.capabilities().get(capability)?;
            type_scope.facet(definition, TypeKind::Capability, section).0.get(name).cloned()
        }
        None => effective.section(section).get(name).cloned(),
    }
}

/// Schema of a nested value.
fn within<'s>(ctx: &PlanContext<'s>, schema: DataSchema<'s>, inner: &[Step]) -> Option<DataSchema<'s>> {
    let type_scope = &ctx.service.type_scope;
    let mut schema = schema;
    for step in inner {
        schema = match (step, schema.kind) {
            (Step::Key(field), ValueKind::Complex(id)) => {
                DataSchema::of(type_scope, type_scope.effective(id).properties().get(field)?)
            }
            _ => *schema.entry?,
        };
    }
    Some(schema)
}
