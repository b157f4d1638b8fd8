//! Collapsed hosts and groups in a scene: the items that can be collapsed, and the cards that hide nodes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Problems, Scene};
use limn_language::edit::Place;
use limn_language::graph::{Id, Link};

impl Scene {
    /// The nodes inside a collapsed card.
    pub fn collapsed_within(&self, id: &Id) -> &[Id] {
        self.graph.collapsed.get(id).map_or(&[], Vec::as_slice)
    }

    pub fn is_collapsed(&self, id: &Id) -> bool {
        self.graph.collapsed.contains_key(id)
    }

    /// Returns true if it is the card of a collapsed group.
    pub fn is_collapsed_group(&self, id: &Id) -> bool {
        self.is_collapsed(id) && self.graph.node(id).is_some_and(|node| node.role == "group")
    }

    /// The collapsed card that contains a node, or an element in it.
    pub fn collapsed_card(&self, id: &Id) -> Option<&Id> {
        let holds = |inside: &Id| id.0.starts_with(&inside.0);
        let mut cards = self.graph.collapsed.iter().chain(&self.graph.hidden);
        cards.find(|(_, inside)| inside.iter().any(holds)).map(|(card, _)| card)
    }

    /// Returns true if a link has an end at a hidden node.
    pub(in super::super) fn ends_inside(&self, link: &Link) -> bool {
        let mut ends = link.sources.iter().chain(&link.targets);
        ends.any(|end| end.port.port.is_empty() && self.is_collapsed(&end.port.node))
    }

    /// Nodes that a command collapses or expands: the selected hosts and groups, or else what is nearest around the selection.
    pub(in super::super) fn to_collapse(&self, selection: &BTreeSet<Id>) -> BTreeSet<Id> {
        let can_collapse = |id: &Id| {
            self.index.get(id).is_some_and(|at| self.cards[*at].expanded.is_some())
                || self.group_outlines.iter().any(|outline| outline.id == *id)
        };
        let chosen: BTreeSet<Id> = selection.iter().filter(|id| can_collapse(id)).cloned().collect();
        if !chosen.is_empty() {
            return chosen;
        }
        let around = |id: &Id| {
            let host = self.host(id).map(|host| host.id.clone());
            host.or_else(|| self.groups_to_dissolve(&BTreeSet::from([id.clone()])).into_iter().next())
        };
        selection.iter().filter(|id| self.index.contains_key(id)).filter_map(around).collect()
    }

    /// Returns true if all of these are collapsed.
    pub fn all_collapsed(&self, ids: &BTreeSet<Id>) -> bool {
        !ids.is_empty() && ids.iter().all(|id| self.is_collapsed(id))
    }

    /// Returns true if the selection can be collapsed, false if it can be expanded; `None` if it can be neither.
    pub fn collapses(&self, selection: &BTreeSet<Id>) -> Option<bool> {
        let ids = self.to_collapse(selection);
        (!ids.is_empty()).then(|| !self.all_collapsed(&ids))
    }

    /// Problems by card: a collapsed one has those of what is inside.
    pub fn problems_by_card(&self, problems: &BTreeMap<Id, Problems>) -> BTreeMap<Id, Problems> {
        let mut all = problems.clone();
        for (card, inside) in self.graph.collapsed.iter().chain(&self.graph.hidden) {
            for one in inside.iter().filter_map(|id| problems.get(id)) {
                let sum = all.entry(card.clone()).or_default();
                sum.errors += one.errors;
                sum.warnings += one.warnings;
            }
        }
        all
    }

