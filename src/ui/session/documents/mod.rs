//! Documents: the store of the files, their texts, their history and their analysis. A text changes only by a transaction of the editor, which
//! this store owns; the analysis follows when [`super::Session::flush_pending`] requests it.

mod created_files;
mod draft;
mod editor_files;
mod pending;
mod problems;
mod questions;
mod renames;
mod worker_client;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::editor::Editor;
use super::notices::Notices;
use super::state::State;
use limn_analysis::incremental::Problem;
use limn_analysis::{Analysis, Catalog, Checked, Choices, DocumentLabel};
use limn_files::{FilePath, Workspace};
use limn_ide::form::{Argument, ChoiceItem, Sheet};
use limn_language::graph::{Diagram, Id};

pub(super) use created_files::CreatedFiles;
pub use draft::Draft;
pub(super) use pending::{Analyzed, CaretItem, Due};
pub(super) use renames::{free_path, rename_keys, renamed_key};

/// All files and everything derived from them.
#[derive(Clone, Default)]
pub struct AnalyzedWorkspace {
    pub workspace: Workspace,
    pub choices: Choices,
    pub analysis: Analysis,
}

/// Analysis of one file; equal only to itself.
#[derive(Clone)]
pub struct Current(pub Arc<Checked>);

impl PartialEq for Current {
    fn eq(&self, other: &Current) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Files, texts and analysis. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct Documents {
    known: State<AnalyzedWorkspace>,
    active_file: State<Option<FilePath>>,
    undo_state: State<(bool, bool)>,
    problems: State<Arc<Vec<Problem>>>,
    /// The problems are those of the open files, not of earlier ones.
    checked_all: State<bool>,
    /// Number of times that the list of changes was cleared.
    cleared: State<usize>,
    checked: Memo<Option<Current>>,
    notices: Notices,
    hidden: StoredValue<Hidden, LocalStorage>,
}

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    editor: Option<Editor>,
    /// Number of requests for another problem of the list; true if the last one is for the problem before.
    problem_requests: State<(usize, bool)>,
    /// The texts as they were opened.
    opened: BTreeMap<FilePath, Arc<str>>,
    /// Those of the work that is opened next, of the files that differ from them.
    reopened: BTreeMap<FilePath, Arc<str>>,
    /// The file that the editor shows after the next picture.
    to_show: Option<FilePath>,
    /// Files open in the editor.
    in_editor: BTreeSet<FilePath>,
    /// Undo histories of the last visit, of files that the editor has not opened yet.
    pasts: BTreeMap<FilePath, Arc<str>>,
    /// Files that steps of the undo histories created.
    created: Vec<CreatedFiles>,
    /// Editor changes that are not analyzed yet.
    pending: pending::Pending,
    /// Connection to the analysis worker.
    worker_client: worker_client::WorkerClient,
    /// Input typed in a field and not written yet.
    draft: Option<Draft>,
    on_due: Option<Rc<dyn Fn(Due)>>,
}

impl Documents {
    pub(super) fn new(notices: Notices) -> Documents {
        let known = State::new(AnalyzedWorkspace::default());
        let active_file = State::new(None::<FilePath>);
        let checked = Memo::new(move |_| {
            let file = active_file.read().get()?;
            known.read().with(|known| known.analysis.file(&file).map(|checked| Current(Arc::clone(checked))))
        });
        Documents {
            known,
            active_file,
            undo_state: State::new((false, false)),
            problems: State::new(Arc::default()),
            checked_all: State::new(false),
            cleared: State::new(0),
            checked,
            notices,
            hidden: StoredValue::new_local(Hidden::default()),
        }
    }

    /// All files, their texts and their analysis.
    pub fn known(self) -> ReadSignal<AnalyzedWorkspace> {
        self.known.read()
    }

    /// The active file.
    pub fn active_file(self) -> ReadSignal<Option<FilePath>> {
        self.active_file.read()
    }

    /// Returns true if there are no files: the page shows how to start.
    pub fn is_start(self) -> bool {
        self.active_file.read().with(Option::is_none)
            && self.known().with(|known| known.workspace.files.is_empty())
    }

    /// The index of the document of the active file that is shown; not reactive.
    pub fn shown_document(self) -> usize {
        self.checked.with_untracked(|checked| checked.as_ref().map_or(0, |checked| checked.0.nth()))
    }

