//! Embedded page: another application, the host, has the files. The page sends it each change of a text as the smallest edits, one at a time, and
//! follows the host's own changes. The host also keeps the state of the diagram: positions, saved views, cameras.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::super::browser::host::Host;
use super::super::super::browser::storage::StoredWork;
use super::super::super::browser::{after, parts};
use super::super::super::theme::Theme;
use super::{SaveState, WRITE_DEBOUNCE_MS, Works};
use limn_files::{Content, FilePath, Workspace};
use limn_text::{Indel, LineIndex, TextEdit, TextRange};

/// Message of the host.
#[derive(Deserialize)]
#[serde(tag = "limn", rename_all = "camelCase")]
enum Received {
    /// Replaces all files.
    Open {
        files: Vec<FileText>,
        /// The file to show.
        shown: Option<String>,
        /// The state that the page sent last.
        #[serde(default)]
        state: String,
        theme: Option<Theme>,
        /// Undo and redo are the host's, who also handles their keys.
        #[serde(default)]
        undo: bool,
        #[serde(default)]
        revision: u64,
    },
    /// Files that the host changed, and the number of the last edit that it has applied or refused.
    Change {
        #[serde(default)]
        files: Vec<FileText>,
        #[serde(default)]
        answered: u64,
        /// True if it refused that edit.
        #[serde(default)]
        refused: bool,
        /// The host's number of this state of the texts.
        #[serde(default)]
        revision: u64,
    },
    /// The caret is at an offset, in UTF-16.
    Select {
        path: String,
        offset: usize,
    },
    Theme {
        theme: Theme,
    },
}

/// A file of the host. Without a text: of an opened file, only the name matters; a changed one is removed.
#[derive(Deserialize)]
struct FileText {
    path: String,
    text: Option<String>,
}

/// Message to the host.
#[derive(Serialize)]
#[serde(tag = "limn", rename_all = "camelCase")]
enum Sent<'t> {
    /// The page waits for files.
    Ready,
    /// A change of the texts of a revision, to be applied as one step if the host has no later one, and answered in any case.
    Edit {
        number: u64,
        revision: u64,
        files: Vec<FileEdit>,
    },
    /// The state to open the files with next time.
    State {
        state: &'t str,
    },
    /// Something was selected: its text, in UTF-16 offsets.
    Select {
        path: &'t FilePath,
        from: usize,
        to: usize,
        focus: bool,
    },
    Undo,
    Redo,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
enum FileChange {
    Edits(Vec<Replacement>),
    /// A new file.
    Created(Arc<str>),
    Removed(bool),
}

#[derive(Debug, PartialEq, Serialize)]
struct FileEdit {
    path: FilePath,
    #[serde(flatten)]
    change: FileChange,
}

/// Replaces a range in UTF-16 offsets of the text before.
#[derive(Debug, PartialEq, Serialize)]
struct Replacement {
    from: usize,
    to: usize,
    text: String,
}

type Texts = BTreeMap<FilePath, Arc<str>>;

/// State of the connection.
pub(super) struct Embedded {
    host: Host,
    owns_undo: bool,
    /// The texts as the host has them.
    agreed: Texts,
    /// Number of the last edit sent, and of the last one answered.
    sent: u64,
    answered: u64,
    /// The texts after the last edit sent.
    expected: Texts,
    state: String,
    /// The last revision of the host.
    revision: u64,
    /// A change is about to be sent.
    is_due: bool,
    /// Undo or redo that waits for the answer to an edit.
    unsent: Vec<Sent<'static>>,
}

impl Works {
    /// Waits for the files of the host. Returns false if there is no host.
    pub(super) fn start_embedded(self) -> bool {
        let Some(host) = Host::connect(move |message| self.on_host_message(&message)) else { return false };
        self.0.storage.save_state.set(SaveState::Saved);
        self.0.storage.hidden.update_value(|hidden| {
            hidden.embedded = Some(Embedded {
                host,
                owns_undo: false,
                agreed: Texts::new(),
                sent: 0,
                answered: 0,
                expected: Texts::new(),
                state: String::new(),
                revision: 0,
                is_due: false,
                unsent: Vec::new(),
            });
        });
        self.post(&Sent::Ready);
        parts::fetch();
        true
    }

    pub(in super::super) fn is_embedded(self) -> bool {
        self.0.storage.hidden.with_value(|hidden| hidden.embedded.is_some())
    }

    /// Undoes or redoes a step of the host, if undo is its own.
    pub(in super::super) fn travel_in_host(self, back: bool) -> bool {
        let is_hosts = self.owns_undo();
        if is_hosts {
            // Earlier changes are sent first, so that they are the first to be undone.
            self.send_changes();
            self.update_embedded(|embedded| embedded.unsent.push(if back { Sent::Undo } else { Sent::Redo }));
            self.post_held();
        }
        is_hosts
    }

