//! Plans edits from form fields, based on the grammar tables, with special cases for clusters and new entries.

use super::{is_cp4na, placement_of};
use crate::grammar::{self, OPERATION, PROPERTY};
use crate::model::Descriptor;
use limn_common::Form;
use limn_language::dialect::Plan;
use limn_language::edit::{EditError, Input};
use limn_language::schema::NamedEntries;
use limn_yaml::{Node, Op, Path, Value};

pub fn set(descriptor: &Descriptor, at: &Path, input: &Input) -> Result<Plan, EditError> {
    with_form(descriptor, |form| {
        let at = form.spelled(at);
        if let (Some(ops), Input::EmptyMap) = (cluster_ops(descriptor, &at), input) {
            return Ok(Plan { ops, focus: None });
        }
        let mut plan = form.set(&at, input)?;
        plan.ops.extend(empty_value(descriptor, &at));
        Ok(plan)
    })
}

/// Removes the empty value that a new property starts with when it gets a default: a default has no effect beside a value.
fn empty_value(descriptor: &Descriptor, at: &Path) -> Option<Op> {
    let at = at.parent().filter(|_| at.last_key() == Some("default"))?.key("value");
    let is_empty = descriptor.node(&at).and_then(Node::as_str).is_some_and(|text| text.is_empty());
    is_empty.then_some(Op::Remove { at, prune: false })
}

pub fn unset(descriptor: &Descriptor, at: &Path) -> Result<Plan, EditError> {
    with_form(descriptor, |form| form.unset(at))
}

pub fn insert(descriptor: &Descriptor, into: &Path, name: &str) -> Result<Plan, EditError> {
    with_form(descriptor, |form| form.insert(into, name))
}

pub(super) fn with_form<T>(descriptor: &Descriptor, action: impl FnOnce(&Form<'_>) -> T) -> T {
    action(&Form {
        document: &descriptor.document,
        table: grammar::construct(descriptor.profiles),
        profiles: descriptor.profiles,
        fresh: &|named, into| new_value(descriptor, named, into),
        slots: None,
    })
}

/// Converts a component to a cluster: its quantity becomes the initial quantity of the cluster.
pub(super) fn cluster_ops(descriptor: &Descriptor, at: &Path) -> Option<Vec<Op>> {
    let component = descriptor.composition.iter().find(|component| component.path.key("cluster") == *at)?;
    if descriptor.node(at).is_some() {
        return None;
    }
    let initial = component.quantity.as_ref().map_or("1", |quantity| quantity.text.as_str());
    let number = |text: &str| match text.parse::<u64>() {
        Ok(_) => Value::Plain(text.to_owned()),
        Err(_) => Value::Quoted(text.to_owned()),
    };
    let most = initial.parse::<u64>().map_or(4, |initial| initial.max(4));
    let value = Value::map([
        ("initial-quantity", number(initial)),
        ("minimum-nodes", Value::Plain("1".to_owned())),
        ("maximum-nodes", Value::Plain(most.to_string())),
        ("scaling-increment", Value::Plain("1".to_owned())),
    ]);
    // The quantity keeps its place and its comments.
    let quantity = component.path.key("quantity");
    if component.quantity.is_some() {
        let rename = Op::RenameKey { at: quantity.clone(), to: "cluster".to_owned() };
        return Some(vec![rename, Op::Replace { at: quantity, value }]);
    }
    let placement = placement_of(descriptor, &component.path, "cluster");
    Some(vec![Op::Insert { into: component.path.clone(), key: "cluster".to_owned(), value, placement }])
}

fn new_value(descriptor: &Descriptor, named: &'static NamedEntries, into: &Path) -> Option<Value> {
    // A new property of a component has a value; one of the assembly has a type.
    if *named.kind == PROPERTY {
        let given = matches!(into.key_at(0), Some("composition" | "references" | "relationships"));
        let text = |key: &str, text: &str| Value::map([(key, Value::text(text))]);
        return Some(if given { text("value", "") } else { text("type", "string") });
    }
    let is_resource = descriptor.kind == super::DescriptorKind::Resource;
    (*named.kind == OPERATION && is_resource).then(|| Value::Mapping(Vec::new()))
}

/// A new relationship. CP4NA also requires `properties` and `lifecycle`.
pub(super) fn relationship(descriptor: &Descriptor, sources: Vec<Value>, targets: Vec<Value>) -> Value {
    let mut entries = vec![
        ("source-capabilities", Value::Sequence(sources)),
        ("target-requirements", Value::Sequence(targets)),
        ("source-state", Value::text("Active")),
        ("target-state", Value::text("Inactive")),
    ];
    if is_cp4na(descriptor) {
        let empty = || Value::Sequence(Vec::new());
        entries.push(("properties", Value::Mapping(Vec::new())));
        entries.push(("lifecycle", Value::map([("Create", empty()), ("Cease", empty())])));
    }
    Value::map(entries)
}
