//! Misplaced keys: unknown in the table of a construct, known in the table of a nested one (`node_templates` beside `topology_template`). Finds where a
//! key belongs, and moves it there with its comments and quotes, indented further.

use super::{Construct, Key, NodeContext, Profiles, Shape};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{Entry, Style};

/// The row of the construct whose own table has the key.
pub(super) fn home(construct: &'static Construct, key: &str, profiles: Profiles) -> Option<&'static Key> {
    let has = |table: &Construct| table.keys.iter().any(|row| row.name == key && row.profiles.has(profiles));
    let rows = construct.keys.iter().filter(|row| row.profiles.has(profiles));
    rows.into_iter().find(|row| matches!(row.shape, Shape::Construct(inner) if has(inner)))
}

/// The row for a value, if the whole mapping is a call that returns one: `get_attribute` directly under an output.
pub(super) fn of_call(
    construct: &'static Construct,
    entry: &Entry<'_>,
    profiles: Profiles,
) -> Option<&'static Key> {
    let mapping = entry.key.parent().filter(|mapping| mapping.entries().len() == 1)?;
    let rows = construct.keys.iter().filter(|row| row.profiles.has(profiles));
    rows.into_iter().find(|row| match row.shape {
        Shape::Value(expression) => {
            expression.call.is_some_and(|call| call(&NodeContext::new(mapping, profiles)).is_some())
        }
        _ => false,
    })
}

/// Moves an entry under a sibling, which is created if it is missing. `None` if either is not in block style.
pub fn moved(entry: &Entry<'_>, under: &str) -> Option<TextEdit> {
    let parent = entry.key.parent().filter(|mapping| mapping.style() == Style::Block)?;
    let text = parent.document().text();
    let lines = lines_of(text, entry.range());
    let indent = text[lines.start..].find(|character| character != ' ')?;
    // The line starts with something else: a dash, a question mark.
    if lines.start + indent != entry.key.full_range().start {
        return None;
    }
    let eol = if text[..lines.end].ends_with("\r\n") { "\r\n" } else { "\n" };
    let lines = TextRange::new(own_comments(text, lines.start, indent), lines.end);
    let Some(sibling) = parent.entry(under) else {
        let opened = format!("{}{under}:{eol}", " ".repeat(indent));
        let mut indels = deeper(text, lines, 2);
        indels.first_mut()?.insert.insert_str(0, &opened);
        return TextEdit::from_indels(indels);
    };
    let inside = sibling.value;
    let (at, column) = match inside.style() {
        Style::Block if inside.is_mapping() => {
            if inside.get(entry.key.as_str()?.as_ref()).is_some() {
                return None;
            }
            let first = inside.entries().next()?.key.full_range().start;
            (lines_of(text, inside.range()).end, first - line_start(text, first))
        }
        Style::Missing if inside.is_missing() => (lines_of(text, sibling.range()).end, indent + 2),
        _ => return None,
    };
    let further = column.checked_sub(indent).filter(|shift| *shift > 0)?;
    let moved = TextEdit::from_indels(deeper(text, lines, further))?.apply(text);
    let mut block = moved[lines.start..moved.len() - (text.len() - lines.end)].to_owned();
    if !block.ends_with('\n') {
        block.push_str(eol);
    }
    if at == lines.start {
        return Some(TextEdit::replace(lines, block));
    }
    // The sibling may end the text, without a final line break.
    let block = if text[..at].ends_with('\n') {
        block
    } else {
        format!("{eol}{}", block.trim_end_matches(['\r', '\n']))
    };
    TextEdit::insert(at, block).union(TextEdit::delete(lines))
}

/// The full lines of a range.
fn lines_of(text: &str, range: TextRange) -> TextRange {
    let end = match text[..range.end].ends_with('\n') && range.end > range.start {
        true => range.end,
        false => text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1),
    };
    TextRange::new(line_start(text, range.start), end)
}

/// The start of the comment lines directly above a line, at its column: they belong to it. Those at the top of the file belong to the file.
fn own_comments(text: &str, start: usize, column: usize) -> usize {
    let mut head = start;
    while head > 0 {
        let above = line_start(text, head - 1);
        let line = &text[above..head];
        if line.find(|character| character != ' ') != Some(column) || !line[column..].starts_with('#') {
            return head;
        }
        head = above;
    }
    start
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |at| at + 1)
}

/// Indents every non-blank line.
fn deeper(text: &str, lines: TextRange, by: usize) -> Vec<Indel> {
    let mut at = lines.start;
    let mut indels = Vec::new();
    for line in text[lines.start..lines.end].split_inclusive('\n') {
        if !line.trim().is_empty() {
            indels.push(Indel { delete: TextRange::empty(at), insert: " ".repeat(by) });
        }
        at += line.len();
    }
    indels
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::parse;

    #[track_caller]
    fn check(before: &str, after: Option<&str>) {
        let document = parse(before);
        let root = document.root().unwrap();
        let edit = moved(&root.entry("inner").unwrap(), "outer");
        assert_eq!(edit.map(|edit| edit.apply(before)).as_deref(), after);
    }

    #[test]
    fn what_is_missing_is_put_around_it() {
        check(
            "a: 1\ninner: # what\n  b: |\n    text\n\n    more\n  c: 2 # two\nz: 3\n",
            Some("a: 1\nouter:\n  inner: # what\n    b: |\n      text\n\n      more\n    c: 2 # two\nz: 3\n"),
        );
        check("inner: {a: 1}", Some("outer:\n  inner: {a: 1}"));
    }

    #[test]
    fn it_goes_behind_the_present_entries() {
        check(
            "inner:\n  b: 1\nouter:\n    x: 1\nz: 3\n",
            Some("outer:\n    x: 1\n    inner:\n      b: 1\nz: 3\n"),
        );
        check("outer:\n  x: 1\ninner:\n  b: 1\n", Some("outer:\n  x: 1\n  inner:\n    b: 1\n"));
        check("inner: 1\nouter:\n", Some("outer:\n  inner: 1\n"));
        check("inner: 1\nouter:\n  x: 1", Some("outer:\n  x: 1\n  inner: 1"));
    }

    #[test]
    fn comments_and_line_ends_go_along() {
        check(
            "a: 1\r\n# mine\r\ninner: 1 # behind\r\nz: 3\r\n",
            Some("a: 1\r\nouter:\r\n  # mine\r\n  inner: 1 # behind\r\nz: 3\r\n"),
        );
        check("# file\ninner: 1\nz: 3\n", Some("# file\nouter:\n  inner: 1\nz: 3\n"));
        check(
            "outer:\n  x: 1\n\n# mine\ninner: 1 # behind\n",
            Some("outer:\n  x: 1\n  # mine\n  inner: 1 # behind\n\n"),
        );
    }

    #[test]
    fn what_is_not_plain_stays() {
        check("{inner: 1}\n", None);
        check("inner: 1\nouter: {x: 1}\n", None);
        check("inner: 1\nouter: {inner: 2}\n", None);
        check("inner: 1\nouter: &a\n  x: 1\n", Some("outer: &a\n  x: 1\n  inner: 1\n"));
        check("inner: 1\nouter: *a\n", None);
        check("? inner\n: 1\n", None);
    }
}
