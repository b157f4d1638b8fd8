//! Thresholds: how they are written, and what they let through.

use super::super::grammar::{GUIDE, GUIDE_PAGE, SERVICE};
use super::super::model::{Condition, Datum, Limit, Template};
use super::super::threshold::{Bound, Operator, Quantity, Threshold, ThresholdError};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Template> = Rule {
    codes: &[
        &MISSING_SPACES,
        &BARE_NUMBER,
        &OPERATOR,
        &UNIT,
        &ZERO,
        &RANGE,
        &EXACT_DISTANCE,
        &NEGATIVE_DISTANCE,
        &MISSING_NUMBER,
    ],
    check,
};

static MISSING_SPACES: Code = Code::error(
    "homing/threshold-without-blanks",
    "H-THR-1",
    "Homing Specification Guide, Threshold values; HAS, the homing service",
    "Operator, number and unit stand apart: the guide says that blanks may be there, the service that they must.

Bad:
```yaml
distance: '<100 km'
```
Good:
```yaml
distance: '< 100 km'
```",
);
static MISSING_NUMBER: Code = Code::error(
    "homing/threshold-without-number",
    "H-THR-1",
    SERVICE,
    "A threshold is an operator, a number or a range, and a unit, each once and with blanks between.

Bad:
```yaml
distance: near
```
Good:
```yaml
distance: '< 100 km'
```",
);
static BARE_NUMBER: Code = Code::error(
    "homing/threshold-is-a-number",
    "H-THR-2",
    "Homing Specification Guide, Threshold values; HAS, the homing service",
    "The guide takes a whole or a broken number for a threshold. The service reads texts only, so that also a number alone stands in quotes.

Bad:
```yaml
distance: 100
```
Good:
```yaml
distance: '<= 100 km'
```",
);
static OPERATOR: Code = Code::error(
    "homing/threshold-sign",
    "H-THR-3",
    GUIDE_PAGE,
    "A threshold compares with `=`, `<`, `>`, `<=` or `>=`; where none is written `=` is meant.

Bad:
```yaml
distance: '!= 5 km'
```
Good:
```yaml
distance: '>= 5 km'
```",
);
static UNIT: Code = Code::error(
    "homing/threshold-unit",
    "H-THR-4",
    GUIDE_PAGE,
    "A distance is in `km` or `mi`, a time in `ms` or `sec`, a throughput in `Kbps`, `Mbps` or `Gbps`, a cost in `USD`; spelled just so.

Bad:
```yaml
distance: '< 5 KM'
```
Good:
```yaml
distance: '< 5 km'
```",
);
static ZERO: Code = Code::error(
    "homing/threshold-of-zero",
    "H-THR-5",
    SERVICE,
    "The service takes the number 0 for no number at all, also at the end of a range. Write one that is next to it.

Bad:
```yaml
distance: '> 0 km'
```
Good:
```yaml
distance: '> 0.001 km'
```",
);
static RANGE: Code = Code::error(
    "homing/threshold-range",
    "H-THR-7",
    GUIDE_PAGE,
    "A range goes up, has no blanks around its dash, and takes no operator but `=`.

Bad:
```yaml
distance: '< 10-20 km'
```
Good:
```yaml
distance: '10-20 km'
```",
);
static EXACT_DISTANCE: Code = Code::warning(
    "homing/threshold-nothing-equals",
    "H-THR-8",
    SERVICE,
    "A distance that was measured never equals the one that was written, and the service holds a range to the same test. Every candidate is \
dropped.

Bad:
```yaml
distance: '10-20 km'
```
Good:
```yaml
distance: '<= 20 km'
```",
);
static NEGATIVE_DISTANCE: Code = Code::warning(
    "homing/threshold-below-zero",
    "H-THR-9",
    "Measured values",
    "No distance is below zero, so this keeps every candidate or none.

Bad:
```yaml
distance: '< -5 km'
```
Good:
```yaml
distance: '< 5 km'
```",
);

/// Every threshold of the template; those of deferred constraints are the guide's alone.
fn limits(template: &Template) -> impl Iterator<Item = &Limit> {
    let guide = GUIDE.has(template.profiles);
    template.constraints.iter().flat_map(move |constraint| {
        let limits: [&Option<Limit>; 3] = match &constraint.condition {
            Condition::DistanceTo { distance, .. } | Condition::DistanceBetween { distance } => {
                [distance, &None, &None]
            }
            Condition::Network { bandwidth, distance, latency, .. } if guide => {
                [bandwidth, distance, latency]
            }
            _ => [&None, &None, &None],
        };
        limits.into_iter().flatten()
    })
}

fn check(template: &Template, report: &mut Report) {
    for limit in limits(template) {
        match &limit.parsed {
            Some(Ok(threshold)) => check_effect(limit, threshold, report),
            Some(Err(error)) => report_error(limit, error, report),
            None => report_bare_number(limit, report),
        }
    }
}

/// A new text for a threshold; nothing where it comes from a parameter.
fn rewrite(limit: &Limit, text: &str) -> Vec<Op> {
    if limit.setting.parameter.is_some() {
        return Vec::new();
    }
    vec![Op::Replace { at: limit.setting.path.clone(), value: Value::Quoted(text.to_owned()) }]
}

