//! The text: what the editor tells of it, and what is written to it. The editor's transaction is the only way a text changes; what is known follows.
//!
//! A key pressed costs a note in a list. What follows from it is found out on the second thread (see [`super::beside`]), and here when the hand
//! rests, or at once when a gesture asks. Without a second thread it is found out here, a moment after the key.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::editor::{self, Editor, Gesture, Origin, Pin, Reveal};
use super::{Current, Known, Problem, Session};
use crate::analysis::{Analysis, Change};
use crate::canvas::Event;
use crate::edit::{Edit, Place};
use crate::files::{Content, FilePath, Workspace};
use crate::graph::Id;
use crate::layout;
use crate::text::{TextEdit, TextRange};

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
    caret: Option<usize>,
    timer: Option<TimeoutHandle>,
    waited: usize,
    /// The hand has rested since the last key, and all is known.
    rested: bool,
    /// When the last key was pressed, by the page's clock.
    key: f64,
}

impl Session {
    /// The editor is there now.
    pub fn attach(self, editor: Editor) {
        self.hidden.update_value(|hidden| hidden.editor = Some(editor));
        if let Some(open) = self.open.get_untracked() {
            self.editor_shows(&open);
        }
    }

    /// What happened in the editor.
    pub fn heard(self, event: editor::Event) {
        match event {
            editor::Event::Changed { file, edit, text, moves, origin } => {
                if !moves.is_empty() {
                    self.moved(&file, &moves);
                }
                if !edit.is_empty() {
                    self.text_changed(&file, &edit, &text);
                    self.keep();
                    self.hidden.update_value(|hidden| {
                        hidden.pending.rested = false;
                        let (edits, now) = hidden.pending.texts.entry(file).or_default();
                        edits.push(edit);
                        *now = text;
                    });
                }
                if self.is_beside() {
                    self.calm();
                } else {
                    let pace = if origin == Origin::Typed { self.pace() } else { 0 };
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

    /// Looks at what is pending when the hand has rested for long.
    fn calm(self) {
        self.hidden.update_value(|hidden| {
            let pending = &mut hidden.pending;
            if let Some(timer) = pending.timer.take() {
                timer.clear();
            }
            pending.timer = after(CALM, move || {
                self.hidden.update_value(|hidden| hidden.pending.rested = true);
                self.settle();
            });
        });
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
        let texts = self.hidden.try_update_value(|hidden| {
            if let Some(timer) = hidden.pending.timer.take()
                && hidden.pending.caret.is_none()
            {
                timer.clear();
            }
            hidden.pending.waited = 0;
            std::mem::take(&mut hidden.pending.texts)
        });
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else { return };
        let before = self.known.get_untracked();
        let scene = self.scene.get_untracked();
        let mut workspace = before.workspace.clone();
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
        let analysis = Analysis::of(&workspace, &before.choices, &before.analysis);
        for (file, edit) in &edits {
            let carry = before.analysis.carry(file, edit, &analysis);
            if !carry.is_empty() {
                self.carried(file, &carry);
            }
        }
        self.known.set(Known { workspace, choices: before.choices, analysis });
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

    /// Does what a person wants done to the file in front, or says why not over the page.
    pub fn edit(self, edit: &Edit) -> bool {
        match self.try_edit(edit) {
            Ok(()) => true,
            Err(why) => {
                self.refuse(why);
                false
            }
        }
    }

    /// The same; why not is for the caller to say, where the person looks.
    pub fn try_edit(self, edit: &Edit) -> Result<(), String> {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return Err("nothing is open".to_owned()) };
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, edit));
        let change = planned.map_err(|error| error.to_string())?;
        let pin = match (edit, &change.focus) {
            (Edit::Add { place: Some(place), .. }, Some(id)) => {
                vec![Pin { id: id.clone(), from: None, to: Some(*place) }]
            }
            _ => Vec::new(),
        };
        let before = self.drawn.get_untracked().graph;
        if self.apply(change, pin) {
            match edit {
                Edit::Remove { ids } => self.tell_gone(ids, &before),
                Edit::Connect { .. } => self.tell_led(&before),
                _ => {}
            }
        }
        Ok(())
    }

    /// One of the fixes of one of a file's problems.
    pub fn fix(self, file: &FilePath, problem: usize, fix: usize) {
        self.settle();
        let Some(problem) = self.still(file, problem) else {
            return self.refuse("that problem is gone already");
        };
        let planned = self.known.with_untracked(|known| known.analysis.fix(file, problem, fix));
        match planned {
            Ok(change) => {
                self.open_file_at(file);
                if self.apply(change, Vec::new()) {
                    self.say("fixed");
                }
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Writes a change, as one step of history.
    pub(super) fn apply(self, change: Change, moves: Vec<Pin>) -> bool {
        let (Some(file), Some(editor)) = (self.open.get_untracked(), self.editor()) else { return false };
        for file in change.edits.keys() {
            self.editor_has(file);
        }
        let gesture = Gesture { edits: change.edits, moves, caret: None, flash: true };
        if gesture.edits.is_empty() && gesture.moves.is_empty() {
            return true;
        }
        if let Err(error) = editor.apply(&file, &gesture) {
            self.refuse(error.to_string());
            return false;
        }
        self.settle();
        match change.focus {
            Some(focus) => self.reveal(&focus),
            None => self.prune(),
        }
        true
    }

    /// What is gone is not selected.
    fn prune(self) {
        let scene = self.scene.get_untracked();
        let there = |id: &Id| scene.name(id).is_some();
        if self.selection.with_untracked(|selection| !selection.iter().all(there)) {
            self.selection.update(|selection| selection.retain(there));
        }
    }

    /// Boxes were moved: pins, and the document's own places where it carries some.
    pub(super) fn move_boxes(self, places: Vec<(Id, Place)>) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let moves = self.pins(&file, &places);
        let planned = self.known.with_untracked(|known| known.analysis.plan(&file, &Edit::Place { places }));
        let edits = planned.map(|change| change.edits).unwrap_or_default();
        self.apply(Change { edits, focus: None }, moves);
    }

    /// A node was dragged out of its host: it stands on that no more.
    pub(super) fn leave(self, link: Id, places: &[(Id, Place)]) {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return };
        let planned =
            self.known.with_untracked(|known| known.analysis.plan(&file, &Edit::Disconnect { id: link }));
        match planned {
            Ok(change) => {
                if self.apply(change, self.pins(&file, places))
                    && let Some((what, _)) = places.first()
                {
                    let name = what.0.last_key().unwrap_or_default().to_owned();
                    self.tell_left(&name);
                }
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// What is remembered of boxes that were moved.
    fn pins(self, file: &FilePath, places: &[(Id, Place)]) -> Vec<Pin> {
        self.places.with_untracked(|known| {
            let known = known.get(file);
            let pin = |(id, to): &(Id, Place)| {
                let from = known.and_then(|known| known.get(id)).copied();
                Pin { id: id.clone(), from, to: Some(*to) }
            };
            places.iter().map(pin).filter(|pin| pin.from != pin.to).collect()
        })
    }

    /// Lays everything out afresh; where several things are selected, these only.
    pub fn tidy(self) {
        self.settle();
        let scene = self.scene.get_untracked();
        let drawn = self.drawn.get_untracked();
        let selection = self.selection.get_untracked();
        let chosen: Vec<&Id> =
            scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id)).collect();
        let kept = if chosen.len() > 1 {
            let still = scene.cards.iter().filter(|card| !selection.contains(&card.id));
            still.map(|card| (card.id.clone(), (card.at.x, card.at.y))).collect()
        } else {
            BTreeMap::new()
        };
        let fresh = layout::layout(&drawn.graph, &kept);
        // What stands in what moves goes along.
        let places = fresh.boxes.into_iter().filter(|(id, rect)| kept.get(id) != Some(&(rect.x, rect.y)));
        self.move_boxes(places.map(|(id, rect)| (id, Place { x: rect.x, y: rect.y })).collect());
        self.fit();
    }

    pub fn undo(self) {
        self.travel("nothing to undo", "undone", Editor::undo);
    }

    pub fn redo(self) {
        self.travel("nothing to redo", "redone", Editor::redo);
    }

    fn travel(self, nothing: &'static str, done: &'static str, go: impl FnOnce(&Editor) -> bool) {
        self.hand(Event::Cancel);
        let Some(editor) = self.editor() else { return };
        let went = go(&editor);
        self.settle();
        // What could be taken back by a button has been, or is further back now.
        self.withdraw(super::gone::BACK);
        self.prune();
        self.say(if went { done } else { nothing });
    }

    /// To the box that has a problem, and to its place in the text.
    pub fn go_to(self, problem: &Problem) {
        self.open_file_at(&problem.file);
        if let Some(id) = &problem.about {
            let rect = self.scene.with_untracked(|scene| scene.rect(id));
            if let Some(rect) = rect {
                self.look(self.camera.get_untracked().showing(rect, self.viewport.get_untracked()));
            }
            self.selected_elsewhere();
            self.selection.set(BTreeSet::from([id.clone()]));
        }
        if let Some(range) = self.range_of(problem) {
            self.point(range, false);
        }
    }

    /// To a place in the text, the caret there.
    pub fn jump_to(self, file: &FilePath, range: TextRange) {
        self.open_file_at(file);
        self.show_pane(super::super::panes::Pane::Source);
        self.point(range, true);
    }

    fn point(self, range: TextRange, focus: bool) {
        if let (Some(editor), Some(file)) = (self.editor(), self.open.get_untracked()) {
            editor.select(&file, range, Reveal { focus, scroll: true });
        }
    }

    /// Shows in the text what the canvas selected.
    pub(super) fn lead_text(self, id: &Id) {
        self.settle();
        let Some(Current(checked)) = self.checked.get_untracked() else { return };
        if let Some((key, _)) = checked.range_of(id).filter(|_| !id.0.is_empty()) {
            self.point(key, false);
        }
    }

    pub(super) fn editor(self) -> Option<Editor> {
        self.hidden.with_value(|hidden| hidden.editor.clone())
    }

    /// Makes sure that the editor has the file.
    fn editor_has(self, file: &FilePath) {
        let Some(editor) = self.editor() else { return };
        let new = self.hidden.try_update_value(|hidden| hidden.in_editor.insert(file.clone())) == Some(true);
        if new && let Some(text) = self.known.with_untracked(|known| known.workspace.text(file).cloned()) {
            let past = self.hidden.try_update_value(|hidden| hidden.memory.pasts.remove(file)).flatten();
            editor.open(file, text, past.as_deref());
        }
    }

    pub(super) fn editor_shows(self, file: &FilePath) {
        let Some(editor) = self.editor() else { return };
        self.editor_has(file);
        editor.show(file);
        self.mark_problems();
    }

    pub(super) fn editor_forgets(self, file: &FilePath) {
        let had = self.hidden.try_update_value(|hidden| {
            hidden.pending.texts.remove(file);
            hidden.in_editor.remove(file)
        });
        if let (Some(true), Some(editor)) = (had, self.editor()) {
            editor.close(file);
        }
        self.hidden.update_value(|hidden| drop(hidden.memory.pasts.remove(file)));
    }

    /// All files are others now.
    pub(super) fn editor_forgets_all(self) {
        for file in self.hidden.with_value(|hidden| hidden.in_editor.clone()) {
            self.editor_forgets(&file);
        }
    }
}
