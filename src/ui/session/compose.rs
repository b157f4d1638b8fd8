//! Edits that are made of several: add and connect in one step, a copy beside the original. Each is tried out on a copy of the text first, so that
//! either the whole is written or nothing.

use leptos::prelude::*;

use super::super::editor::Pin;
use super::Session;
use crate::analysis::{Analysis, Change, Checked};
use crate::edit::{Edit, EditError, Place};
use crate::files::{Content, FilePath};
use crate::graph::{Graph, Id, PortRef, Role};
use crate::text::{Bias, Indel, TextEdit, TextRange};

impl Session {
    /// Adds, and wires what was added to `port`: one step of history.
    pub(super) fn add_wired(self, add: &Edit, port: &PortRef) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, add));
        let added = match planned {
            Ok(added) => added,
            Err(error) => return self.refuse(error.to_string()),
        };
        let pin = match (add, &added.focus) {
            (Edit::Add { place: Some(place), .. }, Some(id)) => {
                vec![Pin { id: id.clone(), from: None, to: Some(*place) }]
            }
            _ => Vec::new(),
        };
        match self.wired(&file, &added, port) {
            Some(both) => drop(self.apply(both, pin)),
            None => {
                if self.apply(added, pin) {
                    self.notice("added; nothing on it fits the wire, so it is not connected");
                }
            }
        }
    }

    /// Adds something that is dropped on a node: it comes to stand on that where it can, in the same step.
    pub(super) fn add_on(self, template: &str, place: Place, on: Id) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let edit =
            Edit::Add { template: template.to_owned(), name: None, place: Some(place), on: vec![on.clone()] };
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, &edit));
        let added = match planned {
            Ok(added) => added,
            Err(error) => return self.refuse(error.to_string()),
        };
        let hosted = self.followed(&file, &added, |checked, id| {
            let mut host = Some(on.clone());
            // What stands in a host may be in the way of it.
            while let Some(at) = host {
                if let Some((from, to)) = checked.hosting(id, &at) {
                    return Some(Edit::Connect { from, to });
                }
                host = checked.graph().node(&at).and_then(|node| node.host.clone());
            }
            None
        });
        match (hosted, &added.focus) {
            // Where it stands now is the host's business.
            (Some(both), _) => drop(self.apply(both, Vec::new())),
            (None, focus) => {
                let pin = focus.clone().map(|id| Pin { id, from: None, to: Some(place) });
                self.apply(added, pin.into_iter().collect());
            }
        }
    }

    /// The change that adds and connects, where something on what is added fits.
    fn wired(self, file: &FilePath, added: &Change, port: &PortRef) -> Option<Change> {
        self.followed(file, added, |checked, id| {
            let mut ends = checked
                .ends(port, id)
                .filter(|ends| !ends.is_empty())
                .unwrap_or_else(|| ports(checked.graph(), id));
            // The node as a whole, for languages that let a wire declare what it meets.
            ends.extend([opposite(port.role), port.role].map(|role| PortRef {
                node: id.clone(),
                role,
                port: String::new(),
            }));
            let (from, to) = ends.into_iter().find_map(|end| {
                [(port.clone(), end.clone()), (end, port.clone())]
                    .into_iter()
                    .find(|(from, to)| checked.accepts(from, to).is_ok())
            })?;
            Some(Edit::Connect { from, to })
        })
    }

    /// The change that adds, and then does what follows from what was added, if anything does.
    fn followed(
        self,
        file: &FilePath,
        added: &Change,
        follow: impl FnOnce(&Checked, &Id) -> Option<Edit>,
    ) -> Option<Change> {
        let known = self.known.get_untracked();
        let (id, first) = (added.focus.clone()?, added.edits.get(file)?);
        let mut workspace = known.workspace.clone();
        let before = workspace.text(file)?.clone();
        let between = first.apply(&before);
        workspace.files.insert(file.clone(), Content::Text(between.as_str().into()));
        let analysis = Analysis::of(&workspace, &known.choices, &known.analysis);
        let checked = analysis.file(file)?;
        let connected = analysis.plan(file, &follow(checked, &id)?).ok()?;
        let second = connected.edits.get(file)?;
        let edit = compose(&before, first, &between, second);
        let mut edits = added.edits.clone();
        edits.insert(file.clone(), edit);
        Some(Change { edits, focus: Some(id) })
    }

    /// Copies of what is selected, each right below its original and under a free name.
    pub(super) fn duplicate(self, ids: &[Id]) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let scene = self.scene.get_untracked();
        let mut copies = Vec::new();
        let mut edit = TextEdit::default();
        for id in ids {
            match self.copy_of(&file, id, &copies) {
                Ok((copy, name)) => {
                    let Some(more) = edit.clone().union(copy) else { continue };
                    edit = more;
                    copies.push((id.clone(), name));
                }
                Err(error) => return self.refuse(error.to_string()),
            }
        }
        let pins = copies.iter().filter_map(|(from, to)| {
            let at = scene.card(from)?.at;
            Some(Pin { id: to.clone(), from: None, to: Some(Place { x: at.x + 32.0, y: at.y + 32.0 }) })
        });
        let pins: Vec<Pin> = pins.collect();
        let focus = copies.last().map(|(_, id)| id.clone());
        if self.apply(Change { edits: [(file, edit)].into(), focus }, pins) && copies.len() > 1 {
            self.select(copies.into_iter().map(|(_, id)| id).collect());
        }
    }

    /// The lines of a thing once more, under a free name. Only things that have lines of their own can be copied so.
    fn copy_of(self, file: &FilePath, id: &Id, taken: &[(Id, Id)]) -> Result<(TextEdit, Id), EditError> {
        let refused =
            || EditError::Refused(format!("`{id}` shares its line with others; copy it in the text"));
        let known = self.known.get_untracked();
        let checked = known.analysis.file(file).ok_or_else(|| EditError::Gone(id.clone()))?;
        let (key, whole) = checked.range_of(id).ok_or_else(|| EditError::Gone(id.clone()))?;
        let (lines, text) = (checked.lines(), checked.text());
        let start = lines.line_start(lines.line_of(key.start));
        let last = lines.line_of(whole.end.max(key.end).saturating_sub(1));
        let end = lines.line_start(last + 1).min(text.len());
        let alone = text[start..key.start].chars().all(|c| c == ' ');
        let (Some(name), Some(parent), true) = (id.0.last_key(), id.0.parent(), alone) else {
            return Err(refused());
        };
        let graph = checked.graph();
        let free = (2..10_000).map(|count| format!("{name}-{count}")).find(|name| {
            let id = Id(parent.key(name));
            graph.node(&id).is_none() && taken.iter().all(|(_, other)| *other != id)
        });
        let free = free.ok_or_else(refused)?;
        let block = &text[TextRange::new(start, end)];
        let ends = block.ends_with('\n');
        let copy = format!(
            "{}{}{}{}",
            if ends { "" } else { "\n" },
            &text[start..key.start],
            text[TextRange::new(key.start, key.end)].replacen(name, &free, 1),
            &text[key.end..end],
        );
        Ok((TextEdit::insert(end, copy), Id(parent.key(&free))))
    }
}

