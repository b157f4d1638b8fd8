//! "Did you mean": the word that a misspelt one was meant to be. Knows words only.

/// Longer words are not compared letter by letter.
const LONGEST: usize = 64;

/// The candidate that `word` was plainly meant to be: the same but for case, `_` and `-`, or a slip or two away. The first of equally near ones.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = normalise(word);
    if plain.is_empty() || plain.len() > LONGEST {
        return None;
    }
    let allowed = (plain.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == word {
            continue;
        }
        let other = normalise(candidate);
        if other.len() > LONGEST || other.len().abs_diff(plain.len()) > allowed {
            continue;
        }
        let slips = distance(&plain, &other);
        // A word of two letters has every other one within a slip or two.
        let near = slips <= allowed && slips < other.len().min(plain.len());
        if near && best.is_none_or(|(least, _)| slips < least) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Letters and digits, lower-cased: `readOnly`, `read_only` and `read-only` are one word.
fn normalise(word: &str) -> Vec<char> {
    word.chars()
        .filter(|it| !matches!(it, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .take(LONGEST + 1)
        .collect()
}

/// Letters to put in, take out, change, or swap with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

/// The same letters and digits in the same order, whatever the case and whatever joins them: `readOnly` and `read-only`. Anything less is a guess:
/// the hyphen of `-type` joins nothing, and may have been meant as an item's dash.
pub fn is_respelling(a: &str, b: &str) -> bool {
    let joiners = ['-', '_', ' '];
    !a.starts_with(joiners) && !a.ends_with(joiners) && normalise(a) == normalise(b)
}

#[cfg(test)]
mod tests {
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
