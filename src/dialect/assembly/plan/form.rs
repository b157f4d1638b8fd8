//! What a form's fields write: any attribute of anything, by the tables.

use super::{is_cp4na, spot_of};
use crate::diagnostic::Severity;
use crate::dialect::Plan;
use crate::dialect::assembly::grammar::{self, OPERATION, PROPERTY};
use crate::dialect::assembly::model::Descriptor;
use crate::edit::{EditError, Input};
use crate::graph::Id;
use crate::schema::{Key, Named, Shape, picked, saying_at, typed};
use crate::text::TextEdit;
use crate::yaml::{Node, Op, Path, Spot, Step, Style, Value};

pub fn set(descriptor: &Descriptor, at: &Path, input: &Input) -> Result<Plan, EditError> {
    let at = spelled(descriptor, at);
    let current = descriptor.node(&at);
    if let (Some(ops), Input::EmptyMap) = (clustered(descriptor, &at), input) {
        return Ok(Plan { ops, focus: None });
    }
    let (table, profiles) = (grammar::construct(descriptor.profiles), descriptor.profiles);
    let shape =
        saying_at(&descriptor.document, table, profiles, &at).map_or(&Shape::Any, |saying| saying.shape);
    if let (Some(node), Input::Text(text)) = (current, input)
        && let Some(op) = within_lines(descriptor, node, &at, text)
    {
        return Ok(Plan { ops: vec![op], focus: None });
    }
    let value = match input {
        Input::Text(text) => typed(shape, text, current),
        Input::Flag(flag) => Value::Plain(flag.to_string()),
        Input::EmptyList => Value::Sequence(Vec::new()),
        Input::EmptyMap => Value::Mapping(Vec::new()),
    };
    let op = match (current, at.last(), at.parent()) {
        (Some(_), ..) => Op::Replace { at, value },
        (None, Some(Step::Key(key)), Some(into)) => {
            Op::Insert { spot: spot_of(descriptor, &into, key), key: key.to_string(), into, value }
        }
        (None, Some(Step::Index(_)), Some(to)) => Op::Append { to, value },
        _ => return Err(EditError::Gone(Id(at))),
    };
    Ok(Plan { ops: vec![op], focus: None })
}

/// What was changed inside a text of several lines, and nothing else: the lines stay broken where a person broke them.
fn within_lines(descriptor: &Descriptor, node: Node<'_>, at: &Path, text: &str) -> Option<Op> {
    if node.is_alias() || !matches!(node.style(), Style::Literal | Style::Folded) {
        return None;
    }
    let said = node.as_str()?;
    // A form shows no line break at the end, and takes none away.
    let ending = &said[said.trim_end_matches('\n').len()..];
    let wanted = format!("{}{ending}", text.trim_end_matches('\n'));
    let edit = TextEdit::between(&said, &wanted);
    let [change] = edit.indels() else { return None };
    let op = Op::ReplaceWithin { at: at.clone(), within: change.delete.into(), with: change.insert.clone() };
    crate::yaml::patch(&descriptor.document, std::slice::from_ref(&op)).is_ok().then_some(op)
}

/// The path with the spelling that is written: `entry_schema` where that stands for `entry-schema`.
fn spelled(descriptor: &Descriptor, at: &Path) -> Path {
    let (Some(key), Some(parent)) = (at.last_key(), at.parent()) else { return at.clone() };
    if descriptor.node(at).is_some() {
        return at.clone();
    }
    let (table, profiles) = (grammar::construct(descriptor.profiles), descriptor.profiles);
    let around = saying_at(&descriptor.document, table, profiles, at).and_then(|saying| saying.key);
    let aliases = around.filter(|row: &&Key| row.name == key).map_or(&[][..], |row| row.aliases);
    let written = aliases.iter().map(|alias| parent.key(alias)).find(|path| descriptor.node(path).is_some());
    written.unwrap_or_else(|| at.clone())
}

/// A component that becomes a cluster: its quantity becomes the number that the cluster starts with.
fn clustered(descriptor: &Descriptor, at: &Path) -> Option<Vec<Op>> {
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
    let after = if component.quantity.is_some() {
        Spot::After("quantity".to_owned())
    } else {
        spot_of(descriptor, &component.path, "cluster")
    };
    let mut ops =
        vec![Op::Insert { into: component.path.clone(), key: "cluster".to_owned(), value, spot: after }];
    if component.quantity.is_some() {
        ops.push(Op::Remove { at: component.path.key("quantity"), prune: false });
    }
    Some(ops)
}

pub fn unset(descriptor: &Descriptor, at: &Path) -> Result<Plan, EditError> {
    let at = spelled(descriptor, at);
    if descriptor.node(&at).is_none() {
        return Err(EditError::Gone(Id(at)));
    }
    Ok(Plan { ops: vec![Op::Remove { at, prune: false }], focus: None })
}

