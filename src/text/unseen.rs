//! Characters that nobody sees: what they are called, and how text that may hold them is shown. Knows no place where they might be meant.

use std::borrow::Cow;
use std::fmt::Write as _;

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

/// Whether a character moves the cursor, turns the direction of what follows, ends a line, or takes no room: nothing that may be shown as it is in a
/// sentence, where it could pass for a part of the sentence itself.
pub fn is_unshowable(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A name or a message as it can be shown on one line, on a terminal and in the page: what is unshowable is written as an escape, `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unshowable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_unshowable(c) => {
                let _infallible = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
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
    fn what_cannot_be_shown_is_written_as_an_escape() {
        assert!(matches!(visible("a ‘é’ — 日本語 🧵 ü"), Cow::Borrowed(_)));
        assert_eq!(visible("a\u{1b}[2J\nlimn: note: b\r\t\0"), "a\\u{1b}[2J\\nlimn: note: b\\r\\t\\u{0}");
        assert_eq!(
            visible("\u{7f}\u{9b}31m\u{202e}fdp\u{2066}\u{2028}"),
            "\\u{7f}\\u{9b}31m\\u{202e}fdp\\u{2066}\\u{2028}"
        );
        let every: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        assert!(!visible(&every).contains(is_unshowable));
    }

    #[test]
    fn what_looks_the_same_may_differ() {
        assert!(differ_unseen("ab", "a\u{200b}b"));
        assert!(differ_unseen("a\u{2060}b", "a\u{200b}b"));
        assert!(!differ_unseen("ab", "ab"));
        assert!(!differ_unseen("ab", "äb"));
        assert!(!differ_unseen("ab", "b"));
    }
}
