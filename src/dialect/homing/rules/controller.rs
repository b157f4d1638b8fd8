//! Whom fits and reservations ask, and whether there is anything that they could ask about.

use super::super::grammar::SERVICE;
use super::super::model::{Condition, Constraint, ConstraintKind, Setting, Template};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Op, Value};

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&CONTROLLER_SPELLING, &RESERVATION_CONTROLLER, &NOTHING_TO_FIT], check };

static CONTROLLER_SPELLING: Code = Code::warning(
    "homing/controller-spelling",
    "H-FIT-2",
    "Homing Specification Guide, Instance fit; HAS, the homing service",
    "The guide writes `sdn-c`; the service knows `SDN-C` and no other. Of an unknown controller nobody is asked, and every candidate is kept.

Bad:
```yaml
room: {type: region_fit, demands: [web], properties: {controller: sdn-c}}
```
Good:
```yaml
room: {type: region_fit, demands: [web], properties: {controller: SDN-C}}
```",
);
static RESERVATION_CONTROLLER: Code = Code::warning(
    "homing/reservation-controller",
    "H-RSV-4",
    "Homing Specification Guide, Reservations; HAS, the homing service",
    "The guide writes `sdn-c`; the service knows `SDN-C` and no other, and reserves nothing with any other.

Bad:
```yaml
service_candidates: {hold: {demands: [web], properties: {controller: sdn-c}}}
```
Good:
```yaml
service_candidates: {hold: {demands: [web], properties: {controller: SDN-C}}}
```",
);
static NOTHING_TO_FIT: Code = Code::warning(
    "homing/nothing-to-fit",
    "H-FIT-3",
    SERVICE,
    "`instance_fit` looks at services that run, `region_fit` at cloud regions. A demand with no source of that kind has nothing for it to look at.

Bad:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints: {room: {type: instance_fit, demands: [web], properties: {controller: SDN-C}}}
```
Good:
```yaml
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
constraints: {room: {type: region_fit, demands: [web], properties: {controller: SDN-C}}}
```",
);

const CONTROLLER: &str = "SDN-C";

fn check(template: &Template, report: &mut Report) {
    for constraint in &template.constraints {
        let Condition::Fit { controller, .. } = &constraint.condition else { continue };
        let kind = match constraint.kind {
            Some(ConstraintKind::InstanceFit) => "service",
            Some(ConstraintKind::RegionFit) => "cloud",
            // Of a cloud's own manager the name is not read.
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
        format!("the guide writes `{text}`, the engine reads `{CONTROLLER}`")
    } else {
        format!("the engine knows no controller `{text}`: nobody is asked")
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
        // What cannot be told may be of the kind.
        if kinds.is_empty() || kinds.iter().any(|found| found.is_none_or(|found| found == kind)) {
            continue;
        }
        let what = if kind == "service" { "running services" } else { "cloud regions" };
        let message =
            format!("`{}` offers no {what}, so `{}` has nothing to look at", name_ref.name, constraint.name);
        report.push(Diagnostic::new(&NOTHING_TO_FIT, name_ref.range, name_ref.path.clone(), message));
    }
}
