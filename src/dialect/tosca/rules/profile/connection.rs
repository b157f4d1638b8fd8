//! Rule: both ends of a connection agree on who opens it, and the endpoint has a port.

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::endpoint::{ENDPOINT, has_port};
use super::{TypeTest, literal, templates};
use crate::model::{NodeTemplate, Requirement, Service};
use crate::types::{Definition, Lookup, Section, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};

pub(in super::super) static RULE: Rule = Rule { codes: &[&OTHER_INITIATOR, &NOTHING_TO_CONNECT], check };

static OTHER_INITIATOR: Code = Code::warning(
    "tosca/initiators-differ",
    "T8.3.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 8.3.1",
    "Checks that both ends of a connection have the same `initiator`.",
)
.why("If they differ, it is undefined which end opens the connection.")
.advice("Set `initiator` to `source`, `target` or `peer` at both ends.")
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
    "Reports a connection to an endpoint with neither `port` nor `ports`.",
)
.why(
    "Orchestrators infer from endpoints which ports to open. Most examples of the standard have neither, and the orchestrator needs another source.",
)
.advice("Assign `port` or `ports` in `capabilities` of the target node template, or declare a default in its type.")
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
)
.one_cause("endpoints without a port");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut requirements_for = EndpointRequirements {
        endpoints: TypeTest::new(service, TypeKind::Capability, ENDPOINT),
        known: FxHashMap::default(),
    };
    for template in templates(service, "tosca.nodes.Root") {
        for requirement in &template.requirements {
            let Some(word) = requirement.target.as_ref().filter(|word| service.is_own(word.node)) else {
                continue;
            };
            let Some(id) = requirements_for.capability_type(service, template, requirement) else { continue };
            if let Some(target) = topology.node_template(&word.text) {
                check_connection(service, template, requirement, id, target, report);
            }
        }
    }
}

/// Requirements for an endpoint.
struct EndpointRequirements<'s, 'd> {
    endpoints: TypeTest<'s, 'd>,
    /// By node type: these requirements, each with the required capability type.
    known: FxHashMap<TypeId, Vec<(&'s str, TypeId)>>,
}

impl<'s, 'd> EndpointRequirements<'s, 'd> {
    /// The endpoint type that a requirement expects.
    fn capability_type(
        &mut self,
        service: &'s Service<'d>,
        source: &NodeTemplate<'d>,
        requirement: &Requirement<'d>,
    ) -> Option<TypeId> {
        let (id, type_scope, endpoints) = (source.type_id.found()?, &service.type_scope, &mut self.endpoints);
        let requirements_for = self.known.entry(id).or_insert_with(|| {
            let mut capability_type = |definition: &Definition<'d>| {
                let (word, layer) = definition.word_or_short("capability")?;
                let found = type_scope.find(TypeKind::Capability, &word.text, type_scope.owner_file(layer));
                found.found().filter(|_| endpoints.has(found))
            };
            let all = type_scope.effective(id).requirements().iter();
            all.filter_map(|requirement| Some((&*requirement.name, capability_type(requirement)?))).collect()
        });
        requirements_for.iter().find(|(name, _)| *name == requirement.name).map(|(_, capability)| *capability)
    }
}

/// Checks one connection to an endpoint.
fn check_connection<'d>(
    service: &Service<'d>,
    source: &NodeTemplate<'d>,
    requirement: &Requirement<'d>,
    endpoint: TypeId,
    target: &NodeTemplate<'d>,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    let Some(to) = target.type_id.found() else { return };
    let named = requirement.capability.as_ref().map(|word| word.text.as_ref());
    // The named capability, or all candidates.
    let offered: Vec<_> = type_scope
        .effective(to)
        .capabilities()
        .iter()
        .filter(|capability| {
            match type_scope.type_of(capability, TypeKind::Capability).and_then(Lookup::found) {
                Some(id) => type_scope.derives(id, endpoint) == Some(true),
                None => false,
            }
        })
        .filter(|capability| {
            named.is_none_or(|named| {
                named == capability.name
                    || type_scope
                        .find(TypeKind::Capability, named, crate::types::FileId::OWN)
                        .found()
                        .is_some()
            })
        })
        .collect();
    let Some(word) = &requirement.target else { return };
    if offered.is_empty() || target.is_open() {
        return;
    }
    if !offered.iter().any(|capability| has_port(service, target, &capability.name)) {
        let message = format!("endpoint `{}` has neither `port` nor `ports`", offered[0].name);
        report.push(service.fault(&NOTHING_TO_CONNECT, word.node, message));
    }
    let initiator = |template: &NodeTemplate<'d>, capability: &str| {
        let own = template.sections.get(Section::Capabilities)?.get(capability)?.resolve();
        literal(own, "initiator").map(|word| word.text.into_owned())
    };
    // The endpoint of the source node has the name of the requirement.
    if let ([capability], Some(mine)) = (offered.as_slice(), initiator(source, &requirement.name))
        && let Some(theirs) = initiator(target, &capability.name).filter(|theirs| *theirs != mine)
    {
        let message = format!(
            "conflicting `initiator`: `{mine}` on `{}` of `{}`, `{theirs}` on `{}` of `{}`",
            requirement.name, source.name, capability.name, target.name
        );
        report.push(service.fault(&OTHER_INITIATOR, word.node, message));
    }
}