    /// Sends what waits for the answer to an edit, once it is there.
    fn post_held(self) {
        let unsent = self.update_embedded(|embedded| match embedded.sent == embedded.answered {
            true => std::mem::take(&mut embedded.unsent),
            false => Vec::new(),
        });
        unsent.unwrap_or_default().iter().for_each(|message| self.post(message));
    }

    /// Returns true if undo and redo are the host's.
    pub fn owns_undo(self) -> bool {
        self.0
            .storage
            .hidden
            .with_value(|hidden| hidden.embedded.as_ref().is_some_and(|embedded| embedded.owns_undo))
    }

    fn update_embedded<T>(self, update: impl FnOnce(&mut Embedded) -> T) -> Option<T> {
        self.0.storage.hidden.try_update_value(|hidden| hidden.embedded.as_mut().map(update)).flatten()
    }

    fn post(self, message: &Sent<'_>) {
        let host = self
            .0
            .storage
            .hidden
            .with_value(|hidden| hidden.embedded.as_ref().map(|embedded| embedded.host.clone()));
        if let (Some(host), Ok(text)) = (host, serde_json::to_string(message)) {
            host.post(&text);
        }
    }

    fn on_host_message(self, message: &str) {
        match serde_json::from_str(message) {
            Ok(Received::Open { files, shown, state, theme, undo, revision }) => {
                if let Some(theme) = theme {
                    self.0.view.set_theme(theme);
                }
                self.open_embedded(files, shown.as_deref(), state, undo);
                self.update_embedded(|embedded| embedded.revision = revision);
            }
            Ok(Received::Change { files, answered, refused, revision }) => {
                // Text that was typed before is sent with the revision that it is based on.
                self.send_changes();
                self.update_embedded(|embedded| embedded.revision = revision);
                self.on_host_change(files, answered);
                if refused {
                    let message = "the last changes were not applied, because the text has changed meanwhile: make them again";
                    self.0.notices.show_error(message);
                }
                self.post_held();
            }
            Ok(Received::Select { path, offset }) => self.select_from_host(&path, offset),
            Ok(Received::Theme { theme }) => self.0.view.set_theme(theme),
            Err(error) => {
                self.0.notices.show_error(format!("invalid message from the host application: {error}"));
            }
        }
    }

    fn open_embedded(self, files: Vec<FileText>, shown: Option<&str>, state: String, undo: bool) {
        let nothing: Arc<[u8]> = Arc::from([]);
        let content = |text: Option<String>| match text {
            Some(text) => Content::Text(text.into()),
            None => Content::Bytes(Arc::clone(&nothing)),
        };
        let files = files.into_iter();
        let files = files.filter_map(|file| Some((FilePath::new(&file.path).ok()?, content(file.text))));
        let work = StoredWork { files: files.collect(), note: state.clone(), ..StoredWork::default() };
        let texts = texts_of(&work.files);
        self.update_embedded(|embedded| {
            embedded.owns_undo = undo;
            embedded.agreed.clone_from(&texts);
            (embedded.expected, embedded.state, embedded.answered) = (texts, state, embedded.sent);
        });
        self.bring_back(work);
        if let Some(file) = shown.and_then(|shown| FilePath::new(shown).ok()) {
            self.0.navigation().show_file(&file);
        }
        self.0.documents.show_host_undo(undo);
    }

    /// Follows a change of the host. Its texts are the right ones, also where it refused an edit.
    fn on_host_change(self, files: Vec<FileText>, answered: u64) {
        let is_foreign = self.update_embedded(|embedded| {
            for FileText { path, text } in files {
                let Ok(path) = FilePath::new(&path) else { continue };
                match text {
                    Some(text) => drop(embedded.agreed.insert(path, text.into())),
                    None => drop(embedded.agreed.remove(&path)),
                }
            }
            let was_open = embedded.sent != embedded.answered;
            embedded.answered = embedded.answered.max(answered).min(embedded.sent);
            if embedded.sent != embedded.answered {
                // The answer to the edit states whether it was applied to this text.
                return None;
            }
            // Without an edit under way, the host's texts differ only by its own change.
            let is_foreign = !was_open || embedded.agreed != embedded.expected;
            if was_open && !is_foreign {
                return Some(None);
            }
            embedded.expected.clone_from(&embedded.agreed);
            Some(Some(embedded.agreed.clone()))
        });
        match is_foreign.flatten() {
            None => {}
            // Changes since the edit.
            Some(None) => self.send_changes(),
            Some(Some(texts)) => self.adopt(texts),
        }
    }

