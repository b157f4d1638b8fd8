//! Plans what becomes of a value: a property of the assembly that gives it, one that exposes it, or the value in place of a reference.

use super::{as_name, connect, entry, free_property, reference};
use crate::grammar::{self, PROPERTY};
use crate::graph::frame_id;
use crate::model::{Component, Descriptor, Property, Value as PropertyValue};
use limn_common::{InlineSite, Inlining, copy_of, literal_type, uncopied};
use limn_language::dialect::Plan;
use limn_language::edit::{EditError, Promotions};
use limn_language::graph::{Id, PortRef, Role};
use limn_language::schema::Reference;
use limn_yaml::{Node, Op, Path, Step, Value};

/// Promotions of the value at a path: one that is read from elsewhere cannot become an input.
pub fn promotions(descriptor: &Descriptor, at: &Path) -> Promotions {
    let Ok((owner, name)) = site(descriptor, at) else { return Promotions::default() };
    let given = owner.property(name).and_then(given);
    Promotions { to_input: given.is_none_or(|value| value.uses.is_empty()), to_output: true }
}

/// The value that a component gives a property: its default has an effect, too.
fn given(property: &Property) -> Option<&PropertyValue> {
    property.value.as_ref().or(property.default.as_ref())
}

/// Converts a property value of a component to a property of the assembly, with the value as its default.
pub fn make_input(descriptor: &Descriptor, at: &Path) -> Result<Plan, EditError> {
    let (owner, name) = site(descriptor, at)?;
    if let Some(first) = owner.property(name).and_then(given).and_then(|value| value.uses.first()) {
        return Err(EditError::Refused(format!("the value already comes from `{}`", first.name)));
    }
    let outer = free_property(descriptor, &as_name(name));
    Ok(Plan { ops: input_ops(descriptor, (owner, name), &outer, true)?, focus: None })
}

/// Connects a component's property to a new property of the assembly. A value that reads another one is replaced, any other becomes the default.
pub(super) fn plan_input(descriptor: &Descriptor, owner: &Component, name: &str) -> Result<Plan, EditError> {
    let is_read = owner.property(name).and_then(given).is_some_and(|value| !value.uses.is_empty());
    let outer = free_property(descriptor, name);
    let ops = input_ops(descriptor, (owner, name), &outer, !is_read)?;
    Ok(Plan { ops, focus: Some(Id(Path::keys(["properties", &outer]))) })
}

/// A property `outer` of the assembly, and its reference as the value of a component's property. `keeps`: the value before becomes the default.
fn input_ops(
    descriptor: &Descriptor,
    (owner, name): (&Component, &str),
    outer: &str,
    keeps: bool,
) -> Result<Vec<Op>, EditError> {
    let property = owner.path.key("properties").key(name);
    let written = |key: &str| descriptor.node(&property.key(key)).filter(|node| !node.is_null());
    let written = written("value").or_else(|| written("default"));
    let kept = written.filter(|_| keeps);
    if let Some(obstacle) = kept.and_then(|node| uncopied(&descriptor.document, node)) {
        let refusal = format!("the value contains {obstacle} that the property cannot keep: edit the text");
        return Err(EditError::Refused(refusal));
    }
    let default = property.key("default");
    let write = match written.is_some_and(|node| node.path() == default) {
        // A value beside the default would hide it.
        true => Op::Replace { at: default, value: reference(descriptor, outer) },
        false => connect::value(descriptor, owner, name, outer),
    };
    let definition = input_definition(descriptor, owner, name, kept);
    Ok(vec![entry(descriptor, "properties", outer, definition), write])
}

