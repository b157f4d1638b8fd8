//! Labels of fields, and summaries of what they contain.

use limn_language::schema::Construct;
use limn_yaml::{Entry, Node};

/// `source-state` and `sourceState` as a label: "Source state".
pub(super) fn humanize(key: &str) -> String {
    let first = key.split(['_', '-']).next().unwrap_or_default();
    // Abbreviations are written in capitals.
    let is_short = matches!(first, "tosca" | "dsl");
    let mut out = String::new();
    for (at, letter) in key.chars().enumerate() {
        match letter {
            '-' | '_' => out.push(' '),
            _ if at == 0 || is_short && at < first.len() => out.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() && out.ends_with(|last: char| last.is_lowercase()) => {
                out.push(' ');
                out.extend(letter.to_lowercase());
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Summary of an element: its value, or the first field with a value, in form order.
pub(super) fn brief(table: &Construct, node: Node<'_>) -> String {
    let entries: Vec<_> = node.merged_entries().collect();
    let text = |entry: &Entry<'_>| {
        Some(entry.value).filter(|value| !value.is_null()).and_then(Node::as_str).map(String::from)
    };
    let of = |key: &str| {
        entries.iter().find(|entry| entry.key.as_str().is_some_and(|name| name == key)).and_then(text)
    };
    let rows = || {
        table
            .keys
            .iter()
            .find_map(|row| std::iter::once(&row.name).chain(row.aliases).find_map(|key| of(key)))
    };
    let value = of("value").or_else(|| of("default")).or_else(rows);
    value.or_else(|| entries.iter().find_map(text)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_labeled_in_usual_words() {
        let cases = [
            ("source-state", "Source state"),
            ("dynamicType", "Dynamic type"),
            ("id", "Id"),
            ("dsl_definitions", "DSL definitions"),
        ];
        for (key, label) in cases {
            assert_eq!(humanize(key), label);
        }
    }
}
