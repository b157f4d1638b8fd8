//! Plans connections: which ports can be connected, and the operations that connect them.

use super::promote::{self, Promoted, promotion};
use super::publish::{self, check_load, check_new};
use super::{as_name, entry, form, free_name, free_property, is_cp4na, reference, values};
use crate::graph::{frame_id, frame_role};
use crate::model::{Component, DeclaredPort, Descriptor, Property};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::message;
use limn_yaml::{Node, Op, Path, Placement, Value};

/// The kind of connection between two ports.
enum Connection<'d> {
    /// A capability fulfills a requirement.
    Relationship(&'d Component, &'d Component),
    /// A value flows into a property of a component or reference.
    PropertyValue(&'d Component),
    /// A property of the frame reads a component's property.
    AssemblyOutput,
    /// A component's property reads a new property of the frame.
    AssemblyInput(&'d Component),
    /// The frame promotes an operation or metric.
    Promotion(&'d Component),
    /// The frame promotes a capability or requirement, or one of its own exposes it.
    Exposure(Promoted<'d>),
    /// A metric scales a component.
    ScalePolicy(&'d Component, &'d Component),
    /// A policy changes its target.
    PolicyTarget(&'d Component),
}

/// Checks whether two ports can be connected.
pub fn accepts(descriptor: &Descriptor, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
    connection(descriptor, from, to).map(|_| ())
}

fn connection<'d>(
    descriptor: &'d Descriptor,
    from: &PortRef,
    to: &PortRef,
) -> Result<Connection<'d>, EditError> {
    let frame = frame_id();
    if let Some(promoted) = promotion(descriptor, from, to) {
        return promoted.map(Connection::Exposure);
    }
    match (from.role, to.role) {
        _ if from.node.0.key_at(0) == Some("policies") => {
            Ok(Connection::PolicyTarget(component(descriptor, &to.node)?))
        }
        (Role::Capability, Role::Requirement) => check_relationship(descriptor, from, to),
        (Role::Input | Role::Output, Role::Input) if from.node == frame && to.node != frame => {
            let (Some(property), target) = (descriptor.property(&from.port), owner(descriptor, &to.node)?)
            else {
                return Err(refused(message::unknown("property", &from.port)));
            };
            check_settable(descriptor, target, &to.port)?;
            check_types(descriptor, Some(property), target, &to.port)?;
            Ok(Connection::PropertyValue(target))
        }
        // A property that can be set can also be read.
        (Role::Input | Role::Output, Role::Input) if from.node != frame && to.node != frame => {
            check_value(descriptor, from, to)
        }
        (Role::Output, Role::Output | Role::Input) if from.node != frame && to.node == frame => {
            let source = owner(descriptor, &from.node)?;
            match descriptor.property(&to.port) {
                Some(property) if frame_role(property) == Role::Input => Err(refused(format!(
                    "property `{}` is an input of the assembly and cannot read a component",
                    to.port
                ))),
                Some(_) => Ok(Connection::AssemblyOutput),
                None if to.port.is_empty() => match values::exposing(descriptor, source, &from.port) {
                    Some(own) => Err(refused(format!("already promoted as property `{}`", own.name))),
                    None => Ok(Connection::AssemblyOutput),
                },
                None => Err(refused(message::unknown("property", &to.port))),
            }
        }
        (Role::Input, Role::Input) if from.node != frame && to.node == frame && to.port.is_empty() => {
            let target = owner(descriptor, &from.node)?;
            check_settable(descriptor, target, &from.port)?;
            Ok(Connection::AssemblyInput(target))
        }
        (Role::Operation | Role::Metric, _) if from.node != frame && to.node == frame => {
            if to.role != from.role && !to.port.is_empty() {
                return Err(refused(message::expected(role_label(from.role), format!("`{}`", to.port))));
            }
            if from.role == Role::Metric && is_cp4na(descriptor) {
                return Err(refused(message::unsupported("metrics", "CP4NA assemblies")));
            }
            let source = component(descriptor, &from.node)?;
            if from.role == Role::Metric {
                check_load(descriptor, source, &from.port)?;
            }
            if to.port.is_empty() {
                check_new(descriptor, source, from)?;
            }
            Ok(Connection::Promotion(source))
        }
        (Role::Metric, Role::Input) if from.node != frame && to.port.is_empty() => {
            if is_cp4na(descriptor) {
                return Err(refused(message::unsupported("policy::scale", "CP4NA")));
            }
            let source = component(descriptor, &from.node)?;
            check_load(descriptor, source, &from.port)?;
            Ok(Connection::ScalePolicy(source, component(descriptor, &to.node)?))
        }
        (from, to) => Err(refused(format!("cannot connect {} to {}", role_label(from), role_label(to)))),
    }
}

fn role_label(role: Role) -> &'static str {
    match role {
        Role::Capability => "a capability",
        Role::Requirement => "a requirement",
        Role::Input => "an input",
        Role::Output => "an output",
        Role::Operation => "an operation",
        Role::Metric => "a metric",
    }
}

pub(super) fn refused(reason: String) -> EditError {
    EditError::Incompatible(reason)
}

fn owner<'d>(descriptor: &'d Descriptor, id: &Id) -> Result<&'d Component, EditError> {
    let found = descriptor.owners().find(|owner| owner.path == id.0);
    found.ok_or_else(|| match id.0.last_key() {
        Some(name) => refused(message::unknown("component or reference", name)),
        None => refused(message::expected("a component or reference", "the assembly")),
    })
}

