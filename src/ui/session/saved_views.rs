//! Saved views: shows, saves and removes named parts of the front document's diagram.

use leptos::prelude::*;

use super::{Navigation, Popup, Session};
use limn_language::graph::Id;
use limn_language::saved_view::{SavedView, ViewFilter};

const UNDO_REMOVAL: &str = "Restore view";

impl Navigation {
    /// Shows a saved view of the front document; `None`: the whole diagram.
    pub fn show_saved_view(self, number: Option<usize>) {
        self.0.settle();
        let before = self.0.positions.key();
        let Some(document) = self.0.documents.front_key() else { return };
        let next = document.of_view(number);
        let is_part = self.0.view.diagram().with_untracked(Option::is_some);
        if before.as_ref() == Some(&next) && !is_part {
            return;
        }
        let seen = self.0.view.exchange_camera(before, &next);
        self.0.gestures().on_canvas_event(limn_canvas::Event::Cancel);
        self.0.notices.close_popup();
        self.0.view.set_diagram(None);
        self.0.positions.choose_saved_view(number);
        self.0.positions.pin_layout();
        match seen {
            Some(seen) => self.0.view.restore_camera(seen),
            None => self.show_initial_view(),
        }
        let name = self.0.positions.shown_saved_view().with_untracked(|view| {
            view.as_ref().map_or_else(|| "whole diagram".to_owned(), |view| format!("view {}", view.name))
        });
        self.0.notices.announce(name);
        self.0.works().schedule_save();
    }

    /// Shows the whole diagram if the saved view that is shown leaves out this node.
    pub(super) fn leave_view_without(self, id: &Id) {
        let is_shown = self.0.positions.settled_scene().with_untracked(|scene| scene.rect(id).is_some());
        if !is_shown && self.0.positions.is_left_out(id) {
            self.show_saved_view(None);
        }
    }

    /// Opens the dialog for a new view of the front document, with the selected nodes.
    pub fn open_new_view(self) {
        let scene = self.0.settle().scene();
        let selected = self.0.view.selection().get_untracked();
        let view = self.new_view(selected.into_iter().filter(|id| scene.card(id).is_some()));
        self.open_popup(Popup::SavedView(view));
    }

    fn new_view(self, nodes: impl IntoIterator<Item = Id>) -> SavedView {
        let number = self.0.positions.free_view_number();
        let names = self.0.positions.saved_views().get_untracked();
        let is_free = |name: &String| !names.iter().any(|view| view.name == *name);
        let free = (1..=names.len() + 1).map(|count| format!("View {count}")).find(is_free);
        let name = free.unwrap_or_default();
        SavedView { number, name, filter: ViewFilter::of_nodes(nodes) }
    }

    /// Stores a view, and shows it.
    pub fn save_view(self, view: SavedView) {
        let (number, name) = (view.number, view.name.clone());
        self.0.positions.put_saved_view(view);
        self.show_saved_view(Some(number));
        self.0.positions.pin_layout();
        self.0.navigation().fit();
        self.0.notices.announce(format!("saved view {name}"));
        self.0.works().schedule_save();
    }

    /// Removes a view; a notice offers to restore it.
    pub fn remove_view(self, view: SavedView) {
        let is_shown = self
            .0
            .positions
            .shown_saved_view()
            .with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.number == view.number));
        if is_shown {
            self.show_saved_view(None);
        }
        self.0.positions.remove_saved_view(view.number);
        self.0.works().schedule_save();
        let document = self.0.documents.front_key();
        let session: &'static Session = self.0;
        self.0.notices.show_with_action(
            format!("removed view {}; the nodes stay in the document", view.name),
            UNDO_REMOVAL,
            move || {
                if session.documents.front_key() == document {
                    session.navigation().save_view(view.clone());
                } else {
                    session.notices.show_error("go back to the document of the view first");
                }
            },
        );
    }
}
