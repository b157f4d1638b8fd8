//! Networks: existing or new, and consistent addresses.

use core::net::IpAddr;

use super::super::Rule;
use super::{assigned, literal, templates};
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&EXISTING, &DESIGNATED, &SEGMENT, &NO_PHYSICAL, &ADDRESSES], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 8.5.1";

static EXISTING: Code = Code::error(
    "tosca/existing-network-with-properties",
    "T8.5.1-R1",
    SECTION,
    "Checks that a network with `network_id` has no other property except `network_name`.",
)
.why("The id names an existing network, which has its properties already.")
.advice("Remove the other properties, or remove `network_id` to create a network.")
.bad(
    "node templates",
    "
n:
  type: tosca.nodes.network.Network
  properties: {network_id: x, cidr: 10.0.0.0/8}
#                             ^^^^
",
)
.good("n: {type: tosca.nodes.network.Network, properties: {network_id: x}}");
static DESIGNATED: Code = Code::error(
    "tosca/named-network-with-properties",
    "T8.5.1-R2",
    SECTION,
    "Checks that a network with `network_name` and `network_id` has no other properties.",
)
.why("Both together name an existing network.")
.advice("Remove the other properties, or remove `network_id` to create a network of this name.")
.bad(
    "node templates",
    "
n:
  type: tosca.nodes.network.Network
  properties: {network_id: x, network_name: y, cidr: 10.0.0.0/8}
#                                              ^^^^
",
)
.good("n: {type: tosca.nodes.network.Network, properties: {network_id: x, network_name: y}}");
static SEGMENT: Code = Code::warning(
    "tosca/segment-without-network-type",
    "T8.5.1-R3",
    SECTION,
    "Checks that a network with `segmentation_id` has a `network_type` or a `physical_network`.",
)
.why("The id is unique only within a network type or a physical network, so alone it does not identify a segment.")
.advice("Add `network_type` or `physical_network`.")
.bad(
    "node templates",
    "
n: {type: tosca.nodes.network.Network, properties: {segmentation_id: '5'}}
#                                                                    ^^^
",
)
.good(
    "
n:
  type: tosca.nodes.network.Network
  properties: {segmentation_id: '5', network_type: vxlan}
",
);
static NO_PHYSICAL: Code = Code::error(
    "tosca/network-without-physical",
    "T8.5.1-R4",
    SECTION,
    "Checks that networks of type `flat` and `vlan` have a `physical_network`.",
)
.why("These networks are created on a physical network, so the provider needs to know which one.")
.advice("Add `physical_network` with the name of the physical network, or change `network_type`.")
.bad(
    "node templates",
    "
n: {type: tosca.nodes.network.Network, properties: {network_type: vlan}}
#                                                                 ^^^^
",
)
.good(
    "
n:
  type: tosca.nodes.network.Network
  properties: {network_type: vlan, physical_network: p}
",
);
static ADDRESSES: Code = Code::warning(
    "tosca/addresses-disagree",
    "T8.5.1-R5",
    SECTION,
    "Checks that `cidr`, `start_ip`, `end_ip` and `gateway_ip` match the `ip_version`, that the addresses are inside `cidr`, and that the \
range starts before it ends.",
)
.why("The provider rejects such a network, or its nodes get addresses that cannot be reached.")
.advice("Choose addresses inside `cidr`, with `start_ip` before `end_ip`, or correct `cidr` or `ip_version`.")
.bad(
    "node templates",
    "
n:
  type: tosca.nodes.network.Network
  properties: {cidr: 10.1.0.0/16, gateway_ip: 10.2.0.1}
#                                             ^^^^^^^^
",
)
.good(
    "
n:
  type: tosca.nodes.network.Network
  properties: {cidr: 10.1.0.0/16, start_ip: 10.1.0.5, end_ip: 10.1.0.9}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for template in templates(service, "tosca.nodes.network.Network") {
        let node = template.node;
        check_existing(service, node, report);
        if let Some(id) = assigned(node, "segmentation_id").filter(|value| service.is_own(*value))
            && assigned(node, "network_type").is_none()
            && assigned(node, "physical_network").is_none()
        {
            let message = "`segmentation_id` requires `network_type` or `physical_network`";
            report.push(service.fault(&SEGMENT, id, message));
        }
        if let Some(kind) =
            literal(node, "network_type").filter(|word| matches!(&*word.text, "flat" | "vlan"))
            && assigned(node, "physical_network").is_none()
            && service.is_own(kind.node)
        {
            let message = message::missing_at(
                "property",
                "physical_network",
                format_args!("a network of type `{}`", kind.text),
            );
            report.push(service.fault(&NO_PHYSICAL, kind.node, message));
        }
        check_addresses(service, node, report);
    }
}

fn check_existing<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let Some(properties) = node.get("properties").map(Node::resolve) else { return };
    if assigned(node, "network_id").is_none() {
        return;
    }
    let code = if assigned(node, "network_name").is_some() { &DESIGNATED } else { &EXISTING };
    for entry in properties.entries().filter(|entry| service.is_own(entry.key)) {
        let Some(name) = entry.key.as_str() else { continue };
        if !matches!(&*name, "network_id" | "network_name") && !entry.value.is_null() && !entry.is_merge() {
            let message = format!("`{name}` has no effect: `network_id` refers to an existing network");
            report.push(service.fault(code, entry.key, message));
        }
    }
}

/// An address range: the base address, and the number of significant bits.
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

fn check_addresses<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let mut say = |at: Node<'d>, message: String| {
        if service.is_own(at) {
            report.push(service.fault(&ADDRESSES, at, message));
        }
    };
    let version = literal(node, "ip_version").and_then(|word| word.text.parse::<u8>().ok());
    let cidr = literal(node, "cidr").filter(|word| !word.text.is_empty()).map(|word| {
        let cidr = Cidr::parse(&word.text);
        (word, cidr)
    });
    if let Some((word, None)) = &cidr {
        say(
            word.node,
            message::expected("an address range such as `10.0.0.0/24`", format!("`{}`", word.text)),
        );
    }
    let cidr = cidr.and_then(|(word, cidr)| Some((word, cidr?)));
    let version_of = |address: IpAddr| if address.is_ipv4() { 4 } else { 6 };
    if let (Some((word, cidr)), Some(version)) = (&cidr, version)
        && version_of(cidr.address) != version
    {
        say(word.node, message::expected(format!("an IPv{version} range"), format!("`{}`", word.text)));
    }
    let mut ends = Vec::new();
    for key in ["start_ip", "end_ip", "gateway_ip"] {
        let Some(word) = literal(node, key).filter(|word| !word.text.is_empty()) else { continue };
        let Ok(address) = word.text.trim().parse::<IpAddr>() else {
            say(word.node, message::expected("an IP address", format!("`{}`", word.text)));
            continue;
        };
        match (&cidr, version) {
            (Some((range, cidr)), _) if !cidr.contains(address) => {
                say(
                    word.node,
                    message::expected(format!("an address in `{}`", range.text), format!("`{}`", word.text)),
                );
            }
            (None, Some(version)) if version_of(address) != version => {
                say(
                    word.node,
                    message::expected(format!("an IPv{version} address"), format!("`{}`", word.text)),
                );
            }
            _ => {}
        }
        ends.push((key, number(address), word.node));
    }
    let end = |key: &str| ends.iter().find(|(name, ..)| *name == key);
    if let (Some((_, start, _)), Some((_, end, at))) = (end("start_ip"), end("end_ip"))
        && start > end
    {
        say(*at, "`end_ip` is before `start_ip`".to_owned());
    }
}
