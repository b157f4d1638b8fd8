//! Cycle detection in a directed graph: linear and iterative.

/// Returns one cycle for each strongly connected component, with its members in edge order. `edges[a]` are the successors of `a`.
pub(super) fn cycles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![NEW; edges.len()];
    let mut found = Vec::new();
    let mut reported = vec![false; edges.len()];
    let mut way = Vec::new();
    for start in 0..edges.len() {
        if state[start] != NEW {
            continue;
        }
        // Path from the start to the current vertex, with the next edge of each.
        way.push((start, 0));
        state[start] = OPEN;
        while let Some((at, next)) = way.last_mut() {
            let Some(&to) = edges[*at].get(*next) else {
                state[*at] = DONE;
                way.pop();
                continue;
            };
            *next += 1;
            match state[to] {
                NEW => {
                    state[to] = OPEN;
                    way.push((to, 0));
                }
                OPEN => {
                    let from = way.iter().rposition(|(it, _)| *it == to).unwrap_or(0);
                    let cycle: Vec<usize> = way[from..].iter().map(|(it, _)| *it).collect();
                    if !cycle.iter().any(|it| reported[*it]) {
                        for it in &cycle {
                            reported[*it] = true;
                        }
                        found.push(cycle);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::cycles;

    #[test]
    fn each_cycle_is_found_once() {
        assert_eq!(cycles(&[vec![1], vec![2], vec![0, 1]]), [[0, 1, 2]]);
        assert_eq!(cycles(&[vec![0]]), [[0]]);
        assert_eq!(cycles(&[vec![1], vec![0], vec![3], vec![2]]), [[0, 1], [2, 3]]);
    }

    #[test]
    fn joining_paths_are_not_a_cycle() {
        assert!(cycles(&[vec![1, 2], vec![3], vec![3], vec![]]).is_empty());
        assert!(cycles(&[]).is_empty());
    }

    #[test]
    fn long_chains_are_followed() {
        let mut line: Vec<Vec<usize>> = (1..100_000).map(|next| vec![next]).collect();
        line.push(vec![0]);
        assert_eq!(cycles(&line)[0].len(), 100_000);
    }
}
