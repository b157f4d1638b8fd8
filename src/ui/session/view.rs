//! Ways to look at a document beside its diagram: which the file in front offers, which one is shown, and what each of them needs: the map's places,
//! the candidates that are tried and what came of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Current, Session};
use crate::files::FilePath;
use crate::formula::{Formula, Words};
use crate::globe::Atlas;
use crate::trial::{Outcome, Table};

/// A way to look at a document.
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

    /// Its id in the page.
    pub fn word(self) -> &'static str {
        match self {
            View::Diagram => "diagram",
            View::Map => "map",
            View::Objective => "objective",
            View::Trial => "trial",
        }
    }
}

/// What is tried: the text of the table, and the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    pub text: String,
    pub table: Arc<Table>,
}

/// What can be said of what is best, and what is said; see [`crate::analysis::Checked::formula`].
pub type Reckoning = Option<(Words, Option<Formula>)>;

/// What of it can be written, and what follows.
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

/// What is kept of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Kept {
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
            let wanted = open.get().and_then(|file| chosen.with(|chosen| chosen.get(&file).copied()));
            wanted.filter(|wanted| offered.with(|offered| offered.contains(wanted))).unwrap_or_default()
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

    pub fn keep(self, files: impl Fn(&FilePath) -> bool) -> Kept {
        let list = |file: &FilePath| files(file);
        let chosen = self.chosen.get_untracked().into_iter().filter(|(file, _)| list(file)).collect();
        Kept {
            chosen,
            tables: self.tables.get_untracked().into_iter().filter(|(file, _)| list(file)).collect(),
        }
    }

    /// Files are called otherwise.
    pub fn rename(
        self,
        chosen: impl FnOnce(&mut BTreeMap<FilePath, View>),
        tables: impl FnOnce(&mut BTreeMap<FilePath, String>),
    ) {
        self.chosen.update(chosen);
        self.tables.update(tables);
    }

    pub fn bring_back(self, kept: Kept) {
        self.chosen.set(kept.chosen.into_iter().collect());
        self.tables.set(kept.tables.into_iter().collect());
    }
}

impl Session {
    /// The ways to look at the file in front, its diagram first.
    pub fn views(self) -> Signal<Vec<View>> {
        self.views.offered.into()
    }

    /// The one that is shown.
    pub fn view(self) -> Signal<View> {
        self.views.shown.into()
    }

    pub fn show_view(self, view: View) {
        let Some(file) = self.open.get_untracked() else { return };
        if self.views.shown.get_untracked() == view {
            return;
        }
        self.hand(crate::canvas::Event::Cancel);
        self.answered();
        self.views.chosen.update(|chosen| {
            chosen.insert(file, view);
        });
        self.say(format!("{} is shown", view.label()));
        self.keep();
    }

    /// The places of the file in front.
    pub fn atlas(self) -> Signal<Option<Arc<Atlas>>> {
        self.views.atlas.into()
    }

    /// What is to be as small or as large as can be in the file in front.
    pub fn formula(self) -> Signal<Reckoning> {
        self.views.formula.into()
    }

    /// The candidates that are tried against the file in front.
    pub fn tried(self) -> Signal<Tried> {
        self.views.tried.into()
    }

    /// What came of it.
    pub fn outcome(self) -> Signal<Option<Arc<Outcome>>> {
        self.views.outcome.into()
    }

    /// Other candidates are tried; none where the text is empty.
    pub fn try_table(self, text: String) {
        let Some(file) = self.open.get_untracked() else { return };
        self.views.tables.update(|tables| {
            if text.trim().is_empty() {
                tables.remove(&file)
            } else {
                tables.insert(file, text)
            };
        });
        self.keep();
    }

    /// Candidates to begin with, made for the file in front.
    pub fn sample_table(self) -> String {
        self.settle();
        self.checked.get_untracked().map(|Current(checked)| checked.sample_table()).unwrap_or_default()
    }
}
