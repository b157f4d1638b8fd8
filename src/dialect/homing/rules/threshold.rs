//! Rule: thresholds are valid, and let some candidates pass.

use super::super::grammar::{GUIDE, GUIDE_PAGE, HAS};
use super::super::model::{Condition, Datum, Limit, Template};
use super::super::threshold::{Bound, Operator, Quantity, Threshold, ThresholdError};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
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
    "Homing Specification Guide, Threshold values; ONAP HAS",
    "Checks that operator, number and unit are separated by spaces.",
)
.why("HAS requires the spaces. They are optional in the specification guide.")
.advice("Insert spaces between operator, number and unit: `< 100 km`.")
.bad(
    "distance",
    "
distance: '<100 km'
#         ^^^^^^^^^
",
)
.good("distance: '< 100 km'");
static MISSING_NUMBER: Code = Code::error(
    "homing/threshold-without-number",
    "H-THR-1",
    HAS,
    "Checks that a threshold is an operator, a number or range, and a unit, each at most once and separated by spaces.",
)
.why("HAS rejects a threshold without a number or with any other part.")
.advice("Add the number, and remove every other part: `< 100 km`.")
.bad(
    "distance",
    "
distance: '< km'
#         ^^^^^^
",
)
.good("distance: '< 100 km'");
static BARE_NUMBER: Code = Code::error(
    "homing/threshold-is-a-number",
    "H-THR-2",
    "Homing Specification Guide, Threshold values; ONAP HAS",
    "Checks that a threshold is a string.",
)
.why("The specification guide also allows a plain number; HAS reads only strings, so even a number alone needs quotes.")
.advice("Put the threshold in quotes, with an operator and a unit: `'<= 100 km'`.")
.bad(
    "distance",
    "
distance: 100
#         ^^^
",
)
.good("distance: '<= 100 km'");
static OPERATOR: Code = Code::error(
    "homing/threshold-sign",
    "H-THR-3",
    GUIDE_PAGE,
    "Checks that the operator of a threshold is `=`, `<`, `>`, `<=` or `>=`. The default is `=`.",
)
.why("HAS rejects a threshold with any other operator.")
.advice("Replace the operator with `<`, `>`, `<=` or `>=`.")
.bad(
    "distance",
    "
distance: '!= 5 km'
#         ^^^^^^^^^
",
)
.good("distance: '>= 5 km'");
static UNIT: Code = Code::error(
    "homing/threshold-unit",
    "H-THR-4",
    GUIDE_PAGE,
    "Checks the unit of a threshold: `km` or `mi` for a distance, `ms` or `sec` for a time, `Kbps`, `Mbps` or `Gbps` for a throughput, `USD` for \
a cost. Units are case-sensitive.",
)
.why("HAS rejects any other unit, also in another case: `KM` is unknown.")
.advice("Write a unit of the measured quantity, in its exact case: `< 5 km`.")
.bad(
    "distance",
    "
distance: '< 5 KM'
#         ^^^^^^^^
",
)
.good("distance: '< 5 km'");
static ZERO: Code = Code::error(
    "homing/threshold-of-zero",
    "H-THR-5",
    HAS,
    "Checks that a threshold isn't 0, also as a bound of a range.",
)
.why("HAS treats the number 0 as missing.")
.advice("Use a number close to 0 instead.")
.bad(
    "distance",
    "
distance: '> 0 km'
#         ^^^^^^^^
",
)
.good("distance: '> 0.001 km'");
static RANGE: Code = Code::error(
    "homing/threshold-range",
    "H-THR-7",
    GUIDE_PAGE,
    "Checks that a range is ascending, has no spaces around its hyphen, and has no operator other than `=`.",
)
.why("HAS rejects other operators, and spaces make it reject the range or read only one bound. It exchanges the bounds of a descending range, which can \
hide a typing error.")
.advice("Write the range as `10-20 km`, the lower bound first, or use a single bound such as `<= 20 km`.")
.bad(
    "distance",
    "
distance: '< 10-20 km'
#         ^^^^^^^^^^^^
",
)
.good("distance: '10-20 km'");
static EXACT_DISTANCE: Code = Code::warning(
    "homing/threshold-of-exact-distance",
    "H-THR-8",
    HAS,
    "Reports thresholds that require an exact distance.",
)
.earlier(&["homing/threshold-nothing-equals"])
.why("A measured distance never equals the given one, and HAS compares it with a range in the same way. Every candidate is dropped.")
.advice("Use `<`, `>`, `<=` or `>=` with a single number: `<= 20 km`.")
.bad(
    "distance",
    "
distance: '10-20 km'
#         ^^^^^^^^^^
",
)
.good("distance: '<= 20 km'");
static NEGATIVE_DISTANCE: Code = Code::warning(
    "homing/threshold-below-zero",
    "H-THR-9",
    "Measured values",
    "Reports thresholds below zero.",
)
.why("No distance is negative, so the constraint keeps every candidate or none.")
.advice("Write a number above zero, such as `< 5 km`, or remove the constraint.")
.bad(
    "distance",
    "
distance: '< -5 km'
#         ^^^^^^^^^
",
)
.good("distance: '< 5 km'");

