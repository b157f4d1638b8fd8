//! The syntax of expressions, their functions and arguments.

use std::ops::Range;

use limn_brooklyn::{Call, Chain, FUNCTIONS, Function, function};
use limn_language::diagnostic::{Code, Diagnostic, Report, Severity};
use limn_language::message;
use limn_language::schema::nearest;
use limn_tosca::Rule;
use limn_tosca::brooklyn::Expression;
use limn_tosca::model::Service;
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&BROKEN_EXPRESSION, &UNKNOWN_FUNCTION, &MISSING_ARGUMENT], check };

static BROKEN_EXPRESSION: Code = Code::error(
    "amp/broken-expression",
    "M-DSL-1",
    "Apache Brooklyn, YAML Blueprint Reference",
    "Checks the syntax of `$brooklyn:` expressions: `$brooklyn:name(arguments).method(arguments)`, with strings in quotes. Arguments can be calls, \
with or without the prefix.",
)
.why("AMP stops with an error when it reads such an expression, so the blueprint is not deployed.")
.advice("Write `$brooklyn:name(…)` with strings in quotes, commas between the arguments, and every parenthesis closed.")
.bad(
    "node properties",
    "
url: '$brooklyn:external(\"vault\", \"url\"'
#                                     ^
",
)
.good("url: '$brooklyn:external(\"vault\", \"url\")'");

static UNKNOWN_FUNCTION: Code = Code::warning(
    "amp/unknown-expression-function",
    "M-DSL-1",
    "Apache Brooklyn, YAML Blueprint Reference",
    "Reports an unknown function in a `$brooklyn:` expression. A call that follows another can be a method of a Java object, so it is reported only \
if its name is close to a known function.",
)
.why("AMP cannot evaluate an unknown function, so the value is never available and the deployment fails.")
.advice("Correct the name of the function, for example to `config`, `attributeWhenReady` or `external`.")
.bad(
    "node properties",
    "
url: $brooklyn:externl(\"vault\", \"url\")
#              ^^^^^^^
",
)
.good("url: $brooklyn:external(\"vault\", \"url\")");

static MISSING_ARGUMENT: Code = Code::error(
    "amp/missing-expression-argument",
    "M-DSL-1",
    "Apache Brooklyn, YAML Blueprint Reference",
    "Checks that a function in a `$brooklyn:` expression has its required arguments.",
)
.why("AMP cannot call the function without the argument, so the value is never available and the deployment fails.")
.advice("Add the missing argument between the parentheses; `external`, for example, has a provider and a key.")
.bad(
    "node properties",
    "
url: $brooklyn:external(\"vault\")
#              ^^^^^^^^
",
)
.good("url: $brooklyn:external(\"vault\", \"url\")");

fn check(service: &Service<'_>, report: &mut Report) {
    for expression in service.brooklyn_expressions() {
        check_syntax(expression, report);
    }
}

/// The faults of one expression.
pub(crate) fn check_syntax(expression: &Expression<'_>, report: &mut Report) {
    if let Some(fault) = &expression.parsed.fault {
        let message = message::expected(fault.expected, &fault.found);
        let mut diagnostic = fault_at(&BROKEN_EXPRESSION, expression.node, &fault.range, message);
        if let Some((at, insert)) = &fault.insert {
            let op = replaced(expression.node, &(*at..*at), insert);
            diagnostic = diagnostic.fix(format!("Insert `{insert}`"), op.into_iter().collect());
        }
        report.push(diagnostic);
    }
    expression.parsed.chain.visit(&mut |chain| check_calls(expression, chain, report));
}

/// The calls of one chain.
fn check_calls(expression: &Expression<'_>, chain: &Chain, report: &mut Report) {
    let is_outer = std::ptr::eq(chain, &raw const expression.parsed.chain);
    let count = chain.calls().count();
    for (at, call) in chain.calls().enumerate() {
        if call.name.text.is_empty() {
            continue;
        }
        let Some(function) = function(&call.name.text) else {
            // The parser reports a word without arguments.
            if call.arguments.is_some() || expression.argument.is_some() {
                report.extend(unknown(expression, call, at == 0));
            }
            continue;
        };
        let is_key = is_outer && at + 1 == count && call.arguments.is_none();
        let given = match expression.argument.filter(|_| is_key) {
            Some(argument) => given(argument),
            None => call.items().len(),
        };
        let is_whole = is_key || call.arguments.as_ref().is_some_and(|arguments| arguments.closed);
        if is_whole && given < function.required() {
            report.push(missing(expression, call, function, given));
        }
    }
}

/// Number of arguments in the value of a mapping.
fn given(argument: Node<'_>) -> usize {
    let argument = argument.resolve();
    match () {
        () if argument.is_sequence() => argument.items().count(),
        () => usize::from(!argument.is_null()),
    }
}

fn unknown(expression: &Expression<'_>, call: &Call, is_first: bool) -> Option<Diagnostic> {
    let name = &call.name.text;
    let near = nearest(name, FUNCTIONS.iter().map(|function| function.name));
    if near.is_none() && !is_first {
        return None;
    }
    let message = message::unknown("function", name);
    let range = &call.name.range;
    let diagnostic = fault_at(&UNKNOWN_FUNCTION, expression.node, range, message);
    let severity = if is_first { Severity::Warning } else { Severity::Info };
    let change = near.and_then(|near| Some((near, replaced(expression.node, range, near)?)));
    Some(match change {
        Some((near, op)) => diagnostic.did_you_mean(Some(near), |_| op).severity(severity),
        None => diagnostic.severity(severity),
    })
}

fn missing(expression: &Expression<'_>, call: &Call, function: &Function, given: usize) -> Diagnostic {
    let name = function.arguments.get(given).map_or("value", |argument| argument.name);
    let message = message::missing_on("argument", name, "function", function.name);
    fault_at(&MISSING_ARGUMENT, expression.node, &call.name.range, message)
}

/// A diagnostic at bytes of an expression.
pub(crate) fn fault_at(
    code: &'static Code,
    node: Node<'_>,
    within: &Range<usize>,
    message: String,
) -> Diagnostic {
    Diagnostic::new(code, node.range_within(within.clone()), node.path(), message)
}

/// The op that replaces bytes of an expression.
pub(crate) fn replaced(node: Node<'_>, within: &Range<usize>, with: &str) -> Option<Op> {
    let (at, with) = (node.path(), with.to_owned());
    if !node.is_key() {
        return Some(Op::ReplaceWithin { at, within: within.clone(), with });
    }
    let mut to = node.as_str()?.into_owned();
    to.get(within.clone())?;
    to.replace_range(within.clone(), &with);
    Some(Op::RenameKey { at, to })
}