pub fn insert(descriptor: &Descriptor, into: &Path, name: &str) -> Result<Plan, EditError> {
    let (table, profiles) = (grammar::construct(descriptor.profiles), descriptor.profiles);
    let node = descriptor.node(into);
    let saying = saying_at(&descriptor.document, table, profiles, into);
    let shape = saying.and_then(|saying| picked(saying.shape, node, profiles, None));
    match shape {
        Some(Shape::List(item) | Shape::SomeList(item)) => Ok(Plan {
            ops: vec![Op::Append { to: into.clone(), value: fresh(descriptor, item) }],
            focus: None,
        }),
        Some(Shape::Named(named)) => {
            check(descriptor, named, into, name)?;
            let value = fresh_named(descriptor, named, into);
            Ok(entry(descriptor, into, name, value))
        }
        Some(Shape::Map(value) | Shape::Keyed(_, value)) => {
            free(descriptor, into, name)?;
            Ok(entry(descriptor, into, name, fresh(descriptor, value)))
        }
        _ if node.is_some_and(Node::is_sequence) => Ok(Plan {
            ops: vec![Op::Append { to: into.clone(), value: Value::Text(String::new()) }],
            focus: None,
        }),
        _ => {
            free(descriptor, into, name)?;
            Ok(entry(descriptor, into, name, Value::Null))
        }
    }
}

fn entry(descriptor: &Descriptor, into: &Path, name: &str, value: Value) -> Plan {
    // A section that is missing goes where the tables have it.
    let op = match (descriptor.node(into), into.last_key(), into.parent()) {
        (None, Some(section), Some(above)) if descriptor.node(&above).is_some() => Op::Insert {
            spot: spot_of(descriptor, &above, section),
            key: section.to_owned(),
            into: above,
            value: Value::map([(name, value)]),
        },
        _ => Op::Insert { into: into.clone(), key: name.to_owned(), value, spot: Spot::Last },
    };
    Plan { ops: vec![op], focus: Some(Id(into.key(name))) }
}

fn check(descriptor: &Descriptor, named: &Named, into: &Path, name: &str) -> Result<(), EditError> {
    if name.trim().is_empty() {
        return Err(EditError::Name { name: name.to_owned(), why: "a name is not empty".to_owned() });
    }
    let faults = (named.kind.check)(name, descriptor.profiles);
    if let Some((_, why)) = faults.into_iter().find(|(code, _)| code.severity == Severity::Error) {
        return Err(EditError::Name { name: name.to_owned(), why });
    }
    free(descriptor, into, name)
}

fn free(descriptor: &Descriptor, into: &Path, name: &str) -> Result<(), EditError> {
    match descriptor.node(&into.key(name)) {
        Some(_) => Err(EditError::Taken(name.to_owned())),
        None => Ok(()),
    }
}

fn fresh_named(descriptor: &Descriptor, named: &'static Named, into: &Path) -> Value {
    // A property of a component gets a value; one of the assembly is set from outside.
    if *named.kind == PROPERTY {
        let given = matches!(into.key_at(0), Some("composition" | "references" | "relationships"));
        let text = |key: &str, text: &str| Value::map([(key, Value::text(text))]);
        return if given { text("value", "") } else { text("type", "string") };
    }
    if *named.kind == OPERATION && descriptor.kind == super::Kind::Resource {
        return Value::Mapping(Vec::new());
    }
    fresh(descriptor, &named.value)
}

/// The least that a value of this shape says.
fn fresh(descriptor: &Descriptor, shape: &'static Shape) -> Value {
    match shape {
        Shape::Is(construct) if construct.nullable => Value::Mapping(Vec::new()),
        Shape::Is(construct) => {
            let asked = |row: &&Key| {
                row.required.is_some()
                    && row.required_in.has(descriptor.profiles)
                    && row.profiles.has(descriptor.profiles)
            };
            Value::map(
                construct.keys.iter().filter(asked).map(|row| (row.name, fresh(descriptor, &row.shape))),
            )
        }
        Shape::Named(_) | Shape::Map(_) | Shape::Keyed(..) | Shape::Empty => Value::Mapping(Vec::new()),
        Shape::List(_) | Shape::SomeList(_) | Shape::Sequenced(_) => Value::Sequence(Vec::new()),
        Shape::Flag => Value::Plain("false".to_owned()),
        Shape::Integer { min, .. } => Value::Plain((*min).max(0).to_string()),
        Shape::Choice(words) => {
            let first = words.iter().find(|word| word.profiles.has(descriptor.profiles));
            Value::text(first.map_or("", |choice| choice.word))
        }
        Shape::OneOf(shapes) => shapes.first().map_or(Value::Null, |shape| fresh(descriptor, shape)),
        Shape::Tolerated(odd) => fresh(descriptor, odd.instead_of),
        Shape::Single(inner) => fresh(descriptor, inner),
        Shape::Any | Shape::Value(_) | Shape::Text(_) | Shape::Prose | Shape::Refers(_) | Shape::Which(_) => {
            Value::Text(String::new())
        }
    }
}

/// A relationship's lifecycle and properties, which CP4NA wants written.
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
