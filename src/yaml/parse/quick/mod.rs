//! Fast reader for common YAML: block and flow collections, scalars and comments.
//!
//! It declines rare syntax (anchors, tags, `?`, tabs, several documents) and anything that may be an error; the full parser then reads the text.
//! The full parser is the only authority on YAML. The fast reader must give the same document for every text that it takes, so it declines
//! whenever it is not sure.

mod flow;
mod scalar;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::notation::{NodeKind, Style};
use limn_text::TextRange;

/// A consumer of parse events, in text order.
pub(super) trait Sink {
    /// True if [`reach`] needs the open collections at each line, so that the full parser can continue after a declined line.
    const REACHES: bool;
    /// The number of nodes so far.
    fn nodes(&self) -> usize;

    /// The start of the document; `after` is the end of its `---`, if written.
    fn start(&mut self, after: Option<usize>);
    /// The start of a collection at the byte `start`: its bracket, dash or first key.
    fn open(&mut self, start: usize, kind: NodeKind, style: Style, bracketed: bool);
    /// The end of the innermost open collection; `end` is after its bracket, if it has one.
    fn close(&mut self, end: usize);
    /// A scalar whose decoded text is the text as written, possibly in quotes.
    fn verbatim(&mut self, decoded: &str, style: Style, range: TextRange);
    /// A scalar whose decoded text differs from the text as written. The range of a block scalar is near its lines.
    fn decoded(&mut self, decoded: String, style: Style, range: TextRange);
    /// An absent value, somewhere after `at`.
    fn missing(&mut self, at: usize);
    fn comment(&mut self, range: TextRange);
}

/// Reads a whole text. If it returns `false`, the text is declined and the events are void.
pub(super) fn read(text: &str, sink: &mut impl Sink) -> bool {
    is_usual(text) && Reader::new(text, sink).document().is_some()
}

/// A sink that counts nodes.
struct Count(usize);

impl Sink for Count {
    const REACHES: bool = true;

    fn nodes(&self) -> usize {
        self.0
    }

    fn start(&mut self, _: Option<usize>) {}

    fn open(&mut self, _: usize, _: NodeKind, _: Style, _: bool) {
        self.0 += 1;
    }

    fn close(&mut self, _: usize) {}

    fn verbatim(&mut self, _: &str, _: Style, _: TextRange) {
        self.0 += 1;
    }

    fn decoded(&mut self, _: String, _: Style, _: TextRange) {
        self.0 += 1;
    }

    fn missing(&mut self, _: usize) {
        self.0 += 1;
    }

    fn comment(&mut self, _: TextRange) {}
}

/// The result of [`reach`].
pub(super) enum Reach {
    /// The whole text was read; it has this many nodes.
    Whole(usize),
    /// The text was read up to a line from which the full parser can continue.
    Upto(Resume),
    Nowhere,
}

/// The state from which the full parser can continue.
pub(super) struct Resume {
    /// The start of the line.
    pub(super) at: usize,
    /// A short text that opens the same collections as are open at the line.
    pub(super) frame: String,
    /// The number of nodes before the line, minus those of the frame.
    pub(super) nodes: isize,
}

/// Reads as far as possible, without building a tree.
pub(super) fn reach(text: &str) -> Reach {
    if !is_usual(text) {
        return Reach::Nowhere;
    }
    let mut count = Count(0);
    let mut reader = Reader::new(text, &mut count);
    if reader.document().is_some() {
        return Reach::Whole(count.0);
    }
    // The last line may depend on the previous one.
    let Mark { at, open, nodes } = &reader.marks[0];
    if *at < NEAR_START {
        return Reach::Nowhere;
    }
    let mut frame = String::new();
    let mut framed = 0;
    for (depth, level) in open.iter().enumerate() {
        (0..level.column).for_each(|_| frame.push(' '));
        frame.push_str(if level.kind == NodeKind::Mapping { "k:" } else { "-" });
        framed += 1 + usize::from(level.kind == NodeKind::Mapping);
        if depth + 1 == open.len() && !level.awaits {
            frame.push_str(" ''");
            framed += 1;
        }
        frame.push('\n');
    }
    Reach::Upto(Resume { at: *at, frame, nodes: *nodes as isize - framed as isize })
}

/// If the text is declined before this offset, the full parser reads it from the start.
const NEAR_START: usize = 500;

/// The maximum depth here, below the limit of the full parser.
const DEPTH: usize = 64;
/// The maximum key length here. The full parser reads longer keys, and has a limit of its own.
const LONG_KEY: usize = 1_000;

/// Returns true if the text has only characters that YAML allows everywhere.
fn is_usual(text: &str) -> bool {
    let odd = |byte: u8| byte >= 0x7f || (byte < b' ' && !matches!(byte, b'\n' | b'\r' | b'\t'));
    if !text.bytes().fold(false, |found, byte| found | odd(byte)) {
        return true;
    }
    text.chars().all(|c| match c {
        '\n' | '\r' | '\t' | ' '..='~' => true,
        '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}' => false,
        _ => c >= '\u{a0}',
    })
}

