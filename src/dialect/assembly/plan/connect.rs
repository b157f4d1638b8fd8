//! Which ports fit, and how a connection is written.

use super::{as_name, entry, form, free_name, is_cp4na, reference};
use crate::dialect::Plan;
use crate::dialect::assembly::graph::{frame_id, frame_role};
use crate::dialect::assembly::model::{Component, Descriptor, Offer, Property};
use crate::edit::EditError;
use crate::graph::{Id, PortRef, Role};
use crate::yaml::{Node, Op, Path, Spot, Value};

/// What two ports make when they are joined.
enum Joint<'d> {
    /// A capability serves a requirement.
    Serves(&'d Component, &'d Component),
    /// A value flows into a property of a component or reference.
    Flows(&'d Component),
    /// A component's value becomes the frame's.
    Shows,
    /// A component's property is set from outside: through a new property of the frame.
    Opens(&'d Component),
    /// An operation or metric is published.
    Promotes(&'d Component),
    /// A metric scales a component.
    Scales(&'d Component, &'d Component),
    /// A policy gets another target.
    Targets(&'d Component),
}

/// Whether two ports may be joined; canvas and rules ask this.
pub fn accepts(descriptor: &Descriptor, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
    joint(descriptor, from, to).map(|_| ())
}

fn joint<'d>(descriptor: &'d Descriptor, from: &PortRef, to: &PortRef) -> Result<Joint<'d>, EditError> {
    let frame = frame_id();
    match (from.role, to.role) {
        _ if from.node.0.key_at(0) == Some("policies") => {
            Ok(Joint::Targets(component(descriptor, &to.node)?))
        }
        (Role::Capability, Role::Requirement) => serves(descriptor, from, to),
        (Role::Input | Role::Output, Role::Input) if from.node == frame && to.node != frame => {
            let (Some(property), target) = (descriptor.property(&from.port), owner(descriptor, &to.node)?)
            else {
                return Err(unfit(format!("there is no property `{}`", from.port)));
            };
            settable(descriptor, target, &to.port)?;
            same_kind(descriptor, Some(property), target, &to.port)?;
            Ok(Joint::Flows(target))
        }
        (Role::Output, Role::Input) if from.node != frame && to.node != frame => flows(descriptor, from, to),
        (Role::Output, Role::Output | Role::Input) if from.node != frame && to.node == frame => {
            owner(descriptor, &from.node)?;
            match descriptor.property(&to.port) {
                Some(property) if frame_role(property) == Role::Input => {
                    Err(unfit(format!("`{}` is set from outside, not from within", to.port)))
                }
                Some(_) => Ok(Joint::Shows),
                None if to.port.is_empty() => Ok(Joint::Shows),
                None => Err(unfit(format!("there is no property `{}`", to.port))),
            }
        }
        (Role::Input, Role::Input) if from.node != frame && to.node == frame && to.port.is_empty() => {
            let target = owner(descriptor, &from.node)?;
            settable(descriptor, target, &from.port)?;
            Ok(Joint::Opens(target))
        }
        (Role::Operation | Role::Metric, _) if from.node != frame && to.node == frame => {
            if to.role != from.role && !to.port.is_empty() {
                return Err(unfit(format!("`{}` is something else", to.port)));
            }
            if from.role == Role::Metric && is_cp4na(descriptor) {
                return Err(unfit("CP4NA has no metrics of assemblies".to_owned()));
            }
            component(descriptor, &from.node).map(Joint::Promotes)
        }
        (Role::Metric, Role::Input) if from.node != frame && to.port.is_empty() => {
            if is_cp4na(descriptor) {
                return Err(unfit("CP4NA has no scaling policies".to_owned()));
            }
            Ok(Joint::Scales(component(descriptor, &from.node)?, component(descriptor, &to.node)?))
        }
        (from, to) => Err(unfit(format!("{} does not meet {}", said(from), said(to)))),
    }
}

fn said(role: Role) -> &'static str {
    match role {
        Role::Capability => "a capability",
        Role::Requirement => "a requirement",
        Role::Input => "a value to be set",
        Role::Output => "a value to be read",
        Role::Operation => "an operation",
        Role::Metric => "a metric",
    }
}

