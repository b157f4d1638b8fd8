//! Scalar text: plain if that reads back unchanged, otherwise quoted or as a block scalar. Independent of the neighbors.

use crate::scalar::{Resolved, resolve_plain};

/// The place of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarContext {
    Block,
    /// Inside `{…}` or `[…]`, where `,`, `[`, `]`, `{` and `}` end a plain scalar.
    Flow,
    /// A key, in block or flow style.
    Key,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    Single,
    Double,
}

/// Returns true if `text`, written plain, reads back as one scalar with the same text, of any type.
pub(super) fn is_plain_safe(text: &str, context: ScalarContext) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let second = text.chars().nth(1);
    let starts_well = match first {
        '-' | '?' | ':' => {
            second.is_some_and(|c| c != ' ' && (context == ScalarContext::Block || !is_flow_sign(c)))
        }
        c => !"#,[]{}&*!|>'\"%@` \t".contains(c),
    };
    let is_marker = ["---", "..."].iter().any(|marker| text.starts_with(marker));
    starts_well
        && !is_marker
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && text.chars().all(|c| is_printable(c) && c != '\t')
        && (context == ScalarContext::Block || !text.contains(is_flow_sign))
        && (context == ScalarContext::Block || !text.contains(":,"))
        && !(context == ScalarContext::Key && text.len() > 1000)
}

fn is_flow_sign(c: char) -> bool {
    matches!(c, ',' | '[' | ']' | '{' | '}')
}

/// Returns true if the character cannot be taken for a line break, a byte order mark or ignorable whitespace.
fn is_printable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns true if `text` fits on one line of any scalar without an escape.
pub(super) fn is_one_line(text: &str) -> bool {
    text.chars().all(is_printable)
}

/// Returns true if `text`, written plain, is a string in both YAML 1.2 and YAML 1.1, which many orchestrators use: not a number, boolean, null, date
/// or sexagesimal. `y` and `n` count as strings: YAML 1.1 defines them as booleans, but no reader in use does.
pub(super) fn reads_as_text(text: &str) -> bool {
    resolve_plain(text) == Resolved::Text && !is_yaml_1_1_value(text)
}

fn is_yaml_1_1_value(text: &str) -> bool {
    const WORDS: [&str; 9] = ["yes", "no", "on", "off", "true", "false", "null", "~", ""];
    if WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) || matches!(text, "<<" | "=") {
        return true;
    }
    is_number_like(text) || is_date_like(text)
}

/// `017`, `1_000`, `0b11`, `12:30:45`, `.5`, `1e3`, `.inf`.
fn is_number_like(text: &str) -> bool {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = body.to_ascii_lowercase();
    if [".inf", ".nan"].contains(&lower.as_str()) {
        return true;
    }
    let digits = |text: &str, allowed: fn(char) -> bool| {
        text.starts_with(|c: char| c.is_ascii_hexdigit()) && text.chars().all(|c| allowed(c) || c == '_')
    };
    for (prefix, allowed) in [
        ("0x", (|c: char| c.is_ascii_hexdigit()) as fn(char) -> bool),
        ("0o", |c| c.is_digit(8)),
        ("0b", |c| c.is_digit(2)),
    ] {
        if lower.strip_prefix(prefix).is_some_and(|rest| digits(rest, allowed)) {
            return true;
        }
    }
    if lower.contains(':') {
        let mut parts = lower.split(':');
        return parts.next().is_some_and(|head| digits(head, |c| c.is_ascii_digit()))
            && parts.all(|part| {
                !part.is_empty() && part.len() <= 6 && part.chars().all(|c| c.is_ascii_digit() || c == '.')
            });
    }
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    mantissa.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && mantissa.contains(|c: char| c.is_ascii_digit())
        && mantissa.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '_')
        && mantissa.matches('.').count() <= 1
        && !exponent.is_empty()
        && exponent.chars().all(|c| c.is_ascii_digit())
}

/// Returns true if the text is a date like `2020-01-31`, optionally with a time.
fn is_date_like(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let number = |part: Option<&str>, len: std::ops::RangeInclusive<usize>| {
        part.is_some_and(|part| len.contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()))
    };
    number(parts.next(), 4..=4)
        && number(parts.next(), 1..=2)
        && parts.next().is_some_and(|day| day.starts_with(|c: char| c.is_ascii_digit()))
}

/// Quotes `text` in the requested style, or in double quotes if single quotes cannot encode it.
pub(super) fn quoted(text: &str, quote: Quote) -> String {
    let fits_single = text.chars().all(is_printable);
    if quote == Quote::Single && fits_single {
        return format!("'{}'", text.replace('\'', "''"));
    }
    format!("\"{}\"", escaped(text))
}

/// Escapes `text` for double quotes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\0"),
            c if is_printable(c) => out.push(c),
            c if (c as u32) <= 0xff => out.push_str(&format!("\\x{:02x}", c as u32)),
            c if (c as u32) <= 0xffff => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out
}

/// Returns true if `text` has several lines and is best written as a `|` scalar.
pub(super) fn fits_literal(text: &str) -> bool {
    text.trim_end_matches('\n').contains('\n') && fits_block(text)
}

/// Returns true if `text` can be the body of a `|` scalar without an indentation indicator and with at most one line break at the end.
pub(super) fn fits_block(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let first = body.trim_start_matches('\n');
    !body.is_empty()
        && !body.ends_with('\n')
        && !first.starts_with([' ', '\t'])
        && !first.is_empty()
        && body.chars().all(|c| is_printable(c) || c == '\n' || c == '\t')
        && body.lines().all(|line| line.is_empty() || !line.trim_matches([' ', '\t']).is_empty())
}

