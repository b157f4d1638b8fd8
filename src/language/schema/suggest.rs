//! Suggestions ("did you mean"): the closest candidate to a misspelt name.

use strsim::osa_distance;

/// Longer words are not compared letter by letter.
const MAX_LENGTH: usize = 64;

/// The candidate closest to `word`: equal except for case, `_` and `-`, or a few edits away. The first of equally close ones. None for an operator:
/// `!=` is one sign away from `>=`, but means something else.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = normalize(word);
    let length = plain.chars().count();
    if length > MAX_LENGTH || !plain.contains(char::is_alphanumeric) {
        return None;
    }
    let letters = letters_of(&plain);
    let mut allowed = (length / 3).clamp(1, 3);
    let mut best = None;
    for candidate in candidates {
        if candidate == word || is_farther(candidate, length, letters, allowed) {
            continue;
        }
        let other = normalize(candidate);
        let other_length = other.chars().count();
        if other_length > MAX_LENGTH || other_length.abs_diff(length) > allowed {
            continue;
        }
        if is_opposite(&plain, &other) {
            continue;
        }
        let edits = osa_distance(&plain, &other);
        // A word of two letters is an edit or two from every other one.
        if edits <= allowed && edits < other_length.min(length) {
            best = Some(candidate);
            // From here on only a closer one counts.
            if edits == 0 {
                break;
            }
            allowed = edits - 1;
        }
    }
    best
}

/// Returns true if a candidate is certainly more edits away than allowed, by its length and its letters: an edit adds or removes one letter at most.
/// Most candidates end here, without an allocation. Only ASCII is judged: elsewhere lower case may be longer.
fn is_farther(candidate: &str, length: usize, letters: u64, allowed: usize) -> bool {
    if !candidate.is_ascii() {
        return false;
    }
    let plain = candidate.bytes().filter(|byte| !matches!(byte, b'-' | b'_' | b' '));
    let (mut count, mut others) = (0_usize, 0_u64);
    for byte in plain {
        count += 1;
        others |= letter_bit(char::from(byte.to_ascii_lowercase()));
    }
    let differ = (others & !letters).count_ones().max((letters & !others).count_ones());
    count.abs_diff(length) > allowed || differ as usize > allowed
}

/// The letters of a word as bits. Different letters may share a bit, so two words differ at least as much as their bits.
fn letters_of(word: &str) -> u64 {
    word.chars().fold(0, |bits, letter| bits | letter_bit(letter))
}

fn letter_bit(letter: char) -> u64 {
    1 << (u32::from(letter) % 64)
}

/// Letters and digits in lower case, cut at the first one that is too many: `readOnly`, `read_only` and `read-only` are one word.
fn normalize(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .take(MAX_LENGTH + 1)
        .collect()
}

/// Returns true if two words have the same letters and digits, regardless of case and separators: `readOnly` and `read-only`. Other differences are
/// not certain: the hyphen of `-type` may be the dash of an item.
pub fn is_respelling(a: &str, b: &str) -> bool {
    let joiners = ['-', '_', ' '];
    !a.starts_with(joiners) && !a.ends_with(joiners) && normalize(a) == normalize(b)
}

/// Returns true if two words say the contrary of each other.
fn is_opposite(word: &str, other: &str) -> bool {
    const OPPOSITES: [(&str, &str); 2] = [("min", "max"), ("lower", "upper")];
    word != other && OPPOSITES.iter().any(|(low, high)| word.replace(high, low) == other.replace(high, low))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEYS: [&str; 6] = ["type", "read-only", "description", "quantity", "id", "ip"];

    #[test]
    fn misspellings_are_understood() {
        for (word, expected) in [
            ("tpye", "type"),
            ("typ", "type"),
            ("readOnly", "read-only"),
            ("read_only", "read-only"),
            ("READ-ONLY", "read-only"),
            ("decsription", "description"),
            ("quantty", "quantity"),
            ("ID", "id"),
        ] {
            assert_eq!(nearest(word, KEYS), Some(expected), "{word}");
        }
    }

    #[test]
    fn the_contrary_is_not_proposed() {
        assert_eq!(nearest("maximize", ["minimize"]), None);
        assert_eq!(nearest("max_lenght", ["min_length", "max_length"]), Some("max_length"));
    }

    /// As `nearest`, with every candidate compared letter by letter.
    fn compared<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
        let plain = normalize(word);
        if !plain.contains(char::is_alphanumeric) {
            return None;
        }
        let length = plain.chars().count();
        let allowed = (length / 3).clamp(1, 3);
        let edits = |candidate: &&&str| {
            let other = normalize(candidate);
            let edits = osa_distance(&plain, &other);
            (edits <= allowed && edits < other.chars().count().min(length)).then_some(edits)
        };
        let near = candidates.iter().filter(|candidate| **candidate != word && edits(candidate).is_some());
        near.min_by_key(edits).copied()
    }

    proptest! {
        #[test]
        fn skipped_candidates_are_not_near(
            word in "[a-cA-C_É-İ-]{1,8}",
            others in proptest::collection::vec("[a-cA-C_É-İ-]{0,8}", 0..12),
        ) {
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            prop_assert_eq!(nearest(&word, others.iter().copied()), compared(&word, &others));
        }
    }

    #[test]
    fn another_word_is_not_a_misspelling() {
        for word in ["colour", "x", "", "ty", "quality-of-life", "ab"] {
            assert_eq!(nearest(word, KEYS), None, "{word}");
        }
    }

    #[test]
    fn no_operator_is_proposed_for_another() {
        for word in ["!=", "==", "=", "=<"] {
            assert_eq!(nearest(word, ["=", ">=", "<="]), None, "{word}");
        }
    }

    #[test]
    fn a_hyphen_at_an_end_is_not_a_respelling() {
        assert!(is_respelling("Read_Only", "read-only"));
        for word in ["-type", "type-", "_type", "tpye"] {
            assert!(!is_respelling(word, "type"), "{word}");
        }
    }

    #[test]
    fn a_word_is_not_near_itself() {
        assert_eq!(nearest("type", ["type"]), None);
    }
}
