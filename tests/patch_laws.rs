//! Laws of patches, over generated texts and real ones:
//!
//! - the text has the content that the ops require, according to another parser;
//! - no byte changes outside the items of the ops, except spaces and commas between them;
//! - no comment is lost except those of a removed item;
//! - undoing the edit restores the text.
//!
//! By default a fixed sample is tested; with `LIMN_LAWS=1000` every op at every node of that many texts,
//! and a few ops in every real file.

mod common;
#[path = "common/judge.rs"]
mod judge;
#[path = "common/perform.rs"]
mod perform;
#[path = "common/texts.rs"]
mod texts;

use std::collections::HashMap;

use judge::{Node, Tree};
use limn::text::{TextEdit, TextRange};
use limn::yaml::{self, Document, NodeKind, Op, PatchError, Placement, Step, Style, Value};
use perform::{named, path, perform, positions};
use proptest::prelude::*;

fn values() -> Vec<Value> {
    vec![
        Value::text("word"),
        Value::text("1.0"),
        Value::text("a: b # c"),
        Value::Plain("12".into()),
        Value::text("two\nlines\n"),
        Value::text(" lead\n\ning"),
        Value::map([
            ("x", Value::text("yes")),
            ("y", Value::Sequence(vec![Value::text("${z}"), Value::Null])),
        ]),
        Value::Sequence(vec![Value::map([("x", Value::text("")), ("y", Value::text("l\n  m\nn"))])]),
        Value::map::<String>([]),
        Value::Sequence(vec![]),
        Value::Null,
        Value::Quoted("${a.b}".into()),
        Value::map([("get_input", Value::text("two words"))]).on_one_line(),
    ]
}

/// Every op at every node, ordered by nodes; every `every`th from the `from`th on.
fn cases(tree: &Tree, from: usize, every: usize) -> Vec<Op> {
    let mut all = Vec::new();
    let values = values();
    let mut count = 0;
    let mut sizes = HashMap::new();
    tree.walk(&mut Vec::new(), &mut |at, found| {
        sizes.insert(at.to_vec(), found.len());
        let here = path(tree, at);
        for shape in 0..3 {
            let value = values[(count * 3 + shape) % values.len()].clone();
            all.push(Op::Replace { at: here.clone(), value });
        }
        let value = &values[count % values.len()];
        count += 1;
        let holds_parts = !matches!(found.node, Node::Scalar { .. } | Node::Alias(_));
        if holds_parts || perform::is_empty(found) {
            for placement in [Placement::Last, Placement::First] {
                let (into, key) = (here.clone(), "new-key".to_owned());
                all.push(Op::Insert { into, key, value: value.clone(), placement });
            }
            all.push(Op::Append { to: here.clone(), value: value.clone() });
        }
        let Some((&position, outer)) = at.split_last() else { return };
        all.push(Op::Remove { at: here.clone(), prune: false });
        for name in ["new-name", "no: name", "yes"] {
            all.push(Op::RenameKey { at: here.clone(), to: name.into() });
        }
        if let Node::Scalar { text, .. } = &found.node
            && text.chars().count() > 1
            && let Some((from, first)) = text.char_indices().nth(text.chars().count() / 2)
        {
            let (within, with) = (from..from + first.len_utf8(), "<'\"\\>".to_owned());
            all.push(Op::ReplaceWithin { at: here.clone(), within, with });
        }
        let siblings = sizes[outer];
        for to in [0, position + 1, siblings - 1] {
            let step =
                if here.last() == Some(&Step::Index(position)) { Step::Index(to) } else { Step::Entry(to) };
            if to != position && to < siblings {
                all.push(Op::Move { at: here.clone(), to: step });
            }
        }
    });
    all.into_iter().skip(from % every).step_by(every).collect()
}

/// Number of times that a law held, and that an op was refused without need.
#[derive(Default, Debug)]
struct Tally {
    held: usize,
    refused: Vec<String>,
}

