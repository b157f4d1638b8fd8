//! What is not text: what is selected, what is seen, what the hand is doing, what is asked, what is said.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::{after, settings};
use super::super::markdown::sentence;
use super::super::panes::{Pane, Panes};
use super::super::theme::Theme;
use super::{Asking, Notice, Offer, Session, Wanted};
use crate::analysis::Template;
use crate::canvas::keys::Command;
use crate::canvas::{Camera, Context, Event, Intent, Screen, Tool, Viewport, World};
use crate::graph::{Id, PortRef};
use crate::text::visible;

/// How long a notice stays, in milliseconds. One that says no stays longer.
const NOTICE: u32 = 4_000;
const NOTICE_BAD: u32 = 9_000;
/// Nothing is zoomed out by itself beyond this: names could not be read.
const READABLE: f64 = 0.5;

impl Session {
    /// One event for the hand; what it asks for is done.
    pub fn hand(self, event: Event) {
        let (tool, intent) = self.with_context(|tool, context| tool.on(event, context));
        let wired = |tool: &Tool| matches!(tool, Tool::Connecting { .. });
        let let_go = self.tool.with_untracked(wired) && !wired(&tool);
        if self.tool.with_untracked(|now| *now != tool) {
            self.tool.set(tool);
        }
        if let_go {
            // The sheet that a wire was taken from has served.
            self.peek(None);
        }
        if let Some(intent) = intent {
            self.act(intent);
        }
    }

    pub fn command(self, command: Command) {
        self.hand(Event::Command(command));
    }

    /// Takes something from the palette in hand; a wire is asked for where it is one.
    pub fn take(self, template: &Template) {
        let tool = if template.wire { Tool::start() } else { Tool::place(&*template.id) };
        self.hidden.update_value(|hidden| template.label.clone_into(&mut hidden.carried));
        if let Some(prompt) = tool.prompt(&template.label) {
            self.say(prompt);
        }
        self.tool.set(tool);
    }

    /// By keyboard: put into the middle of what is seen, or drawn from what is selected.
    pub fn take_by_key(self, template: &Template) {
        if template.wire {
            super::super::shell::focus_canvas();
            self.command(Command::Connect);
        } else {
            self.add(&template.id, self.middle(), None);
        }
    }

