//! The YAML that most people write, read at once: block and flow collections, scalars and comments.
//!
//! What is rarer (anchors, tags, `?`, tabs, several documents) is declined, and so is all that may be wrong: then the parser underneath reads
//! the text. That one stays the only authority on what YAML is; this reader gives the same events sooner, and its law is that a text which
//! it takes comes to the same document. So wherever it is not sure, it declines.

mod flow;
mod scalar;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::text::TextRange;
use crate::yaml::document::{Kind, Style};

/// What is told what stands in a text, in the order of the text.
pub(super) trait Sink {
    /// Whether it will be asked how far a text is read that is declined, so that it has to be kept what was open at each line.
    const REACHES: bool;
    /// How many nodes it was told of.
    fn nodes(&self) -> usize;

    /// The document starts; `after` is the end of its `---`, where it has one.
    fn start(&mut self, after: Option<usize>);
    /// A collection starts with the byte at `start`: its bracket, dash or first key.
    fn open(&mut self, start: usize, kind: Kind, style: Style, bracketed: bool);
    /// The innermost open collection ends; `end` is behind its bracket, where it has one.
    fn close(&mut self, end: usize);
    /// A scalar that says just what is written: `said`, which stands in `range`, maybe in quotes.
    fn verbatim(&mut self, said: &str, style: Style, range: TextRange);
    /// A scalar that says something else than what is written. A block scalar's range is near its lines.
    fn decoded(&mut self, said: String, style: Style, range: TextRange);
    /// A scalar that is not written, somewhere behind `at`.
    fn missing(&mut self, at: usize);
    fn comment(&mut self, range: TextRange);
}

/// Reads a text whole; `false`: declined, and what was given is void.
pub(super) fn read(text: &str, sink: &mut impl Sink) -> bool {
    is_usual(text) && Reader::new(text, sink).document().is_some()
}

/// Counts nodes.
struct Count(usize);

impl Sink for Count {
    const REACHES: bool = true;

    fn nodes(&self) -> usize {
        self.0
    }

    fn start(&mut self, _: Option<usize>) {}

    fn open(&mut self, _: usize, _: Kind, _: Style, _: bool) {
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

/// How far a text is read.
pub(super) enum Reach {
    /// To its end, and so many nodes are in it.
    Whole(usize),
    /// Up to a line that the text goes on from.
    Upto(Resume),
    Nowhere,
}

/// Where the parser underneath can go on with a text.
pub(super) struct Resume {
    /// Where the line starts.
    pub(super) at: usize,
    /// A text that leaves open what is open there.
    pub(super) frame: String,
    /// How many nodes stand before the line, less those of the frame.
    pub(super) nodes: isize,
}

/// Reads as far as it goes, for who wants to know only that.
pub(super) fn reach(text: &str) -> Reach {
    if !is_usual(text) {
        return Reach::Nowhere;
    }
    let mut count = Count(0);
    let mut reader = Reader::new(text, &mut count);
    if reader.document().is_some() {
        return Reach::Whole(count.0);
    }
    // What the last line is may hang on the one before.
    let Mark { at, open, nodes } = &reader.marks[0];
    if *at < NEAR_START {
        return Reach::Nowhere;
    }
    let mut frame = String::new();
    let mut framed = 0;
    for (depth, level) in open.iter().enumerate() {
        (0..level.column).for_each(|_| frame.push(' '));
        frame.push_str(if level.kind == Kind::Mapping { "k:" } else { "-" });
        framed += 1 + usize::from(level.kind == Kind::Mapping);
        if depth + 1 == open.len() && !level.awaits {
            frame.push_str(" ''");
            framed += 1;
        }
        frame.push('\n');
    }
    Reach::Upto(Resume { at: *at, frame, nodes: *nodes as isize - framed as isize })
}

/// What is declined so early is read from its start.
const NEAR_START: usize = 500;

/// So many levels are read here, fewer than the parser underneath goes down.
const DEPTH: usize = 64;
/// Longer keys are for the parser underneath, which has a limit.
const LONG_KEY: usize = 1_000;

/// Whether there is no character in the text that YAML does not take everywhere.
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

/// A block collection that is not read to its end.
#[derive(Clone, Copy)]
struct Level {
    kind: Kind,
    column: usize,
    /// A key or a dash is read, and not what belongs to it.
    awaits: bool,
}

/// What was open at a line's start.
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
    /// Outermost first.
    open: Vec<Level>,
    rooted: bool,
    /// The last line but one that something starts on, and the last.
    marks: [Mark; 2],
    sink: &'s mut S,
}

/// All that comes back is whether the text is taken so far.
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

