//! Fix for missing entries, such as required properties: writes them with placeholders.

use limn_language::diagnostic::Diagnostic;
use limn_yaml::{Node, Op, Path, Placement, Value};

/// Adds a fix that writes missing entries of an element: each is the keys below `section`, or below the element itself, and a placeholder. Without a
/// fix if the element or its section cannot take entries.
///
/// The author replaces the placeholders: the fix is not safe, and the page puts the caret into the first.
pub fn fix_missing(
    diagnostic: Diagnostic,
    element: Node<'_>,
    section: Option<&str>,
    title: impl Into<String>,
    entries: &[(Vec<&str>, Value)],
) -> Diagnostic {
    let inner = section.and_then(|section| element.get(section));
    let is_open = inner.is_none_or(|inner| inner.is_null() || inner.is_mapping() && !inner.is_alias());
    if !element.is_mapping() || element.is_alias() || !is_open {
        return diagnostic;
    }
    let at = section.map_or_else(|| element.path(), |section| element.path().key(section));
    let insert = |(keys, value): &(Vec<&str>, Value)| {
        let (key, above) = keys.split_last()?;
        let into = above.iter().fold(at.clone(), |path: Path, key| path.key(key));
        Some(Op::Insert { into, key: (*key).to_owned(), value: value.clone(), placement: Placement::Last })
    };
    diagnostic.likely_fix(title, entries.iter().filter_map(insert).collect(), false)
}
