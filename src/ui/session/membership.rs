//! Group and policy membership of the selected nodes.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::{Edits, Membership, Popup};
use limn_canvas::ScreenPoint;
use limn_language::edit::{Edit, EditError};
use limn_language::graph::Id;

/// Maximum number of entries in the menu.
const MAX_ENTRIES: usize = 40;

impl Edits {
    /// Groups and policies that the selected nodes can join or leave; empty if the language has none.
    pub fn memberships(self) -> Vec<Membership> {
        let snapshot = self.0.flush_pending();
        let scene = snapshot.scene();
        let Some(file) = snapshot.active_file else { return Vec::new() };
        let selection = self.0.view.selection().get_untracked();
        let chosen = scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id));
        let nodes: Vec<Id> = chosen.cloned().collect();
        if nodes.is_empty() {
            return Vec::new();
        }
        // A saved view leaves out groups and policies without a member in it.
        let graph = self.0.positions.compared_graph();
        let groups = graph.groups.iter().map(|group| (&group.id, &group.label, &group.members, "group"));
        let policies =
            graph.policies.iter().map(|policy| (&policy.id, &policy.label, &policy.targets, "policy"));
        let holder = |(id, name, members, kind): (&Id, &String, &Vec<Id>, &'static str)| {
            let (has, has_not): (Vec<Id>, Vec<Id>) =
                nodes.iter().cloned().partition(|node| members.contains(node));
            let holds = has_not.is_empty();
            let edit = match holds {
                true => Edit::Detach { from: id.clone(), ids: has },
                false => Edit::Attach { to: id.clone(), ids: has_not },
            };
            let refusal = match snapshot.known.analysis.plan(&file, &edit) {
                Ok(_) => None,
                Err(EditError::Refused(_)) if !holds => return None,
                Err(error) => Some(error.to_string()),
            };
            Some(Membership { name: name.clone(), kind, holds, edit, refusal })
        };
        let holders: Vec<Membership> = groups.chain(policies).take(MAX_ENTRIES).filter_map(holder).collect();
        if holders.iter().all(|holder| holder.refusal.is_some()) { Vec::new() } else { holders }
    }

    pub(super) fn open_membership_menu(self, at: ScreenPoint) {
        let holders = self.memberships();
        if holders.is_empty() {
            self.0.notices.show_error("no group or policy accepts this selection: add one from the palette");
        } else {
            self.0.navigation().open_popup(Popup::Memberships { holders, at });
        }
    }

    /// Returns true if the selected nodes can form a group.
    pub fn can_group(self) -> bool {
        let scene = self.0.positions.base_scene().get_untracked();
        let selection = self.0.view.selection().get_untracked();
        let chosen = scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id));
        let nodes: Vec<Id> = chosen.cloned().collect();
        self.0.documents.checked().get_untracked().is_some_and(|checked| checked.0.group(nodes).is_ok())
    }

    /// Adds a group of nodes and selects it.
    pub(super) fn group(self, nodes: Vec<Id>) {
        let snapshot = self.0.flush_pending();
        let Some(checked) = snapshot.checked() else {
            return self.0.notices.show_error("no file is open");
        };
        match checked.group(nodes) {
            Ok(edit) => drop(self.edit(&edit)),
            Err(error) => self.0.notices.show_error(error.to_string()),
        }
    }

    /// Removes groups and selects their members, which stay.
    pub(super) fn ungroup(self, groups: Vec<Id>) {
        let scene = self.0.flush_pending().scene();
        let members = groups.iter().flat_map(|group| scene.members(group)).cloned();
        let is_node = |id: &Id| {
            self.0.positions.next_view_model().with_untracked(|drawn| drawn.complete().node(id).is_some())
        };
        let members: BTreeSet<Id> = members.filter(is_node).collect();
        let count = groups.len();
        if self.edit(&Edit::Remove { ids: groups }) {
            self.0.navigation().select(members);
            self.0.notices.announce(if count == 1 { "removed the group" } else { "removed the groups" });
        }
    }

    /// Adds the selection to a group or policy, or removes it.
    pub fn toggle_membership(self, holder: &Membership) {
        match &holder.refusal {
            Some(refusal) => self.0.notices.show_error(refusal),
            None => {
                if self.edit(&holder.edit) {
                    let done = if holder.holds { "removed from" } else { "added to" };
                    self.0.notices.announce(format!("{done} {} {}", holder.kind, holder.name));
                }
            }
        }
    }
}
