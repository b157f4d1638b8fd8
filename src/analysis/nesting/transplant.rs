//! Entries of one document in another one: their lines with comments, adapted by ops, in the places that hold a null.

use super::refused;
use crate::entry_lines::{extent, indented, line_of_entry, lines_of};
use limn_common::{copy_of, uncopied};
use limn_language::edit::EditError;
use limn_language::nesting::Transfer;
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{self as yaml, Document, Node, Op, Path, Value};

/// An entry that is taken from a document.
pub(super) struct TransferredEntry {
    to: Path,
    /// Its lines from column 0; `None` if it shares a line with others.
    lines: Option<Vec<String>>,
    value: Value,
}

/// Takes the entries of a transfer from a document, as its ops adapt them.
pub(super) fn transferred(
    document: &Document,
    transfer: &Transfer,
) -> Result<Vec<TransferredEntry>, EditError> {
    for (from, _) in &transfer.entries {
        check_anchors(document, from, transfer)?;
    }
    let adapted = yaml::parse(yaml::patch(document, &transfer.adapted)?.apply(document.text()));
    let each = transfer.entries.iter().map(|(from, to)| {
        let Some(node) = adapted.get(from) else {
            return Err(EditError::NotFound(limn_language::graph::Id(from.clone())));
        };
        let mut lines = lines_of(&adapted, from);
        if let Some(obstacle) = uncopied(&adapted, node).filter(|_| lines.is_none()) {
            return refused(format!(
                "`{from}` shares a line with others and contains {obstacle}: write it on its own lines first"
            ));
        }
        if let (Some(lines), Some(old), Some(new)) = (lines.as_mut(), from.last_key(), to.last_key())
            && old != new
        {
            rename_key(lines, old, new);
        }
        Ok(TransferredEntry { to: to.clone(), lines, value: copy_of(node) })
    });
    each.collect()
}

/// Writes another key in the line of the entry, which is the first one without indentation that is not a comment.
fn rename_key(lines: &mut [String], old: &str, new: &str) {
    let first = lines.iter_mut().find(|line| !line.is_empty() && !line.starts_with([' ', '#']));
    if let Some(line) = first {
        let quote =
            line.chars().next().filter(|c| matches!(c, '"' | '\'')).map(String::from).unwrap_or_default();
        let written = format!("{quote}{old}{quote}");
        if let Some(rest) = line.strip_prefix(&written) {
            *line = format!("{quote}{new}{quote}{rest}");
        }
    }
}

/// Values that anchors share cannot be in two documents.
fn check_anchors(document: &Document, from: &Path, transfer: &Transfer) -> Result<(), EditError> {
    let is_inside = |node: Node<'_>| node.path().starts_with(from);
    let stays = |node: Node<'_>| {
        let path = node.path();
        transfer.entries.iter().all(|(other, _)| !path.starts_with(other))
    };
    let aliases = document.nodes().filter(|node| node.is_alias());
    let crossing = aliases.into_iter().find(|alias| {
        let shared = alias.resolve();
        (is_inside(*alias) && stays(shared)) || (is_inside(shared) && stays(*alias))
    });
    match crossing {
        Some(alias) => refused(format!(
            "`{from}` shares `{}` with the rest of the file: write the value itself there first",
            alias.source()
        )),
        None => Ok(()),
    }
}

