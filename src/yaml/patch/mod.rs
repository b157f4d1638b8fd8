//! Ops to the smallest text edit.
//!
//! Each op is planned against the document before; what they do is then written as replacements of bytes, each inside the item its op names;
//! and the text after is read again and held against the ops done on plain values. What does not agree is not given out, so a mistake
//! made in here costs a refusal and never a document.

mod difference;
mod flow;
mod grow;
mod insert;
mod meet;
mod model;
mod plan;
mod quoting;
mod relocate;
mod remove;
mod rename_key;
mod replace;
mod says;
mod scan;
mod style;
#[cfg(test)]
mod tests;
mod within;
mod write;

use std::cell::OnceCell;

use self::plan::{Changes, Plan};
use self::style::{Habits, Look};
use super::document::{Document, Kind, Node, Style};
use super::{Op, Path};
use crate::text::{Indel, TextEdit, TextRange};

/// Why an op was refused. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    #[error("there is nothing at {}", named(.0))]
    Missing(Path),
    #[error("{} is not a mapping, so it takes no key", named(.0))]
    NotAMapping(Path),
    #[error("{} is not a list, so it takes no item", named(.0))]
    NotASequence(Path),
    #[error("{} is there already", named(.0))]
    Exists(Path),
    #[error(
        "{} is written through the alias `*{anchor}`, which other places share; change it at the anchor", named(.path)
    )]
    Shared { path: Path, anchor: String },
    #[error("the anchor `&{anchor}` at {} is still used elsewhere", named(.path))]
    AnchorInUse { path: Path, anchor: String },
    #[error("two changes meet at {}", named(.0))]
    Overlap(Path),
    #[error("the text around {} is broken; mend it first", named(.0))]
    Broken(Path),
    #[error("{} cannot be written here", named(.0))]
    Unwritable(Path),
}

fn named(path: &Path) -> String {
    if path.is_empty() { "the top of the document".to_owned() } else { format!("`{path}`") }
}

/// Plans `ops` against `document`. The edit changes no byte outside the items the ops name, and the text after it parses to what the ops say:
/// that is checked by reading it again before it is given out.
pub fn patch(document: &Document, ops: &[Op]) -> Result<TextEdit, PatchError> {
    let plan = Plan::of(document, ops)?;
    let refused = || {
        let path = ops.first().map(path_of).unwrap_or_default();
        if document.errors().is_empty() { PatchError::Unwritable(path) } else { PatchError::Broken(path) }
    };
    for manner in [Manner::Usual, Manner::Careful] {
        let mut pen = Pen::new(document, manner);
        pen.write(&plan)?;
        let edit = pen.edit().ok_or_else(refused)?;
        if edit.is_empty() {
            return Ok(edit);
        }
        let after = super::parse(edit.apply(&document.text));
        if model::agrees(document, ops, &after) {
            return Ok(edit);
        }
    }
    Err(refused())
}

/// How a patch is written; the second way where the first would not be read as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Usual,
    /// A `|` scalar takes in what is indented below it, a comment even, and says the line break at its end. So texts of several lines are
    /// written with escapes, and the last line break stays.
    Careful,
}

fn path_of(op: &Op) -> Path {
    match op {
        Op::Insert { into, key, .. } => into.key(key),
        Op::Append { to, .. } => to.clone(),
        Op::Replace { at, .. }
        | Op::ReplaceWithin { at, .. }
        | Op::RenameKey { at, .. }
        | Op::Remove { at, .. }
        | Op::Move { at, .. } => at.clone(),
    }
}

/// Writes a plan down, one replacement after the other.
struct Pen<'d> {
    document: &'d Document,
    text: &'d str,
    habits: OnceCell<Habits>,
    manner: Manner,
    strokes: Vec<Stroke>,
}

struct Stroke {
    /// How deep in the tree the thing is that it is about: of two insertions at one place the deeper comes first, for there its
    /// collection ends.
    depth: usize,
    indel: Indel,
}

