//! Clipboard: copies nodes as text, and adds the nodes of a text where the pointer is.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::editor::PositionChange;
use super::canvas_state::{Copied, CopiedPlaces};
use super::compose::{CopyTo, applied, near, with_contents};
use super::{DIAGRAM, Edits, Positions, SessionSnapshot};
use limn_analysis::{Change, Copies};
use limn_canvas::WorldPoint;
use limn_canvas::keys::Command;
use limn_language::edit::{Edit, Place};
use limn_language::graph::{Graph, Id};
use limn_language::saved_view::ViewFilter;
use limn_layout::Rect;

/// The format in which the clipboard has the arrangement of copied nodes, beside their text. Browsers pass formats of their own on only among events of the
/// clipboard, so what a menu pastes has its arrangement from the storage that the windows of a browser share.
pub const ARRANGEMENT: &str = "application/x-limn-arrangement+json";

impl Positions {
    /// Some nodes of a graph alone, arranged as the layout would, without those that a host places.
    fn arranged_alone(self, graph: &Arc<Graph>, ids: &[&Id]) -> Vec<(Id, Rect)> {
        let layer = self.next_view_model().with_untracked(|drawn| drawn.graph.layer);
        let nested = self.in_boxes().get_untracked();
        let as_drawn = |graph: &Arc<Graph>| graph.with_layer(layer).as_drawn(nested);
        let whole = as_drawn(graph);
        let part = as_drawn(&ViewFilter::of_nodes(ids.iter().map(|id| (*id).clone())).apply(graph));
        let boxes = limn_layout::layout(&part, &BTreeMap::new()).boxes;
        let is_outermost = |id: &Id| whole.node(id).is_some_and(|node| node.host.is_none());
        let outermost = ids.iter().filter(|id| is_outermost(id));
        outermost.filter_map(|id| Some(((*id).clone(), *boxes.get(id)?))).collect()
    }
}

