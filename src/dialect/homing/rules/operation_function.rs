//! Rule: objectives since 2020-08-13 have literal numbers, complete functions, and operators that HAS evaluates correctly.

use super::super::grammar::{OPERAND, OPERAND_PARAMETERS};
use super::super::model::{Measure, Setting, Template, Term, TermValue};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::Node;

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&MAX_IS_MIN, &DIVISION_BY_ZERO, &NO_OPERAND, &BROKEN_FUNCTION], check };

const SECTION: &str = "ONAP HAS, objectives of version 2020-08-13";

static MAX_IS_MIN: Code =
    Code::warning("homing/max-is-min", "H-GEN-6", SECTION, "Reports the operator `max`.")
        .why("A bug in HAS makes it return the smallest operand.")
        .advice("Write `operator: min` if the smallest operand is meant; otherwise use `operator: sum`.")
        .bad(
            "function objective",
            "
operation_function:
  operator: max
#           ^^^
  operands: [{function: attribute, params: {demand: web, attribute: latency}}]
",
        )
        .good(
            "
operation_function:
  operator: min
  operands: [{function: attribute, params: {demand: web, attribute: latency}}]
",
        );
static DIVISION_BY_ZERO: Code = Code::error(
    "homing/equal-normalization-bounds",
    "H-GEN-7",
    SECTION,
    "Checks that `start` and `end` of a normalization differ.",
)
.earlier(&["homing/empty-normalization"])
.why("HAS divides by their difference.")
.advice("Set `start` and `end` to different numbers.")
.bad(
    "operand",
    "
normalization: {start: 5, end: 5}
#                              ^
",
)
.good("normalization: {start: 0, end: 5}");
static NO_OPERAND: Code =
    Code::error("homing/no-operand", "H-GEN-7", SECTION, "Checks that an operation has operands.")
        .why("Without operands the search fails.")
        .advice("Add `operands` with at least one operand.")
        .bad(
            "operand",
            "
operation_function: {operator: sum, operands: []}
#                                   ^^^^^^^^
",
        )
        .good(
            "
operation_function:
  operator: sum
  operands: [{function: attribute, params: {demand: web, attribute: latency}}]
",
        );
static BROKEN_FUNCTION: Code = Code::warning(
    "homing/function-that-cannot-run",
    "H-GEN-8",
    SECTION,
    "Reports `distance_between` and `latency_between` in objectives since 2020-08-13.",
)
.why("In this version HAS doesn't pass the location to these functions, so they fail. `attribute` works.")
.advice("Use `function: attribute`, or an earlier version with `distance_between` or `latency_between` in `minimize`.")
.bad(
    "operands",
    "
{function: distance_between, params: {demand: web, location: customer}}
#          ^^^^^^^^^^^^^^^^
",
)
.good("{function: attribute, params: {demand: web, attribute: latency}}");

fn check(template: &Template, report: &mut Report) {
    if !template.objective.as_ref().is_some_and(|objective| objective.is_generic) {
        return;
    }
    for (at, term) in template.terms().into_iter().enumerate() {
        check_operation(template, term, report);
        // The first term is the objective itself, which isn't an operand.
        if at > 0 {
            check_operand(template, term, report);
        }
    }
}

fn check_operation(template: &Template, term: &Term, report: &mut Report) {
    let at = if template.node(&term.path.key("operands")).is_some() {
        term.path.clone()
    } else {
        term.path.key("operation_function")
    };
    let key = |key: &str| {
        let node = template.node(&at.key(key));
        node.map_or(term.range, |node| {
            if node.is_scalar() { node.range() } else { node.key().map_or(node.range(), Node::range) }
        })
    };
    if matches!(term.value, TermValue::Max(_)) {
        let message = "`max` returns the smallest operand in HAS";
        report.push(Diagnostic::new(&MAX_IS_MIN, key("operator"), at.key("operator"), message));
    }
    let operands = template.node(&at.key("operands"));
    if operands.is_some_and(|node| node.is_sequence() && node.items().len() == 0) {
        let message = message::expected("at least one operand", "none");
        report.push(Diagnostic::new(&NO_OPERAND, key("operands"), at.key("operands"), message));
    }
}

fn check_operand(template: &Template, term: &Term, report: &mut Report) {
    let diagnostic =
        |code: &'static Code, message: String| Diagnostic::new(code, term.range, term.path.clone(), message);
    if let Some(weight) = term.weight.written.first() {
        check_number(weight, "weight", report);
    }
    if let Some((start, end)) = &term.normalization {
        check_number(start, "start", report);
        check_number(end, "end", report);
        if start.datum.number().is_some() && start.datum.number() == end.datum.number() {
            let found = format!("{} twice", start.datum.text().unwrap_or_default());
            let message = message::expected("different values for `start` and `end`", found);
            report.push(Diagnostic::new(&DIVISION_BY_ZERO, end.range, end.path.clone(), message));
        }
    }
    let Some(node) = template.node(&term.path) else { return };
    let has = |key: &str| node.get(key).is_some_and(|inner| !inner.is_null());
    match (has("function"), has("operation_function")) {
        (false, false) => {
            report.push(diagnostic(
                &OPERAND,
                message::expected("a `function` or an `operation_function`", "neither"),
            ));
        }
        (true, false) if !has("params") => {
            report.push(diagnostic(&OPERAND, message::missing("key", "params")));
        }
        (true, false) => check_params(term, report),
        _ => {}
    }
    if let TermValue::Distance(_) | TermValue::Latency(_) = term.value {
        let function = node.get("function");
        let range = function.map_or(term.range, Node::range);
        let message = "this function fails in version 2020-08-13; use `attribute`";
        report.push(Diagnostic::new(&BROKEN_FUNCTION, range, term.path.key("function"), message));
    }
}

fn check_params(term: &Term, report: &mut Report) {
    let missing: Vec<&str> = match &term.value {
        TermValue::Distance(Measure { location, demand, .. })
        | TermValue::Latency(Measure { location, demand, .. }) => {
            let is_missing = [("demand", demand.is_none()), ("location", location.is_none())];
            is_missing.into_iter().filter(|(_, is_missing)| *is_missing).map(|(key, _)| key).collect()
        }
        TermValue::Attribute { demand, attribute } => {
            let is_missing = [("demand", demand.is_none()), ("attribute", attribute.is_none())];
            is_missing.into_iter().filter(|(_, is_missing)| *is_missing).map(|(key, _)| key).collect()
        }
        _ => Vec::new(),
    };
    if !missing.is_empty() {
        let message = message::missing_names_at("key", missing, "`params`");
        report.push(Diagnostic::new(&OPERAND_PARAMETERS, term.range, term.path.clone(), message));
    }
}

fn check_number(setting: &Setting, key: &str, report: &mut Report) {
    use super::super::model::Datum;
    // The tables report values that aren't scalars.
    let message = match &setting.datum {
        Datum::Text(text) => {
            message::expected(format!("an unquoted number for `{key}`"), format!("the string `{text}`"))
        }
        Datum::Flag(flag) => message::expected(format!("a number for `{key}`"), format!("`{flag}`")),
        _ => return,
    };
    let mut diagnostic = Diagnostic::new(&OPERAND, setting.range, setting.path.clone(), message);
    if let Some(text) = setting.datum.text().filter(|_| setting.datum.number().is_some()) {
        let value = limn_yaml::Value::Plain(text.to_owned());
        let ops = vec![limn_yaml::Op::Replace { at: setting.path.clone(), value }];
        diagnostic = diagnostic.fix(format!("Change to `{text}`"), ops);
    }
    report.push(diagnostic);
}
