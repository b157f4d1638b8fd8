//! Rule: all distance constraints on a pair can hold together.

use std::collections::BTreeMap;

use super::super::model::{Condition, Constraint, Limit, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&CONTRADICTION], check };

static CONTRADICTION: Code = Code::error(
    "homing/contradicting-distances",
    "H-THR-10",
    "Measured values",
    "Checks that all distance constraints on the same pair can hold together.",
)
.why("If one keeps only near candidates and another only far ones, no candidate is left.")
.advice("Change one of the thresholds so that their ranges overlap.")
.bad(
    "constraints of the specification guide",
    "
near:
  type: distance_to_location
  demands: [web]
  properties: {distance: '< 10 km', location: customer}
far:
  type: distance_to_location
  demands: [web]
  properties: {distance: '> 50 km', location: customer}
#                        ^^^^^^^^^
",
)
.good(
    "
near:
  type: distance_to_location
  demands: [web]
  properties: {distance: '< 100 km', location: customer}
far:
  type: distance_to_location
  demands: [web]
  properties: {distance: '> 50 km', location: customer}
",
);

/// Limit of demands whose pairs are compared.
const MAX_PAIRED: usize = 24;

/// A demand and a location, or two demands.
type Pair<'t> = (&'t str, &'t str);
/// A bound, whether it is inclusive, and its constraint.
type Bound<'t> = (f64, bool, &'t Constraint, &'t Limit);

fn check(template: &Template, report: &mut Report) {
    // The highest lower bound and the lowest upper bound.
    let mut bounds: BTreeMap<Pair<'_>, (Option<Bound<'_>>, Option<Bound<'_>>)> = BTreeMap::new();
    let mut reported: Vec<(&str, &str)> = Vec::new();
    for constraint in &template.constraints {
        let Some((limit, places)) = distance_limit(constraint) else { continue };
        let Some(threshold) = limit.threshold() else { continue };
        let ((low, low_kept), (high, high_kept)) = threshold.interval();
        for between in places {
            let (lower, upper) = bounds.entry(between).or_default();
            if lower.is_none_or(|(at, ..)| low > at) {
                *lower = Some((low, low_kept, constraint, limit));
            }
            if upper.is_none_or(|(at, ..)| high < at) {
                *upper = Some((high, high_kept, constraint, limit));
            }
        }
    }
    for ((one, other), (lower, upper)) in bounds {
        let (Some(lower), Some(upper)) = (lower, upper) else { continue };
        let good = lower.0 < upper.0 || (lower.0 == upper.0 && lower.1 && upper.1);
        let pair = (lower.2.name.as_str(), upper.2.name.as_str());
        if good || lower.2.name == upper.2.name || reported.contains(&pair) {
            continue;
        }
        reported.push(pair);
        let later = if lower.3.setting.range.start > upper.3.setting.range.start { lower } else { upper };
        let first = if later.2.name == lower.2.name { upper } else { lower };
        let message = format!(
            "`{}` and `{}` allow no distance between `{one}` and `{other}`",
            first.2.name, later.2.name
        );
        report.push(
            Diagnostic::new(&CONTRADICTION, later.3.setting.range, later.3.setting.path.clone(), message)
                .related(first.3.setting.range, format!("required by `{}`", first.2.name)),
        );
    }
}

fn distance_limit(constraint: &Constraint) -> Option<(&Limit, Vec<Pair<'_>>)> {
    let names: Vec<&str> = constraint.demands.iter().map(|demand| demand.name.as_str()).collect();
    match &constraint.condition {
        Condition::DistanceTo { distance: Some(limit), location: Some(location) } => {
            Some((limit, names.into_iter().map(|name| (name, location.name.as_str())).collect()))
        }
        Condition::DistanceBetween { distance: Some(limit) } => {
            let mut pairs = Vec::new();
            for (at, one) in names.iter().enumerate().take(MAX_PAIRED) {
                for other in names.iter().skip(at + 1).take(MAX_PAIRED) {
                    pairs.push(if one < other { (*one, *other) } else { (*other, *one) });
                }
            }
            Some((limit, pairs))
        }
        _ => None,
    }
}