fn diagnostic_for(limit: &Limit, code: &'static Code, message: String) -> Diagnostic {
    let message = match &limit.setting.parameter {
        Some(parameter) => format!("{message} (as parameter `{parameter}` has it)"),
        None => message,
    };
    Diagnostic::new(code, limit.setting.range, limit.setting.path.clone(), message)
}

/// Offers to write `text`.
fn with_fix(diagnostic: Diagnostic, limit: &Limit, text: &str, is_certain: bool) -> Diagnostic {
    let ops = rewrite(limit, text);
    if ops.is_empty() {
        diagnostic
    } else {
        diagnostic.likely_fix(format!("Write `{text}`"), ops, is_certain)
    }
}

fn report_bare_number(limit: &Limit, report: &mut Report) {
    let Datum::Number(number, text) = &limit.setting.datum else { return };
    // What counts as missing is told as such.
    if *number == 0.0 {
        return;
    }
    let message = format!("the guide takes the number {text}, the engine reads texts only");
    let quoted = diagnostic_for(limit, &BARE_NUMBER, message);
    let unit = limit.quantity.units()[0].symbol();
    report.push(with_fix(quoted, limit, &format!("<= {text} {unit}"), false));
}

fn report_error(limit: &Limit, error: &ThresholdError, report: &mut Report) {
    let text = limit.setting.datum.text().unwrap_or_default();
    // What is empty counts as missing, and is told as such.
    if text.is_empty() {
        return;
    }
    let replaced = |written: &str, with: &str| text.replacen(written, with, 1);
    let diagnostic = match error {
        ThresholdError::MissingSpaces { fixed } => {
            let message = format!("the parts of `{text}` have to stand apart: `{fixed}`");
            with_fix(diagnostic_for(limit, &MISSING_SPACES, message), limit, fixed, true)
        }
        ThresholdError::Operator { written, suggestion } => {
            let message = format!("`{written}` is no comparison: write `=`, `<`, `>`, `<=` or `>=`");
            let diagnostic = diagnostic_for(limit, &OPERATOR, message);
            match suggestion {
                Some(suggestion) => {
                    with_fix(diagnostic, limit, &replaced(written, suggestion.symbol()), true)
                }
                None => diagnostic,
            }
        }
        ThresholdError::Unit { written, suggestion } => {
            let units: Vec<&str> = limit.quantity.units().iter().map(|unit| unit.symbol()).collect();
            let message = format!(
                "`{written}` is no unit of {}: write `{}`",
                quantity_name(limit.quantity),
                units.join("` or `")
            );
            let diagnostic = diagnostic_for(limit, &UNIT, message);
            match suggestion.filter(|suggestion| suggestion.quantity() == limit.quantity) {
                Some(suggestion) => {
                    with_fix(diagnostic, limit, &replaced(written, suggestion.symbol()), true)
                }
                None => diagnostic,
            }
        }
        ThresholdError::WrongQuantity { unit } => diagnostic_for(
            limit,
            &UNIT,
            format!("`{}` does not measure {}", unit.symbol(), quantity_name(limit.quantity)),
        ),
        ThresholdError::Zero => {
            diagnostic_for(limit, &ZERO, format!("the engine takes 0 for no number: `{text}` is refused"))
        }
        ThresholdError::RangeOperator { operator } => {
            let message = format!("a range takes no `{}`", operator.symbol());
            with_fix(
                diagnostic_for(limit, &RANGE, message),
                limit,
                replaced(operator.symbol(), "").trim(),
                false,
            )
        }
        ThresholdError::RangeSpaces { fixed } => {
            let message = format!("a range has no blanks around its dash: `{fixed}`");
            with_fix(diagnostic_for(limit, &RANGE, message), limit, fixed, true)
        }
        ThresholdError::DescendingRange => {
            diagnostic_for(limit, &RANGE, format!("the range in `{text}` goes down"))
        }
        ThresholdError::MissingNumber { part } => diagnostic_for(
            limit,
            &MISSING_NUMBER,
            format!("`{part}` is no part of a threshold such as `< 100 km`"),
        ),
    };
    report.push(diagnostic);
}

fn check_effect(limit: &Limit, threshold: &Threshold, report: &mut Report) {
    let unit = threshold.unit.symbol();
    match (threshold.bound, threshold.operator) {
        (Bound::Range(_, high), _) => {
            let message = format!(
                "the engine finds no distance equal to the range `{threshold}`: every candidate is dropped"
            );
            report.push(with_fix(
                diagnostic_for(limit, &EXACT_DISTANCE, message),
                limit,
                &format!("<= {high} {unit}"),
                false,
            ));
        }
        (Bound::Number(number), Operator::Equal) => {
            let message =
                format!("hardly any distance is exactly {number} {unit}: every candidate is dropped");
            let diagnostic = diagnostic_for(limit, &EXACT_DISTANCE, message);
            report.push(with_fix(diagnostic, limit, &format!("<= {number} {unit}"), false));
        }
        (Bound::Number(number), operator) if number < 0.0 => {
            let all = matches!(operator, Operator::Greater | Operator::AtLeast);
            let left = if all { "every candidate" } else { "no candidate" };
            let message =
                format!("{} is never below zero: `{threshold}` keeps {left}", quantity_name(limit.quantity));
            report.push(diagnostic_for(limit, &NEGATIVE_DISTANCE, message));
        }
        _ => {}
    }
}

fn quantity_name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Distance => "a distance",
        Quantity::Time => "a time",
        Quantity::Throughput => "a throughput",
        Quantity::Currency => "a cost",
    }
}
