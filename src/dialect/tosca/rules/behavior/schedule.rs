//! Schedules and periods of triggers.

use super::super::Rule;
use super::messages::suggest_key;
use crate::model::Service;
use crate::types::{ScalarText, TypeKind, named};
use crate::value::{Quantity, ScalarUnit, Timestamp, shown};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&BAD_SCHEDULE, &BAD_PERIOD], check };

static BAD_SCHEDULE: Code = Code::error(
    "tosca/bad-schedule",
    "T3.5.18-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1, 5.3.5",
    "Checks that a schedule is a `tosca.datatypes.TimeInterval` with the timestamps `start_time` and `end_time`, and does not end before it \
starts.",
)
.why("The trigger acts only during its schedule, so with an unreadable or reversed one it never acts.")
.advice("Set `start_time` and `end_time` to timestamps, the earlier one first.")
.bad(
    "trigger",
    "
schedule: {start_time: 2026-02-01T00:00:00Z, end_time: 2026-01-01T00:00:00Z}
#         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("schedule: {start_time: 2026-01-01T00:00:00Z, end_time: 2026-02-01T00:00:00Z}");
static BAD_PERIOD: Code = Code::error(
    "tosca/bad-period",
    "T3.5.18-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1",
    "Checks that `period` is a `scalar-unit.time`: a number with a unit of time.",
)
.why("A number without a unit is ambiguous: OpenStack reads it as seconds, and strict processors reject it.")
.advice("Add a unit, such as `60 s`.")
.bad(
    "trigger",
    "
condition: {constraint: {greater_than: 80}, period: 60}
#                                                   ^^
",
)
.good("condition: {constraint: {greater_than: 80}, period: 60 s}")
.one_cause("periods that are not a time");

fn check(service: &Service<'_>, report: &mut Report) {
    let types =
        service.own_types(TypeKind::Policy).flat_map(|(_, declared)| named(declared.node, "triggers"));
    let templates = service
        .topology
        .iter()
        .flat_map(|topology| &topology.policies)
        .flat_map(|policy| policy.triggers.clone());
    for trigger in types.chain(templates) {
        let trigger = trigger.value.resolve();
        if let Some(schedule) = trigger.get("schedule").map(Node::resolve) {
            check_schedule(service, schedule, report);
        }
        for place in [Some(trigger), trigger.get("condition").map(Node::resolve)].into_iter().flatten() {
            if let Some(period) = place.get("period").map(Node::resolve) {
                check_period(service, period, report);
            }
        }
    }
}

fn check_schedule(service: &Service<'_>, schedule: Node<'_>, report: &mut Report) {
    if is_call(schedule) || schedule.is_null() {
        return;
    }
    const KEYS: [&str; 2] = ["start_time", "end_time"];
    for entry in schedule.entries() {
        let Some(key) = entry.key.as_str().filter(|key| !entry.is_merge() && !KEYS.contains(&&**key)) else {
            continue;
        };
        let fault = service.fault(
            &BAD_SCHEDULE,
            entry.key,
            message::unknown_on("property", &key, "data type", "tosca.datatypes.TimeInterval"),
        );
        report.push(suggest_key(service, fault, entry.key, &key, KEYS));
    }
    let mut times = Vec::new();
    for key in KEYS {
        let Some(node) = schedule.get(key).map(Node::resolve) else {
            let message = message::missing("property", key) + " on the schedule";
            report.push(service.fault(&BAD_SCHEDULE, schedule, message));
            continue;
        };
        match ScalarText::of(node).map(|word| Timestamp::parse(&word.text)) {
            Some(Some(time)) => times.push(time),
            _ if is_call(node) => {}
            _ => {
                let message = message::expected(
                    format!("a timestamp such as `2026-01-01T12:00:00Z` for `{key}`"),
                    shown(node),
                );
                report.push(service.fault(&BAD_SCHEDULE, node, message));
            }
        }
    }
    if let [start, end] = times.as_slice()
        && start > end
    {
        let message = "the schedule ends before it starts".to_owned();
        report.push(service.fault(&BAD_SCHEDULE, schedule, message));
    }
}

fn check_period(service: &Service<'_>, period: Node<'_>, report: &mut Report) {
    let fits =
        ScalarText::of(period).is_some_and(|word| ScalarUnit::parse(&word.text, Quantity::Time).is_ok());
    if !fits && !is_call(period) && !period.is_null() {
        let number = ScalarText::of(period).map(|word| word.text);
        let found = number.as_ref().map_or("another value".to_owned(), |text| format!("`{text}`"));
        let message = message::expected("a time for `period`, such as `60 s`", found);
        let mut diagnostic = service.fault(&BAD_PERIOD, period, message);
        // Seconds are what OpenStack reads, which accepts plain numbers.
        if let Some(number) = number.filter(|text| text.parse::<u64>().is_ok()) {
            let ops = vec![Op::Replace { at: period.path(), value: Value::Plain(format!("{number} s")) }];
            diagnostic = diagnostic.fix(format!("Change to `{number} s`"), ops).unsafe_fix();
        }
        report.push(diagnostic);
    }
}

/// Returns true for a function call, such as `{get_input: from}`.
fn is_call(node: Node<'_>) -> bool {
    let mut entries = node.entries();
    let only = entries.next().filter(|_| entries.next().is_none());
    only.and_then(|entry| entry.key.as_str())
        .is_some_and(|key| key.starts_with("get_") || key == "concat" || key == "token")
}
