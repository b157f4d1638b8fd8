//! What is wrong, in plain words, and on a range that one can see.

use super::events::Cause as K;
use super::fault::{Fault, floor};
use super::lines::{Line, references};
use crate::text::TextRange;
use crate::yaml::SyntaxError;

/// One sentence about a fault, at the bytes that are to blame. `brackets` are those that the parser has open, outermost first.
pub(super) fn explain(fault: &Fault, text: &str, brackets: &[usize]) -> SyntaxError {
    let about = About { fault, text, at: floor(text, fault.at), line: fault.line(text), brackets };
    let specific = match &fault.cause {
        K::SimpleKeyExpected | K::InvalidSimpleKey => Some(about.lacking_colon(about.line)),
        K::MappingValueNotAllowed => Some(about.value_not_allowed()),
        K::ExpectedBlockMappingKey | K::ExpectedBlockSequenceEntry | K::InvalidIndentation => {
            Some(about.misplaced())
        }
        K::TabInBlockIndentation
        | K::TabInIndentation
        | K::TabInPlainScalar
        | K::TabAtBlockScalarStart
        | K::TabNotAllowed => about.tab(),
        K::UnclosedQuotedScalar | K::InvalidQuotedScalarIndent | K::DocumentIndicatorInQuotedScalar => {
            about.quote()
        }
        K::InvalidTrailingDoubleQuotedScalar | K::InvalidTrailingSingleQuotedScalar => about.trailing(),
        K::UnknownQuotedScalarEscape => about.escape(),
        K::MismatchedFlowCollectionEnd { open, close } => Some(about.mismatched(*open, *close)),
        K::UnclosedFlowCollection { .. }
        | K::ExpectedFlowMappingSeparator
        | K::ExpectedFlowSequenceSeparator
        | K::UnexpectedEofFlowMapping
        | K::UnexpectedEofFlowSequence
        | K::UnexpectedEofImplicitFlowMapping
        | K::InvalidColonPlacement
        | K::BlockEntryInFlowCollection
        | K::InvalidFlowScalarIndent => about.reference().or_else(|| about.unclosed()),
        _ => None,
    };
    specific.unwrap_or_else(|| error(about.token(about.at), about.general()))
}

fn error(range: TextRange, message: impl Into<String>) -> SyntaxError {
    SyntaxError { range, message: message.into(), related: None, cure: None }
}

struct About<'a> {
    fault: &'a Fault,
    text: &'a str,
    at: usize,
    line: Line<'a>,
    brackets: &'a [usize],
}

