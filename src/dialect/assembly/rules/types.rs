//! What a CP4NA type takes. Not a rule: rules ask it.

use super::super::model::{DataType, Descriptor, Property};
use crate::yaml::{Node, Resolved, Style};

/// A type by name.
#[derive(Clone, Copy)]
pub(super) enum Type<'d> {
    Text,
    Integer,
    Float,
    Boolean,
    Timestamp,
    List,
    Map,
    /// `key` and `certificate`: the name of one that is kept elsewhere.
    Secret,
    Data(&'d DataType),
}

/// The type with this name; `None` where nothing is known of it. No name means `string`.
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
        Some(name) => Type::Data(descriptor.data_types.iter().find(|known| known.name == name)?),
    })
}

pub(super) fn of_property<'d>(descriptor: &'d Descriptor, property: &'d Property) -> Option<Type<'d>> {
    named(descriptor, property.kind.as_ref().map(|kind| kind.text.as_str()))
}

/// A data type's properties, inherited ones among them; a redefined one counts as the nearest says.
pub(super) fn properties<'d>(descriptor: &'d Descriptor, data_type: &'d DataType) -> Vec<&'d Property> {
    let mut found: Vec<&Property> = Vec::new();
    for ancestor in ancestry(descriptor, data_type) {
        for property in &ancestor.properties {
            if !found.iter().any(|known| known.name == property.name) {
                found.push(property);
            }
        }
    }
    found
}

/// The type and those it is derived from, nearest first; stops where a circle closes.
pub(super) fn ancestry<'d>(descriptor: &'d Descriptor, data_type: &'d DataType) -> Vec<&'d DataType> {
    let mut line = vec![data_type];
    while let Some(base) = line.last().and_then(|last| last.base.as_ref()) {
        let Some(next) = descriptor.data_types.iter().find(|known| known.name == base.text) else { break };
        if line.iter().any(|known| known.name == next.name) {
            break;
        }
        line.push(next);
    }
    line
}

/// The schema of the entries of a list or map: the mapping under either spelling, or the short form, a type's name.
pub(super) fn entry_schema(definition: Node<'_>) -> Option<Node<'_>> {
    definition.get("entry-schema").or_else(|| definition.get("entry_schema"))
}

/// The type's name in an entry schema of either form.
pub(super) fn entry_type(schema: Node<'_>) -> Option<String> {
    let named = if schema.is_mapping() { schema.get("type")? } else { schema };
    named.as_str().filter(|name| !name.is_empty()).map(std::borrow::Cow::into_owned)
}

/// A `default` inside the entry schema that can only be meant for the whole list or map.
pub(super) fn nested_default<'d>(descriptor: &Descriptor, definition: Node<'d>) -> Option<Node<'d>> {
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

/// How a scalar misses a scalar type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Miss {
    /// It is not of the type.
    Wrong,
    /// It reads as the type, but is written as a string.
    Quoted,
}

/// Holds a literal scalar against a scalar type; `None`: it fits.
pub(super) fn misses(scalar: Node<'_>, expected: Type<'_>) -> Option<Miss> {
    let said = scalar.as_str()?;
    let resolved = scalar.resolved()?;
    let quoted = matches!(scalar.resolve().style(), Style::Single | Style::Double);
    let reads_as = |wanted: fn(Resolved) -> bool| {
        if wanted(resolved) {
            None
        } else if quoted && wanted(crate::yaml::resolve_plain(said.trim())) {
            Some(Miss::Quoted)
        } else {
            Some(Miss::Wrong)
        }
    };
    match expected {
        Type::Integer => reads_as(|it| matches!(it, Resolved::Int(_))),
        Type::Float => reads_as(|it| matches!(it, Resolved::Int(_) | Resolved::Float(_))),
        Type::Boolean => reads_as(|it| matches!(it, Resolved::Bool(_))),
        Type::Timestamp => (!is_timestamp(said.trim())).then_some(Miss::Wrong),
        Type::Text | Type::Secret | Type::List | Type::Map | Type::Data(_) => None,
    }
}

pub(super) fn label(expected: Type<'_>) -> String {
    match expected {
        Type::Text => "a string".to_owned(),
        Type::Integer => "a whole number".to_owned(),
        Type::Float => "a number".to_owned(),
        Type::Boolean => "`true` or `false`".to_owned(),
        Type::Timestamp => "a date and time as ISO 8601 writes them".to_owned(),
        Type::List => "a list".to_owned(),
        Type::Map => "a map".to_owned(),
        Type::Secret => "the name of a key or certificate".to_owned(),
        Type::Data(data_type) => format!("a mapping with the properties of `{}`", data_type.name),
    }
}

/// ISO 8601: a date, or a date and a time with seconds, fractions and zone as one likes.
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