/// Holds one case. `Err` says which law is broken.
fn hold(text: &str, document: &Document, before: &Tree, op: &Op, tally: &mut Tally) -> Result<(), String> {
    let mut expected = before.clone();
    if perform(&mut expected, op).is_none() {
        return Ok(());
    }
    let edit = match yaml::patch(document, std::slice::from_ref(op)) {
        Ok(edit) => edit,
        Err(error) => return refusal(text, before, op, &error, tally),
    };
    let after = agreed(text, std::slice::from_ref(op), &edit, &expected)?;
    let context = |law: String| format!("{law}\n{op:?}\n--- before\n{text}\n--- after\n{after}");
    local(text, document, op, &edit).map_err(context)?;
    comments(text, document, op, &edit, &after).map_err(context)?;
    tally.held += 1;
    Ok(())
}

/// The text after, which the judge reads as expected, and which the edit taken back turns into the text before.
fn agreed(text: &str, ops: &[Op], edit: &TextEdit, expected: &Tree) -> Result<String, String> {
    let after = edit.apply(text);
    let context = |law: &str| format!("{law}\n{ops:?}\n--- before\n{text}\n--- after\n{after}");
    if edit.invert(text).apply(&after) != text {
        return Err(context("taking it back does not give the text before"));
    }
    let read = judge::read(&after).map_err(|error| context(&error))?;
    let read = read.ok_or_else(|| context("nothing is left"))?;
    if !expected.agrees(&read, &mut HashMap::new()) && !is_misread(&after) {
        return Err(context("the judge reads something else"));
    }
    Ok(after)
}

/// Several ops in one patch do what they do one after the other. Those at later places come first, so that none shifts where another goes.
fn hold_together(
    text: &str,
    document: &Document,
    before: &Tree,
    ops: &[Op],
    tally: &mut Tally,
) -> Result<(), String> {
    let mut chosen: Vec<&Op> = Vec::new();
    let mut expected = before.clone();
    let mut ordered: Vec<&Op> = ops.iter().collect();
    ordered.sort_by_key(|op| std::cmp::Reverse(positions(named(op))));
    for op in ordered {
        let meets = |other: &&Op| {
            let (one, other_at) = (named(op), named(other));
            let moves = |op: &Op| matches!(op, Op::Move { .. });
            let inside_moved = |mover: &Op, path: &yaml::Path| {
                moves(mover) && named(mover).parent().is_some_and(|parent| path.starts_with(&parent))
            };
            one.starts_with(other_at)
                || other_at.starts_with(one)
                || inside_moved(op, other_at)
                || inside_moved(other, one)
        };
        if !chosen.iter().any(meets) && perform(&mut expected, op).is_some() {
            chosen.push(op);
        }
    }
    // The order they are given in is another.
    let ops: Vec<Op> = chosen.into_iter().rev().cloned().collect();
    match yaml::patch(document, &ops) {
        Ok(edit) => agreed(text, &ops, &edit, &expected).map(drop)?,
        // A name may be given twice, an anchor lost.
        Err(PatchError::Exists(_) | PatchError::AnchorInUse { .. }) => {}
        Err(error) => {
            return ops
                .first()
                .map_or(Ok(()), |op| refusal(text, before, op, &error, tally))
                .map_err(|law| format!("{law}\n{ops:?}"));
        }
    }
    tally.held += 1;
    Ok(())
}

/// The judge takes `[a: {b: 1, c: 2}]` for a mapping of two entries, which it is not.
fn is_misread(text: &str) -> bool {
    let document = yaml::parse(text);
    let mut todo: Vec<yaml::Node<'_>> = document.root().into_iter().collect();
    while let Some(node) = todo.pop() {
        let is_pair = node.kind() == NodeKind::Mapping
            && node.style() == Style::Flow
            && !node.source().starts_with('{');
        if is_pair && node.entries().any(|entry| !entry.value.is_scalar()) {
            return true;
        }
        todo.extend(node.entries().map(|entry| entry.value).filter(|value| !value.is_alias()));
        todo.extend(node.items().filter(|item| !item.is_alias()));
    }
    false
}

/// An anchor that is used may not go or change its name, nor stand below its alias; nothing else needs to be refused.
fn refusal(text: &str, before: &Tree, op: &Op, error: &PatchError, tally: &mut Tally) -> Result<(), String> {
    let (mut defined, mut used) = (Vec::new(), Vec::new());
    before.anchors(&mut defined, &mut used);
    match (error, op) {
        (PatchError::AnchorInUse { .. }, _) if !used.is_empty() => {}
        (PatchError::Unwritable(_), Op::Insert { .. } | Op::Append { .. } | Op::Replace { .. }) => {
            tally.refused.push(format!("{error}\n{op:?}\n{text}"));
        }
        _ => return Err(format!("refused: {error}\n{op:?}\n{text}")),
    }
    Ok(())
}

