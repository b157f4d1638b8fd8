//! `${…}`: finds the paths that a text holds, and what is wrong with those that are none. Knows no names and no places.

use std::ops::Range;

/// One `${…}` of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Braced {
    /// With `${` and `}`, in bytes of the text.
    pub range: Range<usize>,
    /// What stands before the first dot or bracket.
    pub head: Segment,
    /// The steps behind it.
    pub rest: Vec<Segment>,
}

/// One step of a path in `${…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub text: String,
    pub range: Range<usize>,
    /// `[0]`: the entry of a list.
    pub index: bool,
}

/// What [`scan`] comes upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Braced(Braced),
    Fault { range: Range<usize>, message: String },
}

/// Where the first `${` of a text is. Every scalar of a document is asked this.
pub fn opening(text: &str) -> Option<usize> {
    text.as_bytes().windows(2).position(|pair| pair == b"${")
}

/// Finds every `${…}` of a text, and those that are none.
pub fn scan(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = opening(&text[from..]).map(|at| from + at) {
        let inner = start + 2;
        let nested = opening(&text[inner..]).map(|at| inner + at);
        // Not beyond the next one: what is looked at is looked at once.
        let close = text[inner..nested.unwrap_or(text.len())].find('}').map(|at| inner + at);
        let escape = text[..start].chars().next_back().filter(|before| matches!(before, '$' | '\\'));
        match (close, nested) {
            (None, Some(nested)) => {
                found.push(fault(start..nested, "`${` is not closed before the next one"));
                from = nested;
            }
            (None, _) => {
                let end = text[inner..].find('\n').map_or(text.len(), |at| inner + at);
                found.push(fault(start..end, "`${` is never closed"));
                from = text.len();
            }
            (Some(close), _) => {
                let range = start..close + 1;
                found.push(match escape {
                    Some(escape) => fault(
                        start - escape.len_utf8()..close + 1,
                        format!("`{escape}` does not escape `${{…}}`: it is read all the same"),
                    ),
                    None => braced(text, range),
                });
                from = close + 1;
            }
        }
    }
    found
}

fn fault(range: Range<usize>, message: impl Into<String>) -> Found {
    Found::Fault { range, message: message.into() }
}

fn braced(text: &str, range: Range<usize>) -> Found {
    let (inner_start, inner_end) = (range.start + 2, range.end - 1);
    let inner = &text[inner_start..inner_end];
    if inner.trim().is_empty() {
        return fault(range, "`${}` names nothing");
    }
    if inner.contains(char::is_whitespace) {
        return fault(range, format!("`${{{inner}}}` holds a blank"));
    }
    if let Some(odd) = inner.chars().find(|c| matches!(c, '{' | '$' | '\'' | '"')) {
        return fault(range, format!("`{odd}` cannot stand in `${{…}}`"));
    }
    let mut segments = Vec::new();
    let mut at = inner_start;
    for step in inner.split('.') {
        let (name, brackets) = step.split_at(step.find('[').unwrap_or(step.len()));
        // `a.[0]` and `a..b` leave a step without a name.
        if name.is_empty() {
            return fault(range, format!("a step of `${{{inner}}}` has no name"));
        }
        segments.push(Segment { text: name.to_owned(), range: at..at + name.len(), index: false });
        let mut open = at + name.len();
        let mut rest = brackets;
        while !rest.is_empty() {
            let Some(close) = rest.find(']').filter(|_| rest.starts_with('[')) else {
                return fault(range, format!("a bracket of `${{{inner}}}` is not closed"));
            };
            let number = &rest[1..close];
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return fault(
                    range,
                    format!("`[{number}]` is no entry of a list: entries are numbered from 0"),
                );
            }
            segments.push(Segment { text: number.to_owned(), range: open + 1..open + close, index: true });
            open += close + 1;
            rest = &rest[close + 1..];
        }
        at += step.len() + 1;
    }
    let head = segments.remove(0);
    Found::Braced(Braced { range, head, rest: segments })
}

/// The `${…}` that a text is, with nothing around it.
pub fn whole(text: &str) -> Option<Braced> {
    let trimmed = text.trim();
    match scan(trimmed).pop()? {
        Found::Braced(braced) if braced.range == (0..trimmed.len()) => Some(braced),
        Found::Braced(_) | Found::Fault { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths and faults of a text, one in a line: `head.step[n]`, `! message`.
    fn drawn(text: &str) -> String {
        let lines = scan(text).into_iter().map(|found| match found {
            Found::Fault { range, message } => format!("! {} — {message}", &text[range]),
            Found::Braced(braced) => {
                let steps: Vec<_> = [&braced.head].into_iter().chain(&braced.rest).collect();
                for step in &steps {
                    assert_eq!(text[step.range.clone()], step.text, "ranges point at what they say");
                }
                steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>().join(" ")
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(drawn(text), expected, "{text}");
    }

    #[test]
    fn paths_are_taken_apart() {
        check("plain $ text { }", "");
        check("${a}", "a");
        check("${net_video.network-id}", "net_video network-id");
        check("${test_map.nested-property.nested-list[1]}", "test_map nested-property nested-list 1");
        check("${l[0][12].x}", "l 0 12 x");
        check("${a}-${b.c}é", "a\nb c");
    }

    #[test]
    fn what_is_no_reference_says_why() {
        check("${balancer.publicIp", "! ${balancer.publicIp — `${` is never closed");
        check("${a ${b}", "! ${a  — `${` is not closed before the next one\nb");
        check("${}", "! ${} — `${}` names nothing");
        check("${a b}", "! ${a b} — `${a b}` holds a blank");
        check("${a..b}", "! ${a..b} — a step of `${a..b}` has no name");
        check("${a[x]}", "! ${a[x]} — `[x]` is no entry of a list: entries are numbered from 0");
        check("${a[1}", "! ${a[1} — a bracket of `${a[1}` is not closed");
        check("${{name}}", "! ${{name} — `{` cannot stand in `${…}`");
        check("$${a}", "! $${a} — `$` does not escape `${…}`: it is read all the same");
    }

    #[test]
    fn only_a_bare_reference_is_whole() {
        assert!(whole("${a.b}").is_some());
        assert!(whole("${a}${b}").is_none());
        assert!(whole("${instance.name}_gateway").is_none());
        assert!(whole("x").is_none());
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_scanned(text in ".{0,60}|[a${}.\\[\\]0 é]{0,24}") {
            for found in scan(&text) {
                match found {
                    Found::Fault { range, .. } => { let _ = &text[range]; }
                    Found::Braced(braced) => { let _ = &text[braced.range]; }
                }
            }
        }
    }
}
