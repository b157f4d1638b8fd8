//! Rules of TOSCA's own data types: credentials, time intervals, port specifications.

use super::super::Rule;
use super::check::{Findings, Label, is_call};
use crate::grammar::{AMP, AMP_PLUGIN};
use crate::model::Service;
use crate::types::{TypeId, TypeKind};
use crate::value::{Decimal, Field, Range, Timestamp};
use limn_language::diagnostic::Code;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&CLEAR_SECRET, &REVERSED_INTERVAL, &EMPTY_PORTS, &PORT_OUTSIDE], check: |_, _| {} };

static CLEAR_SECRET: Code = Code::warning(
    "tosca/secret-in-clear-text",
    "T5.3.4-R3",
    "TOSCA Simple Profile in YAML 1.2, 5.3.4",
    "Reports a password or token in clear text.",
)
.why("Everyone with access to the template can read it; use an input instead.")
.advice("Remove the value, or read it from an input with `get_input`.")
.bad(
    "inputs",
    "
c: {type: tosca.datatypes.Credential, default: {token: s3cret}}
#                                                      ^^^^^^
",
)
.good("c: {type: tosca.datatypes.Credential}");
static REVERSED_INTERVAL: Code = Code::error(
    "tosca/reversed-interval",
    "T5.3.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.5",
    "Checks that a time interval does not end before it starts.",
)
.why("Such an interval contains no moment, so what depends on it never happens.")
.advice("Set `end_time` to a later moment than `start_time`.")
.bad(
    "inputs",
    "
t:
  type: TimeInterval
  default: {start_time: 2016-04-04T15:00:00Z, end_time: 2016-04-04T16:00:00+02:00}
# ^^^^^^^
",
)
.good(
    "
t:
  type: TimeInterval
  default: {start_time: 2016-04-04T15:00:00Z, end_time: 2016-04-04T15:00:00.5Z}
",
);
static EMPTY_PORTS: Code = Code::error(
    "tosca/port-spec-without-port",
    "T5.3.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.9",
    "Checks that a port specification has at least one of `target`, `target_range`, `source` and `source_range`.",
)
.why("Without a port, there is nothing to open or map.")
.advice("Add `target`, `source` or a range of one of them.")
.bad(
    "inputs",
    "
p: {type: PortSpec, default: {protocol: tcp}}
#                   ^^^^^^^
",
)
.good("p: {type: PortSpec, default: {protocol: tcp, target: 80}}");
static PORT_OUTSIDE: Code = Code::error(
    "tosca/port-outside-range",
    "T5.3.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 5.3.9",
    "Checks that a port is inside the range given with it.",
)
.why("The port and the range contradict each other, so it is undefined which one is used.")
.advice("Change the port or the range.")
.bad(
    "inputs",
    "
p: {type: PortSpec, default: {protocol: tcp, source: 90, source_range: [80, 85]}}
#                                                    ^^
",
)
.good("p: {type: PortSpec, default: {protocol: tcp, source: 82, source_range: [80, 85]}}");

/// Returns true if the standard does not define which properties of a built-in type are required.
pub(super) fn leaves_open(service: &Service<'_>, id: TypeId) -> bool {
    ["tosca.datatypes.network.NetworkInfo", "tosca.datatypes.network.PortInfo"]
        .into_iter()
        .any(|name| is_a(service, id, name))
}

/// Block storage: properties that the final standard adds to the committee draft.
const STORAGE: &str = "tosca.nodes.Storage.BlockStorage";

/// Returns true if a node type has a property in another edition of TOSCA.
pub(super) fn has_property(service: &Service<'_>, type_name: &str, name: &str) -> bool {
    let storage = service.type_scope.normative(TypeKind::Node, STORAGE);
    name == "name"
        && service.find(TypeKind::Node, type_name).found().is_some_and(|id| {
            storage.is_some_and(|storage| service.type_scope.effective(id).ancestry.contains(&storage))
        })
}

/// Returns true if it is not certain that a required property needs a value: the size of an existing volume, which has a default in the final
/// standard; in AMP, a property that an unknown type declares; in the draft of the plugin, a property of its own edition of TOSCA's types.
pub(super) fn may_lack(service: &Service<'_>, field: &Field<'_>, name: &str) -> bool {
    let Some(declared) = field.definition.layers.last() else { return false };
    if service.type_scope.is_normative(declared.owner) {
        let is_volume = name == "size" && service.type_scope.get(declared.owner).name == STORAGE;
        return is_volume || service.version.has(AMP_PLUGIN);
    }
    let is_refinement = declared.node.is_mapping() && declared.node.get("type").is_none();
    is_refinement && service.version.has(AMP) && declared.node.get("required").is_none()
}

fn is_a(service: &Service<'_>, id: TypeId, name: &str) -> bool {
    let normative = service.type_scope.normative(TypeKind::Data, name);
    normative.is_some_and(|normative| service.type_scope.effective(id).ancestry.contains(&normative))
}

/// Checks a value of a complex type against the prose rules of its type.
pub(super) fn check<'d>(
    findings: &mut Findings<'_, 'd>,
    id: TypeId,
    node: Node<'d>,
    place: Option<Node<'d>>,
    label: &Label<'_>,
) {
    let service = findings.service;
    let at = place.unwrap_or_else(|| node.key().unwrap_or(node));
    if is_a(service, id, "tosca.datatypes.Credential") {
        let token = node
            .get("token")
            .filter(|value| !is_call(*value) && value.text().is_some_and(|text| !text.is_empty()));
        if let Some(token) = token.filter(|value| !value.is_null()) {
            let message = format!("secret in clear text: the token of {label}; use an input instead");
            findings.report(&CLEAR_SECRET, place.unwrap_or(token), message);
        }
    }
    if is_a(service, id, "tosca.datatypes.TimeInterval") {
        let moment = |key| node.get(key).and_then(Node::text).and_then(Timestamp::parse);
        if let (Some(start), Some(end)) = (moment("start_time"), moment("end_time"))
            && end < start
        {
            findings.report(&REVERSED_INTERVAL, at, format!("{label} ends before it starts"));
        }
    }
    if is_a(service, id, "tosca.datatypes.network.PortSpec") {
        let keys = ["target", "target_range", "source", "source_range"];
        if keys.into_iter().all(|key| node.get(key).is_none()) {
            let message = format!(
                "missing port in {label}: expected `target`, `target_range`, `source` or `source_range`"
            );
            findings.report(&EMPTY_PORTS, at, message);
        }
        for (port, range) in [("target", "target_range"), ("source", "source_range")] {
            let (Some(node_port), Some(node_range)) = (node.get(port), node.get(range)) else { continue };
            let number = node_port.text().and_then(Decimal::parse_whole);
            if let (Some(number), Ok(bounds)) = (number, Range::parse(node_range))
                && !bounds.contains(&number)
            {
                let message = format!("the {port} port of {label} is outside its `{range}`");
                findings.report(&PORT_OUTSIDE, place.unwrap_or(node_port), message);
            }
        }
    }
}
