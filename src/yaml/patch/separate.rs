//! Separation of shared values: edits after which a place has a value of its own, while every value stays the same everywhere.
//!
//! A change of one place of a shared value is such an edit and then an ordinary change. The text after each edit is parsed and compared with the
//! text before, with aliases and merge keys followed, so that a separation never changes a value.

use std::collections::{HashMap, HashSet};

use super::graft::{Graft, anchor_gap};
use super::scan::{self, range};
use super::sharing::{SharedBy, aliases_of, merged};
use super::{PatchError, TextStyle, Writer};
use crate::document::Document;
use crate::node::Node;
use crate::notation::NodeKind;
use crate::{Op, Path, Placement, Resolved, Value};
use limn_text::{Indel, TextEdit, TextRange};

/// The places at which a shared value is to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EditScope {
    /// This place alone.
    Here,
    /// All places that share the value.
    Everywhere,
}

/// Computes the next edit that separates the value at `path` from what it shares; `None` once a change of it has the scope. The path is the same
/// after the edit. `inside`: see [`Document::sharing`].
///
/// # Errors
///
/// Fails if the value cannot be copied to its place.
pub fn separate(
    document: &Document,
    path: &Path,
    inside: bool,
    scope: EditScope,
) -> Result<Option<TextEdit>, PatchError> {
    let edit = match scope {
        EditScope::Here => {
            let Some(sharing) = document.sharing(path, inside) else { return Ok(None) };
            match (sharing.by, sharing.merged) {
                (SharedBy::Anchor, _) => hand_over(document, sharing.node),
                (SharedBy::Alias, _) => own(document, sharing.node),
                (SharedBy::Merge, Some(value)) => own_merged(document, sharing.node, value),
                (SharedBy::Merge, None) => None,
            }
        }
        EditScope::Everywhere => {
            let Some((mapping, value)) = first_merge(document, path, inside) else { return Ok(None) };
            own_merged(document, mapping, value)
        }
    };
    let edit = edit.ok_or_else(|| PatchError::Unwritable(path.clone()))?;
    verified(document, edit, path).map(Some)
}

/// Computes the edit that moves the anchor at `path` to its first alias, with the text of the value. The anchored node keeps a copy.
///
/// # Errors
///
/// Fails if there is no such anchor, or if the value cannot be copied to the alias.
pub fn move_anchor(document: &Document, path: &Path) -> Result<TextEdit, PatchError> {
    let node = document.get(path).ok_or_else(|| PatchError::Missing(path.clone()))?;
    let edit = hand_over(document, node).ok_or_else(|| PatchError::Unwritable(path.clone()))?;
    verified(document, edit, path)
}

/// Computes the edit for `ops` like [`patch`](super::patch()). An anchor that would be removed while aliases refer to it moves to the first of
/// them that stays, with the text of its value.
///
/// # Errors
///
/// Fails as `patch` does, and if the value of such an anchor cannot be copied to its alias.
pub fn patch_keeping_anchors(document: &Document, ops: &[Op]) -> Result<TextEdit, PatchError> {
    let mut result = super::patch(document, ops);
    let (mut moves, mut moved) = (TextEdit::default(), None::<Document>);
    while let Err(PatchError::AnchorInUse { path, .. }) = &result {
        // A move would leave the anchor where it goes to.
        if ops.iter().any(|op| matches!(op, Op::Move { .. })) {
            break;
        }
        let now = moved.as_ref().unwrap_or(document);
        let next = move_anchor(now, path)?;
        moves = moves.then(&document.text, &next);
        let now = document.after(&moves);
        result = super::patch(&now, ops);
        moved = Some(now);
    }
    Ok(moves.then(&document.text, &result?))
}

