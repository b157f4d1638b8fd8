//! What holds for every patch, whatever the text, over generated texts and real ones:
//!
//! - the text after says what the ops say, judged by a parser that had no part in it;
//! - no byte is touched outside the items that the ops name, but for the blanks and commas between them;
//! - no comment is lost but those of an item that goes;
//! - the edit taken back gives the text before.
//!
//! By default a sample is taken, the same each time; with `LIMN_LAWS=all` every op at every node.

mod common;
#[path = "common/judge.rs"]
mod judge;
#[path = "common/texts.rs"]
mod texts;

use std::collections::HashMap;

use judge::{Node, Tree};
use limn::text::TextRange;
use limn::yaml::{self, Document, Kind, Op, PatchError, Path, Spot, Step, Style, Value};
use proptest::prelude::*;

/// One op, and what it does to the tree.
struct Case {
    op: Op,
    /// What the op names, by positions.
    at: Vec<usize>,
    expected: Tree,
}

fn path(tree: &Tree, positions: &[usize]) -> Path {
    let mut tree = tree;
    let mut path = Path::root();
    for &position in positions {
        path = path.step(match &tree.node {
            Node::Mapping(_) => Step::Entry(position),
            _ => Step::Index(position),
        });
        tree = match &tree.node {
            Node::Mapping(entries) => &entries[position].1,
            Node::Sequence(items) => &items[position],
            _ => tree,
        };
    }
    path
}

/// A value as the judge reads it.
fn tree_of(value: &Value) -> Tree {
    let written = |text: &str, string| Node::Written { text: text.to_owned(), string };
    Tree::of(match value {
        Value::Null => Node::Scalar { text: String::new(), plain: true },
        Value::Plain(text) => written(text, false),
        Value::Text(text) | Value::Quoted(text) => written(text, true),
        Value::Sequence(items) => Node::Sequence(items.iter().map(tree_of).collect()),
        Value::Mapping(entries) => Node::Mapping(
            entries.iter().map(|(key, value)| (Tree::of(written(key, true)), tree_of(value))).collect(),
        ),
    })
}

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
    ]
}

fn is_empty(tree: &Tree) -> bool {
    match &tree.node {
        Node::Scalar { text, plain } => *plain && ["", "null"].contains(&text.as_str()) && tree.tag.is_none(),
        Node::Mapping(entries) => entries.is_empty(),
        Node::Sequence(items) => items.is_empty(),
        _ => false,
    }
}

