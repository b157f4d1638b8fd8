//! CP4NA property types: lookup by name, the properties of data types, and type checks of scalars. Several rules share them.

use std::collections::BTreeSet;

use super::super::model::{DataType, Descriptor, Property};
use limn_yaml::{Node, Resolved, Style, Value};

/// A property type.
#[derive(Clone, Copy)]
pub(super) enum Type<'d> {
    Text,
    Integer,
    Float,
    Boolean,
    Timestamp,
    List,
    Map,
    /// `key` and `certificate`: the name of a secret that is stored elsewhere.
    Secret,
    Data(&'d DataType),
}

/// The type with this name; `None` if it is unknown. No name means `string`.
pub(super) fn named<'d>(descriptor: &'d Descriptor, name: Option<&str>) -> Option<Type<'d>> {
    Some(match name {
        None | Some("string") => Type::Text,
        Some("integer") => Type::Integer,
        Some("float") => Type::Float,
        Some("boolean") => Type::Boolean,
        Some("timestamp") => Type::Timestamp,
        Some("list") => Type::List,
        Some("map") => Type::Map,
        Some("key" | "certificate") => Type::Secret,
        Some(name) => Type::Data(descriptor.data_type(name)?),
    })
}

pub(super) fn of_property<'d>(descriptor: &'d Descriptor, property: &'d Property) -> Option<Type<'d>> {
    named(descriptor, property.kind.as_ref().map(|kind| kind.text.as_str()))
}

/// All properties of a data type, including inherited ones. The nearest definition of a property applies.
pub(super) fn properties<'d>(descriptor: &'d Descriptor, data_type: &'d DataType) -> Vec<&'d Property> {
    let mut known = BTreeSet::new();
    let all = ancestry(descriptor, data_type).into_iter().flat_map(|ancestor| &ancestor.properties);
    all.filter(|property| known.insert(property.name.as_str())).collect()
}

/// Maximum length of a derivation chain.
pub(super) const ANCESTORS: usize = 512;

/// The type and its base types, nearest first. Stops where a derivation cycle leads back to the type, and after 512 types.
pub(super) fn ancestry<'d>(descriptor: &'d Descriptor, data_type: &'d DataType) -> Vec<&'d DataType> {
    let mut ancestors = vec![data_type];
    while let Some(base) = ancestors.last().and_then(|last| last.base.as_ref()) {
        let next = descriptor.data_type(&base.text).filter(|next| next.name != data_type.name);
        let Some(next) = next.filter(|_| ancestors.len() < ANCESTORS) else { break };
        ancestors.push(next);
    }
    ancestors
}

/// The entry schema of a list or map, under either spelling: a mapping, or the short form, a type name.
pub(super) fn entry_schema(definition: Node<'_>) -> Option<Node<'_>> {
    definition.get("entry-schema").or_else(|| definition.get("entry_schema"))
}

/// The type name in an entry schema of either form.
pub(super) fn entry_type(schema: Node<'_>) -> Option<String> {
    let named = if schema.is_mapping() { schema.get("type")? } else { schema };
    named.as_str().filter(|name| !name.is_empty()).map(std::borrow::Cow::into_owned)
}

/// A `default` inside the entry schema that only makes sense for the whole list or map.
pub(crate) fn nested_default<'d>(descriptor: &Descriptor, definition: Node<'d>) -> Option<Node<'d>> {
    let schema = entry_schema(definition).filter(|schema| schema.is_mapping())?;
    let nested = schema.get("default")?;
    let entry = entry_type(schema).and_then(|name| named(descriptor, Some(&name)));
    let is_whole = match entry {
        Some(Type::List) => nested.items().len() > 0 && nested.items().all(Node::is_sequence),
        Some(Type::Map | Type::Data(_)) => {
            let mut entries = nested.items().chain(nested.entries().map(|entry| entry.value)).peekable();
            entries.peek().is_some() && entries.all(Node::is_mapping)
        }
        _ => nested.is_sequence() || nested.is_mapping(),
    };
    is_whole.then_some(nested)
}

/// Reason why a scalar fails a type check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScalarMismatch {
    /// The value is not of the type.
    Wrong,
    /// The value reads as the type, but is a quoted string.
    Quoted,
}

