//! Which picture of the file in front is shown: the whole, or a part that has its own.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::Session;
use crate::analysis::Template;
use crate::graph::{Diagram, Id};

impl Session {
    /// The parts of the file in front that have pictures of their own.
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
        self.first_look();
    }

    /// Shows the picture that has the thing, where another is shown.
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

    /// What can be put into the picture that is shown.
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