impl Edits {
    /// Text of the selected nodes for the clipboard.
    pub fn copy(self) -> Option<String> {
        let snapshot = self.0.flush_pending();
        let scene = snapshot.scene();
        let file = snapshot.active_file.clone()?;
        let selection = self.0.view.selection().get_untracked();
        let chosen = scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id));
        let ids: Vec<Id> = with_contents(&scene, &chosen.cloned().collect::<Vec<_>>());
        let text = snapshot.known.analysis.file(&file)?.excerpt(&ids)?;
        let count = ids.len();
        self.0.notices.announce(if count == 1 {
            "copied".to_owned()
        } else {
            format!("copied {count} nodes")
        });
        let place = |id: &Id| Some((id.0.last_key()?.to_owned(), scene.card(id)?.at.place()));
        let places = ids.iter().filter_map(place).collect();
        let places = CopiedPlaces { text: fingerprint(&text), places };
        let key = self.0.documents.active_key().unwrap_or(file);
        self.0.canvas.set_copied(Copied { file: key, ids, text: text.clone() }, places);
        Some(text)
    }

    /// Returns true if none of these nodes was removed.
    fn still_there(self, ids: &[Id]) -> bool {
        self.0.flush_pending();
        let drawn = self.0.positions.next_view_model();
        // Also those inside collapsed cards.
        drawn.with_untracked(|drawn| ids.iter().all(|id| drawn.complete().node(id).is_some()))
    }

    /// The point for pasted nodes: the pointer if it is over the canvas, otherwise the middle of the view. `None` if the diagram is not shown.
    fn paste_point(self) -> Option<WorldPoint> {
        let viewport = self.0.view.viewport().get_untracked();
        let is_shown = viewport.width > 1.0 && self.0.view.view().get_untracked() == DIAGRAM;
        let pointer = self.0.canvas.pointer().filter(|at| viewport.contains(*at));
        let camera = self.0.view.camera().get_untracked();
        is_shown.then(|| pointer.map_or_else(|| self.0.view.middle(), |at| camera.to_world(at)))
    }

    /// The arrangement of the nodes that were copied last, for [`ARRANGEMENT`].
    pub fn copied_arrangement(self) -> String {
        serde_json::to_string(&self.0.canvas.copied_places()).unwrap_or_default()
    }

    /// Adds the nodes of the clipboard: as duplicates if they were copied from this diagram, with the wires among them. `arrangement`: the data of
    /// [`ARRANGEMENT`].
    pub fn paste(self, text: &str, arrangement: &str) -> bool {
        let arrangement = serde_json::from_str(arrangement).ok().filter(CopiedPlaces::is_near);
        self.paste_at(text, arrangement, self.paste_point())
    }

    fn paste_at(self, text: &str, arrangement: Option<CopiedPlaces>, at: Option<WorldPoint>) -> bool {
        let active_key = self.0.documents.active_key();
        let copied = self.0.canvas.copied().filter(|copied| is_same_text(&copied.text, text));
        match copied.filter(|copied| active_key.as_ref() == Some(&copied.file)) {
            Some(Copied { ids, .. }) if self.still_there(&ids) => {
                self.duplicate(&ids, at.map_or(CopyTo::Next, CopyTo::Point));
            }
            _ => return self.paste_elements(text, arrangement, at),
        }
        true
    }

    /// Adds the elements of a text to the diagram, whatever it was copied from. Returns false if the text holds something else.
    fn paste_elements(self, text: &str, arrangement: Option<CopiedPlaces>, at: Option<WorldPoint>) -> bool {
        let snapshot = self.0.flush_pending();
        let Some(file) = snapshot.active_file.clone() else { return false };
        match snapshot.known.analysis.paste(&file, text) {
            Ok(Some(copies)) => {
                let pins = at.map(|at| self.pasted_pins(&snapshot, &copies, (text, arrangement), at));
                let pins = pins.unwrap_or_default();
                let count = copies.of.len();
                if self.apply(copies.change, pins) {
                    self.0.navigation().select(copies.of.into_iter().map(|(_, id)| id).collect());
                    self.0.notices.announce(match count {
                        1 => "pasted 1 node".to_owned(),
                        many => format!("pasted {many} nodes"),
                    });
                }
                true
            }
            Ok(None) => false,
            Err(error) => {
                self.0.notices.show_error(error.to_string());
                true
            }
        }
    }

    /// The places of pasted nodes around a point: as they were where they were copied, if that is known.
    fn pasted_pins(
        self,
        snapshot: &SessionSnapshot,
        copies: &Copies,
        (text, arrangement): (&str, Option<CopiedPlaces>),
        at: WorldPoint,
    ) -> Vec<PositionChange> {
        let after = |change: &Change| {
            let after = applied(&snapshot.known, change)?;
            Some(Arc::clone(after.file(snapshot.active_file.as_ref()?)?.graph()))
        };
        let Some(graph) = after(&copies.change) else { return Vec::new() };
        let ids: Vec<&Id> = copies.of.iter().map(|(_, id)| id).collect();
        let mut boxes = self.0.positions.arranged_alone(&graph, &ids);
        let mark = fingerprint(text);
        let given = arrangement.filter(|copied| copied.text == mark);
        let copied = given.or_else(|| self.0.canvas.copied_with(&mark)).unwrap_or_default();
        let was = |id: &Id| {
            let (was, _) = copies.of.iter().find(|(_, now)| now == id)?;
            copied.places.get(was.0.last_key()?).copied()
        };
        let known: Option<Vec<Place>> = boxes.iter().map(|(id, _)| was(id)).collect();
        if let Some(places) = known {
            for ((_, rect), place) in boxes.iter_mut().zip(places) {
                (rect.x, rect.y) = (place.x, place.y);
            }
        }
        let rects: Vec<Rect> = boxes.iter().map(|(_, rect)| *rect).collect();
        let (dx, dy) = near(&snapshot.scene(), &rects, at, self.0.canvas.snaps());
        let pin = |(id, rect): (Id, Rect)| {
            PositionChange::new(id, Place { x: (rect.x + dx).round(), y: (rect.y + dy).round() })
        };
        boxes.into_iter().map(pin).collect()
    }

    /// Removes the selected nodes after they were copied.
    pub fn remove_copied(self) {
        if let Some(Copied { ids, .. }) = self.0.canvas.copied() {
            self.edit(&Edit::Remove { ids });
        }
    }

    /// Runs a clipboard command of a menu. Keys are events of the browser instead.
    pub(super) fn clipboard(self, command: Command) {
        if command == Command::Paste {
            return self.paste_from_clipboard(self.paste_point());
        }
        let Some(text) = self.copy() else { return };
        drop(window().navigator().clipboard().write_text(&text));
        if command == Command::Cut {
            self.remove_copied();
        }
    }

    /// Adds the nodes of the clipboard around a point.
    pub fn paste_from_clipboard(self, at: Option<WorldPoint>) {
        let read = window().navigator().clipboard().read_text();
        leptos::task::spawn_local(async move {
            match wasm_bindgen_futures::JsFuture::from(read).await.ok().and_then(|text| text.as_string()) {
                Some(text) => {
                    if !self.paste_at(&text, None, at) {
                        self.0.notices.show_error("the clipboard holds no nodes");
                    }
                }
                None => self.0.notices.show_error("the browser doesn't allow this: press Ctrl+V instead"),
            }
        });
    }
}

/// Returns true if two texts differ at most in how lines end.
fn is_same_text(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    plain(one) == plain(other)
}

/// Fingerprint of a text: of texts that differ at most in how lines end, it is the same.
fn fingerprint(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    for line in text.lines().map(str::trim_end) {
        line.hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c12_an_arrangement_belongs_to_a_text_however_its_lines_end() {
        let text = "a: 1\nb: 2\n";
        for same in ["a: 1\r\nb: 2\r\n", "a: 1\nb: 2", "a: 1 \nb: 2\n"] {
            assert_eq!(fingerprint(text), fingerprint(same));
        }
        assert_ne!(fingerprint(text), fingerprint("a: 1\nb: 3\n"));
    }
}
