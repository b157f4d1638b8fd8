//! Ports: binding, link, order and default port.

use core::net::IpAddr;
use std::collections::BTreeMap;

use super::super::Rule;
use super::super::templates::TOO_MANY_ASSIGNMENTS;
use super::network::Cidr;
use super::{assigned, literal, templates};
use crate::model::{NodeTemplate, Service, Topology};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Resolved;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&UNORDERED, &SECOND_DEFAULT, &OUTSIDE, &NOT_ONE_END], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 8.5.2";

static UNORDERED: Code = Code::warning(
    "tosca/ports-unordered",
    "T8.5.2-R1",
    SECTION,
    "Checks the `order` of the ports of a compute node: 0, 1, 2 and so on, without duplicates and gaps. The default is 0.",
)
.why("The order numbers the network interfaces of the node, such as `eth0`. With duplicates or gaps, it is undefined which port becomes which \
interface.")
.advice("Give the ports of the node the numbers from 0 on.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute}
net: {type: tosca.nodes.network.Network}
first: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: net}]}
second: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: net}]}
#^^^^^
",
)
.good(
    "
server: {type: tosca.nodes.Compute}
net: {type: tosca.nodes.network.Network}
first: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: net}]}
second: {type: tosca.nodes.network.Port, properties: {order: 1}, requirements: [{binding: server}, {link: net}]}
",
);
static SECOND_DEFAULT: Code = Code::error(
    "tosca/second-default-port",
    "T8.5.2-R2",
    SECTION,
    "Checks that a compute node has at most one default port.",
)
.why("The default port gets the default route.")
.advice("Set `is_default` on one port only.")
.bad(
    "node templates",
    "
c: {type: Compute}
n: {type: tosca.nodes.network.Network}
p:
  type: tosca.nodes.network.Port
  properties: {order: 0, is_default: true}
  requirements: [{binding: c}, {link: n}]
q:
  type: tosca.nodes.network.Port
  properties: {order: 1, is_default: true}
#                                    ^^^^
  requirements: [{binding: c}, {link: n}]
",
)
.good(
    "
c: {type: Compute}
n: {type: tosca.nodes.network.Network}
p:
  type: tosca.nodes.network.Port
  properties: {order: 0, is_default: true}
  requirements: [{binding: c}, {link: n}]
q:
  type: tosca.nodes.network.Port
  properties: {order: 1}
  requirements: [{binding: c}, {link: n}]
",
);
static OUTSIDE: Code = Code::warning(
    "tosca/port-outside-network",
    "T8.5.2-R4",
    SECTION,
    "Checks that the address of a port, and its address range, are inside the `cidr` of the network that the port links to.",
)
.why("The network does not route to an address outside its range, and the provider may reject it.")
.advice("Use an address inside the `cidr`, change the `cidr`, or link the port to another network.")
.bad(
    "node templates",
    "
c: {type: Compute}
n: {type: tosca.nodes.network.Network, properties: {cidr: 10.1.0.0/16}}
p:
  type: tosca.nodes.network.Port
  properties: {ip_address: 10.9.2.3}
#                          ^^^^^^^^
  requirements: [{binding: c}, {link: n}]
",
)
.good(
    "
c: {type: Compute}
n: {type: tosca.nodes.network.Network, properties: {cidr: 10.1.0.0/16}}
p:
  type: tosca.nodes.network.Port
  properties: {ip_address: 10.1.2.3}
  requirements: [{binding: c}, {link: n}]
",
);
static NOT_ONE_END: Code = Code::error(
    "tosca/port-ends",
    "T8.6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 8.6.1",
    "Checks that a port binds to at most one compute node and links to at most one network.",
)
.why("A port is one network interface, which belongs to one node and is in one network.")
.advice("Assign the requirements `binding` and `link` only once each.")
.bad(
    "node templates",
    "
c: {type: Compute}
n: {type: tosca.nodes.network.Network}
m: {type: tosca.nodes.network.Network}
p:
  type: tosca.nodes.network.Port
  requirements: [{binding: c}, {link: n}, {link: m}]
#                                          ^^^^
",
)
.good(
    "
c: {type: Compute}
n: {type: tosca.nodes.network.Network}
p: {type: tosca.nodes.network.Port, requirements: [{binding: c}, {link: n}]}
",
)
.supersedes(&[&TOO_MANY_ASSIGNMENTS]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut of_computer: BTreeMap<&str, Vec<&NodeTemplate<'_>>> = BTreeMap::new();
    for port in templates(service, "tosca.nodes.network.Port") {
        for name in ["binding", "link"] {
            let all: Vec<_> =
                port.requirements.iter().filter(|requirement| requirement.name == name).collect();
            for second in all.iter().skip(1) {
                let message = message::duplicate("requirement", name) + &format!(" on port `{}`", port.name);
                report.push(service.fault(&NOT_ONE_END, second.key, message));
            }
        }
        if let Some(target) = port
            .requirements
            .iter()
            .find(|requirement| requirement.name == "binding")
            .and_then(|requirement| requirement.target.as_ref())
        {
            of_computer.entry(&target.text).or_default().push(port);
        }
        check_address(service, topology, port, report);
    }
    for (computer, ports) in of_computer {
        check_order(service, computer, &ports, report);
        let mut defaults = ports.iter().filter_map(|port| {
            let flag = assigned(port.node, "is_default");
            Some((&port.name, flag.filter(|flag| flag.resolved() == Some(Resolved::Bool(true)))?))
        });
        let Some((first, _)) = defaults.next() else { continue };
        for (name, flag) in defaults.filter(|(_, flag)| service.is_own(*flag)) {
            let duplicate = message::duplicate("default port", name);
            let message = format!("{duplicate} on node `{computer}`; `{first}` is the first");
            report.push(service.fault(&SECOND_DEFAULT, flag, message));
        }
    }
}

