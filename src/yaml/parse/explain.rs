//! Error messages: turns a parser fault into a message with a visible range.

use super::events::Cause as K;
use super::fault::{ParseFault, floor};
use super::lines::{Line, references};
use crate::SyntaxError;
use limn_text::TextRange;

/// The error for a fault, on the bytes that cause it. `brackets` are the brackets that the parser has open, outermost first.
pub(super) fn explain(fault: &ParseFault, text: &str, brackets: &[usize]) -> SyntaxError {
    let context = Context { fault, text, at: floor(text, fault.at), line: fault.line(text), brackets };
    let specific = match &fault.cause {
        K::SimpleKeyExpected | K::InvalidSimpleKey => Some(context.missing_colon(context.line)),
        K::MappingValueNotAllowed => Some(context.value_not_allowed()),
        K::ExpectedBlockMappingKey | K::ExpectedBlockSequenceEntry | K::InvalidIndentation => {
            Some(context.misplaced())
        }
        K::TabInBlockIndentation
        | K::TabInIndentation
        | K::TabInPlainScalar
        | K::TabAtBlockScalarStart
        | K::TabNotAllowed => context.tab(),
        K::UnclosedQuotedScalar | K::InvalidQuotedScalarIndent | K::DocumentIndicatorInQuotedScalar => {
            context.quote()
        }
        K::InvalidTrailingDoubleQuotedScalar | K::InvalidTrailingSingleQuotedScalar => context.trailing(),
        K::UnknownQuotedScalarEscape => context.escape(),
        K::MismatchedFlowCollectionEnd { open, close } => Some(context.mismatched(*open, *close)),
        K::UnclosedFlowCollection { .. }
        | K::ExpectedFlowMappingSeparator
        | K::ExpectedFlowSequenceSeparator
        | K::UnexpectedEofFlowMapping
        | K::UnexpectedEofFlowSequence
        | K::UnexpectedEofImplicitFlowMapping
        | K::InvalidColonPlacement
        | K::BlockEntryInFlowCollection
        | K::InvalidFlowScalarIndent => context.reference().or_else(|| context.unclosed()),
        _ => None,
    };
    specific.unwrap_or_else(|| error(context.token(context.at), context.general()))
}

fn error(range: TextRange, message: impl Into<String>) -> SyntaxError {
    SyntaxError { range, message: message.into(), related: None, fix: None }
}

struct Context<'a> {
    fault: &'a ParseFault,
    text: &'a str,
    at: usize,
    line: Line<'a>,
    brackets: &'a [usize],
}

