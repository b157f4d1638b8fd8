//! Groups that AMP ignores.

use super::super::shared::is_amp;
use super::entries::{INITIALIZER, is_initializer};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&IGNORED], check };

static IGNORED: Code = Code::warning(
    "amp/ignored-group",
    "M-GRP-3",
    "AMP, Supported Objects",
    "Reports a group of another type than `brooklyn.tosca.groups.initializer`.",
)
.why("AMP ignores it.")
.advice("Change the `type` to `brooklyn.tosca.groups.initializer`, or remove the group.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
groups: {servers: {type: tosca.groups.Root, members: [server]}}
#                        ^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
groups: {servers: {type: brooklyn.tosca.groups.initializer, members: [server], properties: {location: east}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for group in &topology.groups {
        let Some(word) = group.type_name.as_ref().filter(|word| service.is_own(word.node)) else { continue };
        if !is_initializer(service, group) {
            let expected = format!("group type `{INITIALIZER}`");
            let message = message::expected(expected, format_args!("`{}`, which AMP ignores", word.text));
            report.push(service.fault(&IGNORED, word.node, message));
        }
    }
}
