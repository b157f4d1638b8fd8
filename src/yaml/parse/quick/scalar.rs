//! Scalars: plain scalars on one or several lines, quoted scalars on one line, and block scalars with common headers.

use std::borrow::Cow;

use super::{Reader, Sink, Taken};
use crate::notation::Style;
use limn_text::TextRange;

/// The bytes that can end a plain scalar inside brackets, or need a closer look.
pub(super) const FLOW_STOPS: [bool; 256] = stops(b"\n\r\t:#,[]{}");

const fn stops(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
}

/// The position of the next `:`, `#`, tab or line break, or the end of the text. Looks at eight bytes at once; other bytes below the space do not
/// occur in texts that this reader takes.
#[inline]
fn plain_run(bytes: &[u8], from: usize) -> usize {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = EACH << 7;
    let mut at = from;
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let eight = u64::from_le_bytes(*eight);
        // The lowest byte below a limit has its high bit set; the bits of higher bytes may be false positives.
        let below = |bytes: u64, limit: u8| bytes.wrapping_sub(EACH * u64::from(limit)) & !bytes & HIGH;
        let is = |byte: u8| below(eight ^ (EACH * u64::from(byte)), 1);
        let found = below(eight, b'\r' + 1) | is(b':') | is(b'#');
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let stops = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'\t' | b':' | b'#');
    bytes[at..].iter().position(stops).map_or(bytes.len(), |found| at + found)
}

/// The end of a run of bytes that are not stops.
#[inline]
pub(super) fn run(bytes: &[u8], from: usize, stops: &[bool; 256]) -> usize {
    let rest = &bytes[from..];
    from + rest.iter().position(|byte| stops[*byte as usize]).unwrap_or(rest.len())
}

