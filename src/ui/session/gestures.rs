//! Canvas events and view state: current tool, selection and camera.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::browser::settings;
use super::super::panes::{Pane, Panes};
use super::super::theme::Theme;
use super::{FocusRequest, Popup, Session};
use limn_analysis::Template;
use limn_canvas::keys::Command;
use limn_canvas::{Camera, Context, Event, Intent, Screen, Tool, Viewport, World};
use limn_language::graph::{Id, PortRef};

/// Minimum zoom of automatic zooming: names are illegible below it.
const MIN_READABLE_ZOOM: f64 = 0.5;

impl Session {
    /// Sends an event to the current tool and carries out the resulting intent.
    pub fn on_canvas_event(self, event: Event) {
        let (tool, intent) = self.with_context(|tool, context| tool.on(event, context));
        let wired = |tool: &Tool| matches!(tool, Tool::Connecting { .. });
        let let_go = self.tool.with_untracked(wired) && !wired(&tool);
        if self.tool.with_untracked(|now| *now != tool) {
            self.tool.set(tool);
        }
        if let_go {
            // The expanded ports of the wire's source are no longer needed.
            self.peek(None);
        }
        if let Some(intent) = intent {
            self.act(intent);
        }
    }

    pub fn command(self, command: Command) {
        self.on_canvas_event(Event::Command(command));
    }

    /// Starts placing a template, or drawing a wire.
    pub fn take(self, template: &Template) {
        let tool = if template.wire { Tool::start() } else { Tool::place(&*template.id) };
        self.hidden.update_value(|hidden| template.label.clone_into(&mut hidden.carried));
        if let Some(prompt) = tool.prompt(&template.label) {
            self.notices.announce(prompt);
        }
        self.tool.set(tool);
    }

    /// By keyboard: adds to the middle of the view, or starts a wire from the selection.
    pub fn take_by_key(self, template: &Template) {
        if template.wire {
            super::super::shell::focus_canvas();
            self.command(Command::Connect);
        } else {
            self.add(&template.id, self.middle(), None);
        }
    }

