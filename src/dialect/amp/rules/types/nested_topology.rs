//! A topology template that is used as a node type.

use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_yaml::{Entry, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&REQUIREMENTS], check };

static REQUIREMENTS: Code = Code::error(
    "amp/requirements-of-topology",
    "M-TYPE-7",
    "AMP, Requirement Matching, Capabilities, and Relationships",
    "Checks that a topology template that is used as a node type has no requirements.",
)
.why("AMP does not support them: connect the nodes inside the topology, or refer to a node of the outer one by its name.")
.advice("Remove `requirements` from `substitution_mappings` and the node type, and name the outer node in the inner node template.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates: {web: {type: my.Web}}
  substitution_mappings:
    node_type: my.Shop
    requirements: {store: [web, store]}
#   ^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates: {web: {type: my.Web}}
  substitution_mappings: {node_type: my.Shop}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(substitution) = service.topology.as_ref().and_then(|topology| topology.substitution.as_ref())
    else {
        return;
    };
    let Some(name) = substitution.type_name.as_ref().filter(|_| !service.version.has(AMP_PLUGIN)) else {
        return;
    };
    let declared = substitution.type_id.found().map(|id| service.type_scope.get(id).node);
    let found = filled(substitution.node).or_else(|| declared.and_then(filled));
    if let Some(entry) = found.filter(|entry| service.is_own(entry.key)) {
        let message =
            format!("node type `{}` is a topology template and cannot have requirements", name.text);
        report.push(service.fault(&REQUIREMENTS, entry.key, message));
    }
}

/// `requirements` that has some.
fn filled(node: Node<'_>) -> Option<Entry<'_>> {
    node.entry("requirements").filter(|entry| {
        let value = entry.value.resolve();
        value.entries().len() + value.items().len() > 0
    })
}
