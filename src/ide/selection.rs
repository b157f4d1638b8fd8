//! Selection ranges: from the word at the caret outward to the whole document.

use limn_text::TextRange;
use limn_yaml::{Document, Node, Style};

/// The ranges around an offset, the innermost first; each contains the previous one and is larger.
pub fn selections(document: &Document, offset: usize) -> Vec<TextRange> {
    let text = document.text();
    let offset = offset.min(text.len());
    let mut found: Vec<TextRange> = Vec::new();
    let mut add = |range: TextRange| {
        let grows = found.last().is_none_or(|last| range.contains(*last) && range != *last);
        if grows && range.touches(offset) {
            found.push(range);
        }
    };
    let mut node = document.at(offset);
    if let Some(scalar) = node.filter(|node| node.is_scalar() || node.is_key()) {
        let range = scalar.range();
        let joined = |c: char| c.is_alphanumeric() || c == '_';
        add(word(text, range, offset, joined));
        add(word(text, range, offset, |c| joined(c) || c == '-'));
        add(word(text, range, offset, |c| joined(c) || matches!(c, '-' | '.' | ':' | '/')));
        add(content(scalar));
    }
    while let Some(here) = node {
        add(here.range());
        add(here.full_range());
        if let Some(entry) = entry(here) {
            add(entry);
        }
        node = here.parent();
    }
    add(TextRange::new(0, text.len()));
    found
}

/// The characters around the offset that belong together.
fn word(text: &str, within: TextRange, offset: usize, joins: impl Fn(char) -> bool) -> TextRange {
    let before = text.get(within.start..offset.max(within.start)).unwrap_or_default();
    let behind = text.get(offset..within.end.max(offset)).unwrap_or_default();
    let start = before.trim_end_matches(&joins).len() + within.start;
    let end = offset + behind.len() - behind.trim_start_matches(&joins).len();
    TextRange::new(start.min(offset), end)
}

/// A scalar without its quotes.
fn content(scalar: Node<'_>) -> TextRange {
    let range = scalar.range();
    match scalar.style() {
        Style::Single | Style::Double if range.len() > 1 => TextRange::new(range.start + 1, range.end - 1),
        _ => range,
    }
}

/// A key with its value, from either of them.
fn entry(node: Node<'_>) -> Option<TextRange> {
    if node.is_key() {
        let entry = node.parent()?.entries().find(|entry| entry.key.id() == node.id())?;
        return Some(node.full_range().cover(entry.value.full_range()));
    }
    Some(node.key()?.full_range().cover(node.full_range()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe;
    use limn_yaml as yaml;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let (text, offset) = recipe::caret(text);
        let found: Vec<String> = selections(&yaml::parse(text.as_str()), offset)
            .into_iter()
            .map(|range| text[range.start..range.end].to_owned())
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_word_grows_to_the_document() {
        check(
            "a:\n  b: \"my.no|des.X y\"\nc: 1\n",
            &[
                "nodes",
                "my.nodes.X",
                "my.nodes.X y",
                "\"my.nodes.X y\"",
                "b: \"my.nodes.X y\"",
                "a:\n  b: \"my.nodes.X y\"",
                "a:\n  b: \"my.nodes.X y\"\nc: 1",
                "a:\n  b: \"my.nodes.X y\"\nc: 1\n",
            ],
        );
    }

    #[test]
    fn a_key_grows_to_its_entry() {
        check("{first-ke|y: [1, 2]}", &["key", "first-key", "first-key: [1, 2]", "{first-key: [1, 2]}"]);
    }

    #[test]
    fn an_empty_text_has_itself() {
        assert_eq!(selections(&yaml::parse(""), 5), [TextRange::new(0, 0)]);
    }
}
