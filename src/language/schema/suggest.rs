//! Suggestions ("did you mean"): the closest candidate to a misspelt name.

/// Longer words are not compared letter by letter.
const LONGEST: usize = 64;

/// The candidate closest to `word`: equal except for case, `_` and `-`, or a few edits away. The first of equally close ones.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = normalise(word);
    if plain.is_empty() || plain.len() > LONGEST {
        return None;
    }
    let letters = letters_of(plain.iter().copied());
    let mut allowed = (plain.len() / 3).clamp(1, 3);
    let mut best = None;
    let (mut other, mut rows) = (Vec::new(), Rows::default());
    for candidate in candidates {
        if candidate == word || is_farther(candidate, plain.len(), letters, allowed) {
            continue;
        }
        other.clear();
        other.extend(normalised(candidate));
        if other.len() > LONGEST || other.len().abs_diff(plain.len()) > allowed {
            continue;
        }
        // A word of two letters has every other one within a slip or two.
        let Some(slips) = rows.distance(&plain, &other, allowed) else { continue };
        if slips < other.len().min(plain.len()) {
            best = Some(candidate);
            // Only what is nearer still counts from here on.
            if slips == 0 {
                break;
            }
            allowed = slips - 1;
        }
    }
    best
}

/// Whether a candidate is certainly more slips away than allowed, as far as its length and its letters tell: each slip adds or takes one letter at
/// most. Most candidates end here, so nothing is allocated. Only ASCII is judged: elsewhere lower case may be longer.
fn is_farther(candidate: &str, length: usize, letters: u64, allowed: usize) -> bool {
    if !candidate.is_ascii() {
        return false;
    }
    let plain = candidate.bytes().filter(|it| !matches!(it, b'-' | b'_' | b' '));
    let (mut count, mut its) = (0_usize, 0_u64);
    for byte in plain {
        count += 1;
        its |= letter(char::from(byte.to_ascii_lowercase()));
    }
    let differ = (its & !letters).count_ones().max((letters & !its).count_ones());
    count.abs_diff(length) > allowed || differ as usize > allowed
}

/// A set of letters as bits. Different letters may share a bit, so sets differ at least as much as their bits.
fn letters_of(word: impl Iterator<Item = char>) -> u64 {
    word.fold(0, |all, it| all | letter(it))
}

fn letter(it: char) -> u64 {
    1 << (u32::from(it) % 64)
}

/// Letters and digits, lower-cased: `readOnly`, `read_only` and `read-only` are one word.
fn normalise(word: &str) -> Vec<char> {
    normalised(word).collect()
}

fn normalised(word: &str) -> impl Iterator<Item = char> + '_ {
    word.chars().filter(|it| !matches!(it, '-' | '_' | ' ')).flat_map(char::to_lowercase).take(LONGEST + 1)
}

/// What comparing two words needs, kept for the next two.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    last: Vec<usize>,
    row: Vec<usize>,
}

impl Rows {
    /// Letters to put in, take out, change, or swap with their neighbour; `None` where it is more than `most`.
    fn distance(&mut self, a: &[char], b: &[char], most: usize) -> Option<usize> {
        let Rows { before, last, row } = self;
        for it in [&mut *before, &mut *last, &mut *row] {
            it.clear();
            it.resize(b.len() + 1, 0);
        }
        last.iter_mut().enumerate().for_each(|(at, it)| *it = at);
        let mut least_before = 0;
        for i in 1..=a.len() {
            row[0] = i;
            let mut least = i;
            for j in 1..=b.len() {
                let change = usize::from(a[i - 1] != b[j - 1]);
                row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    row[j] = row[j].min(before[j - 2] + 1);
                }
                least = least.min(row[j]);
            }
            // A swap reaches over one row; what two rows have passed never comes back.
            if least.min(least_before) > most {
                return None;
            }
            least_before = least;
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        Some(last[b.len()]).filter(|slips| *slips <= most)
    }
}

/// The same letters and digits in the same order, whatever the case and whatever joins them: `readOnly` and `read-only`. Anything less is a guess:
/// the hyphen of `-type` joins nothing, and may have been meant as an item's dash.
pub fn is_respelling(a: &str, b: &str) -> bool {
    let joiners = ['-', '_', ' '];
    !a.starts_with(joiners) && !a.ends_with(joiners) && normalise(a) == normalise(b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEYS: [&str; 6] = ["type", "read-only", "description", "quantity", "id", "ip"];

    #[test]
    fn slips_are_understood() {
        for (word, meant) in [
            ("tpye", "type"),
            ("typ", "type"),
            ("readOnly", "read-only"),
            ("read_only", "read-only"),
            ("READ-ONLY", "read-only"),
            ("decsription", "description"),
            ("quantty", "quantity"),
            ("ID", "id"),
        ] {
            assert_eq!(nearest(word, KEYS), Some(meant), "{word}");
        }
    }

    /// As `nearest`, with every candidate compared letter by letter.
    fn compared<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
        let plain = normalise(word);
        let allowed = (plain.len() / 3).clamp(1, 3);
        let slips = |candidate: &&&str| {
            let other = normalise(candidate);
            let slips = Rows::default().distance(&plain, &other, usize::MAX)?;
            (slips <= allowed && slips < other.len().min(plain.len())).then_some(slips)
        };
        let near = candidates.iter().filter(|it| **it != word && slips(it).is_some());
        near.min_by_key(slips).copied()
    }

    proptest! {
        #[test]
        fn what_is_passed_over_unread_is_not_near(
            word in "[a-cA-C_É-İ-]{1,8}",
            others in proptest::collection::vec("[a-cA-C_É-İ-]{0,8}", 0..12),
        ) {
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            prop_assert_eq!(nearest(&word, others.iter().copied()), compared(&word, &others));
        }
    }

    #[test]
    fn another_word_is_not_a_slip() {
        for word in ["colour", "x", "", "ty", "quality-of-life", "ab"] {
            assert_eq!(nearest(word, KEYS), None, "{word}");
        }
    }

    #[test]
    fn a_hyphen_that_joins_nothing_is_no_respelling() {
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