fn check_order<'d>(service: &Service<'d>, computer: &str, ports: &[&NodeTemplate<'d>], report: &mut Report) {
    if ports.len() < 2 {
        return;
    }
    let mut taken: BTreeMap<i64, &str> = BTreeMap::new();
    for port in ports {
        let order = match assigned(port.node, "order") {
            None => 0,
            Some(_) => match literal(port.node, "order").and_then(|word| word.text.parse().ok()) {
                Some(order) => order,
                None => return,
            },
        };
        if let Some(first) = taken.get(&order) {
            let message = format!(
                "`order` {order} of port `{}` on `{computer}` is already used by `{first}`",
                port.name
            );
            report.push(service.fault(&UNORDERED, port.key, message));
        } else {
            taken.insert(order, &port.name);
        }
    }
    let most = ports.len() as i64;
    if taken.len() == ports.len()
        && let Some((order, name)) = taken.iter().find(|(order, _)| **order >= most || **order < 0)
        && let Some(port) = ports.iter().find(|port| port.name == **name)
    {
        let message = format!(
            "`order` {order} leaves a gap: expected 0 to {1} for the {most} ports of `{0}`",
            computer,
            most - 1
        );
        report.push(service.fault(&UNORDERED, port.key, message));
    }
}

fn check_address<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    port: &NodeTemplate<'d>,
    report: &mut Report,
) {
    let network = port
        .requirements
        .iter()
        .find(|requirement| requirement.name == "link")
        .and_then(|requirement| requirement.target.as_ref());
    let Some(network) = network.and_then(|word| topology.node_template(&word.text)) else { return };
    let Some(range) = literal(network.node, "cidr") else { return };
    let Some(cidr) = Cidr::parse(&range.text) else { return };
    for key in ["ip_address", "ip_range_start", "ip_range_end"] {
        let Some(word) = literal(port.node, key).filter(|word| service.is_own(word.node)) else { continue };
        if word.text.parse::<IpAddr>().is_ok_and(|address| !cidr.contains(address)) {
            let message = message::expected(
                format_args!("an address in `{}`, the `cidr` of `{}`", range.text, network.name),
                format_args!("`{}`", word.text),
            );
            report.push(service.fault(&OUTSIDE, word.node, message));
        }
    }
}
