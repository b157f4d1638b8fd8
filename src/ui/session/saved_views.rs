//! Saved views: shows, saves and removes named parts of the active document's diagram.

use leptos::prelude::*;

use super::{Navigation, Popup, Session};
use limn_language::graph::Id;
use limn_language::saved_view::{NEW_VIEW, SavedView, ViewFilter};

const RESTORE: &str = "Restore view";

impl Navigation {
    /// Shows a saved view of the active document; `None`: the whole diagram.
    pub fn show_saved_view(self, number: Option<usize>) {
        self.0.flush_pending();
        let before = self.0.positions.key();
        let Some(document) = self.0.documents.active_key() else { return };
        let next = document.of_view(number);
        let is_part = self.0.view.diagram().with_untracked(Option::is_some);
        if before.as_ref() == Some(&next) && !is_part {
            return;
        }
        // The camera of a part is not that of the document.
        let seen = self.0.view.exchange_camera(before.filter(|_| !is_part), &next).filter(|_| !is_part);
        self.0.gestures().on_canvas_event(limn_canvas::CanvasEvent::Cancel);
        self.0.notices.close_popup();
        self.0.view.set_diagram(None);
        self.0.positions.choose_saved_view(number);
        self.0.positions.pin_layout();
        self.deselect_hidden();
        match seen {
            Some(seen) => self.0.view.restore_camera(seen),
            None => self.show_initial_view(),
        }
        let view = self.0.positions.shown_saved_view();
        let name = view.map_or_else(|| "whole diagram".to_owned(), |view| format!("view {}", view.name));
        self.0.notices.announce(name);
        self.0.works().schedule_save();
    }

    /// Deselects the items that the shown saved view leaves out: a command must not change items that the user does not see.
    pub(super) fn deselect_hidden(self) {
        self.0.view.retain_selection(|id| !self.0.positions.is_left_out(id));
    }

    /// Shows the whole diagram if the saved view that is shown leaves out this element, its layer if that is hidden, and what is collapsed around it.
    pub(super) fn leave_view_without(self, id: &Id) {
        self.show_layer_of(id);
        if self.0.positions.is_left_out(id) {
            self.show_saved_view(None);
        }
        if self.0.positions.is_inside_collapsed(id) {
            let around = self.0.positions.collapsed_around(id);
            self.0.gestures().collapse(around, false);
        }
    }

    /// Shows a saved view of the active document, if the view still exists.
    pub(super) fn show_view_if_there(self, number: Option<usize>) {
        let is_there = |number: usize| {
            let views = self.0.positions.saved_views();
            views.with_untracked(|views| views.all.iter().any(|view| view.number == number))
        };
        if number.is_none_or(is_there) {
            self.show_saved_view(number);
        }
    }

    /// Opens the dialog for a new view of the active document, with the selected nodes.
    pub fn open_new_view(self) {
        let snapshot = self.0.flush_pending();
        let selected = self.0.view.selection().get_untracked();
        let is_node = |id: &Id| snapshot.checked().is_some_and(|checked| checked.graph().node(id).is_some());
        let scene = snapshot.scene();
        let nodes = selected.into_iter().filter(|id| scene.card(id).is_some() && is_node(id));
        let names = self.0.positions.saved_views().get_untracked().all;
        let is_free = |name: &String| !names.iter().any(|view| view.name == *name);
        let free = (1..=names.len() + 1).map(|count| format!("View {count}")).find(is_free);
        let name = free.unwrap_or_default();
        self.open_popup(Popup::SavedView(SavedView {
            number: NEW_VIEW,
            name,
            filter: ViewFilter::of_nodes(nodes),
        }));
    }

    /// Stores a view, and shows it.
    pub fn save_view(self, view: SavedView) {
        let before = self.0.flush_pending().scene();
        let name = view.name.clone();
        let was_shown = self.0.positions.shown_saved_view().map(|view| view.number);
        let number = self.0.positions.put_saved_view(view);
        if was_shown == Some(number) {
            // A card can be in its host now.
            self.0.positions.drop_stale_places(&before);
            self.0.positions.follow_growth(&before);
            self.deselect_hidden();
            self.fit();
        }
        self.show_saved_view(Some(number));
        self.0.notices.announce(format!("saved view {name}"));
        self.0.works().schedule_save();
    }

    /// Removes a view; a notice offers to restore it.
    pub fn remove_view(self, view: SavedView) {
        let shown = self.0.positions.shown_saved_view();
        if shown.is_some_and(|shown| shown.number == view.number) {
            self.show_saved_view(None);
        }
        self.0.positions.remove_saved_view(view.number);
        self.0.works().schedule_save();
        let document = self.0.documents.active_key();
        let session: &'static Session = self.0;
        self.0.notices.show_with_action(
            format!("removed view {}; the nodes stay in the document", view.name),
            RESTORE,
            move || {
                if session.documents.active_key() == document {
                    session.navigation().save_view(view.clone());
                } else {
                    session.notices.show_error("open the document of this view first");
                }
            },
        );
    }
}
