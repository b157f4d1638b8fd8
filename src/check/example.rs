//! Examples of checks as whole workspaces: a text of an [`Example`](limn_language::code::Example) is put into its frame, and what is reported there is
//! compared with the marks in the text.

use std::fmt::Write as _;

use limn_language::code::{example_files, is_mark};
use limn_text::TextRange;

use crate::annotated::{columns, marks};

/// The line of a frame's text that an example replaces.
const HOLE: &str = "…";

/// The rest of a document: the frame of the texts of many examples.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The path of the file that the example is in.
    pub file: String,
    /// The text of that file, with one line `…`, indented, where the example goes.
    pub text: String,
    /// Keys beside the example, each with its lines, for examples that do not have the key.
    pub defaults: Vec<(String, String)>,
    /// Other files: path and text.
    pub with: Vec<(String, String)>,
}

/// One file of an example in its frame.
#[derive(Clone, Debug, Default)]
pub struct Framed {
    pub path: String,
    pub text: String,
    marks: Vec<Mark>,
    /// For each line of the example, its line in the text, and its indentation by the frame.
    lines: Vec<(usize, usize)>,
}

/// A marked range. Lines and columns are 0-based; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    line: usize,
    start: usize,
    end: usize,
    /// True if the range continues beyond the end of the line.
    open: bool,
}

impl Frame {
    /// The workspace of an example: its own file first.
    pub fn fill(&self, example: &str) -> Vec<Framed> {
        let mut files = example_files(example).into_iter();
        let (_, own) = files.next().unwrap_or_default();
        let mut framed = vec![self.own_file(&own)];
        for (path, lines) in files {
            let mut file = Framed { path: path.to_owned(), ..Framed::default() };
            for line in lines {
                file.push(line, "");
            }
            framed.push(file);
        }
        for (path, text) in &self.with {
            if !framed.iter().any(|file| file.path == *path) {
                framed.push(Framed { path: path.clone(), text: text.clone(), ..Framed::default() });
            }
        }
        framed
    }

    fn own_file(&self, example: &[&str]) -> Framed {
        let mut file = Framed { path: self.file.clone(), ..Framed::default() };
        for line in self.text.lines() {
            let Some(start) = line.strip_suffix(HOLE) else {
                file.text.push_str(line);
                file.text.push('\n');
                continue;
            };
            // The first line may follow the `- ` of a list item.
            let blanks = " ".repeat(start.len());
            let mut indent = start;
            for (key, lines) in &self.defaults {
                let start = format!("{key}:");
                if !example.iter().any(|line| line.trim_start_matches('~').starts_with(&start)) {
                    for line in lines.lines() {
                        let _infallible = writeln!(file.text, "{indent}{line}");
                        indent = &blanks;
                    }
                }
            }
            for line in example {
                file.push(line, indent);
                indent = &blanks;
            }
        }
        file
    }
}

impl Framed {
    /// Adds a line of the example.
    fn push(&mut self, line: &str, indent: &str) {
        let line = line.strip_prefix('~').unwrap_or(line);
        let number = self.text.matches('\n').count();
        if let Some((start, end, open)) = columns(line).filter(|_| is_mark(line)) {
            let line = number.saturating_sub(1);
            self.marks.push(Mark { line, start: start + indent.len(), end: end + indent.len(), open });
            return;
        }
        self.lines.push((number, indent.len()));
        if !line.is_empty() {
            self.text.push_str(indent);
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn mark(&self, range: TextRange) -> Mark {
        let (text, TextRange { start, end }) = (&self.text, range);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let column = |at: usize| text[line_start..at].chars().count();
        Mark {
            line: text[..start].matches('\n').count(),
            start: column(start),
            end: column(end.min(line_end)),
            open: end > line_end,
        }
    }

    /// Compares the reported ranges with the marks: `None` if they agree, else the example with correct marks.
    pub fn difference(&self, reported: &[TextRange]) -> Option<String> {
        let mut actual: Vec<Mark> = reported.iter().map(|range| self.mark(*range)).collect();
        let mut expected = self.marks.clone();
        actual.sort_unstable();
        expected.sort_unstable();
        (actual != expected).then(|| self.marked(&actual))
    }

    fn marked(&self, found: &[Mark]) -> String {
        let mut out = String::new();
        let at = |line: usize| self.lines.iter().find(|(of_example, _)| *of_example == line);
        for (number, line) in self.text.lines().enumerate() {
            let here = found.iter().filter(|mark| mark.line == number);
            if let Some((_, indent)) = at(number) {
                let _infallible = writeln!(out, "{}", line.get(*indent..).unwrap_or_default());
                for mark in here {
                    let (start, end) = (mark.start.saturating_sub(*indent), mark.end.saturating_sub(*indent));
                    let _infallible = writeln!(out, "{}", marks(start, end, mark.open));
                }
            } else if here.count() > 0 {
                let _infallible = writeln!(out, "(outside the example, in its frame: {line})");
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bakery() -> Frame {
        Frame {
            file: "bakery.yaml".to_owned(),
            text: "bakery:\n  …\nopen: true\n".to_owned(),
            defaults: vec![("flour".to_owned(), "flour: rye".to_owned())],
            with: vec![("other.yaml".to_owned(), "a: 1\n".to_owned())],
        }
    }

    #[test]
    fn an_example_is_put_into_its_frame() {
        let files = bakery().fill("\noven: hot\n#     ^^^\n~door:\n~  shut\n=== more.yaml\nb: 2\n");
        let texts: Vec<_> = files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                ("bakery.yaml", "bakery:\n  flour: rye\n  oven: hot\n  door:\n    shut\nopen: true\n"),
                ("more.yaml", "b: 2\n"),
                ("other.yaml", "a: 1\n"),
            ]
        );
        let at = files[0].text.find("hot").expect("it is there");
        assert_eq!(files[0].difference(&[TextRange::new(at, at + 3)]), None);
    }

    #[test]
    fn other_ranges_are_shown_as_marks() {
        let files = bakery().fill("oven: hot\nflour: rye\n#      ^^^");
        let at = files[0].text.find("oven").expect("it is there");
        let shown = files[0].difference(&[TextRange::new(at, at + 4), TextRange::new(0, 6)]);
        let expected = "(outside the example, in its frame: bakery:)\noven: hot\n#^^^\nflour: rye\n";
        assert_eq!(shown.as_deref(), Some(expected));
        assert!(files[0].difference(&[]).is_some());
    }
}
