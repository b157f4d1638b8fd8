//! Networks: one that exists or one to be made, and addresses that agree with each other.

use core::net::IpAddr;

use super::super::Rule;
use super::{assigned, literal, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&EXISTING, &DESIGNATED, &SEGMENT, &NO_PHYSICAL, &ADDRESSES], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 8.5.1";

static EXISTING: Code = Code::error(
    "tosca/existing-network-with-properties",
    "T8.5.1-R1",
    SECTION,
    "`network_id` names a network that is there, with all that it is; beside it only `network_name` may be said.",
);
static DESIGNATED: Code = Code::error(
    "tosca/named-network-with-properties",
    "T8.5.1-R2",
    SECTION,
    "`network_name` and `network_id` together name a network that is there: nothing else is said of it.",
);
static SEGMENT: Code = Code::warning(
    "tosca/segment-without-network-type",
    "T8.5.1-R3",
    SECTION,
    "A `segmentation_id` means something only in a `network_type` or on a `physical_network`.",
);
static NO_PHYSICAL: Code = Code::error(
    "tosca/network-without-physical",
    "T8.5.1-R4",
    SECTION,
    "Networks of type `flat` and `vlan` lie on a physical network, which `physical_network` names.",
);
static ADDRESSES: Code = Code::warning(
    "tosca/addresses-disagree",
    "T8.5.1-R5",
    SECTION,
    "`cidr`, `start_ip`, `end_ip` and `gateway_ip` are addresses of the `ip_version`, lie inside of `cidr`, and start before they end.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for template in templates(service, "tosca.nodes.network.Network") {
        let node = template.node;
        existing(service, node, report);
        if let Some(id) = assigned(node, "segmentation_id").filter(|it| service.is_own(*it))
            && assigned(node, "network_type").is_none()
            && assigned(node, "physical_network").is_none()
        {
            let message =
                "a segment of which network? Neither `network_type` nor `physical_network` is given";
            report.push(service.fault(&SEGMENT, id, message));
        }
        if let Some(kind) = literal(node, "network_type").filter(|it| matches!(&*it.text, "flat" | "vlan"))
            && assigned(node, "physical_network").is_none()
            && service.is_own(kind.node)
        {
            let message = format!("a `{}` network needs its `physical_network`", kind.text);
            report.push(service.fault(&NO_PHYSICAL, kind.node, message));
        }
        addresses(service, node, report);
    }
}

fn existing<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let Some(properties) = node.get("properties").map(Node::resolve) else { return };
    if assigned(node, "network_id").is_none() {
        return;
    }
    let code = if assigned(node, "network_name").is_some() { &DESIGNATED } else { &EXISTING };
    for entry in properties.entries().filter(|entry| service.is_own(entry.key)) {
        let Some(name) = entry.key.as_str() else { continue };
        if !matches!(&*name, "network_id" | "network_name") && !entry.value.is_null() && !entry.is_merge() {
            let message = format!("the network exists already, so `{name}` cannot be chosen");
            report.push(service.fault(code, entry.key, message));
        }
    }
}

/// A network's addresses: the first address as a number, and how many bits of it count.
pub(super) struct Cidr {
    address: IpAddr,
    bits: u32,
}

impl Cidr {
    pub(super) fn parse(text: &str) -> Option<Cidr> {
        let (address, bits) = text.trim().split_once('/')?;
        let address: IpAddr = address.parse().ok()?;
        let bits: u32 = bits.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        (bits <= most).then_some(Cidr { address, bits })
    }

    pub(super) fn contains(&self, address: IpAddr) -> bool {
        if self.address.is_ipv4() != address.is_ipv4() {
            return false;
        }
        let width = if address.is_ipv4() { 32 } else { 128 };
        let host = width - self.bits;
        let part = |address: IpAddr| number(address).checked_shr(host).unwrap_or(0);
        part(self.address) == part(address)
    }
}

pub(super) fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(u32::from(address)),
        IpAddr::V6(address) => u128::from(address),
    }
}

fn addresses<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let mut say = |at: Node<'d>, message: String| {
        if service.is_own(at) {
            report.push(service.fault(&ADDRESSES, at, message));
        }
    };
    let version = literal(node, "ip_version").and_then(|it| it.text.parse::<u8>().ok());
    let cidr = literal(node, "cidr").filter(|it| !it.text.is_empty()).map(|word| {
        let cidr = Cidr::parse(&word.text);
        (word, cidr)
    });
    if let Some((word, None)) = &cidr {
        say(word.node, format!("`{}` is no range of addresses, such as `10.0.0.0/24`", word.text));
    }
    let cidr = cidr.and_then(|(word, cidr)| Some((word, cidr?)));
    let version_of = |address: IpAddr| if address.is_ipv4() { 4 } else { 6 };
    if let (Some((word, cidr)), Some(version)) = (&cidr, version)
        && version_of(cidr.address) != version
    {
        say(word.node, format!("`{}` is not of IP version {version}", word.text));
    }
    let mut ends = Vec::new();
    for key in ["start_ip", "end_ip", "gateway_ip"] {
        let Some(word) = literal(node, key).filter(|it| !it.text.is_empty()) else { continue };
        let Ok(address) = word.text.trim().parse::<IpAddr>() else {
            say(word.node, format!("`{}` is no IP address", word.text));
            continue;
        };
        match (&cidr, version) {
            (Some((range, cidr)), _) if !cidr.contains(address) => {
                say(word.node, format!("`{}` does not lie in `{}`", word.text, range.text));
            }
            (None, Some(version)) if version_of(address) != version => {
                say(word.node, format!("`{}` is not of IP version {version}", word.text));
            }
            _ => {}
        }
        ends.push((key, number(address), word.node));
    }
    let end = |key: &str| ends.iter().find(|(it, ..)| *it == key);
    if let (Some((_, start, _)), Some((_, end, at))) = (end("start_ip"), end("end_ip"))
        && start > end
    {
        say(*at, "the addresses end before they start".to_owned());
    }
}