fn unfit(reason: String) -> EditError {
    EditError::Unfit(reason)
}

fn owner<'d>(descriptor: &'d Descriptor, id: &Id) -> Result<&'d Component, EditError> {
    let found = descriptor.owners().find(|owner| owner.path == id.0);
    found.ok_or_else(|| match id.0.last_key() {
        Some(name) => unfit(format!("`{name}` is not declared")),
        None => unfit("the assembly itself is not meant here".to_owned()),
    })
}

fn component<'d>(descriptor: &'d Descriptor, id: &Id) -> Result<&'d Component, EditError> {
    let found = owner(descriptor, id)?;
    if found.is_reference {
        return Err(unfit(format!(
            "`{}` is a reference: it exists already, and is not this assembly's to act on",
            found.name
        )));
    }
    Ok(found)
}

fn serves<'d>(descriptor: &'d Descriptor, from: &PortRef, to: &PortRef) -> Result<Joint<'d>, EditError> {
    if from.node == frame_id() || to.node == frame_id() {
        return Err(unfit(
            "what an assembly offers and needs is connected where the assembly is used".to_owned(),
        ));
    }
    let (source, target) = (owner(descriptor, &from.node)?, owner(descriptor, &to.node)?);
    if target.is_reference {
        return Err(unfit(format!("`{}` is a reference: it offers, and needs nothing", target.name)));
    }
    if source.name == target.name {
        return Err(unfit(format!("`{}` cannot serve itself", source.name)));
    }
    let kinds = (
        kind_of(descriptor, source, &from.port, |made_of| &made_of.capabilities),
        kind_of(descriptor, target, &to.port, |made_of| &made_of.requirements),
    );
    if let (Some(offered), Some(needed)) = &kinds
        && offered != needed
    {
        let offers = if from.port.is_empty() { &source.name } else { &from.port };
        return Err(unfit(format!("`{offers}` offers `{offered}`, `{}` needs `{needed}`", to.port)));
    }
    if !from.port.is_empty() || source.is_reference {
        let (source, target) = (end_text(source, &from.port), end_text(target, &to.port));
        let joined = descriptor.relationships.iter().find(|it| {
            it.sources.iter().any(|end| end.text() == source)
                && it.targets.iter().any(|end| end.text() == target)
        });
        if let Some(relationship) = joined {
            return Err(unfit(format!("`{}` connects the two already", relationship.name)));
        }
    }
    Ok(Joint::Serves(source, target))
}

/// The type of a capability or requirement, where the descriptor that declares it is in the workspace.
fn kind_of(
    descriptor: &Descriptor,
    owner: &Component,
    port: &str,
    offers: impl Fn(&Descriptor) -> &Vec<Offer>,
) -> Option<String> {
    let made_of = descriptor.descriptor_of(owner)?;
    let offers = offers(&made_of);
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

fn flows<'d>(descriptor: &'d Descriptor, from: &PortRef, to: &PortRef) -> Result<Joint<'d>, EditError> {
    let (source, target) = (owner(descriptor, &from.node)?, owner(descriptor, &to.node)?);
    if source.name == target.name {
        return Err(unfit(format!("`{}` cannot take a value from itself", target.name)));
    }
    if target.is_reference && !source.is_reference {
        return Err(unfit(format!("`{}` is found before `{}` is created", target.name, source.name)));
    }
    settable(descriptor, target, &to.port)?;
    let declared = descriptor.descriptor_of(source);
    let property = declared
        .as_ref()
        .and_then(|made_of| made_of.property(&from.port))
        .or_else(|| source.property(&from.port));
    same_kind(descriptor, property, target, &to.port)?;
    Ok(Joint::Flows(target))
}

