//! Where a volume is attached: a place in the file system that is not its root.

use super::super::Rule;
use super::{is_a, literal};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, TypeKind};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&ROOT_LOCATION], check };

static ROOT_LOCATION: Code = Code::error(
    "tosca/attached-at-root",
    "T5.7.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.7.5",
    "`location` is where the volume appears in the file system of the node. It is given by the author, is not empty, and is not `/`, which is taken.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    for template in &topology.relationship_templates {
        attached(service, template.type_id, template.node, report);
    }
    for requirement in topology.node_templates.iter().flat_map(|it| &it.requirements) {
        let (Some(node), Some(name)) = (requirement.relationship_node, &requirement.relationship) else {
            continue;
        };
        let id = match topology.relationship_template(&name.text) {
            Some(template) => template.type_id,
            None => service.find(TypeKind::Relationship, &name.text),
        };
        attached(service, id, node, report);
    }
}

fn attached<'d>(service: &Service<'d>, id: Lookup, node: Node<'d>, report: &mut Report) {
    if !is_a(service, id, TypeKind::Relationship, "tosca.relationships.AttachesTo") {
        return;
    }
    let Some(location) = literal(node, "location").filter(|it| service.is_own(it.node)) else { return };
    let message = match location.text.trim() {
        "" => "`location` is empty: where is the volume to appear?",
        "/" => "`/` is the root of the file system, and taken: give a place below it",
        _ => return,
    };
    report.push(service.fault(&ROOT_LOCATION, location.node, message));
}
