//! Facts about a declaration for hover, from the keys that most languages share.

use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::{Declaration, Names};
use limn_yaml::{Document, Node};

/// Longest value that is shown as written.
const MAX_LENGTH: usize = 80;

/// Keys of a declaration that hover shows, with their labels.
static KEYS: &[(&str, &str)] = &[
    ("type", "Type"),
    ("derived_from", "Derived from"),
    ("derived-from", "Derived from"),
    ("capability", "Capability"),
    ("node", "Node"),
    ("relationship", "Relationship"),
    ("occurrences", "Occurrences"),
    ("constraints", "Constraints"),
    ("required", "Required"),
    ("default", "Default"),
    ("value", "Value"),
    ("file", "File"),
    ("implementation", "Implementation"),
];

/// A value on one line in backticks, or its size.
pub fn brief(node: Node<'_>) -> String {
    let node = node.resolve();
    let text = match node.as_str() {
        Some(text) if node.is_scalar() => text.into_owned(),
        _ => node.source().trim_end().to_owned(),
    };
    if !text.is_empty() && !text.contains(['\n', '`']) && text.chars().count() <= MAX_LENGTH {
        return format!("`{text}`");
    }
    let count = |count: usize, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    if node.is_mapping() {
        count(node.entries().len(), "key")
    } else if node.is_sequence() {
        count(node.items().len(), "item")
    } else if text.is_empty() {
        "empty".to_owned()
    } else {
        count(text.lines().count(), "line")
    }
}

/// The description of a declaration.
pub fn description(node: Node<'_>) -> String {
    let text = node.get("description").and_then(|description| description.resolve().as_str());
    text.map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// The facts in the keys of a declaration, except for some labels.
pub fn facts(node: Node<'_>, except: &[&str]) -> Vec<Fact> {
    let known = KEYS.iter().filter(|(_, label)| !except.contains(label));
    let known = known.filter_map(|&(key, label)| {
        let value = node.get(key)?.resolve();
        (!value.is_null()).then(|| Fact::new(label, brief(value)))
    });
    known.collect()
}

/// The meaning of the name at an offset if this document declares it, and the declaration.
pub fn explain<'n>(
    document: &Document,
    names: &'n Names,
    offset: usize,
) -> Option<(Explanation, &'n Declaration)> {
    let (range, at) = names.declared_name_at(offset)?;
    let declaration = &names.declarations[at];
    let mut found = of_declaration(document.get(&declaration.path));
    found.range = range;
    found.title.clone_from(&declaration.name);
    declaration.kind.id.clone_into(&mut found.kind);
    Some((found, declaration))
}

/// The description and the facts of a declared element.
pub fn of_declaration(node: Option<Node<'_>>) -> Explanation {
    let Some(node) = node.map(Node::resolve) else { return Explanation::default() };
    let mut facts = facts(node, &[]);
    if node.is_scalar() && !node.is_null() {
        facts.push(Fact::new("Value", brief(node)));
    }
    Explanation { doc: description(node), facts, ..Explanation::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_on_one_line() {
        let long = format!("a: '{}'\n", "x".repeat(81));
        for (text, expected) in [
            ("a: 80\n", "`80`"),
            ("a: 'no'\n", "`no`"),
            ("a: [1, 2]\n", "`[1, 2]`"),
            ("a:\n  - 1\n  - 2\n", "2 items"),
            ("a:\n  b: 1\n  c: 2\n", "2 keys"),
            ("a: |\n  x\n  y\n", "2 lines"),
            ("a: ''\n", "empty"),
            (long.as_str(), "1 line"),
        ] {
            let document = limn_yaml::parse(text);
            let value = document.root().and_then(|root| root.get("a"));
            assert_eq!(value.map(brief).as_deref(), Some(expected), "{text}");
        }
    }
}
