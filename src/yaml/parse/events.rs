//! Adapter for the YAML parser library. No other file names the library; a replacement would have to provide these events and error causes.

use std::borrow::Cow;

/// The cause of a parser error.
pub(super) use granit_parser::ErrorKind as Cause;
use granit_parser::{Event as Raw, Parser, ScalarStyle, ScanError, Span, StrInput, StructureStyle};

use super::fault::ParseFault;
use crate::{NodeKind, Style};
use limn_text::TextRange;

/// A parser event, in text order.
pub(super) enum Event<'t> {
    /// The start or end of a YAML document. `after` is the end of its `---` or `...` marker, if written.
    DocumentStart {
        after: Option<usize>,
    },
    DocumentEnd {
        after: Option<usize>,
    },
    /// The start of a collection. `range` is its bracket, or else empty and near its first byte.
    Open {
        kind: NodeKind,
        style: Style,
        range: TextRange,
        tag: Option<TextRange>,
    },
    /// The end of the innermost open collection; `end` is after its bracket, if it has one.
    Close {
        end: usize,
    },
    /// A scalar. For a block scalar, `range` is near its lines; for an absent value, the style is `Style::Missing`.
    Scalar {
        text: Cow<'t, str>,
        style: Style,
        range: TextRange,
        tag: Option<TextRange>,
    },
    /// `*name`, whether or not the anchor exists.
    Alias {
        range: TextRange,
    },
    /// `&name` of the last node that started.
    Anchor {
        range: TextRange,
    },
    Comment {
        range: TextRange,
    },
}

impl Event<'_> {
    /// Returns true if the event starts a node.
    pub(super) fn is_node(&self) -> bool {
        matches!(self, Event::Open { .. } | Event::Scalar { .. } | Event::Alias { .. })
    }
}

/// An iterator of events. It ends with the first fault.
pub(super) trait Events<'t>: Iterator<Item = Result<Event<'t>, ParseFault>> {}

/// Parses a text into events.
pub(super) fn events(text: &str) -> impl Events<'_> {
    let options = granit_parser::options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        // A long comment is not a fault, and its text is only borrowed.
        max_buffered_comment_events: usize::MAX,
    };
    Granit(Parser::new_from_str_with_options(text, options))
}

struct Granit<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> for Granit<'t> {}

impl<'t> Iterator for Granit<'t> {
    type Item = Result<Event<'t>, ParseFault>;

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
        Raw::SequenceStart(style, _, _) => open(NodeKind::Sequence, style, range, tag),
        Raw::MappingStart(style, _, _) => open(NodeKind::Mapping, style, range, tag),
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

fn open<'t>(kind: NodeKind, style: StructureStyle, range: TextRange, tag: Option<TextRange>) -> Event<'t> {
    let style = match style {
        StructureStyle::Block => Style::Block,
        StructureStyle::Flow => Style::Flow,
    };
    Event::Open { kind, style, range, tag }
}

/// The byte range of a span. A parser over a string slice always provides byte offsets.
fn range(span: &Span) -> TextRange {
    span.byte_range().map(TextRange::from).unwrap_or_default()
}

fn fault(error: &ScanError) -> ParseFault {
    ParseFault { at: error.marker().byte_offset().unwrap_or_default(), cause: error.kind().clone() }
}
