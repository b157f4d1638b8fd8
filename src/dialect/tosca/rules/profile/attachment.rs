//! Volume attachments: the mount location is not the root of the file system.

use super::super::Rule;
use super::super::values::UNMET_CONSTRAINT;
use super::{is_a, literal};
use crate::model::Service;
use crate::types::{Lookup, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&ROOT_LOCATION], check };

static ROOT_LOCATION: Code = Code::error(
    "tosca/invalid-mount-point",
    "T5.7.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.7.5",
    "Checks that the `location` of a volume attachment is not empty and not `/`.",
)
.earlier(&["tosca/attached-at-root"])
.why("The location is the mount point in the file system of the node, and `/` is taken.")
.advice("Set `location` to a directory, such as `/data`.")
.bad(
    "topology template",
    "
node_templates:
  a: {type: Compute, requirements: [{local_storage: {node: b, relationship: r}}]}
  b: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}
relationship_templates: {r: {type: AttachesTo, properties: {location: /}}}
#                                                                     ^
",
)
.good(
    "
node_templates:
  a: {type: Compute, requirements: [{local_storage: {node: b, relationship: r}}]}
  b: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}
relationship_templates: {r: {type: AttachesTo, properties: {location: /data}}}
",
)
.supersedes(&[&UNMET_CONSTRAINT]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    for template in &topology.relationship_templates {
        check_attachment(service, template.type_id, template.node, report);
    }
    for requirement in topology.node_templates.iter().flat_map(|template| &template.requirements) {
        let (Some(node), Some(name)) = (requirement.relationship_node, &requirement.relationship) else {
            continue;
        };
        let id = match topology.relationship_template(&name.text) {
            Some(template) => template.type_id,
            None => service.find(TypeKind::Relationship, &name.text),
        };
        check_attachment(service, id, node, report);
    }
}

fn check_attachment<'d>(service: &Service<'d>, id: Lookup, node: Node<'d>, report: &mut Report) {
    if !is_a(service, id, TypeKind::Relationship, "tosca.relationships.AttachesTo") {
        return;
    }
    let Some(location) = literal(node, "location").filter(|word| service.is_own(word.node)) else { return };
    let message = match location.text.trim() {
        "" => "expected a mount point in `location`, found an empty string",
        "/" => "expected a mount point below `/`, found `/`",
        _ => return,
    };
    report.push(service.fault(&ROOT_LOCATION, location.node, message));
}
