//! Editor events: applies text changes, caret moves and file renames, and schedules the analysis that follows. A text changes only through a
//! transaction of the editor.
//!
//! A key press only appends its edit to a list. The analysis worker (see [`super::worker_client`]) analyzes it; the page itself analyzes after a
//! pause, or at once when a gesture needs it. Without a worker the page analyzes shortly after the key.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::{self, Origin, Pin, Renamed};
use super::{Known, Session};
use limn_analysis::Analysis;
use limn_analysis::incremental::ElementAtCaret;
use limn_files::{Content, FilePath, Workspace};
use limn_language::edit::Place;
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
/// Number of keys after which analysis is no longer deferred.
const MAX_DEFERRALS: usize = 12;

/// Editor changes that are not analyzed yet.
#[derive(Default)]
pub(super) struct Pending {
    /// Edits in order, and the text after them.
    pub(super) texts: BTreeMap<FilePath, (Vec<TextEdit>, Arc<str>)>,
    /// Files renamed since the last analysis; `texts` uses the new names.
    pub(super) names: Vec<Renamed>,
    caret: Option<usize>,
    timer: Option<TimeoutHandle>,
    deferrals: usize,
    /// No key since the last analysis, which is up to date.
    is_idle: bool,
    /// The last keys came in quick succession.
    is_fast: bool,
    /// The worker reported a different picture that is not shown yet.
    picture_changed: bool,
    /// Item under the caret, to select after the next analysis.
    pub(super) under: Option<ElementAtCaret>,
    /// Time of the last key press, by the page's clock.
    last_key: f64,
}

