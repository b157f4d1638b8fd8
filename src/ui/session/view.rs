//! Views of a document besides its diagram: which views the front file offers, which one is shown, and their data: locations on the map,
//! candidates and their evaluation.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Current, Session};
use limn_files::FilePath;
use limn_language::geo::Atlas;
use limn_language::objective::{Formula, Words};
use limn_language::placement::{Outcome, Table};

/// A view of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum View {
    #[default]
    Diagram,
    Map,
    Objective,
    Trial,
}

impl View {
    pub fn label(self) -> &'static str {
        match self {
            View::Diagram => "Diagram",
            View::Map => "Map",
            View::Objective => "Objective",
            View::Trial => "Try it",
        }
    }

    /// Part of its element ids.
    pub fn word(self) -> &'static str {
        match self {
            View::Diagram => "diagram",
            View::Map => "map",
            View::Objective => "objective",
            View::Trial => "trial",
        }
    }
}

/// Candidate table: its source text and the parsed table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    pub text: String,
    pub table: Arc<Table>,
}

/// Vocabulary of the objective, and the objective itself; see [`limn_analysis::Checked::formula`].
pub type Reckoning = Option<(Words, Option<Formula>)>;

/// View state, and what is derived from it.
#[derive(Clone, Copy)]
pub(super) struct Views {
    chosen: RwSignal<BTreeMap<FilePath, View>>,
    tables: RwSignal<BTreeMap<FilePath, String>>,
    offered: Memo<Vec<View>>,
    shown: Memo<View>,
    atlas: Memo<Option<Arc<Atlas>>>,
    formula: Memo<Reckoning>,
    tried: Memo<Tried>,
    outcome: Memo<Option<Arc<Outcome>>>,
}

/// View state that is saved with the work.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SavedViews {
    chosen: Vec<(FilePath, View)>,
    tables: Vec<(FilePath, String)>,
}

impl Views {
    pub fn of(open: RwSignal<Option<FilePath>>, checked: Memo<Option<Current>>) -> Views {
        let chosen = RwSignal::new(BTreeMap::<FilePath, View>::new());
        let tables = RwSignal::new(BTreeMap::<FilePath, String>::new());
        let atlas =
            Memo::new(move |_| checked.get().and_then(|Current(checked)| checked.atlas()).map(Arc::new));
        let formula = Memo::new(move |_| checked.get().and_then(|Current(checked)| checked.formula()));
        let offered = Memo::new(move |_| {
            let mut offered = vec![View::Diagram];
            if atlas.with(Option::is_some) {
                offered.push(View::Map);
            }
            if formula.with(Option::is_some) {
                offered.push(View::Objective);
            }
            if checked.get().is_some_and(|Current(checked)| checked.try_out(&Table::default()).is_some()) {
                offered.push(View::Trial);
            }
            offered
        });
        let shown = Memo::new(move |_| {
            let chosen_view = open.get().and_then(|file| chosen.with(|chosen| chosen.get(&file).copied()));
            chosen_view
                .filter(|chosen_view| offered.with(|offered| offered.contains(chosen_view)))
                .unwrap_or_default()
        });
        let tried = Memo::new(move |_| {
            let text = open.get().and_then(|file| tables.with(|tables| tables.get(&file).cloned()));
            let text = text.unwrap_or_default();
            Tried { table: Arc::new(Table::read(&text)), text }
        });
        let outcome = Memo::new(move |_| {
            let Current(checked) = checked.get()?;
            tried.with(|tried| checked.try_out(&tried.table)).map(Arc::new)
        });
        Views { chosen, tables, offered, shown, atlas, formula, tried, outcome }
    }

    pub fn keep(self, files: impl Fn(&FilePath) -> bool) -> SavedViews {
        let list = |file: &FilePath| files(file);
        let chosen = self.chosen.get_untracked().into_iter().filter(|(file, _)| list(file)).collect();
        SavedViews {
            chosen,
            tables: self.tables.get_untracked().into_iter().filter(|(file, _)| list(file)).collect(),
        }
    }

    /// Moves view state to the new names of renamed files.
    pub fn rename(
        self,
        chosen: impl FnOnce(&mut BTreeMap<FilePath, View>),
        tables: impl FnOnce(&mut BTreeMap<FilePath, String>),
    ) {
        self.chosen.update(chosen);
        self.tables.update(tables);
    }

    pub fn bring_back(self, kept: SavedViews) {
        self.chosen.set(kept.chosen.into_iter().collect());
        self.tables.set(kept.tables.into_iter().collect());
    }
}

impl Session {
    /// Views that the front file offers, its diagram first.
    pub fn views(self) -> Signal<Vec<View>> {
        self.views.offered.into()
    }

    /// The current view.
    pub fn view(self) -> Signal<View> {
        self.views.shown.into()
    }

    pub fn show_view(self, view: View) {
        let Some(file) = self.open.get_untracked() else { return };
        if self.views.shown.get_untracked() == view {
            return;
        }
        self.on_canvas_event(limn_canvas::Event::Cancel);
        self.notices.close_popup();
        self.views.chosen.update(|chosen| {
            chosen.insert(file, view);
        });
        self.notices.announce(format!("{} view", view.label()));
        self.schedule_save();
    }

    /// Locations of the front file.
    pub fn atlas(self) -> Signal<Option<Arc<Atlas>>> {
        self.views.atlas.into()
    }

    /// Objective of the front file.
    pub fn formula(self) -> Signal<Reckoning> {
        self.views.formula.into()
    }

    /// Candidates that are evaluated against the front file.
    pub fn tried(self) -> Signal<Tried> {
        self.views.tried.into()
    }

    /// Result of the evaluation.
    pub fn outcome(self) -> Signal<Option<Arc<Outcome>>> {
        self.views.outcome.into()
    }

    /// Replaces the candidate table; an empty text removes it.
    pub fn try_table(self, text: String) {
        let Some(file) = self.open.get_untracked() else { return };
        self.views.tables.update(|tables| {
            if text.trim().is_empty() {
                tables.remove(&file)
            } else {
                tables.insert(file, text)
            };
        });
        self.schedule_save();
    }

    /// Sample candidates for the front file.
    pub fn sample_table(self) -> String {
        self.analyze_pending();
        self.checked.get_untracked().map(|Current(checked)| checked.sample_table()).unwrap_or_default()
    }
}
