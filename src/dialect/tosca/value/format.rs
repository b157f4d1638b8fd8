//! Well-formedness of embedded JSON and XML.

use limn_language::message;
use std::collections::BTreeSet;

/// An embedded language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Xml,
}

impl Format {
    pub fn word(self) -> &'static str {
        match self {
            Format::Json => "JSON",
            Format::Xml => "XML",
        }
    }
}

/// First syntax fault of a text.
pub fn format_fault(format: Format, text: &str) -> Option<String> {
    match format {
        Format::Json => {
            serde_json::from_str::<serde::de::IgnoredAny>(text).err().map(|error| json_fault(&error, text))
        }
        Format::Xml => xml_fault(text),
    }
}

/// The fault and its position: "expected value at character 3".
fn json_fault(error: &serde_json::Error, text: &str) -> String {
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    let reason = if error.is_eof() { "unexpected end of the text" } else { reason };
    let (line, column) = (error.line(), error.column());
    if text.trim_end().contains('\n') {
        format!("{reason} at line {line}, character {column} of the text")
    } else {
        format!("{reason} at character {column}")
    }
}

/// First unbalanced tag, or a fault of the root element.
fn xml_fault(text: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    let mut rest = text;
    loop {
        let Some(at) = rest.find('<') else {
            let trailing = open.is_empty() && !rest.trim().is_empty();
            return match (open.last(), trailing, roots) {
                (Some(name), _, _) => Some(format!("unclosed element `<{name}>`")),
                (None, true, _) => Some("text outside the root element".to_owned()),
                (None, false, 0) => Some("missing root element".to_owned()),
                (None, false, 1) => None,
                (None, false, _) => Some("more than one root element".to_owned()),
            };
        };
        if open.is_empty() && !rest[..at].trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty() {
            return Some("text outside the root element".to_owned());
        }
        rest = &rest[at..];
        if let Some((end, _)) =
            SECTIONS.iter().find_map(|(start, end)| Some((end, rest.strip_prefix(start)?)))
        {
            let Some(at) = rest.find(end) else { return Some(format!("missing `{end}`")) };
            rest = &rest[at + end.len()..];
            continue;
        }
        if rest.starts_with("<!") {
            // A document type can have an internal subset in brackets.
            let end = match (rest.find('['), rest.find('>')) {
                (Some(bracket), Some(end)) if bracket < end => rest.find(']').map(|at| at + 1),
                (_, end) => end,
            };
            let end = end.and_then(|from| Some(from + rest[from..].find('>')?));
            let Some(end) = end else { return Some("unclosed `<!`".to_owned()) };
            rest = &rest[end + 1..];
            continue;
        }
        let Some(end) = tag_end(rest) else { return Some("unclosed tag".to_owned()) };
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let name = name.trim_end();
            match open.pop() {
                Some(last) if last == name => {}
                Some(last) => {
                    return Some(message::expected(format_args!("`</{last}>`"), format_args!("`</{name}>`")));
                }
                None => return Some(format!("unmatched `</{name}>`")),
            }
            continue;
        }
        let name = tag
            .split(|character: char| character.is_whitespace() || character == '/')
            .next()
            .unwrap_or_default();
        if !name.starts_with(|character: char| character.is_alphabetic() || matches!(character, '_' | ':')) {
            return Some(format!("invalid tag `<{name}`"));
        }
        if let Some(fault) = attributes_fault(tag[name.len()..].trim_end_matches('/')) {
            return Some(format!("{fault} in `<{name}>`"));
        }
        roots += usize::from(open.is_empty());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
}

/// First fault in the attributes of a tag.
fn attributes_fault(mut rest: &str) -> Option<String> {
    let mut seen = BTreeSet::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let name = rest
            .split(|character: char| character.is_whitespace() || character == '=')
            .next()
            .unwrap_or_default();
        let Some(value) = rest[name.len()..].trim_start().strip_prefix('=') else {
            return Some(format!("missing value for attribute `{name}`"));
        };
        let value = value.trim_start();
        let quoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.split_once(quote));
        let Some((_, after)) = quoted else {
            return Some(format!("missing quotes around the value of attribute `{name}`"));
        };
        if !seen.insert(name) {
            return Some(message::duplicate("attribute", name));
        }
        rest = after;
    }
}

/// Sections without nested tags.
static SECTIONS: &[(&str, &str)] = &[("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];

/// End of the tag at the start of a text; `>` in quotes belongs to it.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, it) in text.char_indices() {
        match (quote, it) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(it),
            (Some(open), it) if it == open => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn json_is_read_whole() {
        for good in ["{}", "[1, \"a\", null]", "1", "\"a\"", " {\"a\": {\"b\": [true]}} "] {
            assert_eq!(format_fault(Format::Json, good), None, "{good}");
        }
        for bad in ["", "{a: 1}", "{\"a\": 1,}", "[1", "{} {}"] {
            assert!(format_fault(Format::Json, bad).is_some(), "{bad}");
        }
        let deep = 5_000;
        let nested = format!("{}{}", "[".repeat(deep), "]".repeat(deep));
        assert_eq!(format_fault(Format::Json, &nested), None, "no depth is too deep");
    }

    #[test]
    fn xml_has_one_root_and_closes_what_it_opens() {
        for good in [
            "<a/>",
            "<a b = \"x > y\" d='/'><c>text</c><!-- <no> --><d/></a>",
            "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ELEMENT a ANY>]>\n<x:a><![CDATA[ <b> ]]></x:a>\n",
        ] {
            assert_eq!(format_fault(Format::Xml, good), None, "{good}");
        }
        for bad in [
            "",
            "text",
            "<a>",
            "<a></b>",
            "</a>",
            "<a/><b/>",
            "<a/> tail",
            "<a",
            "<1/>",
            "<!-- x",
            "<a b=\"></a>",
            "<a b=c/>",
            "<a b/>",
            "<a b='1' b='2'/>",
            "<a b='1'c/>",
        ] {
            assert!(format_fault(Format::Xml, bad).is_some(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[<>/!?=\\[\\]a-c\"' -]{0,40}") {
            let _ = (format_fault(Format::Json, &text), format_fault(Format::Xml, &text));
        }
    }
}