fn ports(graph: &Graph, id: &Id) -> Vec<PortRef> {
    let Some(node) = graph.node(id) else { return Vec::new() };
    let port =
        |port: &crate::graph::Port| PortRef { node: id.clone(), role: port.role, port: port.name.clone() };
    node.ports.iter().map(port).collect()
}

fn opposite(role: Role) -> Role {
    match role {
        Role::Capability => Role::Requirement,
        Role::Requirement => Role::Capability,
        Role::Input => Role::Output,
        Role::Output => Role::Input,
        other => other,
    }
}

/// Two edits, one after the other, as one. Where they cannot be told apart any more: one replacement of all that differs.
fn compose(before: &str, first: &TextEdit, between: &str, second: &TextEdit) -> TextEdit {
    let after = second.apply(between);
    let back = first.invert(before);
    let indels = second.indels().iter().map(|indel| Indel {
        delete: TextRange::new(
            back.map(indel.delete.start, Bias::Before),
            back.map(indel.delete.end, Bias::Before),
        ),
        insert: indel.insert.clone(),
    });
    TextEdit::from_indels(indels.collect())
        .and_then(|second| first.clone().union(second))
        .filter(|both| both.apply(before) == after)
        .unwrap_or_else(|| TextEdit::between(before, &after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apart_stay_apart() {
        let before = "a: 1\nb: 2\nc: 3\n";
        let first = TextEdit::insert(5, "x: 9\n");
        let between = first.apply(before);
        let second = TextEdit::insert(between.len(), "d: 4\n");
        let both = compose(before, &first, &between, &second);
        assert_eq!(both.indels().len(), 2);
        assert_eq!(both.apply(before), "a: 1\nx: 9\nb: 2\nc: 3\nd: 4\n");
    }

    #[test]
    fn an_edit_inside_what_was_just_written_comes_out_right() {
        let before = "a: 1\n";
        let first = TextEdit::insert(5, "b: 2\n");
        let between = first.apply(before);
        let second = TextEdit::replace(TextRange::new(8, 9), "7");
        assert_eq!(compose(before, &first, &between, &second).apply(before), "a: 1\nb: 7\n");
    }
}