    /// Calls `see` with the current tool and its context.
    pub fn with_context<R>(self, see: impl FnOnce(Tool, &Context<'_>) -> R) -> R {
        let checked = self.checked.get_untracked();
        let fits = |from: &PortRef, to: &PortRef| match &checked {
            Some(checked) => checked.0.accepts(from, to).map_err(|error| error.to_string()),
            None => Err("no file is open".to_owned()),
        };
        let ends = |from: &PortRef, on: &Id| checked.as_ref()?.0.ends(from, on);
        let hosting = |node: &Id, host: &Id| checked.as_ref()?.0.hosting(node, host);
        let frozen = self.drawn.with_untracked(|drawn| {
            drawn.broken.as_ref().map(|broken| format!("fix the syntax error on line {} first", broken.line))
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

    /// Selects items, and reveals a single one in the text.
    pub fn select(self, ids: BTreeSet<Id>) {
        self.stop_following_caret();
        if self.selection.with_untracked(|now| *now == ids) {
            return;
        }
        if let [id] = ids.iter().collect::<Vec<_>>().as_slice() {
            self.reveal_in_text(id);
        }
        self.selection.set(ids);
        self.schedule_save();
    }

    /// Selects the item at the caret.
    pub(super) fn select_at(self, offset: usize) {
        let Some(checked) = self.checked.get_untracked() else { return };
        self.select_under_caret(checked.0.at(offset));
    }

    /// Selects the item under the caret, or nothing.
    pub(super) fn select_under_caret(self, id: Option<Id>) {
        let ids: BTreeSet<Id> = id.into_iter().collect();
        if self.selection.with_untracked(|now| *now != ids) {
            self.analyze_pending();
            let seen = self.viewport.with_untracked(|viewport| viewport.width > 1.0);
            let rect = ids.first().and_then(|id| self.scene.with_untracked(|scene| scene.rect(id)));
            if let Some(rect) = rect.filter(|_| seen) {
                self.set_camera(self.camera.get_untracked().showing(rect, self.viewport.get_untracked()));
            }
            self.selection.set(ids);
            self.schedule_save();
        }
    }

    /// Selects an item and brings it into view.
    pub fn reveal(self, id: &Id) {
        self.show_around(id);
        let viewport = self.viewport.get_untracked();
        // Nothing to move if the diagram is not shown.
        if let Some(rect) = self.scene.with_untracked(|scene| scene.rect(id)).filter(|_| viewport.width > 1.0)
        {
            self.set_camera(self.camera.get_untracked().showing(rect, viewport));
        }
        self.select(BTreeSet::from([id.clone()]));
    }

    pub fn set_camera(self, camera: Camera) {
        if self.camera.with_untracked(|now| *now != camera) {
            self.camera.set(camera);
            self.schedule_save();
        }
    }

    /// Handles a new canvas size.
    pub fn resized(self, viewport: Viewport) {
        let first = self.viewport.with_untracked(|now| now.width < 1.0);
        self.viewport.set(viewport);
        if first && self.camera.with_untracked(|camera| *camera == Camera::default()) {
            self.show_initial_view();
        }
    }

    /// Sets the camera of a diagram that was just opened.
    pub(super) fn show_initial_view(self) {
        let (bounds, viewport) =
            (self.scene.with_untracked(|scene| scene.bounds), self.viewport.get_untracked());
        if viewport.width > 1.0 {
            let camera = Camera::opening(bounds, viewport);
            self.set_camera(camera);
            self.opening.set(Some(camera));
        }
    }

    /// Whether the camera is untouched since opening and part of the diagram is out of view.
    pub fn shows_a_part(self) -> bool {
        let camera = self.camera.get();
        let viewport = self.viewport.get();
        let sees = || camera.sees(viewport);
        self.opening.with(|opening| *opening == Some(camera))
            && viewport.width > 1.0
            && !self.scene.with(|scene| scene.bounds.is_within(sees()))
    }

    /// Fits the diagram to the screen; an empty one at 100 %.
    pub fn fit(self) {
        let (bounds, viewport) =
            (self.scene.with_untracked(|scene| scene.bounds), self.viewport.get_untracked());
        if viewport.width > 1.0 {
            self.set_camera(Camera::fit(bounds, viewport));
        }
    }

    /// Whether the whole diagram is in view.
    pub(super) fn sees_all(self) -> bool {
        let viewport = self.viewport.get_untracked();
        let seen = self.camera.get_untracked().sees(viewport);
        viewport.width > 1.0 && self.scene.with_untracked(|scene| scene.bounds.is_within(seen))
    }

    /// Keeps a diagram in view that was wholly visible and has grown: by panning, else by zooming out. Leaves the camera if text would become
    /// illegible.
    pub(super) fn keep_all_visible(self) {
        if self.sees_all() {
            return;
        }
        let viewport = self.viewport.get_untracked();
        let (camera, bounds) = (self.camera.get_untracked(), self.scene.with_untracked(|scene| scene.bounds));
        let ways = [camera.showing(bounds, viewport), Camera::fit(bounds, viewport)];
        let way = ways.into_iter().find(|way| bounds.is_within(way.sees(viewport)));
        if let Some(way) = way.filter(|way| way.zoom >= MIN_READABLE_ZOOM.min(camera.zoom)) {
            self.set_camera(way);
        }
    }

    /// Center of the view.
    pub fn middle(self) -> World {
        let viewport = self.viewport.get_untracked();
        let centre = Screen { x: viewport.width / 2.0, y: viewport.height / 2.0 };
        self.camera.get_untracked().to_world(centre)
    }

    /// Opens the list of nodes that satisfy a requirement, and connects the chosen one next to it.
    pub fn add_serving(self, port: &PortRef) {
        let source = self.scene.with_untracked(|scene| scene.rect(&port.node));
        let at = source.map_or_else(|| self.middle(), |rect| World { x: rect.x - 160.0, y: rect.y + 26.0 });
        self.show_pane(Pane::Canvas);
        self.open_popup(Popup::Add { wire: Some(port.clone()), at });
    }

    /// Toggles between nested boxes and wires for hosting. Each mode keeps its own places.
    pub(super) fn toggle_hosting(self) {
        let wired = !self.wired.get_untracked();
        settings::set("wired", &wired);
        let otherwise = self.hidden.try_update_value(|hidden| std::mem::take(&mut hidden.otherwise));
        let stood = self.places.get_untracked();
        self.places.set(otherwise.unwrap_or_default());
        self.hidden.update_value(|hidden| hidden.otherwise = stood);
        self.wired.set(wired);
        self.pin_layout();
        self.fit();
        self.schedule_save();
        self.notices.announce(if wired { "hosts shown with wires" } else { "hosts shown as boxes" });
    }

    /// Expands or collapses the ports of a node.
    pub(super) fn unfold(self, id: Id) {
        let is_open = self.unfolded.with_untracked(|open| open.as_ref() == Some(&id))
            && self.selection.with_untracked(|selection| selection.contains(&id));
        if !is_open {
            self.select(BTreeSet::from([id.clone()]));
        }
        self.unfolded.set((!is_open).then_some(id));
        self.peek(None);
        self.notices.announce(if is_open { "unused ports hidden" } else { "all ports shown" });
    }

    /// Node whose collapsed ports are shown while the pointer is over it.
    pub fn peek(self, id: Option<Id>) {
        if self.peeked.with_untracked(|now| *now != id) {
            self.peeked.set(id);
        }
    }

    pub fn open_popup(self, popup: Popup) {
        self.analyze_pending();
        self.notices.open_popup(popup);
    }

    /// Opens an item's form and focuses its first value.
    pub fn inspect(self, id: Id) {
        self.enter(id, false);
    }

    /// Opens an item's form and focuses its name, for items that can't be renamed elsewhere.
    pub fn rename_in_form(self, id: Id) {
        self.enter(id, true);
    }

    fn enter(self, id: Id, name: bool) {
        self.select(BTreeSet::from([id.clone()]));
        self.show_pane(Pane::Inspector);
        self.focus_request.set(Some(FocusRequest { id, name }));
    }

    pub fn clear_focus_request(self) {
        self.focus_request.set(None);
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

    pub fn set_theme(self, theme: Theme) {
        theme.apply();
        self.theme.set(theme);
        settings::set("theme", &theme);
    }

    /// Announces an intent.
    pub(super) fn announce_intent(self, intent: &Intent) {
        let spoken = self.scene.with_untracked(|scene| intent.spoken(scene));
        if let Some(spoken) = spoken
            && !matches!(intent, Intent::Camera(_))
        {
            self.notices.announce(spoken);
        }
    }
}
