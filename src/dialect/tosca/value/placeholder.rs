//! A first value for a property, to be replaced: of the right type, and allowed by its constraints where these say how.

use super::unit::Quantity;
use super::{DataSchema, Primitive, ValueKind};
use crate::operator::Operator;
use limn_yaml::{Node, Value};

/// A value that fits the schema.
pub fn placeholder(schema: &DataSchema<'_>) -> Value {
    match schema.kind {
        ValueKind::Primitive(primitive) => {
            let allowed = schema.constraints.iter().rev().find_map(|effective| {
                let clause = effective.constraint.clause;
                first(clause.operator, clause.operand)
            });
            match allowed {
                Some(text) if primitive == Primitive::String => Value::Text(text),
                Some(text) => Value::Plain(text),
                None => usual(primitive),
            }
        }
        ValueKind::Complex(_) | ValueKind::Fieldless(_) => Value::Mapping(Vec::new()),
        ValueKind::Undetermined => Value::text(""),
    }
}

/// A value that a constraint names.
fn first(operator: Operator, operand: Node<'_>) -> Option<String> {
    let operand = operand.resolve();
    let named = match operator {
        Operator::ValidValues | Operator::InRange => operand.items().next()?,
        Operator::Equal | Operator::GreaterOrEqual | Operator::LessOrEqual => operand,
        _ => return None,
    };
    named.text().map(str::to_owned)
}

fn usual(primitive: Primitive) -> Value {
    let plain = |text: &str| Value::Plain(text.to_owned());
    match primitive {
        Primitive::String => Value::text(""),
        Primitive::Integer => plain("0"),
        Primitive::Float => plain("0.0"),
        Primitive::Boolean => plain("false"),
        Primitive::Timestamp => plain("2020-01-01"),
        Primitive::Null => Value::Null,
        Primitive::Version => Value::text("1.0"),
        Primitive::Range => Value::Flow(Box::new(Value::Sequence(vec![plain("0"), plain("UNBOUNDED")]))),
        Primitive::List => Value::Sequence(Vec::new()),
        Primitive::Map => Value::Mapping(Vec::new()),
        Primitive::Scalar(Quantity::Size) | Primitive::AnyScalar => plain("1 GB"),
        Primitive::Scalar(Quantity::Time) => plain("1 s"),
        Primitive::Scalar(Quantity::Frequency) => plain("1 GHz"),
        Primitive::Scalar(Quantity::Bitrate) => plain("1 Mbps"),
    }
}