/// The edit that writes entries in the places where ops have written a null.
pub(super) fn placed(
    document: &Document,
    ops: &[Op],
    entries: &[TransferredEntry],
) -> Result<TextEdit, EditError> {
    let first = yaml::patch(document, ops)?;
    let before = first.apply(document.text());
    let staged = yaml::parse(before.as_str());
    let (mut indels, mut values) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry.lines.as_ref().zip(line_of_entry(&staged, &entry.to)) {
            Some((lines, line)) => {
                indels.push(Indel { delete: line, insert: indented(&before, line, lines) });
            }
            // In a mapping on one line, or from one.
            None => values.push(Op::Replace { at: entry.to.clone(), value: entry.value.clone() }),
        }
    }
    let second = TextEdit::from_indels(indels).unwrap_or_default();
    let mut edit = first.then(document.text(), &second);
    if !values.is_empty() {
        let text = second.apply(&before);
        let third = yaml::patch(&yaml::parse(text.as_str()), &values)?;
        edit = edit.then(document.text(), &third);
    }
    let after = yaml::parse(edit.apply(document.text()));
    let differs =
        |entry: &&TransferredEntry| after.get(&entry.to).map(copy_of).as_ref() != Some(&entry.value);
    match entries.iter().find(differs) {
        _ if !after.errors().is_empty() => refused("the result would have a syntax error".to_owned()),
        Some(entry) => refused(format!(
            "`{}` cannot be written in the other document without a change of its value",
            entry.to
        )),
        None => Ok(edit),
    }
}

/// The edit without some entries. A mapping goes with its last entry, unless it has comments of its own. With `keeps_comments`, no comment is lost.
pub(super) fn removed(document: &Document, paths: &[Path]) -> Result<TextEdit, EditError> {
    let remove = |prune| {
        let ops: Vec<Op> = paths.iter().map(|at| Op::Remove { at: at.clone(), prune }).collect();
        yaml::patch(document, &ops)
    };
    let own: Vec<TextRange> = paths.iter().filter_map(|path| extent(document, path)).collect();
    let keeps_comments = |edit: &TextEdit| {
        document.comments().iter().all(|comment| {
            let is_in = |range: TextRange| range.cover(comment.range) == range;
            own.iter().any(|range| is_in(*range)) || !edit.indels().iter().any(|indel| is_in(indel.delete))
        })
    };
    match remove(true) {
        Ok(pruned) if keeps_comments(&pruned) => Ok(pruned),
        _ => Ok(remove(false)?),
    }
}

/// A comment of an entry, which would be lost with it.
pub(super) fn comment_of(document: &Document, path: &Path) -> Option<String> {
    let edit = yaml::patch(document, &[Op::Remove { at: path.clone(), prune: false }]).ok()?;
    let is_lost =
        |range: TextRange| edit.indels().iter().any(|indel| indel.delete.cover(range) == indel.delete);
    let lost = document.comments().iter().find(|comment| is_lost(comment.range))?;
    Some(document.text()[lost.range.start..lost.range.end].to_owned())
}

/// The text of a new document. Its indentation is that of the document that the entries come from.
pub(super) fn new_text(
    sections: &[(String, Value)],
    entries: &[TransferredEntry],
    step: usize,
    line_break: &str,
) -> Result<String, EditError> {
    let ops: Vec<Op> = sections
        .iter()
        .map(|(key, value)| Op::Insert {
            into: Path::root(),
            key: key.clone(),
            value: value.clone(),
            placement: yaml::Placement::Last,
        })
        .collect();
    let empty = yaml::parse("");
    let mut text = yaml::patch(&empty, &ops)?.apply("");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let wider = widened(&text, step).replace('\n', line_break);
    let is_same =
        yaml::parse(wider.as_str()).root().map(copy_of) == yaml::parse(text.as_str()).root().map(copy_of);
    let start = if is_same { wider } else { text };
    let document = yaml::parse(start.as_str());
    Ok(placed(&document, &[], entries)?.apply(&start))
}

/// A text with another indentation than two spaces.
fn widened(text: &str, step: usize) -> String {
    let each = text.lines().map(|line| {
        let body = line.trim_start_matches(' ');
        let spaces = line.len() - body.len();
        format!("{}{body}\n", " ".repeat(spaces / 2 * step + spaces % 2))
    });
    each.collect()
}

/// The indentation of an entry for each level above it.
pub(super) fn step_of(document: &Document, path: &Path) -> usize {
    let Some(key) = document.get(path).and_then(Node::key) else { return 2 };
    let start = document.text()[..key.range().start].rfind('\n').map_or(0, |at| at + 1);
    let depth = path.len().saturating_sub(1).max(1);
    Some((key.range().start - start) / depth).filter(|step| (1..=8).contains(step)).unwrap_or(2)
}
