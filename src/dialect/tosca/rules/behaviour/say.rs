//! How the rules of this room say things: "did you mean" with its fix, and names in a row.

use crate::diagnostic::Diagnostic;
use crate::dialect::tosca::model::Service;
use crate::yaml::{Node, Op, Value};

/// Ends the message with what was plainly meant, and offers it for the scalar at `at`.
pub(super) fn meant<'a>(
    service: &Service<'_>,
    diagnostic: Diagnostic,
    at: Node<'_>,
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let near = service.nearness.nearest(word, names);
    diagnostic.meant(near, |near| Op::Replace { at: at.path(), value: Value::text(near) })
}

/// The same for a key.
pub(super) fn meant_key<'a>(
    service: &Service<'_>,
    diagnostic: Diagnostic,
    key: Node<'_>,
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let near = service.nearness.nearest(word, names);
    diagnostic.meant(near, |to| Op::RenameKey { at: key.path(), to })
}

/// "`a`, `b` and `c`", the first few of many.
pub(super) fn row<'a>(names: impl IntoIterator<Item = &'a str>, last: &str) -> String {
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
