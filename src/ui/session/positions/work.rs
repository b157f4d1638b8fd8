//! The state of all diagrams of a work, beside its text.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::{CollapsedIds, Pinned, Places, Positions};
use limn_files::FilePath;
use limn_language::graph::WireLayer;
use limn_packages::{FileBends, Views};

/// The view of each diagram of a work. By default nothing is placed, bent, collapsed or saved.
#[derive(Default)]
pub struct DiagramStates {
    pub places: Places,
    pub pinned: Pinned,
    pub bends: FileBends,
    pub collapsed: CollapsedIds,
    pub layers: BTreeMap<FilePath, WireLayer>,
    /// Diagrams that were arranged since they were opened first.
    pub arranged: BTreeSet<FilePath>,
    pub saved_views: Views,
    pub chosen_views: BTreeMap<FilePath, usize>,
}

impl Positions {
    /// Replaces everything, for a work that is opened. Nothing of the previous work stays.
    pub(in super::super) fn replace_all(self, states: DiagramStates) {
        self.hidden.update_value(|hidden| {
            drop(std::mem::take(&mut hidden.otherwise));
            hidden.displaced.clear();
        });
        self.set_arranged(states.arranged);
        self.set_places(states.places, states.pinned);
        self.set_bends(states.bends);
        self.set_all_collapsed(states.collapsed);
        self.layers.set(states.layers);
        self.set_saved_views(states.saved_views, states.chosen_views);
    }
}