/// The first mapping on the path, behind all aliases, whose entry comes from a merge, and the value of that entry.
fn first_merge<'d>(document: &'d Document, path: &Path, inside: bool) -> Option<(Node<'d>, Node<'d>)> {
    let mut node = document.root()?;
    for (depth, step) in path.steps().iter().enumerate() {
        match node.child(step) {
            Some(child) => node = child,
            None if depth + 1 == path.len() && !inside => return None,
            None => return Some((node.resolve(), merged(node, step)?)),
        }
    }
    None
}

/// Moves the anchor of a node to the first alias.
fn hand_over(document: &Document, owner: Node<'_>) -> Option<TextEdit> {
    let first = aliases_of(owner).into_iter().next()?;
    let mut indels = graft(document, first, owner, owner.anchor())?;
    let delete = anchor_gap(&document.text, owner.anchor_range()?);
    indels.push(Indel { delete, insert: String::new() });
    TextEdit::from_indels(indels)
}

/// Replaces an alias by an own value. Where merge keys are in use, a mapping merges what it shared; otherwise the value is a copy.
fn own(document: &Document, alias: Node<'_>) -> Option<TextEdit> {
    let target = alias.target()?;
    if document.has_merges() && target.kind() == NodeKind::Mapping && !alias.is_key() {
        return merging(document, alias);
    }
    TextEdit::from_indels(graft(document, alias, target, None)?)
}

/// Replaces an alias by a mapping that merges it.
fn merging(document: &Document, alias: Node<'_>) -> Option<TextEdit> {
    let text: &str = &document.text;
    let parent = alias.parent()?;
    let style = Writer::new(document, TextStyle::Usual).style_in(parent);
    let entry = format!("<<: {}", alias.source());
    let at = alias.range();
    if scan::is_in_flow(alias) {
        let pad = if style.pad_map { " " } else { "" };
        return Some(TextEdit::replace(at, format!("{{{pad}{entry}{pad}}}")));
    }
    if parent.kind() == NodeKind::Sequence || scan::is_first_on_line(text, at.start) {
        return Some(TextEdit::replace(at, entry));
    }
    let indent = " ".repeat(scan::column(text, parent.range().start) + style.map_step);
    TextEdit::from_indels(vec![
        Indel { delete: range(scan::trim_blanks_before(text, at.start), at.end), insert: String::new() },
        Indel {
            delete: TextRange::empty(scan::line_end(text, at.end)),
            insert: format!("{}{indent}{entry}", style.eol),
        },
    ])
}

/// Gives a mapping a copy of an entry that a merge adds.
fn own_merged(document: &Document, mapping: Node<'_>, value: Node<'_>) -> Option<TextEdit> {
    let (into, key) = (mapping.path(), value.key()?.text()?.to_owned());
    let (at, source) = (into.key(&key), value.path());
    let insert = Op::Insert { into, key, value: Value::Null, placement: Placement::Last };
    let insert = super::patch(document, &[insert]).ok()?;
    let with_key = document.after(&insert);
    let copy = graft(&with_key, with_key.get(&at)?, with_key.get(&source)?, None)?;
    Some(insert.then(&document.text, &TextEdit::from_indels(copy)?))
}

fn graft<'d>(
    document: &'d Document,
    at: Node<'d>,
    source: Node<'d>,
    anchor: Option<&'d str>,
) -> Option<Vec<Indel>> {
    let style = Writer::new(document, TextStyle::Usual).style_in(at.parent()?);
    Graft { at, source, anchor, style }.indels()
}

/// The edit, if every value reads as before.
fn verified(before: &Document, edit: TextEdit, path: &Path) -> Result<TextEdit, PatchError> {
    let after = before.after(&edit);
    let mut seen = HashSet::new();
    let is_same = before.errors().len() >= after.errors().len()
        && before.roots().len() == after.roots().len()
        && before.roots().zip(after.roots()).all(|(one, other)| means_same(one, other, &mut seen));
    if is_same { Ok(before.ended(edit)) } else { Err(PatchError::Unwritable(path.clone())) }
}

