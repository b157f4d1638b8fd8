//! Requirements of a node in forms: each declared requirement with its target or state, and the nodes that can fulfill it.

use super::FieldProvider;
use super::topology::short;
use crate::matching::{NodeSignature, Overrides, RequirementSignature, RequirementTarget, fit};
use crate::model::NodeTemplate;
use limn_language::edit::{Edit, Input};
use limn_language::graph::{Id, PortRef, Role};
use limn_language::schema::{Connection, Holds, Offer, Slot};
use limn_yaml::Path;

/// Maximum number of offered nodes.
const MAX_NODES: usize = 400;

impl<'m> FieldProvider<'m> {
    pub(super) fn requirements(&self, template: &NodeTemplate<'m>) -> Option<Slot> {
        let topology = self.service.topology.as_ref()?;
        let at = topology.position(&template.name)?;
        let matching = &self.template.matching;
        let kind = matching.kind(at)?;
        let mut connections = Vec::new();
        for need in &kind.requirements {
            let offers = self.offers(at, kind, need);
            let doc = self.doc_of(template, &need.name);
            let mine = || {
                template
                    .requirements
                    .iter()
                    .zip(matching.bindings(at))
                    .filter(|pair| pair.0.name == need.name)
            };
            for (requirement, binding) in mine() {
                let path = requirement.key.path();
                let (to, state) = match binding.target {
                    RequirementTarget::Template(to) => {
                        (Some(matching.templates[to].name.clone()), String::new())
                    }
                    RequirementTarget::Open => (None, "open: the orchestrator selects a node".to_owned()),
                    RequirementTarget::Type(_) => {
                        let name = requirement.target.as_ref().map(|target| target.text.to_string());
                        (name, "the orchestrator selects a node of this type".to_owned())
                    }
                    RequirementTarget::Unknown | RequirementTarget::Undetermined => {
                        let name = requirement.target.as_ref().map(|target| target.text.to_string());
                        (name, "unknown node template".to_owned())
                    }
                };
                let set = |offer: &(String, String)| Offer {
                    label: offer.0.clone(),
                    note: offer.1.clone(),
                    edit: Edit::Set {
                        of: Id(path.clone()),
                        key: Path::keys(["node"]),
                        input: Input::Text(offer.0.clone()),
                    },
                };
                let (at, offers) = (Some(path.clone()), offers.iter().map(set).collect());
                connections.push(Connection { at, to, state, offers, doc: doc.clone(), ..connection(need) });
            }
            let assigned = mine().count() as u64;
            if need.most.is_some_and(|most| assigned >= most) {
                continue;
            }
            let left = need.least.saturating_sub(assigned);
            let state = state_of_open(need, assigned);
            let from =
                PortRef { node: Id(template.key.path()), role: Role::Requirement, port: need.name.clone() };
            let join = |offer: &(String, String)| Offer {
                label: offer.0.clone(),
                note: offer.1.clone(),
                edit: Edit::Connect {
                    from: from.clone(),
                    to: PortRef {
                        node: Id(Path::keys(["topology_template", "node_templates", &offer.0])),
                        role: Role::Capability,
                        port: String::new(),
                    },
                },
            };
            let offers = offers.iter().map(join).collect();
            connections.push(Connection { state, offers, doc, required: left > 0, ..connection(need) });
        }
        let undeclared =
            template.requirements.iter().filter(|requirement| kind.requirement(&requirement.name).is_none());
        connections.extend(undeclared.map(|requirement| Connection {
            at: Some(requirement.key.path()),
            to: requirement.target.as_ref().map(|target| target.text.to_string()),
            state: "not declared by the type".to_owned(),
            name: requirement.name.to_string(),
            ..blank()
        }));
        Some(Slot { holds: Holds::Connections(connections), ..Slot::default() })
    }

    /// Nodes that can fulfill a requirement, with their types. Each type is matched once.
    fn offers(
        &self,
        source: usize,
        from: &NodeSignature,
        need: &RequirementSignature,
    ) -> Vec<(String, String)> {
        let matching = &self.template.matching;
        let fits = |to: &NodeSignature| {
            let fit = fit(from, need, to, &Overrides::default());
            fit.faults.is_empty() && !fit.capabilities.is_empty()
        };
        let kinds: Vec<bool> = matching.kinds.iter().map(fits).collect();
        let all = matching.templates.iter().enumerate().filter_map(|(at, template)| {
            let kind = template.kind.filter(|kind| kinds[*kind] && at != source)?;
            Some((template.name.clone(), short(&matching.kinds[kind].line.name).to_owned()))
        });
        all.take(MAX_NODES).collect()
    }

    fn doc_of(&self, template: &NodeTemplate<'m>, need: &str) -> String {
        let Some(id) = template.type_id.found() else { return String::new() };
        let definition = self.type_scope().effective(id).requirements().get(need);
        let description = definition.and_then(|definition| definition.word("description"));
        description.map(|(word, _)| word.text.trim().to_owned()).unwrap_or_default()
    }
}

fn connection(need: &RequirementSignature) -> Connection {
    let capability = need.capability.as_ref().map(|capability| short(&capability.name).to_owned());
    let node = need
        .node
        .as_ref()
        .filter(|node| node.name != "tosca.nodes.Root")
        .map(|node| short(&node.name).to_owned());
    let required_type = match (capability, node) {
        (Some(capability), Some(node)) => format!("{capability} of {node}"),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => String::new(),
    };
    Connection { name: need.name.clone(), required_type, ..blank() }
}

fn blank() -> Connection {
    Connection {
        name: String::new(),
        doc: String::new(),
        required_type: String::new(),
        at: None,
        to: None,
        required: false,
        state: String::new(),
        offers: Vec::new(),
    }
}

/// The state of a requirement that more assignments can fulfill.
fn state_of_open(need: &RequirementSignature, assigned: u64) -> String {
    match (need.least.saturating_sub(assigned), assigned) {
        (0, 0) => "optional".to_owned(),
        (0, _) => "more allowed".to_owned(),
        (1, _) if need.least == 1 => "required".to_owned(),
        (left, _) => format!("{left} more required"),
    }
}
