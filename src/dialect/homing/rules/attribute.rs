//! Rule: HAS evaluates an attribute and its operators, and operands have the right type.

use super::super::grammar::HAS;
use super::super::model::{AttributeOperator, AttributeTest, Condition, Datum, Setting, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&UNREAD_ATTRIBUTE, &UNREAD_OPERATOR, &OPERAND_KIND], check };

static UNREAD_ATTRIBUTE: Code = Code::warning(
    "homing/ignored-attribute",
    "H-ATT-2",
    HAS,
    "Checks that HAS evaluates the attribute: `network_roles`, `replication_role`, `complex`, `country`, `state`, `region` or `cloud-region`.",
)
.earlier(&["homing/unread-attribute"])
.why("It silently ignores any other attribute, including all examples in the specification guide, so every candidate passes.")
.advice("Use one of these attributes, such as `state`, or move the condition to `filtering_attributes` of the source.")
.bad(
    "attribute",
    "
evaluate: {vcpu_pinning: true}
#          ^^^^^^^^^^^^
",
)
.good("evaluate: {state: {any: [TX]}}");
static UNREAD_OPERATOR: Code = Code::warning(
    "homing/ignored-operator",
    "H-ATT-3",
    "Homing Specification Guide, Evaluation operators; ONAP HAS",
    "Checks that HAS supports the operator: `any` or `all`, one of them per attribute, on `network_roles`, `complex`, `country`, `state` and \
`region`. The specification guide also proposes `eq`, `ne`, `lt`, `gt`, `lte`, `gte` and `regex`.",
)
.earlier(&["homing/unread-operator"])
.why("HAS silently ignores any other operator, so it excludes no candidate.")
.advice("Use `any` or `all` with a list of values, or a `threshold` constraint to compare numbers.")
.bad(
    "attribute",
    "
evaluate: {cloud_version: {gt: 1.0}}
#                              ^^^
",
)
.good("evaluate: {country: {all: [USA]}}");
static OPERAND_KIND: Code = Code::warning(
    "homing/attribute-operand",
    "H-ATT-4",
    "Homing Specification Guide, Evaluation operators",
    "Checks the operand of an operator: a number for `lt`, `gt`, `lte` and `gte`, a list for `any` and `all`, a pattern for `regex`.",
)
.why("HAS reads a string in place of a list letter by letter, so `any` and `all` drop every candidate. A number makes the search fail.")
.advice("Write a list for `any` and `all`: `any: [TX, OK]`; use a number for comparisons, a string for `regex`.")
.bad(
    "attribute",
    "
evaluate: {state: {any: TX}}
#                       ^^
",
)
.good("evaluate: {state: {any: [TX, OK]}}");

/// Attributes that HAS evaluates with `any` and `all`.
const LISTED: [&str; 5] = ["network_roles", "complex", "country", "state", "region"];
/// Attributes with their own operators.
const OTHERS: [&str; 2] = ["replication_role", "cloud-region"];

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        if let Condition::Attribute { tests } = &constraint.condition {
            for test in tests {
                check_test(test, report);
            }
        }
    }
}

fn check_test(test: &AttributeTest, report: &mut Report) {
    let name = test.attribute.as_str();
    let listed = LISTED.contains(&name);
    if !listed && !OTHERS.contains(&name) {
        let message = format!("attribute `{name}` is not evaluated by HAS; every candidate passes");
        report.push(Diagnostic::new(&UNREAD_ATTRIBUTE, test.range, test.path.clone(), message));
    }
    let words: Vec<&str> = test.operators.iter().map(|(operator, _)| operator.name()).collect();
    if listed && words.contains(&"any") && words.contains(&"all") {
        let message = format!("`any` on `{name}` has no effect next to `all`");
        report.push(Diagnostic::new(&UNREAD_OPERATOR, test.range, test.path.clone(), message));
    }
    for (operator, setting) in &test.operators {
        if let Some(message) = operator_problem(name, listed, operator) {
            report.push(Diagnostic::new(&UNREAD_OPERATOR, setting.range, setting.path.clone(), message));
        }
        if let Some(message) = operand_problem(operator, setting) {
            report.push(Diagnostic::new(&OPERAND_KIND, setting.range, setting.path.clone(), message));
        }
    }
}

/// Reason why HAS ignores an operator.
fn operator_problem(name: &str, listed: bool, operator: &AttributeOperator) -> Option<String> {
    let word = operator.name();
    match operator {
        AttributeOperator::Any | AttributeOperator::All => None,
        AttributeOperator::Is if listed => Some(message::expected(
            format!("`any` or `all` with a list for `{name}`"),
            "a list without an operator",
        )),
        AttributeOperator::Is | AttributeOperator::Other(_) if name == "cloud-region" => None,
        AttributeOperator::Is => None,
        AttributeOperator::Other(_) => Some(message::unknown_among("operator", word, &["any", "all"])),
        _ => Some(format!(
            "operator `{word}` is proposed by the specification guide; HAS supports only `any` and `all`"
        )),
    }
}

fn operand_problem(operator: &AttributeOperator, setting: &Setting) -> Option<String> {
    if matches!(setting.datum, Datum::Unresolved(_)) {
        return None;
    }
    let word = operator.name();
    let is_list = matches!(setting.datum, Datum::List(_));
    let found = setting.datum.describe();
    match operator {
        AttributeOperator::Any | AttributeOperator::All if !is_list => {
            Some(message::expected(format!("a list for `{word}`"), found))
        }
        AttributeOperator::Lt | AttributeOperator::Gt | AttributeOperator::Lte | AttributeOperator::Gte
            if setting.datum.number().is_none() =>
        {
            Some(message::expected(format!("a number for `{word}`"), found))
        }
        AttributeOperator::Regex if setting.datum.text().is_none() => {
            Some(message::expected("a pattern for `regex`", found))
        }
        _ => None,
    }
}
