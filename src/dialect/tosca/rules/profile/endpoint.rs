//! Endpoints: a port to connect to, a network that fits, security where it is asked for, and both ends of a connection of one mind.

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::{Capabilities, Those, assigned, is_a, literal, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::{NodeTemplate, Requirement, Service};
use crate::dialect::tosca::types::{Definition, Lookup, Section, TypeId, TypeKind};
use crate::yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&NO_PORT, &PRIVATE_PUBLIC, &INSECURE_ADMIN, &OTHER_INITIATOR, &NOTHING_TO_CONNECT],
    check,
};

static NO_PORT: Code = Code::warning(
    "tosca/endpoint-without-port",
    "T5.5.7-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.7",
    "An endpoint is reached by `port` or by `ports`. Of endpoints that the template sets up at least one of them is given.",
);
static PRIVATE_PUBLIC: Code = Code::error(
    "tosca/public-endpoint-on-private-network",
    "T5.5.8-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.8",
    "A public endpoint is on a public network. For a private one take `tosca.capabilities.Endpoint`.",
);
static INSECURE_ADMIN: Code = Code::error(
    "tosca/insecure-admin-endpoint",
    "T5.5.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.5.9",
    "An endpoint for administration is secure; `secure` is true and cannot be changed.",
);
static OTHER_INITIATOR: Code = Code::warning(
    "tosca/initiators-differ",
    "T8.3.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 8.3.1",
    "Both ends of a connection say who begins it, and they say the same.",
);
static NOTHING_TO_CONNECT: Code = Code::info(
    "tosca/connection-without-port",
    "T8.4.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 8.4.1",
    "From the endpoints of a connection the orchestrator infers which ports to open. With neither `port` nor `ports` it has to know them \
     otherwise, as it has to for most of the standard's own examples.",
);

const ENDPOINT: &str = "tosca.capabilities.Endpoint";

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut endpoints = Capabilities::new(service, ENDPOINT);
    let mut asking = Asking {
        endpoints: Those::new(service, TypeKind::Capability, ENDPOINT),
        known: FxHashMap::default(),
    };
    for template in templates(service, "tosca.nodes.Root") {
        for (name, entry, id) in endpoints.of(template) {
            let node = entry.value.resolve();
            if service.is_own(node) && node.is_mapping() {
                configured(service, name, node, id, report);
                if assigned_any(node) && !has_port(service, template, name) {
                    let message = format!("endpoint `{name}` is set up without `port` or `ports`");
                    report.push(service.fault(&NO_PORT, entry.key, message));
                }
            }
        }
        for requirement in &template.requirements {
            let Some(word) = requirement.target.as_ref().filter(|it| service.is_own(it.node)) else {
                continue;
            };
            let Some(asked) = asking.asked(service, template, requirement) else { continue };
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
    let is = |wanted| is_a(service, Lookup::Found(id), TypeKind::Capability, wanted);
    if is("tosca.capabilities.Endpoint.Public")
        && let Some(network) = literal(node, "network_name").filter(|it| it.text == "PRIVATE")
    {
        let message = format!("`{name}` is a public endpoint, and `PRIVATE` is no public network");
        report.push(service.fault(&PRIVATE_PUBLIC, network.node, message));
    }
    if is("tosca.capabilities.Endpoint.Admin")
        && let Some(secure) =
            assigned(node, "secure").filter(|it| it.resolved() == Some(Resolved::Bool(false)))
    {
        let message = format!("`{name}` is for administration, which is secure always");
        report.push(service.fault(&INSECURE_ADMIN, secure, message));
    }
}

/// Whether a capability has a port, by its assignment or by default.
fn has_port<'d>(service: &Service<'d>, template: &NodeTemplate<'d>, name: &str) -> bool {
    let given = |key: &str| {
        let own = template.node.get("capabilities").and_then(|it| it.get(name));
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

/// The requirements that ask for an endpoint.
struct Asking<'s, 'd> {
    endpoints: Those<'s, 'd>,
    /// By node type: the requirements that do, each with the type of capability that it asks for.
    known: FxHashMap<TypeId, Vec<(&'s str, TypeId)>>,
}

impl<'s, 'd> Asking<'s, 'd> {
    fn asked(
        &mut self,
        service: &'s Service<'d>,
        source: &NodeTemplate<'d>,
        requirement: &Requirement<'d>,
    ) -> Option<TypeId> {
        let (id, world, endpoints) = (source.type_id.found()?, &service.world, &mut self.endpoints);
        let asking = self.known.entry(id).or_insert_with(|| {
            let mut asked = |definition: &Definition<'d>| {
                let (word, layer) = definition.word_or_short("capability")?;
                let found = world.find(TypeKind::Capability, &word.text, world.owner_file(layer));
                found.found().filter(|_| endpoints.has(found))
            };
            let all = world.effective(id).requirements().iter();
            all.filter_map(|it| Some((&*it.name, asked(it)?))).collect()
        });
        asking.iter().find(|(name, _)| *name == requirement.name).map(|(_, asked)| *asked)
    }
}

/// One connection to an endpoint.
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
    // The one that is named, or else all that could be meant.
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
                    || world
                        .find(TypeKind::Capability, named, crate::dialect::tosca::types::FileId::OWN)
                        .found()
                        .is_some()
            })
        })
        .collect();
    let Some(word) = &requirement.target else { return };
    if offered.is_empty() || target.is_open() {
        return;
    }
    if !offered.iter().any(|it| has_port(service, target, &it.name)) {
        let message = format!("`{}` has neither `port` nor `ports` to connect to", offered[0].name);
        report.push(service.fault(&NOTHING_TO_CONNECT, word.node, message));
    }
    let initiator = |template: &NodeTemplate<'d>, capability: &str| {
        let own = template.node.get("capabilities")?.get(capability)?.resolve();
        literal(own, "initiator").map(|it| it.text.into_owned())
    };
    // The source's own side of the connection is the endpoint of the requirement's name.
    if let ([capability], Some(mine)) = (offered.as_slice(), initiator(source, &requirement.name))
        && let Some(theirs) = initiator(target, &capability.name).filter(|theirs| *theirs != mine)
    {
        let message = format!(
            "`{}` says that `{mine}` begins, `{}` of `{}` says `{theirs}`",
            source.name, capability.name, target.name
        );
        report.push(service.fault(&OTHER_INITIATOR, word.node, message));
    }
}
