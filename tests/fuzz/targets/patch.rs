//! Patches: ops on any document are refused or do what they say, judged by a parser that planned none of them.

#[path = "../../common/judge.rs"]
#[allow(dead_code, reason = "shared with the patch laws")]
mod judge;
#[path = "../../common/perform.rs"]
#[allow(dead_code, reason = "shared with the patch laws")]
mod perform;

use std::collections::HashMap;

use limn::yaml::{self, Document, Node, NodeKind, Op, Path, Placement, Step, Style, Value};

use super::fix::applied;
use super::input::{Draws, boundary, split};

/// So many patches are tried on one text.
const PATCHES: usize = 6;

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let document = yaml::parse(&*text);
    let before = judged(&document, &text);
    for _ in 0..PATCHES {
        let ops: Vec<Op> = (0..=draws.below(3)).map(|_| op(&document, &mut draws)).collect();
        let Ok(edit) = yaml::patch(&document, &ops) else { continue };
        let after = applied(&edit, &text);
        let now = yaml::parse(after.as_str());
        assert!(
            now.errors().len() <= document.errors().len(),
            "{ops:?} breaks the text\n--- before\n{text}\n--- after\n{after}"
        );
        if let [op] = &*ops {
            keeps_comments(&document, op, &now);
            if let Some(before) = &before {
                agrees(before, op, &text, &after);
            }
        }
    }
}

/// The tree that the independent parser reads, of a text on which both parsers agree.
fn judged(document: &Document, text: &str) -> Option<judge::Tree> {
    let plain = document.errors().is_empty()
        && document.roots().len() == 1
        && document.duplicate_keys().len() == 0
        && !text.contains(['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}', '\0', '%', '\t'])
        && document.nodes().all(is_usual);
    if !plain { None } else { judge::read(text).ok().flatten() }
}

/// Returns true if the independent parser reads a node as this one does.
fn is_usual(node: Node<'_>) -> bool {
    let pair =
        node.kind() == NodeKind::Mapping && node.style() == Style::Flow && !node.source().starts_with('{');
    let empty_block = matches!(node.style(), Style::Literal | Style::Folded) && node.text() == Some("");
    let odd_key = node.is_key() && !node.is_scalar();
    !(pair || empty_block || odd_key || is_tilde(node) || node.tag().is_some())
}

/// A null that is written out, which the judge takes for an empty text.
fn is_tilde(node: Node<'_>) -> bool {
    node.is_scalar() && node.is_null() && !node.source().is_empty()
}

fn agrees(before: &judge::Tree, op: &Op, text: &str, after: &str) {
    let steps = perform::named(op).steps();
    // Trees of values are walked by position; they have no text of a null, and no key above one that goes.
    let within_null = matches!(op, Op::ReplaceWithin { within, .. } if within.is_empty());
    if within_null || steps.iter().any(|step| matches!(step, Step::Key(_))) {
        return;
    }
    let mut expected = before.clone();
    if perform::perform(&mut expected, op).is_none() || matches!(op, Op::Remove { prune: true, .. }) {
        return;
    }
    let context = |law: &str| format!("{law}\n{op:?}\n--- before\n{text}\n--- after\n{after}");
    let read = judge::read(after).unwrap_or_else(|error| panic!("{}", context(&error)));
    let read = read.unwrap_or_else(|| panic!("{}", context("nothing is left")));
    assert!(
        expected.agrees(&read, &mut HashMap::new()),
        "{}",
        context("another parser reads something else")
    );
}

/// Checks that an op that adds, renames or moves something loses no comment.
fn keeps_comments(document: &Document, op: &Op, now: &Document) {
    if matches!(op, Op::Replace { .. } | Op::Remove { .. } | Op::ReplaceWithin { .. }) {
        return;
    }
    let comments = |document: &Document| -> Vec<String> {
        let text = document.text();
        document.comments().iter().map(|comment| text[comment.range].trim_end().to_owned()).collect()
    };
    let has = comments(now);
    // Of what cannot be read, it is unsure what a comment is.
    let is_kept = |comment: &String| {
        has.contains(comment) || !document.errors().is_empty() && now.text().contains(comment.as_str())
    };
    for comment in comments(document) {
        assert!(
            is_kept(&comment),
            "{op:?} loses `{comment}`\n--- before\n{}\n--- after\n{}",
            document.text(),
            now.text()
        );
    }
}

