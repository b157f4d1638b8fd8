//! Node filters: their place, and the capabilities that they filter by.

use std::collections::BTreeMap;

use super::super::Rule;
use crate::matching::{NodeSignature, RequirementTarget};
use crate::model::Service;
use crate::types::{Lookup, ScalarText, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&PLACE, &CAPABILITY], check };

static PLACE: Code = Code::error(
    "tosca/filter-of-chosen-node",
    "T3.7.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2.2",
    "Checks that a requirement with a node filter does not name a node template.",
)
.why("The filter selects a node of a type, and a template leaves no choice.")
.advice("Name a node type in `node`, or remove `node_filter`.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute}
db:
  type: tosca.nodes.DBMS
  requirements:
    - host:
        node: server
        node_filter:
#       ^^^^^^^^^^^
          capabilities: [host: {properties: [num_cpus: {greater_or_equal: 2}]}]
",
)
.good(
    "
server: {type: tosca.nodes.Compute}
db:
  type: tosca.nodes.DBMS
  requirements:
    - host:
        node: tosca.nodes.Compute
        node_filter:
          capabilities: [host: {properties: [num_cpus: {greater_or_equal: 2}]}]
",
);
static CAPABILITY: Code = Code::error(
    "tosca/unknown-node-filter-capability",
    "T3.5.5-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.5.3",
    "Checks that a node filter filters by known capabilities: by name in the node type, or else by type.",
)
.earlier(&["tosca/filtered-capability-unknown"])
.why("A filter on an unknown capability matches no node.")
.advice("Use the name or type of a capability of the node type.")
.bad(
    "node templates",
    "
db:
  type: tosca.nodes.DBMS
  requirements:
    - host:
        node: tosca.nodes.Compute
        node_filter: {capabilities: [system: {properties: [type: linux]}]}
#                                    ^^^^^^
",
)
.good(
    "
db:
  type: tosca.nodes.DBMS
  requirements:
    - host:
        node: tosca.nodes.Compute
        node_filter: {capabilities: [os: {properties: [type: linux]}]}
",
);
fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let matching = service.matching();
    let mut kinds: BTreeMap<TypeId, NodeSignature> = BTreeMap::new();
    for (at, template) in topology.node_templates.iter().enumerate() {
        if let Some(filter) = template.node.get("node_filter").map(Node::resolve) {
            check_capabilities(service, filter, template.type_id.found(), matching.kind(at), report);
        }
        for (requirement, binding) in template.requirements.iter().zip(&matching.templates[at].bindings) {
            let Some(filter) = requirement.filter.filter(|filter| !filter.is_null()) else { continue };
            let id = match binding.target {
                RequirementTarget::Template(target) => {
                    let key = requirement.node.entry("node_filter").map_or(filter, |entry| entry.key);
                    let name = &topology.node_templates[target].name;
                    let message = format!("node filter has no effect: `{name}` is a node template");
                    let remove = Op::Remove { at: requirement.node.path().key("node_filter"), prune: false };
                    let diagnostic = service.fault(&PLACE, key, message);
                    report.push(diagnostic.fix("Remove node filter", vec![remove]).unsafe_fix());
                    continue;
                }
                RequirementTarget::Type(id) => Some(id),
                RequirementTarget::Open => {
                    let need = matching.need(at, binding).and_then(|need| need.node.as_ref());
                    need.and_then(|required| required.found.found())
                }
                RequirementTarget::Unknown | RequirementTarget::Undetermined => None,
            };
            let kind =
                id.map(|id| &*kinds.entry(id).or_insert_with(|| NodeSignature::of(&service.type_scope, id)));
            check_capabilities(service, filter, id, kind, report);
        }
    }
}

fn check_capabilities<'d>(
    service: &Service<'d>,
    filter: Node<'d>,
    id: Option<TypeId>,
    kind: Option<&NodeSignature>,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    let Some(list) = filter.get("capabilities").map(Node::resolve) else { return };
    let items: Vec<(Node<'d>, Option<Node<'d>>)> = if list.is_mapping() {
        list.entries().map(|entry| (entry.key, Some(entry.value))).collect()
    } else {
        let item = |item: Node<'d>| match item.resolve().entries().next() {
            Some(entry) => (entry.key, Some(entry.value)),
            None => (item, None),
        };
        list.items().map(item).collect()
    };
    for (key, value) in items {
        let Some(word) = ScalarText::of(key) else { continue };
        let definition = id.and_then(|id| type_scope.effective(id).capabilities().get(&word.text));
        let named_type = service.find(TypeKind::Capability, &word.text);
        if definition.is_some() || named_type != Lookup::Unknown {
            continue;
        }
        // Without a type, the name may belong to any node.
        let Some(kind) = kind.filter(|kind| kind.line.is_complete()) else { continue };
        // All nodes have the capabilities of the root, and the selected node may be of a derived type.
        if kind.capability(&word.text).is_some() || some_node_has(service, &word) {
            continue;
        }
        let name = &kind.line.name;
        let message = message::unknown_on("capability or capability type", &word.text, "node type", name);
        let diagnostic = service.fault(&CAPABILITY, key, message);
        let near = service
            .suggestions
            .nearest(&word.text, kind.capabilities.iter().map(|capability| capability.name.as_str()));
        report.push(diagnostic.did_you_mean(near, |to| match value {
            Some(value) => Op::RenameKey { at: value.path(), to },
            None => word.replaced(to),
        }));
    }
}

/// Returns true if any node type declares a capability with this name.
fn some_node_has(service: &Service<'_>, word: &ScalarText<'_>) -> bool {
    let mut nodes = service.type_scope.types_of(TypeKind::Node);
    nodes.any(|(_, declared)| {
        declared.node.get("capabilities").is_some_and(|them| them.get(&word.text).is_some())
    })
}
