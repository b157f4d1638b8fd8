//! Rule: constraints and reservations name a known controller, and a source that it applies to.

use super::super::grammar::HAS;
use super::super::model::{Condition, Constraint, ConstraintKind, Setting, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&CONTROLLER_SPELLING, &RESERVATION_CONTROLLER, &NOTHING_TO_FIT], check };

static CONTROLLER_SPELLING: Code = Code::warning(
    "homing/controller-spelling",
    "H-FIT-2",
    "Homing Specification Guide, Instance fit; ONAP HAS",
    "Checks that the controller is `SDN-C`, the only one that HAS supports. The specification guide spells it `sdn-c`.",
)
.why("With any other name HAS queries no controller and keeps every candidate.")
.advice("Write `controller: SDN-C` in `properties` of the constraint.")
.bad(
    "constraints of the specification guide",
    "
room: {type: region_fit, demands: [web], properties: {controller: sdn-c}}
#                                                                 ^^^^^
",
)
.good("room: {type: region_fit, demands: [web], properties: {controller: SDN-C}}");
static RESERVATION_CONTROLLER: Code = Code::warning(
    "homing/reservation-controller",
    "H-RSV-4",
    "Homing Specification Guide, Reservations; ONAP HAS",
    "Checks that the controller is `SDN-C`, the only one that HAS supports. The specification guide spells it `sdn-c`.",
)
.why("With any other name HAS reserves nothing.")
.advice("Write `controller: SDN-C` in `properties` of the reservation.")
.bad(
    "reservation",
    "
service_candidates: {hold: {demands: [web], properties: {controller: sdn-c}}}
#                                                                    ^^^^^
",
)
.good("service_candidates: {hold: {demands: [web], properties: {controller: SDN-C}}}");
static NOTHING_TO_FIT: Code = Code::warning(
    "homing/nothing-to-fit",
    "H-FIT-3",
    HAS,
    "Checks that the demand has a source that the constraint applies to: running services for `instance_fit`, cloud regions for `region_fit`.",
)
.why("HAS keeps candidates of other types without a check, so the constraint excludes none.")
.advice("Use `instance_fit` for services or `region_fit` for cloud regions, or add a source that the constraint applies to.")
.bad(
    "template",
    "
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints: {room: {type: instance_fit, demands: [web], properties: {controller: SDN-C}}}
#                                                  ^^^
",
)
.good(
    "
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints: {room: {type: region_fit, demands: [web], properties: {controller: SDN-C}}}
",
);

const CONTROLLER: &str = "SDN-C";

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Condition::Fit { controller, .. } = &constraint.condition else { continue };
        let kind = match constraint.kind {
            Some(ConstraintKind::InstanceFit) => "service",
            Some(ConstraintKind::RegionFit) => "cloud",
            // HAS doesn't read the controller of `vim_fit`.
            _ => continue,
        };
        if let Some(setting) = controller {
            check_controller(setting, &CONTROLLER_SPELLING, report);
        }
        check_sources(template, constraint, kind, report);
    }
    for reservation in &template.reservations {
        if let Some(setting) = &reservation.controller {
            check_controller(setting, &RESERVATION_CONTROLLER, report);
        }
    }
}

fn check_controller(setting: &Setting, code: &'static Code, report: &mut Report) {
    let Some(text) = setting.datum.text().filter(|text| *text != CONTROLLER && !text.is_empty()) else {
        return;
    };
    let same = text.eq_ignore_ascii_case(CONTROLLER) || text.eq_ignore_ascii_case("sdnc");
    let message = if same {
        message::expected(format!("`{CONTROLLER}`"), format!("the specification guide's spelling `{text}`"))
    } else {
        format!("{}; no controller is queried", message::unknown("controller", text))
    };
    let diagnostic = Diagnostic::new(code, setting.range, setting.path.clone(), message);
    report.push(match setting.parameter {
        Some(_) => diagnostic,
        None => {
            let value = Value::text(CONTROLLER);
            let ops = vec![Op::Replace { at: setting.path.clone(), value }];
            diagnostic.likely_fix(format!("Change to `{CONTROLLER}`"), ops, same)
        }
    });
}

fn check_sources(template: &Template, constraint: &Constraint, kind: &str, report: &mut Report) {
    for name_ref in &constraint.demands {
        let Some(demand) = template.demand(&name_ref.name) else { continue };
        let kinds: Vec<Option<&str>> = demand
            .sources
            .iter()
            .map(|source| source.kind.as_ref().and_then(|setting| setting.datum.text()))
            .collect();
        // An unknown kind may be the right one.
        if kinds.is_empty() || kinds.iter().any(|found| found.is_none_or(|found| found == kind)) {
            continue;
        }
        let what = if kind == "service" { "running services" } else { "cloud regions" };
        let mut found: Vec<&str> = kinds.into_iter().flatten().collect();
        found.dedup();
        let expected =
            format!("a source of {what} for demand `{}` in constraint `{}`", name_ref.name, constraint.name);
        let message = message::expected(expected, message::list(found, "and"));
        report.push(Diagnostic::new(&NOTHING_TO_FIT, name_ref.range, name_ref.path.clone(), message));
    }
}