/// Deleted bytes belong to the item; around it only blanks, commas and comments may go.
fn local(text: &str, document: &Document, op: &Op, edit: &TextEdit) -> Result<(), String> {
    let (Some(allowed), more) = allowed(document, op) else { return Err("there is no such item".into()) };
    for indel in edit.indels() {
        for at in indel.delete.start..indel.delete.end {
            let is_inside =
                [Some(allowed), more].into_iter().flatten().any(|range| range.start <= at && at < range.end);
            let in_comment =
                document.comments().iter().any(|comment| comment.range.start <= at && at < comment.range.end);
            let byte = text.as_bytes()[at];
            let moves = matches!(*op, Op::Move { .. } | Op::Remove { .. }) || takes_block(document, op);
            let harmless = b" \t\r\n,".contains(&byte) || (in_comment && moves) || (byte == b'-' && moves);
            // The last `|+` of a text without a last line break becomes `|-` before anything is put below it.
            let chomps = byte == b'+' && indel.insert == "-";
            if !is_inside && !harmless && !chomps {
                return Err(format!("byte {at} is outside {allowed:?}"));
            }
        }
    }
    Ok(())
}

/// A block collection goes with the comment behind its last line.
fn takes_block(document: &Document, op: &Op) -> bool {
    let is_block = |node: yaml::Node<'_>| node.style() == Style::Block;
    matches!(*op, Op::Replace { .. }) && find(document, &positions(named(op))).is_some_and(is_block)
}

fn find<'d>(document: &'d Document, at: &[usize]) -> Option<yaml::Node<'d>> {
    at.iter().try_fold(document.root()?, |node, &position| match node.kind() {
        NodeKind::Mapping => node.entries().nth(position).map(|entry| entry.value),
        _ => node.items().nth(position),
    })
}

/// Ranges that an op may remove besides its own.
fn allowed(document: &Document, op: &Op) -> (Option<TextRange>, Option<TextRange>) {
    let Some(node) = find(document, &positions(named(op))) else { return (None, None) };
    let entry = node.key().map_or(node.full_range(), |key| key.full_range().cover(node.full_range()));
    let nothing = TextRange::empty(node.full_range().start);
    match *op {
        Op::Replace { .. } | Op::ReplaceWithin { .. } => (Some(node.full_range()), None),
        Op::RenameKey { .. } => (node.key().map(yaml::Node::range), None),
        Op::Remove { .. } => {
            // With `? ` before an explicit key and the tag of what becomes `{}`.
            (Some(TextRange::new(entry.start.saturating_sub(4), entry.end)), None)
        }
        Op::Move { .. } => (node.parent().map(yaml::Node::range), None),
        Op::Insert { .. } | Op::Append { .. } => {
            let is_empty = node.entries().len() + node.items().len() == 0;
            (Some(if is_empty || node.style() == Style::Flow { node.range() } else { nothing }), None)
        }
    }
}

/// Comments stay, all of them and in their order, but inside what goes and next to it.
fn comments(text: &str, document: &Document, op: &Op, edit: &TextEdit, after: &str) -> Result<(), String> {
    let read = yaml::parse(after);
    let mut left: Vec<&str> = read.comments().iter().map(|comment| &after[comment.range]).collect();
    let (Some(allowed), _) = allowed(document, op) else { return Ok(()) };
    let is_taken = |range: TextRange| edit.indels().iter().any(|indel| indel.delete.overlaps(range));
    let moves = matches!(*op, Op::Move { .. });
    let (lost, kept): (Vec<TextRange>, Vec<TextRange>) =
        document.comments().iter().map(|comment| comment.range).partition(|&range| !moves && is_taken(range));
    let mut kept: Vec<&str> = kept.into_iter().map(|range| &text[range]).collect();
    if moves {
        kept.sort_unstable();
        left.sort_unstable();
    }
    if kept != left {
        return Err(format!("of the comments {kept:?} these are left: {left:?}"));
    }
    for comment in lost {
        let goes = matches!(*op, Op::Remove { .. }) || takes_block(document, op);
        if !(allowed.contains(comment) || (goes && is_beside(text, document, allowed, comment))) {
            return Err(format!("the comment {:?} is lost", &text[comment]));
        }
    }
    Ok(())
}