    /// To the next byte that says something, from a line's start or end: its column. `None`: the text ends.
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

    /// Keeps what is open at a line's start, and at the one before.
    fn mark(&mut self, at: usize) {
        self.marks.swap(0, 1);
        let mark = &mut self.marks[1];
        (mark.at, mark.nodes) = (at, self.sink.nodes());
        mark.open.clone_from(&self.open);
    }

    /// One line of a block collection, and what it begins.
    fn line(&mut self, column: usize) -> Taken {
        if column == 0 && (self.is_marker() || self.bytes[self.at..].starts_with(b"...")) {
            return None;
        }
        if S::REACHES {
            self.mark(self.at - column);
        }
        let dash = self.is_dash();
        while let Some(top) = self.open.last() {
            let ends = top.column > column || (top.column == column && top.kind == Kind::Sequence && !dash);
            if !ends {
                break;
            }
            self.close();
        }
        self.node(column)
    }

    /// What starts at a column: any number of dashes, and an entry of a mapping or a value.
    fn node(&mut self, mut column: usize) -> Taken {
        while self.is_dash() {
            self.begin(Kind::Sequence, column, self.at)?;
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
                self.claim(Kind::Scalar, column)?;
                self.flow_value()
            }
            b'|' | b'>' => {
                self.claim(Kind::Scalar, column)?;
                self.block_scalar()
            }
            b'"' | b'\'' => {
                let (text, style) = self.quoted()?;
                let range = TextRange::new(start, self.at);
                self.blanks();
                if self.is_colon(self.at) {
                    return self.entry(column, text, style, range);
                }
                self.claim(Kind::Scalar, column)?;
                self.scalar(text, style, range)?;
                self.ends_line()?.then_some(())
            }
            _ => {
                let end = self.plain(start)?;
                if self.is_colon(self.at) {
                    let text = Cow::Borrowed(&self.text[start..end]);
                    return self.entry(column, text, Style::Plain, TextRange::new(start, end));
                }
                self.claim(Kind::Scalar, column)?;
                self.plain_lines(start, end)
            }
        }
    }

    /// An entry whose key is read, up to its colon.
    fn entry(&mut self, column: usize, key: Cow<'t, str>, style: Style, range: TextRange) -> Taken {
        if range.len() > LONG_KEY {
            return None;
        }
        self.begin(Kind::Mapping, column, range.start)?;
        self.say(key, style, range);
        self.at += 1;
        self.blanks();
        if self.ends_line()? {
            return Some(());
        }
        self.fulfil();
        self.value()
    }

    /// A value on the line of its key.
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
        // A scalar that is the whole document is rare, and has rules of its own.
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

    // --- the collections that are open ---

    /// Goes on with the collection that is open at the column, or starts one there. It then awaits a value.
    fn begin(&mut self, kind: Kind, column: usize, start: usize) -> Taken {
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

    /// Takes the place of a value: the innermost collection has to await one that stands further in. A sequence may stand right below its key.
    fn claim(&mut self, kind: Kind, column: usize) -> Taken {
        let Some(top) = self.open.last_mut() else {
            return (!std::mem::replace(&mut self.rooted, true)).then_some(());
        };
        let below = top.column == column && kind == Kind::Sequence && top.kind == Kind::Mapping;
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

    /// Where the blanks end that stand here: eight are looked at at once.
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

    /// Whether a dash, a colon or a marker that ends at `at` stands for itself.
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

    /// Whether nothing but a comment stands between here and the end of the line.
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

    /// The comment that starts here.
    fn comment(&mut self) {
        let start = self.at;
        self.at = self.line_end(start);
        self.sink.comment(TextRange::new(start, self.at));
    }

    fn line_end(&self, from: usize) -> usize {
        let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
        self.bytes[from..].iter().position(ends).map_or(self.bytes.len(), |found| from + found)
    }

    /// Behind the line break that stands here.
    fn next_line(&mut self) -> Taken {
        self.at = self.behind_break(self.at)?;
        Some(())
    }

    /// A carriage return on its own is a break too, and rare.
    fn behind_break(&self, at: usize) -> Taken<usize> {
        match (self.byte(at)?, self.byte(at + 1)) {
            (b'\n', _) => Some(at + 1),
            (b'\r', Some(b'\n')) => Some(at + 2),
            _ => None,
        }
    }
}
