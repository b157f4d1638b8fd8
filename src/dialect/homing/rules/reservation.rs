//! Rule: reservations are in `reservation`, where HAS reads them.

use super::super::model::Template;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Node, Op, Placement, Value};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&RESERVATIONS], check };

static RESERVATIONS: Code = Code::error(
    "homing/reservations",
    "H-RSV-1",
    "Homing Specification Guide, Reservations; ONAP HAS",
    "Checks that reservations are in `reservation`, within `service_candidates`.",
)
.why("The specification guide uses `reservations`, with a type for each; HAS silently ignores that section.")
.advice("Move the entries to `service_candidates` in `reservation`, without `type`, and add `service_model`.")
.bad(
    "template",
    "
reservations: {hold: {type: instance_reservation, demands: [web], properties: {controller: SDN-C}}}
#^^^^^^^^^^^
",
)
.good(
    "
reservation:
  service_model: ADIOD
  service_candidates: {hold: {demands: [web], properties: {controller: SDN-C}}}
",
);

fn check(template: &Template, report: &mut Report) {
    let at = template.section("reservations");
    let Some(node) = template.node(&at) else { return };
    let range = node.key().map_or(node.range(), Node::range);
    let message = "`reservations` is the specification guide's name; HAS reads `reservation`";
    let mut diagnostic = Diagnostic::new(&RESERVATIONS, range, at.clone(), message);
    let inner = node.entries().len() > 0 && node.get("service_candidates").is_some();
    if inner && template.node(&template.section("reservation")).is_none() {
        let ops = vec![Op::RenameKey { at, to: "reservation".to_owned() }];
        diagnostic = diagnostic.fix("Rename to `reservation`", ops);
    }
    if let Some(ops) = as_engine_reservation(template, node) {
        diagnostic = diagnostic.fix("Convert to HAS syntax", ops).unsafe_fix();
    }
    report.push(diagnostic);
}

/// The specification guide's reservations in HAS's syntax, without their types.
fn as_engine_reservation(template: &Template, section: Node<'_>) -> Option<Vec<Op>> {
    let into = template.section("reservation");
    if template.node(&into).is_some() || section.entries().len() == 0 {
        return None;
    }
    let mut candidates = Vec::new();
    for entry in section.entries() {
        let Value::Mapping(mut fields) = super::table_fixes::copy(entry.value, 0)?.content().clone() else {
            return None;
        };
        fields.retain(|(key, _)| key != "type");
        candidates.push((entry.key.as_str()?.into_owned(), Value::Mapping(fields)));
    }
    let value = Value::map([
        ("service_model", Value::text("service")),
        ("service_candidates", Value::Mapping(candidates)),
    ]);
    let placement = Placement::Before("reservations".to_owned());
    let insert = Op::Insert { into: template.base.clone(), key: "reservation".to_owned(), value, placement };
    Some(vec![insert, Op::Remove { at: template.section("reservations"), prune: false }])
}