/// Of every op at every node, in an order that goes by nodes, every `every`th from the `from`th on.
fn cases(tree: &Tree, from: usize, every: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut turn = from;
    let mut nodes = Vec::new();
    tree.walk(&mut Vec::new(), &mut |at, found| nodes.push((at.to_vec(), found)));
    let sizes: HashMap<Vec<usize>, usize> =
        nodes.iter().map(|(at, found)| (at.clone(), found.len())).collect();
    let values = values();
    for (count, (at, found)) in nodes.iter().enumerate() {
        let mut add = |op: Op, at: &[usize], change: &dyn Fn(&mut Tree) -> Option<()>| {
            turn += 1;
            if !turn.is_multiple_of(every) {
                return;
            }
            let mut expected = tree.clone();
            if change(&mut expected).is_some() {
                cases.push(Case { op, at: at.to_vec(), expected });
            }
        };
        let here = path(tree, at);
        for shape in 0..3 {
            let value = &values[(count * 3 + shape) % values.len()];
            add(Op::Replace { at: here.clone(), value: value.clone() }, at, &|tree| {
                let old = tree.at(at)?;
                let anchor = old.anchor;
                *old = Tree { anchor, ..tree_of(value) };
                Some(())
            });
        }
        let value = &values[count % values.len()];
        for spot in [Spot::Last, Spot::First] {
            let op = Op::Insert {
                into: here.clone(),
                key: "new-key".into(),
                value: value.clone(),
                spot: spot.clone(),
            };
            add(op, at, &|tree| {
                let into = tree.at(at)?;
                let fills = is_empty(into);
                let new = (Tree::of(Node::Written { text: "new-key".into(), string: true }), tree_of(value));
                match &mut into.node {
                    Node::Mapping(entries) => {
                        entries.insert(if spot == Spot::First { 0 } else { entries.len() }, new);
                    }
                    Node::Scalar { .. } if fills => into.node = Node::Mapping(vec![new]),
                    _ => return None,
                }
                Some(())
            });
        }
        add(Op::Append { to: here.clone(), value: value.clone() }, at, &|tree| {
            let to = tree.at(at)?;
            let fills = is_empty(to);
            match &mut to.node {
                Node::Sequence(items) => items.push(tree_of(value)),
                Node::Scalar { .. } if fills => to.node = Node::Sequence(vec![tree_of(value)]),
                _ => return None,
            }
            Some(())
        });
        let Some((&position, outer)) = at.split_last() else { continue };
        add(Op::Remove { at: here.clone(), prune: false }, at, &|tree| {
            match &mut tree.at(outer)?.node {
                Node::Mapping(entries) => drop(entries.remove(position)),
                Node::Sequence(items) => drop(items.remove(position)),
                _ => return None,
            }
            Some(())
        });
        for name in ["new-name", "no: name", "yes"] {
            add(Op::RenameKey { at: here.clone(), to: name.into() }, at, &|tree| {
                let Node::Mapping(entries) = &mut tree.at(outer)?.node else { return None };
                let key = &mut entries[position].0;
                matches!(key.node, Node::Scalar { .. } | Node::Alias(_)).then_some(())?;
                key.node = Node::Written { text: name.into(), string: true };
                Some(())
            });
        }
        if let Node::Scalar { text, .. } = &found.node
            && let Some((from, first)) = text.char_indices().nth(text.chars().count() / 2)
        {
            let within = from..from + first.len_utf8();
            let op = Op::ReplaceWithin { at: here.clone(), within: within.clone(), with: "<'\"\\>".into() };
            add(op, at, &|tree| {
                let old = tree.at(at)?;
                let Node::Scalar { text, .. } = &old.node else { return None };
                let mut text = text.clone();
                text.replace_range(within.clone(), "<'\"\\>");
                (text != "<'\"\\>").then_some(())?;
                *old = Tree {
                    anchor: old.anchor,
                    tag: old.tag.clone(),
                    is_new: true,
                    node: Node::Written { text, string: true },
                };
                Some(())
            });
        }
        let siblings = sizes[outer];
        for to in [0, position + 1, siblings.saturating_sub(1)] {
            let step = match here.last() {
                Some(Step::Index(_)) => Step::Index(to),
                _ => Step::Entry(to),
            };
            if to == position || to >= siblings {
                continue;
            }
            add(Op::Move { at: here.clone(), to: step }, at, &|tree| {
                match &mut tree.at(outer)?.node {
                    Node::Mapping(entries) => {
                        let entry = entries.remove(position);
                        entries.insert(to, entry);
                    }
                    Node::Sequence(items) => {
                        let item = items.remove(position);
                        items.insert(to, item);
                    }
                    _ => return None,
                }
                Some(())
            });
        }
    }
    cases
}

/// How often a law was held, and how often an op was refused where it need not have been.
#[derive(Default, Debug)]
struct Tally {
    held: usize,
    refused: Vec<String>,
}

/// Holds one case. `Err` says which law is broken.
fn hold(
    text: &str,
    document: &Document,
    before: &Tree,
    case: &Case,
    tally: &mut Tally,
) -> Result<(), String> {
    let edit = match yaml::patch(document, std::slice::from_ref(&case.op)) {
        Ok(edit) => edit,
        Err(error) => return refusal(text, before, case, &error, tally),
    };
    let after = edit.apply(text);
    let context = |law: &str| format!("{law}\n{:?}\n--- before\n{text}\n--- after\n{after}", case.op);
    if edit.invert(text).apply(&after) != text {
        return Err(context("taking it back does not give the text before"));
    }
    let read = judge::read(&after).map_err(|error| context(&error))?;
    let read = read.ok_or_else(|| context("nothing is left"))?;
    if !case.expected.agrees(&read, &mut HashMap::new()) && !is_misread(&after) {
        return Err(context("the judge reads something else"));
    }
    local(text, document, case, &edit).map_err(|law| context(&law))?;
    comments(text, document, case, &edit, &after).map_err(|law| context(&law))?;
    tally.held += 1;
    Ok(())
}