fn settable(descriptor: &Descriptor, target: &Component, port: &str) -> Result<(), EditError> {
    if port.is_empty() {
        return Err(unfit(format!("say which property of `{}` is meant", target.name)));
    }
    let made_of = descriptor.descriptor_of(target);
    let declared = made_of.as_ref().and_then(|made_of| made_of.property(port));
    if declared.or_else(|| target.property(port)).is_some_and(|property| property.read_only == Some(true)) {
        return Err(unfit(format!("`{port}` can only be read")));
    }
    Ok(())
}

/// CP4NA's types count; a string takes anything.
fn same_kind(
    descriptor: &Descriptor,
    from: Option<&Property>,
    target: &Component,
    port: &str,
) -> Result<(), EditError> {
    if !is_cp4na(descriptor) {
        return Ok(());
    }
    let made_of = descriptor.descriptor_of(target);
    let to = made_of.as_ref().and_then(|made_of| made_of.property(port)).or_else(|| target.property(port));
    let kind = |property: Option<&Property>| Some(property?.kind.as_ref()?.text.clone());
    match (kind(from), kind(to)) {
        (Some(from), Some(to)) if from != to && to != "string" => {
            Err(unfit(format!("the value is a `{from}`, `{port}` takes a `{to}`")))
        }
        _ => Ok(()),
    }
}

pub fn plan(descriptor: &Descriptor, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    match joint(descriptor, from, to)? {
        Joint::Serves(source, target) => Ok(serve(descriptor, source, &from.port, target, &to.port)),
        Joint::Flows(target) => {
            let path = match from.node.0.last_key() {
                Some(owner) => format!("{owner}.{}", from.port),
                None => from.port.clone(),
            };
            Ok(Plan {
                ops: vec![value(descriptor, target, &to.port, &path)],
                focus: Some(Id(target.path.clone())),
            })
        }
        Joint::Shows => Ok(show(descriptor, from, to)),
        Joint::Opens(target) => {
            let taken = |name: &str| descriptor.property(name).is_some();
            let name = free_name(&from.port, taken);
            let made_of = descriptor.descriptor_of(target);
            let declared = made_of.as_ref().and_then(|made_of| made_of.property(&from.port));
            let kind = declared.and_then(|it| it.kind.as_ref()).map_or("string", |kind| kind.text.as_str());
            let ops = vec![
                entry(descriptor, "properties", &name, Value::map([("type", Value::text(kind))])),
                value(descriptor, target, &from.port, &name),
            ];
            Ok(Plan { ops, focus: Some(Id(Path::keys(["properties", &name]))) })
        }
        Joint::Promotes(source) => Ok(promote(descriptor, source, from, to)),
        Joint::Scales(source, target) => {
            let metric = format!("{}.{}", source.name, from.port);
            let name = super::add::policy_name(descriptor, &target.name);
            let policy = super::add::scale_policy(descriptor, &metric, &target.name);
            let ops = vec![entry(descriptor, "policies", &name, policy)];
            Ok(Plan { ops, focus: Some(Id(Path::keys(["policies", &name]))) })
        }
        Joint::Targets(target) => {
            let at = from.node.0.key("target");
            let name = Value::text(target.name.clone());
            let op = match descriptor.node(&at) {
                Some(_) => Op::Replace { at, value: name },
                None => Op::Insert {
                    into: from.node.0.clone(),
                    key: "target".to_owned(),
                    value: name,
                    spot: Spot::After("metric".to_owned()),
                },
            };
            Ok(Plan { ops: vec![op], focus: Some(from.node.clone()) })
        }
    }
}

