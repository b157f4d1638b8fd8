//! Rule: a network constraint has a limit, and a location if its type needs one.

use super::super::grammar::{GUIDE, GUIDE_PAGE};
use super::super::model::{Condition, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Template> = Rule { codes: &[&NETWORK_PROPERTIES], check };

static NETWORK_PROPERTIES: Code = Code::error(
    "homing/network-properties",
    "H-NET-1",
    GUIDE_PAGE,
    "Checks that a network constraint has at least one of `bandwidth`, `distance` and `latency`, and that `network_to_location` has a `location`.",
)
.why("Without a limit, the constraint excludes no candidate. HAS does not implement it, so the form is that of the specification guide, for drafts.")
.advice("Add a limit such as `latency: '< 50 ms'`, and for `network_to_location` also a `location`.")
.bad(
    "constraints of the specification guide",
    "
fast: {type: network_between_demands, demands: [web, database], properties: {}}
#^^^
",
)
.good("fast: {type: network_between_demands, demands: [web, database], properties: {latency: '< 50 ms'}}");

fn check(template: &Template, report: &mut Report) {
    if !GUIDE.has(template.profiles) {
        return;
    }
    for constraint in &template.constraints {
        let Condition::Network { bandwidth, distance, latency, location } = &constraint.condition else {
            continue;
        };
        let mut missing = Vec::new();
        if bandwidth.is_none() && distance.is_none() && latency.is_none() {
            missing.push("property `bandwidth`, `distance` or `latency`");
        }
        if location.is_none()
            && constraint.kind.is_some_and(super::super::model::ConstraintKind::is_to_location)
        {
            missing.push("property `location`");
        }
        if !missing.is_empty() {
            let message = message::missing_parts(format_args!(
                "{} on constraint `{}`",
                missing.join(" and "),
                constraint.name
            ));
            let path = constraint.path.clone();
            report.push(Diagnostic::new(&NETWORK_PROPERTIES, constraint.range, path, message));
        }
    }
}
