//! Who holds whom in a scene, and what everything in it is called, written and spoken. Knows no places but of pills.

use super::super::hull;
use super::Scene;
use crate::graph::Id;
use crate::layout::Rect;

impl Scene {
    /// The groups that a node is a member of.
    pub(in super::super) fn groups_of<'a>(&'a self, node: &'a Id) -> impl Iterator<Item = &'a Id> {
        self.graph.groups.iter().filter(|group| group.members.contains(node)).map(|group| &group.id)
    }

    /// The groups and the policies, with their names.
    pub fn holders(&self) -> impl Iterator<Item = (&Id, &str)> {
        let groups = self.graph.groups.iter().map(|group| (&group.id, group.label.as_str()));
        groups.chain(self.graph.policies.iter().map(|policy| (&policy.id, policy.label.as_str())))
    }

    pub fn is_group(&self, id: &Id) -> bool {
        self.graph.groups.iter().any(|group| group.id == *id)
    }

    /// Whether it is a group or a policy, which holds nodes.
    pub fn holds(&self, id: &Id) -> bool {
        self.graph.groups.iter().any(|group| group.id == *id)
            || self.graph.policies.iter().any(|policy| policy.id == *id)
    }

    /// The nodes that a group or a policy holds.
    pub fn held(&self, id: &Id) -> &[Id] {
        let group = self.graph.groups.iter().find(|group| group.id == *id).map(|group| &group.members);
        let policy =
            || self.graph.policies.iter().find(|policy| policy.id == *id).map(|policy| &policy.targets);
        group.or_else(policy).map_or(&[], Vec::as_slice)
    }

    /// The scene with groups as they would be: with some nodes more (`true`), or without them.
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
        let hulls = hull::draw(&groups, &self.tree, &self.framed());
        Scene { hulls, ..self }
    }

    /// The name of whatever has this id, as written.
    pub fn name(&self, id: &Id) -> Option<&str> {
        if let Some(card) = self.card(id) {
            return Some(&card.name);
        }
        if let Some(policy) = self.graph.policies.iter().find(|policy| policy.id == *id) {
            return Some(&policy.label);
        }
        if let Some(wire) = self.wire(id) {
            // A label may say more than the name, behind it.
            let name =
                wire.id.0.last_key().and_then(|key| wire.name.get(..key.len()).filter(|name| *name == key));
            return Some(name.unwrap_or(&wire.name));
        }
        self.graph.groups.iter().find(|group| group.id == *id).map(|group| group.label.as_str())
    }

    /// The sentence that a screen reader says for whatever has this id.
    pub fn spoken(&self, id: &Id) -> Option<String> {
        if let Some(card) = self.card(id) {
            return Some(card.spoken());
        }
        if let Some(policy) = self.graph.policies.iter().find(|policy| policy.id == *id) {
            return Some(format!("{}, policy, {}", policy.label, policy.caption));
        }
        if let Some(group) = self.graph.groups.iter().find(|group| group.id == *id) {
            let members = match group.members.len() {
                1 => "1 member".to_owned(),
                many => format!("{many} members"),
            };
            return Some(format!("{}, group, {members}", group.label));
        }
        self.wire(id).map(|wire| wire.spoken.clone())
    }

    /// Lines that join the pills of one policy, as SVG paths: to be drawn while it is selected.
    pub fn leads(&self, policy: &Id) -> Vec<String> {
        let mut pills = self.pills.iter().filter(|pill| pill.id == *policy).map(|pill| pill.rect);
        let Some(first) = pills.next() else { return Vec::new() };
        let lead = |to: Rect| {
            let (from, to) = (first.centre(), to.centre());
            let bend = f64::midpoint(from.0, to.0);
            format!("M{} {}C{bend} {} {bend} {} {} {}", from.0, from.1, from.1, to.1, to.0, to.1)
        };
        pills.map(lead).collect()
    }

    /// Everything that can be selected.
    pub fn ids(&self) -> impl Iterator<Item = &Id> {
        let wires = self.wires.iter().filter(|wire| !wire.quiet).map(|wire| &wire.id);
        let hulls = self.hulls.iter().map(|hull| &hull.id);
        self.cards
            .iter()
            .map(|card| &card.id)
            .chain(self.pills.iter().map(|pill| &pill.id))
            .chain(wires)
            .chain(hulls)
    }
}
