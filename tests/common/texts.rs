//! Texts such as people write: comments at odd places, blank lines, block and flow mixed, odd spacing, anchors, every kind of scalar, all line
//! breaks. Written from a stream of choices, so that a text which breaks a law shrinks.

/// Choices, taken one after the other; all of them the first where the stream is at its end.
pub struct Choices<'c> {
    stream: &'c [u8],
    at: usize,
    names: usize,
    anchors: usize,
}

impl<'c> Choices<'c> {
    pub fn new(stream: &'c [u8]) -> Choices<'c> {
        Choices { stream, at: 0, names: 0, anchors: 0 }
    }

    pub fn below(&mut self, count: usize) -> usize {
        let byte = self.stream.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % count
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.stream.len()
    }
}

struct Writer<'c> {
    choices: Choices<'c>,
    out: String,
    eol: &'static str,
    step: usize,
    indentless: bool,
    before_colon: &'static str,
    after_colon: &'static str,
    apart: bool,
}

/// A text from a stream of choices.
pub fn text(stream: &[u8]) -> String {
    let mut choices = Choices::new(stream);
    let eol = choices.of(&["\n", "\n", "\n", "\r\n"]);
    let mut writer = Writer {
        eol,
        step: choices.of(&[2, 2, 4, 3, 1]),
        indentless: choices.below(2) == 1,
        before_colon: choices.of(&["", "", "", " "]),
        after_colon: choices.of(&[" ", " ", "  ", "   "]),
        apart: choices.one_in(4),
        out: String::new(),
        choices,
    };
    writer.document();
    writer.out
}

