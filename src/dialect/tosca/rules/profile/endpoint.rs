//! Endpoints: port, network, security, and the initiator of a connection.

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::super::values::UNMET_CONSTRAINT;
use super::{CapabilityAssignments, TypeTest, assigned, is_a, literal, templates};
use crate::model::{NodeTemplate, Requirement, Service};
use crate::types::{Definition, Lookup, Section, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&NO_PORT, &PRIVATE_PUBLIC, &INSECURE_ADMIN, &OTHER_INITIATOR, &NOTHING_TO_CONNECT],
    check,
};

static NO_PORT: Code = Code::warning(
    "tosca/endpoint-without-port",
    "T5.5.7-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.7",
    "Checks that an endpoint configured by the template has `port` or `ports`.",
)
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
);
static PRIVATE_PUBLIC: Code = Code::error(
    "tosca/public-endpoint-on-private-network",
    "T5.5.8-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.8",
    "Checks that a public endpoint is on a public network. Use `tosca.capabilities.Endpoint` for a private one.",
)
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
    "Checks that an administration endpoint is secure. Its `secure` property is true and cannot change.",
)
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
static OTHER_INITIATOR: Code = Code::warning(
    "tosca/initiators-differ",
    "T8.3.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 8.3.1",
    "Checks that both ends of a connection have the same `initiator`.",
)
.bad(
    "service template",
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    requirements: [{db: {capability: Endpoint, relationship: ConnectsTo}}]
    capabilities: {db: Endpoint}
  my.B: {derived_from: tosca.nodes.Root, capabilities: {in: Endpoint}}
topology_template:
  node_templates:
    a:
      type: my.A
      capabilities: {db: {properties: {initiator: source, port: 1}}}
      requirements: [{db: b}]
#                         ^
    b: {type: my.B, capabilities: {in: {properties: {initiator: target, port: 1}}}}
",
)
.good(
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    requirements: [{db: {capability: Endpoint, relationship: ConnectsTo}}]
    capabilities: {db: Endpoint}
  my.B: {derived_from: tosca.nodes.Root, capabilities: {in: Endpoint}}
topology_template:
  node_templates:
    a:
      type: my.A
      capabilities: {db: {properties: {initiator: source, port: 1}}}
      requirements: [{db: b}]
    b: {type: my.B, capabilities: {in: {properties: {initiator: source, port: 1}}}}
",
);
static NOTHING_TO_CONNECT: Code = Code::info(
    "tosca/connection-without-port",
    "T8.4.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 8.4.1",
    "Reports a connection to an endpoint with neither `port` nor `ports`. Orchestrators infer from endpoints which ports to open. Most \
examples of the standard have neither, and the orchestrator needs another source.",
)
.bad(
    "service template",
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    requirements: [{db: {capability: Endpoint, relationship: ConnectsTo}}]
  my.B: {derived_from: tosca.nodes.Root, capabilities: {in: Endpoint}}
topology_template:
  node_templates: {a: {type: my.A, requirements: [{db: b}]}, b: {type: my.B}}
#                                                      ^
",
)
.good(
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    requirements: [{db: {capability: Endpoint, relationship: ConnectsTo}}]
  my.B: {derived_from: tosca.nodes.Root, capabilities: {in: Endpoint}}
topology_template:
  node_templates: {a: {type: my.A, requirements: [{db: b}]}, b: {type: my.B, capabilities: {in: {properties: {port: 80}}}}}
",
);

const ENDPOINT: &str = "tosca.capabilities.Endpoint";

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut endpoints = CapabilityAssignments::new(service, ENDPOINT);
    let mut requirements_for = EndpointRequirements {
        endpoints: TypeTest::new(service, TypeKind::Capability, ENDPOINT),
        known: FxHashMap::default(),
    };
    for template in templates(service, "tosca.nodes.Root") {
        for (name, entry, id) in endpoints.of(template) {
            let node = entry.value.resolve();
            if service.is_own(node) && node.is_mapping() {
                configured(service, name, node, id, report);
                if assigned_any(node) && !has_port(service, template, name) {
                    let message = format!("missing `port` or `ports` on endpoint `{name}`");
                    report.push(service.fault(&NO_PORT, entry.key, message));
                }
            }
        }
        for requirement in &template.requirements {
            let Some(word) = requirement.target.as_ref().filter(|it| service.is_own(it.node)) else {
                continue;
            };
            let Some(asked) = requirements_for.asked(service, template, requirement) else { continue };
            if let Some(target) = topology.node_template(&word.text) {
                connected(service, template, requirement, asked, target, report);
            }
        }
    }
}

fn assigned_any(node: Node<'_>) -> bool {
    node.get("properties").is_some_and(|it| it.resolve().entries().len() > 0)
}

