//! Helpers for messages: suggestions with fixes, and lists of names.

use crate::model::Service;
use limn_language::diagnostic::Diagnostic;
use limn_yaml::{Node, Op, Value};

/// Adds "did you mean" to the message, with a fix for the scalar at `at`.
pub(super) fn suggest<'a>(
    service: &Service<'_>,
    diagnostic: Diagnostic,
    at: Node<'_>,
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let near = service.suggestions.nearest(word, names);
    diagnostic.did_you_mean(near, |near| Op::Replace { at: at.path(), value: Value::text(near) })
}

/// Adds "did you mean" to the message, with a fix that renames the key.
pub(super) fn suggest_key<'a>(
    service: &Service<'_>,
    diagnostic: Diagnostic,
    key: Node<'_>,
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let near = service.suggestions.nearest(word, names);
    diagnostic.did_you_mean(near, |to| Op::RenameKey { at: key.path(), to })
}

/// Formats a list of names, shortened if it is long: "`a`, `b` and `c`".
pub(super) fn list<'a>(names: impl IntoIterator<Item = &'a str>, last: &str) -> String {
    const MOST: usize = 6;
    let mut quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    let more = quoted.len().saturating_sub(MOST);
    quoted.truncate(MOST);
    if more > 0 {
        quoted.push(format!("{more} more"));
    }
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