impl About<'_> {
    // --- lines ---

    /// A line where an entry belongs and that is none.
    fn lacking_colon(&self, line: Line<'_>) -> SyntaxError {
        let body = line.body();
        if let Some(colon) = tight_colon(self.text, body) {
            let key = quoted(&self.text[body.start..colon]);
            return error(
                TextRange::new(colon, colon + 1),
                format!("a blank is missing behind the colon of {key}"),
            );
        }
        let said = quoted(&self.text[body]);
        let place = if self.text[body].contains([' ', '\t']) { "in" } else { "behind" };
        error(body, format!("a colon is missing {place} {said}"))
    }

    /// A colon where no key can be: a second one on the line, or a line that stands inside what is above it.
    fn value_not_allowed(&self) -> SyntaxError {
        let body = self.line.body();
        let colons = self.line.read().colons;
        let first = colons.first().map(|&colon| self.line.range.start + colon);
        if let Some(first) = first.filter(|&first| first < self.at) {
            let start = TextRange::new((first + 1).min(body.end), body.end);
            let blanks = self.text[start].len() - self.text[start].trim_start().len();
            let value = TextRange::new(start.start + blanks, body.end);
            return error(value, format!("{} holds `: `, so it needs quotes", quoted(&self.text[value])));
        }
        let key = TextRange::new(body.start, self.at.max(body.start));
        if self.at.saturating_sub(body.start) > KEY {
            return error(key, "a key of more than 1024 characters needs a `? ` before it");
        }
        let culprit = self.fault.culprit(self.text);
        if culprit != self.line {
            let mut error = self.lacking_colon(culprit);
            error.related = Some((key, format!("so {} cannot stand here", quoted(&self.text[key]))));
            return error;
        }
        let Some(above) = self.line.above(self.text).next() else {
            return error(key, format!("{} cannot stand here", quoted(&self.text[key])));
        };
        let said = quoted(&self.text[key]);
        SyntaxError {
            range: key,
            message: format!("{said} is indented too far: the line above has its value already"),
            related: Some((above.body(), "this has a value already".to_owned())),
            cure: None,
        }
    }

    /// A line at an indentation where nothing can go on.
    fn misplaced(&self) -> SyntaxError {
        let body = self.line.body();
        let said = quoted(&self.text[self.token(body.start)]);
        let is_item = is_item(&self.text[body]);
        if self.at > body.start && !self.text[body.start..self.at].trim_matches(['-', '?', ' ']).is_empty() {
            let token = self.token(self.at);
            return error(token, format!("{} cannot stand here", quoted(&self.text[token])));
        }
        match self.fault.cause {
            K::ExpectedBlockMappingKey if is_item => {
                error(body, "a list item cannot stand among the keys of a mapping")
            }
            K::ExpectedBlockMappingKey if self.line.read().colons.is_empty() => self.lacking_colon(self.line),
            K::ExpectedBlockSequenceEntry if !is_item => {
                error(body, format!("{said} stands among list items and has no `- ` before it"))
            }
            _ => error(body, format!("{said} does not line up with anything above")),
        }
    }

    fn tab(&self) -> Option<SyntaxError> {
        let tabs = self.fault.tabs(self.text)?;
        Some(error(tabs, "a tab in the indentation: YAML indents by blanks only"))
    }

    // --- quotes and brackets ---

    fn quote(&self) -> Option<SyntaxError> {
        let (at, line) = self.fault.open_quote(self.text)?;
        let range = TextRange::new(at, line.range.start + line.text.trim_end().len());
        let mut error = error(range, format!("`{}` is never closed", &self.text[at..=at]));
        if self.line.range.start > line.range.start {
            error.related =
                Some((self.token(self.line.body().start), "read as part of the quoted text".to_owned()));
        }
        Some(error)
    }

    /// What follows a closing quote, which may have been meant to open.
    fn trailing(&self) -> Option<SyntaxError> {
        let body = self.line.body();
        if self.at >= body.end {
            return None;
        }
        if self.text[self.at..].starts_with(':') {
            return Some(error(TextRange::new(body.start, self.at), "a key must stand on one line"));
        }
        let rest = TextRange::new(self.at, body.end);
        let mut error = error(rest, format!("{} follows a closing quote", quoted(&self.text[rest])));
        let opened = self.fault.open_quote(self.text).filter(|(at, _)| *at < self.line.range.start);
        if let Some((at, line)) = opened {
            let end = line.range.start + line.text.trim_end().len();
            error.range = TextRange::new(at, end);
            error.message = format!("`{}` is never closed", &self.text[at..=at]);
            error.related = Some((rest, "the next quote closes it, so this follows it".to_owned()));
        }
        Some(error)
    }

    fn escape(&self) -> Option<SyntaxError> {
        let mut at = self.at;
        while let Some(found) = self.text[at..].find('\\') {
            at += found;
            let escaped = self.text[at + 1..].chars().next()?;
            if !"0abt\tnvfre \"/\\N_LPxuU\r\n".contains(escaped) {
                let range = TextRange::new(at, at + 1 + escaped.len_utf8());
                let said = quoted(&self.text[range]);
                return Some(error(
                    range,
                    format!("{said} is no escape: a backslash is written `\\\\`, or in single quotes"),
                ));
            }
            at += 1 + escaped.len_utf8();
        }
        None
    }

    fn mismatched(&self, open: char, close: char) -> SyntaxError {
        let opened = TextRange::new(self.at, self.at + open.len_utf8());
        let closed = self.text[self.at..]
            .find(close)
            .map_or(opened, |found| TextRange::new(self.at + found, self.at + found + close.len_utf8()));
        let related = Some((opened, format!("`{open}` opened here")));
        SyntaxError {
            range: closed,
            message: format!("`{open}` is closed by `{close}`"),
            related,
            cure: None,
        }
    }

    /// `${…}` in brackets without quotes.
    fn reference(&self) -> Option<SyntaxError> {
        let range = references(self.line).into_iter().find(|range| range.touches(self.at))?;
        let said = quoted(&self.text[range]);
        Some(error(range, format!("{said} needs quotes here: in brackets its braces are YAML's own")))
    }

    /// A bracket that is still open where the next entry starts; something out of place where it is not.
    fn unclosed(&self) -> Option<SyntaxError> {
        let bracket = self.fault.open_bracket(self.text, self.brackets)?;
        let opener = Line::at(self.text, bracket);
        let range = TextRange::new(bracket, bracket + 1);
        let is_open = matches!(self.fault.cause, K::UnclosedFlowCollection { .. })
            || opener.range.start < self.line.range.start
            || opener.read().open.iter().any(|&(at, _)| opener.range.start + at == bracket);
        if !is_open {
            return None;
        }
        let mut error = error(range, format!("`{}` is never closed", &self.text[range]));
        if self.at > bracket && self.line.range.start > opener.range.start {
            let next = self.token(self.line.body().start);
            error.related = Some((next, "read as part of what is in the brackets".to_owned()));
        }
        Some(error)
    }

    // --- anything else ---

    /// The word at `at`; the last one before it where nothing follows.
    fn token(&self, at: usize) -> TextRange {
        let body = self.line.body();
        let at = floor(self.text, at);
        if at >= body.end || at < body.start {
            return if body.is_empty() { TextRange::empty(at) } else { body };
        }
        let rest = &self.text[at..body.end];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let len =
            rest[first..].find([' ', '\t', ',', '[', ']', '{', '}']).map_or(rest.len(), |len| first + len);
        let word = rest[..len].strip_suffix(':').filter(|word| !word.is_empty()).unwrap_or(&rest[..len]);
        TextRange::new(at, at + word.len())
    }

    fn general(&self) -> String {
        let token = quoted(&self.text[self.token(self.at)]);
        let next = self.text[self.at..].chars().next();
        match &self.fault.cause {
            K::RecursionLimitExceeded => {
                "nested more than 255 levels deep: what follows is not read".to_owned()
            }
            K::ExpectedFlowMappingSeparator => format!("a `,` or `}}` is missing before {token}"),
            K::ExpectedFlowSequenceSeparator => format!("a `,` or `]` is missing before {token}"),
            K::InvalidColonPlacement => {
                "a colon cannot stand here: in `[…]` a pair stands on one line".to_owned()
            }
            K::BlockEntryInFlowCollection => {
                "a `- ` item cannot stand in brackets: there a comma separates".to_owned()
            }
            K::MisplacedFlowCollectionEnd => match next {
                Some(bracket) => format!("`{bracket}` closes nothing"),
                None => "a bracket closes nothing".to_owned(),
            },
            K::BlockSequenceEntryNotAllowed => {
                "a list starts on a line of its own: `- ` cannot stand here".to_owned()
            }
            K::UnexpectedCharacter { character } if character.is_control() => {
                format!("the control character U+{:04X} cannot stand here", u32::from(*character))
            }
            K::UnexpectedCharacter { character } => {
                format!("a value cannot start with `{character}`: it needs quotes")
            }
            K::MissingAnchorOrAliasName if next == Some('*') => {
                "`*` needs the name of an anchor behind it; a star that is meant needs quotes".to_owned()
            }
            K::MissingAnchorOrAliasName => "`&` needs a name behind it".to_owned(),
            K::UndeclaredTagHandle => format!("the tag handle of {token} is declared nowhere"),
            K::CommentNotSeparated => "a blank is missing before `#`".to_owned(),
            K::InvalidBlockScalarHeader => {
                format!(
                    "{token}: behind `|` and `>` go only a digit, `+` or `-`, and the text starts on the next line"
                )
            }
            K::BomInsideDocument => "a byte order mark stands in the middle of the text".to_owned(),
            K::InvalidDocumentEnd => "nothing can follow `...` on its line".to_owned(),
            K::UnexpectedEofBlockMapping | K::UnexpectedEofBlockSequence | K::ExpectedNodeContent => {
                format!("{token} cannot stand here")
            }
            K::ExpectedDocumentStart => {
                format!("{token} cannot stand here: the text above has ended already")
            }
            other => other.to_string(),
        }
    }
}

/// A key in one piece may be as long as this.
const KEY: usize = 1024;

pub(super) fn is_item(body: &str) -> bool {
    body == "-" || body.starts_with("- ")
}

/// The colon of `key:value`, where a blank is missing behind it. The colon of an address is none: `http://…`.
pub(super) fn tight_colon(text: &str, body: TextRange) -> Option<usize> {
    let colon = text[body].find(':')?;
    let (key, rest) = text[body].split_at(colon);
    let is_key = !key.is_empty() && !key.contains([' ', '\t', '"', '\'', '{', '[']);
    (is_key && rest.len() > 1 && !rest.starts_with("://")).then_some(body.start + colon)
}

/// In backticks, and not too long.
fn quoted(text: &str) -> String {
    const LONG: usize = 40;
    let text = text.replace(['\n', '\r'], " ");
    match text.char_indices().nth(LONG) {
        Some((cut, _)) => format!("`{}…`", text[..cut].trim_end()),
        None => format!("`{text}`"),
    }
}
