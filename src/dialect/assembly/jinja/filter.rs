//! Filters of Jinja.

use super::evaluate::Evaluated;
use limn_language::message;
use limn_language::plain_value::{MAX_TEXT, PlainValue};

/// The result of a filter for a known value.
pub(super) fn apply(value: &PlainValue, name: &str, arguments: &[PlainValue]) -> Evaluated {
    let argument = |at: usize| arguments.get(at).map_or_else(String::new, ToString::to_string);
    let text = value.to_string();
    Ok(match name {
        "lower" => PlainValue::text(text.to_lowercase()),
        "upper" => PlainValue::text(text.to_uppercase()),
        "trim" => PlainValue::text(text.trim()),
        "capitalize" => {
            let mut letters = text.chars();
            let first = letters.next().map(char::to_uppercase).into_iter().flatten();
            PlainValue::text(first.chain(letters.as_str().to_lowercase().chars()).collect::<String>())
        }
        "string" => PlainValue::text(text),
        "int" => PlainValue::Number(value.as_number().map_or(0.0, f64::trunc).to_string().into()),
        "length" | "count" => PlainValue::Number(
            match value {
                PlainValue::List(items) => items.len(),
                PlainValue::Map(entries) => entries.len(),
                _ => text.chars().count(),
            }
            .to_string()
            .into(),
        ),
        "first" | "last" => match value {
            PlainValue::List(items) => {
                (if name == "first" { items.first() } else { items.last() }).cloned().unwrap_or_default()
            }
            _ => {
                return Err(message::expected(
                    format_args!("a list for `{name}` in `dynamicType`"),
                    value.describe(),
                ));
            }
        },
        "replace" if arguments.len() == 2 => {
            let (from, to) = (argument(0), argument(1));
            let count = if from.is_empty() { text.chars().count() + 1 } else { text.matches(&*from).count() };
            if text.len().saturating_add(count.saturating_mul(to.len())) > MAX_TEXT {
                return Err("the result of `replace` is too large".to_owned());
            }
            PlainValue::text(text.replace(&*from, &to))
        }
        name => return Err(format!("the filter `{name}` in `dynamicType` is not evaluated")),
    })
}
