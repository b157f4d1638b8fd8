//! Pending changes: edits, renames and caret moves that the editor reported and that are not analyzed yet.
//!
//! A key press only appends its edit to a list. The analysis worker (see [`super::worker_client`]) analyzes it; the page itself analyzes after a
//! pause, or at once when a gesture needs it. Without a worker the page analyzes shortly after the key.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::browser::{after, mark};
use super::super::super::editor::Renamed;
use super::{AnalyzedWorkspace, Documents};
use limn_analysis::incremental::ElementAtCaret;
use limn_analysis::{Analysis, DocumentMap, NewNames};
use limn_files::{Content, FilePath, Workspace};
use limn_language::graph::Id;
use limn_text::TextEdit;

/// Delay before the page analyzes text that the worker has already analyzed, in milliseconds. Forms need the page's own analysis.
const IDLE_DEBOUNCE_MS: u32 = 250;
/// Delay after a key press without a worker: short after a single key, so that the key is painted first, and longer while typing fast, in
/// milliseconds.
const TYPING_DEBOUNCE_MS: u32 = 40;
const KEY_DEBOUNCE_MS: u32 = 17;
/// Keys further apart than this count as single keys, in milliseconds.
const FAST_TYPING_MS: f64 = 90.0;
/// Mark in the browser's timeline for each analysis of the page itself.
const ANALYZED: &str = "analyzed";
/// Number of keys after which analysis is no longer deferred.
const MAX_DEFERRALS: usize = 12;

/// Editor changes that are not analyzed yet.
#[derive(Default)]
pub(super) struct Pending {
    /// Edits in order, and the text after them.
    pub(super) texts: BTreeMap<FilePath, (Vec<TextEdit>, Arc<str>)>,
    /// Files renamed since the last analysis; `texts` uses the new names.
    pub(super) names: Vec<Renamed>,
    pub(super) caret: Option<usize>,
    timer: Option<TimeoutHandle>,
    deferrals: usize,
    /// No key in the text since the last analysis, which is up to date.
    is_idle: bool,
    /// The last keys came in quick succession.
    is_fast: bool,
    /// The worker reported a different picture that is not shown yet.
    picture_changed: bool,
    /// Item under the caret, to select after the next analysis.
    pub(super) under: Option<(ElementAtCaret, Option<usize>)>,
    /// Time of the last key press, by the page's clock.
    last_key: f64,
}

/// Texts and names to analyze.
pub(in super::super) struct Changes {
    texts: BTreeMap<FilePath, (Vec<TextEdit>, Arc<str>)>,
    names: Vec<Renamed>,
}

/// Consequences of an analysis for state that refers to items or files.
pub(in super::super) struct Analyzed {
    /// New ids of renamed items, by the key of the document.
    pub(in super::super) ids: Vec<(FilePath, BTreeMap<Id, Id>)>,
    /// New names of renamed files.
    pub(in super::super) names: NewNames,
    /// New keys of documents in files with several, where documents were added or removed above them.
    pub(in super::super) keys: NewNames,
}

/// Item at the caret, to select.
#[derive(Clone)]
pub(in super::super) enum CaretItem {
    /// As the worker reported it, and the index of the document.
    Reported(ElementAtCaret, Option<usize>),
    /// At an offset of the active file.
    Offset(usize),
}

/// Work that is due and concerns other stores too.
pub(in super::super) struct Due {
    /// Analyze pending changes.
    pub(in super::super) analysis: bool,
    /// Then select this item.
    pub(in super::super) caret: Option<CaretItem>,
}

impl Documents {
    /// Sets the callback for work that is due after a pause or a reply of the worker.
    pub(in super::super) fn on_due(self, run: impl Fn(Due) + 'static) {
        self.hidden.update_value(|hidden| hidden.on_due = Some(Rc::new(run)));
    }

    pub(super) fn run_due(self, due: Due) {
        if let Some(run) = self.hidden.try_with_value(|hidden| hidden.on_due.clone()).flatten() {
            run(due);
        }
    }