pub(super) fn component<'d>(descriptor: &'d Descriptor, id: &Id) -> Result<&'d Component, EditError> {
    let found = owner(descriptor, id)?;
    if found.is_reference {
        return Err(refused(message::expected("a component", format!("reference `{}`", found.name))));
    }
    Ok(found)
}

fn check_relationship<'d>(
    descriptor: &'d Descriptor,
    from: &PortRef,
    to: &PortRef,
) -> Result<Connection<'d>, EditError> {
    let (source, target) = (owner(descriptor, &from.node)?, owner(descriptor, &to.node)?);
    if target.is_reference {
        return Err(refused(format!("reference `{}` has no requirements", target.name)));
    }
    if source.name == target.name {
        return Err(refused(format!("cannot connect component `{}` to itself", source.name)));
    }
    let kinds = (
        kind_of(descriptor, source, &from.port, |definition| &definition.capabilities),
        kind_of(descriptor, target, &to.port, |definition| &definition.requirements),
    );
    if let (Some(offered), Some(needed)) = &kinds
        && offered != needed
    {
        let offers = if from.port.is_empty() { &source.name } else { &from.port };
        return Err(refused(message::expected(
            format!("a capability of type `{needed}` for `{}`", to.port),
            format!("`{offers}` of type `{offered}`"),
        )));
    }
    if !from.port.is_empty() || source.is_reference {
        let (source, target) = (end_text(source, &from.port), end_text(target, &to.port));
        let joined = descriptor.relationships.iter().find(|relationship| {
            relationship.sources.iter().any(|end| end.text() == source)
                && relationship.targets.iter().any(|end| end.text() == target)
        });
        if let Some(relationship) = joined {
            return Err(refused(format!("already connected by relationship `{}`", relationship.name)));
        }
    }
    Ok(Connection::Relationship(source, target))
}

/// The type of a capability or requirement, if the descriptor that declares it is in the workspace.
fn kind_of(
    descriptor: &Descriptor,
    owner: &Component,
    port: &str,
    offers: impl Fn(&Descriptor) -> &Vec<DeclaredPort>,
) -> Option<String> {
    let definition = descriptor.descriptor_of(owner)?;
    let offers = offers(&definition);
    let offer = match (port, offers.as_slice()) {
        ("", [only]) => only,
        _ => offers.iter().find(|offer| offer.name == port)?,
    };
    Some(offer.kind.as_ref()?.text.clone())
}

fn end_text(owner: &Component, port: &str) -> String {
    if port.is_empty() || (owner.is_reference) {
        owner.name.clone()
    } else {
        format!("{}.{port}", owner.name)
    }
}