/// The definition of a property of the assembly that gives a component's property its value: as the component's descriptor declares it. `written`: the
/// component's own value, which becomes the default.
fn input_definition(
    descriptor: &Descriptor,
    owner: &Component,
    name: &str,
    written: Option<Node<'_>>,
) -> Value {
    let definition = descriptor.descriptor_of(owner);
    let declared = definition.as_ref().and_then(|definition| Some((definition, definition.property(name)?)));
    // A data type of the component's descriptor need not be one of this descriptor.
    let is_known = |kind: &&str| {
        let is_built_in = grammar::PROPERTY_TYPES.iter().any(|choice| choice.word == *kind);
        is_built_in || descriptor.node(&Path::keys(["data-types", kind])).is_some()
    };
    let kind = declared.and_then(|(_, property)| property.kind.as_ref());
    let kind = kind.map(|kind| kind.text.as_str()).filter(is_known);
    let given = |key: &str| {
        let (definition, property) = declared?;
        let node = definition.node(&property.path.key(key)).filter(|node| !node.is_null())?;
        uncopied(&definition.document, node).is_none().then(|| copy_of(node))
    };
    let mut entries =
        vec![("type", Value::text(kind.unwrap_or_else(|| written.map_or("string", literal_type))))];
    entries.extend(given("description").map(|text| ("description", text)));
    // A default that reads other properties of the component means nothing in the assembly.
    let is_plain = declared
        .and_then(|(_, property)| property.default.as_ref())
        .is_some_and(|default| default.uses.is_empty());
    let default = written.map(copy_of).or_else(|| given("default").filter(|_| is_plain));
    entries.extend(default.map(|value| ("default", value)));
    Value::map(entries)
}

/// The property of the assembly that has the value of a component's property.
pub(super) fn exposing<'d>(
    descriptor: &'d Descriptor,
    owner: &Component,
    name: &str,
) -> Option<&'d Property> {
    let interpolation = format!("${{{}.{name}}}", owner.name);
    let is_it = |property: &&Property| {
        property.value.as_ref().and_then(|value| value.text.as_deref()) == Some(interpolation.as_str())
    };
    descriptor.properties.iter().find(is_it)
}

/// Adds a read-only property of the assembly with the value of a component's property.
pub fn expose(descriptor: &Descriptor, at: &Path) -> Result<Plan, EditError> {
    let (owner, name) = site(descriptor, at)?;
    let port = |node: Id, port: &str| PortRef { node, role: Role::Output, port: port.to_owned() };
    let from = port(Id(owner.path.clone()), name);
    if let Some(exposing) = exposing(descriptor, owner, name) {
        return Err(EditError::Refused(format!("property `{}` already exposes it", exposing.name)));
    }
    Ok(connect::plan_output(descriptor, &from, &port(frame_id(), "")))
}

/// Replaces `${name}` by the value of the property.
pub fn inline(descriptor: &Descriptor, at: &Path) -> Result<Plan, EditError> {
    let document = &*descriptor.document;
    let interpolation = |reference: &Reference| {
        let node = document.node_of(reference.node).filter(|_| !reference.is_key)?;
        let text = node.as_str()?;
        let (before, after) = (text.get(..reference.within.start)?, text.get(reference.within.end..)?);
        let (before, after) = (before.strip_suffix("${")?, after.strip_prefix('}')?);
        let path = node.path();
        Some(match before.is_empty() && after.is_empty() {
            true => InlineSite::Whole(path),
            false => InlineSite::Part(path, before.len()..reference.within.end + 1),
        })
    };
    let given = |path: &Path, key: &str| document.get(&path.key(key)).filter(|node| !node.is_null());
    let inlining = Inlining {
        document,
        names: &descriptor.names,
        noun: ("a property of the assembly", "value"),
        has_value: &|declaration| {
            *declaration.kind == PROPERTY
                && declaration.path.len() == 2
                && declaration.path.key_at(0) == Some("properties")
        },
        value: &|declaration| {
            given(&declaration.path, "value").or_else(|| given(&declaration.path, "default"))
        },
        site: &interpolation,
        // Those who use the assembly set its properties.
        removes_unused: false,
    };
    inlining.plan(at)
}

/// The component or reference whose property has its value at a path, and the name of the property.
fn site<'d, 'p>(descriptor: &'d Descriptor, at: &'p Path) -> Result<(&'d Component, &'p str), EditError> {
    let found = descriptor.owners().find(|owner| at.starts_with(&owner.path)).and_then(|owner| {
        match &at.steps()[owner.path.len()..] {
            [Step::Key(section), Step::Key(name), rest @ ..] if &**section == "properties" => {
                let is_value = matches!(rest, []) || matches!(rest, [Step::Key(key)] if &**key == "value");
                is_value.then_some((owner, &**name))
            }
            _ => None,
        }
    });
    found.ok_or_else(|| EditError::Refused("not the value of a component's property".to_owned()))
}
