//! Values without a place in a document: the literals of a deployment, some of whose parts can be unknown, each with the reason.

use std::fmt;
use std::sync::Arc;

use limn_yaml::{Node, Resolved};

/// The maximum nesting of a value.
pub const MAX_VALUE_DEPTH: usize = 32;
/// The maximum number of items and entries of a value, at all levels together.
pub const MAX_VALUE_ITEMS: usize = 10_000;
/// The maximum length of a text, in bytes.
pub const MAX_TEXT: usize = 65_536;

/// A value. Lists and maps are shared, so a copy is cheap.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PlainValue {
    #[default]
    Null,
    Bool(bool),
    /// A number as written.
    Number(Arc<str>),
    Text(Arc<str>),
    List(Arc<[PlainValue]>),
    /// The entries in their order.
    Map(Arc<[(Arc<str>, PlainValue)]>),
    /// Not known, and why: "`db` sets `ip` at run time".
    Unknown(Arc<str>),
}

impl PlainValue {
    pub fn text(text: impl AsRef<str>) -> PlainValue {
        PlainValue::Text(text.as_ref().into())
    }

    pub fn unknown(reason: impl AsRef<str>) -> PlainValue {
        PlainValue::Unknown(reason.as_ref().into())
    }

    /// A list, or unknown if it is too large.
    pub fn list(items: Vec<PlainValue>) -> PlainValue {
        PlainValue::List(items.into()).within_limits()
    }

    /// A map, or unknown if it is too large.
    pub fn map(entries: Vec<(Arc<str>, PlainValue)>) -> PlainValue {
        PlainValue::Map(entries.into()).within_limits()
    }

    /// Reads YAML through aliases; parts beyond the limits are unknown.
    pub fn read(node: Node<'_>) -> PlainValue {
        PlainValue::read_with(node, &mut |_, _| None)
    }

    /// Reads YAML; `replace` may give the value of a scalar.
    pub fn read_with<'d>(
        node: Node<'d>,
        replace: &mut dyn FnMut(Node<'d>, &str) -> Option<PlainValue>,
    ) -> PlainValue {
        let mut left = MAX_VALUE_ITEMS;
        read(node, 0, &mut left, replace).within_limits()
    }

    /// The value of a plain scalar, as in YAML.
    pub fn scalar(text: &str) -> PlainValue {
        of_scalar(text, limn_yaml::resolve_plain(text))
    }

