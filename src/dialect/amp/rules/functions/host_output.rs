//! `HOST` in `get_operation_output`.

use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::codes::UNKNOWN_ENTITY;
use limn_tosca::function::{CallNode, Function};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&OUTPUT_OF_HOST], check };

static OUTPUT_OF_HOST: Code = Code::warning(
    "amp/output-of-host",
    "M-FN-4",
    "AMP, TOSCA and AMP DSL",
    "Reports the keyword `HOST` in `get_operation_output`.",
)
.why("AMP reads operation outputs from `SELF`, `SOURCE`, `TARGET` or a named node.")
.advice("Name the host, or read one of its attributes.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: server]
      interfaces:
        Standard:
          start: {inputs: {key: {get_operation_output: [HOST, Standard, create, KEY]}}, implementation: start.sh}
#                                                       ^^^^
",
)
.good(
    "
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: server]
      interfaces:
        Standard:
          start: {inputs: {key: {get_attribute: [HOST, private_address]}}, implementation: start.sh}
",
)
.supersedes(&[&UNKNOWN_ENTITY]);

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    for site in &service.name_index().sites {
        let Some(call) = CallNode::of(site.value) else { continue };
        let arguments = call.arguments();
        let Some(who) = arguments.first().filter(|_| call.function == Function::GetOperationOutput) else {
            continue;
        };
        if who.as_str().as_deref() == Some("HOST") && service.is_own(*who) {
            let message = message::expected("`SELF`, `SOURCE`, `TARGET` or the name of a node", "`HOST`");
            report.push(service.fault(&OUTPUT_OF_HOST, *who, message));
        }
    }
}
