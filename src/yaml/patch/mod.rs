//! Patches: turns operations into the smallest text edit.
//!
//! Each operation is planned against the document before the patch and written as byte replacements inside the item that it names. The result
//! is parsed again and compared with the operations applied to plain values. A patch that does not agree is rejected, so a bug in this module
//! causes an error and never a damaged document.

mod block_lines;
mod compare;
mod conflicts;
mod difference;
mod flow;
mod graft;
mod insert;
mod model;
mod new_value;
mod note;
mod plan;
mod quoting;
mod relocate;
mod remove;
mod rename_key;
mod replace;
mod replace_within;
mod scan;
mod separate;
mod sharing;
mod style;
#[cfg(test)]
mod tests;
mod write;

use std::cell::OnceCell;

pub use self::note::{note, notes, set_note};
pub use self::separate::{EditScope, move_anchor, patch_keeping_anchors, separate};
pub use self::sharing::{SharedBy, Sharing};

use self::plan::{Changes, Plan};
use self::style::{FileStyle, PartStyle};
use super::document::Document;
use super::node::Node;
use super::notation::{NodeKind, Style};
use super::{Op, Path};
use limn_text::{Indel, TextEdit, TextRange, invisible_name};

/// The reason why a patch was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// No node at this path.
    #[error("{} not found", named(.0))]
    Missing(Path),
    /// An entry cannot be added to a node that is not a mapping.
    #[error("cannot add a key: {} is not a mapping", named(.0))]
    NotAMapping(Path),
    /// An item cannot be added to a node that is not a sequence.
    #[error("cannot add an item: {} is not a list", named(.0))]
    NotASequence(Path),
    /// An entry with this key exists.
    #[error("{} already exists", named(.0))]
    Exists(Path),
    /// The path leads through an alias, so the change would affect other places too.
    #[error(
        "{} comes from the alias `*{anchor}`; edit it at the anchor instead", named(.path)
    )]
    Shared {
        /// The node to change.
        path: Path,
        /// The anchor that the alias refers to.
        anchor: String,
    },
    /// The change would remove an anchor that an alias still refers to.
    #[error("anchor `&{anchor}` at {} is still in use", named(.path))]
    AnchorInUse {
        /// The node with the anchor.
        path: Path,
        /// The anchor.
        anchor: String,
    },
    /// Two operations change the same node.
    #[error("conflicting changes at {}", named(.0))]
    Overlap(Path),
    /// The text around the node has syntax errors.
    #[error("syntax error near {}; fix it first", named(.0))]
    Broken(Path),
    /// The result would not read back as intended.
    #[error("cannot write {} here", named(.0))]
    Unwritable(Path),
    /// A comment cannot contain this character.
    #[error("a comment cannot contain {}", character(*.0))]
    NotInComments(char),
}

fn character(c: char) -> String {
    let code = format!("U+{:04X}", u32::from(c));
    invisible_name(c).map_or_else(|| format!("the character {code}"), |name| format!("{name} ({code})"))
}

fn named(path: &Path) -> String {
    if path.is_empty() { "the document root".to_owned() } else { format!("`{path}`") }
}

/// Computes the edit for `ops`. It changes no byte outside the items that the operations name. The text after the edit is parsed and verified
/// before this returns.
///
/// # Errors
///
/// Fails if an operation does not apply to the document, if two operations conflict, or if the result would not read back as intended.
pub fn patch(document: &Document, ops: &[Op]) -> Result<TextEdit, PatchError> {
    let plan = Plan::of(document, ops)?;
    let refused = || {
        let path = ops.first().map(Op::path).unwrap_or_default();
        if document.errors().is_empty() { PatchError::Unwritable(path) } else { PatchError::Broken(path) }
    };
    for text_style in [TextStyle::Usual, TextStyle::Careful] {
        let mut pen = Writer::new(document, text_style);
        pen.write(&plan)?;
        // Two changes can meet at the last line break, which the second style keeps.
        let Some(edit) = pen.edit() else { continue };
        if edit.is_empty() {
            return Ok(edit);
        }
        if takes_unread(document, ops, &edit) {
            return Err(refused());
        }
        let after = document.after(&edit);
        if model::agrees(document, ops, &after) {
            return Ok(document.ended(edit));
        }
    }
    Err(refused())
}