    /// Records an edit that the editor made.
    pub(in super::super) fn record_edit(self, file: &FilePath, edit: TextEdit, text: &Arc<str>) {
        self.send_edit(file, &edit, text);
        self.hidden.update_value(|hidden| {
            hidden.pending.is_idle = false;
            let (edits, now) = hidden.pending.texts.entry(file.clone()).or_default();
            edits.push(edit);
            *now = Arc::clone(text);
        });
    }

    /// Schedules the analysis of what was recorded: after a pause if it was typed, at once otherwise.
    pub(in super::super) fn analyze_later(self, is_typed: bool) {
        let delay = if is_typed { self.debounce_ms() } else { 0 };
        if is_typed && self.has_worker() {
            self.hidden.update_value(|hidden| hidden.pending.is_fast = delay == TYPING_DEBOUNCE_MS);
            self.schedule_idle_analysis();
        } else {
            self.hidden.update_value(|hidden| hidden.pending.is_idle |= !is_typed);
            self.schedule_analysis(delay);
        }
    }

    /// Records a caret move in the active file.
    pub(in super::super) fn record_caret(self, offset: usize) {
        if self.has_worker() {
            return self.send_caret(offset);
        }
        if self.is_worker_starting() {
            // It finds the item once it is ready. Here that could need the second part of the program, for the item's form.
            return self.hidden.update_value(|hidden| hidden.pending.caret = Some(offset));
        }
        let with_text = self.hidden.try_update_value(|hidden| {
            hidden.pending.caret = Some(offset);
            !hidden.pending.texts.is_empty() && hidden.pending.timer.is_some()
        });
        // The pending text is analyzed soon, and the caret with it.
        if with_text != Some(true) {
            self.schedule_analysis(TYPING_DEBOUNCE_MS);
        }
    }

    /// Delay after the key that was just pressed.
    fn debounce_ms(self) -> u32 {
        let now = window().performance().map_or(0.0, |clock| clock.now());
        let before =
            self.hidden.try_update_value(|hidden| std::mem::replace(&mut hidden.pending.last_key, now));
        if before.is_some_and(|before| now - before < FAST_TYPING_MS) {
            TYPING_DEBOUNCE_MS
        } else {
            KEY_DEBOUNCE_MS
        }
    }

    /// Returns true if the analysis is up to date and the user is not typing.
    pub fn is_idle(self) -> bool {
        self.hidden.with_value(|hidden| hidden.pending.is_idle)
    }

    /// Analyzes pending changes after a pause: a long one, or a short one if the picture has to change.
    fn schedule_idle_analysis(self) {
        self.hidden.update_value(|hidden| {
            let pending = &mut hidden.pending;
            if let Some(timer) = pending.timer.take() {
                timer.clear();
            }
            let (other, wait) = (
                pending.picture_changed,
                if pending.picture_changed { TYPING_DEBOUNCE_MS } else { IDLE_DEBOUNCE_MS },
            );
            pending.timer = after(wait, move || {
                let under = self.hidden.try_update_value(|hidden| {
                    hidden.pending.is_idle = !other;
                    hidden.pending.under.take()
                });
                let caret = under.flatten().map(|(under, document)| CaretItem::Reported(under, document));
                self.run_due(Due { analysis: true, caret });
            });
        });
    }

    /// Analyzes pending changes after a delay, unless that was deferred too often.
    fn schedule_analysis(self, milliseconds: u32) {
        self.hidden.update_value(|hidden| {
            let pending = &mut hidden.pending;
            pending.deferrals += 1;
            if pending.deferrals > MAX_DEFERRALS {
                return;
            }
            if let Some(timer) = pending.timer.take() {
                timer.clear();
            }
            pending.timer = after(milliseconds, move || {
                let caret = if self.is_worker_starting() { None } else { self.take_caret() };
                self.run_due(Due { analysis: true, caret: caret.map(CaretItem::Offset) });
            });
        });
    }

