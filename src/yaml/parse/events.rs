//! The parser underneath, behind the smallest interface that a tree needs. Nothing outside this file names it; another one would have to give
//! these events and these causes.

use std::borrow::Cow;

/// What the parser stumbled over.
pub(super) use granit_parser::ErrorKind as Cause;
use granit_parser::{Event as Raw, Parser, ScalarStyle, ScanError, Span, StrInput, StructureStyle};

use super::fault::Fault;
use crate::text::TextRange;
use crate::yaml::{Kind, Style};

/// What stands in the text, in the order of the text.
pub(super) enum Event<'t> {
    /// A YAML document starts, or ends. `after` is the end of the `---` or `...` that says so, where one does.
    DocumentStart {
        after: Option<usize>,
    },
    DocumentEnd {
        after: Option<usize>,
    },
    /// A collection starts. `range` is its bracket, or, where it has none, empty and near its first byte.
    Open {
        kind: Kind,
        style: Style,
        range: TextRange,
        tag: Option<TextRange>,
    },
    /// The innermost open collection ends; `end` is behind its bracket, where it has one.
    Close {
        end: usize,
    },
    /// A scalar; for a block scalar `range` is near its lines. `Style::Missing` where nothing is written.
    Scalar {
        text: Cow<'t, str>,
        style: Style,
        range: TextRange,
        tag: Option<TextRange>,
    },
    /// `*name`, whether or not there is such an anchor.
    Alias {
        range: TextRange,
    },
    /// `&name` of the node that started last.
    Anchor {
        range: TextRange,
    },
    Comment {
        range: TextRange,
    },
}

impl Event<'_> {
    /// Whether a node starts with it.
    pub(super) fn is_node(&self) -> bool {
        matches!(self, Event::Open { .. } | Event::Scalar { .. } | Event::Alias { .. })
    }
}

/// A reader of events. The first fault is its last answer.
pub(super) trait Events<'t>: Iterator<Item = Result<Event<'t>, Fault>> {}

/// The events of a text.
pub(super) fn events(text: &str) -> impl Events<'_> {
    let options = granit_parser::options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        // A long comment is no fault, and its text is only borrowed.
        max_buffered_comment_events: usize::MAX,
    };
    Granit(Parser::new_from_str_with_options(text, options))
}

struct Granit<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> for Granit<'t> {}

impl<'t> Iterator for Granit<'t> {
    type Item = Result<Event<'t>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.0.next_event()? {
                Ok((raw, span)) => {
                    if let Some(event) = translate(raw, &span) {
                        return Some(Ok(event));
                    }
                }
                Err(error) => return Some(Err(fault(&error))),
            }
        }
    }
}

fn translate<'t>(raw: Raw<'t>, span: &Span) -> Option<Event<'t>> {
    let range = range(span);
    let tag = span.tag_span().map(|span| self::range(&span));
    Some(match raw {
        Raw::DocumentStart(explicit, _) => Event::DocumentStart { after: explicit.then_some(range.end) },
        Raw::DocumentEnd => Event::DocumentEnd { after: (!range.is_empty()).then_some(range.end) },
        Raw::SequenceStart(style, _, _) => open(Kind::Sequence, style, range, tag),
        Raw::MappingStart(style, _, _) => open(Kind::Mapping, style, range, tag),
        Raw::SequenceEnd | Raw::MappingEnd => Event::Close { end: range.end },
        Raw::Scalar(text, style, _, _) => {
            let style = match style {
                ScalarStyle::Plain if range.is_empty() => Style::Missing,
                ScalarStyle::Plain => Style::Plain,
                ScalarStyle::SingleQuoted => Style::Single,
                ScalarStyle::DoubleQuoted => Style::Double,
                ScalarStyle::Literal => Style::Literal,
                ScalarStyle::Folded => Style::Folded,
            };
            Event::Scalar { text, style, range, tag }
        }
        Raw::Alias(_) | Raw::UnresolvedAlias(_) => Event::Alias { range },
        Raw::Anchor(..) => Event::Anchor { range },
        Raw::Comment(..) => Event::Comment { range },
        _ => return None,
    })
}

fn open<'t>(kind: Kind, style: StructureStyle, range: TextRange, tag: Option<TextRange>) -> Event<'t> {
    let style = match style {
        StructureStyle::Block => Style::Block,
        StructureStyle::Flow => Style::Flow,
    };
    Event::Open { kind, style, range, tag }
}

/// A parser over a text slice gives byte offsets always.
fn range(span: &Span) -> TextRange {
    span.byte_range().map(TextRange::from).unwrap_or_default()
}

fn fault(error: &ScanError) -> Fault {
    Fault { at: error.marker().byte_offset().unwrap_or_default(), cause: error.kind().clone() }
}
