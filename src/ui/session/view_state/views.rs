//! Views of a document besides its diagram: which views the active file's language offers, which one is shown, and the text that the user gives
//! a view. The views read their data from the model.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::documents::{Current, Documents, rename_keys};
use super::super::state::State;
use super::ViewState;
use limn_analysis::NewNames;
use limn_files::FilePath;
use limn_language::deployment::Deployments;
use limn_language::timeline::Timelines;

pub use limn_language::dialect::View;

/// The diagram, the first view of every document.
pub const DIAGRAM: View = View { id: "diagram", label: "Diagram" };

/// The diagram as a table: of every document in a language that is recognized.
pub const TABLE: View = View { id: "table", label: "Table" };

/// Chosen views and the inputs of views, and what is derived from them.
#[derive(Clone, Copy)]
pub(super) struct Views {
    checked: Memo<Option<Current>>,
    /// Ids of the chosen views.
    chosen: State<BTreeMap<FilePath, String>>,
    inputs: State<BTreeMap<FilePath, String>>,
    offered: Memo<Vec<View>>,
    shown: Memo<View>,
    input: Memo<String>,
}

/// View state that is saved with the work.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in super::super) struct StoredViewState {
    chosen: Vec<(FilePath, String)>,
    #[serde(rename = "tables")]
    inputs: Vec<(FilePath, String)>,
}

impl Views {
    pub fn of(documents: Documents) -> Views {
        let checked = documents.checked();
        let key = Memo::new(move |_| checked.with(|checked| checked.as_ref().map(|current| current.0.key())));
        let chosen = State::new(BTreeMap::<FilePath, String>::new());
        let inputs = State::new(BTreeMap::<FilePath, String>::new());
        let offered = Memo::new(move |_| {
            let checked = checked.get().filter(|Current(checked)| checked.language().dialect.is_some());
            let Some(Current(checked)) = checked else { return vec![DIAGRAM] };
            [&[DIAGRAM, TABLE], checked.views()].concat()
        });
        let shown = Memo::new(move |_| {
            let id = key.get().and_then(|file| chosen.read().with(|chosen| chosen.get(&file).cloned()));
            let found =
                offered.with(|offered| offered.iter().find(|view| Some(view.id) == id.as_deref()).copied());
            found.unwrap_or(DIAGRAM)
        });
        let input = Memo::new(move |_| {
            let input = key.get().and_then(|file| inputs.read().with(|inputs| inputs.get(&file).cloned()));
            input.unwrap_or_default()
        });
        Views { checked, chosen, inputs, offered, shown, input }
    }

    /// Moves view state to the new names of renamed files.
    pub fn rename(self, names: &NewNames) {
        self.chosen.update(|chosen| rename_keys(chosen, names));
        self.inputs.update(|inputs| rename_keys(inputs, names));
    }
}

impl ViewState {
    /// Views that the active file offers, its diagram first.
    pub fn views(self) -> Memo<Vec<View>> {
        self.views.offered
    }

    /// The current view.
    pub fn view(self) -> Memo<View> {
        self.views.shown
    }

    /// Reads the model of the active file, if its language has this type of model.
    pub fn read_model<M: 'static, T>(self, read: impl FnOnce(&M) -> T) -> Option<T> {
        let Current(checked) = self.views.checked.get()?;
        checked.model_as().map(read)
    }

    /// Reads the timelines of the active file, if its language has them.
    pub fn read_timelines<T>(self, read: impl FnOnce(&dyn Timelines) -> T) -> Option<T> {
        let Current(checked) = self.views.checked.get()?;
        checked.timelines().map(read)
    }

    /// Reads what the active file becomes when it is deployed, if its language has that.
    pub fn read_deployments<T>(self, read: impl FnOnce(&dyn Deployments) -> T) -> Option<T> {
        let Current(checked) = self.views.checked.get()?;
        checked.deployments().map(read)
    }

    /// Text that the user gave the views of the active file. Saved with the work, not in the document.
    pub fn view_input(self) -> Memo<String> {
        self.views.input
    }

    pub(in super::super) fn choose_view(self, file: FilePath, view: View) {
        self.views.chosen.update(|chosen| {
            chosen.insert(file, view.id.to_owned());
        });
    }

    /// Replaces the input of a file's views; an empty text removes it.
    pub(in super::super) fn set_view_input(self, file: FilePath, text: String) {
        self.views.inputs.update(|inputs| {
            if text.trim().is_empty() {
                inputs.remove(&file)
            } else {
                inputs.insert(file, text)
            };
        });
    }

    /// Chosen views and inputs of the files that satisfy `is_saved`.
    pub(in super::super) fn stored_views(self, is_saved: impl Fn(&FilePath) -> bool) -> StoredViewState {
        let chosen = self.views.chosen.read().get_untracked().into_iter();
        let inputs = self.views.inputs.read().get_untracked().into_iter();
        StoredViewState {
            chosen: chosen.filter(|(file, _)| is_saved(file)).collect(),
            inputs: inputs.filter(|(file, _)| is_saved(file)).collect(),
        }
    }

    pub(in super::super) fn restore_views(self, saved: StoredViewState) {
        // Earlier versions wrote capitalized ids.
        let chosen = saved.chosen.into_iter().map(|(file, id)| (file, id.to_ascii_lowercase()));
        self.views.chosen.set(chosen.collect());
        self.views.inputs.set(saved.inputs.into_iter().collect());
    }
}
