//! Attributes: which of them the service looks at, by which operators, and with what operands.

use super::super::grammar::SERVICE;
use super::super::model::{AttributeOperator, AttributeTest, Condition, Datum, Setting, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&UNREAD_ATTRIBUTE, &UNREAD_OPERATOR, &OPERAND_KIND], check };

static UNREAD_ATTRIBUTE: Code = Code::warning(
    "homing/unread-attribute",
    "H-ATT-2",
    SERVICE,
    "The service evaluates `network_roles`, `replication_role`, `complex`, `country`, `state`, `region` and `cloud-region`. Any other attribute, all \
examples of the guide among them, is passed over without a word: it keeps every candidate.

Bad:
```yaml
evaluate: {vcpu_pinning: true}
```
Good:
```yaml
evaluate: {state: {any: [TX]}}
```",
);
static UNREAD_OPERATOR: Code = Code::warning(
    "homing/unread-operator",
    "H-ATT-3",
    "Homing Specification Guide, Evaluation operators; HAS, the homing service",
    "The guide proposes `eq`, `ne`, `lt`, `gt`, `lte`, `gte`, `any`, `all` and `regex`. The service knows `any` and `all`, one of them at a time, \
on `network_roles`, `complex`, `country`, `state` and `region`.

Bad:
```yaml
evaluate: {cloud_version: {gt: 1.0}}
```
Good:
```yaml
evaluate: {country: {all: [USA]}}
```",
);
static OPERAND_KIND: Code = Code::warning(
    "homing/attribute-operand",
    "H-ATT-4",
    "Homing Specification Guide, Evaluation operators",
    "`lt`, `gt`, `lte` and `gte` compare with a number, `any` and `all` take a list, `regex` a pattern.

Bad:
```yaml
evaluate: {state: {any: TX}}
```
Good:
```yaml
evaluate: {state: {any: [TX, OK]}}
```",
);

/// Attributes that the service evaluates with `any` and `all`.
const LISTED: [&str; 5] = ["network_roles", "complex", "country", "state", "region"];
/// And those that it evaluates in ways of their own.
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
        let message = format!("the engine does not look at `{name}`: every candidate keeps it");
        report.push(Diagnostic::new(&UNREAD_ATTRIBUTE, test.range, test.path.clone(), message));
    }
    let words: Vec<&str> = test.operators.iter().map(|(operator, _)| operator.name()).collect();
    if listed && words.contains(&"any") && words.contains(&"all") {
        let message = format!("of `any` and `all` on `{name}` only `all` counts");
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

/// Why the service does not hear this operator.
fn operator_problem(name: &str, listed: bool, operator: &AttributeOperator) -> Option<String> {
    let word = operator.name();
    match operator {
        AttributeOperator::Any | AttributeOperator::All => None,
        AttributeOperator::Is if listed => {
            Some(format!("the engine reads `{name}` by `any` or `all` and a list"))
        }
        AttributeOperator::Is | AttributeOperator::Other(_) if name == "cloud-region" => None,
        AttributeOperator::Is => None,
        AttributeOperator::Other(_) => Some(format!("there is no operator `{word}`: write `any` or `all`")),
        _ => Some(format!("the guide proposes `{word}`, the engine knows `any` and `all`")),
    }
}

fn operand_problem(operator: &AttributeOperator, setting: &Setting) -> Option<String> {
    if matches!(setting.datum, Datum::Unresolved(_)) {
        return None;
    }
    let word = operator.name();
    let is_list = matches!(setting.datum, Datum::List(_));
    match operator {
        AttributeOperator::Any | AttributeOperator::All if !is_list => Some(format!("`{word}` takes a list")),
        AttributeOperator::Lt | AttributeOperator::Gt | AttributeOperator::Lte | AttributeOperator::Gte
            if setting.datum.number().is_none() =>
        {
            Some(format!("`{word}` compares with a number"))
        }
        AttributeOperator::Regex if setting.datum.text().is_none() => {
            Some("`regex` takes a pattern".to_owned())
        }
        _ => None,
    }
}