/// The judge takes `[a: {b: 1, c: 2}]` for a mapping of two entries, which it is not.
fn is_misread(text: &str) -> bool {
    let document = yaml::parse(text);
    let mut todo: Vec<yaml::Node<'_>> = document.root().into_iter().collect();
    while let Some(node) = todo.pop() {
        let is_pair =
            node.kind() == Kind::Mapping && node.style() == Style::Flow && !node.source().starts_with('{');
        if is_pair && node.entries().any(|entry| !entry.value.is_scalar()) {
            return true;
        }
        todo.extend(node.entries().map(|entry| entry.value).filter(|value| !value.is_alias()));
        todo.extend(node.items().filter(|item| !item.is_alias()));
    }
    false
}

/// An anchor that is used may not go or change its name, nor stand below its alias; nothing else needs to be refused.
fn refusal(
    text: &str,
    before: &Tree,
    case: &Case,
    error: &PatchError,
    tally: &mut Tally,
) -> Result<(), String> {
    let (mut defined, mut used) = (Vec::new(), Vec::new());
    before.anchors(&mut defined, &mut used);
    match (error, &case.op) {
        (PatchError::AnchorInUse { .. }, _) if !used.is_empty() => {}
        (PatchError::Unwritable(_), Op::Move { .. }) if !used.is_empty() => {}
        (PatchError::Unwritable(_), Op::Insert { .. } | Op::Append { .. } | Op::Replace { .. }) => {
            tally.refused.push(format!("{error}\n{:?}\n{text}", case.op));
        }
        _ => return Err(format!("refused: {error}\n{:?}\n{text}", case.op)),
    }
    Ok(())
}

/// Deleted bytes belong to the item; around it only blanks, commas and comments may go.
fn local(text: &str, document: &Document, case: &Case, edit: &limn::text::TextEdit) -> Result<(), String> {
    let (Some(allowed), more) = allowed(document, case) else { return Err("there is no such item".into()) };
    for indel in edit.indels() {
        for at in indel.delete.start..indel.delete.end {
            let is_inside =
                [Some(allowed), more].into_iter().flatten().any(|it| it.start <= at && at < it.end);
            let in_comment =
                document.comments().iter().any(|comment| comment.range.start <= at && at < comment.range.end);
            let byte = text.as_bytes()[at];
            let moves = matches!(case.op, Op::Move { .. } | Op::Remove { .. }) || takes_block(document, case);
            let harmless = b" \t\r\n,".contains(&byte) || (in_comment && moves) || (byte == b'-' && moves);
            // The last `|+` of a text without a last line break becomes `|-` before anything is put below it.
            let chomps = byte == b'+' && indel.insert == "-";
            if !is_inside && !harmless && !chomps {
                return Err(format!("byte {at} is outside of {allowed:?}"));
            }
        }
    }
    Ok(())
}

/// A block collection goes with the comment behind its last line.
fn takes_block(document: &Document, case: &Case) -> bool {
    let is_block = |node: yaml::Node<'_>| node.style() == Style::Block;
    matches!(case.op, Op::Replace { .. }) && find(document, &case.at).is_some_and(is_block)
}

fn find<'d>(document: &'d Document, at: &[usize]) -> Option<yaml::Node<'d>> {
    at.iter().try_fold(document.root()?, |node, &position| match node.kind() {
        Kind::Mapping => node.entries().nth(position).map(|entry| entry.value),
        _ => node.items().nth(position),
    })
}

