//! Function calls in the arguments of a function, before TOSCA 1.3.

use super::super::Rule;
use super::STANDARD;
use crate::function::CallNode;
use crate::grammar::V1_3;
use crate::model::Service;
use crate::name_index::SiteKind;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NESTED], check };

static NESTED: Code = Code::error(
    "tosca/nested-function",
    "T4-R3",
    STANDARD,
    "Checks that the arguments of `get_input`, `get_property` and similar functions are literal names. Only `concat`, `join` and `token` \
accept functions as arguments.",
)
.why("Processors look up the argument as a name and do not evaluate functions in it.")
.advice("Write the name itself in place of the function.")
.bad(
    "topology template",
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: {concat: [si, ze]}}}}
#                                 ^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs:
  a: {value: {concat: [a, {get_input: size}, {token: [{get_input: size}, ':', 0]}]}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(V1_3) {
        return;
    }
    for site in service.name_index().sites.iter().filter(|site| site.spot == SiteKind::Literal) {
        if let Some(call) = CallNode::of(site.value) {
            let message =
                message::expected("a literal name", format!("a call of `{}`", call.function.name()));
            report.push(service.fault(&NESTED, call.key, message));
        }
    }
}