/// A block collection whose end has not been read.
#[derive(Clone, Copy)]
struct Level {
    kind: NodeKind,
    column: usize,
    /// True if a key or a dash was read, but not its value.
    awaits: bool,
}

/// The open collections at the start of a line.
#[derive(Default)]
struct Mark {
    at: usize,
    open: Vec<Level>,
    nodes: usize,
}

struct Reader<'t, 's, S> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The open collections, outermost first.
    open: Vec<Level>,
    rooted: bool,
    /// The last two lines on which something starts.
    marks: [Mark; 2],
    sink: &'s mut S,
}

/// `None` if the text is declined.
type Taken<T = ()> = Option<T>;

impl<'t, 's, S: Sink> Reader<'t, 's, S> {
    fn new(text: &'t str, sink: &'s mut S) -> Self {
        let marks = Default::default();
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            open: Vec::with_capacity(DEPTH),
            rooted: false,
            marks,
            sink,
        }
    }

    fn document(&mut self) -> Taken {
        let mut column = self.content()?;
        let mut after = None;
        if column == Some(0) && self.is_marker() {
            self.at += 3;
            after = Some(self.at);
            self.blanks();
            if !self.ends_line()? {
                return None;
            }
            column = self.content()?;
        }
        self.sink.start(after);
        while let Some(at) = column {
            self.line(at)?;
            column = self.content()?;
        }
        if !self.rooted {
            return None;
        }
        while !self.open.is_empty() {
            self.close();
        }
        Some(())
    }

    /// Skips to the next content, from the start or end of a line, and returns its column; `None` at the end of the text.
    fn content(&mut self) -> Taken<Option<usize>> {
        loop {
            let start = self.at;
            self.blanks();
            match self.byte(self.at) {
                None => return Some(None),
                Some(b'\n' | b'\r') => self.next_line()?,
                Some(b'#') => self.comment(),
                _ => return Some(Some(self.at - start)),
            }
        }
    }

    /// Records the open collections at the start of this line, and keeps those of the previous one.
    fn mark(&mut self, at: usize) {
        self.marks.swap(0, 1);
        let mark = &mut self.marks[1];
        (mark.at, mark.nodes) = (at, self.sink.nodes());
        mark.open.clone_from(&self.open);
    }

    /// Reads one line of a block collection, and everything that it starts.
    fn line(&mut self, column: usize) -> Taken {
        if column == 0 && (self.is_marker() || self.bytes[self.at..].starts_with(b"...")) {
            return None;
        }
        if S::REACHES {
            self.mark(self.at - column);
        }
        let dash = self.is_dash();
        while let Some(top) = self.open.last() {
            let ends =
                top.column > column || (top.column == column && top.kind == NodeKind::Sequence && !dash);
            if !ends {
                break;
            }
            self.close();
        }
        self.node(column)
    }

    /// Reads what starts at a column: any number of dashes, then an entry of a mapping or a value.
    fn node(&mut self, mut column: usize) -> Taken {
        while self.is_dash() {
            self.begin(NodeKind::Sequence, column, self.at)?;
            let dash = self.at;
            self.at += 1;
            self.blanks();
            if self.ends_line()? {
                return Some(());
            }
            column += self.at - dash;
        }
        let start = self.at;
        match self.byte(start)? {
            b'{' | b'[' => {
                self.claim(NodeKind::Scalar, column)?;
                self.flow_value()
            }
            b'|' | b'>' => {
                self.claim(NodeKind::Scalar, column)?;
                self.block_scalar()
            }
            b'"' | b'\'' => {
                let (text, style) = self.quoted()?;
                let range = TextRange::new(start, self.at);
                self.blanks();
                if self.is_colon(self.at) {
                    return self.entry(column, text, style, range);
                }
                self.claim(NodeKind::Scalar, column)?;
                self.scalar(text, style, range)?;
                self.ends_line()?.then_some(())
            }
            _ => {
                let end = self.plain(start)?;
                if self.is_colon(self.at) {
                    let text = Cow::Borrowed(&self.text[start..end]);
                    return self.entry(column, text, Style::Plain, TextRange::new(start, end));
                }
                self.claim(NodeKind::Scalar, column)?;
                self.plain_lines(start, end)
            }
        }
    }

    /// Reads an entry after its key, up to its colon.
    fn entry(&mut self, column: usize, key: Cow<'t, str>, style: Style, range: TextRange) -> Taken {
        if range.len() > LONG_KEY {
            return None;
        }
        self.begin(NodeKind::Mapping, column, range.start)?;
        self.say(key, style, range);
        self.at += 1;
        self.blanks();
        if self.ends_line()? {
            return Some(());
        }
        self.fulfil();
        self.value()
    }

    /// Reads a value on the line of its key.
    fn value(&mut self) -> Taken {
        let start = self.at;
        match self.byte(start)? {
            b'{' | b'[' => self.flow_value(),
            b'|' | b'>' => self.block_scalar(),
            b'"' | b'\'' => {
                let (text, style) = self.quoted()?;
                self.scalar(text, style, TextRange::new(start, self.at))?;
                self.blanks();
                self.ends_line()?.then_some(())
            }
            _ => {
                let end = self.plain(start)?;
                if self.is_colon(self.at) { None } else { self.plain_lines(start, end) }
            }
        }
    }

    fn flow_value(&mut self) -> Taken {
        self.flow(self.open.len())?;
        self.blanks();
        self.ends_line()?.then_some(())
    }

    fn scalar(&mut self, text: Cow<'t, str>, style: Style, range: TextRange) -> Taken {
        // A scalar that is the whole document is rare and has its own rules.
        self.open.last()?;
        self.say(text, style, range);
        Some(())
    }

    #[inline]
    fn say(&mut self, text: Cow<'t, str>, style: Style, range: TextRange) {
        match text {
            Cow::Borrowed(text) => self.sink.verbatim(text, style, range),
            Cow::Owned(text) => self.sink.decoded(text, style, range),
        }
    }

    // --- open collections ---

    /// Continues the collection that is open at the column, or starts one there. It then expects a value.
    fn begin(&mut self, kind: NodeKind, column: usize, start: usize) -> Taken {
        match self.open.last() {
            Some(top) if top.kind == kind && top.column == column => {
                if top.awaits {
                    self.missing();
                }
            }
            _ => {
                self.claim(kind, column)?;
                self.sink.open(start, kind, Style::Block, false);
                self.open.push(Level { kind, column, awaits: false });
                if self.open.len() > DEPTH {
                    return None;
                }
            }
        }
        self.open.last_mut()?.awaits = true;
        Some(())
    }

    /// Takes the place of an expected value: the innermost collection must expect one at a deeper column. A sequence can be directly below its key.
    fn claim(&mut self, kind: NodeKind, column: usize) -> Taken {
        let Some(top) = self.open.last_mut() else {
            return (!std::mem::replace(&mut self.rooted, true)).then_some(());
        };
        let below = top.column == column && kind == NodeKind::Sequence && top.kind == NodeKind::Mapping;
        if !top.awaits || (top.column >= column && !below) {
            return None;
        }
        top.awaits = false;
        Some(())
    }

    fn fulfil(&mut self) {
        if let Some(top) = self.open.last_mut() {
            top.awaits = false;
        }
    }

    fn close(&mut self) {
        if self.open.last().is_some_and(|top| top.awaits) {
            self.missing();
        }
        self.open.pop();
        self.sink.close(self.at);
    }

    fn missing(&mut self) {
        self.sink.missing(self.at);
    }

    // --- bytes ---

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    #[inline]
    fn blanks(&mut self) {
        self.at = self.past_blanks(self.at);
    }

    /// The end of the spaces at `from`. Looks at eight bytes at once.
    #[inline]
    fn past_blanks(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(eight) = self.bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            let odd = (u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*b"        ")).trailing_zeros() / 8;
            at += odd as usize;
            if odd < 8 {
                return at;
            }
        }
        while self.byte(at) == Some(b' ') {
            at += 1;
        }
        at
    }

    /// Returns true if whitespace or the end of the text follows a dash, a colon or a marker that ends at `at`.
    fn is_apart(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\n' | b'\r' | b'\t'))
    }

    fn is_dash(&self) -> bool {
        self.byte(self.at) == Some(b'-') && self.is_apart(self.at + 1)
    }

    fn is_colon(&self, at: usize) -> bool {
        self.byte(at) == Some(b':') && self.is_apart(at + 1)
    }

    fn is_marker(&self) -> bool {
        self.bytes[self.at..].starts_with(b"---") && self.is_apart(self.at + 3)
    }

    /// Returns true if only a comment follows on this line.
    fn ends_line(&mut self) -> Taken<bool> {
        match self.byte(self.at) {
            None | Some(b'\n' | b'\r') => Some(true),
            Some(b'\t') => None,
            Some(b'#') if self.bytes[..self.at].ends_with(b" ") => {
                self.comment();
                Some(true)
            }
            _ => Some(false),
        }
    }

    /// Reads the comment that starts here.
    fn comment(&mut self) {
        let start = self.at;
        self.at = self.line_end(start);
        self.sink.comment(TextRange::new(start, self.at));
    }

    fn line_end(&self, from: usize) -> usize {
        let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
        self.bytes[from..].iter().position(ends).map_or(self.bytes.len(), |found| from + found)
    }

    /// Moves after the line break here.
    fn next_line(&mut self) -> Taken {
        self.at = self.behind_break(self.at)?;
        Some(())
    }

    /// The position after the line break. A lone carriage return is a break too, but rare.
    fn behind_break(&self, at: usize) -> Taken<usize> {
        match (self.byte(at)?, self.byte(at + 1)) {
            (b'\n', _) => Some(at + 1),
            (b'\r', Some(b'\n')) => Some(at + 2),
            _ => None,
        }
    }
}
