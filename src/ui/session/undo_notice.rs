//! Undo notices: report side effects of an edit and offer to undo it.

use leptos::prelude::*;

use super::Edits;
use limn_canvas::{removal_notice, retarget_notice};
use limn_language::edit::Edit;
use limn_language::graph::{Graph, Id, PortRef, Role};

/// Label of the undo button.
pub(super) const UNDO: &str = "Undo";

impl Edits {
    /// Reports what was removed together with `ids`, and offers undo.
    pub(super) fn offer_undo_of_removal(self, ids: &[Id], before: &Graph) {
        if let Some(sentence) = removal_notice(ids, before, &self.0.positions.compared_graph()) {
            self.offer_undo(sentence);
        }
    }

    /// Reports the connection that a new wire replaced, and offers undo.
    pub(super) fn offer_undo_of_reconnect(self, before: &Graph) {
        if let Some(sentence) = retarget_notice(before, &self.0.positions.compared_graph()) {
            self.offer_undo(sentence);
        }
    }

    /// Reports the connection that a drop on a node made, and offers undo.
    pub(super) fn offer_undo_of_join(self, from: &PortRef, to: &PortRef) {
        let graph = self.0.positions.compared_graph();
        let name = |port: &PortRef| graph.node(&port.node).map(|node| node.label.clone()).unwrap_or_default();
        let (needs, offers) = if from.role == Role::Requirement { (from, to) } else { (to, from) };
        self.offer_undo(format!("connected `{}` of `{}` to `{}`", needs.port, name(needs), name(offers)));
    }

    /// Reports changes of host or group caused by moving boxes, and offers undo.
    pub(super) fn offer_undo_of_move(self, edits: &[Edit]) {
        let graph = self.0.positions.compared_graph();
        let name = |id: &Id| {
            let group = || graph.groups.iter().find(|group| group.id == *id).map(|group| group.label.clone());
            let policy =
                || graph.policies.iter().find(|policy| policy.id == *id).map(|policy| policy.label.clone());
            let node = graph.node(id).map(|node| node.label.clone());
            node.or_else(group).or_else(policy).unwrap_or_default()
        };
        let names = |ids: &[Id]| match ids {
            [one] => format!("`{}`", name(one)),
            many => format!("{} nodes", many.len()),
        };
        let messages = edits.iter().map(|edit| match edit {
            Edit::Attach { to, ids } => format!("added {} to `{}`", names(ids), name(to)),
            Edit::Detach { from, ids } => format!("removed {} from `{}`", names(ids), name(from)),
            Edit::Disconnect { id } => {
                let guest = self.0.positions.base_scene().with_untracked(|scene| {
                    let mut cards = scene.cards.iter().filter(|card| id.0.starts_with(&card.id.0));
                    cards.next().map(|card| card.name.clone())
                });
                format!("moved `{}` out of its host", guest.unwrap_or_default())
            }
            _ => String::new(),
        });
        let messages: Vec<String> = messages.filter(|message| !message.is_empty()).collect();
        self.offer_undo(messages.join("; "));
    }

    pub(super) fn offer_undo(self, sentence: String) {
        let Some(file) = self.0.documents.active_file().get_untracked() else { return };
        let after = self.0.documents.text(&file);
        self.0.notices.show_with_action(sentence, UNDO, move || {
            self.0.flush_pending();
            // The last undo step may be a different one by now.
            if self.0.documents.text(&file) == after {
                self.undo();
            } else {
                self.0.notices.show_error("the text has changed: undo the later changes first");
            }
        });
    }
}