/// Only blanks and other comments are between the comment and the item.
fn is_beside(text: &str, document: &Document, item: TextRange, comment: TextRange) -> bool {
    let between = if comment.start >= item.end {
        item.end..comment.start
    } else {
        comment.end..item.start.max(comment.end)
    };
    let in_comment = |at: usize| {
        document.comments().iter().any(|comment| comment.range.start <= at && at < comment.range.end)
    };
    text[between.clone()]
        .char_indices()
        .all(|(at, c)| c.is_whitespace() || "-?,:".contains(c) || in_comment(between.start + at))
}

/// Holds every `every`th case of a text, from the `from`th on.
fn hold_all(text: &str, from: usize, every: usize, tally: &mut Tally) -> Result<(), String> {
    let document = yaml::parse(text);
    let Ok(Some(before)) = judge::read(text) else { return Ok(()) };
    if !document.errors().is_empty() || is_misread(text) {
        return Ok(());
    }
    let cases = cases(&before, from, every);
    for op in &cases {
        hold(text, &document, &before, op, tally)?;
    }
    // Neighbors of a few kinds each, and some from all over.
    for ops in cases.chunks(12) {
        for start in 0..3 {
            let few: Vec<Op> = ops.iter().skip(start).step_by(3).cloned().collect();
            hold_together(text, &document, &before, &few, tally)?;
        }
    }
    for start in 0..5 {
        let some: Vec<Op> = cases.iter().skip(start).step_by(17).cloned().collect();
        hold_together(text, &document, &before, &some, tally)?;
    }
    Ok(())
}

/// Number of generated texts that are tried with every op at every node, and all real files looked at, where a person asks for that.
fn asked() -> Option<u32> {
    std::env::var("LIMN_LAWS").ok()?.parse().ok()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: asked().unwrap_or(64), ..ProptestConfig::default() })]

    #[test]
    fn patches_of_generated_texts_keep_the_laws(stream in prop::collection::vec(any::<u8>(), 0..160), from in 0usize..97) {
        let text = texts::text(&stream);
        prop_assert!(judge::read(&text).is_ok(), "the generator wrote no YAML:\n{text}\n{:?}", judge::read(&text));
        let every = if asked().is_some() { 1 } else { 7 };
        let mut tally = Tally::default();
        if let Err(broken) = hold_all(&text, from, every, &mut tally) {
            return Err(TestCaseError::fail(broken));
        }
        prop_assert!(tally.refused.is_empty(), "{}", tally.refused.join("\n"));
    }
}

/// Holds `per_file` cases of each of about `count` files.
#[track_caller]
fn hold_corpus(folder: &str, count: usize, per_file: usize) {
    let Some(folder) = common::corpus::corpus(folder) else { return };
    let files = common::corpus::files(&folder, &[".yaml", ".yml"]);
    let step = if asked().is_some() { 1 } else { files.len().div_ceil(count).max(1) };
    let mut tally = Tally::default();
    let mut broken = Vec::new();
    for (at, file) in files.iter().enumerate().step_by(step) {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        if text.len() > 60_000 {
            continue;
        }
        let every = (text.len() / 4 / per_file).max(1);
        if let Err(law) = hold_all(&text, at, every, &mut tally) {
            broken.push(format!("{}: {law}", file.display()));
        }
    }
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken[..broken.len().min(5)].join("\n\n"));
    let refused = tally.refused;
    assert!(
        tally.held > 0 && refused.is_empty(),
        "{} held, {} refused\n{}",
        tally.held,
        refused.len(),
        refused[..refused.len().min(5)].join("\n")
    );
}

#[test]
fn patches_of_assemblies_keep_the_laws() {
    hold_corpus("1-tnco-assembly", 9, 30);
}

#[test]
fn patches_of_later_assemblies_keep_the_laws() {
    hold_corpus("2-cp4na-lmctl", 30, 16);
}

#[test]
fn patches_of_tosca_templates_keep_the_laws() {
    hold_corpus("3-tosca", 40, 12);
}
