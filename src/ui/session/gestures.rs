//! Gestures: sends canvas events to the current tool, and carries out what it requests.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::super::browser::after;
use super::super::browser::host::gets_keys;
use super::super::pane_focus::focus_canvas;
use super::super::panes::Pane;
use super::palette_drag::Carried;
use super::{DIAGRAM, Session, TABLE};
use limn_analysis::PaletteEntry;
use limn_canvas::keys::Command;
use limn_canvas::{CanvasEvent, Intent, Tool, ToolContext, port_tip};
use limn_language::graph::{Id, PortRef, WireLayer};

/// Actions by pointer and keys on the canvas.
#[derive(Clone, Copy)]
pub struct Gestures(pub(super) &'static Session);

impl Gestures {
    /// Returns true if the application that embeds the page handles undo and redo, and their keys.
    pub fn leaves_undo_to_host(self) -> bool {
        gets_keys() && self.0.works().owns_undo()
    }

    /// Called before any user action outside the text editor.
    pub fn flush_pending(self) {
        self.0.flush_pending();
    }

    pub fn tool(self) -> ReadSignal<Tool> {
        self.0.view.tool()
    }

    pub fn close_popup(self) {
        self.0.notices.close_popup();
    }

    pub fn peeked(self) -> Option<Id> {
        self.0.view.peeked().get_untracked()
    }

    /// Node whose folded ports are shown while the pointer is over it.
    pub fn peek(self, id: Option<Id>) {
        self.0.view.peek(id);
    }

    /// Sends an event to the current tool and carries out the resulting intent.
    pub fn on_canvas_event(self, event: CanvasEvent) {
        if self.0.canvas.is_second_click(&event) {
            return;
        }
        let released = if let CanvasEvent::Up { at, .. } = event { Some(at) } else { None };
        let (tool, intent) = self.with_context(|tool, context| tool.clone().on(event, context));
        let wired = |tool: &Tool| matches!(tool, Tool::Connecting { .. });
        let wire_ends = self.0.view.tool().with_untracked(wired) && !wired(&tool);
        if self.0.view.tool().with_untracked(|now| *now != tool) {
            self.0.view.set_tool(tool);
        }
        if wire_ends {
            // The folded ports of the wire's source are no longer needed.
            self.0.view.peek(None);
        }
        if let Some(intent) = intent {
            if matches!(intent, Intent::Collapse { .. }) {
                self.0.canvas.note_collapse(released);
            }
            self.act(intent);
        }
    }

    pub fn command(self, command: Command) {
        self.on_canvas_event(CanvasEvent::Command(command));
    }

    /// Starts placing a template, or drawing a wire.
    pub fn take(self, template: &PaletteEntry) {
        let tool = if template.wire { Tool::start() } else { Tool::place(&*template.id) };
        let (name, id) = (template.label.clone(), template.id.clone());
        self.0.view.set_carried(Carried { name: name.clone(), ..Carried::default() });
        if !template.wire {
            // The press itself does not wait for it.
            after(0, move || {
                let is_carried =
                    |tool: &Tool| matches!(tool, Tool::Placing { template, .. } if *template == id);
                if self.0.view.tool().with_untracked(is_carried) {
                    self.0.view.set_carried(self.0.carry(name, &id));
                }
            });
        }
        if let Some(prompt) = tool.prompt(&template.label) {
            self.0.notices.announce(prompt);
        }
        self.0.view.set_tool(tool);
    }

    /// By keyboard: adds to the middle of the view, or starts a wire from the selection.
    pub fn take_by_key(self, template: &PaletteEntry) {
        if template.wire {
            super::super::pane_focus::focus_canvas();
            self.command(Command::Connect);
        } else {
            self.add(&template.id, self.0.view.middle(), None);
        }
    }

    /// Tooltip of a port: its kind, its connections and the number of others that fit, in a sentence. `known`: whether each drawn port fits.
    pub fn port_tip(self, port: &PortRef, known: &BTreeMap<PortRef, bool>) -> Option<String> {
        let drawn = self.0.positions.next_view_model().get_untracked();
        let tip = self.with_context(|_, context| {
            let is_accepted = |from: &PortRef, to: &PortRef| (context.fits)(from, to).is_ok();
            let is_accepted_either_way =
                |other: &PortRef| is_accepted(port, other) || is_accepted(other, port);
            let fits =
                |other: &PortRef| known.get(other).copied().unwrap_or_else(|| is_accepted_either_way(other));
            port_tip(&drawn.graph, port, fits)
        })?;
        let hidden = self.0.positions.hidden_ends(port);
        Some(match hidden.as_slice() {
            [] => tip,
            [one] => format!("{tip}; connected to {one}, which is not in this view"),
            many => format!("{tip}; connected to {}, which are not in this view", many.join(", ")),
        })
    }

    /// Tooltip of the button on a host or group: its action, and what a collapsed one contains.
    pub fn collapse_button_tip(self, id: &Id) -> Option<String> {
        self.0.positions.base_scene().with_untracked(|scene| {
            let name = scene.name(id)?;
            if !scene.is_collapsed(id) {
                return Some(format!("Collapse {name}"));
            }
            let badge = scene.graph().node(id)?.badges.first()?;
            Some(format!("Expand {name}: {}", badge.title))
        })
    }

    /// Calls `see` with the current tool and its context. `see` must not change the tool or the selection.
    pub fn with_context<R>(self, see: impl FnOnce(&Tool, &ToolContext<'_>) -> R) -> R {
        let checked = self.0.documents.checked().get_untracked();
        let fits = |from: &PortRef, to: &PortRef| match &checked {
            Some(checked) => checked.0.accepts(from, to).map_err(|error| error.to_string()),
            None => Err("no file is open".to_owned()),
        };
        let ends = |from: &PortRef, on: &Id| checked.as_ref()?.0.ends(from, on);
        let hosting = |node: &Id, host: &Id| checked.as_ref()?.0.hosting(node, host);
        let connection = |node: &Id, on: &Id| checked.as_ref()?.0.connection(node, on);
        // Nodes that can be read are edited as usual: only if there are none is editing refused.
        let frozen = self.0.positions.next_view_model().with_untracked(|drawn| {
            let is_read = drawn.graph.nodes.len() > drawn.unread.len() || drawn.unread.is_empty();
            let broken = drawn.broken.as_ref().filter(|_| !is_read);
            broken.map(|broken| format!("fix the syntax error on line {} first", broken.line))
        });
        let scene = self.0.positions.base_scene().get_untracked();
        let selection = self.0.view.selection().read_untracked();
        let context = ToolContext {
            scene: &scene,
            camera: self.0.view.camera().get_untracked(),
            viewport: self.0.view.viewport().get_untracked(),
            selection: &selection,
            fits: &fits,
            ends: &ends,
            hosting: &hosting,
            connection: &connection,
            grid: self.0.canvas.grid().get_untracked(),
            frozen: frozen.as_deref(),
        };
        see(&self.0.view.tool().read_untracked(), &context)
    }

    /// Toggles between nested boxes and wires for hosting.
    pub(super) fn toggle_hosting(self) {
        let wired = self.0.positions.toggle_hosting();
        self.0.navigation().fit();
        self.0.works().schedule_save();
        self.0.notices.announce(if wired { "hosts shown with wires" } else { "hosts shown as boxes" });
    }

    /// Shows the diagram as a table, or the diagram again; the focus follows.
    pub(super) fn toggle_table(self) {
        let is_shown = self.0.view.view().get_untracked() == TABLE;
        self.0.view.show_pane(Pane::Canvas);
        self.0.navigation().show_view(if is_shown { DIAGRAM } else { TABLE });
        request_animation_frame(focus_canvas);
    }

    /// Draws relationships, values, or both.
    pub fn show_layer(self, layer: WireLayer) {
        self.0.positions.set_layer(layer);
        match layer {
            WireLayer::Relationships => self.0.navigation().fit(),
            // Values are connected at their ports.
            WireLayer::Values | WireLayer::Both => self.0.navigation().fit_ports(),
        }
        self.0.works().schedule_save();
        self.0.notices.announce(match layer {
            WireLayer::Relationships => "relationships shown",
            WireLayer::Values => "values shown",
            WireLayer::Both => "relationships and values shown",
        });
    }

    /// Shows or hides the folded ports of a node.
    pub(super) fn unfold(self, id: Id) {
        let is_open = self.0.view.unfolded().with_untracked(|open| open.as_ref() == Some(&id))
            && self.0.view.selection().with_untracked(|selection| selection.contains(&id));
        if !is_open {
            self.0.navigation().select(BTreeSet::from([id.clone()]));
        }
        self.0.view.set_unfolded((!is_open).then_some(id));
        self.0.view.peek(None);
        self.0.notices.announce(if is_open { "unused ports hidden" } else { "all ports shown" });
    }

    /// Collapses hosts and groups into one card each, or expands them. If something inside one is selected, its card is selected then.
    pub(super) fn collapse(self, ids: BTreeSet<Id>, is_collapsed: bool) {
        self.0.flush_pending();
        let name =
            |id: &Id| self.0.positions.base_scene().with_untracked(|scene| scene.name(id).map(str::to_owned));
        let names = ids.first().and_then(name);
        self.0.view.peek(None);
        self.0.positions.collapse(&ids, is_collapsed);
        if is_collapsed {
            let scene = self.0.positions.base_scene().get_untracked();
            let selection = self.0.view.selection().get_untracked();
            let card = |id: &Id| scene.collapsed_card(id).cloned().unwrap_or_else(|| id.clone());
            let is_drawn = |id: &Id| scene.rect(id).is_some() || !self.0.positions.is_inside_collapsed(id);
            let now: BTreeSet<Id> = selection.iter().map(card).filter(is_drawn).collect();
            if now != selection {
                self.0.navigation().select(now);
            }
        }
        self.0.works().schedule_save();
        let done = if is_collapsed { "collapsed" } else { "expanded" };
        self.0.notices.announce(match (ids.len(), names) {
            (0, _) => "no hosts or groups to collapse or expand".to_owned(),
            (1, Some(name)) => format!("{done} {name}"),
            (count, _) => format!("{done} {count} hosts and groups"),
        });
    }

    /// Announces an intent.
    pub(super) fn announce_intent(self, intent: &Intent) {
        let spoken = self.0.positions.base_scene().with_untracked(|scene| intent.spoken(scene));
        if let Some(spoken) = spoken
            && !matches!(intent, Intent::Camera(_))
        {
            self.0.notices.announce(spoken);
        }
    }
}