    /// What the hand may look at, now.
    pub fn with_context<R>(self, see: impl FnOnce(Tool, &Context<'_>) -> R) -> R {
        let checked = self.checked.get_untracked();
        let fits = |from: &PortRef, to: &PortRef| match &checked {
            Some(checked) => checked.0.accepts(from, to).map_err(|error| error.to_string()),
            None => Err("nothing is open".to_owned()),
        };
        let ends = |from: &PortRef, on: &Id| checked.as_ref()?.0.ends(from, on);
        let hosting = |node: &Id, host: &Id| checked.as_ref()?.0.hosting(node, host);
        let frozen = self.drawn.with_untracked(|drawn| {
            drawn.broken.as_ref().map(|broken| format!("line {} cannot be read; mend it first", broken.line))
        });
        let scene = self.scene.get_untracked();
        let selection = self.selection.get_untracked();
        let context = Context {
            scene: &scene,
            camera: self.camera.get_untracked(),
            viewport: self.viewport.get_untracked(),
            selection: &selection,
            fits: &fits,
            ends: &ends,
            hosting: &hosting,
            frozen: frozen.as_deref(),
        };
        see(self.tool.get_untracked(), &context)
    }

    /// Selects, and leads the text's view there.
    pub fn select(self, ids: BTreeSet<Id>) {
        self.selected_elsewhere();
        if self.selection.with_untracked(|now| *now == ids) {
            return;
        }
        if let [id] = ids.iter().collect::<Vec<_>>().as_slice() {
            self.lead_text(id);
        }
        self.selection.set(ids);
        self.keep();
    }

    /// The caret was put somewhere: what stands there is selected.
    pub(super) fn caret(self, offset: usize) {
        let Some(checked) = self.checked.get_untracked() else { return };
        self.stands_in(checked.0.at(offset));
    }

    /// The caret stands in a thing, or in none.
    pub(super) fn stands_in(self, id: Option<Id>) {
        let ids: BTreeSet<Id> = id.into_iter().collect();
        if self.selection.with_untracked(|now| *now != ids) {
            self.settle();
            let seen = self.viewport.with_untracked(|viewport| viewport.width > 1.0);
            let rect = ids.first().and_then(|id| self.scene.with_untracked(|scene| scene.rect(id)));
            if let Some(rect) = rect.filter(|_| seen) {
                self.look(self.camera.get_untracked().showing(rect, self.viewport.get_untracked()));
            }
            self.selection.set(ids);
            self.keep();
        }
    }

    /// Selects a thing and brings it into view.
    pub fn reveal(self, id: &Id) {
        self.show_around(id);
        let viewport = self.viewport.get_untracked();
        // Where the diagram is not shown there is nothing to move.
        if let Some(rect) = self.scene.with_untracked(|scene| scene.rect(id)).filter(|_| viewport.width > 1.0)
        {
            self.look(self.camera.get_untracked().showing(rect, viewport));
        }
        self.select(BTreeSet::from([id.clone()]));
    }

    pub fn look(self, camera: Camera) {
        if self.camera.with_untracked(|now| *now != camera) {
            self.camera.set(camera);
            self.keep();
        }
    }

    /// The canvas has another size now.
    pub fn resized(self, viewport: Viewport) {
        let first = self.viewport.with_untracked(|now| now.width < 1.0);
        self.viewport.set(viewport);
        if first && self.camera.with_untracked(|camera| *camera == Camera::default()) {
            self.first_look();
        }
    }

    /// What is seen of a picture when it is opened.
    pub(super) fn first_look(self) {
        let (bounds, viewport) =
            (self.scene.with_untracked(|scene| scene.bounds), self.viewport.get_untracked());
        if viewport.width > 1.0 {
            let camera = Camera::opening(bounds, viewport);
            self.look(camera);
            self.opening.set(Some(camera));
        }
    }

    /// Whether what is open has been looked at as it was opened only, and that shows a part of it.
    pub fn shows_a_part(self) -> bool {
        let camera = self.camera.get();
        let viewport = self.viewport.get();
        let sees = || camera.sees(viewport);
        self.opening.with(|opening| *opening == Some(camera))
            && viewport.width > 1.0
            && !self.scene.with(|scene| scene.bounds.is_within(sees()))
    }

    /// All of the picture into view; an empty one at its usual size.
    pub fn fit(self) {
        let (bounds, viewport) =
            (self.scene.with_untracked(|scene| scene.bounds), self.viewport.get_untracked());
        if viewport.width > 1.0 {
            self.look(Camera::fit(bounds, viewport));
        }
    }

    /// Whether all of the picture is in sight.
    pub(super) fn sees_all(self) -> bool {
        let viewport = self.viewport.get_untracked();
        let seen = self.camera.get_untracked().sees(viewport);
        viewport.width > 1.0 && self.scene.with_untracked(|scene| scene.bounds.is_within(seen))
    }

    /// What was seen whole and has grown stays in sight, by panning where that does, else by zooming out; where it would become too small to be read,
    /// nothing is moved.
    pub(super) fn show_all(self) {
        if self.sees_all() {
            return;
        }
        let viewport = self.viewport.get_untracked();
        let (camera, bounds) = (self.camera.get_untracked(), self.scene.with_untracked(|scene| scene.bounds));
        let ways = [camera.showing(bounds, viewport), Camera::fit(bounds, viewport)];
        let way = ways.into_iter().find(|way| bounds.is_within(way.sees(viewport)));
        if let Some(way) = way.filter(|way| way.zoom >= READABLE.min(camera.zoom)) {
            self.look(way);
        }
    }

    /// The middle of what is seen.
    pub fn middle(self) -> World {
        let viewport = self.viewport.get_untracked();
        let centre = Screen { x: viewport.width / 2.0, y: viewport.height / 2.0 };
        self.camera.get_untracked().to_world(centre)
    }

    /// Asks what to add to meet a requirement, and wires it; it comes beside what needs it.
    pub fn add_serving(self, port: &PortRef) {
        let beside = self.scene.with_untracked(|scene| scene.rect(&port.node));
        let at = beside.map_or_else(|| self.middle(), |rect| World { x: rect.x - 160.0, y: rect.y + 26.0 });
        self.show_pane(Pane::Canvas);
        self.ask(Asking::Add { wire: Some(port.clone()), at });
    }

    /// What is hosted is drawn the other way. Either way has places of its own.
    pub(super) fn turn_hosting(self) {
        let wired = !self.wired.get_untracked();
        settings::set("wired", &wired);
        let otherwise = self.hidden.try_update_value(|hidden| std::mem::take(&mut hidden.otherwise));
        let stood = self.places.get_untracked();
        self.places.set(otherwise.unwrap_or_default());
        self.hidden.update_value(|hidden| hidden.otherwise = stood);
        self.wired.set(wired);
        self.stand();
        self.fit();
        self.keep();
        self.say(if wired { "hosts are drawn at wires" } else { "hosts are drawn as boxes" });
    }

    /// Shows the folded ports of a node, or puts them away.
    pub(super) fn unfold(self, id: Id) {
        let is_open = self.unfolded.with_untracked(|open| open.as_ref() == Some(&id))
            && self.selection.with_untracked(|selection| selection.contains(&id));
        if !is_open {
            self.select(BTreeSet::from([id.clone()]));
        }
        self.unfolded.set((!is_open).then_some(id));
        self.peek(None);
        self.say(if is_open { "the other ports are away" } else { "all ports are shown" });
    }

    /// The node whose folded ports are shown while the pointer rests there.
    pub fn peek(self, id: Option<Id>) {
        if self.peeked.with_untracked(|now| *now != id) {
            self.peeked.set(id);
        }
    }

    pub fn ask(self, asking: Asking) {
        self.settle();
        self.asking.set(Some(asking));
    }

    pub fn answered(self) {
        if self.asking.with_untracked(Option::is_some) {
            self.asking.set(None);
        }
    }

    /// To the form of a thing; its first value is focused.
    pub fn inspect(self, id: Id) {
        self.enter(id, false);
    }

    /// To the name in the form of a thing that has no other place to be renamed.
    pub fn rename_in_form(self, id: Id) {
        self.enter(id, true);
    }

    fn enter(self, id: Id, name: bool) {
        self.select(BTreeSet::from([id.clone()]));
        self.show_pane(Pane::Inspector);
        self.wanted.set(Some(Wanted { id, name }));
    }

    pub fn inspected(self) {
        self.wanted.set(None);
    }

    pub fn set_panes(self, change: impl FnOnce(&mut Panes)) {
        self.panes.update(change);
        self.panes.with_untracked(|panes| settings::set("panes", panes));
    }

    pub fn show_pane(self, pane: Pane) {
        if self.panes.with_untracked(|panes| !panes.shows(pane) || panes.shown != pane) {
            self.set_panes(|panes| panes.show(pane));
        }
    }

    pub fn wear(self, theme: Theme) {
        theme.apply();
        self.theme.set(theme);
        settings::set("theme", &theme);
    }

    /// For the live region: spoken, not shown.
    pub fn say(self, text: impl Into<String>) {
        self.spoken.set(visible(&text.into()).into_owned());
    }

    /// Something was done: shown for a moment and spoken.
    pub fn notice(self, text: impl Into<String>) {
        self.notify(text.into(), false, None);
    }

    /// Something was done that can be taken back by a button.
    pub fn offer(self, text: impl Into<String>, word: &'static str, run: impl Fn() + Send + Sync + 'static) {
        self.notify(text.into(), false, Some((word, Arc::new(run))));
    }

    /// Something was not done, and why.
    pub fn refuse(self, text: impl Into<String>) {
        self.notify(text.into(), true, None);
    }

    fn notify(self, text: String, bad: bool, offer: Option<(&'static str, Offer)>) {
        let text = visible(&sentence(&text)).into_owned();
        let id = self.hidden.try_update_value(|hidden| {
            hidden.notices += 1;
            hidden.notices
        });
        let Some(id) = id else { return };
        let stays = bad || offer.is_some();
        self.say(text.clone());
        self.notices.update(|notices| {
            notices.retain(|notice| notice.text != text);
            notices.push(Notice { id, text, bad, offer });
            let surplus = notices.len().saturating_sub(4);
            notices.drain(..surplus);
        });
        after(if stays { NOTICE_BAD } else { NOTICE }, move || self.dismiss(id));
    }

    /// What is offered under this word is offered no more.
    pub(super) fn withdraw(self, word: &str) {
        let offers = |notice: &Notice| notice.offer.as_ref().is_some_and(|offer| offer.0 == word);
        if self.notices.with_untracked(|notices| notices.iter().any(offers)) {
            self.notices.update(|notices| notices.retain(|notice| !offers(notice)));
        }
    }

    pub fn dismiss(self, id: usize) {
        self.notices.update(|notices| notices.retain(|notice| notice.id != id));
    }

    /// Carries out what a gesture, a key or a menu asked for and writes nothing.
    pub(super) fn attend(self, intent: &Intent) {
        let spoken = self.scene.with_untracked(|scene| intent.spoken(scene));
        if let Some(spoken) = spoken
            && !matches!(intent, Intent::Camera(_))
        {
            self.say(spoken);
        }
    }
}
