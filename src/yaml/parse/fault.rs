//! Parser faults: their position, the line that causes them, and their class.

use super::events::Cause;
use super::lines::Line;
use limn_text::TextRange;

/// The position and cause of a parser error.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParseFault {
    pub(super) at: usize,
    pub(super) cause: Cause,
}

/// The class of a fault, which determines the repairs to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An unclosed bracket, or a misplaced token inside brackets.
    Flow,
    /// An unclosed quote.
    Quote,
    /// A tab instead of spaces.
    Tab,
    /// A line that is not an entry, or has the wrong indentation.
    Layout,
    /// A token that a value must not start with, contain, or precede.
    Token,
    /// Nesting beyond the limit.
    Depth,
}

impl ParseFault {
    /// The fault with its position clamped to the text and to a character boundary.
    pub(super) fn within(self, text: &str) -> ParseFault {
        ParseFault { at: floor(text, self.at), ..self }
    }

    pub(super) fn class(&self) -> Class {
        use Cause as K;
        match self.cause {
            K::RecursionLimitExceeded => Class::Depth,
            K::UnclosedFlowCollection { .. }
            | K::MismatchedFlowCollectionEnd { .. }
            | K::MisplacedFlowCollectionEnd
            | K::ExpectedFlowMappingSeparator
            | K::ExpectedFlowSequenceSeparator
            | K::UnexpectedEofFlowMapping
            | K::UnexpectedEofFlowSequence
            | K::UnexpectedEofImplicitFlowMapping
            | K::InvalidColonPlacement
            | K::BlockEntryInFlowCollection
            | K::InvalidFlowScalarIndent
            | K::FlowMappingValueAdjacentCollection => Class::Flow,
            K::UnclosedQuotedScalar | K::InvalidQuotedScalarIndent | K::DocumentIndicatorInQuotedScalar => {
                Class::Quote
            }
            // A quote that closes an unclosed quote before it.
            K::InvalidTrailingDoubleQuotedScalar | K::InvalidTrailingSingleQuotedScalar => Class::Quote,
            K::TabInBlockIndentation
            | K::TabInIndentation
            | K::TabInPlainScalar
            | K::TabAtBlockScalarStart
            | K::TabNotAllowed => Class::Tab,
            K::SimpleKeyExpected
            | K::InvalidSimpleKey
            | K::MappingValueNotAllowed
            | K::MappingKeyNotAllowed
            | K::ExpectedBlockMappingKey
            | K::ExpectedBlockSequenceEntry
            | K::UnexpectedEofBlockMapping
            | K::UnexpectedEofBlockSequence
            | K::ExpectedDocumentStart
            | K::InvalidIndentation
            | K::InvalidBlockScalarIndent
            | K::CommentInterceptedScalar => Class::Layout,
            _ => Class::Token,
        }
    }

    /// The line of the fault; the last non-blank line if the fault is after it.
    pub(super) fn line<'t>(&self, text: &'t str) -> Line<'t> {
        let line = Line::at(text, self.at);
        match line.is_idle() {
            true => line.below(text).next().or_else(|| line.above(text).next()).unwrap_or(line),
            false => line,
        }
    }

    /// The line that causes the fault: the line above if it is not an entry, because the fault's line then continues it.
    pub(super) fn culprit<'t>(&self, text: &'t str) -> Line<'t> {
        let line = self.line(text);
        let first = line.read().colons.first().map(|&colon| line.range.start + colon);
        if self.cause != Cause::MappingValueNotAllowed || first.is_some_and(|first| first < self.at) {
            return line;
        }
        line.above(text).next().filter(|above| above.read().colons.is_empty()).unwrap_or(line)
    }

    /// The quote that is open at the fault, on its own line or on one above, and its line.
    pub(super) fn open_quote<'t>(&self, text: &'t str) -> Option<(usize, Line<'t>)> {
        let line = Line::at(text, self.at);
        let on = |line: Line<'t>| {
            let (at, quote) = line.read().open.last().copied()?;
            matches!(quote, '"' | '\'').then_some((line.range.start + at, line))
        };
        on(line).or_else(|| line.above(text).take(NEAR).find_map(on))
    }

    /// The bracket that is open at the fault: the one that the parser reports, or else the nearest unclosed one above.
    pub(super) fn open_bracket(&self, text: &str, known: &[usize]) -> Option<usize> {
        if let Cause::UnclosedFlowCollection { .. } = self.cause {
            return Some(self.at);
        }
        let line = Line::at(text, self.at);
        let on = |line: Line<'_>| {
            let (at, bracket) = line.read().open.first().copied()?;
            matches!(bracket, '[' | '{').then_some(line.range.start + at)
        };
        known.last().copied().or_else(|| line.above(text).take(NEAR).find_map(on))
    }

    /// The tabs in the indentation of the fault's line, or of a line shortly below.
    pub(super) fn tabs(&self, text: &str) -> Option<TextRange> {
        let line = Line::at(text, self.at);
        let tabs = |line: Line<'_>| {
            let blanks = &line.text[..line.indent()];
            let first = blanks.find('\t')?;
            let last = blanks.rfind('\t')?;
            Some(TextRange::new(line.range.start + first, line.range.start + last + 1))
        };
        tabs(line).or_else(|| line.below(text).take(NEAR).find_map(tabs))
    }
}

/// The maximum distance in lines between a fault and its cause.
pub(super) const NEAR: usize = 200;

/// `at` clamped to the text and moved back to a character boundary.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
