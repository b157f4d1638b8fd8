//! The chosen layers of wires, and pins of renamed nodes.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::Positions;
use limn_files::FilePath;
use limn_language::graph::{Id, WireLayer};

impl Positions {
    /// The chosen layers.
    pub(in super::super) fn layers(self) -> Vec<(FilePath, WireLayer)> {
        self.layers.read().get_untracked().into_iter().collect()
    }

    /// Draws another layer of the active file. Boxes keep their places, and make room for those that grow.
    pub(in super::super) fn set_layer(self, layer: WireLayer) {
        let before = self.drawn.get_untracked();
        let Some(file) = before.file.filter(|_| before.graph.layer != layer).map(|key| key.view().0) else {
            return;
        };
        let scene = self.scene.get_untracked();
        self.layers.update(|layers| {
            layers.insert(file, layer);
        });
        self.make_room_for_growth(&scene);
        self.pin_layout();
    }

    /// `document`: its key.
    pub(super) fn rename_pinned(self, document: &FilePath, ids: &BTreeMap<Id, Id>) {
        let mut pinned = self.pinned();
        for (_, known) in pinned.iter_mut().filter(|(key, _)| key.view().0 == *document) {
            *known =
                std::mem::take(known).into_iter().map(|id| ids.get(&id).cloned().unwrap_or(id)).collect();
        }
        self.pinned.set_if_different(pinned);
    }
}
