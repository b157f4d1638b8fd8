//! Files: create, open, close, download and export. Everything that is closed or replaced can be restored.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::browser::import::ImportedFile;
use super::super::browser::{after, download, sentence};
use super::{Known, Places, Session};
use limn_analysis::{Analysis, Change, Choices};
use limn_files::{Content, FilePath, Workspace, decode_non_utf8};
use limn_packages as csar;
use limn_text::TextEdit;

/// Label of the button that restores closed or removed files.
const BRING_BACK: &str = "Restore";
/// Label of the button that returns to the previous work.
const GO_BACK: &str = "Go back";

/// Everything needed to restore a workspace.
#[derive(Clone)]
struct Before {
    workspace: Workspace,
    choices: Choices,
    places: Places,
    arranged: BTreeSet<FilePath>,
    open: Option<FilePath>,
}

impl Session {
    /// Brings a file to the front.
    pub fn open_file_at(self, file: &FilePath) {
        if self.open.with_untracked(|open| open.as_ref() == Some(file)) {
            return;
        }
        self.analyze_pending();
        let camera = self.camera.get_untracked();
        let before = self.open.get_untracked();
        let seen = self.hidden.try_update_value(|hidden| {
            if let Some(before) = before {
                hidden.cameras.insert(before, camera);
            }
            hidden.cameras.get(file).copied()
        });
        self.on_canvas_event(limn_canvas::Event::Cancel);
        self.notices.close_popup();
        self.stop_following_caret();
        self.selection.set(BTreeSet::new());
        self.open.set(Some(file.clone()));
        self.pin_layout();
        self.editor_shows(file);
        match seen.flatten() {
            Some(seen) => self.camera.set(seen),
            None => self.show_initial_view(),
        }
        self.schedule_save();
    }

    /// Adds a file next to the open ones and brings it to the front.
    pub fn add_file(self, name: &str, text: &str) {
        self.add_files(&[(name, text.to_owned())]);
    }

    /// Adds files next to the open ones and brings the first descriptor to the front.
    pub fn add_files(self, files: &[(&str, String)]) {
        let mut added = Vec::new();
        for (name, text) in files {
            match FilePath::new(name) {
                Ok(path) => added.push((path, Content::Text(text.as_str().into()))),
                Err(error) => return self.notices.show_error(error.to_string()),
            }
        }
        self.take_in(added);
    }

    /// Opens imported files: each package becomes its own work, loose files are added to the open one.
    pub fn import(self, imported: Vec<ImportedFile>, errors: Vec<String>) {
        for sentence in errors {
            self.notices.show_error(sentence);
        }
        let (packages, loose): (Vec<ImportedFile>, Vec<ImportedFile>) =
            imported.into_iter().partition(|file| csar::is_package(&file.bytes));
        let mut files = Vec::new();
        // Binary files are useful only as part of a package.
        let is_usable = !packages.is_empty()
            || self.known.with_untracked(|known| !known.workspace.files.is_empty())
            || loose.iter().any(|file| std::str::from_utf8(&file.bytes).is_ok());
        for file in loose {
            if self.offer_conversion(&file) {
                continue;
            }
            let content = Content::from_bytes(file.bytes);
            if content.as_text().is_none() && !is_usable {
                self.notices.show_error(format!("can't open `{}`: not a text file or a package", file.name));
                continue;
            }
            match FilePath::new(&file.name) {
                Ok(path) => files.push((path, content)),
                Err(error) => self.notices.show_error(error.to_string()),
            }
        }
        for package in packages {
            self.open_package(&package);
        }
        self.take_in(files);
    }

