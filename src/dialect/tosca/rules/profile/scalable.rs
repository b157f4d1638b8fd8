//! Scaling bounds: the least number of instances is not above the most, and the default lies between them.

use super::super::Rule;
use super::{Capabilities, literal, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::Word;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&DEFAULT_OUTSIDE, &BOUNDS], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 5.5.13";

static DEFAULT_OUTSIDE: Code = Code::error(
    "tosca/default-instances-out-of-bounds",
    "T5.5.13-R1",
    SECTION,
    "`default_instances` is how many there are to begin with: not fewer than `min_instances`, not more than `max_instances`.",
);
static BOUNDS: Code = Code::error(
    "tosca/instances-reversed",
    "T5.5.13-R2",
    SECTION,
    "`min_instances` is not above `max_instances`, and neither is negative. Both are 1 where nothing is said.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut scalable = Capabilities::new(service, "tosca.capabilities.Scalable");
    for template in templates(service, "tosca.nodes.Root") {
        for (_, entry, _) in scalable.of(template) {
            let node = entry.value.resolve();
            if service.is_own(node) {
                bounds(service, node, report);
            }
        }
    }
}

fn bounds<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let number = |name: &str| -> Option<(Word<'d>, i128)> {
        let word = literal(node, name)?;
        let number = word.text.trim().parse().ok()?;
        Some((word, number))
    };
    // What is said but cannot be told bounds nothing.
    let bound = |name: &str| match super::assigned(node, name) {
        Some(_) => number(name).map(|(_, number)| number),
        None => Some(1),
    };
    let (least, most, default) =
        (number("min_instances"), number("max_instances"), number("default_instances"));
    for (word, number) in [&least, &most].into_iter().flatten() {
        if *number < 0 {
            report.push(service.fault(&BOUNDS, word.node, format!("there cannot be {number} instances")));
            return;
        }
    }
    let (low, high) = (bound("min_instances"), bound("max_instances"));
    if let (Some(low), Some(high)) = (low, high)
        && low > high
        && let Some((word, _)) = most.as_ref().or(least.as_ref())
    {
        let message = format!("at least {low} instances are more than at most {high}");
        report.push(service.fault(&BOUNDS, word.node, message));
        return;
    }
    let Some((word, default)) = default else { return };
    let outside = low.is_some_and(|low| default < low) || high.is_some_and(|high| default > high);
    if outside {
        let (low, high) = (low.unwrap_or(0), high.map_or("any number".to_owned(), |high| high.to_string()));
        let message = format!("{default} instances are not between {low} and {high}");
        report.push(service.fault(&DEFAULT_OUTSIDE, word.node, message));
    }
}
