//! Functions that AMP does not support.

use super::super::shared::is_supported;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::codes::UNKNOWN_FUNCTION;
use limn_tosca::function::CallNode;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNSUPPORTED], check };

static UNSUPPORTED: Code = Code::error(
    "amp/unsupported-function",
    "M-FN-2",
    "AMP, TOSCA and AMP DSL",
    "Reports `get_artifact` and `get_nodes_of_type`, also in the spelling `get_node_of_type`.",
)
.why("AMP does not support them and rejects the blueprint.")
.advice("Read a value of the node with `get_property` or `get_attribute`, or write the value itself.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates: {app: {type: tosca.nodes.SoftwareComponent}}
  outputs: {file: {value: {get_artifact: [app, archive]}}}
#                          ^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates: {app: {type: tosca.nodes.SoftwareComponent}}
  outputs: {version: {value: {get_property: [app, component_version]}}}
",
)
.supersedes(&[&UNKNOWN_FUNCTION]);

/// The name of `get_nodes_of_type` in AMP's documentation.
const OTHER_NAME: &str = "get_node_of_type";

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let index = service.name_index();
    let calls = index.sites.iter().filter_map(|site| CallNode::of(site.value));
    let unsupported = calls.filter(|call| !is_supported(call.function.name()));
    let others = index.lookalikes.iter().filter_map(|node| node.entries().next());
    let others = others.filter(|entry| entry.key.as_str().as_deref() == Some(OTHER_NAME));
    for key in unsupported.map(|call| call.key).chain(others.map(|entry| entry.key)) {
        if !service.is_own(key) {
            continue;
        }
        let name = key.as_str().unwrap_or_default();
        let message = message::unsupported(&name, "AMP");
        report.push(service.fault(&UNSUPPORTED, key, message));
    }
}