    /// The key of the shown document, for state that is stored by file; not reactive.
    pub fn active_key(self) -> Option<FilePath> {
        let active_file = self.active_file().get_untracked()?;
        Some(active_file.of_document(self.shown_document()))
    }

    /// The documents of the active file, if it has several.
    pub fn several(self) -> Vec<DocumentLabel> {
        let Some(file) = self.active_file().get() else { return Vec::new() };
        self.known().with(|known| match known.analysis.documents(&file) {
            [_] => Vec::new(),
            all => all.iter().map(|document| document.label()).collect(),
        })
    }

    /// Shows another document of a file.
    pub(super) fn set_document(self, file: &FilePath, nth: usize) {
        self.known.update(|known| {
            known.analysis = known.analysis.showing(file, nth).into_owned();
            known.choices.documents.insert(file.clone(), nth);
        });
    }

    /// Analysis of the active file: of the document that is shown.
    pub fn checked(self) -> Memo<Option<Current>> {
        self.checked
    }

    /// Problems of all files, in text order.
    pub fn problems(self) -> ReadSignal<Arc<Vec<Problem>>> {
        self.problems.read()
    }

    /// True if all open files have been checked.
    pub fn checked_all(self) -> ReadSignal<bool> {
        self.checked_all.read()
    }

    /// Changes when the list of changes is cleared.
    pub(super) fn cleared(self) -> ReadSignal<usize> {
        self.cleared.read()
    }

    /// True if undo is possible, and if redo is.
    pub fn undo_state(self) -> ReadSignal<(bool, bool)> {
        self.undo_state.read()
    }

    /// Returns true if hosting in the active file can be drawn in two ways.
    pub fn has_hosting_links(self) -> bool {
        self.checked
            .with(|checked| checked.as_ref().is_some_and(|checked| checked.0.graph().has_hosting_links()))
    }

    /// Parts of the active file that have their own diagrams.
    pub fn diagrams(self) -> Vec<Diagram> {
        self.checked
            .with(|checked| checked.as_ref().map(|checked| checked.0.diagrams().to_vec()))
            .unwrap_or_default()
    }

    /// The first part of the active file with a diagram of its own, if there is nothing else to draw: the data types of a file of types.
    pub(super) fn part_instead_of_whole(self) -> Option<Id> {
        let checked = self.checked.get_untracked()?.0;
        let is_empty = checked.graph().nodes.is_empty() && checked.graph().groups.is_empty();
        let part = checked.diagrams().iter().find(|diagram| !diagram.graph.nodes.is_empty());
        part.filter(|_| is_empty).map(|diagram| diagram.id.clone())
    }

