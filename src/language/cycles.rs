//! Reachability and cycle detection in directed graphs: linear and iterative.

use std::collections::{BTreeMap, BTreeSet, VecDeque, btree_map};

/// All that one or more steps lead to. A start is among them only if steps lead back to it.
pub fn reachable<T: Ord + Clone, Next: IntoIterator<Item = T>>(
    starts: impl IntoIterator<Item = T>,
    mut next: impl FnMut(&T) -> Next,
) -> BTreeSet<T> {
    let mut waiting: Vec<T> = starts.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(at) = waiting.pop() {
        waiting.extend(next(&at).into_iter().filter(|to| found.insert(to.clone())));
    }
    found
}

/// The strongly connected components that contain a cycle: see [`Digraph::cycles`].
pub fn cycles(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    Digraph::new(count, edges.iter().copied()).cycles()
}

/// A directed graph. Nodes are numbered from 0.
pub struct Digraph {
    next: Adjacency,
    previous: Adjacency,
}

impl Digraph {
    /// `edges` are pairs of source and target, each below `count`.
    pub fn new(count: usize, edges: impl Iterator<Item = (usize, usize)> + Clone) -> Digraph {
        let reversed = edges.clone().map(|(from, to)| (to, from));
        Digraph { previous: Adjacency::new(count, reversed), next: Adjacency::new(count, edges) }
    }

    /// The strongly connected components that contain a cycle. Each is sorted by node; they are ordered by their first nodes.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut parts = self.parts();
        parts.retain(|part| part.len() > 1 || self.next.from(part[0]).contains(&part[0]));
        for part in &mut parts {
            part.sort_unstable();
        }
        parts.sort_unstable();
        parts
    }

    /// The strongly connected component of each node: nodes of one component have the same number.
    pub fn components(&self) -> Vec<usize> {
        let mut components = vec![0; self.next.count()];
        for (number, part) in self.parts().into_iter().enumerate() {
            for node in part {
                components[node] = number;
            }
        }
        components
    }

    /// The nodes of each strongly connected component.
    fn parts(&self) -> Vec<Vec<usize>> {
        let count = self.next.count();
        let mut assigned = vec![false; count];
        let mut parts = Vec::new();
        for &root in self.by_completion(0..count).iter().rev() {
            if std::mem::replace(&mut assigned[root], true) {
                continue;
            }
            let mut part = vec![root];
            let mut at = 0;
            while let Some(&node) = part.get(at) {
                at += 1;
                for &from in self.previous.from(node) {
                    if !std::mem::replace(&mut assigned[from], true) {
                        part.push(from);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// A shortest cycle of each component that contains one, from the component's first node.
    pub fn shortest_cycles(&self) -> Vec<Vec<usize>> {
        self.cycles().iter().map(|part| self.shortest_cycle(part, part[0])).collect()
    }

    /// A shortest path from `from` back to itself inside a component, starting with `from`; empty if there is none.
    pub fn shortest_cycle(&self, part: &[usize], from: usize) -> Vec<usize> {
        let mut previous: BTreeMap<usize, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &to in self.next.from(node) {
                if to == from {
                    let mut path = vec![node];
                    while let Some(&before) = previous.get(path.last().expect("it starts with a node")) {
                        path.push(before);
                    }
                    path.reverse();
                    return path;
                }
                if part.binary_search(&to).is_ok()
                    && let btree_map::Entry::Vacant(entry) = previous.entry(to)
                {
                    entry.insert(node);
                    queue.push_back(to);
                }
            }
        }
        Vec::new()
    }

    /// The nodes in the order in which a depth-first search from `roots` leaves them: the first half of Kosaraju's algorithm. Without recursion,
    /// because a document may chain ten thousand nodes.
    pub fn by_completion(&self, roots: impl Iterator<Item = usize>) -> Vec<usize> {
        let count = self.next.count();
        let mut finished = Vec::with_capacity(count);
        let mut seen = vec![false; count];
        let mut stack = Vec::new();
        for root in roots {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            stack.push((root, 0));
            while let Some((node, next)) = stack.last_mut() {
                match self.next.from(*node).get(*next) {
                    Some(&to) => {
                        *next += 1;
                        if !std::mem::replace(&mut seen[to], true) {
                            stack.push((to, 0));
                        }
                    }
                    None => {
                        finished.push(*node);
                        stack.pop();
                    }
                }
            }
        }
        finished
    }
}

/// The targets of the edges of each node, in one vector.
struct Adjacency {
    ends: Vec<usize>,
    /// The start of each node's targets in `ends`, then the end of the last.
    starts: Vec<usize>,
}

impl Adjacency {
    fn new(count: usize, edges: impl Iterator<Item = (usize, usize)> + Clone) -> Adjacency {
        let mut starts = vec![0; count + 1];
        for (from, _) in edges.clone() {
            starts[from + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next_slot = starts.clone();
        let mut ends = vec![0; starts[count]];
        for (from, to) in edges {
            ends[next_slot[from]] = to;
            next_slot[from] += 1;
        }
        Adjacency { ends, starts }
    }

    /// Number of nodes.
    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn from(&self, node: usize) -> &[usize] {
        &self.ends[self.starts[node]..self.starts[node + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::{Digraph, cycles};

    #[test]
    fn each_cycle_is_found_once() {
        assert_eq!(cycles(3, &[(0, 1), (1, 2)]), Vec::<Vec<usize>>::new());
        assert_eq!(cycles(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), Vec::<Vec<usize>>::new());
        assert_eq!(cycles(4, &[(0, 1), (1, 0), (1, 2), (3, 3)]), vec![vec![0, 1], vec![3]]);
        assert_eq!(cycles(0, &[]), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn a_cycle_is_as_short_as_possible() {
        let graph = Digraph::new(5, [(0, 1), (1, 2), (2, 0), (1, 0), (2, 4), (4, 4)].into_iter());
        assert_eq!(graph.shortest_cycle(&[0, 1, 2], 0), vec![0, 1]);
        assert_eq!(graph.shortest_cycle(&[0, 1, 2], 2), vec![2, 0, 1]);
        assert_eq!(graph.shortest_cycles(), vec![vec![0, 1], vec![4]]);
    }

    #[test]
    fn long_chains_are_followed() {
        let count = 100_000;
        let ring = Digraph::new(count, (0..count).map(|at| (at, (at + 1) % count)));
        assert_eq!(ring.shortest_cycles().iter().map(Vec::len).collect::<Vec<_>>(), [count]);
        let rings = Digraph::new(count, (0..count).map(|at| (at, at ^ 1)));
        assert_eq!(rings.shortest_cycles().len(), count / 2);
    }
}
