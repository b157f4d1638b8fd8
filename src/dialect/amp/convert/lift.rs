//! Moves the entries of a mapping to the mapping around it: `operations: {start: a.sh}` to `start: a.sh`. In block style, the lines move to the left
//! and keep their comments; elsewhere, the entries are copied.

use super::value::{copied, has_comments};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{Node, Op, Placement, Style};

/// A change of the text: by ops or, where these would lose comments, by an edit of its lines.
pub(super) enum Lifted {
    Ops(Vec<Op>),
    Text(TextEdit),
}

/// Replaces the entry around `entry`, a value of `outer`, by the entries of `inner`, a mapping in it or itself. `None` if something would be lost.
pub(super) fn lift(outer: Node<'_>, entry: Node<'_>, inner: Node<'_>) -> Option<Lifted> {
    let is_free = |key: &str| outer.get(key).is_none();
    let are_free = || inner.entries().all(|pair| pair.key.as_str().is_some_and(|key| is_free(&key)));
    if !inner.is_mapping() || inner.has_merges() || inner.entries().len() == 0 || !are_free() {
        return None;
    }
    moved_left(outer, entry, inner).map(Lifted::Text).or_else(|| copies(outer, entry, inner).map(Lifted::Ops))
}

fn copies(outer: Node<'_>, entry: Node<'_>, inner: Node<'_>) -> Option<Vec<Op>> {
    if has_comments(entry) {
        return None;
    }
    let place = entry.key()?.as_str()?.into_owned();
    let insert = |pair: limn_yaml::Entry<'_>| {
        Some(Op::Insert {
            into: outer.path(),
            key: pair.key.as_str()?.into_owned(),
            value: copied(pair.value)?,
            placement: Placement::Before(place.clone()),
        })
    };
    let mut ops: Vec<Op> = inner.entries().map(insert).collect::<Option<_>>()?;
    ops.push(Op::Remove { at: entry.path(), prune: false });
    Some(ops)
}

/// The edit that removes the lines above the entries and moves the entries to the left.
fn moved_left(outer: Node<'_>, entry: Node<'_>, inner: Node<'_>) -> Option<TextEdit> {
    let chain = std::iter::successors(Some(inner), |node| node.parent());
    let is_plain = |node: Node<'_>| {
        node.style() == Style::Block && !node.is_alias() && node.anchor().is_none() && node.tag().is_none()
    };
    let mut between = chain.take_while(|node| node.id() != outer.id());
    if outer.style() != Style::Block || !between.all(is_plain) {
        return None;
    }
    let document = inner.document();
    let text: &str = document.text();
    let (head, head_column) = line_of(text, entry.key()?.full_range().start)?;
    let (body, body_column) = line_of(text, inner.nth_entry(0)?.key.full_range().start)?;
    let shift = body_column.checked_sub(head_column).filter(|shift| *shift > 0)?;
    // Comments above the first entry stay above it.
    let comments =
        document.comments().iter().filter(|comment| head <= comment.range.start && comment.range.end <= body);
    let eol = if text[head..body].ends_with("\r\n") { "\r\n" } else { "\n" };
    let mut kept = String::new();
    for it in comments {
        kept.push_str(&text[head..head + head_column]);
        kept.push_str(&text[it.range.start..it.range.end]);
        kept.push_str(eol);
    }
    let mut indels = vec![Indel { delete: TextRange::new(head, body + shift), insert: kept }];
    let end = body + text.get(body..inner.range().end)?.trim_end().len();
    let mut at = body;
    while let Some(next) = text.get(at..end)?.find('\n') {
        at += next + 1;
        let line = text.get(at..)?.lines().next().unwrap_or_default();
        let blanks = line.len() - line.trim_start_matches(' ').len();
        match blanks >= shift {
            true => indels.push(Indel { delete: TextRange::new(at, at + shift), insert: String::new() }),
            false if line.trim().is_empty() => {}
            false => return None,
        }
    }
    TextEdit::from_indels(indels)
}

/// The start of the line of a key, and its column; `None` if something is in front of it.
fn line_of(text: &str, at: usize) -> Option<(usize, usize)> {
    let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
    text[start..at].trim_matches(' ').is_empty().then_some((start, at - start))
}