    /// Offers to convert a descriptor that is not UTF-8. Never converts without asking.
    fn offer_conversion(self, file: &ImportedFile) -> bool {
        let extension = FilePath::new(&file.name).map(|path| path.extension()).unwrap_or_default();
        if !matches!(extension.as_str(), "yaml" | "yml" | "json") || std::str::from_utf8(&file.bytes).is_ok()
        {
            return false;
        }
        let Some((words, text)) = decode_non_utf8(&file.bytes) else { return false };
        let name = file.name.clone();
        let message = format!("`{name}` is encoded as {words}; Limn reads descriptors as UTF-8 only");
        self.notices.show_with_action(message, "Convert to UTF-8", move || self.add_file(&name, &text));
        true
    }

    fn open_package(self, package: &ImportedFile) {
        let opened = match csar::open(&package.name, &package.bytes) {
            Ok(opened) => opened,
            Err(error) => return self.notices.show_error(error.to_string()),
        };
        for warning in opened.warnings {
            self.notices.show(warning);
        }
        let before = self.shown_work();
        let had_work = self.known.with_untracked(|known| !known.workspace.files.is_empty());
        self.leave_work();
        self.hidden.update_value(|hidden| {
            hidden.cameras.clear();
            hidden.arranged = opened.pins.keys().cloned().collect();
        });
        self.places.set(opened.pins);
        self.load(opened.workspace, Choices::default(), None);
        self.name_shown(Some(package.name.clone()));
        self.schedule_save();
        self.list_recent();
        // If several packages are opened in a row, only the last notice stays.
        self.notices.withdraw(GO_BACK);
        match (had_work, before) {
            (true, Some(before)) => {
                let message = format!("opened `{}`; your previous work is under Recent work", package.name);
                self.notices.show_with_action(message, GO_BACK, move || self.open_work(before.clone()));
            }
            _ => self.notices.show(format!("opened `{}`", package.name)),
        }
    }

    /// Adds files under free names and brings the first text to the front. A missing file that a document refers to is added at the referenced path.
    fn take_in(self, mut files: Vec<(FilePath, Content)>) {
        self.analyze_pending();
        // Descriptors refer to other files, so they come first.
        files.sort_by_key(|(path, _)| !matches!(path.extension().as_str(), "yaml" | "yml"));
        let (mut front, mut added) = (None, None);
        let before = self.before();
        for (path, content) in files {
            let known = self.known.get_untracked();
            let mut workspace = known.workspace;
            let named = known.analysis.place_for(&path).filter(|_| path.folder().is_empty());
            let there = workspace.files.get(&path);
            let path = match named {
                Some(place) => {
                    self.notices.show(format!("added `{path}` as `{place}`, where it is referenced"));
                    place
                }
                None if there.is_some_and(|there| *there != content) => free(&path, &workspace),
                None => path,
            };
            if content.as_text().is_some() {
                front = front.or_else(|| Some(path.clone()));
            }
            added = Some(path.clone());
            workspace.files.insert(path.clone(), content);
            workspace.entry = workspace.entry.or(Some(path));
            self.know(workspace);
        }
        match (front, added) {
            (Some(front), _) => {
                self.open_file_at(&front);
                // Worth a notice: it is exported with the package from now on.
                if before.workspace.original.is_some() {
                    self.offer_back(format!("added `{}` to the package", front.name()), before);
                }
            }
            (None, Some(added)) => self.notices.show(format!("added `{added}`")),
            (None, None) => return,
        }
        // The pressed menu or card may be gone by then, and the focus with it.
        after(0, super::super::shell::focus_canvas);
    }

