//! Characters that nobody sees, and what they are called. Knows no place where they might be meant.

/// What an invisible character is called, in a sentence; `None` for any that can be seen, a plain blank among them.
pub fn unseen(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{200b}' => "a zero-width space",
        '\u{200c}' | '\u{200d}' => "a zero-width joiner",
        '\u{2060}' => "a word joiner",
        '\u{feff}' => "a byte order mark",
        '\u{a0}' => "a no-break space",
        '\u{ad}' => "a soft hyphen",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => "a direction mark",
        _ => return None,
    })
}

/// Whether two texts look the same and are not.
pub fn differ_unseen(a: &str, b: &str) -> bool {
    (!a.is_ascii() || !b.is_ascii())
        && a != b
        && a.chars().filter(|&c| unseen(c).is_none()).eq(b.chars().filter(|&c| unseen(c).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_may_differ() {
        assert!(differ_unseen("ab", "a\u{200b}b"));
        assert!(differ_unseen("a\u{2060}b", "a\u{200b}b"));
        assert!(!differ_unseen("ab", "ab"));
        assert!(!differ_unseen("ab", "äb"));
        assert!(!differ_unseen("ab", "b"));
    }
}
