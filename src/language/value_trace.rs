//! Value traces: where a value comes from and where it goes, along any number of references and documents. A language states the direct neighbors of
//! a place; following them, cycles and limits are the same for all languages.

use std::collections::HashSet;
use std::hash::Hash;

use crate::dialect::ReadOnlyText;
use crate::graph::{Graph, Id, LinkKind, PortRef, Role};
use limn_files::FilePath;
use limn_text::TextRange;
use limn_yaml::Path;

/// The maximum number of steps in each direction.
pub const MAX_STEPS: usize = 200;

/// A document with values that refer to each other.
pub trait ValueTraces {
    /// The path of the traceable value at or around a path: a property, for example.
    fn traced_value(&self, path: &Path) -> Option<Path>;
    /// The path of the value of a port.
    fn value_of_port(&self, port: &PortRef) -> Option<Path>;
    /// The trace of the value at such a path.
    fn value_trace(&self, path: &Path) -> Option<ValueTrace>;
}

/// Trace of a value: its sources and its uses.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTrace {
    /// The value itself; its `end` says what it is if it comes from nowhere else.
    pub origin: ValueStep,
    /// Values that it is computed from: a tree in its order, each step one level deeper than what it is the source of.
    pub sources: Vec<ValueStep>,
    /// Values that are computed from it, in the same form.
    pub uses: Vec<ValueStep>,
    /// Steps are missing because there are too many.
    pub is_cut: bool,
}

/// A place of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueStep {
    /// 0 for the direct neighbors of the value.
    pub depth: usize,
    /// "web.address"
    pub label: String,
    /// Owner of the value: "shop 1.0".
    pub owner: String,
    /// The value as written, on one line; empty if nothing is written.
    pub written: String,
    /// Connection to its neighbor: "set by component `web`"; empty if it is referred to.
    pub how: String,
    /// Reason why the chain ends here: "constant", "set at deployment".
    pub end: String,
    pub place: Option<TracePlace>,
    /// Its item in the document's diagram, and its port.
    pub port: Option<PortRef>,
}

/// Place of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum TracePlace {
    File(FilePath, TextRange, Id),
    /// In a text that can only be read, such as a descriptor of the catalog.
    ReadOnly(ReadOnlyText),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Sources,
    Uses,
}

/// A direct neighbor of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbor<P> {
    pub place: P,
    /// See [`ValueStep::how`].
    pub how: String,
}

/// The values of a language and their direct neighbors.
pub trait ValueGraph {
    type Place: Clone + Eq + Hash;
    fn neighbors(&mut self, of: &Self::Place, direction: Direction) -> Vec<Neighbor<Self::Place>>;
    /// The step of a place, without depth, `how` and `end`.
    fn step(&mut self, of: &Self::Place) -> ValueStep;
    /// Reason why nothing precedes or follows it; empty if there is nothing to say.
    fn end(&mut self, of: &Self::Place, direction: Direction) -> String;
}

/// Follows a value in both directions.
pub fn trace<G: ValueGraph>(graph: &mut G, from: &G::Place) -> ValueTrace {
    let (sources, cut_sources) = walk(graph, from, Direction::Sources);
    let (uses, cut_uses) = walk(graph, from, Direction::Uses);
    let mut origin = ValueStep { end: String::new(), ..graph.step(from) };
    if sources.is_empty() {
        origin.end = graph.end(from, Direction::Sources);
    }
    ValueTrace { origin, sources, uses, is_cut: cut_sources || cut_uses }
}

/// The steps in one direction, each place once, and whether some are missing.
fn walk<G: ValueGraph>(graph: &mut G, from: &G::Place, direction: Direction) -> (Vec<ValueStep>, bool) {
    let mut steps = Vec::new();
    let mut seen = HashSet::from([from.clone()]);
    // The places from the start to the current one.
    let mut around = vec![from.clone()];
    let mut open: Vec<(usize, Neighbor<G::Place>)> = Vec::new();
    let push = |open: &mut Vec<_>, depth: usize, found: Vec<Neighbor<G::Place>>| {
        open.extend(found.into_iter().rev().map(|neighbor| (depth, neighbor)));
    };
    push(&mut open, 0, graph.neighbors(from, direction));
    while let Some((depth, Neighbor { place, how })) = open.pop() {
        if steps.len() >= MAX_STEPS {
            return (steps, true);
        }
        around.truncate(depth + 1);
        let mut step = ValueStep { depth, how, end: String::new(), ..graph.step(&place) };
        if around.contains(&place) {
            "circular".clone_into(&mut step.end);
        } else if seen.insert(place.clone()) {
            let next = graph.neighbors(&place, direction);
            if next.is_empty() {
                step.end = graph.end(&place, direction);
            }
            push(&mut open, depth + 1, next);
            around.push(place);
        } else {
            "listed above".clone_into(&mut step.end);
        }
        steps.push(step);
    }
    (steps, false)
}

/// Items of a diagram that a trace runs through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TracedItems {
    pub nodes: HashSet<Id>,
    pub links: HashSet<Id>,
    /// The values: nodes, and names of their ports.
    pub values: HashSet<(Id, String)>,
}

impl TracedItems {
    pub fn has_value(&self, port: &PortRef) -> bool {
        let is_value = matches!(port.role, Role::Input | Role::Output);
        is_value && self.values.contains(&(port.node.clone(), port.port.clone()))
    }
}

