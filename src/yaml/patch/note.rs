//! Notes: the comment lines directly above an entry or item, which belong to it.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::Plan;
use super::scan::{self, Line, Part};
use super::style::FileStyle;
use super::{PatchError, TextStyle, model};
use crate::Path;
use crate::document::Document;
use crate::node::NodeId;
use crate::notation::Style;
use limn_text::{TextEdit, TextRange};

/// The note of the entry or item at `at`: the text of its own comment lines, which stand directly above it in its column. Comments of which
/// `is_apart` is true, given what follows the `#`, are for programs and not a part of the note.
///
/// # Errors
///
/// Fails where comment lines above do not belong to the entry: in flow style and behind a dash.
pub fn note(
    document: &Document,
    at: &Path,
    is_apart: fn(&str) -> bool,
) -> Result<Option<String>, PatchError> {
    Ok(Lines::of(document, at)?.note(is_apart))
}

/// The notes of many entries and items. Faster than [`note`] for each, as siblings are read once.
pub fn notes<'p>(
    document: &Document,
    at: impl IntoIterator<Item = &'p Path>,
    is_apart: fn(&str) -> bool,
) -> Vec<Option<String>> {
    let mut known = Known::new();
    let lines = at.into_iter().map(|path| Lines::among(document, path, &mut known).ok());
    lines.map(|lines| lines?.note(is_apart)).collect()
}

/// Writes the note of the entry or item at `at`, or removes it if `text` is blank. Lines that stay the same keep every byte.
///
/// # Errors
///
/// Fails where comment lines above do not belong to the entry: in flow style, behind a dash, at the top of the file. Fails if `text` has characters
/// that YAML does not allow in comments.
pub fn set_note(
    document: &Document,
    at: &Path,
    text: &str,
    is_apart: fn(&str) -> bool,
) -> Result<TextEdit, PatchError> {
    let lines = Lines::of(document, at)?;
    let text = lines.broken(text, is_apart);
    let (new, kept) = lines.written(&text, is_apart);
    if let Some(at) = (0..text.len()).find(|&at| !kept[at] && text[at].contains(is_forbidden)) {
        let found = text[at].chars().find(|&c| is_forbidden(c)).unwrap_or_default();
        return Err(PatchError::NotInComments(found));
    }
    let after = lines.with(&new, is_apart);
    let range = lines.range;
    let inner = TextEdit::between_lines(&document.text()[range.start..range.end], &after);
    let edit = moved(&inner, range.start);
    let applied = document.after(&edit);
    let reads_back = note(&applied, at, is_apart)
        .is_ok_and(|note| note.as_deref().unwrap_or_default().lines().eq(text.iter().copied()));
    if !reads_back || !model::agrees(document, &[], &applied) {
        let path = at.clone();
        return Err(if document.errors().is_empty() {
            PatchError::Unwritable(path)
        } else {
            PatchError::Broken(path)
        });
    }
    Ok(edit)
}

/// Line breaks of YAML 1.2, and those that only YAML 1.1 has: a reader of that version would take what follows one for content.
const ALL_BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// Returns true if a new comment line cannot contain this character.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}')
        || (c.is_control() && c != '\t')
}

/// The text of a comment line: what follows the `#`, without a space before it.
fn body(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_prefix('#').unwrap_or(line);
    line.strip_prefix(' ').unwrap_or(line)
}

/// The lines without empty ones at both ends.
fn without_empty_ends(lines: Vec<&str>) -> Vec<&str> {
    let filled = |line: &&str| !line.is_empty();
    let start = lines.iter().position(filled).unwrap_or(lines.len());
    let end = lines.iter().rposition(filled).map_or(start, |last| last + 1);
    lines[start..end].to_vec()
}

fn moved(edit: &TextEdit, by: usize) -> TextEdit {
    let indels = edit.indels().iter().cloned().map(|mut indel| {
        indel.delete = TextRange::new(indel.delete.start + by, indel.delete.end + by);
        indel
    });
    TextEdit::from_indels(indels.collect()).unwrap_or_default()
}

