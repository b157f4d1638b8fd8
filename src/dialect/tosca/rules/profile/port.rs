//! Ports: each binds one computer and links one network; several of one computer have an order, and one of them at most is the default.

use core::net::IpAddr;
use std::collections::BTreeMap;

use super::super::Rule;
use super::network::Cidr;
use super::{assigned, literal, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::{NodeTemplate, Service, Topology};
use crate::yaml::Resolved;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&UNORDERED, &SECOND_DEFAULT, &OUTSIDE, &NOT_ONE_END], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 8.5.2";

static UNORDERED: Code = Code::warning(
    "tosca/ports-unordered",
    "T8.5.2-R1",
    SECTION,
    "The ports of a computer are attached in the order of their `order`: 0, 1, 2 and so on, none twice and none left out. Where nothing is said it is 0.",
);
static SECOND_DEFAULT: Code = Code::error(
    "tosca/second-default-port",
    "T8.5.2-R2",
    SECTION,
    "The default port of a computer has its default route. There is one at most.",
);
static OUTSIDE: Code = Code::warning(
    "tosca/port-outside-network",
    "T8.5.2-R4",
    SECTION,
    "The address of a port, and the range that it may be taken from, lie in the `cidr` of the network that the port links to.",
);
static NOT_ONE_END: Code = Code::error(
    "tosca/port-ends",
    "T8.6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 8.6.1",
    "A port binds exactly one computer and links exactly one network.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut of_computer: BTreeMap<&str, Vec<&NodeTemplate<'_>>> = BTreeMap::new();
    for port in templates(service, "tosca.nodes.network.Port") {
        for name in ["binding", "link"] {
            let all: Vec<_> = port.requirements.iter().filter(|it| it.name == name).collect();
            for second in all.iter().skip(1) {
                let message = format!("port `{}` has its `{name}` already", port.name);
                report.push(service.fault(&NOT_ONE_END, second.key, message));
            }
        }
        if let Some(target) =
            port.requirements.iter().find(|it| it.name == "binding").and_then(|it| it.target.as_ref())
        {
            of_computer.entry(&target.text).or_default().push(port);
        }
        outside(service, topology, port, report);
    }
    for (computer, ports) in of_computer {
        ordered(service, computer, &ports, report);
        let defaults = ports.iter().filter_map(|port| {
            assigned(port.node, "is_default").filter(|it| it.resolved() == Some(Resolved::Bool(true)))
        });
        for second in defaults.skip(1).filter(|it| service.is_own(*it)) {
            let message = format!("`{computer}` has a default port already");
            report.push(service.fault(&SECOND_DEFAULT, second, message));
        }
    }
}

fn ordered<'d>(service: &Service<'d>, computer: &str, ports: &[&NodeTemplate<'d>], report: &mut Report) {
    if ports.len() < 2 {
        return;
    }
    let mut taken: BTreeMap<i64, &str> = BTreeMap::new();
    for port in ports {
        let order = match assigned(port.node, "order") {
            None => 0,
            Some(_) => match literal(port.node, "order").and_then(|it| it.text.parse().ok()) {
                Some(order) => order,
                None => return,
            },
        };
        if let Some(first) = taken.get(&order) {
            let message =
                format!("`{}` has the same `order` on `{computer}` as `{first}`: {order}", port.name);
            report.push(service.fault(&UNORDERED, port.key, message));
        } else {
            taken.insert(order, &port.name);
        }
    }
    let most = ports.len() as i64;
    if taken.len() == ports.len()
        && let Some((order, name)) = taken.iter().find(|(order, _)| **order >= most || **order < 0)
        && let Some(port) = ports.iter().find(|it| it.name == **name)
    {
        let message = format!(
            "`order` {order} leaves a gap: the {most} ports of `{computer}` count from 0 to {}",
            most - 1
        );
        report.push(service.fault(&UNORDERED, port.key, message));
    }
}

fn outside<'d>(service: &Service<'d>, topology: &Topology<'d>, port: &NodeTemplate<'d>, report: &mut Report) {
    let network = port.requirements.iter().find(|it| it.name == "link").and_then(|it| it.target.as_ref());
    let Some(network) = network.and_then(|it| topology.node_template(&it.text)) else { return };
    let Some(range) = literal(network.node, "cidr") else { return };
    let Some(cidr) = Cidr::parse(&range.text) else { return };
    for key in ["ip_address", "ip_range_start", "ip_range_end"] {
        let Some(word) = literal(port.node, key).filter(|it| service.is_own(it.node)) else { continue };
        if word.text.parse::<IpAddr>().is_ok_and(|address| !cidr.contains(address)) {
            let message =
                format!("`{}` does not lie in `{}`, the `cidr` of `{}`", word.text, range.text, network.name);
            report.push(service.fault(&OUTSIDE, word.node, message));
        }
    }
}
