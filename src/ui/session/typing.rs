//! What the editor tells of the text, and when anybody looks at it. The editor's transaction is the only way a text changes; what is known follows.
//!
//! A key pressed costs a note in a list. What follows from it is found out on the second thread (see [`super::beside`]), and here when the hand
//! rests, or at once when a gesture asks. Without a second thread it is found out here, a moment after the key.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::{self, Origin, Pin, Renamed};
use super::{Known, Session};
use crate::analysis::Analysis;
use crate::edit::Place;
use crate::files::{Content, FilePath, Workspace};
use crate::graph::Id;
use crate::text::TextEdit;
use crate::watch::Under;

/// With a second thread, the page itself looks at the text when the hand has rested for so long, in milliseconds: for the forms.
const CALM: u32 = 250;
/// Without one, what a single key brings is looked at once the key itself is on the screen; of keys that come fast, when the hand rests for so long, in
/// milliseconds.
const REST: u32 = 40;
const SINGLE: u32 = 17;
/// Keys further apart than this are single ones.
const FAST: f64 = 90.0;
/// One that never rests is not waited for longer than this many keys.
const PATIENCE: usize = 12;

/// What the editor told and nobody has looked at yet.
#[derive(Default)]
pub(super) struct Pending {
    /// The edits, one after the other, and the text after them.
    pub(super) texts: BTreeMap<FilePath, (Vec<TextEdit>, Arc<str>)>,
    /// The files that are called otherwise since; the texts above are by their new names.
    pub(super) names: Vec<Renamed>,
    caret: Option<usize>,
    timer: Option<TimeoutHandle>,
    waited: usize,
    /// The hand has rested since the last key, and all is known.
    rested: bool,
    /// Keys come fast.
    fast: bool,
    /// The second thread has said that the picture is another; nobody has looked yet.
    other: bool,
    /// What stands under the caret, to be selected once somebody has looked.
    pub(super) under: Option<Under>,
    /// When the last key was pressed, by the page's clock.
    key: f64,
}

impl Session {
    /// What happened in the editor.
    pub fn heard(self, event: editor::Event) {
        match event {
            editor::Event::Changed { file, edit, text, moves, origin } => {
                if !moves.is_empty() {
                    self.moved(&file, &moves);
                }
                if !edit.is_empty() {
                    self.text_changed(&file, &edit, &text);
                    self.note_for_crash(&file, &text);
                    self.keep_text();
                    self.hidden.update_value(|hidden| {
                        hidden.pending.rested = false;
                        let (edits, now) = hidden.pending.texts.entry(file).or_default();
                        edits.push(edit);
                        *now = text;
                    });
                }
                let pace = if origin == Origin::Typed { self.pace() } else { 0 };
                if self.is_beside() {
                    self.hidden.update_value(|hidden| hidden.pending.fast = pace == REST);
                    self.calm();
                } else {
                    self.rest(pace);
                }
            }
            editor::Event::Selected { file, head, .. } => {
                if self.open.with_untracked(|open| open.as_ref() != Some(&file)) {
                    return;
                }
                if self.is_beside() {
                    self.caret_put(head);
                } else {
                    let with_text = self.hidden.try_update_value(|hidden| {
                        hidden.pending.caret = Some(head);
                        !hidden.pending.texts.is_empty() && hidden.pending.timer.is_some()
                    });
                    // What was typed is looked at soon, and the caret with it.
                    if with_text != Some(true) {
                        self.rest(REST);
                    }
                }
            }
            editor::Event::History { undo, redo } => self.can.set((undo, redo)),
            editor::Event::Fix { file, problem, fix } => self.fix(&file, problem, fix),
            editor::Event::Command { file, command, at } => self.text_command(&file, command, at),
            editor::Event::Focus(_) => {}
            editor::Event::Renamed(names) => self.renamed(names),
        }
    }

    /// How long to wait after the key that was pressed just now.
    fn pace(self) -> u32 {
        let now = window().performance().map_or(0.0, |clock| clock.now());
        let before = self.hidden.try_update_value(|hidden| std::mem::replace(&mut hidden.pending.key, now));
        if before.is_some_and(|before| now - before < FAST) { REST } else { SINGLE }
    }

    /// Whether all is known of the text, and the hand rests.
    pub fn rests(self) -> bool {
        self.hidden.with_value(|hidden| hidden.pending.rested)
    }