    /// Closes a file; it can be restored.
    pub fn close_file(self, file: &FilePath) {
        self.analyze_pending();
        let before = self.before();
        let mut workspace = self.known.with_untracked(|known| known.workspace.clone());
        if workspace.files.remove(file).is_none() {
            return;
        }
        if workspace.entry.as_ref() == Some(file) {
            workspace.entry = workspace.files.keys().next().cloned();
        }
        if workspace.files.is_empty() {
            // The work stays in the list and makes way for the start page.
            let work = self.shown_work();
            self.close_work();
            let message = format!("closed `{}`; it stays under Recent work", file.name());
            return match work {
                Some(work) => {
                    self.notices.show_with_action(message, "Reopen", move || self.open_work(work.clone()));
                }
                None => self.notices.show(message),
            };
        }
        let next = workspace.files.keys().find(|other| workspace.text(other).is_some()).cloned();
        self.know(workspace);
        self.editor_forgets(file);
        if self.open.with_untracked(|open| open.as_ref() == Some(file)) {
            match next {
                Some(next) => self.open_file_at(&next),
                None => {
                    self.open.set(None);
                    self.selection.set(BTreeSet::new());
                }
            }
        }
        let text = match before.workspace.original {
            Some(_) => format!("removed `{}` from the package", file.name()),
            None => format!("closed `{}`", file.name()),
        };
        self.offer_back(text, before);
        self.schedule_save();
    }

    /// Replaces the workspace and keeps the choices.
    fn know(self, workspace: Workspace) {
        self.known.update(|known| {
            let analysis = Analysis::of(&workspace, &known.choices, &known.analysis);
            *known = Known { workspace, choices: std::mem::take(&mut known.choices), analysis };
        });
        self.schedule_save();
    }

    fn before(self) -> Before {
        let (workspace, choices) =
            self.known.with_untracked(|known| (known.workspace.clone(), known.choices.clone()));
        Before {
            workspace,
            choices,
            places: self.places.get_untracked(),
            arranged: self.hidden.with_value(|hidden| hidden.arranged.clone()),
            open: self.open.get_untracked(),
        }
    }

    fn offer_back(self, text: String, before: Before) {
        if before.workspace.files.is_empty() {
            return self.notices.show(text);
        }
        self.notices.show_with_action(text, BRING_BACK, move || {
            self.places.set(before.places.clone());
            self.hidden.update_value(|hidden| hidden.arranged.clone_from(&before.arranged));
            self.load(before.workspace.clone(), before.choices.clone(), before.open.clone());
            self.schedule_save();
        });
    }

    /// Sets the profile of the front file; `None`: detect it from the text.
    pub fn choose_profile(self, profile: Option<&str>) {
        let Some(file) = self.open.get_untracked() else { return };
        self.analyze_pending();
        self.known.update(|known| {
            match profile {
                Some(profile) => known.choices.profiles.insert(file, profile.to_owned()),
                None => known.choices.profiles.remove(&file),
            };
            known.analysis = Analysis::of(&known.workspace, &known.choices, &known.analysis);
        });
        self.schedule_save();
    }

    /// Downloads the front file, byte for byte.
    pub fn download(self) {
        self.analyze_pending();
        match self.open.get_untracked() {
            Some(file) => self.hand_out(&file),
            None => self.notices.show_error("no file is open"),
        }
    }

    /// Downloads a file, byte for byte.
    pub fn hand_out(self, file: &FilePath) {
        let content = self.known.with_untracked(|known| known.workspace.files.get(file).cloned());
        let Some(content) = content else { return };
        let kind = match (&content, file.extension().as_str()) {
            (Content::Text(_), "yaml" | "yml") => "application/yaml",
            (Content::Text(_), _) => "text/plain",
            (Content::Bytes(_), _) => "application/octet-stream",
        };
        match download::download(file.name(), kind, content.as_bytes()) {
            Ok(()) => self.notices.show(format!("downloaded `{}`", file.name())),
            Err(error) => {
                self.notices.show_error(format!(
                    "could not download `{}`: {}",
                    file.name(),
                    sentence(&error)
                ));
            }
        }
    }