impl ValueTrace {
    pub fn steps(&self, direction: Direction) -> &[ValueStep] {
        match direction {
            Direction::Sources => &self.sources,
            Direction::Uses => &self.uses,
        }
    }

    /// Items of the document's diagram that it runs through: all of it, or only the path to one step.
    pub fn in_diagram(&self, graph: &Graph, only: Option<(Direction, usize)>) -> TracedItems {
        let mut items = TracedItems::default();
        items.add(&self.origin);
        for direction in [Direction::Sources, Direction::Uses] {
            let steps = self.steps(direction);
            let end = only.map_or(usize::MAX, |(_, at)| at);
            if only.is_some_and(|(of, _)| of != direction) {
                continue;
            }
            // The steps from the origin to the current one.
            let mut around: Vec<&ValueStep> = vec![&self.origin];
            for (at, step) in steps.iter().enumerate().take_while(|(at, _)| *at <= end) {
                around.truncate(step.depth + 1);
                around.push(step);
                if only.is_some() && at < end {
                    continue;
                }
                let path = if only.is_some() { &around[..] } else { &around[step.depth..] };
                for step in path {
                    items.add(step);
                }
                for pair in path.windows(2) {
                    let (source, target) = match direction {
                        Direction::Sources => (pair[1], pair[0]),
                        Direction::Uses => (pair[0], pair[1]),
                    };
                    items.links.extend(links_between(graph, source, target));
                }
            }
        }
        items
    }
}

impl TracedItems {
    fn add(&mut self, step: &ValueStep) {
        let Some(port) = &step.port else { return };
        self.nodes.insert(port.node.clone());
        if !port.port.is_empty() {
            self.values.insert((port.node.clone(), port.port.clone()));
        }
    }
}

/// The data links from one value to another.
fn links_between<'g>(
    graph: &'g Graph,
    source: &'g ValueStep,
    target: &'g ValueStep,
) -> impl Iterator<Item = Id> + 'g {
    let is_of = |end: &PortRef, port: &PortRef| end.node == port.node && end.port == port.port;
    let ends = source.port.as_ref().zip(target.port.as_ref());
    ends.into_iter().flat_map(move |(source, target)| {
        let data = graph.links.iter().filter(|link| link.kind == LinkKind::Data);
        let found = data.filter(move |link| {
            link.sources.iter().any(|end| is_of(&end.port, source))
                && link.targets.iter().any(|end| is_of(&end.port, target))
        });
        found.map(|link| link.id.clone())
    })
}

/// A text on one line, shortened.
pub fn on_one_line(text: &str) -> String {
    const MOST: usize = 60;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values by number, and which are computed from which.
    struct Numbers(Vec<(usize, usize)>);

    impl ValueGraph for Numbers {
        type Place = usize;

        fn neighbors(&mut self, of: &usize, direction: Direction) -> Vec<Neighbor<usize>> {
            let next = self.0.iter().filter_map(|(source, target)| match direction {
                Direction::Sources => (target == of).then_some(*source),
                Direction::Uses => (source == of).then_some(*target),
            });
            next.map(|place| Neighbor { place, how: String::new() }).collect()
        }

        fn step(&mut self, of: &usize) -> ValueStep {
            ValueStep { label: of.to_string(), ..ValueStep::default() }
        }

        fn end(&mut self, _: &usize, _: Direction) -> String {
            "end".to_owned()
        }
    }

    fn lines(steps: &[ValueStep]) -> Vec<String> {
        let line = |step: &ValueStep| format!("{}{} {}", "-".repeat(step.depth), step.label, step.end);
        steps.iter().map(|step| line(step).trim_end().to_owned()).collect()
    }

    #[test]
    fn a_chain_is_followed_in_both_directions() {
        let found = trace(&mut Numbers(vec![(1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]), &3);
        assert_eq!(lines(&found.sources), ["2", "-1 end"]);
        assert_eq!(lines(&found.uses), ["4", "-5 end", "5 listed above"]);
        assert_eq!(found.origin.end, "");
        assert_eq!(trace(&mut Numbers(vec![(1, 2)]), &1).origin.end, "end");
    }

    #[test]
    fn a_cycle_ends_where_it_returns() {
        let found = trace(&mut Numbers(vec![(1, 2), (2, 3), (3, 1)]), &1);
        assert_eq!(lines(&found.uses), ["2", "-3", "--1 circular"]);
        assert_eq!(lines(&found.sources), ["3", "-2", "--1 circular"]);
    }

    #[test]
    fn too_many_steps_are_cut() {
        let found = trace(&mut Numbers((0..1_000).map(|at| (at, at + 1)).collect()), &500);
        assert_eq!((found.sources.len(), found.uses.len(), found.is_cut), (MAX_STEPS, MAX_STEPS, true));
    }

    proptest! {
        #[test]
        fn what_a_value_comes_from_resolves_to_it(
            links in proptest::collection::vec((0..12_usize, 0..12_usize), 0..24),
            from in 0..12_usize,
        ) {
            let mut numbers = Numbers(links);
            let named = |steps: &[ValueStep]| -> std::collections::BTreeSet<String> {
                steps.iter().map(|step| step.label.clone()).collect()
            };
            let found = trace(&mut numbers, &from);
            prop_assume!(!found.is_cut);
            for source in named(&found.sources) {
                let back = trace(&mut numbers, &source.parse().unwrap());
                prop_assume!(!back.is_cut);
                prop_assert!(named(&back.uses).contains(&from.to_string()), "{source}");
            }
        }
    }
}
