//! Flow collections, on one line or several.

use std::borrow::Cow;

use super::scalar::{FLOW_STOPS, run};
use super::{DEPTH, LONG_KEY, Reader, Sink, Taken};
use crate::notation::{NodeKind, Style};
use limn_text::TextRange;

/// A scalar that may turn out to be a key.
struct Scalar<'t> {
    text: Cow<'t, str>,
    style: Style,
    range: TextRange,
}

impl<'t, S: Sink> Reader<'t, '_, S> {
    /// Reads the collection whose bracket is here.
    pub(super) fn flow(&mut self, depth: usize) -> Taken {
        if depth > DEPTH {
            return None;
        }
        let (kind, closing) =
            if self.byte(self.at)? == b'{' { (NodeKind::Mapping, b'}') } else { (NodeKind::Sequence, b']') };
        self.sink.open(self.at, kind, Style::Flow, true);
        self.at += 1;
        loop {
            if self.flow_content()? == closing {
                break;
            }
            match kind {
                NodeKind::Mapping => self.flow_entry(depth)?,
                _ => self.flow_item(depth)?,
            }
            match self.flow_content()? {
                b',' => self.at += 1,
                byte if byte == closing => break,
                _ => return None,
            }
        }
        self.at += 1;
        self.sink.close(self.at);
        Some(())
    }

    fn flow_entry(&mut self, depth: usize) -> Taken {
        let key = self.flow_scalar()?;
        let has_colon = self.flow_colon(&key)?;
        self.say(key.text, key.style, key.range);
        // The colon of a key may be on a later line, which is rare.
        match self.flow_content()? {
            b',' | b'}' => {
                self.missing();
                Some(())
            }
            _ if has_colon => self.flow_node(depth),
            _ => None,
        }
    }

    /// Reads an item of a sequence: a node, or a single pair, which is a mapping without braces.
    fn flow_item(&mut self, depth: usize) -> Taken {
        if matches!(self.byte(self.at)?, b'{' | b'[') {
            return self.flow(depth + 1);
        }
        let scalar = self.flow_scalar()?;
        if !self.flow_colon(&scalar)? {
            self.say(scalar.text, scalar.style, scalar.range);
            return Some(());
        }
        self.sink.open(scalar.range.start, NodeKind::Mapping, Style::Flow, false);
        self.say(scalar.text, scalar.style, scalar.range);
        match self.flow_content()? {
            b',' | b']' => return None,
            _ => self.flow_node(depth + 1)?,
        }
        self.sink.close(self.at);
        Some(())
    }

    /// Skips the colon that makes a scalar a key, if there is one on its line.
    fn flow_colon(&mut self, key: &Scalar<'t>) -> Taken<bool> {
        // `"key":value` does not need a space.
        let is_tight = key.style != Style::Plain && self.byte(self.at) == Some(b':');
        self.blanks();
        if self.byte(self.at) != Some(b':') {
            return Some(false);
        }
        if key.range.len() > LONG_KEY || !(is_tight || self.is_apart(self.at + 1)) {
            return None;
        }
        self.at += 1;
        Some(true)
    }

    fn flow_node(&mut self, depth: usize) -> Taken {
        match self.byte(self.at)? {
            b'{' | b'[' => self.flow(depth + 1),
            _ => {
                let scalar = self.flow_scalar()?;
                self.say(scalar.text, scalar.style, scalar.range);
                Some(())
            }
        }
    }

    fn flow_scalar(&mut self) -> Taken<Scalar<'t>> {
        let start = self.at;
        if let b'"' | b'\'' = self.byte(start)? {
            let (text, style) = self.quoted()?;
            return Some(Scalar { text, style, range: TextRange::new(start, self.at) });
        }
        let range = TextRange::new(start, self.flow_plain(start)?);
        Some(Scalar { text: Cow::Borrowed(&self.text[range]), style: Style::Plain, range })
    }

    /// Reads a plain scalar on one line and returns its end.
    fn flow_plain(&mut self, start: usize) -> Taken<usize> {
        let first = self.byte(start)?;
        if matches!(first, b'?' | b':' | b'&' | b'*' | b'!' | b'%' | b'@' | b'`' | b'|' | b'>' | b'#')
            || FLOW_STOPS[first as usize]
            || (first == b'-' && !self.bytes.get(start + 1).is_some_and(u8::is_ascii_alphanumeric))
        {
            return None;
        }
        let mut at = start;
        loop {
            at = run(self.bytes, at, &FLOW_STOPS);
            match self.byte(at)? {
                b':' => match self.byte(at + 1)? {
                    b',' | b'[' | b']' | b'{' | b'}' => return None,
                    _ if self.is_apart(at + 1) => break,
                    _ => at += 1,
                },
                b'#' if self.bytes[at - 1] != b' ' => at += 1,
                b'\t' => return None,
                _ => break,
            }
        }
        self.at = at;
        Some(self.without_blanks(start, at))
    }

    /// Skips whitespace, line breaks and comments.
    fn flow_content(&mut self) -> Taken<u8> {
        loop {
            self.blanks();
            match self.byte(self.at)? {
                b'\n' | b'\r' => {
                    self.next_line()?;
                    let rest = &self.bytes[self.at..];
                    if rest.starts_with(b"---") || rest.starts_with(b"...") {
                        return None;
                    }
                }
                b'\t' => return None,
                b'#' if matches!(self.bytes[self.at - 1], b' ' | b'\n') => self.comment(),
                b'#' => return None,
                byte => return Some(byte),
            }
        }
    }
}
