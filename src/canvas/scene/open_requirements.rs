//! Scene that dims everything but the nodes with open requirements.

use std::sync::Arc;

use super::Scene;
use limn_language::graph::{Graph, Id};

/// The nodes with open requirements, and the number of these requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct OpenRequirements {
    pub nodes: usize,
    pub requirements: usize,
}

impl OpenRequirements {
    pub fn of(graph: &Graph) -> OpenRequirements {
        let counts = graph.nodes.iter().map(limn_language::graph::Node::open_requirements);
        counts.filter(|count| *count > 0).fold(OpenRequirements::default(), |all, count| OpenRequirements {
            nodes: all.nodes + 1,
            requirements: all.requirements + count,
        })
    }
}

impl Scene {
    /// The scene with everything dimmed but nodes with open requirements and the wires between them; unchanged if no requirement is open.
    #[must_use]
    pub fn with_open_requirements_alone(&self) -> Scene {
        let mut scene = self.clone();
        if OpenRequirements::of(&self.graph).nodes == 0 {
            return scene;
        }
        for (card, node) in scene.cards.iter_mut().zip(&self.graph.nodes) {
            if node.open_requirements() == 0 {
                Arc::make_mut(card).faint = true;
            }
        }
        scene.furnish();
        scene.dim_wires();
        scene
    }

    /// Dims the wires with a dimmed end.
    pub(super) fn dim_wires(&mut self) {
        let cards = &self.cards;
        if cards.iter().all(|card| !card.faint) {
            return;
        }
        let is_faint =
            |id: &Id| self.index.get(id).is_none_or(|at| cards.get(*at).is_some_and(|card| card.faint));
        for wire in &mut self.wires {
            let faint = wire.sources.iter().chain(&wire.targets).any(is_faint);
            if wire.faint != faint {
                Arc::make_mut(wire).faint = faint;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use limn_check::sample;
    use limn_language::edit::Place;

    fn scene() -> Scene {
        let mut graph = sample::graph(
            "a >out\nb <in <more\nc <in <more\nd <in\na.out -> b.in\nb.more -> c.in\na.out -> d.in\n!policy p a\n!policy q b",
        );
        for node in graph.nodes.iter_mut().filter(|node| ["b", "c"].contains(&node.label.as_str())) {
            node.ports.iter_mut().filter(|port| port.name == "more").for_each(|port| port.unmet = true);
        }
        let layout = limn_layout::layout(&graph, &BTreeMap::new());
        Scene::new(Arc::new(graph), &layout, &BTreeMap::new())
    }

    fn faint(scene: &Scene) -> (Vec<&str>, Vec<bool>, Vec<bool>) {
        let cards = scene.cards.iter().filter(|card| card.faint).map(|card| card.name.as_str());
        let wires = scene.wires.iter().map(|wire| wire.faint);
        (cards.collect(), wires.collect(), scene.pills.iter().map(|pill| pill.faint).collect())
    }

    #[test]
    fn c16_all_but_nodes_with_open_requirements_are_dimmed_also_in_pictures_and_drags() {
        let scene = scene();
        assert_eq!(OpenRequirements::of(scene.graph()), OpenRequirements { nodes: 2, requirements: 2 });
        let alone = scene.with_open_requirements_alone();
        assert_eq!(faint(&alone), (vec!["a", "d"], vec![true, false, true], vec![true, false]));
        let svg = crate::svg::draw(&alone, crate::svg::Theme::Light);
        assert_eq!(svg.matches(r#" faint""#).count(), 5, "two cards, two wires, a pill");
        let paths = alone.far_paths(|_| None, None);
        assert!(paths.iter().any(|path| path.class().contains("far-card") && path.class().contains("faint")));
        let moved = alone.moved(&[(sample::id("a"), Place { x: -300.0, y: 40.0 })]);
        assert_eq!(faint(&moved), faint(&alone));
    }

    #[test]
    fn c16_nothing_is_dimmed_where_no_requirement_is_open() {
        let graph = sample::graph("a >out\nb <in\na.out -> b.in");
        let layout = limn_layout::layout(&graph, &BTreeMap::new());
        let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
        assert!(scene.with_open_requirements_alone() == scene);
    }
}
