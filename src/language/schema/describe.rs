//! Looks up the grammar table, key and shape of a path, present or not, for forms, hover and completion.

use super::{Construct, Key, KeyRole, NamedEntries, NodeContext, Open, Profiles, Shape};
use limn_yaml::{Document, Node, NodeKind, Path, Resolved, Step};

/// The grammar of one path.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The row of the key, if the path is a key of a table.
    pub key: Option<&'static Key>,
    /// The declaration, if the key declares a name.
    pub named: Option<&'static NamedEntries>,
    /// The shape in the table. [`pick`] selects one of several alternatives.
    pub shape: &'static Shape,
    /// The place is an item of the `Sequenced` that is `shape`: the mapping with one entry.
    pub item: bool,
    /// The table around it.
    pub around: Option<&'static Construct>,
}

/// State of the descent.
#[derive(Clone, Copy)]
enum At {
    Table(&'static Construct),
    Described(Description),
}

/// The grammar of `path`, which need not exist yet. `None` if no table covers it, and for the root.
pub fn describe_at(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
    path: &Path,
) -> Option<Description> {
    let mut node = document.root();
    let mut at = At::Table(construct);
    for step in path.steps() {
        at = At::Described(down(at, node, profiles, step)?);
        node = node.and_then(|node| node.child(step));
    }
    match at {
        At::Described(description) => Some(description),
        At::Table(_) => None,
    }
}

/// The table of the mapping at `path`, present or not.
pub fn construct_at(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
    path: &Path,
) -> Option<&'static Construct> {
    if path.is_empty() {
        return Some(construct);
    }
    let description = describe_at(document, construct, profiles, path)?;
    match picked(description.shape, document.get(path), profiles, None)? {
        Shape::Construct(construct) => Some(construct),
        _ => None,
    }
}

/// The value of an element that has one of the roles, by its table.
pub fn value_with<'d>(
    document: &'d Document,
    (construct, profiles): (&'static Construct, Profiles),
    element: &Path,
    roles: &[KeyRole],
) -> Option<Node<'d>> {
    let node = document.get(element).filter(|node| node.is_mapping())?;
    let table = construct_at(document, construct, profiles, element)?;
    roles.iter().find_map(|role| {
        let mut rows = table.keys.iter().filter(|row| row.role == Some(*role));
        rows.find_map(|row| std::iter::once(&row.name).chain(row.aliases).find_map(|name| node.get(name)))
    })
}

fn down(at: At, node: Option<Node<'_>>, profiles: Profiles, step: &Step) -> Option<Description> {
    let described =
        |shape: &'static Shape, around| Description { key: None, named: None, shape, item: false, around };
    let name = match step {
        Step::Key(key) => Some(key.to_string()),
        Step::Entry(at) => node.and_then(|node| node.entries().nth(*at)?.key.as_str().map(Into::into)),
        Step::Index(_) => None,
    };
    let description = match at {
        At::Table(construct) => return row(construct, &name?, node),
        At::Described(description) => description,
    };
    if description.item {
        let Shape::NamedList(named) = description.shape else { return None };
        return Some(Description { named: Some(named), ..described(&named.value, None) });
    }
    match picked(description.shape, node, profiles, Some(step))? {
        Shape::Construct(construct) => row(construct, &name?, node),
        Shape::NamedMap(named) => {
            name?;
            Some(Description { named: Some(named), ..described(&named.value, None) })
        }
        Shape::Map(shape) | Shape::ReferenceMap(_, shape) => {
            name?;
            Some(described(shape, None))
        }
        Shape::List(shape) | Shape::SomeList(shape) => name.is_none().then(|| described(shape, None)),
        shape @ Shape::NamedList(_) => {
            name.is_none().then(|| Description { item: true, ..described(shape, None) })
        }
        shape @ (Shape::Value(_) | Shape::Any) => Some(described(shape, None)),
        // In place of a text, the long notation has keys.
        _ if node.is_some_and(Node::is_scalar) => row(description.shape.long_form()?, &name?, None),
        _ => None,
    }
}

fn row(construct: &'static Construct, name: &str, mapping: Option<Node<'_>>) -> Option<Description> {
    let described =
        |shape| Description { key: None, named: None, shape, item: false, around: Some(construct) };
    if let Some(key) = construct.key(name) {
        return Some(Description { key: Some(key), ..described(key.shape.selected_in(mapping)) });
    }
    Some(match construct.open.as_ref()? {
        Open::Map(shape) | Open::Keyed(_, shape) => described(shape),
        Open::NamedMap(named) => Description { named: Some(named), ..described(&named.value) },
    })
}

/// Selects the alternative that applies to the current value; tolerated notations count as the shape that they mean. `None` if none applies.
pub fn pick(shape: &'static Shape, spot: &NodeContext<'_>) -> Option<&'static Shape> {
    match shape {
        Shape::OneOf(_) | Shape::ByValue(_) | Shape::BySibling(_) => pick(choose(shape, spot)?, spot),
        Shape::Discouraged(odd) => pick(&odd.shape, spot),
        Shape::Single(inner) => pick(inner, spot),
        _ => Some(shape),
    }
}

