//! Edits that are made of several: add and connect in one step, a copy beside the original. Each is tried out on a copy of the text first, so that
//! either the whole is written or nothing.

use leptos::prelude::*;

use super::super::editor::Pin;
use super::Session;
use crate::analysis::{Analysis, Change, Checked};
use crate::canvas::Scene;
use crate::edit::{Edit, Place};
use crate::files::{Content, FilePath};
use crate::graph::{Graph, Id, PortRef, Role};
use crate::layout::Rect;

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
        let edit = first.then(&before, second);
        let mut edits = added.edits.clone();
        edits.insert(file.clone(), edit);
        Some(Change { edits, focus: Some(id) })
    }

    /// What is selected as a text for the clipboard.
    pub fn copy(self) -> Option<String> {
        self.settle();
        let file = self.open.get_untracked()?;
        let selection = self.selection.get_untracked();
        let scene = self.scene.get_untracked();
        let chosen = scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id));
        let ids: Vec<Id> = chosen.cloned().collect();
        let text = self.known.with_untracked(|known| known.analysis.file(&file)?.excerpt(&ids))?;
        let count = ids.len();
        self.say(if count == 1 { "copied".to_owned() } else { format!("copied {count} nodes") });
        self.hidden.update_value(|hidden| hidden.copied = Some((file, ids, text.clone())));
        Some(text)
    }

    /// Copies of what was copied on the canvas, where the clipboard has it still.
    pub fn paste(self, text: &str) -> bool {
        let copied = self.hidden.with_value(|hidden| hidden.copied.clone());
        let plain = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let Some((file, ids, _)) = copied.filter(|(_, _, own)| plain(own) == plain(text)) else {
            return false;
        };
        if self.open.get_untracked() != Some(file) {
            self.refuse("that was copied from another file: paste it in the text");
        } else {
            self.duplicate(&ids);
        }
        true
    }

    /// Copies of what is selected, wired among each other as their originals are: one step of history.
    pub(super) fn duplicate(self, ids: &[Id]) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let planned = self.known.with_untracked(|known| known.analysis.duplicate(&file, ids));
        let copies = match planned {
            Ok(copies) => copies,
            Err(error) => return self.refuse(error.to_string()),
        };
        let scene = self.scene.get_untracked();
        let copied = |id: &Id| copies.of.iter().any(|(from, _)| from == id);
        // What stands in a host is placed by it, or goes along with it.
        let stands = |id: &Id| match scene.host(id) {
            Some(host) => copied(&host.id),
            None => true,
        };
        let originals = copies.of.iter().filter(|(from, _)| stands(from));
        let cards = originals.filter_map(|(from, to)| Some((scene.card(from)?, to)));
        let cards: Vec<_> = cards.collect();
        let (dx, dy) = aside(&scene, &cards.iter().map(|(card, _)| card.rect()).collect::<Vec<_>>());
        let pins = cards.into_iter().map(|(card, to)| {
            let to_place = Place { x: card.at.x + dx, y: card.at.y + dy };
            Pin { id: to.clone(), from: None, to: Some(to_place) }
        });
        let pins: Vec<Pin> = pins.collect();
        if self.apply(copies.change, pins) && copies.of.len() > 1 {
            self.select(copies.of.into_iter().map(|(_, id)| id).collect());
        }
    }
}

/// How far off boxes of this size stand free of all others: below, or beside, whichever is nearer.
fn aside(scene: &Scene, rects: &[Rect]) -> (f64, f64) {
    const GAP: f64 = 40.0;
    let Some(all) = rects.iter().copied().reduce(|one, other| one.union(&other)) else { return (0.0, 0.0) };
    let is_free = |(dx, dy): &(f64, f64)| {
        let moved = |rect: &Rect| rect.moved(*dx, *dy).grown(GAP / 4.0);
        scene.cards.iter().all(|card| rects.iter().all(|rect| !moved(rect).overlaps(&card.rect())))
    };
    let (across, down) = ((all.width + 2.0 * GAP).round(), (all.height + GAP).round());
    let far = (1..40).flat_map(|step| {
        let by = f64::from(step);
        [(0.0, by * down), (by * across, 0.0), (0.0, -by * down), (-by * across, 0.0)]
    });
    far.into_iter().find(is_free).unwrap_or((32.0, 32.0))
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