    /// Form of an item of the active file, as it is now; not reactive.
    pub fn sheet(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.sheet(id))
    }

    /// Functions that can provide the value at a place in the text.
    pub fn functions(self, id: &Id) -> Vec<ChoiceItem> {
        let checked = self.checked.get_untracked();
        checked.map(|checked| checked.0.functions(id)).unwrap_or_default()
    }

    /// Arguments of a function, given the preceding ones.
    pub fn arguments(self, id: &Id, function: &str, given: &[String]) -> Vec<Argument> {
        let checked = self.checked.get_untracked();
        checked.map(|checked| checked.0.arguments(id, function, given)).unwrap_or_default()
    }

    /// Returns true if an item of the active file can have a note; not reactive.
    pub fn can_have_note(self, id: &Id) -> bool {
        self.checked
            .with_untracked(|checked| checked.as_ref().is_some_and(|checked| checked.0.note(id).is_some()))
    }

    /// Form of an item that another form shows collapsed.
    pub fn entry(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.entry(id))
    }

    pub(super) fn is_empty(self) -> bool {
        self.known().with_untracked(|known| known.workspace.files.is_empty())
    }

    /// Text of a file as of the last analysis; not reactive.
    pub(super) fn text(self, file: &FilePath) -> Option<Arc<str>> {
        self.known().with_untracked(|known| known.workspace.text(file).cloned())
    }

    // --- Replaces what is open ---------------------------------------------------------------------------------------------------

    /// Opens another work: its texts are unchanged, except for those of [`Documents::set_reopened`].
    pub(super) fn open_known(self, known: AnalyzedWorkspace) {
        self.hidden.update_value(|hidden| {
            hidden.opened = std::mem::take(&mut hidden.reopened);
            hidden.created.clear();
        });
        self.set_known(known);
    }

    /// Sets the texts as they were opened of a stored work that is opened next.
    pub(super) fn set_reopened(self, opened: BTreeMap<FilePath, Arc<str>>) {
        self.hidden.update_value(|hidden| hidden.reopened = opened);
    }

    /// Replaces the texts as they were opened: other files are as they are in the workspace that is set next.
    pub(super) fn set_opened(self, opened: BTreeMap<FilePath, Arc<str>>) {
        self.hidden.update_value(|hidden| hidden.opened = opened);
    }

    /// Takes the current texts as those that were opened.
    pub(super) fn clear_changes(self) {
        self.hidden.update_value(|hidden| hidden.opened.clear());
        self.known().with_untracked(|known| self.note_opened(&known.workspace));
        self.cleared.update(|cleared| *cleared += 1);
    }

    /// The texts as they were opened, of the files that differ from them.
    pub(super) fn opened_texts(self, now: &Workspace) -> BTreeMap<FilePath, Arc<str>> {
        let differs = |(file, before): &(&FilePath, &Arc<str>)| {
            now.text(file).is_some_and(|now| !Arc::ptr_eq(now, before) && now != *before)
        };
        self.with_opened(|opened| {
            let changed = opened.iter().filter(differs);
            changed.map(|(file, before)| (file.clone(), Arc::clone(before))).collect()
        })
    }

    pub(super) fn set_known(self, known: AnalyzedWorkspace) {
        self.note_opened(&known.workspace);
        self.known.set(known);
    }

    /// Notes the texts of files that are new.
    fn note_opened(self, workspace: &Workspace) {
        self.hidden.update_value(|hidden| {
            for (file, content) in &workspace.files {
                if let Some(text) = content.as_text() {
                    hidden.opened.entry(file.clone()).or_insert_with(|| Arc::clone(text));
                }
            }
        });
    }

    /// The texts as they were opened.
    pub(super) fn with_opened<T>(self, read: impl FnOnce(&BTreeMap<FilePath, Arc<str>>) -> T) -> T {
        self.hidden.with_value(|hidden| read(&hidden.opened))
    }

    pub(super) fn set_active_file(self, file: Option<FilePath>) {
        self.active_file.set(file);
    }

    /// Replaces the workspace and keeps the choices.
    pub(super) fn set_workspace(self, workspace: Workspace) {
        self.hidden.update_value(|hidden| hidden.opened.retain(|file, _| workspace.files.contains_key(file)));
        self.note_opened(&workspace);
        self.known.update(|known| {
            let analysis = Analysis::of(&workspace, &known.choices, &known.analysis);
            *known = AnalyzedWorkspace { workspace, choices: std::mem::take(&mut known.choices), analysis };
        });
    }

    /// Notes a file that a step of the undo history created.
    pub(super) fn note_created(self, created: CreatedFiles) {
        self.hidden.update_value(|hidden| hidden.created.push(created));
    }

    /// Calls a function with each file that a step of the undo history created, the newest first.
    pub(super) fn update_created(self, update: impl FnMut(&mut CreatedFiles)) {
        self.hidden.update_value(|hidden| hidden.created.iter_mut().rev().for_each(update));
    }

    pub(super) fn has_created(self) -> bool {
        self.hidden.with_value(|hidden| !hidden.created.is_empty())
    }

    /// Sets the files beside the workspace that documents may use. Returns false if they are the same.
    pub(super) fn set_catalog(self, catalog: Catalog) -> bool {
        if self.known().with_untracked(|known| known.choices.catalog == catalog) {
            return false;
        }
        self.known.update(|known| {
            known.choices.catalog = catalog;
            known.analysis = Analysis::of(&known.workspace, &known.choices, &known.analysis);
        });
        true
    }

    /// Sets the profile of a file; `None`: detect it from the text.
    pub(super) fn set_profile(self, file: FilePath, profile: Option<&str>) {
        self.known.update(|known| {
            match profile {
                Some(profile) => known.choices.profiles.insert(file, profile.to_owned()),
                None => known.choices.profiles.remove(&file),
            };
            known.analysis = Analysis::of(&known.workspace, &known.choices, &known.analysis);
        });
    }
}