/// What may go with an op.
fn allowed(document: &Document, case: &Case) -> (Option<TextRange>, Option<TextRange>) {
    let Some(node) = find(document, &case.at) else { return (None, None) };
    let entry = node.key().map_or(node.full_range(), |key| key.full_range().cover(node.full_range()));
    let nothing = TextRange::empty(node.full_range().start);
    match case.op {
        Op::Replace { .. } | Op::ReplaceWithin { .. } => (Some(node.full_range()), None),
        Op::RenameKey { .. } => (node.key().map(|key| key.range()), None),
        Op::Remove { .. } => {
            // With `? ` before an explicit key and the tag of what becomes `{}`.
            (Some(TextRange::new(entry.start.saturating_sub(4), entry.end)), None)
        }
        Op::Move { .. } => (node.parent().map(|parent| parent.range()), None),
        Op::Insert { .. } | Op::Append { .. } => {
            let is_empty = node.entries().len() + node.items().len() == 0;
            (Some(if is_empty || node.style() == Style::Flow { node.range() } else { nothing }), None)
        }
    }
}

/// Comments stay, all of them and in their order, but inside what goes and next to it.
fn comments(
    text: &str,
    document: &Document,
    case: &Case,
    edit: &limn::text::TextEdit,
    after: &str,
) -> Result<(), String> {
    let read = yaml::parse(after);
    let mut left: Vec<&str> = read.comments().iter().map(|comment| &after[comment.range]).collect();
    let (Some(allowed), _) = allowed(document, case) else { return Ok(()) };
    let is_taken = |range: TextRange| edit.indels().iter().any(|indel| indel.delete.overlaps(range));
    let moves = matches!(case.op, Op::Move { .. });
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
        let goes = matches!(case.op, Op::Remove { .. }) || takes_block(document, case);
        if !(allowed.contains(comment) || (goes && is_beside(text, document, allowed, comment))) {
            return Err(format!("the comment {:?} is lost", &text[comment]));
        }
    }
    Ok(())
}

/// Nothing but blanks and other comments stands between the comment and the item.
fn is_beside(text: &str, document: &Document, item: TextRange, comment: TextRange) -> bool {
    let between = if comment.start >= item.end {
        item.end..comment.start
    } else {
        comment.end..item.start.max(comment.end)
    };
    let mut rest = text[between.clone()].to_owned();
    for other in document.comments() {
        if between.start <= other.range.start && other.range.end <= between.end {
            rest = rest.replacen(&text[other.range], "", 1);
        }
    }
    rest.trim_matches(|c: char| c.is_whitespace() || "-?,:".contains(c)).is_empty()
}

/// Holds every `every`th case of a text, from the `from`th on.
fn hold_all(text: &str, from: usize, every: usize, tally: &mut Tally) -> Result<(), String> {
    let document = yaml::parse(text);
    let Ok(Some(before)) = judge::read(text) else { return Ok(()) };
    if !document.errors().is_empty() || is_misread(text) {
        return Ok(());
    }
    for case in cases(&before, from, every) {
        hold(text, &document, &before, &case, tally)?;
    }
    Ok(())
}

fn takes_all() -> bool {
    std::env::var_os("LIMN_LAWS").is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: if takes_all() { 4000 } else { 96 }, ..ProptestConfig::default() })]

    #[test]
    fn patches_of_generated_texts_keep_the_laws(stream in prop::collection::vec(any::<u8>(), 0..160), from in 0usize..97) {
        let text = texts::text(&stream);
        prop_assert!(judge::read(&text).is_ok(), "the generator wrote no YAML:\n{text}\n{:?}", judge::read(&text));
        let every = if takes_all() { 1 } else { 7 };
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
    let step = if takes_all() { 1 } else { files.len().div_ceil(count).max(1) };
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
    hold_corpus("1-tnco-assembly", 9, 40);
}

#[test]
fn patches_of_later_assemblies_keep_the_laws() {
    hold_corpus("2-cp4na-lmctl", 60, 20);
}

#[test]
fn patches_of_tosca_templates_keep_the_laws() {
    hold_corpus("3-tosca", 80, 12);
}