/// The chomping indicator and the lines of `text` as the body of a literal block.
pub(super) fn literal(text: &str, indent: usize, eol: &str) -> (&'static str, String) {
    let (sign, body) = match text.strip_suffix('\n') {
        Some(body) => ("", body),
        None => ("-", text),
    };
    (sign, indented(body, indent, eol))
}

/// Puts a line break and `indent` spaces before each line of `body`; empty lines get no spaces.
pub(super) fn indented(body: &str, indent: usize, eol: &str) -> String {
    let mut out = String::with_capacity(body.len() + 8 * indent);
    for line in body.split('\n') {
        out.push_str(eol);
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(line);
        }
    }
    out
}

/// Returns true if `text` can be the body of a `>` scalar: as for a literal, and no line starts with whitespace, which would keep its breaks.
pub(super) fn fits_folded(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    !body.is_empty()
        && !body.starts_with('\n')
        && !body.ends_with('\n')
        && body.chars().all(|c| is_printable(c) || c == '\n')
        && body.lines().all(|line| !line.starts_with(' ') && !line.ends_with(' '))
}

/// The chomping indicator and the lines of `text` as the body of a folded block, wrapped at `width` columns.
pub(super) fn folded(text: &str, indent: usize, eol: &str, width: usize) -> (&'static str, String) {
    let (sign, body) = match text.strip_suffix('\n') {
        Some(body) => ("", body),
        None => ("-", text),
    };
    let mut lines = String::with_capacity(body.len() + body.len() / 8);
    let mut above = "";
    for (at, line) in body.split('\n').enumerate() {
        if at > 0 {
            // A single break reads back as a space, so a real break needs two; each further one stays as it is.
            lines.push_str(if above.is_empty() { "\n" } else { "\n\n" });
        }
        above = line;
        let mut column = 0;
        for (word_at, word) in split_words(line).enumerate() {
            if word_at > 0 {
                let breaks = column + 1 + word.chars().count() > width;
                lines.push(if breaks { '\n' } else { ' ' });
                column = if breaks { 0 } else { column + 1 };
            }
            lines.push_str(word);
            column += word.chars().count();
        }
    }
    (sign, indented(&lines, indent, eol))
}

/// Splits at single spaces. A line cannot be broken where there are two or more.
fn split_words(line: &str) -> impl Iterator<Item = &str> {
    let bytes = line.as_bytes();
    let mut from = 0;
    let mut cuts: Vec<&str> = Vec::new();
    for at in 1..bytes.len().saturating_sub(1) {
        if bytes[at] == b' ' && bytes[at - 1] != b' ' && bytes[at + 1] != b' ' {
            cuts.push(&line[from..at]);
            from = at + 1;
        }
    }
    cuts.push(&line[from..]);
    cuts.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_yaml_1_1_do_not_read_as_text() {
        for text in [
            "yes",
            "No",
            "ON",
            "off",
            "true",
            "False",
            "null",
            "~",
            "NULL",
            "1",
            "-1",
            "+5",
            "1.0",
            ".5",
            "1e3",
            "1.5E-3",
            "017",
            "0o17",
            "0x1F",
            "0b101",
            "1_000",
            "12:30",
            "12:30:45",
            ".inf",
            "-.INF",
            ".nan",
            "2020-01-31",
            "2020-1-3T10:00:00Z",
            "<<",
            "=",
        ] {
            assert!(!reads_as_text(text), "{text}");
        }
    }

    #[test]
    fn names_versions_and_addresses_read_as_text() {
        for text in [
            "abc",
            "2.0.17",
            "10.0.0.1",
            "10.0.0.1/24",
            "v1",
            "1a",
            "y",
            "N",
            "0xzz",
            "e3",
            "yesterday",
            "a:b",
            "1-2",
            "100Mi",
            "fe80::1",
            "resource::docker::1.0",
            "${a.b}",
            "-x",
            "1.2.3-rc1",
            "deadbeef",
            "12 GB",
            ".hidden",
        ] {
            assert!(reads_as_text(text), "{text}");
        }
    }

    #[test]
    fn indicators_and_whitespace_are_not_plain_safe() {
        for text in [
            "",
            " a",
            "a ",
            "a: b",
            "a #b",
            "a:",
            "- a",
            "-",
            "?",
            ": a",
            "#a",
            "&a",
            "*a",
            "!a",
            "|",
            ">",
            "'a",
            "\"a",
            "%a",
            "@a",
            "`a",
            "[a",
            "{a",
            "]a",
            "}a",
            ",a",
            "a\tb",
            "a\nb",
            "---",
            "... a",
            "\u{feff}a",
        ] {
            assert!(!is_plain_safe(text, ScalarContext::Block), "{text:?}");
        }
        for text in ["a,b", "a[0]", "${x}", "-[", "a}"] {
            assert!(!is_plain_safe(text, ScalarContext::Flow), "{text:?}");
        }
        for text in ["a,b", "a[0]", "${x}", "-a", "?a", ":a", "a#b", "a:b", "it's", "a b", "ü—🎉", "a\"b"]
        {
            assert!(is_plain_safe(text, ScalarContext::Block), "{text:?}");
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(quoted("a\nb\u{1}\u{85}\u{2028}\\\"", Quote::Single), r#""a\nb\x01\x85\u2028\\\"""#);
        assert_eq!(quoted("it's", Quote::Single), "'it''s'");
    }

    #[test]
    fn folded_text_is_wrapped_and_keeps_its_breaks() {
        let (sign, lines) = folded("one two three\nfour\n\nfive", 2, "\n", 8);
        assert_eq!((sign, lines.as_str()), ("-", "\n  one two\n  three\n\n  four\n\n\n  five"));
    }
}
