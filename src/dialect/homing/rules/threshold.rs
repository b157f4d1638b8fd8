//! Thresholds: how they are written, and what they let through.

use super::super::grammar::{GUIDE, GUIDE_PAGE, SERVICE};
use super::super::model::{Asked, Datum, Limit, Template};
use super::super::threshold::{Bound, Fault, Operator, Quantity, Threshold};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Template> = Rule {
    codes: &[
        &BLANKS,
        &BARE_NUMBER,
        &OPERATOR,
        &UNIT,
        &ZERO,
        &RANGE,
        &NOTHING_EQUALS,
        &BELOW_ZERO,
        &NO_NUMBER,
    ],
    check,
};

static BLANKS: Code = Code::error(
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
static NO_NUMBER: Code = Code::error(
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
static NOTHING_EQUALS: Code = Code::warning(
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
static BELOW_ZERO: Code = Code::warning(
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
        let limits: [&Option<Limit>; 3] = match &constraint.asked {
            Asked::DistanceTo { distance, .. } | Asked::DistanceBetween { distance } => {
                [distance, &None, &None]
            }
            Asked::Network { bandwidth, distance, latency, .. } if guide => [bandwidth, distance, latency],
            _ => [&None, &None, &None],
        };
        limits.into_iter().flatten()
    })
}

fn check(template: &Template, report: &mut Report) {
    for limit in limits(template) {
        match &limit.read {
            Some(Ok(threshold)) => odd(limit, threshold, report),
            Some(Err(fault)) => wrong(limit, fault, report),
            None => bare(limit, report),
        }
    }
}

/// A new text for a threshold; nothing where it comes from a parameter.
fn rewrite(limit: &Limit, text: &str) -> Vec<Op> {
    if limit.given.parameter.is_some() {
        return Vec::new();
    }
    vec![Op::Replace { at: limit.given.path.clone(), value: Value::Quoted(text.to_owned()) }]
}

fn say(limit: &Limit, code: &'static Code, message: String) -> Diagnostic {
    let message = match &limit.given.parameter {
        Some(parameter) => format!("{message} (as parameter `{parameter}` has it)"),
        None => message,
    };
    Diagnostic::new(code, limit.given.range, limit.given.path.clone(), message)
}

/// Offers to write `text`.
fn offer(diagnostic: Diagnostic, limit: &Limit, text: &str, sure: bool) -> Diagnostic {
    let ops = rewrite(limit, text);
    if ops.is_empty() { diagnostic } else { diagnostic.likely_fix(format!("Write `{text}`"), ops, sure) }
}

fn bare(limit: &Limit, report: &mut Report) {
    let Datum::Number(number, text) = &limit.given.datum else { return };
    // What counts as missing is told as such.
    if *number == 0.0 {
        return;
    }
    let message = format!("the guide takes the number {text}, the engine reads texts only");
    let quoted = say(limit, &BARE_NUMBER, message);
    let unit = limit.quantity.units()[0].word();
    report.push(offer(quoted, limit, &format!("<= {text} {unit}"), false));
}

fn wrong(limit: &Limit, fault: &Fault, report: &mut Report) {
    let text = limit.given.datum.text().unwrap_or_default();
    // What is empty counts as missing, and is told as such.
    if text.is_empty() {
        return;
    }
    let replaced = |written: &str, with: &str| text.replacen(written, with, 1);
    let diagnostic = match fault {
        Fault::Blanks { mended } => {
            let message = format!("the parts of `{text}` have to stand apart: `{mended}`");
            offer(say(limit, &BLANKS, message), limit, mended, true)
        }
        Fault::Operator { written, meant } => {
            let message = format!("`{written}` is no comparison: write `=`, `<`, `>`, `<=` or `>=`");
            let diagnostic = say(limit, &OPERATOR, message);
            match meant {
                Some(meant) => offer(diagnostic, limit, &replaced(written, meant.sign()), true),
                None => diagnostic,
            }
        }
        Fault::Unit { written, meant } => {
            let units: Vec<&str> = limit.quantity.units().iter().map(|unit| unit.word()).collect();
            let message = format!(
                "`{written}` is no unit of {}: write `{}`",
                name(limit.quantity),
                units.join("` or `")
            );
            let diagnostic = say(limit, &UNIT, message);
            match meant.filter(|meant| meant.quantity() == limit.quantity) {
                Some(meant) => offer(diagnostic, limit, &replaced(written, meant.word()), true),
                None => diagnostic,
            }
        }
        Fault::OtherUnit { unit } => {
            say(limit, &UNIT, format!("`{}` does not measure {}", unit.word(), name(limit.quantity)))
        }
        Fault::Zero => say(limit, &ZERO, format!("the engine takes 0 for no number: `{text}` is refused")),
        Fault::RangeOperator { operator } => {
            let message = format!("a range takes no `{}`", operator.sign());
            offer(say(limit, &RANGE, message), limit, replaced(operator.sign(), "").trim(), false)
        }
        Fault::RangeBlanks { mended } => {
            let message = format!("a range has no blanks around its dash: `{mended}`");
            offer(say(limit, &RANGE, message), limit, mended, true)
        }
        Fault::Backwards => say(limit, &RANGE, format!("the range in `{text}` goes down")),
        Fault::NoNumber { part } => {
            say(limit, &NO_NUMBER, format!("`{part}` is no part of a threshold such as `< 100 km`"))
        }
    };
    report.push(diagnostic);
}

fn odd(limit: &Limit, threshold: &Threshold, report: &mut Report) {
    let unit = threshold.unit.word();
    match (threshold.bound, threshold.operator) {
        (Bound::Range(_, high), _) => {
            let message = format!(
                "the engine finds no distance equal to the range `{threshold}`: every candidate is dropped"
            );
            report.push(offer(
                say(limit, &NOTHING_EQUALS, message),
                limit,
                &format!("<= {high} {unit}"),
                false,
            ));
        }
        (Bound::Number(number), Operator::Equal) => {
            let message =
                format!("hardly any distance is exactly {number} {unit}: every candidate is dropped");
            let diagnostic = say(limit, &NOTHING_EQUALS, message);
            report.push(offer(diagnostic, limit, &format!("<= {number} {unit}"), false));
        }
        (Bound::Number(number), operator) if number < 0.0 => {
            let all = matches!(operator, Operator::Greater | Operator::AtLeast);
            let left = if all { "every candidate" } else { "no candidate" };
            let message = format!("{} is never below zero: `{threshold}` keeps {left}", name(limit.quantity));
            report.push(say(limit, &BELOW_ZERO, message));
        }
        _ => {}
    }
}

fn name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Distance => "a distance",
        Quantity::Time => "a time",
        Quantity::Throughput => "a throughput",
        Quantity::Currency => "a cost",
    }
}
