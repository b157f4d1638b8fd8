//! Text and maps that look like function calls but are not.

use super::super::Rule;
use super::super::values::WRONG_VALUE_TYPE;
use super::STANDARD;
use crate::function::Function;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_language::schema::nearest;
use limn_yaml::Op;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &BARE], check };

pub static UNKNOWN: Code = Code::warning(
    "tosca/unknown-function",
    "T4-R2",
    STANDARD,
    "Reports a mapping with one key that starts with `get_`.",
)
.why("It looks like a function call, but TOSCA has no function of that name, so it is a plain map. In AMP, `$concat`, `concatenate` and the like are \
reported, too.")
.advice("Use a function of TOSCA, such as `get_input`, or give the key of the map another name.")
.bad(
    "topology template",
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_inputs: size}}}
#                     ^^^^^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: size}}}
",
)
.supersedes(&[&WRONG_VALUE_TYPE]);
static BARE: Code = Code::warning(
    "tosca/function-without-braces",
    "T4-R7",
    STANDARD,
    "Reports a string that looks like a function call. A call is a mapping: `{ get_input: cpus }`.",
)
.why("Without the braces, or the space after the colon, it is a plain string.")
.advice("Write the call as a mapping, with a space after the colon: `{get_input: size}`.")
.bad(
    "topology template",
    "
inputs: {size: {type: string}}
outputs: {a: {value: 'get_input { size }'}}
#                    ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: size}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for node in &service.name_index().lookalikes {
        let Some(entry) = node.entries().next() else {
            let text = node.as_str().unwrap_or_default();
            let word = text.trim_start().split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            let word = word.unwrap_or_default();
            let message = message::expected(format!("a call of `{word}`"), "a string");
            report.push(service.fault(&BARE, *node, message));
            continue;
        };
        let name = entry.key.as_str().unwrap_or_default();
        let known = Function::ALL.into_iter().map(Function::name);
        // `concatenate`, `$concat`
        let word = name.trim_start_matches('$');
        let longer = || known.clone().find(|known| word.starts_with(&known[..known.len().min(6)]));
        let near = nearest(&name, known.clone()).or_else(|| longer().filter(|_| !word.starts_with("get_")));
        let diagnostic = match near {
            Some(near) => {
                let message = format!("{}; did you mean `{near}`?", message::unknown("function", &name));
                let ops = vec![Op::RenameKey { at: entry.key.path(), to: near.to_owned() }];
                service
                    .fault(&UNKNOWN, entry.key, message)
                    .fix(format!("Change to `{near}`"), ops)
                    .unsafe_fix()
            }
            None => service.fault(&UNKNOWN, entry.key, message::unknown("function", name)),
        };
        report.push(diagnostic);
    }
}