/// Returns true if two nodes of two documents have the same value, with aliases and merge keys followed. `seen`: the pairs that were compared.
fn means_same(one: Node<'_>, other: Node<'_>, seen: &mut HashSet<(u32, u32)>) -> bool {
    let (one, other) = (one.resolve(), other.resolve());
    if !seen.insert((one.id, other.id)) {
        return true;
    }
    if one.kind() != other.kind() || one.tag() != other.tag() {
        return false;
    }
    match one.kind() {
        NodeKind::Alias => one.source() == other.source(),
        NodeKind::Scalar => {
            let is_text_alike = one.text() == other.text() || one.resolved() == Some(Resolved::Null);
            is_text_alike && one.resolved() == other.resolved()
        }
        NodeKind::Sequence => {
            one.items().len() == other.items().len()
                && one.items().zip(other.items()).all(|(a, b)| means_same(a, b, seen))
        }
        NodeKind::Mapping => {
            let (ones, others): (Vec<_>, Vec<_>) =
                (one.merged_entries().collect(), other.merged_entries().collect());
            let by_key: HashMap<&str, Node<'_>> =
                others.iter().filter_map(|entry| Some((entry.key.text()?, entry.value))).collect();
            let mut odd = others.iter().filter(|entry| entry.key.text().is_none());
            ones.len() == others.len()
                && ones.iter().all(|entry| match entry.key.text() {
                    Some(key) => by_key.get(key).is_some_and(|value| means_same(entry.value, *value, seen)),
                    None => odd.next().is_some_and(|other| {
                        means_same(entry.key, other.key, seen) && means_same(entry.value, other.value, seen)
                    }),
                })
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::{Step, parse, patch};

    fn path(text: &str) -> Path {
        text.split('.')
            .map(|step| step.parse().map_or_else(|_| Step::Key(step.into()), Step::Index))
            .collect()
    }

    /// The text after the value at a path is changed to `new`.
    fn changed(text: &str, at: &str, scope: EditScope) -> Result<String, PatchError> {
        let at = path(at);
        let mut text = text.to_owned();
        while let Some(edit) = separate(&parse(text.as_str()), &at, false, scope)? {
            text = edit.apply(&text);
        }
        let document = parse(text.as_str());
        let op = match (document.get(&at), at.parent(), at.last()) {
            (None, Some(into), Some(Step::Key(key))) => Op::Insert {
                into,
                key: key.to_string(),
                value: Value::text("new"),
                placement: Placement::Last,
            },
            _ => Op::Replace { at, value: Value::text("new") },
        };
        let ops = [op];
        let ops =
            if scope == EditScope::Everywhere { document.ops_where_written(&ops) } else { ops.to_vec() };
        Ok(patch(&document, &ops)?.apply(&text))
    }

    #[track_caller]
    fn check(text: &str, at: &str, scope: EditScope, expect: Expect) {
        expect.assert_eq(&changed(text, at, scope).unwrap_or_else(|error| format!("refused: {error}")));
    }

    const SIZES: &str = "\
small: &small   # the usual
  # counted
  cpus: 1
  disk: {size: 10}  # GB
web: *small  # the shop
db:
  host: *small
list:
  - *small
";

    #[test]
    fn t5_of_an_alias_a_copy_is_changed_here() {
        check(
            SIZES,
            "web.cpus",
            EditScope::Here,
            expect![[r#"
            small: &small   # the usual
              # counted
              cpus: 1
              disk: {size: 10}  # GB
            web:  # the shop
              # counted
              cpus: new
              disk: {size: 10}  # GB
            db:
              host: *small
            list:
              - *small
        "#]],
        );
        check(
            SIZES,
            "web.disk.size",
            EditScope::Here,
            expect![[r#"
            small: &small   # the usual
              # counted
              cpus: 1
              disk: {size: 10}  # GB
            web:  # the shop
              # counted
              cpus: 1
              disk: {size: new}  # GB
            db:
              host: *small
            list:
              - *small
        "#]],
        );
        check(
            SIZES,
            "list.0.disk.size",
            EditScope::Here,
            expect![[r#"
            small: &small   # the usual
              # counted
              cpus: 1
              disk: {size: 10}  # GB
            web: *small  # the shop
            db:
              host: *small
            list:
              - # counted
                cpus: 1
                disk: {size: new}  # GB
        "#]],
        );
    }

    #[test]
    fn t5_of_an_anchor_the_first_alias_takes_it() {
        check(
            SIZES,
            "small.cpus",
            EditScope::Here,
            expect![[r#"
            small:   # the usual
              # counted
              cpus: new
              disk: {size: 10}  # GB
            web: &small  # the shop
              # counted
              cpus: 1
              disk: {size: 10}  # GB
            db:
              host: *small
            list:
              - *small
        "#]],
        );
        check(
            "a: &x 5\nb: [*x, *x]\n",
            "a",
            EditScope::Here,
            expect![[r#"
            a: new
            b: [&x 5, *x]
        "#]],
        );
        check(
            "a: &x\n  - 1  # one\n  - |\n    two\nb:\n  - *x\n",
            "a.0",
            EditScope::Here,
            expect![[r#"
            a:
              - new  # one
              - |
                two
            b:
              - &x
                - 1  # one
                - |
                  two
        "#]],
        );
        check(
            "a: &x {k: 1}\nb: {<<: *x}\n",
            "a.k",
            EditScope::Here,
            expect![[r#"
            a: {k: new}
            b: {<<: &x {k: 1}}
        "#]],
        );
        check(
            "a: &x\n  k: 1\nb:\n  <<: *x\n  l: 2\n",
            "a.k",
            EditScope::Here,
            expect![[r#"
            a:
              k: new
            b:
              <<: &x
                k: 1
              l: 2
        "#]],
        );
    }

    #[test]
    fn t5_everywhere_the_anchored_value_changes() {
        check(
            SIZES,
            "list.0.disk.size",
            EditScope::Everywhere,
            expect![[r#"
            small: &small   # the usual
              # counted
              cpus: 1
              disk: {size: new}  # GB
            web: *small  # the shop
            db:
              host: *small
            list:
              - *small
        "#]],
        );
        check(
            SIZES,
            "small.cpus",
            EditScope::Everywhere,
            expect![[r#"
            small: &small   # the usual
              # counted
              cpus: new
              disk: {size: 10}  # GB
            web: *small  # the shop
            db:
              host: *small
            list:
              - *small
        "#]],
        );
        check(
            "a: &x 5\nb: [*x, *x]\n",
            "b.1",
            EditScope::Everywhere,
            expect![[r#"
            a: &x new
            b: [*x, *x]
        "#]],
        );
    }

    const MERGED: &str = "\
base: &base
  size: 1
  inner:
    a: 1  # first
    b: [x,
      y]
web:
  <<: *base
  own: 2
db: *base
";

    #[test]
    fn t5_a_merged_value_is_overridden_here() {
        check(
            MERGED,
            "web.size",
            EditScope::Here,
            expect![[r#"
            base: &base
              size: 1
              inner:
                a: 1  # first
                b: [x,
                  y]
            web:
              <<: *base
              own: 2
              size: new
            db: *base
        "#]],
        );
        check(
            MERGED,
            "web.inner.a",
            EditScope::Here,
            expect![[r#"
            base: &base
              size: 1
              inner:
                a: 1  # first
                b: [x,
                  y]
            web:
              <<: *base
              own: 2
              inner:
                a: new  # first
                b: [x,
                  y]
            db: *base
        "#]],
        );
        check(
            MERGED,
            "web.inner.b.1",
            EditScope::Here,
            expect![[r#"
            base: &base
              size: 1
              inner:
                a: 1  # first
                b: [x,
                  y]
            web:
              <<: *base
              own: 2
              inner:
                a: 1  # first
                b: [x,
                  new]
            db: *base
        "#]],
        );
    }

    #[test]
    fn t5_where_merge_keys_are_in_use_an_alias_is_merged() {
        check(
            MERGED,
            "db.size",
            EditScope::Here,
            expect![[r#"
            base: &base
              size: 1
              inner:
                a: 1  # first
                b: [x,
                  y]
            web:
              <<: *base
              own: 2
            db:
              <<: *base
              size: new
        "#]],
        );
        check(
            MERGED,
            "db.inner.a",
            EditScope::Here,
            expect![[r#"
            base: &base
              size: 1
              inner:
                a: 1  # first
                b: [x,
                  y]
            web:
              <<: *base
              own: 2
            db:
              <<: *base
              inner:
                a: new  # first
                b: [x,
                  y]
        "#]],
        );
        check(
            "m: {<<: {}}\na: &x {k: 1}\nb: [*x]\nc: {d: *x}\n",
            "c.d.k",
            EditScope::Here,
            expect![[r#"
            m: {<<: {}}
            a: &x {k: 1}
            b: [*x]
            c: {d: {<<: *x, k: new}}
        "#]],
        );
        check(
            "m: {<<: {}}\na: &x {k: 1}\nb:\n- *x\n",
            "b.0.k",
            EditScope::Here,
            expect![[r#"
            m: {<<: {}}
            a: &x {k: 1}
            b:
            - <<: *x
              k: new
        "#]],
        );
    }

    #[test]
    fn t5_merges_behind_an_alias_are_copied_where_it_is_written() {
        let text = "base: &base\n  inner: {a: 1, b: 2}\nmid: &mid\n  <<: *base\none: *mid\ntwo: *mid\n";
        check(
            text,
            "one.inner.a",
            EditScope::Everywhere,
            expect![[r#"
            base: &base
              inner: {a: 1, b: 2}
            mid: &mid
              <<: *base
              inner: {a: new, b: 2}
            one: *mid
            two: *mid
        "#]],
        );
    }

    #[test]
    fn t5_anchors_inside_stay_where_their_aliases_are() {
        let text = "a: &x {k: &y 1, l: *y}\nb: *x\nc: *y\n";
        check(
            text,
            "b.l",
            EditScope::Here,
            expect![[r#"
            a: &x {k: &y 1, l: *y}
            b: {k: 1, l: new}
            c: *y
        "#]],
        );
        check(
            "a: &x {k: &y 1, l: *y}\nb: *x\n",
            "b.k",
            EditScope::Here,
            expect![[r#"
            a: &x {k: &y 1, l: *y}
            b: {k: new, l: &y 1}
        "#]],
        );
        check(
            text,
            "a.k",
            EditScope::Here,
            expect![[r#"
            a: {k: new, l: &y 1}
            b: &x {k: 1, l: *y}
            c: *y
        "#]],
        );
    }

    #[test]
    fn t5_an_anchor_moves_with_its_text() {
        let text = "\
a: &x
  # all
  - 'one'  # first
  - >
    long
    text
b:
    c: *x  # here
d: *x
";
        let moved = move_anchor(&parse(text), &path("a")).unwrap().apply(text);
        expect![[r#"
            a:
              # all
              - 'one'  # first
              - >
                long
                text
            b:
                c: &x  # here
                  # all
                  - 'one'  # first
                  - >
                    long
                    text
            d: *x
        "#]]
        .assert_eq(&moved);
        assert!(move_anchor(&parse(text), &path("b")).is_err());
    }

    #[test]
    fn t5_what_another_anchor_would_hide_is_refused() {
        let text = "z: &z 1\na: &x [*z]\ny: &z 2\nb: *x\n";
        assert_eq!(changed(text, "b.0", EditScope::Here), Err(PatchError::Unwritable(path("b.0"))));
    }
}