/// All thresholds of the template; those of deferred constraints only in the specification guide's profile.
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

/// Replaces the text of a threshold; empty if it comes from a parameter.
fn rewrite(limit: &Limit, text: &str) -> Vec<Op> {
    if limit.setting.parameter.is_some() {
        return Vec::new();
    }
    vec![Op::Replace { at: limit.setting.path.clone(), value: Value::Quoted(text.to_owned()) }]
}

fn diagnostic_for(limit: &Limit, code: &'static Code, message: String) -> Diagnostic {
    let message = match &limit.setting.parameter {
        Some(parameter) => format!("{message} (value of parameter `{parameter}`)"),
        None => message,
    };
    Diagnostic::new(code, limit.setting.range, limit.setting.path.clone(), message)
}

/// Adds a fix that replaces the threshold with `text`.
fn with_fix(diagnostic: Diagnostic, limit: &Limit, text: &str, is_certain: bool) -> Diagnostic {
    let ops = rewrite(limit, text);
    if ops.is_empty() {
        diagnostic
    } else {
        diagnostic.likely_fix(format!("Change to `{text}`"), ops, is_certain)
    }
}

fn report_bare_number(limit: &Limit, report: &mut Report) {
    let Datum::Number(number, text) = &limit.setting.datum else { return };
    // Another rule reports values that count as missing.
    if *number == 0.0 {
        return;
    }
    let message = message::expected(
        "a string",
        format!("the number {text}, which only the specification guide allows"),
    );
    let quoted = diagnostic_for(limit, &BARE_NUMBER, message);
    let unit = limit.quantity.units()[0].symbol();
    report.push(with_fix(quoted, limit, &format!("<= {text} {unit}"), false));
}

fn report_error(limit: &Limit, error: &ThresholdError, report: &mut Report) {
    let text = limit.setting.datum.text().unwrap_or_default();
    // Another rule reports empty values, which count as missing.
    if text.is_empty() {
        return;
    }
    let replaced = |written: &str, with: &str| text.replacen(written, with, 1);
    let diagnostic = match error {
        ThresholdError::MissingSpaces { fixed } => {
            let message = format!("missing spaces in threshold `{text}`; use `{fixed}`");
            with_fix(diagnostic_for(limit, &MISSING_SPACES, message), limit, fixed, true)
        }
        ThresholdError::Operator { written, suggestion } => {
            let message = message::expected("operator `=`, `<`, `>`, `<=` or `>=`", format!("`{written}`"));
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
            let expected = format!("unit `{}`", units.join("` or `"));
            let message = message::expected(expected, format!("`{written}`"));
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
            format!("unit `{}` does not measure {}", unit.symbol(), quantity_name(limit.quantity)),
        ),
        ThresholdError::Zero => {
            diagnostic_for(limit, &ZERO, format!("HAS treats 0 as missing and rejects `{text}`"))
        }
        ThresholdError::RangeOperator { operator } => {
            let message = format!("unexpected operator `{}` before a range", operator.symbol());
            with_fix(
                diagnostic_for(limit, &RANGE, message),
                limit,
                replaced(operator.symbol(), "").trim(),
                false,
            )
        }
        ThresholdError::RangeSpaces { fixed } => {
            let message = format!("unexpected spaces in a range; use `{fixed}`");
            with_fix(diagnostic_for(limit, &RANGE, message), limit, fixed, true)
        }
        ThresholdError::DescendingRange => {
            diagnostic_for(limit, &RANGE, message::expected("an ascending range", format!("`{text}`")))
        }
        ThresholdError::MissingNumber { part } => diagnostic_for(
            limit,
            &MISSING_NUMBER,
            message::expected("a threshold such as `< 100 km`", format!("`{part}`")),
        ),
    };
    report.push(diagnostic);
}

fn check_effect(limit: &Limit, threshold: &Threshold, report: &mut Report) {
    let unit = threshold.unit.symbol();
    match (threshold.bound, threshold.operator) {
        (Bound::Range(_, high), _) => {
            let message =
                format!("no distance equals the range `{threshold}` in HAS; every candidate is dropped");
            report.push(with_fix(
                diagnostic_for(limit, &EXACT_DISTANCE, message),
                limit,
                &format!("<= {high} {unit}"),
                false,
            ));
        }
        (Bound::Number(number), Operator::Equal) => {
            let message =
                format!("almost no distance is exactly {number} {unit}; every candidate is dropped");
            let diagnostic = diagnostic_for(limit, &EXACT_DISTANCE, message);
            report.push(with_fix(diagnostic, limit, &format!("<= {number} {unit}"), false));
        }
        (Bound::Number(number), operator) if number < 0.0 => {
            let all = matches!(operator, Operator::Greater | Operator::AtLeast);
            let left = if all { "every candidate" } else { "no candidate" };
            let message =
                format!("{} is never negative: `{threshold}` keeps {left}", quantity_name(limit.quantity));
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
