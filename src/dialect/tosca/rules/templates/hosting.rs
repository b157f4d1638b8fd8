//! Hosting cycles.

use super::super::Rule;
use crate::matching::{RequirementTarget, hosts};
use crate::model::Service;
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CYCLE], check };

static CYCLE: Code = Code::error(
    "tosca/hosting-cycle",
    "T3.7.3-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3, 7.2",
    "Checks that no node is hosted on itself, directly or through other nodes.",
)
.earlier(&["tosca/hosting-circle"])
.why("A host is created and started before the nodes it hosts, so a cycle can never start.")
.advice("Assign the requirement `host` of one of the nodes to a node outside the cycle.")
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
    let hosts = hosts(service, matching);
    let edges =
        hosts.iter().enumerate().flat_map(|(guest, hosts)| hosts.iter().map(move |host| (guest, *host)));
    for cycle in Digraph::new(hosts.len(), edges).shortest_cycles() {
        let first = cycle[0];
        let next = cycle.get(1).copied().unwrap_or(first);
        let bound =
            |at: &usize| matching.templates[first].bindings[*at].target == RequirementTarget::Template(next);
        let written = (0..matching.templates[first].bindings.len()).find(bound);
        let at = match written {
            Some(at) => topology.node_templates[first].requirements[at].key,
            None => topology.node_templates[first].key,
        };
        let names = cycle.iter().map(|at| &*topology.node_templates[*at].name);
        let message = message::cycle("hosting", names);
        let mut diagnostic = service.fault(&CYCLE, at, message);
        for other in cycle.iter().skip(1).take(6) {
            let template = &topology.node_templates[*other];
            diagnostic = diagnostic.related(template.key.range(), format!("through `{}`", template.name));
        }
        report.push(diagnostic);
    }
}
