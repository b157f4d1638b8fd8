//! Hosting cycles.

use super::super::Rule;
use crate::matching::{Target, hosts};
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CYCLE], check };

static CYCLE: Code = Code::error(
    "tosca/hosting-circle",
    "T3.7.3-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3, 7.2",
    "Checks that no node is hosted on itself, directly or through other nodes. A host is created and started before the nodes it hosts, so \
a cycle can never start.",
)
.bad(
    "service template",
    "
node_types:
  Layer:
    derived_from: tosca.nodes.Root
    capabilities: {host: tosca.capabilities.Container}
    requirements:
      - host:
          capability: tosca.capabilities.Container
          relationship: tosca.relationships.HostedOn
          occurrences: [0, 1]
topology_template:
  node_templates:
    a: {type: Layer, requirements: [host: b]}
#                                   ^^^^
    b: {type: Layer, requirements: [host: c]}
    c: {type: Layer, requirements: [host: a]}
",
)
.good(
    "
node_types:
  Layer:
    derived_from: tosca.nodes.Root
    capabilities: {host: tosca.capabilities.Container}
    requirements:
      - host:
          capability: tosca.capabilities.Container
          relationship: tosca.relationships.HostedOn
          occurrences: [0, 1]
topology_template:
  node_templates:
    a: {type: Layer, requirements: [host: b]}
    b: {type: Layer, requirements: [host: c]}
    c: {type: Layer}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    for cycle in cycles(&hosts(service, matching)) {
        let first = cycle[0];
        let next = cycle.get(1).copied().unwrap_or(first);
        let bound = |it: &usize| matching.templates[first].bindings[*it].target == Target::Template(next);
        let written = (0..matching.templates[first].bindings.len()).find(bound);
        let at = match written {
            Some(at) => topology.node_templates[first].requirements[at].key,
            None => topology.node_templates[first].key,
        };
        let name = |at: usize| format!("`{}`", topology.node_templates[at].name);
        let message = if cycle.len() > 6 {
            format!(
                "hosting cycle: {} is hosted on itself through {} other nodes",
                name(first),
                cycle.len() - 1
            )
        } else {
            let names = cycle.iter().map(|at| &*topology.node_templates[*at].name);
            message::cycle("hosting", names)
        };
        let mut diagnostic = service.fault(&CYCLE, at, message);
        for other in cycle.iter().skip(1).take(6) {
            let template = &topology.node_templates[*other];
            diagnostic = diagnostic.related(template.key.range(), format!("through `{}`", template.name));
        }
        report.push(diagnostic);
    }
}

/// One cycle for each strongly connected set of nodes, from its first node, in hosting order.
fn cycles(hosts: &[Vec<usize>]) -> Vec<Vec<usize>> {
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
                    let mut cycle: Vec<usize> = way[from..].iter().map(|(at, _)| *at).collect();
                    let least = (0..cycle.len()).min_by_key(|at| cycle[*at]).unwrap_or(0);
                    cycle.rotate_left(least);
                    found.push(cycle);
                }
                Some(_) => {}
            }
        }
    }
    found
}
