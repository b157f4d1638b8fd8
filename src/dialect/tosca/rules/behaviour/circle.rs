//! Circles in a graph of names: what leads back to itself. Linear, and without recursion, whatever the graph.

/// One circle for each knot of the graph: the members in the order in which they lead to each other. `edges[a]` holds what `a` leads to.
pub(super) fn circles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![NEW; edges.len()];
    let mut found = Vec::new();
    let mut told = vec![false; edges.len()];
    let mut way = Vec::new();
    for start in 0..edges.len() {
        if state[start] != NEW {
            continue;
        }
        // The way from the start to where we are, with the next edge of each to follow.
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
                    let circle: Vec<usize> = way[from..].iter().map(|(it, _)| *it).collect();
                    if !circle.iter().any(|it| told[*it]) {
                        for it in &circle {
                            told[*it] = true;
                        }
                        found.push(circle);
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
    use super::circles;

    #[test]
    fn what_leads_back_is_found_once() {
        assert_eq!(circles(&[vec![1], vec![2], vec![0, 1]]), [[0, 1, 2]]);
        assert_eq!(circles(&[vec![0]]), [[0]]);
        assert_eq!(circles(&[vec![1], vec![0], vec![3], vec![2]]), [[0, 1], [2, 3]]);
    }

    #[test]
    fn what_only_meets_again_is_no_circle() {
        assert!(circles(&[vec![1, 2], vec![3], vec![3], vec![]]).is_empty());
        assert!(circles(&[]).is_empty());
    }

    #[test]
    fn a_long_line_is_followed_to_its_end() {
        let mut line: Vec<Vec<usize>> = (1..100_000).map(|next| vec![next]).collect();
        line.push(vec![0]);
        assert_eq!(circles(&line)[0].len(), 100_000);
    }
}