impl Writer<'_> {
    fn document(&mut self) {
        if self.choices.one_in(8) {
            self.out.push('\u{feff}');
        }
        match self.choices.below(6) {
            0 => self.line(0, "# header"),
            1 => {
                self.line(0, "# header");
                self.out.push_str(self.eol);
            }
            2 => self.line(0, "---"),
            _ => {}
        }
        if self.choices.one_in(5) {
            self.sequence(0, 0);
        } else {
            self.mapping(0, 0, false);
        }
        match self.choices.below(8) {
            0 => self.line(0, "# footer"),
            1 => self.line(0, "..."),
            2 => self.out.push_str(self.eol),
            3 | 4 => {
                // No last line break.
                while self.out.ends_with(['\n', '\r']) {
                    self.out.pop();
                }
            }
            5 => {
                self.line(0, "---");
                self.line(0, "other: document");
            }
            _ => {}
        }
    }

    fn line(&mut self, column: usize, text: &str) {
        self.blanks(column);
        self.out.push_str(text);
        self.out.push_str(self.eol);
    }

    fn blanks(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    /// Lines allowed above a part.
    fn above(&mut self, column: usize, is_first: bool) {
        if (self.apart && !is_first) || self.choices.one_in(9) {
            self.out.push_str(self.eol);
        }
        match self.choices.below(16) {
            0 | 1 => self.line(column, "# its own"),
            14 => {
                self.line(column, "#");
                self.line(column, "#tight");
                self.line(column, "#");
            }
            15 => self.line(column, "#"),
            2 => self.line(column + 2, "# deeper"),
            3 => self.line(column.saturating_sub(1), "# less deep"),
            4 => {
                self.line(column, "# apart");
                self.out.push_str(self.eol);
            }
            _ => {}
        }
    }

    /// Content allowed behind a value on its line, and the end of that line.
    fn end_line(&mut self) {
        match self.choices.below(8) {
            0 => self.out.push_str(" # trailing"),
            1 => self.out.push_str("   # c: [d"),
            2 => self.out.push_str("  "),
            _ => {}
        }
        self.out.push_str(self.eol);
    }

    fn count(&mut self, depth: usize) -> usize {
        if self.choices.is_at_end() { 1 } else { 1 + self.choices.below(if depth > 2 { 2 } else { 4 }) }
    }

    /// Entries at `column`, the first at the position of the writer if it `follows` a dash.
    fn mapping(&mut self, column: usize, depth: usize, follows: bool) {
        for at in 0..self.count(depth) {
            if at > 0 || !follows {
                self.above(column, at == 0);
                self.blanks(column);
            }
            let key = self.key();
            self.out.push_str(&key);
            self.out.push_str(self.before_colon);
            self.out.push(':');
            self.value(column, depth);
        }
    }

    fn sequence(&mut self, column: usize, depth: usize) {
        for at in 0..self.count(depth) {
            self.above(column, at == 0);
            self.blanks(column);
            self.item(column, depth);
        }
    }

    fn item(&mut self, column: usize, depth: usize) {
        self.out.push('-');
        let inner = column + 2;
        match self.choices.below(if depth > 3 { 3 } else { 6 }) {
            0..=2 => self.scalar(column),
            3 | 4 => {
                self.out.push(' ');
                self.mapping(inner, depth + 1, true);
            }
            _ => {
                self.out.push(' ');
                self.item(inner, depth + 1);
                for _ in 1..self.count(depth + 1) {
                    self.above(inner, false);
                    self.blanks(inner);
                    self.item(inner, depth + 1);
                }
            }
        }
    }

    fn key(&mut self) -> String {
        self.choices.names += 1;
        let name = format!("k{}", self.choices.names);
        match self.choices.below(12) {
            0 => format!("\"{name}\""),
            1 => format!("'{name} x'"),
            2 => format!("{name} with blanks"),
            3 => format!("${{{name}}}"),
            4 => format!("{name}:é"),
            _ => name,
        }
    }

    /// The value of a key.
    fn value(&mut self, column: usize, depth: usize) {
        let inner = column + self.step;
        match self.choices.below(if depth > 3 { 4 } else { 10 }) {
            0..=3 => self.scalar(column),
            4..=6 => {
                self.anchor();
                self.end_line();
                self.mapping(inner, depth + 1, false);
            }
            7 | 8 => {
                self.anchor();
                self.end_line();
                let column = if self.indentless { column } else { inner };
                self.sequence(column, depth + 1);
            }
            _ => {
                self.out.push_str(self.eol);
                self.blanks(inner);
                self.out.push_str("\"on the next line\"");
                self.end_line();
            }
        }
    }

    fn anchor(&mut self) {
        if self.choices.one_in(6) {
            self.choices.anchors += 1;
            let anchor = format!(" &a{}", self.choices.anchors);
            self.out.push_str(&anchor);
        }
    }

    /// A scalar without a block, in a collection at `column`, with its line's end.
    fn scalar(&mut self, column: usize) {
        let inner = column + self.step;
        let kind = self.choices.below(22);
        if kind == 0 {
            // Nothing.
            return self.end_line();
        }
        if kind == 1 && self.choices.anchors > 0 {
            let alias = 1 + self.choices.below(self.choices.anchors);
            self.out.push_str(&format!(" *a{alias}"));
            return self.end_line();
        }
        self.anchor();
        if (2..=6).contains(&kind) {
            return self.block_scalar(inner);
        }
        self.out.push_str(self.after_colon);
        match kind {
            7 => {
                self.out.push_str("plain over");
                self.out.push_str(self.eol);
                self.blanks(inner);
                self.out.push_str("two lines");
            }
            8 => {
                self.out.push_str("\"double over");
                self.out.push_str(self.eol);
                self.blanks(inner);
                self.out.push_str("two \\\"lines\\\" \\u00e9\"");
            }
            9..=11 => self.flow(inner, 0),
            12 => self.out.push_str("!!str 12"),
            _ => {
                let text = self.choices.of(&[
                    "word",
                    "12",
                    "'it''s'",
                    "\"q: #\"",
                    "${a.b}",
                    "~",
                    "null",
                    "true",
                    "{}",
                    "[]",
                    "a b#c",
                    "ü—🎉",
                    "x:y",
                    "- ",
                    "''",
                ]);
                self.out.push_str(if text == "- " { "-x" } else { text });
            }
        }
        self.end_line();
    }

    fn block_scalar(&mut self, inner: usize) {
        let header = self.choices.of(&["|", "|-", "|+", ">", ">-", ">+"]);
        self.out.push(' ');
        self.out.push_str(header);
        if self.choices.one_in(5) {
            self.out.push_str(" # header");
        }
        self.out.push_str(self.eol);
        for at in 0..=self.choices.below(3) {
            let text = self.choices.of(&["some text", "# no comment", "k: v", "- x", "  more"]);
            if at > 0 && self.choices.one_in(4) {
                self.out.push_str(self.eol);
            }
            let text = if at == 0 { text.trim_start() } else { text };
            self.line(inner, text);
        }
        if header.ends_with('+') {
            for _ in 0..self.choices.below(3) {
                self.out.push_str(self.eol);
            }
        }
    }

    /// A flow collection; its lines start in `column`.
    fn flow(&mut self, column: usize, depth: usize) {
        let is_mapping = self.choices.below(2) == 0;
        let (open, close) = if is_mapping { ('{', '}') } else { ('[', ']') };
        let pad = self.choices.of(&["", " "]);
        let lined = depth == 0 && self.choices.one_in(4);
        self.out.push(open);
        let count = self.count(2 + depth);
        for at in 0..count {
            if lined {
                self.out.push_str(self.eol);
                if self.choices.one_in(4) {
                    self.line(column, "# in flow");
                }
                self.blanks(column);
            } else {
                self.out.push_str(if at == 0 { pad } else { " " });
            }
            if is_mapping || self.choices.one_in(8) {
                let key = self.key().replace(['{', '}'], "_");
                self.out.push_str(&key);
                self.out.push_str(": ");
            }
            if depth < 2 && self.choices.one_in(5) {
                self.flow(column, depth + 1);
            } else {
                let text = self.choices.of(&["x", "1", "'q'", "\"d, e\"", "two words", "null"]);
                self.out.push_str(text);
            }
            if at + 1 < count || self.choices.one_in(6) {
                self.out.push(',');
            }
            if lined && self.choices.one_in(4) {
                self.out.push_str(" # one");
            }
        }
        if lined {
            self.out.push_str(self.eol);
            self.blanks(column);
        } else {
            self.out.push_str(pad);
        }
        self.out.push(close);
    }
}
