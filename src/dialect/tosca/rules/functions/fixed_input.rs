//! Function calls as defaults of inputs.

use super::super::Rule;
use super::STANDARD;
use crate::function::CallNode;
use crate::model::Service;
use crate::name_index::SiteKind;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&COMPUTED], check };

static COMPUTED: Code = Code::warning(
    "tosca/computed-input-default",
    "T4-R6",
    STANDARD,
    "Checks that the default of an input is a value.",
)
.why("Inputs get their values before functions are evaluated.")
.advice("Write a literal default, or compute the value where the input is used.")
.bad(
    "topology template",
    "
inputs: {size: {type: string}, other: {type: string, default: {get_input: size}}}
#                                                              ^^^^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: size}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for site in service.name_index().sites.iter().filter(|site| site.spot == SiteKind::InputDefault) {
        let Some(call) = CallNode::of(site.value) else { continue };
        let message = message::expected(
            "a literal default for the input",
            format!("a call of `{}`", call.function.name()),
        );
        report.push(service.fault(&COMPUTED, call.key, message));
    }
}
