//! The lists of an initializer group.

use super::super::shared::{is_amp, is_call, shown};
use super::entries::{LISTS, is_initializer};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::model::Service;
use limn_tosca::{Rule, codes};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&LIST], check };

static LIST: Code = Code::error(
    "amp/initializer-list",
    "M-GRP-1",
    "AMP, Cloudsoft AMP Policies",
    "Checks that `brooklyn.policies`, `brooklyn.enrichers` and `brooklyn.initializers` of a group of type `brooklyn.tosca.groups.initializer` are \
lists.",
)
.why("AMP adds one policy, enricher or initializer for each item of the list. With any other form, the members do not get them.")
.advice("Write each entry as an item that starts with `- type:`.")
.bad(
    "cluster",
    "
groups:
  add_brooklyn_types:
    type: brooklyn.tosca.groups.initializer
    members: [shops]
    properties:
      brooklyn.enrichers: {type: io.acme.enricher}
#                         ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
groups:
  add_brooklyn_types:
    type: brooklyn.tosca.groups.initializer
    members: [shops]
    properties:
      brooklyn.enrichers: [{type: io.acme.enricher}]
",
)
.supersedes(&[&codes::WRONG_VALUE_TYPE]);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for group in topology.groups.iter().filter(|group| is_initializer(service, group)) {
        let Some(properties) = group.node.get("properties").map(Node::resolve) else { continue };
        for name in LISTS {
            let list = properties.get(name).map(Node::resolve);
            let wrong = list.filter(|list| !list.is_sequence() && !list.is_null() && !is_call(*list));
            if let Some(wrong) = wrong.filter(|wrong| service.is_own(*wrong)) {
                let message = message::expected(format_args!("a list for `{name}`"), shown(wrong));
                report.push(service.fault(&LIST, wrong, message));
            }
        }
    }
}