    /// Looks at what is pending when the hand has rested: for long, or for a moment where the picture waits.
    fn calm(self) {
        self.hidden.update_value(|hidden| {
            let pending = &mut hidden.pending;
            if let Some(timer) = pending.timer.take() {
                timer.clear();
            }
            let (other, wait) = (pending.other, if pending.other { REST } else { CALM });
            pending.timer = after(wait, move || {
                let under = self.hidden.try_update_value(|hidden| {
                    hidden.pending.rested = !other;
                    hidden.pending.under.take()
                });
                self.settle();
                if let Some(Under(under)) = under.flatten() {
                    self.stands_in(under);
                }
            });
        });
    }

    /// The picture is another, and something else may stand under the caret: at once, or, of keys that come fast, when the hand rests for a moment.
    pub(super) fn another(self, picture: bool, under: Option<Under>) {
        let waits = self.hidden.try_update_value(|hidden| {
            let pending = &mut hidden.pending;
            pending.other |= picture;
            pending.waited += usize::from(picture);
            let waits =
                pending.other && pending.fast && pending.waited <= PATIENCE && !pending.texts.is_empty();
            if waits {
                pending.under = under.clone().or(pending.under.take());
            }
            waits
        });
        if waits == Some(true) {
            return self.calm();
        }
        if self.hidden.with_value(|hidden| hidden.pending.other) {
            self.settle();
        }
        if let Some(Under(under)) = under {
            self.stands_in(under);
        }
    }

    /// Looks at what is pending when the hand has rested.
    fn rest(self, milliseconds: u32) {
        self.hidden.update_value(|hidden| {
            let pending = &mut hidden.pending;
            pending.waited += 1;
            if pending.waited > PATIENCE {
                return;
            }
            if let Some(timer) = pending.timer.take() {
                timer.clear();
            }
            pending.timer = after(milliseconds, move || {
                let caret = self.hidden.try_update_value(|hidden| hidden.pending.caret.take()).flatten();
                self.settle();
                if let Some(caret) = caret {
                    self.caret(caret);
                }
            });
        });
    }

    /// A hand begins something.
    pub fn about_to_act(self) {
        self.settle();
    }

    /// Finds out what follows from the text as it is now. Costs nothing where that is known.
    pub(super) fn settle(self) {
        let told = self.hidden.try_update_value(|hidden| {
            if let Some(timer) = hidden.pending.timer.take()
                && hidden.pending.caret.is_none()
            {
                timer.clear();
            }
            (hidden.pending.waited, hidden.pending.other, hidden.pending.under) = (0, false, None);
            (std::mem::take(&mut hidden.pending.texts), std::mem::take(&mut hidden.pending.names))
        });
        let told = told.filter(|(texts, names)| !texts.is_empty() || !names.is_empty());
        let Some((texts, names)) = told else { return };
        let before = self.known.get_untracked();
        let scene = self.scene.get_untracked();
        let (mut workspace, mut choices) = (before.workspace.clone(), before.choices);
        let names = self.refile(names, &mut workspace, &mut choices);
        let mut edits = Vec::new();
        for (file, (told, text)) in texts {
            let Some(old) = workspace.text(&file).cloned() else { continue };
            let edit = match told.as_slice() {
                [one] => one.clone(),
                _ => TextEdit::between(&old, &text),
            };
            workspace.files.insert(file.clone(), Content::Text(text));
            edits.push((file, edit));
        }
        let analysis = Analysis::of(&workspace, &choices, &before.analysis);
        for (file, edit) in &edits {
            let carry = before.analysis.carry(file, edit, &analysis);
            if !carry.is_empty() {
                self.carried(file, &carry);
            }
        }
        if !names.is_empty() {
            self.carry_files(&names);
        }
        self.known.set(Known { workspace, choices, analysis });
        let open = self.open.with_untracked(|open| names.get(open.as_ref()?).cloned());
        if open.is_some() {
            self.open.set(open);
        }
        self.rehouse(&scene);
        self.give_room(&scene);
        self.stand();
        self.keep();
    }

    /// The texts as they are in the editor, where nobody has looked at them yet.
    pub(super) fn typed(self, workspace: &mut Workspace) {
        self.hidden.with_value(|hidden| {
            for (file, (_, text)) in &hidden.pending.texts {
                if let Some(content) = workspace.files.get_mut(file) {
                    *content = Content::Text(Arc::clone(text));
                }
            }
        });
    }

    /// Things have other ids now: places and the selection go with them.
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

    /// What the layout found a place for keeps it from now on.
    pub(super) fn stand(self) {
        let Some(file) = self.open.get_untracked() else { return };
        let scene = self.scene.get_untracked();
        let new: Vec<(Id, Place)> = self.places.with_untracked(|places| {
            let known = places.get(&file);
            // A host that grew has made others go aside.
            let nested = !scene.wells.is_empty();
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
        self.keep();
    }
}