/// The own comment lines of an entry or item.
struct Lines<'d> {
    /// Each with its line break.
    all: Vec<&'d str>,
    range: TextRange,
    indent: &'d str,
    document: &'d Document,
}

/// The parts of collections that were read.
type Known = BTreeMap<NodeId, Option<Vec<Part>>>;

impl<'d> Lines<'d> {
    fn of(document: &'d Document, at: &Path) -> Result<Lines<'d>, PatchError> {
        Lines::among(document, at, &mut Known::new())
    }

    fn among(document: &'d Document, at: &Path, known: &mut Known) -> Result<Lines<'d>, PatchError> {
        let (container, position) = Plan::of(document, &[])?.place(at)?;
        let unwritable = || PatchError::Unwritable(at.clone());
        let is_flow = || container.style() == Style::Flow || scan::is_in_flow(container);
        let parts = known
            .entry(container.id())
            .or_insert_with(|| if is_flow() { None } else { scan::parts(container) });
        let part = parts.as_ref().and_then(|parts| parts.get(position)).filter(|part| part.own_line);
        let part = part.ok_or_else(unwritable)?;
        let text: &'d str = document.text();
        let line = scan::line_start(text, part.start);
        let is_at_top = || {
            let above = scan::line_start(text, scan::previous_line_end(text, line));
            line == 0 || scan::line_at(text, above) != Line::Blank
        };
        // The comment directly above the first entry of the file is about the file.
        if container.parent().is_none() && position == 0 && part.head == line && is_at_top() {
            return Err(unwritable());
        }
        let mut all = Vec::new();
        let mut from = part.head;
        while from < line && matches!(scan::line_at(text, from), Line::Comment(_)) {
            let next = scan::next_line(text, from);
            all.push(&text[from..next]);
            from = next;
        }
        Ok(Lines { document, all, range: TextRange::new(part.head, line), indent: &text[line..part.start] })
    }

    /// The comment lines that the note consists of, by their position. Empty comments before and after it only set it apart.
    fn own(&self, is_apart: fn(&str) -> bool) -> Vec<usize> {
        let mut own: Vec<usize> = (0..self.all.len()).filter(|&at| !is_apart(body(self.all[at]))).collect();
        let filled = |at: &usize| !body(self.all[*at]).is_empty();
        own.truncate(own.iter().rposition(filled).map_or(0, |last| last + 1));
        own.drain(..own.iter().position(filled).unwrap_or(0));
        own
    }

    fn note(&self, is_apart: fn(&str) -> bool) -> Option<String> {
        let own = self.own(is_apart);
        (!own.is_empty()).then(|| own.iter().map(|&at| body(self.all[at])).collect::<Vec<_>>().join("\n"))
    }

    /// The lines of a new note. Lines that the note has already stay whole, whatever is in them.
    fn broken<'t>(&self, text: &'t str, is_apart: fn(&str) -> bool) -> Vec<&'t str> {
        let before: BTreeSet<&str> = self.own(is_apart).into_iter().map(|at| body(self.all[at])).collect();
        let mut lines = Vec::new();
        for line in text.lines().map(str::trim_end) {
            if before.contains(line) {
                lines.push(line);
            } else {
                lines.extend(line.split(ALL_BREAKS).map(str::trim_end));
            }
        }
        without_empty_ends(lines)
    }

