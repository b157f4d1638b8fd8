//! Files come and go: new, opened, closed, handed out. Nothing that was open is lost without a way back.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::browser::bring::Brought;
use super::super::browser::{after, download, sentence};
use super::{Known, Places, Session};
use crate::analysis::{Analysis, Change, Choices};
use crate::csar;
use crate::files::{Content, FilePath, Workspace, text_in_other_words};
use crate::text::TextEdit;

/// The word on the button that brings back what made room for something else.
const BRING_BACK: &str = "Bring back";
/// The word on the button that shows the work that was shown before.
const GO_BACK: &str = "Go back";

/// All that can be brought back after a workspace made room for another.
#[derive(Clone)]
struct Before {
    workspace: Workspace,
    choices: Choices,
    places: Places,
    arranged: BTreeSet<FilePath>,
    open: Option<FilePath>,
}

impl Session {
    /// Puts a file in front.
    pub fn open_file_at(self, file: &FilePath) {
        if self.open.with_untracked(|open| open.as_ref() == Some(file)) {
            return;
        }
        self.settle();
        let camera = self.camera.get_untracked();
        let before = self.open.get_untracked();
        let seen = self.hidden.try_update_value(|hidden| {
            if let Some(before) = before {
                hidden.cameras.insert(before, camera);
            }
            hidden.cameras.get(file).copied()
        });
        self.hand(crate::canvas::Event::Cancel);
        self.answered();
        self.selected_elsewhere();
        self.selection.set(BTreeSet::new());
        self.open.set(Some(file.clone()));
        self.stand();
        self.editor_shows(file);
        match seen.flatten() {
            Some(seen) => self.camera.set(seen),
            None => self.first_look(),
        }
        self.keep();
    }

    /// A new file beside what is open, and in front.
    pub fn add_file(self, name: &str, text: &str) {
        self.add_files(&[(name, text.to_owned())]);
    }

    /// New files beside what is open, the first descriptor of them in front.
    pub fn add_files(self, files: &[(&str, String)]) {
        let mut added = Vec::new();
        for (name, text) in files {
            match FilePath::new(name) {
                Ok(path) => added.push((path, Content::Text(text.as_str().into()))),
                Err(error) => return self.refuse(error.to_string()),
            }
        }
        self.take_in(added);
    }

    /// What a person brought: each package is a work of its own, loose files come beside what is open.
    pub fn bring(self, brought: Vec<Brought>, refused: Vec<String>) {
        for sentence in refused {
            self.refuse(sentence);
        }
        let (packages, loose): (Vec<Brought>, Vec<Brought>) =
            brought.into_iter().partition(|file| csar::is_package(&file.bytes));
        let mut files = Vec::new();
        // What is no text can be part of a package, and is nothing on its own.
        let beside = !packages.is_empty()
            || self.known.with_untracked(|known| !known.workspace.files.is_empty())
            || loose.iter().any(|file| std::str::from_utf8(&file.bytes).is_ok());
        for file in loose {
            if self.in_other_words(&file) {
                continue;
            }
            let content = Content::from_bytes(file.bytes);
            if content.as_text().is_none() && !beside {
                self.refuse(format!("`{}` is neither text nor a package and was not opened", file.name));
                continue;
            }
            match FilePath::new(&file.name) {
                Ok(path) => files.push((path, content)),
                Err(error) => self.refuse(error.to_string()),
            }
        }
        for package in packages {
            self.open_package(&package);
        }
        self.take_in(files);
    }

    /// A descriptor that is text and not UTF-8 is not changed unasked: says what it is, and offers to open it as UTF-8.
    fn in_other_words(self, file: &Brought) -> bool {
        let extension = FilePath::new(&file.name).map(|path| path.extension()).unwrap_or_default();
        if !matches!(extension.as_str(), "yaml" | "yml" | "json") || std::str::from_utf8(&file.bytes).is_ok()
        {
            return false;
        }
        let Some((words, text)) = text_in_other_words(&file.bytes) else { return false };
        let name = file.name.clone();
        let said = format!("`{name}` is written in {words}; descriptors are read as UTF-8 only");
        self.offer(said, "Open it as UTF-8", move || self.add_file(&name, &text));
        true
    }