impl Session {
    /// Handles an event of the editor.
    pub fn on_editor_event(self, event: editor::Event) {
        match event {
            editor::Event::Changed { file, edit, text, moves, origin } => {
                if !moves.is_empty() {
                    self.moved(&file, &moves);
                }
                if !edit.is_empty() {
                    self.text_changed(&file, &edit, &text);
                    self.note_for_crash(&file, &text);
                    self.schedule_text_save();
                    self.hidden.update_value(|hidden| {
                        hidden.pending.is_idle = false;
                        let (edits, now) = hidden.pending.texts.entry(file).or_default();
                        edits.push(edit);
                        *now = text;
                    });
                }
                let pace = if origin == Origin::Typed { self.debounce_ms() } else { 0 };
                if self.has_worker() {
                    self.hidden.update_value(|hidden| hidden.pending.is_fast = pace == TYPING_DEBOUNCE_MS);
                    self.schedule_idle_analysis();
                } else {
                    self.schedule_analysis(pace);
                }
            }
            editor::Event::Selected { file, head, .. } => {
                if self.open.with_untracked(|open| open.as_ref() != Some(&file)) {
                    return;
                }
                if self.has_worker() {
                    self.caret_moved(head);
                } else {
                    let with_text = self.hidden.try_update_value(|hidden| {
                        hidden.pending.caret = Some(head);
                        !hidden.pending.texts.is_empty() && hidden.pending.timer.is_some()
                    });
                    // The pending text is analyzed soon, and the caret with it.
                    if with_text != Some(true) {
                        self.schedule_analysis(TYPING_DEBOUNCE_MS);
                    }
                }
            }
            editor::Event::History { undo, redo } => self.undo_state.set((undo, redo)),
            editor::Event::Fix { file, problem, fix } => self.fix(&file, problem, fix),
            editor::Event::Command { file, command, at } => self.text_command(&file, command, at),
            editor::Event::Focus(_) => {}
            editor::Event::Renamed(names) => self.renamed(names),
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

    /// Whether the analysis is up to date and nobody is typing.
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
                self.analyze_pending();
                if let Some(ElementAtCaret(under)) = under.flatten() {
                    self.select_under_caret(under);
                }
            });
        });
    }

    /// Handles a reply with a different picture or caret item: at once, or after a short pause while keys come fast.
    pub(super) fn on_new_picture(self, picture: bool, under: Option<ElementAtCaret>) {
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
        if self.hidden.with_value(|hidden| hidden.pending.picture_changed) {
            self.analyze_pending();
        }
        if let Some(ElementAtCaret(under)) = under {
            self.select_under_caret(under);
        }
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
                let caret = self.hidden.try_update_value(|hidden| hidden.pending.caret.take()).flatten();
                self.analyze_pending();
                if let Some(caret) = caret {
                    self.select_at(caret);
                }
            });
        });
    }

    /// Called before any user action outside the text editor.
    pub fn before_action(self) {
        self.analyze_pending();
    }

    /// Analyzes pending changes now. Does nothing if there are none.
    pub(super) fn analyze_pending(self) {
        let pending = self.hidden.try_update_value(|hidden| {
            if let Some(timer) = hidden.pending.timer.take()
                && hidden.pending.caret.is_none()
            {
                timer.clear();
            }
            (hidden.pending.deferrals, hidden.pending.picture_changed, hidden.pending.under) =
                (0, false, None);
            (std::mem::take(&mut hidden.pending.texts), std::mem::take(&mut hidden.pending.names))
        });
        let pending = pending.filter(|(texts, names)| !texts.is_empty() || !names.is_empty());
        let Some((texts, names)) = pending else { return };
        let before = self.known.get_untracked();
        let scene = self.scene.get_untracked();
        let (mut workspace, mut choices) = (before.workspace.clone(), before.choices);
        let names = self.rename_in_workspace(names, &mut workspace, &mut choices);
        let mut edits = Vec::new();
        for (file, (file_edits, text)) in texts {
            let Some(old) = workspace.text(&file).cloned() else { continue };
            let edit = match file_edits.as_slice() {
                [one] => one.clone(),
                _ => TextEdit::between(&old, &text),
            };
            workspace.files.insert(file.clone(), Content::Text(text));
            edits.push((file, edit));
        }
        let analysis = Analysis::of(&workspace, &choices, &before.analysis);
        for (file, edit) in &edits {
            let carry = before.analysis.map_ids(file, edit, &analysis);
            if !carry.is_empty() {
                self.carried(file, &carry);
            }
        }
        if !names.is_empty() {
            self.rename_view_state(&names);
        }
        self.known.set(Known { workspace, choices, analysis });
        let open = self.open.with_untracked(|open| names.get(open.as_ref()?).cloned());
        if open.is_some() {
            self.open.set(open);
        }
        self.drop_stale_places(&scene);
        self.make_room_for_growth(&scene);
        self.pin_layout();
        self.schedule_save();
    }

    /// Replaces texts in `workspace` by the editor's, where they are not analyzed yet.
    pub(super) fn typed(self, workspace: &mut Workspace) {
        self.hidden.with_value(|hidden| {
            for (file, (_, text)) in &hidden.pending.texts {
                if let Some(content) = workspace.files.get_mut(file) {
                    *content = Content::Text(Arc::clone(text));
                }
            }
        });
    }

    /// Moves places and the selection to the new ids of renamed items.
    fn carried(self, file: &FilePath, carry: &BTreeMap<Id, Id>) {
        self.places.update(|places| {
            let Some(places) = places.get_mut(file) else { return };
            for (old, new) in carry {
                if let Some(place) = places.get(old).copied() {
                    places.insert(new.clone(), place);
                }
            }
        });
        if self.selection.with_untracked(|selection| selection.iter().any(|id| carry.contains_key(id))) {
            self.selection.update(|selection| {
                *selection = selection.iter().map(|id| carry.get(id).unwrap_or(id).clone()).collect();
            });
        }
    }

    /// Stores the places that the layout chose, so that boxes stay there.
    pub(super) fn pin_layout(self) {
        let Some(file) = self.open.get_untracked() else { return };
        let scene = self.scene.get_untracked();
        let new: Vec<(Id, Place)> = self.places.with_untracked(|places| {
            let known = places.get(&file);
            // A host that grew displaces others.
            let nested = !scene.host_backgrounds.is_empty();
            let cards = scene.cards.iter().filter(|card| match known.and_then(|known| known.get(&card.id)) {
                None => true,
                Some(place) => nested && *place != card.at.place(),
            });
            cards.map(|card| (card.id.clone(), card.at.place())).collect()
        });
        if !new.is_empty() {
            self.places.update(|places| places.entry(file).or_default().extend(new));
        }
    }

    fn moved(self, file: &FilePath, moves: &[Pin]) {
        self.hidden.update_value(|hidden| {
            hidden.arranged.insert(file.clone());
        });
        self.places.update(|places| {
            let places = places.entry(file.clone()).or_default();
            for Pin { id, to, .. } in moves {
                match to {
                    Some(place) => places.insert(id.clone(), *place),
                    None => places.remove(id),
                };
            }
        });
        self.schedule_save();
    }
}