    /// Reason why it is not known.
    pub fn unknown_reason(&self) -> Option<&str> {
        match self {
            PlainValue::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// The reasons of all unknown parts, each once.
    pub fn unknown_reasons(&self) -> Vec<&str> {
        let mut reasons = Vec::new();
        self.each_unknown(&mut |reason| {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        });
        reasons
    }

    fn each_unknown<'v>(&'v self, found: &mut dyn FnMut(&'v str)) {
        match self {
            PlainValue::Unknown(reason) => found(reason),
            PlainValue::List(items) => items.iter().for_each(|item| item.each_unknown(found)),
            PlainValue::Map(entries) => entries.iter().for_each(|(_, value)| value.each_unknown(found)),
            _ => {}
        }
    }

    pub fn get(&self, key: &str) -> Option<&PlainValue> {
        match self {
            PlainValue::Map(entries) => {
                entries.iter().find(|(known, _)| &**known == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The number, also of a quoted one.
    pub fn as_number(&self) -> Option<f64> {
        let (PlainValue::Number(text) | PlainValue::Text(text)) = self else { return None };
        match limn_yaml::resolve_plain(text.trim()) {
            Resolved::Int(number) => Some(number as f64),
            Resolved::Float(number) => Some(number).filter(|number| number.is_finite()),
            _ => None,
        }
    }

    /// The non-negative integer, also in quotes.
    pub fn as_count(&self) -> Option<u64> {
        let (PlainValue::Number(text) | PlainValue::Text(text)) = self else { return None };
        match limn_yaml::resolve_plain(text.trim()) {
            Resolved::Int(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    /// Description for messages: "a list", "`4`".
    pub fn describe(&self) -> String {
        match self {
            PlainValue::Null => "nothing".to_owned(),
            PlainValue::List(_) => "a list".to_owned(),
            PlainValue::Map(_) => "a mapping".to_owned(),
            PlainValue::Unknown(reason) => format!("an unknown value: {reason}"),
            PlainValue::Bool(_) | PlainValue::Number(_) | PlainValue::Text(_) => format!("`{self}`"),
        }
    }

    /// The value as JSON; unknown parts are null.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            PlainValue::Null | PlainValue::Unknown(_) => serde_json::Value::Null,
            PlainValue::Bool(flag) => (*flag).into(),
            PlainValue::Number(text) => json_number(text),
            PlainValue::Text(text) => (&**text).into(),
            PlainValue::List(items) => items.iter().map(PlainValue::to_json).collect(),
            PlainValue::Map(entries) => {
                let pairs = entries.iter().map(|(key, value)| ((**key).to_owned(), value.to_json()));
                serde_json::Value::Object(pairs.collect())
            }
        }
    }

    /// The value, or unknown if it is larger or deeper than a value may be.
    fn within_limits(self) -> PlainValue {
        let mut left = MAX_VALUE_ITEMS;
        match self.measure(0, &mut left) {
            Ok(()) => self,
            Err(reason) => PlainValue::unknown(reason),
        }
    }

    fn measure(&self, depth: usize, left: &mut usize) -> Result<(), &'static str> {
        if depth > MAX_VALUE_DEPTH {
            return Err(TOO_DEEP);
        }
        *left = left.checked_sub(1).ok_or(TOO_LARGE)?;
        match self {
            PlainValue::Text(text) if text.len() > MAX_TEXT => Err(TOO_LARGE),
            PlainValue::List(items) => items.iter().try_for_each(|item| item.measure(depth + 1, left)),
            PlainValue::Map(entries) => {
                entries.iter().try_for_each(|(_, value)| value.measure(depth + 1, left))
            }
            _ => Ok(()),
        }
    }
}

const TOO_DEEP: &str = "the value is nested too deeply";
const TOO_LARGE: &str = "the value is too large to be shown";

fn read<'d>(
    node: Node<'d>,
    depth: usize,
    left: &mut usize,
    replace: &mut dyn FnMut(Node<'d>, &str) -> Option<PlainValue>,
) -> PlainValue {
    if depth > MAX_VALUE_DEPTH {
        return PlainValue::unknown(TOO_DEEP);
    }
    let Some(rest) = left.checked_sub(1) else { return PlainValue::unknown(TOO_LARGE) };
    *left = rest;
    if let Some(text) = node.as_str() {
        let replaced = replace(node, &text);
        return replaced.unwrap_or_else(|| of_scalar(&text, node.resolved().unwrap_or(Resolved::Text)));
    }
    if node.is_sequence() {
        return PlainValue::List(node.items().map(|item| read(item, depth + 1, left, replace)).collect());
    }
    if node.is_mapping() {
        let mut entries: Vec<(Arc<str>, PlainValue)> = Vec::new();
        let (merged, own) =
            if node.has_merges() { (node.merged_entries().collect(), 0) } else { (Vec::new(), usize::MAX) };
        for entry in merged.into_iter().chain(node.entries().take(own)).filter(|entry| !entry.is_duplicate())
        {
            let Some(key) = entry.key.as_str() else { continue };
            entries.push(((*key).into(), read(entry.value, depth + 1, left, replace)));
        }
        return PlainValue::Map(entries.into());
    }
    PlainValue::Null
}

fn of_scalar(text: &str, resolved: Resolved) -> PlainValue {
    match resolved {
        Resolved::Null => PlainValue::Null,
        Resolved::Bool(flag) => PlainValue::Bool(flag),
        Resolved::Int(_) | Resolved::Float(_) => PlainValue::Number(text.into()),
        Resolved::Text => PlainValue::text(text),
    }
}

/// The number as written if JSON can write it so, and otherwise its value.
fn json_number(text: &str) -> serde_json::Value {
    if let Ok(number) = serde_json::from_str::<serde_json::Number>(text) {
        return number.into();
    }
    match limn_yaml::resolve_plain(text) {
        Resolved::Int(number) => i64::try_from(number).map_or_else(|_| text.into(), Into::into),
        Resolved::Float(number) => {
            serde_json::Number::from_f64(number).map_or_else(|| text.into(), Into::into)
        }
        _ => text.into(),
    }
}

/// As a text that contains the value: lists and maps as in JSON.
impl fmt::Display for PlainValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlainValue::Null => Ok(()),
            PlainValue::Bool(flag) => write!(f, "{flag}"),
            PlainValue::Number(text) | PlainValue::Text(text) => f.write_str(text),
            PlainValue::List(_) | PlainValue::Map(_) => write!(f, "{}", self.to_json()),
            PlainValue::Unknown(_) => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> PlainValue {
        let document = limn_yaml::parse(text);
        document.root().map_or(PlainValue::Null, PlainValue::read)
    }

    #[test]
    fn yaml_becomes_json_with_numbers_as_written() {
        let text = "{a: 1.50, b: '1', c: [true, ~, 0x1F], d: {e: x}, f: 1_0, g: -.5}";
        let json = r#"{"a":1.50,"b":"1","c":[true,null,31],"d":{"e":"x"},"f":"1_0","g":-0.5}"#;
        let found = value(text).to_json().to_string();
        // Numbers keep their value; JSON has no trailing zeros to keep.
        assert_eq!(found, json.replace("1.50", "1.5"));
    }

    #[test]
    fn merged_entries_are_part_of_a_map() {
        let text = "base: &b {a: 1}\nown: {<<: *b, c: 2}\n";
        assert_eq!(value(text).get("own").map(ToString::to_string).as_deref(), Some(r#"{"c":2,"a":1}"#));
    }

    #[test]
    fn counts_are_whole_numbers_also_in_quotes() {
        let count = |text: &str| value(text).as_count();
        assert_eq!(
            [count("3"), count("'3'"), count("3.0"), count("-1"), count("x")],
            [Some(3), Some(3), None, None, None]
        );
    }

    #[test]
    fn large_values_are_unknown() {
        let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
        assert_eq!(value(&deep).unknown_reason(), Some(TOO_DEEP));
        // Each alias repeats the list before it: 10 to the power of 8.
        let mut text = "a0: &a0 [1]\n".to_owned();
        for level in 1..9 {
            let items = vec![format!("*a{}", level - 1); 10].join(", ");
            text += &format!("a{level}: &a{level} [{items}]\n");
        }
        assert!(value(&text).unknown_reason().is_some());
        let mut list = PlainValue::text("x");
        for _ in 0..200 {
            list = PlainValue::list(vec![list.clone(), list]);
        }
        assert!(list.unknown_reasons().iter().all(|reason| *reason == TOO_LARGE || *reason == TOO_DEEP));
        assert!(!list.unknown_reasons().is_empty());
    }
}
