//! Converts text typed into a form field to a YAML value.

use super::{Shape, describe};
use limn_yaml::{Node, Resolved, Style, Value, resolve_plain};

/// Converts `text` to a value of `shape`: numbers and booleans are plain, references are quoted, and so is text that would be read as another value.
/// `current`: the present value; a quoted string stays a string, so that `'5060'` does not become a number.
pub fn typed(shape: &'static Shape, text: &str, current: Option<Node<'_>>) -> Value {
    let plain = || Value::Plain(text.to_owned());
    let current = current.map(Node::resolve).filter(|node| !node.is_null());
    let shape = match (shape, current) {
        (Shape::OneOf(shapes), _) => {
            let sort = |shape: &&Shape| {
                matches!(shape, Shape::Integer { .. } | Shape::Boolean) == reads_as_other(text)
            };
            let scalars = || shapes.iter().filter(|shape| is_scalar(shape));
            scalars().find(sort).or_else(|| scalars().next()).unwrap_or(shape)
        }
        (Shape::ByValue(_), current) => {
            describe::picked(shape, current, super::Profiles::ALL, None).unwrap_or(shape)
        }
        _ => shape,
    };
    match shape {
        Shape::Boolean => plain(),
        Shape::Integer { .. } if matches!(resolve_plain(text), Resolved::Int(_)) => plain(),
        Shape::Integer { .. } => Value::Quoted(text.to_owned()),
        Shape::Value(expression) | Shape::Reference(expression) => {
            let (open, _) = expression.wrap;
            if !open.is_empty() && text.contains(open) {
                return Value::Quoted(text.to_owned());
            }
            // An empty string is a value that is not set yet.
            let quoted = current.is_some_and(|node| {
                matches!(node.style(), Style::Single | Style::Double)
                    && node.as_str().is_some_and(|text| !text.is_empty())
            });
            let number = matches!(shape, Shape::Value(_)) && reads_as_other(text);
            if number && !quoted { plain() } else { Value::Text(text.to_owned()) }
        }
        Shape::Any if reads_as_other(text) => plain(),
        _ => Value::Text(text.to_owned()),
    }
}

/// A number or a boolean.
fn reads_as_other(text: &str) -> bool {
    matches!(resolve_plain(text), Resolved::Int(_) | Resolved::Float(_) | Resolved::Bool(_))
}

fn is_scalar(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Any
            | Shape::Value(_)
            | Shape::Text(_)
            | Shape::Declaration(_)
            | Shape::Prose
            | Shape::Boolean
            | Shape::Integer { .. }
            | Shape::Choice(_)
            | Shape::Reference(_)
    )
}
