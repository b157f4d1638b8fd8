//! A part of a scene, for a picture of what is selected.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Scene;
use limn_language::graph::Id;
use limn_layout::{Rect, STACK};

impl Scene {
    /// The chosen cards with what is in them, the wires between these, and their policies; the frame is left out. `None` if no card is chosen.
    #[must_use]
    pub fn part(&self, chosen: &BTreeSet<Id>) -> Option<Scene> {
        let is_in = |id: &Id| chosen.contains(id) || chosen.iter().any(|host| self.is_inside(id, host));
        let cards: Vec<_> = self.cards.iter().filter(|card| is_in(&card.id)).cloned().collect();
        let kept: BTreeSet<&Id> = cards.iter().map(|card| &card.id).collect();
        let ends =
            |wire: &crate::wire::Wire| wire.sources.iter().chain(&wire.targets).all(|end| kept.contains(end));
        let wires: Vec<_> = self.wires.iter().filter(|wire| ends(wire)).map(Arc::clone).collect();
        let pills: Vec<_> = self.pills.iter().filter(|pill| kept.contains(&pill.on)).cloned().collect();
        let host_backgrounds =
            self.host_backgrounds.iter().filter(|host| kept.contains(&host.id)).cloned().collect();
        let bounds: Option<Rect> = cards
            .iter()
            .map(|card| card.rect().grown(STACK))
            .chain(wires.iter().filter(|wire| !wire.quiet).filter_map(|wire| wire.bounds()))
            .chain(pills.iter().map(|pill| pill.rect))
            .reduce(|all, rect| all.union(&rect));
        Some(Scene { bounds: bounds?, cards, wires, pills, host_backgrounds, ..Scene::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::sample;

    #[test]
    fn a_part_has_what_is_chosen_with_its_content_and_the_wires_between() {
        let graph =
            sample::graph("server >host\nweb <host ^server >http\nuser <http\nother\nweb.http -> user.http");
        let layout = limn_layout::layout(&graph, &std::collections::BTreeMap::new());
        let scene = Scene::new(Arc::new(graph), &layout, &std::collections::BTreeMap::new());
        let part = |names: &[&str]| scene.part(&names.iter().map(|name| sample::id(name)).collect());
        let names = |scene: &Scene| scene.cards.iter().map(|card| card.name.clone()).collect::<Vec<_>>();
        let server = part(&["server"]).unwrap();
        assert_eq!(names(&server), ["server", "web"]);
        assert!(server.wires.iter().all(|wire| wire.quiet || wire.nests), "the user is not in it");
        let both = part(&["server", "user"]).unwrap();
        assert_eq!(both.wires.iter().filter(|wire| wire.kind.is_drawn() && !wire.nests).count(), 1);
        assert!(server.bounds.width < both.bounds.width && both.frame.is_none());
        assert_eq!(part(&["nobody"]), None);
    }
}
