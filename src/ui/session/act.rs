//! Carries out what a gesture, a key or a menu asked for.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::{Asking, Session};
use crate::canvas::{Hit, Intent, World};
use crate::edit::{Edit, Place};
use crate::graph::{Id, PortRef};
use crate::layout::Rect;

impl Session {
    pub fn act(self, intent: Intent) {
        self.attend(&intent);
        match intent {
            Intent::Select { ids, camera } => {
                if let Some(camera) = camera {
                    self.look(camera);
                }
                self.select(ids);
            }
            Intent::Camera(camera) => self.look(camera),
            Intent::Move { places } => {
                let places = self.scene.with_untracked(|scene| scene.with_guests(&places));
                self.move_boxes(places);
            }
            Intent::Edit(edit) => drop(self.edit(&edit)),
            Intent::Put { edits, places } => self.put(&edits, places),
            Intent::Holders { at } => self.ask_holders(at),
            Intent::Group { nodes } => self.group(nodes),
            Intent::AddOn { template, place, on } => self.add_on(&template, place, on),
            Intent::StartRename(id) => self.ask(Asking::Rename(id)),
            Intent::Inspect(id) => self.inspect(id),
            Intent::Open(id) => self.open_descriptor(id),
            Intent::PickFor { port, at } => self.ask(Asking::Add { wire: Some(port), at }),
            Intent::ChoosePort { from, options, at } => self.ask(Asking::Port { from, options, at }),
            Intent::PickAdd { at } => self.ask(Asking::Add { wire: None, at }),
            Intent::Menu { on, at } => {
                if let Some(id) = on.id() {
                    if self.selection.with_untracked(|now| !now.contains(id)) {
                        self.select(BTreeSet::from([id.clone()]));
                    }
                } else if on == Hit::Empty {
                    self.select(BTreeSet::new());
                }
                self.ask(Asking::Menu { on, at });
            }
            Intent::Tidy => self.tidy(),
            Intent::Hosting => self.turn_hosting(),
            Intent::Unfold(id) => self.unfold(id),
            Intent::Duplicate { ids } => self.duplicate(&ids),
            Intent::Undo => self.undo(),
            Intent::Redo => self.redo(),
            Intent::ShowKeys => self.ask(Asking::Keys),
            Intent::Announce(text) => {
                if self.tool.with_untracked(|tool| *tool == crate::canvas::Tool::Idle) {
                    self.refuse(text);
                }
            }
        }
    }

    /// Adds from the palette, the new card's middle there, and wires it to a port where one is given.
    pub fn add(self, template: &str, at: World, wire: Option<&PortRef>) {
        let at = self.free_spot(at);
        let place = Place { x: (at.x - 100.0).round(), y: (at.y - 26.0).round() };
        let on = self.selection.with_untracked(|ids| ids.iter().cloned().collect());
        let edit = Edit::Add { template: template.to_owned(), name: None, place: Some(place), on };
        match wire {
            None => drop(self.edit(&edit)),
            Some(port) => self.add_wired(&edit, port),
        }
    }

    /// That place, or the nearest one below or beside it where no card stands.
    fn free_spot(self, at: World) -> World {
        let scene = self.scene.get_untracked();
        let is_free = |at: &World| {
            let rect = Rect { x: at.x - 100.0, y: at.y - 26.0, width: 200.0, height: 60.0 }.grown(12.0);
            scene.cards.iter().all(|card| !card.rect().overlaps(&rect))
        };
        let ring = (0..24).flat_map(|step| {
            let by = f64::from(step) * 36.0;
            [(0.0, by), (by, 0.0), (-by, 0.0), (0.0, -by), (by, by), (-by, by)]
        });
        ring.map(|(dx, dy)| World { x: at.x + dx, y: at.y + dy }).find(is_free).unwrap_or(at)
    }

    /// The descriptor that a thing is made from, or that takes its place, where it is among the files; else its form.
    fn open_descriptor(self, id: Id) {
        let here = self.open.get_untracked();
        let substitute =
            here.and_then(|file| self.known.with_untracked(|known| known.analysis.substitute(&file, &id)));
        match substitute {
            Some(Ok(file)) => return self.open_file_at(&file),
            Some(Err(wanted)) => {
                return self.refuse(format!(
                    "no open file substitutes `{wanted}`: open a service template with `substitution_mappings` of this node type"
                ));
            }
            None => {}
        }
        let caption = self.scene.with_untracked(|scene| scene.card(&id).map(|card| card.caption.clone()));
        let file = caption.and_then(|caption| {
            self.known.with_untracked(|known| {
                known
                    .analysis
                    .files()
                    .find(|checked| {
                        let graph = checked.graph();
                        graph
                            .frame
                            .as_ref()
                            .is_some_and(|frame| !caption.is_empty() && frame.label == caption)
                    })
                    .map(|checked| checked.file().clone())
            })
        });
        match file {
            Some(file) => self.open_file_at(&file),
            None => self.inspect(id),
        }
    }
}
