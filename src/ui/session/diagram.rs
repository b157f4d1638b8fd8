//! Current diagram of the front file: the whole, or a part with its own diagram.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::Session;
use limn_analysis::Template;
use limn_language::graph::{Diagram, Id};

impl Session {
    /// Parts of the front file that have their own diagrams.
    pub fn diagrams(self) -> Vec<Diagram> {
        self.checked
            .with(|checked| checked.as_ref().map(|checked| checked.0.diagrams().to_vec()))
            .unwrap_or_default()
    }

    /// Shows a part, or the whole.
    pub fn show_diagram(self, id: Option<Id>) {
        if self.diagram.with_untracked(|now| *now == id) {
            return;
        }
        self.diagram.set(id);
        self.selection.set(BTreeSet::new());
        self.show_initial_view();
    }

    /// Shows the diagram that contains the item, if it is not the current one.
    pub(super) fn show_around(self, id: &Id) {
        let around = self.checked.with_untracked(|checked| {
            let diagram = checked.as_ref()?.0.diagram_of(id)?;
            Some(diagram.id.clone())
        });
        let shown = self.scene.with_untracked(|scene| scene.rect(id).is_some());
        if around.is_some() || !shown {
            self.show_diagram(around);
        }
    }

    /// Templates that can be added to the current diagram.
    pub fn palette(self) -> Vec<Template> {
        let diagram = self.drawn.with(|drawn| drawn.diagram.clone());
        self.checked.with(|checked| {
            let checked = checked.as_ref().map(|checked| &checked.0);
            match (checked, diagram) {
                (Some(checked), Some(id)) => checked.palette_of(&id),
                (Some(checked), None) => checked.palette(),
                (None, _) => Vec::new(),
            }
        })
    }
}