impl Context<'_> {
    // --- lines ---

    /// A line that should be an entry but has no colon.
    fn missing_colon(&self, line: Line<'_>) -> SyntaxError {
        let body = line.body();
        if let Some(colon) = tight_colon(self.text, body) {
            let key = quoted(&self.text[body.start..=colon]);
            return error(TextRange::new(colon, colon + 1), format!("missing space after {key}"));
        }
        let shown = quoted(&self.text[body]);
        let place = if self.text[body].contains([' ', '\t']) { "in" } else { "after" };
        error(body, format!("missing colon {place} {shown}"))
    }

    /// A colon where no key is allowed: a second one on the line, or a line inside the value above.
    fn value_not_allowed(&self) -> SyntaxError {
        let body = self.line.body();
        let colons = self.line.read().colons;
        let first = colons.first().map(|&colon| self.line.range.start + colon);
        if let Some(first) = first.filter(|&first| first < self.at) {
            let start = TextRange::new((first + 1).min(body.end), body.end);
            let blanks = self.text[start].len() - self.text[start].trim_start().len();
            let value = TextRange::new(start.start + blanks, body.end);
            return error(value, format!("{} contains `: ` and must be quoted", quoted(&self.text[value])));
        }
        let key = TextRange::new(body.start, self.at.max(body.start));
        if self.at.saturating_sub(body.start) > KEY {
            return error(key, "a key longer than 1024 characters must start with `? `");
        }
        let culprit = self.fault.culprit(self.text);
        if culprit != self.line {
            let mut error = self.missing_colon(culprit);
            error.related = Some((key, format!("this makes {} invalid", quoted(&self.text[key]))));
            return error;
        }
        let Some(above) = self.line.above(self.text).next() else {
            return error(key, format!("unexpected {}", quoted(&self.text[key])));
        };
        let shown = quoted(&self.text[key]);
        SyntaxError {
            range: key,
            message: format!("{shown} is indented too far: the line above already has a value"),
            related: Some((above.body(), "this already has a value".to_owned())),
            fix: None,
        }
    }

    /// A line whose indentation matches no open collection.
    fn misplaced(&self) -> SyntaxError {
        let body = self.line.body();
        let shown = quoted(&self.text[self.token(body.start)]);
        let is_item = is_item(&self.text[body]);
        if self.at > body.start && !self.text[body.start..self.at].trim_matches(['-', '?', ' ']).is_empty() {
            let token = self.token(self.at);
            return error(token, format!("unexpected {}", quoted(&self.text[token])));
        }
        match self.fault.cause {
            K::ExpectedBlockMappingKey if is_item => error(body, "expected a key, found a list item"),
            K::ExpectedBlockMappingKey if self.line.read().colons.is_empty() => self.missing_colon(self.line),
            K::ExpectedBlockSequenceEntry if !is_item => {
                error(body, format!("expected a list item, found {shown}"))
            }
            _ => error(body, format!("the indentation of {shown} does not match any line above")),
        }
    }

    fn tab(&self) -> Option<SyntaxError> {
        let tabs = self.fault.tabs(self.text)?;
        Some(error(tabs, "tab in the indentation: YAML allows spaces only"))
    }

    // --- quotes and brackets ---

    fn quote(&self) -> Option<SyntaxError> {
        let (at, line) = self.fault.open_quote(self.text)?;
        let range = TextRange::new(at, line.range.start + line.text.trim_end().len());
        let mut error = error(range, format!("unclosed `{}`", &self.text[at..=at]));
        if self.line.range.start > line.range.start {
            error.related =
                Some((self.token(self.line.body().start), "read as part of the quoted text".to_owned()));
        }
        Some(error)
    }

    /// Text after a closing quote, which may have been meant as an opening quote.
    fn trailing(&self) -> Option<SyntaxError> {
        let body = self.line.body();
        if self.at >= body.end {
            return None;
        }
        if self.text[self.at..].starts_with(':') {
            return Some(error(TextRange::new(body.start, self.at), "a key must be on one line"));
        }
        let rest = TextRange::new(self.at, body.end);
        let mut error = error(rest, format!("unexpected {} after a closing quote", quoted(&self.text[rest])));
        let opened = self.fault.open_quote(self.text).filter(|(at, _)| *at < self.line.range.start);
        if let Some((at, line)) = opened {
            let end = line.range.start + line.text.trim_end().len();
            error.range = TextRange::new(at, end);
            error.message = format!("unclosed `{}`", &self.text[at..=at]);
            error.related = Some((rest, "the next quote closes it, so this comes after it".to_owned()));
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
                let shown = quoted(&self.text[range]);
                return Some(error(
                    range,
                    format!("unknown escape {shown}; write a backslash as `\\\\`, or use single quotes"),
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
        SyntaxError { range: closed, message: format!("`{open}` is closed by `{close}`"), related, fix: None }
    }

    /// An unquoted `${…}` inside brackets.
    fn reference(&self) -> Option<SyntaxError> {
        let range = references(self.line).into_iter().find(|range| range.touches(self.at))?;
        let shown = quoted(&self.text[range]);
        Some(error(range, format!("{shown} must be quoted here: inside brackets, braces are YAML syntax")))
    }

    /// A bracket that is still open where the next entry starts; `None` if the bracket is closed.
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
        let mut error = error(range, format!("unclosed `{}`", &self.text[range]));
        if self.at > bracket && self.line.range.start > opener.range.start {
            let next = self.token(self.line.body().start);
            error.related = Some((next, "read as part of the content of the brackets".to_owned()));
        }
        Some(error)
    }

    // --- anything else ---

    /// The word at `at`; the whole line if `at` is outside its content.
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
            K::RecursionLimitExceeded => "nesting is deeper than 255 levels; the rest is not read".to_owned(),
            K::ExpectedFlowMappingSeparator => format!("expected `,` or `}}` before {token}"),
            K::ExpectedFlowSequenceSeparator => format!("expected `,` or `]` before {token}"),
            K::InvalidColonPlacement => "unexpected colon: in `[…]`, a pair must be on one line".to_owned(),
            K::BlockEntryInFlowCollection => {
                "unexpected `- `: inside brackets, commas separate items".to_owned()
            }
            K::MisplacedFlowCollectionEnd => match next {
                Some(bracket) => format!("unmatched `{bracket}`"),
                None => "unmatched closing bracket".to_owned(),
            },
            K::BlockSequenceEntryNotAllowed => {
                "unexpected `- `: a list must start on its own line".to_owned()
            }
            K::UnexpectedCharacter { character } if character.is_control() => {
                format!("control character U+{:04X} is not allowed", u32::from(*character))
            }
            K::UnexpectedCharacter { character } => {
                format!("a value that starts with `{character}` must be quoted")
            }
            K::MissingAnchorOrAliasName if next == Some('*') => {
                "expected an anchor name after `*`; quote a literal asterisk".to_owned()
            }
            K::MissingAnchorOrAliasName => "expected an anchor name after `&`".to_owned(),
            K::UndeclaredTagHandle => format!("unknown tag handle in {token}"),
            K::CommentNotSeparated => "missing space before `#`".to_owned(),
            K::InvalidBlockScalarHeader => {
                format!(
                    "expected only a digit, `+` or `-` after `|` or `>`, found {token}; the text starts on the next line"
                )
            }
            K::BomInsideDocument => "byte order mark in the middle of the text".to_owned(),
            K::InvalidDocumentEnd => "unexpected text after `...`".to_owned(),
            K::UnexpectedEofBlockMapping | K::UnexpectedEofBlockSequence | K::ExpectedNodeContent => {
                format!("unexpected {token}")
            }
            K::ExpectedDocumentStart => {
                format!("unexpected {token} after the end of the document")
            }
            other => other.to_string(),
        }
    }
}

/// The maximum length of a key without `? `.
const KEY: usize = 1024;

pub(super) fn is_item(body: &str) -> bool {
    body == "-" || body.starts_with("- ")
}

/// The colon of `key:value` that has no space after it. The colon of a URL, `http://…`, does not count.
pub(super) fn tight_colon(text: &str, body: TextRange) -> Option<usize> {
    let colon = text[body].find(':')?;
    let (key, rest) = text[body].split_at(colon);
    let is_key = !key.is_empty() && !key.contains([' ', '\t', '"', '\'', '{', '[']);
    (is_key && rest.len() > 1 && !rest.starts_with("://")).then_some(body.start + colon)
}

/// The text in backticks, shortened if long.
fn quoted(text: &str) -> String {
    const LONG: usize = 40;
    let text = text.replace(['\n', '\r'], " ");
    match text.char_indices().nth(LONG) {
        Some((cut, _)) => format!("`{}…`", text[..cut].trim_end()),
        None => format!("`{text}`"),
    }
}
