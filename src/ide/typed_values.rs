//! Completion from the value type of a place: keys, allowed values, names, units, files.

use super::candidates::Candidate;
use limn_language::schema::{Holds, Slot, Slots};
use limn_yaml::Path;

/// The parts of a mapping and its other known keys; `None` if there are none. `typed`: the start of the key.
pub(super) fn parts(slots: &dyn Slots, container: &Path, typed: &str) -> Option<Vec<(String, Slot)>> {
    let parts = match slots.slot(container).unwrap_or_default().holds {
        Holds::Parts { parts, .. } | Holds::One { parts, .. } => Some(parts),
        _ => None,
    };
    let known = slots.known_keys(container, typed);
    if known.is_empty() {
        return parts;
    }
    let mut found = parts.unwrap_or_default();
    for (name, slot) in known {
        if found.iter().all(|(part, _)| *part != name) {
            found.push((name, slot));
        }
    }
    Some(found)
}

/// Values from the value type of a place, and likely texts such as files.
pub(super) fn values(slots: &dyn Slots, path: &Path, text: &str, caret: usize) -> Vec<Candidate> {
    let slot = slots.slot(path).unwrap_or_default();
    let whole = |word: String, detail: &str, doc: String, is_name: bool| Candidate {
        detail: detail.to_owned(),
        doc,
        within: 0..text.len(),
        text: word,
        insert: None,
        behind: 0,
        is_name,
    };
    let mut found: Vec<Candidate> = match slot.holds {
        Holds::Flag => {
            ["true", "false"].map(|word| whole(word.to_owned(), &slot.type_name, String::new(), true)).into()
        }
        Holds::Choice { words, plain } => {
            words.into_iter().map(|word| whole(word, &slot.type_name, String::new(), plain)).collect()
        }
        Holds::Name(words) => {
            let detail = |note: &str| if note.is_empty() { slot.type_name.clone() } else { note.to_owned() };
            words
                .into_iter()
                .map(|choice| whole(choice.word, &detail(&choice.note), choice.doc, false))
                .collect()
        }
        Holds::Measure(units) => measured(text, caret, &units, &slot.type_name),
        _ => Vec::new(),
    };
    let likely = slots.likely(path).into_iter();
    found.extend(likely.map(|file| whole(file, "file", String::new(), false)));
    found
}

/// The units behind a number.
pub(super) fn measured(text: &str, caret: usize, units: &[&str], type_name: &str) -> Vec<Candidate> {
    let typed = text.get(..caret).unwrap_or_default();
    let number = typed.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let digits = number.trim_end();
    if digits.is_empty() || !digits.ends_with(|character: char| character.is_ascii_digit()) {
        return Vec::new();
    }
    let unit = |unit: &&str| Candidate {
        text: (*unit).to_owned(),
        insert: (digits.len() == number.len()).then(|| format!(" {unit}")),
        behind: 0,
        within: number.len()..text.len(),
        detail: type_name.to_owned(),
        doc: String::new(),
        is_name: true,
    };
    units.iter().map(unit).collect()
}
