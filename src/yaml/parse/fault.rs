//! Where the parser stumbled, which line is to blame, and what kind of mistake it is.

use super::events::Cause;
use super::lines::Line;
use crate::text::TextRange;

/// Where reading stopped, and why.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) cause: Cause,
}

/// What kind of mistake a fault is, which says how it may be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A bracket is not closed, or something in brackets is out of place.
    Flow,
    /// A quote is not closed.
    Quote,
    /// A tab where blanks belong.
    Tab,
    /// A line that is no entry, or stands at the wrong indentation.
    Layout,
    /// Something that no value may start with, hold, or be followed by.
    Token,
    /// Too deep to read on.
    Depth,
}

impl Fault {
    /// The fault at a place that there is in the text, and that a character starts at.
    pub(super) fn within(self, text: &str) -> Fault {
        Fault { at: floor(text, self.at), ..self }
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
            // A quote that an unclosed one before it has closed.
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

    /// The line it is on; the last that says something, where it is behind them all.
    pub(super) fn line<'t>(&self, text: &'t str) -> Line<'t> {
        let line = Line::at(text, self.at);
        match line.is_idle() {
            true => line.below(text).next().or_else(|| line.above(text).next()).unwrap_or(line),
            false => line,
        }
    }

    /// The line to blame: the one above, where that is no entry and so takes the fault's line for its own continuation.
    pub(super) fn culprit<'t>(&self, text: &'t str) -> Line<'t> {
        let line = self.line(text);
        let first = line.read().colons.first().map(|&colon| line.range.start + colon);
        if self.cause != Cause::MappingValueNotAllowed || first.is_some_and(|first| first < self.at) {
            return line;
        }
        line.above(text).next().filter(|above| above.read().colons.is_empty()).unwrap_or(line)
    }

    /// The quote that is open at the fault: on its own line or on one above, with that line.
    pub(super) fn open_quote<'t>(&self, text: &'t str) -> Option<(usize, Line<'t>)> {
        let line = Line::at(text, self.at);
        let on = |line: Line<'t>| {
            let (at, quote) = line.read().open.last().copied()?;
            matches!(quote, '"' | '\'').then_some((line.range.start + at, line))
        };
        on(line).or_else(|| line.above(text).take(NEAR).find_map(on))
    }

    /// The bracket that is open at the fault: the one the parser knows of, or the nearest that a line above leaves open.
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

    /// The tabs in the indentation of the line it is on, or of one shortly below.
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

/// How many lines from a fault its cause is looked for.
pub(super) const NEAR: usize = 200;

/// `at`, drawn in to the text and to a character's start.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
