//! Completion of the first keys in a text whose language is not recognized yet.

use super::completion::{Completion, CompletionRank};
use super::position::{Position, position};
use super::words::starts;
use limn_yaml::Document;

/// The keys that start a document of some language. `keys`: for each, the key, the line that is inserted, and the label of the language.
pub fn first_keys(document: &Document, keys: &[(String, String, &str)], offset: usize) -> Vec<Completion> {
    let (container, prefix, range, closed) = match position(document, offset) {
        Some(Position::Key { container, prefix, range, closed, .. }) => (container, prefix, range, closed),
        Some(Position::Value { path, text, caret, range, quoted: false, column: Some(0), .. }) => {
            (path, text.get(..caret).unwrap_or_default().to_owned(), range, false)
        }
        _ => return Vec::new(),
    };
    if !container.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Completion> = Vec::new();
    for (key, line, label) in keys.iter().filter(|(key, ..)| starts(key, &prefix)) {
        if found.iter().all(|completion| completion.label != *key)
            && document.root().is_none_or(|root| root.get(key).is_none())
        {
            found.push(Completion {
                label: key.clone(),
                insert: if closed { key.clone() } else { line.clone() },
                behind: 0,
                stops: Vec::new(),
                detail: (*label).to_owned(),
                doc: String::new(),
                range,
                rank: CompletionRank::Key,
            });
        }
    }
    found
}