    fn open_package(self, package: &Brought) {
        let opened = match csar::open(&package.name, &package.bytes) {
            Ok(opened) => opened,
            Err(error) => return self.refuse(error.to_string()),
        };
        for warning in opened.warnings {
            self.notice(warning);
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
        self.keep();
        self.list_recent();
        // Of packages opened one after the other only the last notice stays.
        self.withdraw(GO_BACK);
        match (had_work, before) {
            (true, Some(before)) => {
                let said = format!("`{}` is open; what was open before is in Recent work", package.name);
                self.offer(said, GO_BACK, move || self.open_work(before.clone()));
            }
            _ => self.notice(format!("`{}` is open", package.name)),
        }
    }

    /// Adds files under names that are free, and puts the first text in front. A file that a document names and lacks goes where it is named.
    fn take_in(self, mut files: Vec<(FilePath, Content)>) {
        self.settle();
        // What names others comes before them.
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
                    self.notice(format!("`{path}` is put where it is named, as `{place}`"));
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
                // Not to be overlooked: it goes out with the package from now on.
                if before.workspace.original.is_some() {
                    self.offer_back(format!("`{}` is in the package now", front.name()), before);
                }
            }
            (None, Some(added)) => self.notice(format!("`{added}` is among the files")),
            (None, None) => return,
        }
        // The menu or the card that was pressed may be gone by then, and the focus with it.
        after(0, super::super::shell::focus_canvas);
    }

    /// Takes a file away; it can be brought back.
    pub fn close_file(self, file: &FilePath) {
        self.settle();
        let before = self.before();
        let mut workspace = self.known.with_untracked(|known| known.workspace.clone());
        if workspace.files.remove(file).is_none() {
            return;
        }
        if workspace.entry.as_ref() == Some(file) {
            workspace.entry = workspace.files.keys().next().cloned();
        }
        if workspace.files.is_empty() {
            // The work stays as it is in the list, and makes room for the start page.
            let work = self.shown_work();
            self.close_work();
            let said = format!("`{}` is closed; it stays in Recent work", file.name());
            return match work {
                Some(work) => self.offer(said, "Open again", move || self.open_work(work.clone())),
                None => self.notice(said),
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
        let what = if before.workspace.original.is_some() { "out of the package" } else { "closed" };
        self.offer_back(format!("`{}` is {what}", file.name()), before);
        self.keep();
    }

    /// Other files, the same choices.
    fn know(self, workspace: Workspace) {
        self.known.update(|known| {
            let analysis = Analysis::of(&workspace, &known.choices, &known.analysis);
            *known = Known { workspace, choices: std::mem::take(&mut known.choices), analysis };
        });
        self.keep();
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
            return self.notice(text);
        }
        self.offer(text, BRING_BACK, move || {
            self.places.set(before.places.clone());
            self.hidden.update_value(|hidden| hidden.arranged.clone_from(&before.arranged));
            self.load(before.workspace.clone(), before.choices.clone(), before.open.clone());
            self.keep();
        });
    }

    /// The profile to hold the file in front to; `None`: the one that its text suggests.
    pub fn choose_profile(self, profile: Option<&str>) {
        let Some(file) = self.open.get_untracked() else { return };
        self.settle();
        self.known.update(|known| {
            match profile {
                Some(profile) => known.choices.profiles.insert(file, profile.to_owned()),
                None => known.choices.profiles.remove(&file),
            };
            known.analysis = Analysis::of(&known.workspace, &known.choices, &known.analysis);
        });
        self.keep();
    }

    /// The file in front, byte for byte.
    pub fn download(self) {
        self.settle();
        match self.open.get_untracked() {
            Some(file) => self.hand_out(&file),
            None => self.refuse("nothing is open to download"),
        }
    }

    /// A file as a download, byte for byte.
    pub fn hand_out(self, file: &FilePath) {
        let content = self.known.with_untracked(|known| known.workspace.files.get(file).cloned());
        let Some(content) = content else { return };
        let kind = match (&content, file.extension().as_str()) {
            (Content::Text(_), "yaml" | "yml") => "application/yaml",
            (Content::Text(_), _) => "text/plain",
            (Content::Bytes(_), _) => "application/octet-stream",
        };
        match download::download(file.name(), kind, content.as_bytes()) {
            Ok(()) => self.notice(format!("`{}` is downloaded", file.name())),
            Err(error) => {
                self.refuse(format!("`{}` could not be downloaded: {}", file.name(), sentence(&error)));
            }
        }
    }

    /// All files as one package: the one that they came in, or a new one about the file in front.
    pub fn export(self) {
        self.settle();
        let Some((workspace, strangers)) = self.to_pack() else {
            return self.refuse("nothing is open to export");
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
            return self.refuse(format!("the package was not made: {why}"));
        }
        let outdated = csar::outdated(&workspace);
        if !outdated.is_empty() {
            let said = format!(
                "the package's manifest has the checksum of {} from before the change",
                row(&outdated)
            );
            self.offer(said, "Recompute and export again", move || self.recompute());
        }
        let lacks = Analysis::of(&workspace, &Choices::default(), &Analysis::default()).missing_files();
        let lacks: Vec<String> = lacks.into_iter().map(|missing| missing.place.to_string()).collect();
        match (lacks.is_empty(), strangers.is_empty()) {
            (true, true) => self.notice(format!("`{name}` is downloaded")),
            (true, false) => self.notice(format!(
                "`{name}` is downloaded without {}, which {} in another language",
                row(&strangers),
                if strangers.len() == 1 { "is" } else { "are" }
            )),
            (false, _) => self.refuse(format!(
                "`{name}` is downloaded, but lacks what it names: {}; open {} too, and export again",
                row(&lacks),
                if lacks.len() == 1 { "it" } else { "them" }
            )),
        }
    }

    /// Writes the checksums of the package's manifests anew, as one step of history, and exports it again.
    fn recompute(self) {
        self.settle();
        let workspace = self.known.with_untracked(|known| known.workspace.clone());
        let edits = csar::recomputed(&workspace).into_iter().filter_map(|(file, after)| {
            let edit = TextEdit::between(workspace.text(&file)?, &after);
            Some((file, edit))
        });
        if self.apply(Change { edits: edits.collect(), focus: None }, Vec::new()) {
            self.export();
        }
    }

    /// What an export holds, and the files that are left out. Loose files are not a package yet: it is about the one in front, and what is in
    /// another language is none of it.
    fn to_pack(self) -> Option<(Workspace, Vec<String>)> {
        let known = self.known.get_untracked();
        let mut workspace = known.workspace;
        // A package that was opened says itself which file it is about.
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

/// The first few of them: "`a`, `b` and 3 more".
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

/// `name-2.yml` where `name.yml` is taken.
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
