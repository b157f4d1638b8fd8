//! What was plainly meant as a call and is none.

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::function::Function;
use crate::dialect::tosca::model::Service;
use crate::schema::nearest;
use crate::yaml::Op;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &BARE], check };

static UNKNOWN: Code = Code::warning(
    "tosca/unknown-function",
    "T4-R2",
    STANDARD,
    "A map with one key that starts with `get_` reads as a function call, but TOSCA has no function of that name: it is taken for a plain map.",
);
static BARE: Code = Code::warning(
    "tosca/function-without-braces",
    "T4-R7",
    STANDARD,
    "A function is called with a map: `{ get_input: cpus }`. Without the braces or the blank behind the colon it is a plain text.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for node in &service.survey().lookalikes {
        let Some(entry) = node.entries().next() else {
            let said = node.as_str().unwrap_or_default();
            let word = said.trim_start().split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            let word = word.unwrap_or_default();
            let message = format!("this is a plain text, not a call of `{word}`");
            report.push(service.fault(&BARE, *node, message));
            continue;
        };
        let name = entry.key.as_str().unwrap_or_default();
        let known = Function::ALL.into_iter().map(Function::name);
        let diagnostic = match nearest(&name, known) {
            Some(near) => {
                let message = format!("no function is named `{name}`; did you mean `{near}`?");
                let ops = vec![Op::RenameKey { at: entry.key.path(), to: near.to_owned() }];
                service
                    .fault(&UNKNOWN, entry.key, message)
                    .fix(format!("Rename to `{near}`"), ops)
                    .unsafe_fix()
            }
            None => service.fault(&UNKNOWN, entry.key, format!("no function is named `{name}`")),
        };
        report.push(diagnostic);
    }
}
