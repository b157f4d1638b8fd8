//! Which groups and policies hold the selected nodes, and how one of them comes to hold them or holds them no more.

use leptos::prelude::*;

use super::{Asking, Session};
use crate::canvas::Screen;
use crate::edit::{Edit, EditError};
use crate::graph::Id;

/// As many are offered: more would be no menu.
const MOST: usize = 40;

/// A group or a policy, as the selected nodes have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Holder {
    pub name: String,
    /// "group" or "policy".
    pub kind: &'static str,
    /// It holds all of the selected nodes.
    pub holds: bool,
    /// What puts those in that it does not hold, or takes all out.
    edit: Edit,
    /// Why that cannot be.
    pub refusal: Option<String>,
}

impl Session {
    /// The groups and policies that the selected nodes may be put into or taken out of; none where the language has it otherwise.
    pub fn holders(self) -> Vec<Holder> {
        self.settle();
        let Some(file) = self.open.get_untracked() else { return Vec::new() };
        let scene = self.scene.get_untracked();
        let selection = self.selection.get_untracked();
        let chosen = scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id));
        let nodes: Vec<Id> = chosen.cloned().collect();
        if nodes.is_empty() {
            return Vec::new();
        }
        let holder = |(id, name): (&Id, &str)| {
            let (has, has_not): (Vec<Id>, Vec<Id>) =
                nodes.iter().cloned().partition(|node| scene.held(id).contains(node));
            let holds = has_not.is_empty();
            let edit = match holds {
                true => Edit::Detach { from: id.clone(), ids: has },
                false => Edit::Attach { to: id.clone(), ids: has_not },
            };
            let planned = self.known.with_untracked(|known| known.analysis.plan(&file, &edit));
            let refusal = match planned {
                Ok(_) => None,
                Err(EditError::Refused(_)) if !holds => return None,
                Err(error) => Some(error.to_string()),
            };
            let kind = if scene.is_group(id) { "group" } else { "policy" };
            Some(Holder { name: name.to_owned(), kind, holds, edit, refusal })
        };
        let holders: Vec<Holder> = scene.holders().take(MOST).filter_map(holder).collect();
        if holders.iter().all(|holder| holder.refusal.is_some()) { Vec::new() } else { holders }
    }

    pub(super) fn ask_holders(self, at: Screen) {
        let holders = self.holders();
        if holders.is_empty() {
            self.refuse("no group or policy here can hold that: the palette may have one to add");
        } else {
            self.ask(Asking::Holders { holders, at });
        }
    }

    /// Whether the selected nodes can become a group.
    pub fn can_group(self) -> bool {
        let scene = self.scene.get_untracked();
        let selection = self.selection.get_untracked();
        let chosen = scene.cards.iter().map(|card| &card.id).filter(|id| selection.contains(*id));
        let nodes: Vec<Id> = chosen.cloned().collect();
        self.checked.get_untracked().is_some_and(|checked| checked.0.group(nodes).is_ok())
    }

    /// A new group of nodes, which is selected then.
    pub(super) fn group(self, nodes: Vec<Id>) {
        self.settle();
        let Some(checked) = self.checked.get_untracked() else { return self.refuse("nothing is open") };
        match checked.0.group(nodes) {
            Ok(edit) => drop(self.edit(&edit)),
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// What is selected is put in, or taken out.
    pub fn hold(self, holder: &Holder) {
        match &holder.refusal {
            Some(refusal) => self.refuse(refusal),
            None => {
                if self.edit(&holder.edit) {
                    let word = if holder.holds { "no more" } else { "now" };
                    self.say(format!("in {} {} {word}", holder.kind, holder.name));
                }
            }
        }
    }
}