    /// Exports all files as one package: the one they came in, or a new one for the front file.
    pub fn export(self) {
        self.analyze_pending();
        let Some((workspace, strangers)) = self.to_pack() else {
            return self.notices.show_error("no file is open");
        };
        let mut options = csar::PackOptions::of(&workspace);
        options.pins = self.places.get_untracked();
        let arranged = self.hidden.with_value(|hidden| hidden.arranged.clone());
        let came_so = |file: &FilePath| workspace.original.is_some() && !arranged.contains(file);
        options.pins.retain(|file, _| workspace.files.contains_key(file) && !came_so(file));
        let name = csar::file_name(&workspace, &options);
        let packed = csar::pack(&workspace, &options).map_err(|error| error.to_string());
        let handed = packed.and_then(|bytes| {
            download::download(&name, "application/zip", &bytes).map_err(|error| sentence(&error))
        });
        if let Err(why) = handed {
            return self.notices.show_error(format!("could not create the package: {why}"));
        }
        let outdated = csar::outdated(&workspace);
        if !outdated.is_empty() {
            let message = format!("the package manifest has an outdated checksum for {}", row(&outdated));
            self.notices.show_with_action(message, "Update checksum and export", move || self.recompute());
        }
        let lacks = Analysis::of(&workspace, &Choices::default(), &Analysis::default()).missing_files();
        let lacks: Vec<String> = lacks.into_iter().map(|missing| missing.place.to_string()).collect();
        match (lacks.is_empty(), strangers.is_empty()) {
            (true, true) => self.notices.show(format!("downloaded `{name}`")),
            (true, false) => self.notices.show(format!(
                "downloaded `{name}` without {}, which {} in another language",
                row(&strangers),
                if strangers.len() == 1 { "is" } else { "are" }
            )),
            (false, _) => self.notices.show_error(format!(
                "downloaded `{name}`, but files that it refers to are missing: {}; open {} and export again",
                row(&lacks),
                if lacks.len() == 1 { "it" } else { "them" }
            )),
        }
    }

    /// Updates the checksums in the package's manifests, as one undo step, and exports again.
    fn recompute(self) {
        self.analyze_pending();
        let workspace = self.known.with_untracked(|known| known.workspace.clone());
        let edits = csar::recomputed(&workspace).into_iter().filter_map(|(file, after)| {
            let edit = TextEdit::between(workspace.text(&file)?, &after);
            Some((file, edit))
        });
        if self.apply(Change { edits: edits.collect(), focus: None }, Vec::new()) {
            self.export();
        }
    }

    /// Files to export, and the files left out. Loose files are not a package yet: the front file becomes its entry, and files in another
    /// language are left out.
    fn to_pack(self) -> Option<(Workspace, Vec<String>)> {
        let known = self.known.get_untracked();
        let mut workspace = known.workspace;
        // An opened package names its own entry file.
        if workspace.original.is_some() || csar::is_project(&workspace) {
            workspace.entry = workspace.entry.or_else(|| self.open.get_untracked());
            return Some((workspace, Vec::new()));
        }
        let front = self.open.get_untracked().or_else(|| workspace.entry.clone())?;
        let entry = known.analysis.stands_for(&front);
        let strangers = known.analysis.strangers_to(&entry);
        workspace.files.retain(|file, _| !strangers.contains(file));
        workspace.entry = Some(entry);
        Some((workspace, strangers.iter().map(FilePath::to_string).collect()))
    }
}

/// First few names: "`a`, `b` and 3 more".
fn row(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match (names.len().saturating_sub(SHOWN), shown.pop()) {
        (0, Some(last)) if shown.is_empty() => last,
        (0, Some(last)) => format!("{} and {last}", shown.join(", ")),
        (more, last) => {
            shown.extend(last);
            format!("{} and {more} more", shown.join(", "))
        }
    }
}

/// Free name: `name-2.yml` if `name.yml` is taken.
pub(super) fn free(path: &FilePath, workspace: &Workspace) -> FilePath {
    let text = path.as_str();
    let (stem, extension) = match text.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && !extension.contains('/') => {
            (stem, format!(".{extension}"))
        }
        _ => (text, String::new()),
    };
    (2..10_000)
        .filter_map(|count| FilePath::new(&format!("{stem}-{count}{extension}")).ok())
        .find(|path| !workspace.files.contains_key(path))
        .unwrap_or_else(|| path.clone())
}
