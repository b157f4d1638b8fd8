//! What a person typed into a form's field, as a value to be written.

use super::{Shape, say};
use crate::yaml::{Node, Resolved, Style, Value, resolve_plain};

/// `text` as the value that `shape` makes of it: a number and a flag stand plain, a text has quotes where it would read as something else, what holds a
/// reference is quoted. `current`: what stands there now; a text in quotes stays a text, so that `'5060'` does not turn into a number.
pub fn typed(shape: &'static Shape, text: &str, current: Option<Node<'_>>) -> Value {
    let plain = || Value::Plain(text.to_owned());
    let current = current.map(Node::resolve).filter(|node| !node.is_null());
    let shape = match (shape, current) {
        (Shape::OneOf(shapes), _) => {
            let sort =
                |shape: &&Shape| matches!(shape, Shape::Integer { .. } | Shape::Flag) == reads_as_other(text);
            let scalars = || shapes.iter().filter(|it| is_scalar(it));
            scalars().find(sort).or_else(|| scalars().next()).unwrap_or(shape)
        }
        (Shape::Which(_), current) => {
            say::picked(shape, current, super::Profiles::ALL, None).unwrap_or(shape)
        }
        _ => shape,
    };
    match shape {
        Shape::Flag => plain(),
        Shape::Integer { .. } if matches!(resolve_plain(text), Resolved::Int(_)) => plain(),
        Shape::Integer { .. } => Value::Quoted(text.to_owned()),
        Shape::Value(expression) | Shape::Refers(expression) => {
            let (open, _) = expression.wrap;
            if !open.is_empty() && text.contains(open) {
                return Value::Quoted(text.to_owned());
            }
            let quoted = current.is_some_and(|node| matches!(node.style(), Style::Single | Style::Double));
            let number = matches!(shape, Shape::Value(_)) && reads_as_other(text);
            if number && !quoted { plain() } else { Value::Text(text.to_owned()) }
        }
        Shape::Any if reads_as_other(text) => plain(),
        _ => Value::Text(text.to_owned()),
    }
}

/// A number or a flag.
fn reads_as_other(text: &str) -> bool {
    matches!(resolve_plain(text), Resolved::Int(_) | Resolved::Float(_) | Resolved::Bool(_))
}

fn is_scalar(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Any
            | Shape::Value(_)
            | Shape::Text(_)
            | Shape::Declares(_)
            | Shape::Prose
            | Shape::Flag
            | Shape::Integer { .. }
            | Shape::Choice(_)
            | Shape::Refers(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::recipe::VALUE;
    use crate::yaml;

    static ANY_VALUE: Shape = Shape::Value(&VALUE);
    static NUMBER: Shape = Shape::Integer { min: 0, max: 9, or: Some(&VALUE), beyond: None, quoted: None };
    static EITHER: Shape = Shape::OneOf(&[Shape::Text(None), Shape::Flag]);

    #[test]
    fn shapes_decide_how_a_text_is_written() {
        let plain = |text: &str| Value::Plain(text.to_owned());
        let text = |text: &str| Value::Text(text.to_owned());
        let quoted = |text: &str| Value::Quoted(text.to_owned());
        for (shape, typed_text, value) in [
            (&ANY_VALUE, "5", plain("5")),
            (&ANY_VALUE, "true", plain("true")),
            (&ANY_VALUE, "2.0.17", text("2.0.17")),
            (&ANY_VALUE, "null", text("null")),
            (&ANY_VALUE, "", text("")),
            (&ANY_VALUE, "a ${b.c}", quoted("a ${b.c}")),
            (&NUMBER, "5", plain("5")),
            (&NUMBER, "${n}", quoted("${n}")),
            (&EITHER, "true", plain("true")),
            (&EITHER, "truly", text("truly")),
            (&Shape::Text(None), "1.0", text("1.0")),
            (&Shape::Flag, "false", plain("false")),
        ] {
            assert_eq!(typed(shape, typed_text, None), value, "{typed_text}");
        }
    }

    #[test]
    fn a_text_in_quotes_stays_a_text() {
        let document = yaml::parse("'5060'\n");
        assert_eq!(typed(&ANY_VALUE, "5061", document.root()), Value::Text("5061".to_owned()));
        let document = yaml::parse("5060\n");
        assert_eq!(typed(&ANY_VALUE, "5061", document.root()), Value::Plain("5061".to_owned()));
    }
}
