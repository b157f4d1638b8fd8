//! Operators of Jinja: what is true, equal, smaller, or in another value.

use super::evaluate::Evaluated;
use limn_language::message;
use limn_language::plain_value::PlainValue;

/// Returns true if Jinja takes the value as true.
pub(super) fn truth(value: &PlainValue) -> Result<bool, String> {
    Ok(match value {
        PlainValue::Null => false,
        PlainValue::Bool(flag) => *flag,
        PlainValue::Number(_) => value.as_number().is_none_or(|number| number != 0.0),
        PlainValue::Text(text) => !text.is_empty(),
        PlainValue::List(items) => !items.is_empty(),
        PlainValue::Map(entries) => !entries.is_empty(),
        PlainValue::Unknown(reason) => return Err(reason.to_string()),
    })
}

fn equal(a: &PlainValue, b: &PlainValue) -> bool {
    match (a, b) {
        (PlainValue::Number(_), PlainValue::Number(_)) => a.as_number() == b.as_number(),
        _ => a == b,
    }
}

/// A value that is known, or the reason why it is not.
pub(super) fn known(value: Evaluated) -> Evaluated {
    let value = value?;
    match value.unknown_reason() {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(value),
    }
}

pub(super) fn compare(sign: &str, a: &PlainValue, b: &PlainValue) -> Evaluated {
    let holds = match sign {
        "==" => equal(a, b),
        "!=" => !equal(a, b),
        "in" => match b {
            PlainValue::List(items) => items.iter().any(|item| equal(item, a)),
            PlainValue::Map(_) => b.get(&a.to_string()).is_some(),
            PlainValue::Text(text) => text.contains(&*a.to_string()),
            _ => {
                return Err(message::expected("a list, a mapping or a text after `in`", b.describe()));
            }
        },
        sign => {
            let order = match (a, b) {
                (PlainValue::Number(_), PlainValue::Number(_)) => a.as_number().partial_cmp(&b.as_number()),
                (PlainValue::Text(a), PlainValue::Text(b)) => Some(a.cmp(b)),
                _ => None,
            };
            let Some(order) = order else {
                return Err(format!("`{sign}` cannot compare {} and {}", a.describe(), b.describe()));
            };
            match sign {
                "<" => order.is_lt(),
                ">" => order.is_gt(),
                "<=" => order.is_le(),
                _ => order.is_ge(),
            }
        }
    };
    Ok(PlainValue::Bool(holds))
}