fn op(document: &Document, draws: &mut Draws<'_>) -> Op {
    let at = path(document, draws);
    let placement = || Placement::Last;
    match draws.below(10) {
        0 => Op::Insert { into: at, key: key(draws), value: value(draws, 0), placement: placement() },
        1 => Op::Insert { into: at, key: key(draws), value: value(draws, 0), placement: Placement::First },
        2 => {
            let placement = if draws.below(2) == 0 {
                Placement::After(key(draws))
            } else {
                Placement::Before(key(draws))
            };
            Op::Insert { into: at, key: key(draws), value: value(draws, 0), placement }
        }
        3 => Op::Append { to: at, value: value(draws, 0) },
        4 | 5 => Op::Replace { at, value: value(draws, 0) },
        6 => {
            let said = document.get(&at).and_then(Node::as_str).unwrap_or_default();
            let from = draws.offset(&said);
            let to = boundary(&said, from + draws.below(4));
            Op::ReplaceWithin { at, within: from..to.max(from), with: key(draws) }
        }
        7 => Op::RenameKey { at, to: key(draws) },
        8 => Op::Remove { at, prune: draws.below(2) == 1 },
        _ => {
            let to = draws.below(4);
            let to =
                if matches!(at.last(), Some(Step::Index(_))) { Step::Index(to) } else { Step::Entry(to) };
            Op::Move { at, to }
        }
    }
}

/// A path to some node, by position; at times one by key, and one that leads nowhere.
fn path(document: &Document, draws: &mut Draws<'_>) -> Path {
    let Some(mut node) = document.root() else { return Path::root() };
    let mut path = Path::root();
    for _ in 0..draws.below(6) {
        let below = node.entries().len() + node.items().len();
        if below == 0 {
            break;
        }
        let at = draws.below(below);
        if let Some(entry) = node.nth_entry(at) {
            let by_key = draws.below(8) == 0;
            path = match entry.key.as_str().filter(|_| by_key) {
                Some(key) => path.key(&key),
                None => path.step(Step::Entry(at)),
            };
            node = entry.value;
        } else if let Some(item) = node.nth_item(at) {
            path = path.step(Step::Index(at));
            node = item;
        }
    }
    if draws.below(16) == 0 { path.key("missing") } else { path }
}

fn key(draws: &mut Draws<'_>) -> String {
    (*draws
        .of(&["new", "a", "no: name", "yes", "", "1", "ü", "'", "\"", "# x", "a#b", "- x", "${a.b}", "*a"]))
    .to_owned()
}

fn value(draws: &mut Draws<'_>, depth: usize) -> Value {
    let text = |draws: &mut Draws<'_>| {
        (*draws.of(&[
            "word",
            "1.0",
            "a: b # c",
            "two\nlines\n",
            " lead\n\ning",
            "",
            "'",
            "\ttab",
            "end ",
            "x\u{85}y",
            "\u{feff}",
            "---",
            "\n\n",
            "a\r\nb",
            "<'\"\\>",
            "🦀",
        ]))
        .to_owned()
    };
    match draws.below(if depth > 2 { 4 } else { 7 }) {
        0 => Value::Text(text(draws)),
        1 => Value::Quoted(text(draws)),
        2 => Value::Plain((*draws.of(&["12", "true", "word", "a b", "x: 1"])).to_owned()),
        3 => Value::Null,
        4 => Value::Sequence((0..draws.below(3)).map(|_| value(draws, depth + 1)).collect()),
        5 => Value::Mapping(
            (0..draws.below(3)).map(|at| (format!("k{at}"), value(draws, depth + 1))).collect(),
        ),
        _ => value(draws, depth + 1).on_one_line(),
    }
}
