//! Scalars: the core schema for plain scalars, and quoting.

/// The value of a plain scalar in the YAML 1.2 core schema. Numbers are for comparison only: to keep `18.0`, `1.10` or `0o17` as written, use
/// the text of the scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolved {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer, saturated to the range of `i128`.
    Int(i128),
    /// A number with a fraction or an exponent, an infinity or NaN.
    Float(f64),
    /// Anything else: a string.
    Text,
}

/// Resolves the text of a plain scalar in the YAML 1.2 core schema.
pub fn resolve_plain(text: &str) -> Resolved {
    // The first character decides most texts.
    if text.bytes().next().is_some_and(|first| {
        !matches!(first, b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'0'..=b'9' | b'.' | b'-' | b'+')
    }) {
        return Resolved::Text;
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Resolved::Null,
        "true" | "True" | "TRUE" => return Resolved::Bool(true),
        "false" | "False" | "FALSE" => return Resolved::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Resolved::Float(f64::NAN),
        _ => {}
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" if text.starts_with('-') => Resolved::Float(f64::NEG_INFINITY),
        ".inf" | ".Inf" | ".INF" => Resolved::Float(f64::INFINITY),
        _ if is_digits(unsigned) => Resolved::Int(int(unsigned, 10, text.starts_with('-'))),
        _ if is_float(unsigned) => text.parse().map_or(Resolved::Text, Resolved::Float),
        _ => based(text).unwrap_or(Resolved::Text),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if the text matches `[0-9]+ ( \. [0-9]* )? | \. [0-9]+` and an optional exponent.
fn is_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.bytes().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
        None => (unsigned, None),
    };
    let mantissa = match mantissa.split_once('.') {
        Some(("", fraction)) => is_digits(fraction),
        Some((whole, fraction)) => is_digits(whole) && (fraction.is_empty() || is_digits(fraction)),
        None => is_digits(mantissa),
    };
    mantissa
        && exponent.is_none_or(|exponent| is_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)))
}

/// `0o17` and `0x1F`, which have no sign.
fn based(text: &str) -> Option<Resolved> {
    let (digits, radix) = match text.strip_prefix("0o") {
        Some(digits) => (digits, 8),
        None => (text.strip_prefix("0x")?, 16),
    };
    let good = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    good.then(|| Resolved::Int(int(digits, radix, false)))
}

fn int(digits: &str, radix: u32, negative: bool) -> i128 {
    let sign = if negative { -1 } else { 1 };
    digits.chars().filter_map(|digit| digit.to_digit(radix)).fold(0, |value: i128, digit| {
        value.saturating_mul(i128::from(radix)).saturating_add(sign * i128::from(digit))
    })
}

/// Quotes `text`: in single quotes if possible, otherwise in double quotes. Single quotes have no escapes and fold line breaks.
pub fn quote(text: &str) -> String {
    if text.chars().all(is_printable) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::with_capacity(text.len() + 8);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\0"),
            c if is_printable(c) => out.push(c),
            c if (c as u32) < 0x100 => out.push_str(&format!("\\x{:02x}", c as u32)),
            c if (c as u32) < 0x1_0000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out.push('"');
    out
}

/// Returns true if a quoted scalar can contain the character unescaped on one line.
fn is_printable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn plain_scalars_resolve_by_the_core_schema() {
        let cases = [
            ("", Resolved::Null),
            ("~", Resolved::Null),
            ("null", Resolved::Null),
            ("NULL", Resolved::Null),
            ("nULL", Resolved::Text),
            ("true", Resolved::Bool(true)),
            ("False", Resolved::Bool(false)),
            ("yes", Resolved::Text),
            ("on", Resolved::Text),
            ("0", Resolved::Int(0)),
            ("-12", Resolved::Int(-12)),
            ("+12", Resolved::Int(12)),
            ("017", Resolved::Int(17)),
            ("0o17", Resolved::Int(15)),
            ("0x1F", Resolved::Int(31)),
            ("-0x1F", Resolved::Text),
            ("0o8", Resolved::Text),
            ("0x", Resolved::Text),
            ("1_000", Resolved::Text),
            ("1.0", Resolved::Float(1.0)),
            ("1.", Resolved::Float(1.0)),
            (".5", Resolved::Float(0.5)),
            ("-.5", Resolved::Float(-0.5)),
            ("1e3", Resolved::Float(1000.0)),
            ("1.5E-1", Resolved::Float(0.15)),
            ("e3", Resolved::Text),
            (".", Resolved::Text),
            ("1e", Resolved::Text),
            ("1.2.3", Resolved::Text),
            ("-", Resolved::Text),
            (".inf", Resolved::Float(f64::INFINITY)),
            ("-.INF", Resolved::Float(f64::NEG_INFINITY)),
            ("inf", Resolved::Text),
            ("NaN", Resolved::Text),
            ("infinity", Resolved::Text),
            ("2020-01-01", Resolved::Text),
            ("1:30", Resolved::Text),
            ("٣", Resolved::Text),
        ];
        for (text, expected) in cases {
            assert_eq!(resolve_plain(text), expected, "{text:?}");
        }
        assert!(matches!(resolve_plain(".nan"), Resolved::Float(nan) if nan.is_nan()));
    }

    #[test]
    fn numbers_out_of_range_saturate() {
        assert_eq!(resolve_plain(&"9".repeat(60)), Resolved::Int(i128::MAX));
        assert_eq!(resolve_plain(&format!("-{}", "9".repeat(60))), Resolved::Int(i128::MIN));
    }

    #[test]
    fn a_quoted_text_reads_back_unchanged() {
        let texts = [
            "",
            "a",
            "it's",
            "say \"x\"",
            "a\\b",
            "a\nb",
            "\t",
            " a ",
            "# no",
            "a: b",
            "ä—😀",
            "\0\u{1}",
            "\u{85}\u{2028}",
            "\u{feff}",
            "\r\n",
            "${a.b}",
            "1.0",
            "true",
            "\u{7f}",
            "\u{fffe}",
        ];
        for text in texts {
            let quoted = quote(text);
            let document = parse(format!("a: {quoted}\n"));
            assert_eq!(document.errors(), [], "{quoted}");
            let read = document.root().and_then(|root| root.get("a")).and_then(crate::Node::as_str);
            assert_eq!(read.as_deref(), Some(text), "{quoted}");
        }
        assert_eq!(quote("it's"), "'it''s'");
        assert_eq!(quote("a\nb"), r#""a\nb""#);
    }
}
