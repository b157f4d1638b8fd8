//! Files: add, import and close. Everything that is closed or replaced can be restored.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::browser::after;
use super::super::browser::import::ImportedFile;
use super::documents::free_path;
use super::positions::DiagramStates;
use super::positions_file::PositionsFile;
use super::{AnalyzedWorkspace, Session};
use limn_analysis::{Analysis, Choices};
use limn_files::{Content, FilePath, Workspace, decode_non_utf8};
use limn_packages as packages;

/// Label of the button that restores closed or removed files.
pub(super) const BRING_BACK: &str = "Restore";
/// Label of the button that returns to the previous work.
const GO_BACK: &str = "Go back";

/// Actions on files.
#[derive(Clone, Copy)]
pub struct FileActions(pub(super) &'static Session);

/// The files before one was added or removed.
#[derive(Clone)]
pub(super) struct Before {
    workspace: Workspace,
    active_file: Option<FilePath>,
}

impl FileActions {
    /// Adds a file next to the open ones and activates it.
    pub fn add_file(self, name: &str, text: &str) {
        self.add_files(&[(name, text.to_owned())]);
    }

    /// Adds files next to the open ones and activates the first descriptor.
    pub fn add_files(self, files: &[(&str, String)]) {
        if self.refuses_files() {
            return;
        }
        let mut added = Vec::new();
        for (name, text) in files {
            match FilePath::new(name) {
                Ok(path) => added.push((path, Content::Text(text.as_str().into()))),
                Err(error) => return self.0.notices.show_error(error.to_string()),
            }
        }
        self.take_in(added);
    }

    /// Reports that an embedded page has no files of its own.
    pub(super) fn refuses_files(self) -> bool {
        let is_embedded = self.0.works().is_embedded();
        if is_embedded {
            let message = "add, rename or close files in the application that contains this page";
            self.0.notices.show_error(message);
        }
        is_embedded
    }

    /// Opens imported files: each package becomes its own work, loose files are added to the open one.
    pub fn import(self, imported: Vec<ImportedFile>, errors: Vec<String>) {
        if self.refuses_files() {
            return;
        }
        for sentence in errors {
            self.0.notices.show_error(sentence);
        }
        let (packages, loose): (Vec<ImportedFile>, Vec<ImportedFile>) =
            imported.into_iter().partition(|file| packages::is_package(&file.bytes));
        let mut files = Vec::new();
        // Binary files are useful only as part of a package.
        let is_usable = !packages.is_empty()
            || self.0.documents.known().with_untracked(|known| !known.workspace.files.is_empty())
            || loose.iter().any(|file| std::str::from_utf8(&file.bytes).is_ok());
        for file in loose {
            if self.offer_conversion(&file) {
                continue;
            }
            let content = Content::from_bytes(file.bytes);
            if content.as_text().is_none() && !is_usable {
                self.0
                    .notices
                    .show_error(format!("can't open `{}`: not a text file or a package", file.name));
                continue;
            }
            match FilePath::new(&file.name) {
                Ok(path) => files.push((path, content)),
                Err(error) => self.0.notices.show_error(error.to_string()),
            }
        }
        for package in packages {
            self.open_package(&package);
        }
        self.take_in(files);
    }

    /// Offers to convert a descriptor that is not UTF-8. Never converts without asking.
    fn offer_conversion(self, file: &ImportedFile) -> bool {
        let is_document = FilePath::new(&file.name).is_ok_and(|path| path.is_document());
        if !is_document || std::str::from_utf8(&file.bytes).is_ok() {
            return false;
        }
        let Some((words, text)) = decode_non_utf8(&file.bytes) else { return false };
        let name = file.name.clone();
        let message = format!("`{name}` is encoded as {words}; Limn reads descriptors as UTF-8 only");
        self.0.notices.show_with_action(message, "Convert to UTF-8", move || self.add_file(&name, &text));
        true
    }

    fn open_package(self, package: &ImportedFile) {
        let opened = match packages::open(&package.name, &package.bytes) {
            Ok(opened) => opened,
            Err(error) => return self.0.notices.show_error(error.to_string()),
        };
        for warning in opened.warnings {
            self.0.notices.show_warning(warning);
        }
        let before = self.0.storage.shown_work();
        let had_work = self.0.documents.known().with_untracked(|known| !known.workspace.files.is_empty());
        self.0.works().leave_work();
        self.0.view.set_cameras(BTreeMap::new());
        self.0.positions.replace_all(DiagramStates {
            arranged: opened.pins.keys().cloned().collect(),
            places: opened.pins,
            pinned: opened.pinned,
            bends: opened.bends,
            saved_views: opened.views,
            ..DiagramStates::default()
        });
        self.load(opened.workspace, Choices::default(), None);
        self.0.works().name_shown(Some(package.name.clone()));
        self.0.works().schedule_save();
        self.0.works().list_recent();
        // If several packages are opened in a row, only the last notice stays.
        self.0.notices.withdraw(GO_BACK);
        match (had_work, before) {
            (true, Some(before)) => {
                let message = format!("opened `{}`; your previous work is under Recent work", package.name);
                self.0
                    .notices
                    .show_with_action(message, GO_BACK, move || self.0.works().open_work(before.clone()));
            }
            _ => self.0.notices.show(format!("opened `{}`", package.name)),
        }
    }

    /// Adds files under free names and activates the first text. A missing file that a document refers to is added at the referenced path.
    fn take_in(self, mut files: Vec<(FilePath, Content)>) {
        self.0.flush_pending();
        let mut positions = Vec::new();
        files.retain(|(path, content)| {
            if !PositionsFile::is_named_so(path) {
                return true;
            }
            let opened = PositionsFile::read(path, content);
            if opened.is_none() {
                self.0.notices.show_warning(format!("`{path}` is not a positions file; added as it is"));
            }
            let is_other = opened.is_none();
            positions.extend(opened);
            is_other
        });
        // Descriptors refer to other files, so they come first.
        files.sort_by_key(|(path, _)| !path.is_document());
        let (mut texts, mut added) = (Vec::new(), None);
        let before = self.before();
        for (path, content) in files {
            let known = self.0.documents.known().get_untracked();
            let mut workspace = known.workspace;
            let named = known.analysis.place_for(&path).filter(|_| path.folder().is_empty());
            let there = workspace.files.get(&path);
            let path = match named {
                Some(place) => {
                    self.0
                        .notices
                        .show(format!("added `{path}` as `{place}`, the path that another file refers to"));
                    place
                }
                None if there.is_some_and(|there| *there != content) => free_path(&path, &workspace),
                None => path,
            };
            if content.as_text().is_some() {
                texts.push(path.clone());
            }
            added = Some(path.clone());
            workspace.files.insert(path.clone(), content);
            workspace.entry = workspace.entry.or(Some(path));
            self.set_workspace(workspace);
        }
        match (self.main_of(&texts), added) {
            (Some(active_file), _) => {
                self.0.navigation().show_file(&active_file);
                // Worth a notice: it is exported with the package from now on.
                if before.workspace.original.is_some() {
                    self.offer_back(format!("added `{}` to the package", active_file.name()), before);
                }
            }
            (None, Some(added)) => self.0.notices.show(format!("added `{added}`")),
            (None, None) if positions.is_empty() => return,
            (None, None) => {}
        }
        for positions in positions {
            self.apply_positions(positions);
        }
        // The pressed menu or card may have been removed by then, and the focus with it.
        after(0, super::super::pane_focus::focus_canvas);
    }

    /// The file to activate of those that were added together: the entry of their package, with the largest diagram.
    fn main_of(self, added: &[FilePath]) -> Option<FilePath> {
        let known = self.0.documents.known().get_untracked();
        let first = added.first()?;
        let size = |file: &FilePath| {
            let graph = known.analysis.file(file)?.graph();
            (!graph.nodes.is_empty()).then_some(graph.nodes.len())
        };
        let leads = |file: &FilePath| known.analysis.package_entry(file) == *file;
        let mut best: Option<(&FilePath, (bool, usize))> = None;
        for file in added {
            let Some(size) = size(file) else { continue };
            let worth = (leads(file), size);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((file, worth));
            }
        }
        Some(best.map_or(first, |(file, _)| file).clone())
    }

    /// Closes a file; it can be restored.
    pub fn close_file(self, file: &FilePath) {
        if self.refuses_files() {
            return;
        }
        let mut workspace = self.0.flush_pending().known.workspace;
        let before = self.before();
        if workspace.files.remove(file).is_none() {
            return;
        }
        if workspace.entry.as_ref() == Some(file) {
            workspace.entry = workspace.files.keys().next().cloned();
        }
        if workspace.files.is_empty() {
            // The work stays in the list and makes way for the start page.
            let work = self.0.storage.shown_work();
            self.0.works().close_work();
            let message = format!("closed `{}`; it stays under Recent work", file.name());
            return match work {
                Some(work) => {
                    self.0
                        .notices
                        .show_with_action(message, "Reopen", move || self.0.works().open_work(work.clone()));
                }
                None => self.0.notices.show(message),
            };
        }
        let next = workspace.files.keys().find(|other| workspace.text(other).is_some()).cloned();
        let is_packed = before.workspace.original.is_some();
        let kept = if is_packed { None } else { self.0.works().keep_closed(file, &before.workspace) };
        self.set_workspace(workspace);
        self.0.documents.close_in_editor(file);
        if self.0.documents.active_file().with_untracked(|open| open.as_ref() == Some(file)) {
            match next {
                Some(next) => self.0.navigation().show_file(&next),
                None => {
                    self.0.documents.set_active_file(None);
                    self.0.view.set_selection(BTreeSet::new());
                }
            }
        }
        let text = match (is_packed, &kept) {
            (true, _) => format!("removed `{}` from the package", file.name()),
            (false, Some(_)) => format!("closed `{}`; it stays under Recent work", file.name()),
            (false, None) => format!("closed `{}`", file.name()),
        };
        let after = self.0.documents.known().with_untracked(|known| known.workspace.clone());
        let (work, file) = (self.0.storage.shown_work(), file.clone());
        self.0.notices.show_with_action(text, BRING_BACK, move || {
            if self.0.storage.shown_work() != work {
                let message =
                    format!("`{}` was closed in another workspace: open it under Recent work", file.name());
                return self.0.notices.show_error(message);
            }
            self.take_back(&before, &after);
            let is_back = self.0.documents.known().with_untracked(|known| {
                known.workspace.files.get(&file) == before.workspace.files.get(&file)
            });
            if let Some(kept) = kept.clone().filter(|_| is_back) {
                self.0.works().drop_work(kept);
            }
        });
        self.0.works().schedule_save();
    }

    /// Replaces the workspace and keeps the choices.
    pub(super) fn set_workspace(self, workspace: Workspace) {
        self.0.documents.set_workspace(workspace);
        self.0.works().schedule_save();
    }

    pub(super) fn before(self) -> Before {
        let known = self.0.documents.known().get_untracked();
        Before { workspace: known.workspace, active_file: self.0.documents.active_file().get_untracked() }
    }

    /// Reports that files were added or removed, and offers to take that back.
    pub(super) fn offer_back(self, text: String, before: Before) {
        if before.workspace.files.is_empty() {
            return self.0.notices.show(text);
        }
        let after = self.0.documents.known().with_untracked(|known| known.workspace.clone());
        self.0.notices.show_with_action(text, BRING_BACK, move || self.take_back(&before, &after));
    }

    /// Puts removed files back and removes added ones. What was edited since stays.
    pub(super) fn take_back(self, before: &Before, after: &Workspace) {
        let mut workspace = self.0.flush_pending().known.workspace;
        let added = after.files.iter().filter(|(file, _)| !before.workspace.files.contains_key(*file));
        for (file, content) in added {
            match workspace.files.get(file) {
                Some(now) if now != content => {
                    return self
                        .0
                        .notices
                        .show_error(format!("can't remove `{file}`: it has changed since it was added"));
                }
                _ => drop(workspace.files.remove(file)),
            }
        }
        for (file, content) in &before.workspace.files {
            if !after.files.contains_key(file) {
                workspace.files.entry(file.clone()).or_insert_with(|| content.clone());
            }
        }
        workspace.entry.clone_from(&before.workspace.entry);
        let removed: Vec<FilePath> =
            after.files.keys().filter(|file| !workspace.files.contains_key(*file)).cloned().collect();
        self.set_workspace(workspace);
        if let Some(active_file) = &before.active_file {
            self.0.navigation().show_file(active_file);
        }
        for file in removed {
            self.0.documents.close_in_editor(&file);
        }
    }

    /// Sets the profile of the active file; `None`: detect it from the text.
    pub fn choose_profile(self, profile: Option<&str>) {
        let Some(file) = self.0.documents.active_file().get_untracked() else { return };
        self.0.flush_pending();
        self.0.documents.set_profile(file, profile);
        self.0.works().schedule_save();
    }

    /// Replaces the open workspace.
    pub(super) fn load(self, workspace: Workspace, choices: Choices, open: Option<FilePath>) {
        // All works share the catalog.
        let catalog = self.0.documents.known().with_untracked(|known| known.choices.catalog.clone());
        let choices = Choices { catalog, ..choices };
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let open = open
            .filter(|open| workspace.text(open).is_some())
            .or_else(|| workspace.entry.clone().filter(|entry| workspace.text(entry).is_some()))
            .or_else(|| workspace.files.keys().find(|file| workspace.text(file).is_some()).cloned());
        self.0.documents.close_all_in_editor();
        self.0.documents.open_known(AnalyzedWorkspace { workspace, choices, analysis });
        self.0.view.set_selection(BTreeSet::new());
        self.0.documents.set_active_file(None);
        if let Some(open) = open {
            self.0.navigation().show_file(&open);
        }
    }
}
