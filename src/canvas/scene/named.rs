//! Membership and names of scene elements, as written and as announced to screen readers.

use std::collections::BTreeSet;

use super::super::{group_outline, wire};
use super::{Card, Scene};
use limn_language::graph::Id;
use limn_layout::Rect;
use limn_text::visible;

/// Words that names are searched for, whatever their case.
pub struct SearchWords(String);

impl SearchWords {
    pub fn new(words: &str) -> SearchWords {
        SearchWords(words.trim().to_lowercase())
    }

    /// Returns true if a text contains all words. No text contains none.
    fn are_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        !self.0.is_empty() && self.0.split_whitespace().all(|word| text.contains(word))
    }

    /// Returns true if the name or caption of a node contains all words.
    pub fn find(&self, name: &str, caption: &str) -> bool {
        self.are_in(&format!("{name} {caption}"))
    }
}

impl Scene {
    /// The items whose name or caption contains all words: nodes in reading order, then wires, policies and groups.
    pub fn find(&self, words: &str) -> Vec<Id> {
        let words = SearchWords::new(words);
        let has = |text: &str| words.are_in(text);
        let mut cards: Vec<_> =
            self.cards.iter().filter(|card| words.find(&card.name, &card.caption)).collect();
        // A card of exactly this name first, then from top to bottom.
        let is_exact = |card: &Card| card.name.to_lowercase() == words.0;
        cards.sort_by(|one, other| {
            let exact = is_exact(other).cmp(&is_exact(one));
            exact.then(one.at.y.total_cmp(&other.at.y)).then(one.at.x.total_cmp(&other.at.x))
        });
        let cards = cards.into_iter().map(|card| &card.id);
        let wires = self.wires.iter().filter(|wire| !wire.quiet && has(&wire.name)).map(|wire| &wire.id);
        let pills = self.pills.iter().filter(|pill| has(&pill.title)).map(|pill| &pill.id);
        let groups = self.group_outlines.iter().filter(|group| has(&group.name)).map(|group| &group.id);
        let mut found: Vec<Id> = Vec::new();
        for id in cards.chain(wires).chain(pills).chain(groups) {
            if !found.contains(id) {
                found.push(id.clone());
            }
        }
        found
    }

    /// The groups that a node is a member of.
    pub(in super::super) fn groups_of<'a>(&'a self, node: &'a Id) -> impl Iterator<Item = &'a Id> {
        self.graph.groups.iter().filter(|group| group.members.contains(node)).map(|group| &group.id)
    }

    pub fn is_group(&self, id: &Id) -> bool {
        self.graph.groups.iter().any(|group| group.id == *id)
    }

    /// The groups among some elements; without any, the smallest group that all the nodes among them are in.
    pub fn groups_to_dissolve(&self, selection: &BTreeSet<Id>) -> Vec<Id> {
        let is_group = |id: &&Id| self.is_group(id) || self.is_collapsed_group(id);
        let chosen: Vec<Id> = selection.iter().filter(is_group).cloned().collect();
        let nodes: Vec<&Id> = selection.iter().filter(|id| self.card(id).is_some()).collect();
        if !chosen.is_empty() || nodes.is_empty() {
            return chosen;
        }
        let around =
            self.graph.groups.iter().filter(|group| nodes.iter().all(|node| group.members.contains(node)));
        let nearest = around.min_by_key(|group| group.members.len());
        nearest.map(|group| group.id.clone()).into_iter().collect()
    }

    /// Returns true if it is a group or a policy, which has members.
    pub fn holds(&self, id: &Id) -> bool {
        self.graph.groups.iter().any(|group| group.id == *id)
            || self.graph.policies.iter().any(|policy| policy.id == *id)
    }

    /// The members of a group or the targets of a policy.
    pub fn members(&self, id: &Id) -> &[Id] {
        let group = self.graph.groups.iter().find(|group| group.id == *id).map(|group| &group.members);
        let policy =
            || self.graph.policies.iter().find(|policy| policy.id == *id).map(|policy| &policy.targets);
        group.or_else(policy).map_or_else(|| self.collapsed_within(id), Vec::as_slice)
    }

    /// The scene with nodes added to (`true`) or removed from groups.
    #[must_use]
    pub fn regrouped<'a>(self, changes: impl IntoIterator<Item = (&'a Id, &'a [Id], bool)>) -> Scene {
        let mut groups = self.graph.groups.clone();
        for (id, nodes, joins) in changes {
            let Some(group) = groups.iter_mut().find(|group| group.id == *id) else { continue };
            group.members.retain(|member| !nodes.contains(member));
            if joins {
                group.members.extend_from_slice(nodes);
            }
        }
        let group_outlines =
            group_outline::draw(&groups, &self.tree, &self.framed(), wire::hosting_signs(&self));
        Scene { group_outlines, ..self }
    }

    /// The name of an element, as written.
    pub fn name(&self, id: &Id) -> Option<&str> {
        if let Some(card) = self.card(id) {
            return Some(&card.name);
        }
        if let Some(policy) = self.graph.policies.iter().find(|policy| policy.id == *id) {
            return Some(&policy.label);
        }
        if let Some(wire) = self.wire(id) {
            // A label can have more text after the name.
            let name =
                wire.id.0.last_key().and_then(|key| wire.name.get(..key.len()).filter(|name| *name == key));
            return Some(name.unwrap_or(&wire.name));
        }
        self.graph.groups.iter().find(|group| group.id == *id).map(|group| group.label.as_str())
    }

    /// The description of an element for screen readers.
    pub fn spoken(&self, id: &Id) -> Option<String> {
        if let Some(card) = self.card(id) {
            return Some(card.spoken());
        }
        if let Some(policy) = self.graph.policies.iter().find(|policy| policy.id == *id) {
            return Some(visible(&format!("{}, policy, {}", policy.label, policy.caption)).into_owned());
        }
        if let Some(group) = self.graph.groups.iter().find(|group| group.id == *id) {
            let members = match group.members.len() {
                1 => "1 member".to_owned(),
                many => format!("{many} members"),
            };
            return Some(visible(&format!("{}, group, {members}", group.label)).into_owned());
        }
        self.wire(id).map(|wire| wire.spoken.clone())
    }

    /// Lines that connect the pills of one policy, as SVG paths; shown while it is selected.
    pub fn leads(&self, policy: &Id) -> Vec<String> {
        let mut pills = self.pills.iter().filter(|pill| pill.id == *policy).map(|pill| pill.rect);
        let Some(first) = pills.next() else { return Vec::new() };
        let lead = |to: Rect| {
            let (from, to) = (first.center(), to.center());
            let bend = f64::midpoint(from.0, to.0);
            format!("M{} {}C{bend} {} {bend} {} {} {}", from.0, from.1, from.1, to.1, to.0, to.1)
        };
        pills.map(lead).collect()
    }

    /// All elements that can be selected.
    pub fn ids(&self) -> impl Iterator<Item = &Id> {
        let wires = self.wires.iter().filter(|wire| !wire.quiet).map(|wire| &wire.id);
        let group_outlines = self.group_outlines.iter().map(|outline| &outline.id);
        self.cards
            .iter()
            .map(|card| &card.id)
            .chain(self.pills.iter().map(|pill| &pill.id))
            .chain(wires)
            .chain(group_outlines)
    }
}
