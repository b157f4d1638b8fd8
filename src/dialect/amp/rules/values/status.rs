//! `status` of a definition.

use super::emit;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_language::schema::nearest;
use limn_tosca::grammar::{AMP_PLUGIN, WRONG_SHAPE};
use limn_tosca::model::Service;
use limn_tosca::{Rule, value_definitions};
use limn_yaml::{Node, Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&STATUS], check };

static STATUS: Code = Code::error(
    "amp/unknown-status",
    "M-KEY-4",
    "AMP, TOSCA Attributes, Property and Parameter Definitions",
    "Checks that the `status` of a definition is `supported`, `unsupported`, `experimental` or `deprecated`.",
)
.why("The status shows users of a type whether they can rely on the definition. Another word has no meaning for processors and editors.")
.advice("Write `supported`, `unsupported`, `experimental` or `deprecated`, or remove `status`.")
.bad(
    "blueprint",
    "
topology_template:
  inputs:
    port: {type: integer, status: old}
#                                 ^^^
",
)
.good(
    "
topology_template:
  inputs:
    port: {type: integer, status: deprecated}
",
)
.supersedes(&[&WRONG_SHAPE]);

const STATUSES: [&str; 4] = ["supported", "unsupported", "experimental", "deprecated"];

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let mut found = Vec::new();
    for it in value_definitions(service) {
        let status = it.node.get("status").map(Node::resolve);
        let Some(node) =
            status.filter(|status| status.is_scalar() && !status.is_null() && service.is_own(*status))
        else {
            continue;
        };
        let text = node.as_str().unwrap_or_default();
        if STATUSES.contains(&&*text) {
            continue;
        }
        let expected = "`supported`, `unsupported`, `experimental` or `deprecated`";
        let fault = service.fault(&STATUS, node, message::expected(expected, format!("`{text}`")));
        let replace = |near| Op::Replace { at: node.path(), value: Value::Text(near) };
        found.push(fault.did_you_mean(nearest(&text, STATUSES), replace));
    }
    emit(report, found);
}