fn serve(
    descriptor: &Descriptor,
    source: &Component,
    offered: &str,
    target: &Component,
    needed: &str,
) -> Plan {
    // What is not known of one end is called as the other end calls it.
    let offered =
        if offered.is_empty() && !source.is_reference { first_of([needed, &source.name]) } else { offered };
    let needed = if needed.is_empty() { first_of([offered, &source.name]) } else { needed };
    let from = end_text(source, offered);
    let to = end_text(target, needed);
    // A relationship that only orders its ends takes one more; one that does something is left to itself.
    let mut orders = descriptor.relationships.iter().filter(|it| {
        matches!(it.sources.as_slice(), [only] if only.text() == from)
            && it.properties.is_empty()
            && it.create.is_empty()
            && it.cease.is_empty()
            && descriptor.node(&it.path.key("target-requirements")).is_some_and(Node::is_sequence)
    });
    if let (Some(relationship), None) = (orders.next(), orders.next()) {
        let to = Op::Append { to: relationship.path.key("target-requirements"), value: Value::text(to) };
        return Plan { ops: vec![to], focus: Some(Id(relationship.path.clone())) };
    }
    let taken = |name: &str| descriptor.relationships.iter().any(|it| it.name == name);
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

/// Gives a component's property the value `${path}`.
fn value(descriptor: &Descriptor, target: &Component, property: &str, path: &str) -> Op {
    let properties = target.path.key("properties");
    let at = properties.key(property);
    let value = reference(path);
    if descriptor.node(&at.key("value")).is_some() {
        return Op::Replace { at: at.key("value"), value };
    }
    if descriptor.node(&at).is_some() {
        return Op::Insert { into: at, key: "value".to_owned(), value, spot: Spot::Last };
    }
    Op::Insert {
        into: properties,
        key: property.to_owned(),
        value: Value::map([("value", value)]),
        spot: Spot::Last,
    }
}

/// Gives the frame a component's value to show.
fn show(descriptor: &Descriptor, from: &PortRef, to: &PortRef) -> Plan {
    let owner = from.node.0.last_key().unwrap_or_default();
    let value = reference(&format!("{owner}.{}", from.port));
    if let Some(property) = descriptor.property(&to.port) {
        let at = property.path.key("value");
        let op = match descriptor.node(&at) {
            Some(_) => Op::Replace { at, value },
            None => {
                Op::Insert { into: property.path.clone(), key: "value".to_owned(), value, spot: Spot::Last }
            }
        };
        return Plan { ops: vec![op], focus: Some(Id(property.path.clone())) };
    }
    let taken = |name: &str| descriptor.property(name).is_some();
    let plain = as_name(&from.port);
    let base = if taken(&plain) { as_name(&format!("{owner}-{plain}")) } else { plain };
    let name = free_name(&base, taken);
    let definition = Value::map([
        ("type", Value::text("string")),
        ("read-only", Value::Plain("true".to_owned())),
        ("value", value),
    ]);
    Plan {
        ops: vec![entry(descriptor, "properties", &name, definition)],
        focus: Some(Id(Path::keys(["properties", &name]))),
    }
}

fn promote(descriptor: &Descriptor, source: &Component, from: &PortRef, to: &PortRef) -> Plan {
    let (section, key) = if from.role == Role::Operation {
        ("operations", "source-operation")
    } else {
        ("metrics", "source-metric")
    };
    let value = Value::text(format!("{}.{}", source.name, from.port));
    let there = Path::keys([section, &to.port]);
    if !to.port.is_empty() && descriptor.node(&there).is_some() {
        let at = there.key(key);
        let op = match descriptor.node(&at) {
            Some(_) => Op::Replace { at, value },
            None => Op::Insert { into: there.clone(), key: key.to_owned(), value, spot: Spot::Last },
        };
        return Plan { ops: vec![op], focus: Some(Id(there)) };
    }
    let taken = |name: &str| descriptor.node(&Path::keys([section, name])).is_some();
    let name = free_name(&from.port, taken);
    let mut entries = vec![(key, value)];
    if from.role == Role::Metric {
        entries.insert(0, ("type", Value::text("metric::load")));
    }
    Plan {
        ops: vec![entry(descriptor, section, &name, Value::map(entries))],
        focus: Some(Id(Path::keys([section, &name]))),
    }
}
