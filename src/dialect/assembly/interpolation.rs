//! Parser for `${…}`: finds the references in a string, and syntax errors. Does not resolve names.

use limn_language::message;
use std::borrow::Cow;
use std::ops::Range;

/// One `${…}` in a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpolation<'t> {
    /// Byte range in the text, including `${` and `}`.
    pub range: Range<usize>,
    /// The part before the first dot or bracket.
    pub head: Segment<'t>,
    /// The steps after the head.
    pub rest: Vec<Segment<'t>>,
}

/// One step of a path in `${…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment<'t> {
    pub text: Cow<'t, str>,
    pub range: Range<usize>,
    /// True for `[0]`, an index into a list.
    pub index: bool,
}

impl Segment<'_> {
    /// Converts to a segment that does not borrow the text.
    pub fn into_owned(self) -> Segment<'static> {
        let Segment { text, range, index } = self;
        Segment { text: text.into_owned().into(), range, index }
    }
}

/// An item of [`scan`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanItem<'t> {
    Interpolation(Interpolation<'t>),
    Error { range: Range<usize>, message: String },
}

/// The position of the first `${` in a text. Runs for every scalar of a document.
pub fn find_opening(text: &str) -> Option<usize> {
    text.as_bytes().windows(2).position(|pair| pair == b"${")
}

/// Finds every `${…}` in a text, well-formed or not.
pub fn scan(text: &str) -> impl Iterator<Item = ScanItem<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + find_opening(&text[from..])?;
        let (found, rest_start) = scan_next(text, start);
        from = rest_start;
        Some(found)
    })
}

/// Parses the `${` at `start`, and returns where to continue.
fn scan_next(text: &str, start: usize) -> (ScanItem<'_>, usize) {
    let inner = start + 2;
    let nested = find_opening(&text[inner..]).map(|at| inner + at);
    // Search only up to the next `${`, so that the scan is linear.
    let close = text[inner..nested.unwrap_or(text.len())].find('}').map(|at| inner + at);
    match (close, nested) {
        (None, Some(nested)) => (error(start..nested, "unclosed `${` before another `${`"), nested),
        (None, None) => {
            let end = text[inner..].find('\n').map_or(text.len(), |at| inner + at);
            (error(start..end, "unclosed `${`"), text.len())
        }
        (Some(close), _) => {
            let escape = text[..start].chars().next_back().filter(|before| matches!(before, '$' | '\\'));
            let found = match escape {
                Some(escape) => error(
                    start - escape.len_utf8()..close + 1,
                    format!("`{escape}` does not escape `${{…}}`"),
                ),
                None => parse_interpolation(text, start..close + 1),
            };
            (found, close + 1)
        }
    }
}

fn error<'t>(range: Range<usize>, message: impl Into<String>) -> ScanItem<'t> {
    ScanItem::Error { range, message: message.into() }
}

fn parse_interpolation(text: &str, range: Range<usize>) -> ScanItem<'_> {
    let (inner_start, inner_end) = (range.start + 2, range.end - 1);
    let inner = &text[inner_start..inner_end];
    if inner.trim().is_empty() {
        return error(range, "empty reference `${}`");
    }
    if inner.contains(char::is_whitespace) {
        return error(range, format!("unexpected space in `${{{inner}}}`"));
    }
    if let Some(invalid) = inner.chars().find(|c| matches!(c, '{' | '$' | '\'' | '"')) {
        return error(range, format!("unexpected `{invalid}` in `${{…}}`"));
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
        // `a.[0]` and `a..b` have a step without a name.
        if name.is_empty() {
            return error(range, format!("empty step in `${{{inner}}}`"));
        }
        let named = segment(at..at + name.len(), false);
        match head {
            None => head = Some(named),
            Some(_) => rest.push(named),
        }
        let mut open = at + name.len();
        while !brackets.is_empty() {
            let Some(close) = brackets.find(']').filter(|_| brackets.starts_with('[')) else {
                return error(range, format!("unclosed bracket in `${{{inner}}}`"));
            };
            let number = &brackets[1..close];
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return error(
                    range,
                    message::expected("an index such as `[0]`", format_args!("`[{number}]`")),
                );
            }
            rest.push(segment(open + 1..open + close, true));
            open += close + 1;
            brackets = &brackets[close + 1..];
        }
        at += step.len() + 1;
    }
    match head {
        Some(head) => ScanItem::Interpolation(Interpolation { range, head, rest }),
        None => error(range, "empty reference `${}`"),
    }
}

/// The `${…}` if the text contains nothing else.
pub fn whole(text: &str) -> Option<Interpolation<'_>> {
    let trimmed = text.trim();
    match scan(trimmed).next()? {
        ScanItem::Interpolation(interpolation) if interpolation.range == (0..trimmed.len()) => {
            Some(interpolation)
        }
        ScanItem::Interpolation(_) | ScanItem::Error { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths and errors of a text, one per line: `head step n`, `! message`.
    fn summary(text: &str) -> String {
        let lines = scan(text).map(|found| match found {
            ScanItem::Error { range, message } => format!("! {} — {message}", &text[range]),
            ScanItem::Interpolation(interpolation) => {
                let steps: Vec<_> = [&interpolation.head].into_iter().chain(&interpolation.rest).collect();
                for step in &steps {
                    assert_eq!(text[step.range.clone()], step.text, "ranges match the text");
                }
                steps.iter().map(|step| step.text.to_string()).collect::<Vec<_>>().join(" ")
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(summary(text), expected, "{text}");
    }

    #[test]
    fn paths_are_split_into_steps() {
        check("plain $ text { }", "");
        check("${a}", "a");
        check("${net_video.network-id}", "net_video network-id");
        check("${test_map.nested-property.nested-list[1]}", "test_map nested-property nested-list 1");
        check("${l[0][12].x}", "l 0 12 x");
        check("${a}-${b.c}é", "a\nb c");
    }

    #[test]
    fn malformed_references_have_messages() {
        check("${balancer.publicIp", "! ${balancer.publicIp — unclosed `${`");
        check("${a ${b}", "! ${a  — unclosed `${` before another `${`\nb");
        check("${}", "! ${} — empty reference `${}`");
        check("${a b}", "! ${a b} — unexpected space in `${a b}`");
        check("${a..b}", "! ${a..b} — empty step in `${a..b}`");
        check("${a[x]}", "! ${a[x]} — expected an index such as `[0]`, found `[x]`");
        check("${a[1}", "! ${a[1} — unclosed bracket in `${a[1}`");
        check("${{name}}", "! ${{name} — unexpected `{` in `${…}`");
        check("$${a}", "! $${a} — `$` does not escape `${…}`");
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
                    ScanItem::Error { range, .. } => { let _ = &text[range]; }
                    ScanItem::Interpolation(interpolation) => { let _ = &text[interpolation.range]; }
                }
            }
        }
    }
}
