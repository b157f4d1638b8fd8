//! `${…}`: finds the paths that a text holds, and what is wrong with those that are none. Knows no names and no places.

use std::borrow::Cow;
use std::ops::Range;

/// One `${…}` of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Braced<'t> {
    /// With `${` and `}`, in bytes of the text.
    pub range: Range<usize>,
    /// What stands before the first dot or bracket.
    pub head: Segment<'t>,
    /// The steps behind it.
    pub rest: Vec<Segment<'t>>,
}

/// One step of a path in `${…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment<'t> {
    pub text: Cow<'t, str>,
    pub range: Range<usize>,
    /// `[0]`: the entry of a list.
    pub index: bool,
}

impl Segment<'_> {
    /// The same without the text it was read from.
    pub fn into_owned(self) -> Segment<'static> {
        let Segment { text, range, index } = self;
        Segment { text: text.into_owned().into(), range, index }
    }
}

/// What [`scan`] comes upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<'t> {
    Braced(Braced<'t>),
    Fault { range: Range<usize>, message: String },
}

/// Where the first `${` of a text is. Every scalar of a document is asked this.
pub fn opening(text: &str) -> Option<usize> {
    text.as_bytes().windows(2).position(|pair| pair == b"${")
}

/// Finds every `${…}` of a text, and those that are none.
pub fn scan(text: &str) -> impl Iterator<Item = Found<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + opening(&text[from..])?;
        let (found, behind) = next(text, start);
        from = behind;
        Some(found)
    })
}

/// What the `${` at `start` opens, and where to look on.
fn next(text: &str, start: usize) -> (Found<'_>, usize) {
    let inner = start + 2;
    let nested = opening(&text[inner..]).map(|at| inner + at);
    // Not beyond the next one: what is looked at is looked at once.
    let close = text[inner..nested.unwrap_or(text.len())].find('}').map(|at| inner + at);
    match (close, nested) {
        (None, Some(nested)) => (fault(start..nested, "`${` is not closed before the next one"), nested),
        (None, None) => {
            let end = text[inner..].find('\n').map_or(text.len(), |at| inner + at);
            (fault(start..end, "`${` is never closed"), text.len())
        }
        (Some(close), _) => {
            let escape = text[..start].chars().next_back().filter(|before| matches!(before, '$' | '\\'));
            let found = match escape {
                Some(escape) => fault(
                    start - escape.len_utf8()..close + 1,
                    format!("`{escape}` does not escape `${{…}}`: it is read all the same"),
                ),
                None => braced(text, start..close + 1),
            };
            (found, close + 1)
        }
    }
}

fn fault<'t>(range: Range<usize>, message: impl Into<String>) -> Found<'t> {
    Found::Fault { range, message: message.into() }
}

fn braced(text: &str, range: Range<usize>) -> Found<'_> {
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
    let segment = |range: Range<usize>, index: bool| Segment {
        text: Cow::Borrowed(&text[range.clone()]),
        range,
        index,
    };
    let (mut head, mut rest) = (None, Vec::new());
    let mut at = inner_start;
    for step in inner.split('.') {
        let (name, mut brackets) = step.split_at(step.find('[').unwrap_or(step.len()));
        // `a.[0]` and `a..b` leave a step without a name.
        if name.is_empty() {
            return fault(range, format!("a step of `${{{inner}}}` has no name"));
        }
        let named = segment(at..at + name.len(), false);
        match head {
            None => head = Some(named),
            Some(_) => rest.push(named),
        }
        let mut open = at + name.len();
        while !brackets.is_empty() {
            let Some(close) = brackets.find(']').filter(|_| brackets.starts_with('[')) else {
                return fault(range, format!("a bracket of `${{{inner}}}` is not closed"));
            };
            let number = &brackets[1..close];
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return fault(
                    range,
                    format!("`[{number}]` is no entry of a list: entries are numbered from 0"),
                );
            }
            rest.push(segment(open + 1..open + close, true));
            open += close + 1;
            brackets = &brackets[close + 1..];
        }
        at += step.len() + 1;
    }
    match head {
        Some(head) => Found::Braced(Braced { range, head, rest }),
        None => fault(range, "`${}` names nothing"),
    }
}

/// The `${…}` that a text is, with nothing around it.
pub fn whole(text: &str) -> Option<Braced<'_>> {
    let trimmed = text.trim();
    match scan(trimmed).next()? {
        Found::Braced(braced) if braced.range == (0..trimmed.len()) => Some(braced),
        Found::Braced(_) | Found::Fault { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths and faults of a text, one in a line: `head.step[n]`, `! message`.
    fn drawn(text: &str) -> String {
        let lines = scan(text).map(|found| match found {
            Found::Fault { range, message } => format!("! {} — {message}", &text[range]),
            Found::Braced(braced) => {
                let steps: Vec<_> = [&braced.head].into_iter().chain(&braced.rest).collect();
                for step in &steps {
                    assert_eq!(text[step.range.clone()], step.text, "ranges point at what they say");
                }
                steps.iter().map(|step| step.text.to_string()).collect::<Vec<_>>().join(" ")
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
