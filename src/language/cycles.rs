//! Cycle detection in directed graphs: linear and iterative.

use std::collections::{BTreeMap, VecDeque, btree_map};

/// The strongly connected components that contain a cycle. Each is sorted by node; they are ordered by their first nodes.
/// `edges` are pairs of source and target; nodes are numbered from 0 to `count` - 1.
pub fn cycles(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let out = Adjacency::new(count, edges.iter().copied());
    let into = Adjacency::new(count, edges.iter().map(|&(from, to)| (to, from)));
    // Kosaraju's algorithm without recursion: a document may chain ten thousand nodes.
    let mut finished = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let mut stack = Vec::new();
    for root in 0..count {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        stack.push((root, 0));
        while let Some((node, next)) = stack.last_mut() {
            match out.from(*node).get(*next) {
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
    let mut assigned = vec![false; count];
    let mut parts = Vec::new();
    for &root in finished.iter().rev() {
        if std::mem::replace(&mut assigned[root], true) {
            continue;
        }
        let mut part = vec![root];
        let mut at = 0;
        while let Some(&node) = part.get(at) {
            at += 1;
            for &from in into.from(node) {
                if !std::mem::replace(&mut assigned[from], true) {
                    part.push(from);
                }
            }
        }
        part.sort_unstable();
        if part.len() > 1 || out.from(root).contains(&root) {
            parts.push(part);
        }
    }
    parts.sort_unstable();
    parts
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

    fn from(&self, node: usize) -> &[usize] {
        &self.ends[self.starts[node]..self.starts[node + 1]]
    }
}

/// A shortest path from `from` back to itself inside `part`, starting with `from`; empty if there is none.
pub fn shortest_cycle(part: &[usize], edges: &[(usize, usize)], from: usize) -> Vec<usize> {
    let inside = |node: &usize| part.binary_search(node).is_ok();
    let mut previous: BTreeMap<usize, usize> = BTreeMap::new();
    let mut out: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (a, b) in edges.iter().filter(|(a, b)| inside(a) && inside(b)) {
        out.entry(*a).or_default().push(*b);
    }
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for &to in out.get(&node).map(Vec::as_slice).unwrap_or_default() {
            if to == from {
                let mut path = vec![node];
                while let Some(&before) = previous.get(path.last().expect("it starts with a node")) {
                    path.push(before);
                }
                path.reverse();
                return path;
            }
            if let btree_map::Entry::Vacant(spot) = previous.entry(to) {
                spot.insert(node);
                queue.push_back(to);
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::{cycles, shortest_cycle};

    #[test]
    fn only_circles_are_found() {
        assert_eq!(cycles(3, &[(0, 1), (1, 2)]), Vec::<Vec<usize>>::new());
        assert_eq!(cycles(4, &[(0, 1), (1, 0), (1, 2), (3, 3)]), vec![vec![0, 1], vec![3]]);
    }

    #[test]
    fn the_way_round_is_a_shortest_one() {
        let edges = [(0, 1), (1, 2), (2, 0), (1, 0)];
        assert_eq!(shortest_cycle(&[0, 1, 2], &edges, 0), vec![0, 1]);
        assert_eq!(shortest_cycle(&[0, 1, 2], &edges, 2), vec![2, 0, 1]);
    }
}