    /// The comment lines of a note, and which of them it had before: a line with the same text is the same line.
    fn written(&self, text: &[&str], is_apart: fn(&str) -> bool) -> (Vec<String>, Vec<bool>) {
        let own = self.own(is_apart);
        let mut before: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &at in &own {
            before.entry(body(self.all[at])).or_default().push(at);
        }
        // Comments without a space stay so.
        let is_tight = !own.is_empty() && own.iter().all(|&at| !self.all[at].trim().starts_with("# "));
        let eol = FileStyle::of(self.document, TextStyle::Usual).eol;
        let mut next = 0;
        let line = |now: &&str| {
            let same = before.get(now).and_then(|all| all.get(all.partition_point(|&at| at < next)));
            if let Some(&at) = same {
                next = at + 1;
                return (self.all[at].to_owned(), true);
            }
            let space = match now.chars().next() {
                None => "",
                Some(' ') => " ",
                Some(_) if is_tight => "",
                Some(_) => " ",
            };
            (format!("{}#{space}{now}{eol}", self.indent), false)
        };
        text.iter().map(line).unzip()
    }

    /// The comment lines with another note, where the note was, or above the others.
    fn with(&self, note: &[String], is_apart: fn(&str) -> bool) -> String {
        let own = self.own(is_apart);
        let place = own.first().copied().unwrap_or(0);
        let mut all = String::new();
        for at in 0..=self.all.len() {
            if at == place {
                all.extend(note.iter().map(String::as_str));
            }
            if own.binary_search(&at).is_err() {
                all.extend(self.all.get(at).copied());
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::path as at;
    use super::*;
    use crate::parse;

    const TEXT: &str = "\
# The header of the file.
nodes:
  # Holds the orders.
  #   Since 2019.
  # limn: ignore[some/code]
  store: {type: database}   # small

  #tight
  web:
    type: server
  # Not directly above.

  list:
    # The first item.
    - a: 1
    - b: 2
";

    fn is_apart(text: &str) -> bool {
        text.starts_with("limn:")
    }

    fn written(path: &str, text: &str) -> String {
        let document = parse(TEXT);
        set_note(&document, &at(path), text, is_apart).unwrap().apply(TEXT)
    }

    fn read(text: &str, path: &str) -> Option<String> {
        note(&parse(text), &at(path), is_apart).ok().flatten()
    }

    #[test]
    fn a_note_is_the_comment_directly_above() {
        assert_eq!(read(TEXT, "nodes.store").as_deref(), Some("Holds the orders.\n  Since 2019."));
        assert_eq!(read(TEXT, "nodes.web").as_deref(), Some("tight"));
        assert_eq!(read(TEXT, "nodes.list[0]").as_deref(), Some("The first item."));
        for none in ["nodes", "nodes.list", "nodes.list[1]", "nodes.store.type", "nodes.web.type"] {
            assert_eq!(read(TEXT, none), None, "{none}");
        }
    }

    #[test]
    fn lines_that_stay_the_same_keep_their_bytes() {
        let now = written("nodes.store", "Holds all orders.\n  Since 2019.\n\nAsk Ada.");
        let lines =
            "  # Holds all orders.\n  #   Since 2019.\n  #\n  # Ask Ada.\n  # limn: ignore[some/code]\n";
        assert_eq!(
            now,
            TEXT.replace(&TEXT[TEXT.find("  # Holds").unwrap()..TEXT.find("  store").unwrap()], lines)
        );
    }

    #[test]
    fn a_note_is_added_and_removed_and_nothing_else_changes() {
        assert_eq!(written("nodes.list[1]", "Second."), TEXT.replace("    - b", "    # Second.\n    - b"));
        assert_eq!(written("nodes.web", "loose"), TEXT.replace("#tight", "#loose"));
        assert_eq!(written("nodes.web", "  \n"), TEXT.replace("  #tight\n", ""));
        let without = TEXT.replace("  # Holds the orders.\n  #   Since 2019.\n", "");
        assert_eq!(written("nodes.store", ""), without);
        let document = parse(without.clone());
        let edit =
            set_note(&document, &at("nodes.store"), "Holds the orders.\n  Since 2019.", is_apart).unwrap();
        assert_eq!(edit.apply(&without), TEXT);
    }

    #[test]
    fn empty_comments_around_a_note_stay() {
        let boxed = "a:\n  b: 1\n  #\n  #tight\n  #\n  # limn: x\n  #\n  c: 2\n";
        assert_eq!(read(boxed, "a.c").as_deref(), Some("tight"));
        let write = |text: &str, note: &str| {
            set_note(&parse(text), &at("a.c"), note, is_apart).map(|edit| edit.apply(text))
        };
        assert_eq!(write(boxed, "one\n\ntwo").unwrap(), boxed.replace("#tight\n", "#one\n  #\n  #two\n"));
        assert_eq!(write(boxed, "").unwrap(), boxed.replace("  #tight\n", ""));
        assert_eq!(write(boxed, "  \n\n  tight\n \n").unwrap(), boxed.replace("#tight", "#   tight"));
    }

    #[test]
    fn breaks_of_every_version_begin_a_line_and_control_characters_are_refused() {
        let text = "a:\n  b: 1\n  # old\u{2028}line\n  c: 2\n";
        let write =
            |note: &str| set_note(&parse(text), &at("a.c"), note, is_apart).map(|edit| edit.apply(text));
        let lines = |text: &str| format!("a:\n  b: 1\n{text}  c: 2\n");
        assert_eq!(write("a\u{85}b\u{2028}c\u{2029}d\re").unwrap(), {
            lines("  # a\n  # b\n  # c\n  # d\n  # e\n")
        });
        assert_eq!(write("old\u{2028}line\nnew").unwrap(), lines("  # old\u{2028}line\n  # new\n"));
        for refused in ["a\u{feff}b", "\u{1b}[1m", "a\0b", "\u{9f}"] {
            assert!(matches!(write(refused), Err(PatchError::NotInComments(_))), "{refused:?}");
        }
        assert_eq!(write("a\tb").unwrap(), lines("  # a\tb\n"));
    }

    #[test]
    fn line_ends_are_those_of_the_file() {
        let text = "a:\r\n  b: 1\r\n  c: 2\r\n";
        let edit = set_note(&parse(text), &at("a.c"), "one\r\ntwo", is_apart).unwrap();
        assert_eq!(edit.apply(text), "a:\r\n  b: 1\r\n  # one\r\n  # two\r\n  c: 2\r\n");
    }

    #[test]
    fn places_without_own_comment_lines_are_refused() {
        let refused = |text: &str, path: &str, note: &str| {
            assert!(set_note(&parse(text), &at(path), note, is_apart).is_err(), "{text}");
        };
        let unwritable = ["a: {\n  b: 1}\n", "a: 1\n", "---\na: 1\n", "# header\na: 1\n"];
        for (text, path) in unwritable.iter().zip(["a.b", "a", "a", "a"]) {
            assert!(note(&parse(*text), &at(path), is_apart).is_err(), "{text}");
        }
        assert_eq!(note(&parse("# header\n\na: 1\n"), &at("a"), is_apart), Ok(None));
        refused("a: {b: 1}\n", "a.b", "flow");
        refused("a: {\n  b: 1,\n  c: 2}\n", "a.c", "flow over several lines");
        refused("a:\n  - b: 1\n", "a[0].b", "behind a dash");
        refused("a: 1\n", "a", "the header of the file");
        refused("a:\n  b: 1\n", "a.c", "missing");
        refused("a:\n  b: 1\n", "a.b", "limn: ignore[x]");
        refused("a: &x {b: 1}\nc: *x\n", "c.b", "shared");
    }

    #[test]
    fn a_block_scalar_above_does_not_absorb_a_note() {
        for scalar in ["|\n    one\n", "|+\n    one\n\n", ">-\n    one\n"] {
            let text = format!("a:\n  b: {scalar}  c: 2\n");
            let edit = set_note(&parse(text.clone()), &at("a.c"), "note", is_apart).unwrap();
            let now = edit.apply(&text);
            assert_eq!(now, text.replace("  c: 2", "  # note\n  c: 2"));
            let back = set_note(&parse(now.clone()), &at("a.c"), "", is_apart).unwrap();
            assert_eq!(back.apply(&now), text);
        }
    }
}