    /// Takes the offset of a caret whose item is not selected yet.
    pub(super) fn take_caret(self) -> Option<usize> {
        self.hidden.try_update_value(|hidden| hidden.pending.caret.take()).flatten()
    }

    /// Handles a reply with a different picture or caret item: at once, or after a short pause while keys come fast.
    pub(super) fn on_new_picture(self, picture: bool, under: Option<(ElementAtCaret, Option<usize>)>) {
        let waits = self.hidden.try_update_value(|hidden| {
            let pending = &mut hidden.pending;
            pending.picture_changed |= picture;
            pending.deferrals += usize::from(picture);
            let waits = pending.picture_changed
                && pending.is_fast
                && pending.deferrals <= MAX_DEFERRALS
                && !pending.texts.is_empty();
            if waits {
                pending.under = under.clone().or(pending.under.take());
            }
            waits
        });
        if waits == Some(true) {
            return self.schedule_idle_analysis();
        }
        let analysis = self.hidden.with_value(|hidden| hidden.pending.picture_changed);
        let caret = under.map(|(under, document)| CaretItem::Reported(under, document));
        self.run_due(Due { analysis, caret });
    }

    /// Takes what is pending, and its timer.
    pub(in super::super) fn take_changes(self) -> Option<Changes> {
        let pending = self.hidden.try_update_value(|hidden| {
            if let Some(timer) = hidden.pending.timer.take()
                && hidden.pending.caret.is_none()
            {
                timer.clear();
            }
            (hidden.pending.deferrals, hidden.pending.picture_changed, hidden.pending.under) =
                (0, false, None);
            Changes {
                texts: std::mem::take(&mut hidden.pending.texts),
                names: std::mem::take(&mut hidden.pending.names),
            }
        });
        pending.filter(|changes| !changes.texts.is_empty() || !changes.names.is_empty())
    }

    /// Analyzes changes, and follows the active file if it was renamed.
    pub(in super::super) fn analyze(self, changes: Changes) -> Analyzed {
        mark(ANALYZED);
        let before = self.known().get_untracked();
        let mut workspace = before.workspace.clone();
        let mut choices = before.choices;
        let names = self.rename_in_workspace(changes.names, &mut workspace, &mut choices);
        let mut edits = Vec::new();
        for (file, (file_edits, text)) in changes.texts {
            let Some(old) = workspace.text(&file).cloned() else { continue };
            let edit = match file_edits.as_slice() {
                [one] => one.clone(),
                _ => TextEdit::between(&old, &text),
            };
            workspace.files.insert(file.clone(), Content::Text(text));
            edits.push((file, edit));
        }
        let mut analysis = Analysis::of(&workspace, &choices, &before.analysis);
        let (mut ids, mut keys) = (Vec::new(), NewNames::new());
        for (file, edit) in edits {
            let shown = before.analysis.file(&file).map_or(0, |checked| checked.nth());
            for DocumentMap { from, to, ids: of_document } in
                before.analysis.map_documents(&file, &edit, &analysis)
            {
                if from != to {
                    keys.insert(file.of_document(from), file.of_document(to));
                    if from == shown {
                        analysis = analysis.showing(&file, to).into_owned();
                        choices.documents.insert(file.clone(), to);
                    }
                }
                if !of_document.is_empty() {
                    ids.push((file.of_document(to), of_document));
                }
            }
        }
        self.known.set(AnalyzedWorkspace { workspace, choices, analysis });
        let active_file =
            self.active_file().with_untracked(|active_file| names.get(active_file.as_ref()?).cloned());
        if active_file.is_some() {
            self.active_file.set(active_file);
        }
        Analyzed { ids, names, keys }
    }

    /// Current files, including text that is not analyzed yet.
    pub(in super::super) fn texts(self) -> Workspace {
        let mut workspace = self.known().with_untracked(|known| known.workspace.clone());
        self.hidden.with_value(|hidden| {
            for (file, (_, text)) in &hidden.pending.texts {
                if let Some(content) = workspace.files.get_mut(file) {
                    *content = Content::Text(Arc::clone(text));
                }
            }
        });
        workspace
    }
}
