//! Automatic arrangement of the nodes that are not pinned, and the pins.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::elements::Card;
use super::Scene;
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_layout as layout;

impl Scene {
    /// The scene with exactly these nodes pinned.
    #[must_use]
    pub fn with_pins(&self, pinned: &BTreeSet<Id>) -> Scene {
        let mut scene = self.clone();
        for card in &mut scene.cards {
            if card.pinned != pinned.contains(&card.id) {
                Arc::make_mut(card).pinned ^= true;
            }
        }
        scene
    }

    /// Returns true if all of these nodes are pinned.
    pub fn all_pinned<'a>(&self, ids: impl IntoIterator<Item = &'a Id>) -> bool {
        ids.into_iter().all(|id| self.card(id).is_some_and(|card| card.pinned))
    }

    /// The nodes that an automatic arrangement can move: all, or the selected ones if there are several. Pinned ones stay.
    pub fn arranged(&self, selection: &BTreeSet<Id>) -> Vec<Id> {
        let is_part = self.cards.iter().filter(|card| selection.contains(&card.id)).count() > 1;
        let cards =
            self.cards.iter().filter(|card| !card.pinned && (!is_part || selection.contains(&card.id)));
        cards.map(|card| card.id.clone()).collect()
    }

    /// New places of the nodes that an automatic arrangement moves: all nodes, or the selected ones if there are several. Pinned nodes and their
    /// hosts stay where they are; guests that are not selected move with their host.
    pub fn rearranged(&self, selection: &BTreeSet<Id>) -> Vec<(Id, Place)> {
        let is_part = self.cards.iter().filter(|card| selection.contains(&card.id)).count() > 1;
        let mut fixed: BTreeSet<&Id> = BTreeSet::new();
        for card in self.cards.iter().filter(|card| card.pinned) {
            fixed.insert(&card.id);
            fixed.extend(self.hosts_of(&card.id).map(|host| &host.id));
        }
        let kept_at = |card: &Arc<Card>| (card.id.clone(), (card.at.x, card.at.y));
        let stays =
            |card: &&Arc<Card>| fixed.contains(&card.id) || (is_part && !selection.contains(&card.id));
        let mut kept: BTreeMap<Id, (f64, f64)> = self.cards.iter().filter(stays).map(kept_at).collect();
        let mut fresh = layout::layout(&self.graph, &kept);
        let is_moved = |id: &Id, fresh: &layout::Layout| {
            let place = self.card(id).map(|card| (card.at.x, card.at.y));
            place != fresh.boxes.get(id).map(|rect| (rect.x, rect.y))
        };
        // A host that grows would displace pinned nodes: the content of pinned nodes stays as it is, and if that does not suffice, that of all
        // nodes that stay.
        for hosts in [fixed.iter().copied().cloned().collect(), kept.keys().cloned().collect::<Vec<_>>()] {
            if !fixed.iter().any(|id| is_moved(id, &fresh)) {
                break;
            }
            kept.extend(hosts.iter().flat_map(|id| self.within_card(id)).map(kept_at));
            fresh = layout::layout(&self.graph, &kept);
        }
        let boxes = fresh
            .boxes
            .into_iter()
            .filter(|(id, rect)| !fixed.contains(id) && kept.get(id) != Some(&(rect.x, rect.y)));
        boxes.map(|(id, rect)| (id, Place { x: rect.x, y: rect.y })).collect()
    }

    /// The hosts of a card, innermost first.
    fn hosts_of(&self, id: &Id) -> impl Iterator<Item = &Arc<Card>> {
        std::iter::successors(self.host(id), |host| self.host(&host.id))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use limn_check::sample;
    use limn_layout::Rect;

    fn scene(text: &str) -> Scene {
        let graph = sample::graph(text);
        let layout = layout::layout(&graph, &BTreeMap::new());
        Scene::new(Arc::new(graph), &layout, &BTreeMap::new())
    }

    fn ids(names: &[&str]) -> BTreeSet<Id> {
        names.iter().map(|name| sample::id(name)).collect()
    }

    /// The scene with some nodes at new places.
    fn at(scene: &Scene, places: &[(Id, Place)]) -> Scene {
        let mut all: BTreeMap<Id, (f64, f64)> =
            scene.cards.iter().map(|card| (card.id.clone(), (card.at.x, card.at.y))).collect();
        all.extend(places.iter().map(|(id, place)| (id.clone(), (place.x, place.y))));
        let layout = layout::layout(&scene.graph, &all);
        let pinned = scene.cards.iter().filter(|card| card.pinned).map(|card| card.id.clone());
        Scene::new(Arc::clone(&scene.graph), &layout, &BTreeMap::new()).with_pins(&pinned.collect())
    }

    fn overlap(scene: &Scene) -> Option<(String, String)> {
        for level in scene.levels() {
            for (number, one) in level.iter().enumerate() {
                for other in &level[number + 1..] {
                    let (one, other) = (&scene.cards[*one], &scene.cards[*other]);
                    if one.rect().overlaps(&other.rect()) {
                        return Some((one.name.clone(), other.name.clone()));
                    }
                }
            }
        }
        None
    }

    const CHAIN: &str = "a >out\nb <in >out\nc <in >out\nd <in\na.out -> b.in\nb.out -> c.in\nc.out -> d.in";

    #[test]
    fn a_pinned_node_stays_and_the_others_are_arranged_around_it() {
        let far = Place { x: 1_500.0, y: 900.0 };
        let scattered =
            at(&scene(CHAIN), &[(sample::id("b"), far), (sample::id("d"), Place { x: 40.0, y: 640.0 })]);
        let pinned = scattered.with_pins(&ids(&["b"]));
        let places = pinned.rearranged(&BTreeSet::new());
        let moved: BTreeSet<Id> = places.iter().map(|(id, _)| id.clone()).collect();
        assert_eq!(moved, ids(&["a", "c", "d"]));
        let after = at(&pinned, &places);
        let x = |name: &str| after.card(&sample::id(name)).unwrap().at.x;
        assert_eq!((x("b"), overlap(&after)), (far.x, None));
        // Wires still run in one direction.
        assert!(x("d") < x("c") && x("c") < x("b") && x("b") < x("a"), "{places:?}");
    }

    #[test]
    fn a_selection_is_arranged_without_the_other_nodes() {
        let scattered = at(&scene(CHAIN), &[(sample::id("d"), Place { x: 40.0, y: 640.0 })]);
        let places = scattered.rearranged(&ids(&["c", "d"]));
        assert_eq!(places.into_iter().map(|(id, _)| id).collect::<BTreeSet<_>>(), ids(&["c", "d"]));
        let pinned = scattered.with_pins(&ids(&["c"]));
        let places = pinned.rearranged(&ids(&["c", "d"]));
        assert_eq!(places.into_iter().map(|(id, _)| id).collect::<BTreeSet<_>>(), ids(&["d"]));
    }

    #[test]
    fn a_pinned_guest_keeps_its_host() {
        let nest = scene("a >out\nhost <in\none ^host\ntwo ^host\na.out -> host.in");
        let before = nest.card(&sample::id("one")).unwrap().at;
        let moved = nest.moved(&[(sample::id("host"), Place { x: -800.0, y: 300.0 })]);
        let scene =
            at(&nest, &moved.cards.iter().map(|card| (card.id.clone(), card.at.place())).collect::<Vec<_>>());
        let pinned = scene.with_pins(&ids(&["one"]));
        let after = at(&pinned, &pinned.rearranged(&BTreeSet::new()));
        for name in ["one", "host"] {
            let at = |scene: &Scene| scene.card(&sample::id(name)).unwrap().at;
            assert_eq!(at(&after), at(&scene), "{name}");
        }
        assert_ne!(after.card(&sample::id("one")).unwrap().at, before);
        assert_eq!(overlap(&after), None);
    }

    #[test]
    fn a_host_that_stays_does_not_grow_over_a_pinned_node() {
        let names = "n0 <in >out\nn1 <in >out\nn2 <in >out\nn3 <in >out ^n0\nn4 <in >out\nn5 <in >out\nn6 <in >out ^n0";
        let pinned = scene(names).with_pins(&ids(&["n2"]));
        let after = at(&pinned, &pinned.rearranged(&ids(&["n4", "n6"])));
        assert_eq!(overlap(&after), None);
        assert_eq!(after.card(&sample::id("n2")).unwrap().at, pinned.card(&sample::id("n2")).unwrap().at);
    }

    #[test]
    fn pins_are_spoken() {
        let scene = scene("a\nb").with_pins(&ids(&["b"]));
        assert_eq!(scene.spoken(&sample::id("b")).unwrap(), "b, component, pinned");
        assert!(scene.all_pinned(&ids(&["b"])) && !scene.all_pinned(&ids(&["a", "b"])));
        assert_eq!(scene.with_pins(&BTreeSet::new()).spoken(&sample::id("b")).unwrap(), "b, component");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(192))]

        /// Nodes, each with a host or none, a pin, and a distance by which it was dragged away.
        #[test]
        fn pinned_nodes_stay_and_nothing_overlaps(
            nodes in proptest::collection::vec((proptest::option::of(0_usize..8), any::<bool>(), any::<bool>()), 1..14),
            links in proptest::collection::vec((0_usize..14, 0_usize..14), 0..16),
            part in any::<bool>(),
        ) {
            let mut text = String::new();
            for (number, (host, ..)) in nodes.iter().enumerate() {
                let host = host.filter(|host| *host < number).map(|host| format!(" ^n{host}")).unwrap_or_default();
                text.push_str(&format!("n{number} <in >out{host}\n"));
            }
            for (from, to) in links.iter().filter(|(from, to)| from != to && *from < nodes.len() && *to < nodes.len()) {
                text.push_str(&format!("n{from}.out -> n{to}.in\n"));
            }
            let with = |which: fn(&(Option<usize>, bool, bool)) -> bool| -> BTreeSet<Id> {
                let named = nodes.iter().enumerate().filter(|(_, node)| which(node));
                named.map(|(number, _)| sample::id(&format!("n{number}"))).collect()
            };
            let scene = scene(&text).with_pins(&with(|node| node.1));
            let selection = if part { with(|node| node.2) } else { BTreeSet::new() };
            let after = at(&scene, &scene.rearranged(&selection));
            for card in scene.cards.iter().filter(|card| card.pinned) {
                prop_assert_eq!(after.card(&card.id).unwrap().at, card.at, "{}\n{}", card.name, text);
            }
            prop_assert_eq!(overlap(&after), None, "{}", text);
            let rect = |id: &Id| after.card(id).map(|card| card.rect());
            for card in &after.cards {
                if let Some(host) = after.host(&card.id) {
                    let host: Rect = rect(&host.id).unwrap();
                    prop_assert_eq!(host.union(&card.rect()), host, "{} is in its host\n{}", card.name, text);
                }
            }
        }
    }
}