    /// The boxes, and what is inside collapsed ones, moved by the same distance. `at`: the places of hidden nodes.
    pub fn with_collapsed_content(
        &self,
        places: &[(Id, Place)],
        at: impl Fn(&Id) -> Option<Place>,
    ) -> Vec<(Id, Place)> {
        let mut all = places.to_vec();
        for (id, to) in places {
            let Some(card) = self.card(id) else { continue };
            let (dx, dy) = (to.x - card.at.x, to.y - card.at.y);
            let inside = self.collapsed_within(id).iter();
            all.extend(inside.filter_map(|id| {
                at(id).map(|place| (id.clone(), Place { x: place.x + dx, y: place.y + dy }))
            }));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::svg;
    use crate::viewport::{Camera, WorldPoint};
    use crate::{Hit, REACH};
    use limn_check::sample;
    use limn_language::graph::{Graph, Group, Icon, Policy};
    use limn_layout as layout;

    fn graph() -> Arc<Graph> {
        let mut graph = sample::graph(
            "server >host\nweb <host >out ^server\napp <host <in ^server\ndb <in\nserver.host -> web.host\nweb.out -> app.in\nweb.out -> db.in",
        );
        graph.links[0].hosts = true;
        let members = vec![sample::id("server"), sample::id("db")];
        graph.groups.push(Group { id: sample::id("all"), label: "all".to_owned(), members });
        Arc::new(graph).as_drawn(true)
    }

    fn drawn(graph: Arc<Graph>) -> Scene {
        let layout = layout::layout(&graph, &BTreeMap::new());
        Scene::new(graph, &layout, &BTreeMap::new())
    }

    fn collapsed(names: &[&str]) -> Scene {
        drawn(graph().with_collapsed(&names.iter().map(|name| sample::id(name)).collect()))
    }

    #[test]
    fn c17_hosts_and_groups_have_a_button_where_it_is_drawn() {
        let scene = drawn(graph());
        let server = scene.card(&sample::id("server")).unwrap();
        assert_eq!((server.expanded, scene.card(&sample::id("db")).unwrap().expanded), (Some(true), None));
        let button = WorldPoint::new(server.at.x + 40.0, server.at.y + 40.0);
        assert_eq!(scene.hit(button, 6.0), Hit::CollapseButton(sample::id("server")));
        let tab = scene.group_outlines[0].names.tabs[0];
        assert_eq!(
            scene.hit(WorldPoint::new(tab.x - 4.0, tab.center().1), 6.0),
            Hit::CollapseButton(sample::id("all"))
        );
        assert_eq!(
            scene.hit(WorldPoint::new(tab.center().0, tab.center().1), 6.0),
            Hit::Group(sample::id("all"))
        );
        for zoom in [0.2, 0.5] {
            let camera = Camera { zoom, ..Camera::default() };
            let hit = scene.hit_on_screen(camera.to_screen(button), REACH, camera);
            assert_eq!(hit, Hit::Body(sample::id("server")), "no buttons at {zoom}");
        }
        assert!(svg::card_inside(server, &[]).contains(r#"class="fold""#));
        assert!(
            !svg::draw(&scene, svg::Theme::Light).contains(r#"class="fold""#),
            "pictures have no buttons"
        );
    }

    #[test]
    fn c17_a_collapsed_host_is_a_card_with_the_wires_of_its_guests() {
        let scene = collapsed(&["server"]);
        let server = scene.card(&sample::id("server")).unwrap();
        assert_eq!((server.expanded, server.face.room), (Some(false), None));
        assert!(server.spoken().contains("collapsed, contains web, app"), "{}", server.spoken());
        assert_eq!((scene.cards.len(), scene.wires.len()), (2, 1));
        assert!(scene.wires[0].meets(&server.id) && scene.wires[0].legs[0].points.len() > 1);
        assert!(scene.handles(&scene.wires[0].id).is_empty(), "its bend is for the hidden port");
        assert!(!drawn(graph()).handles(&scene.wires[0].id).is_empty());
        assert_eq!(scene.group_outlines[0].areas.len(), 1);
        let inside = Id(sample::id("web").0.join(&limn_yaml::Path::keys(["properties"])));
        assert_eq!(scene.collapsed_card(&inside), Some(&server.id));
        let picture = svg::draw(&scene, svg::Theme::Light);
        assert!(picture.contains(">2 nodes</text>") && !picture.contains(">web<"));
    }

    #[test]
    fn c17_a_collapsed_group_is_a_card_and_what_it_contains_moves_along() {
        let scene = collapsed(&["all"]);
        let all = sample::id("all");
        assert!(scene.is_collapsed_group(&all) && !scene.is_group(&all) && scene.group_outlines.is_empty());
        assert_eq!(scene.cards.len(), 1);
        let card = scene.card(&all).unwrap().at;
        let to = Place { x: card.x + 8.0, y: card.y - 16.0 };
        let moved = scene.with_collapsed_content(&[(all.clone(), to)], |id| {
            (*id == sample::id("db")).then_some(Place { x: 100.0, y: 100.0 })
        });
        assert_eq!(moved, [(all.clone(), to), (sample::id("db"), Place { x: 108.0, y: 84.0 })]);
        let one = |errors| Problems { errors, warnings: 1 };
        let problems = BTreeMap::from([(sample::id("db"), one(1)), (sample::id("web"), one(0))]);
        assert_eq!(scene.problems_by_card(&problems)[&all], Problems { errors: 1, warnings: 2 });
    }

    #[test]
    fn c17_a_card_shows_the_problems_of_groups_and_policies_that_are_not_drawn() {
        let mut graph = Graph::clone(&graph());
        let policy = Policy {
            id: sample::id("scaling"),
            icon: Icon::Cluster,
            label: String::new(),
            caption: String::new(),
            targets: vec![sample::id("web")],
            triggers: Vec::new(),
            reads: None,
        };
        graph.groups.push(Group {
            id: sample::id("pair"),
            label: "pair".to_owned(),
            members: vec![sample::id("web")],
        });
        graph.policies.push(policy);
        let server = sample::id("server");
        let scene = drawn(Arc::new(graph).with_collapsed(&BTreeSet::from([server.clone()])));
        for name in ["pair", "scaling"] {
            let inside = sample::id(name);
            let problems = BTreeMap::from([(inside.clone(), Problems { errors: 1, warnings: 0 })]);
            assert_eq!(scene.problems_by_card(&problems)[&server].errors, 1, "{name}");
            assert_eq!(scene.collapsed_card(&inside), Some(&server), "{name}");
        }
    }

    #[test]
    fn c17_the_command_takes_what_is_selected_or_around_it() {
        let scene = drawn(graph());
        let of = |names: &[&str]| scene.to_collapse(&names.iter().map(|name| sample::id(name)).collect());
        let ids = |names: &[&str]| names.iter().map(|name| sample::id(name)).collect::<BTreeSet<_>>();
        assert_eq!(of(&["server", "db"]), ids(&["server"]));
        assert_eq!(of(&["all"]), ids(&["all"]));
        assert_eq!(of(&["web"]), ids(&["server"]), "its host");
        assert_eq!(of(&["db"]), ids(&["all"]), "its group");
        assert_eq!(of(&[]), ids(&[]));
        let some = |names: &[&str]| names.iter().map(|name| sample::id(name)).collect();
        assert_eq!(scene.collapses(&some(&["server"])), Some(true));
        assert_eq!(collapsed(&["server"]).collapses(&some(&["server"])), Some(false));
    }
}