/// Returns true if a removal would take text behind a syntax error with it: that may be of another item, which would be lost unseen.
fn takes_unread(document: &Document, ops: &[Op], edit: &TextEdit) -> bool {
    let is_in = |range: TextRange| document.errors().iter().any(|error| range.contains(error.range));
    ops.iter().any(|op| matches!(op, Op::Remove { .. }))
        && edit.indels().iter().any(|indel| is_in(indel.delete))
}

/// The style of a patch; the second is tried if the first does not read back as intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextStyle {
    Usual,
    /// A `|` scalar absorbs deeper indented lines below it, even comments, and its final line break. In this style, multi-line texts are written
    /// with escapes, and the last line break is kept.
    Careful,
}

/// Writes a plan as a list of replacements.
struct Writer<'d> {
    document: &'d Document,
    text: &'d str,
    file_style: OnceCell<FileStyle>,
    text_style: TextStyle,
    replacements: Vec<Replacement>,
}

struct Replacement {
    /// The depth of the node in the tree. Of two insertions at one offset the deeper comes first, because its collection ends there.
    depth: usize,
    indel: Indel,
}

impl<'d> Writer<'d> {
    fn new(document: &'d Document, text_style: TextStyle) -> Writer<'d> {
        Writer {
            document,
            text: &document.text,
            file_style: OnceCell::new(),
            text_style,
            replacements: Vec::new(),
        }
    }

    fn write(&mut self, plan: &Plan<'d>) -> Result<(), PatchError> {
        let cannot = |node: Node<'_>| match node.document().errors().is_empty() {
            true => PatchError::Unwritable(node.path()),
            false => PatchError::Broken(node.path()),
        };
        if let Some(value) = &plan.root {
            self.write_root(value);
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

    fn file_style(&self) -> &FileStyle {
        self.file_style.get_or_init(|| FileStyle::of(self.document, self.text_style))
    }

    /// The style of a part of `container`.
    fn style_in(&self, container: Node<'_>) -> PartStyle {
        self.file_style().style_in(container)
    }

    fn replace_bytes(&mut self, node: Node<'_>, delete: TextRange, insert: impl Into<String>) {
        let indel = Indel { delete, insert: insert.into() };
        self.replacements.push(Replacement { depth: plan::depth(node), indel });
    }

    fn insert(&mut self, node: Node<'_>, at: usize, insert: impl Into<String>) {
        self.replace_bytes(node, TextRange::empty(at), insert);
    }

    fn delete(&mut self, node: Node<'_>, delete: TextRange) {
        self.replace_bytes(node, delete, "");
    }

    /// The replacements as one edit; `None` if two overlap, or if one splits a character.
    fn edit(mut self) -> Option<TextEdit> {
        let text = self.text;
        let lies_between = |replace_bytes: &Replacement| {
            let TextRange { start, end } = replace_bytes.indel.delete;
            text.get(start..end).is_some()
        };
        self.replacements.iter().all(lies_between).then_some(())?;
        self.replacements.sort_by_key(|replace_bytes| std::cmp::Reverse(replace_bytes.depth));
        let (mut deletions, rest): (Vec<Indel>, Vec<Indel>) = self
            .replacements
            .into_iter()
            .map(|replace_bytes| replace_bytes.indel)
            .partition(|indel| indel.insert.is_empty());
        // Two removed parts can share the line break between them.
        deletions.sort_by_key(|indel| (indel.delete.start, indel.delete.end));
        let mut indels: Vec<Indel> = Vec::with_capacity(deletions.len() + rest.len());
        for indel in deletions {
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

/// Returns true if a new part of the collection is an entry or an item.
fn is_mapping(container: Node<'_>) -> bool {
    container.kind() == NodeKind::Mapping
}
