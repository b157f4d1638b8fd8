//! Circles in a directed graph. Not a rule: rules ask it.

/// Every strongly connected part that has a circle, each in the order of its nodes, the parts in the order of their first nodes.
/// `edges`: from, to; nodes are numbered from 0 below `count`.
pub(super) fn circles(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let out = Ways::new(count, edges.iter().copied());
    let into = Ways::new(count, edges.iter().map(|&(from, to)| (to, from)));
    // Kosaraju, without recursion: a document may chain ten thousand things.
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
    let mut taken = vec![false; count];
    let mut parts = Vec::new();
    for &root in finished.iter().rev() {
        if std::mem::replace(&mut taken[root], true) {
            continue;
        }
        let mut part = vec![root];
        let mut at = 0;
        while let Some(&node) = part.get(at) {
            at += 1;
            for &from in into.from(node) {
                if !std::mem::replace(&mut taken[from], true) {
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

/// Where the edges lead from each node, side by side.
struct Ways {
    ends: Vec<usize>,
    /// Where those of each node start, and at last the end.
    starts: Vec<usize>,
}

impl Ways {
    fn new(count: usize, edges: impl Iterator<Item = (usize, usize)> + Clone) -> Ways {
        let mut starts = vec![0; count + 1];
        for (from, _) in edges.clone() {
            starts[from + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut ends = vec![0; starts[count]];
        for (from, to) in edges {
            ends[free[from]] = to;
            free[from] += 1;
        }
        Ways { ends, starts }
    }

    fn from(&self, node: usize) -> &[usize] {
        &self.ends[self.starts[node]..self.starts[node + 1]]
    }
}

/// A shortest way from `from` back to itself inside `part`, starting with `from`; empty where there is none.
pub(super) fn way_round(part: &[usize], edges: &[(usize, usize)], from: usize) -> Vec<usize> {
    let inside = |node: &usize| part.binary_search(node).is_ok();
    let mut came: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
    let mut out: std::collections::BTreeMap<usize, Vec<usize>> = std::collections::BTreeMap::new();
    for (a, b) in edges.iter().filter(|(a, b)| inside(a) && inside(b)) {
        out.entry(*a).or_default().push(*b);
    }
    let mut waiting = std::collections::VecDeque::from([from]);
    while let Some(node) = waiting.pop_front() {
        for &to in out.get(&node).map(Vec::as_slice).unwrap_or_default() {
            if to == from {
                let mut way = vec![node];
                while let Some(&before) = came.get(way.last().expect("it starts with a node")) {
                    way.push(before);
                }
                way.reverse();
                return way;
            }
            if let std::collections::btree_map::Entry::Vacant(spot) = came.entry(to) {
                spot.insert(node);
                waiting.push_back(to);
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::{circles, way_round};

    #[test]
    fn only_circles_are_found() {
        assert_eq!(circles(3, &[(0, 1), (1, 2)]), Vec::<Vec<usize>>::new());
        assert_eq!(circles(4, &[(0, 1), (1, 0), (1, 2), (3, 3)]), vec![vec![0, 1], vec![3]]);
    }

    #[test]
    fn the_way_round_is_a_shortest_one() {
        let edges = [(0, 1), (1, 2), (2, 0), (1, 0)];
        assert_eq!(way_round(&[0, 1, 2], &edges, 0), vec![0, 1]);
        assert_eq!(way_round(&[0, 1, 2], &edges, 2), vec![2, 0, 1]);
    }
}