fn configured<'d>(service: &Service<'d>, name: &str, node: Node<'d>, id: TypeId, report: &mut Report) {
    let is = |name| is_a(service, Lookup::Found(id), TypeKind::Capability, name);
    if is("tosca.capabilities.Endpoint.Public")
        && let Some(network) = literal(node, "network_name").filter(|it| it.text == "PRIVATE")
    {
        let message = format!("public endpoint `{name}` cannot use the network `PRIVATE`");
        report.push(service.fault(&PRIVATE_PUBLIC, network.node, message));
    }
    if is("tosca.capabilities.Endpoint.Admin")
        && let Some(secure) =
            assigned(node, "secure").filter(|it| it.resolved() == Some(Resolved::Bool(false)))
    {
        let message = format!("administration endpoint `{name}` must be secure");
        report.push(service.fault(&INSECURE_ADMIN, secure, message));
    }
}

/// Returns true if a capability has a port, by its assignment or by default.
fn has_port<'d>(service: &Service<'d>, template: &NodeTemplate<'d>, name: &str) -> bool {
    let given = |key: &str| {
        let own = template.sections.get(Section::Capabilities).and_then(|it| it.get(name));
        own.is_some_and(|it| assigned(it.resolve(), key).is_some())
    };
    if given("port") || given("ports") {
        return true;
    }
    let Some(id) = template.type_id.found() else { return true };
    let Some(definition) = service.world.effective(id).capabilities().get(name) else { return true };
    let (table, complete) = service.world.facet(definition, TypeKind::Capability, Section::Properties);
    !complete
        || ["port", "ports"].iter().any(|key| table.get(key).is_some_and(|it| it.get("default").is_some()))
}

/// Requirements for an endpoint.
struct EndpointRequirements<'s, 'd> {
    endpoints: TypeTest<'s, 'd>,
    /// By node type: these requirements, each with the required capability type.
    known: FxHashMap<TypeId, Vec<(&'s str, TypeId)>>,
}

impl<'s, 'd> EndpointRequirements<'s, 'd> {
    fn asked(
        &mut self,
        service: &'s Service<'d>,
        source: &NodeTemplate<'d>,
        requirement: &Requirement<'d>,
    ) -> Option<TypeId> {
        let (id, world, endpoints) = (source.type_id.found()?, &service.world, &mut self.endpoints);
        let requirements_for = self.known.entry(id).or_insert_with(|| {
            let mut asked = |definition: &Definition<'d>| {
                let (word, layer) = definition.word_or_short("capability")?;
                let found = world.find(TypeKind::Capability, &word.text, world.owner_file(layer));
                found.found().filter(|_| endpoints.has(found))
            };
            let all = world.effective(id).requirements().iter();
            all.filter_map(|it| Some((&*it.name, asked(it)?))).collect()
        });
        requirements_for.iter().find(|(name, _)| *name == requirement.name).map(|(_, asked)| *asked)
    }
}

/// Checks one connection to an endpoint.
fn connected<'d>(
    service: &Service<'d>,
    source: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
    asked: TypeId,
    target: &NodeTemplate<'d>,
    report: &mut Report,
) {
    let world = &service.world;
    let Some(to) = target.type_id.found() else { return };
    let named = requirement.capability.as_ref().map(|it| it.text.as_ref());
    // The named capability, or all candidates.
    let offered: Vec<_> = world
        .effective(to)
        .capabilities()
        .iter()
        .filter(|it| match world.type_of(it, TypeKind::Capability).and_then(Lookup::found) {
            Some(id) => world.derives(id, asked) == Some(true),
            None => false,
        })
        .filter(|it| {
            named.is_none_or(|named| {
                named == it.name
                    || world.find(TypeKind::Capability, named, crate::types::FileId::OWN).found().is_some()
            })
        })
        .collect();
    let Some(word) = &requirement.target else { return };
    if offered.is_empty() || target.is_open() {
        return;
    }
    if !offered.iter().any(|it| has_port(service, target, &it.name)) {
        let message = format!("endpoint `{}` has neither `port` nor `ports`", offered[0].name);
        report.push(service.fault(&NOTHING_TO_CONNECT, word.node, message));
    }
    let initiator = |template: &NodeTemplate<'d>, capability: &str| {
        let own = template.sections.get(Section::Capabilities)?.get(capability)?.resolve();
        literal(own, "initiator").map(|it| it.text.into_owned())
    };
    // The endpoint of the source node has the name of the requirement.
    if let ([capability], Some(mine)) = (offered.as_slice(), initiator(source, &requirement.name))
        && let Some(theirs) = initiator(target, &capability.name).filter(|theirs| *theirs != mine)
    {
        let message = format!(
            "`initiator` of `{}` is `{mine}`, but `{}` of `{}` has `{theirs}`",
            source.name, capability.name, target.name
        );
        report.push(service.fault(&OTHER_INITIATOR, word.node, message));
    }
}