fn check_value<'d>(
    descriptor: &'d Descriptor,
    from: &PortRef,
    to: &PortRef,
) -> Result<Connection<'d>, EditError> {
    let (source, target) = (owner(descriptor, &from.node)?, owner(descriptor, &to.node)?);
    if source.name == target.name {
        return Err(refused(format!("`{}` cannot read its own property", target.name)));
    }
    if target.is_reference && !source.is_reference {
        return Err(refused(format!(
            "reference `{}` is resolved before component `{}` is created",
            target.name, source.name
        )));
    }
    check_settable(descriptor, target, &to.port)?;
    let declared = descriptor.descriptor_of(source);
    let property = declared
        .as_ref()
        .and_then(|definition| definition.property(&from.port))
        .or_else(|| source.property(&from.port));
    check_types(descriptor, property, target, &to.port)?;
    Ok(Connection::PropertyValue(target))
}

fn check_settable(descriptor: &Descriptor, target: &Component, port: &str) -> Result<(), EditError> {
    if port.is_empty() {
        return Err(refused(message::expected(format!("a property of `{}`", target.name), "the whole node")));
    }
    let definition = descriptor.descriptor_of(target);
    let declared = definition.as_ref().and_then(|definition| definition.property(port));
    if declared.or_else(|| target.property(port)).is_some_and(|property| property.read_only == Some(true)) {
        return Err(refused(format!("property `{port}` is read-only")));
    }
    Ok(())
}

/// Checks property types in CP4NA. A string accepts any type.
fn check_types(
    descriptor: &Descriptor,
    from: Option<&Property>,
    target: &Component,
    port: &str,
) -> Result<(), EditError> {
    if !is_cp4na(descriptor) {
        return Ok(());
    }
    let definition = descriptor.descriptor_of(target);
    let to = definition
        .as_ref()
        .and_then(|definition| definition.property(port))
        .or_else(|| target.property(port));
    let kind = |property: Option<&Property>| Some(property?.kind.as_ref()?.text.clone());
    match (kind(from), kind(to)) {
        (Some(from), Some(to)) if from != to && to != "string" => {
            Err(refused(message::expected(format!("type `{to}` for `{port}`"), format!("`{from}`"))))
        }
        _ => Ok(()),
    }
}

pub fn plan(descriptor: &Descriptor, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    match connection(descriptor, from, to)? {
        Connection::Relationship(source, target) => {
            Ok(plan_relationship(descriptor, source, &from.port, target, &to.port))
        }
        Connection::PropertyValue(target) => {
            let path = match from.node.0.last_key() {
                Some(owner) => format!("{owner}.{}", from.port),
                None => from.port.clone(),
            };
            Ok(Plan {
                ops: vec![value(descriptor, target, &to.port, &path)],
                focus: Some(Id(target.path.clone())),
            })
        }
        Connection::AssemblyOutput => Ok(plan_output(descriptor, from, to)),
        Connection::AssemblyInput(target) => values::plan_input(descriptor, target, &from.port),
        Connection::Promotion(source) => Ok(publish::plan(descriptor, source, from, to)),
        Connection::Exposure(promoted) => Ok(promote::plan(descriptor, promoted)),
        Connection::ScalePolicy(source, target) => {
            let metric = format!("{}.{}", source.name, from.port);
            let name = super::add::policy_name(descriptor, &target.name);
            let policy = super::add::scale_policy(descriptor, &metric, &target.name);
            let ops = vec![entry(descriptor, "policies", &name, policy)];
            Ok(Plan { ops, focus: Some(Id(Path::keys(["policies", &name]))) })
        }
        Connection::PolicyTarget(target) => {
            let at = from.node.0.key("target");
            let name = Value::text(target.name.clone());
            let op = match descriptor.node(&at) {
                Some(_) => Op::Replace { at, value: name },
                None => Op::Insert {
                    into: from.node.0.clone(),
                    key: "target".to_owned(),
                    value: name,
                    placement: Placement::After("metric".to_owned()),
                },
            };
            Ok(Plan { ops: vec![op], focus: Some(from.node.clone()) })
        }
    }
}

