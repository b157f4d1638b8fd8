//! Laws of shared values (row T5), over generated texts with anchors, aliases and merge keys:
//!
//! - a change for one place changes the value there, and no value anywhere else;
//! - a change for all places changes the value at each place that shares it, and no other;
//! - what is removed may own anchors: all other values stay;
//! - undoing the edit restores the text, and no other byte outside the lines of the place, its anchor and its alias is written.

mod common;
#[path = "common/texts.rs"]
mod texts;

use std::collections::BTreeMap;

use limn::text::TextEdit;
use limn::yaml::{self, Document, EditScope, Node, NodeKind, Op, PatchError, Path, Placement, Step, Value};
use proptest::prelude::*;

/// A value with all aliases and merge keys followed: what it reads as, and the node where it is written.
type Values = BTreeMap<Path, (String, yaml::NodeId)>;

fn values(document: &Document) -> Values {
    fn visit(node: Node<'_>, path: &Path, out: &mut Values) {
        let node = node.resolve();
        let tag = node.tag().unwrap_or_default();
        let text = match node.kind() {
            NodeKind::Mapping => format!("mapping {tag}"),
            NodeKind::Sequence => format!("sequence of {} {tag}", node.items().len()),
            _ if node.is_null() => format!("null {tag}"),
            _ => format!("{:?} {:?} {tag}", node.resolved(), node.text()),
        };
        out.insert(path.clone(), (text, node.id()));
        for entry in node.merged_entries() {
            match entry.key.text() {
                Some(key) => visit(entry.value, &path.key(key), out),
                None => visit(entry.value, &path.step(Step::Entry(entry.position)), out),
            }
        }
        for (at, item) in node.items().enumerate() {
            visit(item, &path.index(at), out);
        }
    }
    let mut out = Values::new();
    if let Some(root) = document.root() {
        visit(root, &Path::root(), &mut out);
    }
    out
}

/// The values outside these places.
fn outside(values: &Values, places: &[Path]) -> BTreeMap<Path, String> {
    let is_inside = |path: &Path| places.iter().any(|place| path.starts_with(place));
    values
        .iter()
        .filter(|(path, _)| !is_inside(path))
        .map(|(path, (text, _))| (path.clone(), text.clone()))
        .collect()
}

/// Texts with merge keys, in block and flow notation.
fn merging(stream: &[u8]) -> String {
    let mut choices = texts::Choices::new(stream);
    let mut text =
        String::from("one: &one {a: 1, b: {c: [2, 3], d: x}}\ntwo: &two\n  a: 9\n  e:\n    f: y  # said\n");
    if choices.below(2) == 1 {
        text.push_str("  <<: *one\n");
    }
    if choices.below(2) == 1 {
        text.push_str("n: &n\n  - *two\n  # of one\n  - <<: *one\n    b: 5\n");
    }
    for at in 0..=choices.below(4) {
        let name = ["one", "two", "two", "one"][choices.below(4)];
        text.push_str(&match choices.below(7) {
            0 => format!("k{at}: *{name}  # whole\n"),
            1 => format!("k{at}:\n  <<: *{name}\n  g: 1\n"),
            2 => format!("k{at}: {{<<: *{name}, h: {{i: *two}}}}\n"),
            3 => format!("k{at}:\n  - *{name}\n  - <<: [*one, *{name}]\n"),
            4 => format!("k{at}:\n  *{name}\n"),
            5 => format!("k{at}: &k{at}\n  l: *{name}\nm{at}: *k{at}\n"),
            _ => format!("k{at}: &k{at} [*{name}, *one]\nm{at}: {{o: *k{at}, p: *{name}}}\n"),
        });
    }
    text
}

fn change(document: &Document, at: &Path) -> Op {
    match (document.get(at), at.parent(), at.last_key()) {
        (None, Some(into), Some(key)) => Op::Insert {
            into,
            key: key.to_owned(),
            value: Value::text("changed"),
            placement: Placement::Last,
        },
        _ => Op::Replace { at: at.clone(), value: Value::text("changed") },
    }
}

#[derive(Default, Debug)]
struct Tally {
    held: usize,
    refused: usize,
}