/// The alternative that one step of [`pick`] selects.
pub(super) fn choose(shape: &'static Shape, spot: &NodeContext<'_>) -> Option<&'static Shape> {
    match shape {
        Shape::OneOf(shapes) => {
            let of = |good: fn(&'static Shape, Node<'_>) -> bool| {
                shapes.iter().find(|shape| good(shape, spot.node))
            };
            of(fits).or_else(|| of(takes))
        }
        Shape::ByValue(which) => {
            let at = (which.choose)(spot).min(which.shapes.len().checked_sub(1)?);
            which.shapes.get(at)
        }
        Shape::BySibling(beside) => beside.within(spot.above(spot.depth().saturating_sub(1))),
        _ => Some(shape),
    }
}

/// Like [`pick`], for a place that may be absent: then the first shape, or the first that has `step`.
pub fn picked(
    shape: &'static Shape,
    node: Option<Node<'_>>,
    profiles: Profiles,
    step: Option<&Step>,
) -> Option<&'static Shape> {
    if let Some(node) = node.filter(|node| !node.is_null()) {
        return pick(shape, &NodeContext::new(node, profiles));
    }
    let shapes = match shape {
        Shape::OneOf(shapes) => shapes,
        Shape::ByValue(which) => which.shapes,
        Shape::BySibling(beside) => beside.shapes,
        Shape::Discouraged(odd) => return picked(&odd.shape, None, profiles, step),
        Shape::Single(inner) => return picked(inner, None, profiles, step),
        _ => return Some(shape),
    };
    let all = shapes.iter().filter_map(|shape| picked(shape, None, profiles, step));
    let mut good = all.filter(|shape| step.is_none_or(|step| leads(shape, step)));
    good.next()
}

/// The shape of the value in a single-entry mapping, if the current value is one; without a value, the first alternative.
pub fn single_entry_shape(
    shape: &'static Shape,
    node: Option<Node<'_>>,
    profiles: Profiles,
) -> Option<&'static Shape> {
    let written = node.filter(|node| !node.is_null());
    match (shape, written) {
        (Shape::Single(inner), _) => Some(inner),
        (Shape::Discouraged(odd), _) => single_entry_shape(&odd.shape, node, profiles),
        (Shape::OneOf(_) | Shape::ByValue(_), Some(node)) => {
            single_entry_shape(choose(shape, &NodeContext::new(node, profiles))?, Some(node), profiles)
        }
        (Shape::OneOf(shapes), None) => single_entry_shape(shapes.first()?, None, profiles),
        (Shape::ByValue(which), None) => single_entry_shape(which.shapes.first()?, None, profiles),
        _ => None,
    }
}

fn leads(shape: &Shape, step: &Step) -> bool {
    match shape {
        Shape::Any | Shape::Value(_) => true,
        Shape::Construct(_) | Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) => {
            !matches!(step, Step::Index(_))
        }
        Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_) => matches!(step, Step::Index(_)),
        _ => false,
    }
}

/// Returns true if the kind of node is the shape's.
fn takes(shape: &'static Shape, node: Node<'_>) -> bool {
    let kind = node.resolve().kind();
    match shape {
        Shape::Any | Shape::Value(_) | Shape::ByValue(_) | Shape::BySibling(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(|it| takes(it, node)),
        Shape::Discouraged(odd) => takes(&odd.shape, node),
        Shape::Single(inner) => takes(inner, node),
        Shape::Text(_)
        | Shape::Declaration(_)
        | Shape::Boolean
        | Shape::Integer { .. }
        | Shape::Choice(_) => kind == NodeKind::Scalar && !node.is_null(),
        Shape::Prose => kind == NodeKind::Scalar,
        Shape::Reference(expression) => {
            (kind == NodeKind::Scalar && !node.is_null())
                || (kind != NodeKind::Scalar && expression.call.is_some())
        }
        Shape::Construct(construct) => kind == NodeKind::Mapping || (construct.nullable && node.is_null()),
        Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) | Shape::Empty => {
            kind == NodeKind::Mapping || node.is_null()
        }
        Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_) => {
            kind == NodeKind::Sequence || node.is_null()
        }
    }
}

/// Returns true if the kind of node is the shape's, and a scalar is of its type: distinguishes a number or a boolean from a text, and a call from a
/// mapping.
pub(super) fn fits(shape: &'static Shape, node: Node<'_>) -> bool {
    takes(shape, node)
        && match shape {
            Shape::Boolean => matches!(node.resolved(), Some(Resolved::Bool(_))),
            Shape::Integer { or, .. } => or.is_some() || matches!(node.resolved(), Some(Resolved::Int(_))),
            Shape::Choice(choices) => {
                node.as_str().is_some_and(|text| choices.iter().any(|choice| choice.word == text))
            }
            Shape::Reference(expression) if !node.is_scalar() => {
                let spot = NodeContext::new(node, Profiles::ALL);
                expression.call.is_some_and(|call| call(&spot).is_some())
            }
            Shape::OneOf(shapes) => shapes.iter().any(|shape| fits(shape, node)),
            Shape::Discouraged(odd) => fits(&odd.shape, node),
            _ => true,
        }
}