fn plan_relationship(
    descriptor: &Descriptor,
    source: &Component,
    offered: &str,
    target: &Component,
    needed: &str,
) -> Plan {
    // An unknown end takes the name of the other end.
    let offered =
        if offered.is_empty() && !source.is_reference { first_of([needed, &source.name]) } else { offered };
    let needed = if needed.is_empty() { first_of([offered, &source.name]) } else { needed };
    let from = end_text(source, offered);
    let to = end_text(target, needed);
    // Extend a relationship that only orders its components; never change one with properties or operations.
    let mut orders = descriptor.relationships.iter().filter(|relationship| {
        matches!(relationship.sources.as_slice(), [only] if only.text() == from)
            && relationship.properties.is_empty()
            && relationship.create.is_empty()
            && relationship.cease.is_empty()
            && descriptor.node(&relationship.path.key("target-requirements")).is_some_and(Node::is_sequence)
    });
    if let (Some(relationship), None) = (orders.next(), orders.next()) {
        let to = Op::Append { to: relationship.path.key("target-requirements"), value: Value::text(to) };
        return Plan { ops: vec![to], focus: Some(Id(relationship.path.clone())) };
    }
    let taken = |name: &str| descriptor.relationships.iter().any(|relationship| relationship.name == name);
    let name = free_name(&as_name(&format!("{}-uses-{}", target.name, source.name)), taken);
    let value = form::relationship(descriptor, vec![Value::text(from)], vec![Value::text(to)]);
    Plan {
        ops: vec![entry(descriptor, "relationships", &name, value)],
        focus: Some(Id(Path::keys(["relationships", &name]))),
    }
}

fn first_of(names: [&str; 2]) -> &str {
    if names[0].is_empty() { names[1] } else { names[0] }
}

/// Sets a component's property to `${path}`.
pub(super) fn value(descriptor: &Descriptor, target: &Component, property: &str, path: &str) -> Op {
    let properties = target.path.key("properties");
    let at = properties.key(property);
    let value = reference(descriptor, path);
    if descriptor.node(&at.key("value")).is_some() {
        return Op::Replace { at: at.key("value"), value };
    }
    if descriptor.node(&at).is_some() {
        return Op::Insert { into: at, key: "value".to_owned(), value, placement: Placement::Last };
    }
    Op::Insert {
        into: properties,
        key: property.to_owned(),
        value: Value::map([("value", value)]),
        placement: Placement::Last,
    }
}

/// Sets a property of the frame to a component's property.
pub(super) fn plan_output(descriptor: &Descriptor, from: &PortRef, to: &PortRef) -> Plan {
    let owner = from.node.0.last_key().unwrap_or_default();
    let value = reference(descriptor, &format!("{owner}.{}", from.port));
    if let Some(property) = descriptor.property(&to.port) {
        let at = property.path.key("value");
        let op = match descriptor.node(&at) {
            Some(_) => Op::Replace { at, value },
            None => Op::Insert {
                into: property.path.clone(),
                key: "value".to_owned(),
                value,
                placement: Placement::Last,
            },
        };
        return Plan { ops: vec![op], focus: Some(Id(property.path.clone())) };
    }
    let taken = |name: &str| descriptor.property(name).is_some();
    let plain = as_name(&from.port);
    let base = if taken(&plain) { as_name(&format!("{owner}-{plain}")) } else { plain };
    let name = free_property(descriptor, &base);
    let source = descriptor.owners().find(|owner| owner.path == from.node.0);
    let declared = source.and_then(|source| descriptor.descriptor_of(source));
    let kind = declared
        .as_ref()
        .and_then(|declared| declared.property(&from.port))
        .and_then(|property| property.kind.as_ref())
        .map_or("string", |kind| kind.text.as_str());
    let definition = Value::map([
        ("type", Value::text(kind)),
        ("read-only", Value::Plain("true".to_owned())),
        ("value", value),
    ]);
    Plan {
        ops: vec![entry(descriptor, "properties", &name, definition)],
        focus: Some(Id(Path::keys(["properties", &name]))),
    }
}