impl<'d> Pen<'d> {
    fn new(document: &'d Document, manner: Manner) -> Pen<'d> {
        Pen { document, text: &document.text, habits: OnceCell::new(), manner, strokes: Vec::new() }
    }

    fn write(&mut self, plan: &Plan<'d>) -> Result<(), PatchError> {
        let cannot = |node: Node<'_>| match node.document().errors().is_empty() {
            true => PatchError::Unwritable(node.path()),
            false => PatchError::Broken(node.path()),
        };
        if let Some(value) = &plan.fresh {
            self.write_fresh(value);
        }
        for (&id, value) in &plan.values {
            let node = plan.node(id);
            self.replace(node, value).ok_or_else(|| cannot(node))?;
        }
        for (&id, parts) in &plan.within {
            let node = plan.node(id);
            self.replace_within(node, parts).ok_or_else(|| cannot(node))?;
        }
        for (&id, to) in &plan.keys {
            let key = plan.node(id);
            self.rename_key(key, to).ok_or_else(|| cannot(key))?;
        }
        for (&id, changes) in &plan.containers {
            let node = plan.node(id);
            self.change(node, changes).ok_or_else(|| cannot(node))?;
        }
        Ok(())
    }

    fn change(&mut self, container: Node<'d>, changes: &Changes) -> Option<()> {
        let parts = scan::parts(container)?;
        match (changes.moved, container.style()) {
            (Some((from, to)), Style::Flow) => self.move_in_flow(container, &parts, from, to),
            (Some((from, to)), _) => self.move_in_block(container, &parts, from, to),
            (None, Style::Flow) => self.change_flow(container, &parts, changes),
            (None, _) if changes.removed.len() < parts.len() => {
                self.remove(container, &parts, &changes.removed)?;
                self.add(container, &parts, &changes.added)
            }
            (None, _) if changes.added.is_empty() => self.remove_all(container, &parts),
            (None, _) => self.exchange_all(container, &parts, &changes.added),
        }
    }

    fn habits(&self) -> &Habits {
        self.habits.get_or_init(|| Habits::of(self.document, self.manner))
    }

    /// How a part of `container` is written.
    fn look_in(&self, container: Node<'_>) -> Look {
        self.habits().look_in(container)
    }

    fn stroke(&mut self, node: Node<'_>, delete: TextRange, insert: impl Into<String>) {
        let indel = Indel { delete, insert: insert.into() };
        self.strokes.push(Stroke { depth: plan::depth(node), indel });
    }

    fn insert(&mut self, node: Node<'_>, at: usize, insert: impl Into<String>) {
        self.stroke(node, TextRange::empty(at), insert);
    }

    fn delete(&mut self, node: Node<'_>, delete: TextRange) {
        self.stroke(node, delete, "");
    }

    /// The strokes as one edit; `None` where two meet, or where one does not lie between characters.
    fn edit(mut self) -> Option<TextEdit> {
        let text = self.text;
        let lies_between = |stroke: &Stroke| {
            let TextRange { start, end } = stroke.indel.delete;
            text.get(start..end).is_some()
        };
        self.strokes.iter().all(lies_between).then_some(())?;
        self.strokes.sort_by_key(|stroke| std::cmp::Reverse(stroke.depth));
        let (mut gone, rest): (Vec<Indel>, Vec<Indel>) =
            self.strokes.into_iter().map(|stroke| stroke.indel).partition(|indel| indel.insert.is_empty());
        // Two parts that go may share the line break between them.
        gone.sort_by_key(|indel| (indel.delete.start, indel.delete.end));
        let mut indels: Vec<Indel> = Vec::with_capacity(gone.len() + rest.len());
        for indel in gone {
            match indels.last_mut() {
                Some(last) if indel.delete.start < last.delete.end => {
                    last.delete = last.delete.cover(indel.delete);
                }
                _ => indels.push(indel),
            }
        }
        indels.extend(rest);
        TextEdit::from_indels(indels)
    }
}

/// Whether a new part of the collection is an entry or an item.
fn is_mapping(container: Node<'_>) -> bool {
    container.kind() == Kind::Mapping
}
