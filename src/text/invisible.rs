//! Invisible characters: their names, and escaping for display.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The name of an invisible character, with its article; `None` for visible characters and the plain space.
pub fn invisible_name(c: char) -> Option<&'static str> {
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

/// Returns true if a character must be escaped for display on one line: it moves the cursor, changes text direction, ends a line, or has no width.
pub fn is_unprintable(c: char) -> bool {
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

/// Escapes a name or message for display on one line, in a terminal or in the page: unprintable characters become escapes such as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_unprintable(c) => {
                let _infallible = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns true if two different texts look the same because they differ only in invisible characters.
pub fn differ_invisibly(a: &str, b: &str) -> bool {
    (!a.is_ascii() || !b.is_ascii())
        && a != b
        && a.chars()
            .filter(|&c| invisible_name(c).is_none())
            .eq(b.chars().filter(|&c| invisible_name(c).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unprintable_characters_are_escaped() {
        assert!(matches!(visible("a ‘é’ — 日本語 🧵 ü"), Cow::Borrowed(_)));
        assert_eq!(visible("a\u{1b}[2J\nlimn: note: b\r\t\0"), "a\\u{1b}[2J\\nlimn: note: b\\r\\t\\u{0}");
        assert_eq!(
            visible("\u{7f}\u{9b}31m\u{202e}fdp\u{2066}\u{2028}"),
            "\\u{7f}\\u{9b}31m\\u{202e}fdp\\u{2066}\\u{2028}"
        );
        let every: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        assert!(!visible(&every).contains(is_unprintable));
    }

    #[test]
    fn texts_that_look_the_same_can_differ() {
        assert!(differ_invisibly("ab", "a\u{200b}b"));
        assert!(differ_invisibly("a\u{2060}b", "a\u{200b}b"));
        assert!(!differ_invisibly("ab", "ab"));
        assert!(!differ_invisibly("ab", "äb"));
        assert!(!differ_invisibly("ab", "b"));
    }
}
