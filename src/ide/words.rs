//! Words of completions: how they are written, which ones start with the typed text, and which ones are used most.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::completion::{Completion, CompletionRank};
use limn_language::schema::{Names, NodeContext, Shape, pick};
use limn_yaml::{self as yaml, Resolved};

/// Sorts names by how often the document refers to them; all else keeps its order.
pub(super) fn by_use(found: &mut [Completion], names: &Names) {
    let offered: HashSet<&str> = found
        .iter()
        .filter(|completion| completion.rank == CompletionRank::Name)
        .map(|completion| completion.label.as_str())
        .collect();
    if offered.len() < 2 {
        return;
    }
    let mut uses: HashMap<String, usize> = HashMap::new();
    for reference in names.references.iter().filter(|reference| offered.contains(reference.name.as_str())) {
        *uses.entry(reference.name.clone()).or_default() += 1;
    }
    for group in
        found.chunk_by_mut(|a, b| (a.rank == CompletionRank::Name) == (b.rank == CompletionRank::Name))
    {
        if group.first().is_some_and(|completion| completion.rank == CompletionRank::Name) {
            group.sort_by_key(|completion| Reverse(uses.get(&completion.label).copied().unwrap_or_default()));
        }
    }
}

/// Offers once what inserts the same text at the same place: a name that elements of several kinds have. Its detail names all the kinds.
pub(super) fn joined(found: Vec<Completion>) -> Vec<Completion> {
    let mut places = HashMap::new();
    let mut joined: Vec<Completion> = Vec::with_capacity(found.len());
    for it in found {
        let key = (it.label.clone(), it.insert.clone(), it.range);
        let at = *places.entry(key).or_insert(joined.len());
        let Some(known) = joined.get_mut(at) else {
            joined.push(it);
            continue;
        };
        if known.detail.is_empty() {
            known.detail = it.detail;
        } else if !it.detail.is_empty() && known.detail.split(" or ").all(|detail| detail != it.detail) {
            known.detail = format!("{} or {}", known.detail, it.detail);
        }
    }
    joined
}

/// Returns true if a place accepts booleans or numbers.
pub(super) fn is_typed(shape: &'static Shape, spot: &NodeContext<'_>) -> bool {
    match shape {
        Shape::Boolean | Shape::Integer { .. } => true,
        Shape::OneOf(shapes) => shapes.iter().any(|shape| is_typed(shape, spot)),
        Shape::Single(inner) => is_typed(inner, spot),
        Shape::BySibling(_) => {
            pick(shape, spot).is_some_and(|picked| !std::ptr::eq(picked, shape) && is_typed(picked, spot))
        }
        _ => false,
    }
}

/// A text as written between double quotes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A text as it is written in a document: with quotes if it would be read as another value.
pub(super) fn written(text: &str) -> String {
    let odd = text
        .starts_with(|character: char| !character.is_alphanumeric() && !matches!(character, '/' | '_' | '$'));
    let reads = yaml::resolve_plain(text) == Resolved::Text;
    let splits = text.contains(": ") || text.ends_with(':') || text.contains(" #");
    if odd || !reads || splits || text.contains(['{', '}', '[', ']', ',', '\'', '"']) {
        yaml::quote(text)
    } else {
        text.to_owned()
    }
}

/// Returns true if `word` starts with the typed text, ignoring case.
pub(super) fn starts(word: &str, typed: &str) -> bool {
    let mut word = word.chars().flat_map(char::to_lowercase);
    typed.chars().flat_map(char::to_lowercase).all(|character| word.next() == Some(character))
}

/// Returns true if `word` or one of its parts starts with the typed text: `Comp` finds `tosca.nodes.Compute`.
pub(super) fn starts_a_part(word: &str, typed: &str) -> bool {
    let mut parts = word.match_indices(['.', ':', '/']).map(|(at, joint)| &word[at + joint.len()..]);
    starts(word, typed) || (!typed.is_empty() && parts.any(|part| starts(part, typed)))
}