/// Changes the value at a place.
fn hold_change(text: &str, at: &Path, scope: EditScope, tally: &mut Tally) -> Result<(), String> {
    let before = yaml::parse(text);
    let mut whole = TextEdit::default();
    let mut document = yaml::parse(text);
    loop {
        match yaml::separate(&document, at, false, scope) {
            Ok(None) => break,
            Ok(Some(edit)) => whole = whole.then(text, &edit),
            // A value with aliases that would mean something else at its new place.
            Err(PatchError::Unwritable(_)) => {
                tally.refused += 1;
                return Ok(());
            }
            Err(error) => return Err(format!("{scope:?} `{at}`: {error}\n{text}")),
        }
        document = yaml::parse(whole.apply(text));
    }
    let op = change(&document, at);
    let ops = if scope == EditScope::Everywhere { document.ops_where_written(&[op]) } else { vec![op] };
    let separated = values(&document);
    let places: Vec<Path> = match (scope, separated.get(at)) {
        (EditScope::Everywhere, Some((_, written))) => {
            // An entry that a merge adds is overridden at the places of its mapping.
            let shares = |path: &Path| document.written_at(path) == document.written_at(at);
            let is_own = document.get(at).is_some();
            let same = separated.iter().filter(|(_, (_, other))| other == written).map(|(path, _)| path);
            same.filter(|path| is_own || shares(path)).cloned().collect()
        }
        _ => vec![at.clone()],
    };
    let edit = match yaml::patch_keeping_anchors(&document, &ops) {
        Ok(edit) => edit,
        Err(PatchError::Unwritable(_)) => {
            tally.refused += 1;
            return Ok(());
        }
        Err(error) => return Err(format!("{scope:?} `{at}`: {error}\n{}", document.text())),
    };
    let whole = whole.then(text, &edit);
    let result = whole.apply(text);
    let context =
        |law: &str| format!("{law}\n{scope:?} `{at}` of {places:?}\n--- before\n{text}\n--- after\n{result}");
    let after = yaml::parse(result.as_str());
    if !after.errors().is_empty() || whole.invert(text).apply(&result) != text {
        return Err(context("the result is damaged"));
    }
    let (was, is) = (values(&before), values(&after));
    for place in &places {
        if is.get(place).is_none_or(|(value, _)| !value.contains("\"changed\"")) {
            return Err(context(&format!("`{place}` is not changed")));
        }
    }
    if outside(&was, &places) != outside(&is, &places) {
        return Err(context("another value is changed"));
    }
    tally.held += 1;
    Ok(())
}

/// Removes an entry or item with all anchors in it.
fn hold_removal(text: &str, at: &Path, tally: &mut Tally) -> Result<(), String> {
    let before = yaml::parse(text);
    let op = Op::Remove { at: at.clone(), prune: false };
    let parent = at.parent().unwrap_or_default();
    let is_item = matches!(at.last(), Some(Step::Index(_)));
    // The items below move up, and what shares the collection loses the entry, too; the root shares nothing.
    if is_item || before.sharing(&parent, true).is_some() {
        return Ok(());
    }
    let edit = match yaml::patch_keeping_anchors(&before, &[op]) {
        Ok(edit) => edit,
        Err(PatchError::Unwritable(_)) => {
            tally.refused += 1;
            return Ok(());
        }
        Err(error) => return Err(format!("remove `{at}`: {error}\n{text}")),
    };
    let result = edit.apply(text);
    let after = yaml::parse(result.as_str());
    let context = |law: &str| format!("{law}\nremove `{at}`\n--- before\n{text}\n--- after\n{result}");
    if !after.errors().is_empty() || edit.invert(text).apply(&result) != text {
        return Err(context("the result is damaged"));
    }
    let place = std::slice::from_ref(at);
    let is_merge = at.last_key() == Some("<<");
    if !is_merge && outside(&values(&before), place) != outside(&values(&after), place) {
        return Err(context("another value is changed"));
    }
    tally.held += 1;
    Ok(())
}

fn hold_all(text: &str, from: usize, every: usize, tally: &mut Tally) -> Result<(), String> {
    let document = yaml::parse(text);
    if !document.errors().is_empty() || document.nodes().all(|node| !node.is_alias()) {
        return Ok(());
    }
    let all = values(&document);
    let places = || all.keys().filter(|path| !path.is_empty());
    let is_shared = |path: &&Path| document.sharing(path, true).is_some();
    for at in places().filter(is_shared).skip(from % every).step_by(every) {
        // A mapping that is merged adds nothing once it is a text.
        let is_merged = document.has_merges() && document.effective(at).is_some_and(Node::is_mapping);
        for scope in [EditScope::Here, EditScope::Everywhere].into_iter().take(if is_merged { 1 } else { 2 })
        {
            hold_change(text, at, scope, tally)?;
        }
    }
    for at in places().filter(|path| document.get(path).is_some()) {
        hold_removal(text, at, tally)?;
    }
    Ok(())
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn t5_changes_of_merged_values_reach_their_places_only(stream in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut tally = Tally::default();
        let held = hold_all(&merging(&stream), 0, 1, &mut tally);
        prop_assert!(held.is_ok(), "{}", held.unwrap_err());
        prop_assert!(tally.held > 4 * tally.refused, "{tally:?}");
    }

    #[test]
    fn t5_changes_of_shared_values_reach_their_places_only(stream in prop::collection::vec(any::<u8>(), 0..400)) {
        let held = hold_all(&texts::text(&stream), usize::from(stream.first().copied().unwrap_or(0)), 3, &mut Tally::default());
        prop_assert!(held.is_ok(), "{}", held.unwrap_err());
    }
}
