//! Nodes that stand, in the end, on themselves.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::matching::{Target, hosts};
use crate::dialect::tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CYCLE], check };

static CYCLE: Code = Code::error(
    "tosca/hosting-circle",
    "T3.7.3-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3, 7.2",
    "A host is created and started before what stands on it. A node that is hosted on itself, by way of others or at once, never comes to be.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    for circle in circles(&hosts(service, matching)) {
        let first = circle[0];
        let next = circle.get(1).copied().unwrap_or(first);
        let bound = |it: &usize| matching.templates[first].bindings[*it].target == Target::Template(next);
        let written = (0..matching.templates[first].bindings.len()).find(bound);
        let at = match written {
            Some(at) => topology.node_templates[first].requirements[at].key,
            None => topology.node_templates[first].key,
        };
        let name = |at: usize| format!("`{}`", topology.node_templates[at].name);
        let message = if circle.len() == 1 {
            format!("{} is hosted on itself", name(first))
        } else if circle.len() > 6 {
            format!("{} is hosted on itself, by way of {} others", name(first), circle.len() - 1)
        } else {
            let way: Vec<String> = circle[1..].iter().map(|at| name(*at)).collect();
            format!("{} is hosted on itself, by way of {}", name(first), way.join(" and "))
        };
        let mut diagnostic = service.fault(&CYCLE, at, message);
        for other in circle.iter().skip(1).take(6) {
            let template = &topology.node_templates[*other];
            diagnostic = diagnostic.related(template.key.range(), format!("by way of `{}`", template.name));
        }
        report.push(diagnostic);
    }
}

/// One circle for each set of nodes that reach each other, from its first node on, in the order in which they stand on each other.
fn circles(hosts: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut state = vec![NEW; hosts.len()];
    let (mut found, mut way) = (Vec::new(), Vec::new());
    for start in 0..hosts.len() {
        if state[start] != NEW {
            continue;
        }
        state[start] = OPEN;
        way.push((start, hosts[start].iter()));
        while let Some((at, next)) = way.last_mut() {
            match next.next().copied() {
                None => {
                    state[*at] = DONE;
                    way.pop();
                }
                Some(host) if state[host] == NEW => {
                    state[host] = OPEN;
                    way.push((host, hosts[host].iter()));
                }
                Some(host) if state[host] == OPEN => {
                    let from = way.iter().position(|(at, _)| *at == host).unwrap_or(0);
                    let mut circle: Vec<usize> = way[from..].iter().map(|(at, _)| *at).collect();
                    let least = (0..circle.len()).min_by_key(|at| circle[*at]).unwrap_or(0);
                    circle.rotate_left(least);
                    found.push(circle);
                }
                Some(_) => {}
            }
        }
    }
    found
}
