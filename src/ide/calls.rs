//! Completion of function calls and of their arguments, from the value types of the place: `{get_input: port}` in any notation that the caret is in.

use super::completion::{Completion, CompletionRank};
use super::position::{Position, position};
use super::words::written;
use limn_language::schema::{Argument, ArgumentKind, ChoiceItem, Slots};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path, Step};

/// The functions and arguments at `offset` that start with the typed text, the fitting ones first.
/// `is_computed`: whether the value of a path can be a call.
pub fn complete_calls(
    document: &Document,
    slots: &dyn Slots,
    is_computed: &dyn Fn(&Path) -> bool,
    offset: usize,
) -> Vec<Completion> {
    let place = CallSite { document, slots };
    let mut found = match position(document, offset) {
        Some(Position::Key { container, prefix, range, closed, .. }) => {
            let is_alone = document.get(&container).is_none_or(|node| {
                node.is_null()
                    || node
                        .entries()
                        .all(|entry| entry.key.range().overlaps(range) || entry.key.range().touches(offset))
            });
            let ending = if closed { Ending::Nothing } else { Ending::Argument };
            if is_alone && is_computed(&container) {
                place.functions(&container, &prefix, range, ending)
            } else {
                Vec::new()
            }
        }
        Some(Position::Value { path, text, caret, range, quoted, column, .. }) => {
            let prefix = text.get(..caret).unwrap_or_default();
            let argument = place.argument(&path);
            let takes_calls = argument.as_ref().is_none_or(|argument| argument.takes != ArgumentKind::Word);
            let mut found: Vec<_> =
                argument.map(|argument| words(argument, prefix, range, quoted)).unwrap_or_default();
            if !quoted && takes_calls && is_computed(&path) {
                // Alone on its line, a call needs no braces.
                let ending = if column.is_some() { Ending::Argument } else { Ending::Braces };
                found.extend(place.functions(&path, prefix, range, ending));
            }
            found
        }
        None => Vec::new(),
    };
    found.sort_by_key(|(fits, _)| !fits);
    found.into_iter().map(|(_, completion)| completion).collect()
}

struct CallSite<'a> {
    document: &'a Document,
    slots: &'a dyn Slots,
}

/// The text behind the name of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// It is there already.
    Nothing,
    Argument,
    /// The same, all in braces.
    Braces,
}

impl CallSite<'_> {
    fn functions(
        &self,
        at: &Path,
        prefix: &str,
        range: TextRange,
        ending: Ending,
    ) -> Vec<(bool, Completion)> {
        let known = self
            .slots
            .functions(at)
            .into_iter()
            .filter(|function| function.word.starts_with(prefix.trim_start()));
        let completion = |word: ChoiceItem| {
            let (open, close) = if self.takes_list(at, &word.word) { ("[", "]") } else { ("", "") };
            let (insert, behind) = match ending {
                Ending::Nothing => (word.word.clone(), 0),
                Ending::Argument => (format!("{}: {open}{close}", word.word), close.len()),
                Ending::Braces => (format!("{{{}: {open}{close}}}", word.word), close.len() + 1),
            };
            let detail = if word.note.is_empty() { "function".to_owned() } else { word.note };
            (
                word.fits,
                Completion {
                    label: word.word,
                    insert,
                    behind,
                    stops: Vec::new(),
                    detail,
                    doc: word.doc,
                    range,
                    rank: CompletionRank::Word,
                },
            )
        };
        known.map(completion).collect()
    }

    /// Returns true if a function takes a list: a second argument, or a list as its argument.
    fn takes_list(&self, at: &Path, function: &str) -> bool {
        let known = self.slots.arguments(at, function, &[]);
        let Some(first) = known.first() else { return false };
        let given = first.words.first().map_or_else(|| "x".to_owned(), |choice| choice.word.clone());
        matches!(first.takes, ArgumentKind::Values | ArgumentKind::Rest)
            || self.slots.arguments(at, function, &[given]).len() > 1
    }

    /// The argument of a call that is at a path.
    fn argument(&self, path: &Path) -> Option<Argument> {
        let (call, index) = match path.last()? {
            Step::Index(index) => (path.parent()?, *index),
            Step::Key(_) => (path.clone(), 0),
            Step::Entry(_) => return None,
        };
        let (at, function) = (call.parent()?, call.last_key()?);
        if !self.slots.functions(&at).iter().any(|known| known.word == function) {
            return None;
        }
        let list = self.document.get(&call);
        let items = list.into_iter().flat_map(Node::items).take(index);
        let given: Vec<String> = items.map(|item| item.as_str().unwrap_or_default().into_owned()).collect();
        let known = self.slots.arguments(&at, function, &given);
        known.into_iter().nth(index).filter(|_| given.len() == index)
    }
}

/// The words of an argument that start with the typed text.
fn words(argument: Argument, prefix: &str, range: TextRange, quoted: bool) -> Vec<(bool, Completion)> {
    let detail = argument.label.to_lowercase();
    let fitting = argument.words.into_iter().filter(|choice| choice.word.starts_with(prefix));
    let completion = |choice: ChoiceItem| {
        let insert = if quoted { choice.word.clone() } else { written(&choice.word) };
        let detail = if choice.note.is_empty() { detail.clone() } else { choice.note };
        let (label, doc) = (choice.word, choice.doc);
        (
            choice.fits,
            Completion {
                label,
                insert,
                behind: 0,
                stops: Vec::new(),
                detail,
                doc,
                range,
                rank: CompletionRank::Name,
            },
        )
    };
    fitting.map(completion).collect()
}
