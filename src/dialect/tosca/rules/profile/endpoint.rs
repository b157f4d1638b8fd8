//! Endpoints: port, network, security, and the initiator of a connection.

use super::super::Rule;
use super::super::values::UNMET_CONSTRAINT;
use super::{CapabilityAssignments, assigned, is_a, literal, templates};
use crate::model::{NodeTemplate, Service};
use crate::types::{Lookup, Section, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&NO_PORT, &PRIVATE_PUBLIC, &INSECURE_ADMIN], check };

static NO_PORT: Code = Code::warning(
    "tosca/endpoint-without-port",
    "T5.5.7-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.7",
    "Checks that an endpoint configured by the template has `port` or `ports`.",
)
.why("Without a port, the orchestrator cannot connect other nodes to the endpoint or open a firewall for it.")
.advice("Add `port`, or `ports` for several.")
.bad(
    "node templates",
    "
a:
  type: tosca.nodes.WebServer
  requirements: [{host: b}]
  capabilities: {data_endpoint: {properties: {protocol: http}}}
#                ^^^^^^^^^^^^^
b: {type: Compute}
",
)
.good(
    "
a:
  type: tosca.nodes.WebServer
  requirements: [{host: b}]
  capabilities: {data_endpoint: {properties: {port: 80}}}
b: {type: Compute}
",
)
.one_cause("endpoints without `port` and `ports`");
static PRIVATE_PUBLIC: Code = Code::error(
    "tosca/public-endpoint-on-private-network",
    "T5.5.8-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.8",
    "Checks that the `network_name` of a public endpoint is not `PRIVATE`.",
)
.why("Clients outside a private network cannot reach its endpoints.")
.advice("Use `tosca.capabilities.Endpoint` for a private one.")
.bad(
    "service template",
    "
node_types:
  my.N:
    derived_from: tosca.nodes.Root
    capabilities: {web: tosca.capabilities.Endpoint.Public}
topology_template:
  node_templates:
    a:
      type: my.N
      capabilities: {web: {properties: {network_name: PRIVATE, port: 80}}}
#                                                     ^^^^^^^
",
)
.good(
    "
node_types:
  my.N:
    derived_from: tosca.nodes.Root
    capabilities: {web: tosca.capabilities.Endpoint.Public}
topology_template:
  node_templates:
    a:
      type: my.N
      capabilities: {web: {properties: {network_name: PUBLIC, port: 80}}}
",
)
.supersedes(&[&UNMET_CONSTRAINT]);
static INSECURE_ADMIN: Code = Code::error(
    "tosca/insecure-admin-endpoint",
    "T5.5.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.9",
    "Checks that an administration endpoint is secure.",
)
.why("The `secure` property of the type is true and cannot change, because an administrator controls the node through this endpoint.")
.advice("Remove `secure`, or set it to `true`.")
.bad(
    "node templates",
    "
a:
  type: Compute
  capabilities: {endpoint: {properties: {secure: false, port: 22}}}
#                                                ^^^^^
",
)
.good("a: {type: Compute, capabilities: {endpoint: {properties: {secure: true, port: 22}}}}")
.supersedes(&[&UNMET_CONSTRAINT]);

pub(super) const ENDPOINT: &str = "tosca.capabilities.Endpoint";

fn check(service: &Service<'_>, report: &mut Report) {
    let mut endpoints = CapabilityAssignments::new(service, ENDPOINT);
    for template in templates(service, "tosca.nodes.Root") {
        for (name, entry, id) in endpoints.of(template) {
            let node = entry.value.resolve();
            if service.is_own(node) && node.is_mapping() {
                check_configuration(service, name, node, id, report);
                if assigned_any(node) && !has_port(service, template, name) {
                    let parts = format_args!("property `port` or `ports` on endpoint `{name}`");
                    report.push(service.fault(&NO_PORT, entry.key, message::missing_parts(parts)));
                }
            }
        }
    }
}

fn assigned_any(node: Node<'_>) -> bool {
    node.get("properties").is_some_and(|section| section.resolve().entries().len() > 0)
}

fn check_configuration<'d>(
    service: &Service<'d>,
    name: &str,
    node: Node<'d>,
    id: TypeId,
    report: &mut Report,
) {
    let is = |name| is_a(service, Lookup::Found(id), TypeKind::Capability, name);
    if is("tosca.capabilities.Endpoint.Public")
        && let Some(network) = literal(node, "network_name").filter(|word| word.text == "PRIVATE")
    {
        let message = format!("public endpoint `{name}` cannot use the network `PRIVATE`");
        report.push(service.fault(&PRIVATE_PUBLIC, network.node, message));
    }
    if is("tosca.capabilities.Endpoint.Admin")
        && let Some(secure) =
            assigned(node, "secure").filter(|value| value.resolved() == Some(Resolved::Bool(false)))
    {
        let message = format!("administration endpoint `{name}` must be secure");
        report.push(service.fault(&INSECURE_ADMIN, secure, message));
    }
}

/// Returns true if a capability has a port, by its assignment or by default.
pub(super) fn has_port<'d>(service: &Service<'d>, template: &NodeTemplate<'d>, name: &str) -> bool {
    let given = |key: &str| {
        let own = template.sections.get(Section::Capabilities).and_then(|section| section.get(name));
        own.is_some_and(|capability| assigned(capability.resolve(), key).is_some())
    };
    if given("port") || given("ports") {
        return true;
    }
    let Some(id) = template.type_id.found() else { return true };
    let Some(definition) = service.type_scope.effective(id).capabilities().get(name) else { return true };
    let (table, complete) = service.type_scope.facet(definition, TypeKind::Capability, Section::Properties);
    !complete
        || ["port", "ports"]
            .iter()
            .any(|key| table.get(key).is_some_and(|property| property.get("default").is_some()))
}