/// Checks a literal scalar against a scalar type; `None` if it is valid.
pub(super) fn check_scalar(scalar: Node<'_>, expected: Type<'_>) -> Option<ScalarMismatch> {
    let text = scalar.as_str()?;
    let resolved = scalar.resolved()?;
    let quoted = matches!(scalar.resolve().style(), Style::Single | Style::Double);
    let reads_as = |matches: fn(Resolved) -> bool| {
        if matches(resolved) {
            None
        } else if quoted && matches(limn_yaml::resolve_plain(text.trim())) {
            Some(ScalarMismatch::Quoted)
        } else {
            Some(ScalarMismatch::Wrong)
        }
    };
    match expected {
        Type::Integer => reads_as(|resolved| matches!(resolved, Resolved::Int(_))),
        Type::Float => reads_as(|resolved| matches!(resolved, Resolved::Int(_) | Resolved::Float(_))),
        Type::Boolean => reads_as(|resolved| matches!(resolved, Resolved::Bool(_))),
        Type::Timestamp => (!is_timestamp(text.trim())).then_some(ScalarMismatch::Wrong),
        Type::Text | Type::Secret | Type::List | Type::Map | Type::Data(_) => None,
    }
}

/// A value of a type, for the author to replace.
pub(super) fn placeholder(expected: Option<Type<'_>>) -> Value {
    let plain = |text: &str| Value::Plain(text.to_owned());
    match expected {
        None | Some(Type::Text | Type::Secret) => Value::text(""),
        Some(Type::Integer) => plain("0"),
        Some(Type::Float) => plain("0.0"),
        Some(Type::Boolean) => plain("false"),
        Some(Type::Timestamp) => plain("2020-01-01"),
        Some(Type::List) => Value::Sequence(Vec::new()),
        Some(Type::Map | Type::Data(_)) => Value::Mapping(Vec::new()),
    }
}

pub(super) fn label(expected: Type<'_>) -> String {
    match expected {
        Type::Text => "a string".to_owned(),
        Type::Integer => "an integer".to_owned(),
        Type::Float => "a number".to_owned(),
        Type::Boolean => "`true` or `false`".to_owned(),
        Type::Timestamp => "an ISO 8601 date and time".to_owned(),
        Type::List => "a list".to_owned(),
        Type::Map => "a map".to_owned(),
        Type::Secret => "the name of a key or certificate".to_owned(),
        Type::Data(data_type) => format!("a map with the properties of data type `{}`", data_type.name),
    }
}

/// ISO 8601: a date, or a date and a time with optional seconds, fraction and zone.
fn is_timestamp(text: &str) -> bool {
    let (date, time) = match text.split_once(['T', 't', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let numbers = |text: &str, widths: &[usize], limits: &[u32]| {
        let parts: Vec<&str> = text.split([':', '-']).collect();
        parts.len() == widths.len()
            && parts.iter().zip(widths).zip(limits).all(|((part, width), limit)| {
                part.len() == *width
                    && part.bytes().all(|b| b.is_ascii_digit())
                    && part.parse::<u32>().is_ok_and(|n| n <= *limit)
            })
    };
    if !numbers(date, &[4, 2, 2], &[9999, 12, 31]) {
        return false;
    }
    let Some(time) = time else { return true };
    let (clock, zone) = match time.find(['Z', 'z', '+', '-']) {
        Some(at) => (&time[..at], &time[at..]),
        None => (time, ""),
    };
    let clock = clock.trim_end();
    let (clock, fraction) = clock.split_once('.').map_or((clock, "0"), |(clock, fraction)| (clock, fraction));
    let clock_fits = numbers(clock, &[2, 2, 2], &[24, 59, 60]) || numbers(clock, &[2, 2], &[24, 59]);
    let fraction_fits = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    let zone = zone.trim_start_matches(['+', '-']);
    let zone_fits = matches!(zone, "" | "Z" | "z")
        || numbers(zone, &[2, 2], &[23, 59])
        || numbers(zone, &[2], &[23])
        || numbers(zone, &[4], &[2359]);
    clock_fits && fraction_fits && zone_fits
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn timestamps_are_iso_8601() {
        for good in [
            "2019-09-07",
            "2019-09-07T15:50-04:00",
            "2019-09-07T15:50:00Z",
            "2019-09-07T15:50:00.123+02:00",
            "2019-09-07 15:50:00",
            "2019-09-07T15:50:00+0200",
        ] {
            assert!(is_timestamp(good), "{good}");
        }
        for bad in [
            "",
            "yesterday",
            "2019-9-7",
            "2019-13-01",
            "2019-09-07T25:00",
            "2019-09-07T15:50:00.",
            "07/09/2019",
            "2019-09-07T",
        ] {
            assert!(!is_timestamp(bad), "{bad}");
        }
    }
}
