//! Views of a document besides its diagram: which views the front file offers, which one is shown, and their data: locations on the map,
//! candidates and their evaluation.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::documents::{Current, Documents, rename_keys};
use super::super::state::State;
use super::ViewState;
use limn_analysis::NewNames;
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

/// Chosen views and candidate tables, and what is derived from them.
#[derive(Clone, Copy)]
pub(super) struct Views {
    chosen: State<BTreeMap<FilePath, View>>,
    tables: State<BTreeMap<FilePath, String>>,
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
pub(in super::super) struct SavedViews {
    chosen: Vec<(FilePath, View)>,
    tables: Vec<(FilePath, String)>,
}

impl Views {
    pub fn of(documents: Documents) -> Views {
        let (front, checked) = (documents.front(), documents.checked());
        let chosen = State::new(BTreeMap::<FilePath, View>::new());
        let tables = State::new(BTreeMap::<FilePath, String>::new());
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
            let chosen_view =
                front.get().and_then(|file| chosen.read().with(|chosen| chosen.get(&file).copied()));
            chosen_view
                .filter(|chosen_view| offered.with(|offered| offered.contains(chosen_view)))
                .unwrap_or_default()
        });
        let tried = Memo::new(move |_| {
            let text = front.get().and_then(|file| tables.read().with(|tables| tables.get(&file).cloned()));
            let text = text.unwrap_or_default();
            Tried { table: Arc::new(Table::read(&text)), text }
        });
        let outcome = Memo::new(move |_| {
            let Current(checked) = checked.get()?;
            tried.with(|tried| checked.try_out(&tried.table)).map(Arc::new)
        });
        Views { chosen, tables, offered, shown, atlas, formula, tried, outcome }
    }

    /// Moves view state to the new names of renamed files.
    pub fn rename(self, names: &NewNames) {
        self.chosen.update(|chosen| rename_keys(chosen, names));
        self.tables.update(|tables| rename_keys(tables, names));
    }
}

impl ViewState {
    /// Views that the front file offers, its diagram first.
    pub fn views(self) -> Memo<Vec<View>> {
        self.views.offered
    }

    /// The current view.
    pub fn view(self) -> Memo<View> {
        self.views.shown
    }

    /// Locations of the front file.
    pub fn atlas(self) -> Memo<Option<Arc<Atlas>>> {
        self.views.atlas
    }

    /// Objective of the front file.
    pub fn formula(self) -> Memo<Reckoning> {
        self.views.formula
    }

    /// Candidates that are evaluated against the front file.
    pub fn tried(self) -> Memo<Tried> {
        self.views.tried
    }

    /// Result of the evaluation.
    pub fn outcome(self) -> Memo<Option<Arc<Outcome>>> {
        self.views.outcome
    }

    pub(in super::super) fn choose_view(self, file: FilePath, view: View) {
        self.views.chosen.update(|chosen| {
            chosen.insert(file, view);
        });
    }

    /// Replaces the candidate table of a file; an empty text removes it.
    pub(in super::super) fn set_table(self, file: FilePath, text: String) {
        self.views.tables.update(|tables| {
            if text.trim().is_empty() {
                tables.remove(&file)
            } else {
                tables.insert(file, text)
            };
        });
    }

    /// Chosen views and tables of the files that satisfy `is_saved`.
    pub(in super::super) fn saved_views(self, is_saved: impl Fn(&FilePath) -> bool) -> SavedViews {
        let chosen = self.views.chosen.read().get_untracked().into_iter();
        let tables = self.views.tables.read().get_untracked().into_iter();
        SavedViews {
            chosen: chosen.filter(|(file, _)| is_saved(file)).collect(),
            tables: tables.filter(|(file, _)| is_saved(file)).collect(),
        }
    }

    pub(in super::super) fn restore_views(self, saved: SavedViews) {
        self.views.chosen.set(saved.chosen.into_iter().collect());
        self.views.tables.set(saved.tables.into_iter().collect());
    }
}