    /// Shows the texts of the host. Keeps selection and view.
    fn adopt(self, texts: Texts) {
        let mut theirs = self.now(false);
        if texts_of(&theirs.files) == texts {
            return;
        }
        let known = texts_of(&theirs.files);
        theirs.files.retain(|file, _| !known.contains_key(file) || texts.contains_key(file));
        theirs.files.extend(texts.into_iter().map(|(file, text)| (file, Content::Text(text))));
        theirs.pasts = BTreeMap::new();
        self.follow(theirs);
        self.0.documents.show_host_undo(self.owns_undo());
    }

    /// Sends changes soon: what belongs to one gesture is one edit.
    pub(super) fn schedule_embedded(self) {
        let was_due = self.update_embedded(|embedded| std::mem::replace(&mut embedded.is_due, true));
        if was_due == Some(false) {
            after(0, move || {
                self.update_embedded(|embedded| embedded.is_due = false);
                self.send_changes();
            });
        }
        self.0.storage.hidden.update_value(|hidden| {
            if let Some((timer, _)) = hidden.due.take() {
                timer.clear();
            }
            hidden.due = after(WRITE_DEBOUNCE_MS, move || self.send_state()).map(|timer| (timer, 0.0));
        });
    }

    /// Sends what differs from the texts of the host, unless it has yet to answer an edit.
    fn send_changes(self) {
        self.0.flush_pending();
        let workspace = self.0.documents.known().with_untracked(|known| known.workspace.clone());
        let edit = self.update_embedded(|embedded| {
            if embedded.sent != embedded.answered {
                return None;
            }
            let texts = texts_of(&workspace.files);
            let files = changes(&embedded.agreed, &texts);
            if files.is_empty() {
                return None;
            }
            embedded.sent += 1;
            embedded.expected.clone_from(&texts);
            // Its answer has the texts that are other than these.
            embedded.agreed = texts;
            Some(Sent::Edit { number: embedded.sent, revision: embedded.revision, files })
        });
        if let Some(edit) = edit.flatten() {
            self.post(&edit);
        }
    }

    /// Sends the state of the diagram, if it differs from what the host has.
    pub(super) fn send_state(self) {
        let workspace: Workspace = self.0.documents.texts();
        if workspace.files.is_empty() {
            return;
        }
        let state = self.note(&workspace).write();
        let is_new =
            self.update_embedded(|embedded| std::mem::replace(&mut embedded.state, state.clone()) != state);
        if is_new == Some(true) {
            self.post(&Sent::State { state: &state });
        }
    }

    fn select_from_host(self, path: &str, offset: usize) {
        let Ok(file) = FilePath::new(path) else { return };
        let Some(text) = self.0.documents.text(&file) else { return };
        self.0.navigation().show_file(&file);
        self.0.navigation().select_at(LineIndex::new(text).offset(offset));
    }

    /// Shows a range in the editor of the host, if there is one.
    pub(in super::super) fn show_in_host(self, file: &FilePath, range: TextRange, focus: bool) {
        if self.is_embedded()
            && let Some(text) = self.0.documents.text(file)
        {
            let lines = LineIndex::new(text);
            let (from, to) = (lines.utf16(range.start), lines.utf16(range.end));
            self.post(&Sent::Select { path: file, from, to, focus });
        }
    }
}

fn texts_of(files: &BTreeMap<FilePath, Content>) -> Texts {
    let texts =
        files.iter().filter_map(|(file, content)| Some((file.clone(), Arc::clone(content.as_text()?))));
    texts.collect()
}

/// Edits that turn some texts into others.
fn changes(before: &Texts, after: &Texts) -> Vec<FileEdit> {
    let new = after.iter().filter_map(|(file, text)| {
        let change = match before.get(file) {
            Some(before) if Arc::ptr_eq(before, text) || before == text => return None,
            Some(before) => FileChange::Edits(replacements(before, text)),
            None => FileChange::Created(Arc::clone(text)),
        };
        Some(FileEdit { path: file.clone(), change })
    });
    let removed = before.keys().filter(|file| !after.contains_key(*file));
    let removed = removed.map(|file| FileEdit { path: file.clone(), change: FileChange::Removed(true) });
    new.chain(removed).collect()
}

/// The smallest replacement in each run of lines that differ.
fn replacements(before: &Arc<str>, after: &str) -> Vec<Replacement> {
    let lines = LineIndex::new(Arc::clone(before));
    let edit = TextEdit::between_lines(before, after);
    let narrow = edit.indels().iter().flat_map(|Indel { delete, insert }| {
        let inner = TextEdit::between(&before[delete.start..delete.end], insert);
        let inner: Vec<Indel> = inner.indels().to_vec();
        inner.into_iter().map(move |indel| {
            (delete.start + indel.delete.start, delete.start + indel.delete.end, indel.insert)
        })
    });
    narrow
        .map(|(from, to, text)| Replacement { from: lines.utf16(from), to: lines.utf16(to), text })
        .collect()
}