impl<'t, S: Sink> Reader<'t, '_, S> {
    /// Reads the part of a plain scalar on this line, from `start`, and returns its end. Stops at a colon, a comment or the end of the line.
    pub(super) fn plain(&mut self, start: usize) -> Taken<usize> {
        let first = self.byte(start)?;
        if matches!(first, b'?' | b':' | b'&' | b'*' | b'!' | b'%' | b'@' | b'`' | b',' | b']' | b'}' | b'#')
            || (first == b'-' && self.is_apart(start + 1))
        {
            return None;
        }
        self.plain_part(start)
    }

    fn plain_part(&mut self, start: usize) -> Taken<usize> {
        let mut at = start;
        loop {
            at = plain_run(self.bytes, at);
            match self.byte(at) {
                Some(b':') if !self.is_apart(at + 1) => at += 1,
                Some(b'#') if self.bytes[at - 1] != b' ' => at += 1,
                Some(b'\t') => return None,
                _ => break,
            }
        }
        self.at = at;
        Some(self.without_blanks(start, at))
    }

    pub(super) fn without_blanks(&self, start: usize, end: usize) -> usize {
        let mut end = end;
        while end > start && self.bytes[end - 1] == b' ' {
            end -= 1;
        }
        end
    }

    /// Reads a plain scalar after its first line: more indented lines continue it.
    pub(super) fn plain_lines(&mut self, start: usize, end: usize) -> Taken {
        let around = self.open.last()?.column;
        let mut end = end;
        let mut decoded: Option<String> = None;
        while matches!(self.byte(self.at), Some(b'\n' | b'\r')) {
            let mut at = self.at;
            let mut breaks = 0;
            let mut line = at;
            while matches!(self.byte(at), Some(b'\n' | b'\r')) {
                at = self.behind_break(at)?;
                breaks += 1;
                line = at;
                at = self.past_blanks(at);
            }
            if at - line <= around || matches!(self.byte(at), None | Some(b'#')) {
                break;
            }
            let next = self.plain_part(at)?;
            if self.byte(self.at) == Some(b':') {
                return None;
            }
            let decoded = decoded.get_or_insert_with(|| self.text[start..end].to_owned());
            join(decoded, breaks);
            decoded.push_str(&self.text[at..next]);
            end = next;
        }
        let text = decoded.map_or(Cow::Borrowed(&self.text[start..end]), Cow::Owned);
        self.scalar(text, Style::Plain, TextRange::new(start, end))?;
        self.ends_line()?.then_some(())
    }

    /// Reads a quoted scalar up to its closing quote and returns its decoded text.
    pub(super) fn quoted(&mut self) -> Taken<(Cow<'t, str>, Style)> {
        let quote = self.byte(self.at)?;
        let is_double = quote == b'"';
        let mut from = self.at + 1;
        let mut at = from;
        let mut decoded: Option<String> = None;
        loop {
            let stops = |byte: &u8| *byte == quote || matches!(byte, b'\n' | b'\r' | b'\\');
            at += self.bytes[at..].iter().position(stops)?;
            match self.bytes[at] {
                b'\\' if !is_double => at += 1,
                b'\\' => {
                    let c = match self.byte(at + 1)? {
                        b'n' => '\n',
                        b't' => '\t',
                        c @ (b'"' | b'\\' | b'/') => char::from(c),
                        _ => return None,
                    };
                    let decoded = decoded.get_or_insert_default();
                    decoded.push_str(&self.text[from..at]);
                    decoded.push(c);
                    at += 2;
                    from = at;
                }
                b'\n' | b'\r' => return None,
                _ if !is_double && self.byte(at + 1) == Some(quote) => {
                    decoded.get_or_insert_default().push_str(&self.text[from..=at]);
                    at += 2;
                    from = at;
                }
                _ => break,
            }
        }
        self.at = at + 1;
        let rest = &self.text[from..at];
        let text = match decoded {
            None => Cow::Borrowed(rest),
            Some(decoded) => Cow::Owned(decoded + rest),
        };
        Some((text, if is_double { Style::Double } else { Style::Single }))
    }

    /// Reads a block scalar with no header beyond `|`, `>`, `|-` or `>-`.
    pub(super) fn block_scalar(&mut self) -> Taken {
        let around = self.open.last()?.column;
        let style = if self.byte(self.at)? == b'|' { Style::Literal } else { Style::Folded };
        self.at += 1;
        let strip = self.byte(self.at) == Some(b'-');
        self.at += usize::from(strip);
        self.blanks();
        if !self.ends_line()? {
            return None;
        }
        self.next_line()?;
        let (mut decoded, mut range) = (String::new(), TextRange::default());
        let (mut indent, mut widest, mut breaks, mut hung) = (None, 0, 0, false);
        while let Some(first) = self.byte(self.at) {
            let line = self.at;
            let mut at = line;
            let mut byte = Some(first);
            while byte == Some(b' ') {
                at += 1;
                byte = self.byte(at);
            }
            let column = at - line;
            match byte? {
                b'\n' | b'\r' => {
                    widest = widest.max(column);
                    if indent.is_some_and(|indent| column > indent) {
                        return None;
                    }
                    breaks += 1;
                    self.at = self.behind_break(at)?;
                    continue;
                }
                b'\t' if indent.is_none_or(|indent| column < indent) => return None,
                _ => {}
            }
            let is_first = indent.is_none();
            let inner = *indent.get_or_insert(column);
            if column < inner {
                if column > around {
                    return None;
                }
                break;
            }
            if is_first && (column <= around || widest > column) {
                return None;
            }
            let end = self.line_end(at);
            let text = &self.text[line + inner..end];
            let hangs = text.starts_with([' ', '\t']);
            if is_first {
                (0..breaks).for_each(|_| decoded.push('\n'));
                range.start = line + inner;
            } else if style == Style::Literal || hangs || hung {
                (0..breaks).for_each(|_| decoded.push('\n'));
            } else {
                join(&mut decoded, breaks);
            }
            decoded.push_str(text);
            range.end = end;
            (breaks, hung) = (1, hangs);
            self.at = self.behind_break(end)?;
        }
        indent?;
        if !strip {
            decoded.push('\n');
        }
        self.scalar(Cow::Owned(decoded), style, range)
    }
}

/// Folds line breaks: a single break becomes a space, each further one a line break.
fn join(decoded: &mut String, breaks: usize) {
    match breaks {
        1 => decoded.push(' '),
        more => (1..more).for_each(|_| decoded.push('\n')),
    }
}
