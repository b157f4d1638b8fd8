//! When triggers fire: the time that they are switched on for, and how long a condition has to hold.

use super::super::Rule;
use super::say::meant_key;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{TypeKind, Word, named};
use crate::dialect::tosca::value::{Quantity, ScalarUnit, Timestamp};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&BAD_SCHEDULE, &BAD_PERIOD], check };

static BAD_SCHEDULE: Code = Code::error(
    "tosca/bad-schedule",
    "T3.5.18-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1, 5.3.2",
    "A schedule is a `tosca.datatypes.TimeInterval`: `start_time` and `end_time`, both timestamps, the start no later than the end.

Bad:
```yaml
schedule: {start_time: 2026-02-01T00:00:00Z, end_time: 2026-01-01T00:00:00Z}
```
Good:
```yaml
schedule: {start_time: 2026-01-01T00:00:00Z, end_time: 2026-02-01T00:00:00Z}
```",
);
static BAD_PERIOD: Code = Code::error(
    "tosca/bad-period",
    "T3.5.18-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.18.1",
    "`period` says for how long a condition is measured: a `scalar-unit.time`, a number with its unit.

Bad:
```yaml
condition: {constraint: {greater_than: 80}, period: 60}
```
Good:
```yaml
condition: {constraint: {greater_than: 80}, period: 60 s}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let types = service.own_types(TypeKind::Policy).flat_map(|(_, it)| named(it.node, "triggers"));
    let templates = service.topology.iter().flat_map(|it| &it.policies).flat_map(|it| it.triggers.clone());
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
        let fault = service.fault(&BAD_SCHEDULE, entry.key, format!("a schedule has no `{key}`"));
        report.push(meant_key(service, fault, entry.key, &key, KEYS));
    }
    let mut times = Vec::new();
    for key in KEYS {
        let Some(node) = schedule.get(key).map(Node::resolve) else {
            let message = format!("a schedule says its `{key}`");
            report.push(service.fault(&BAD_SCHEDULE, schedule, message));
            continue;
        };
        match Word::of(node).map(|it| Timestamp::parse(&it.text)) {
            Some(Some(time)) => times.push(time),
            _ if is_call(node) => {}
            _ => {
                let message = format!("`{key}` is a timestamp, as in `2026-01-01T12:00:00Z`");
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
    let fits = Word::of(period).is_some_and(|it| ScalarUnit::parse(&it.text, Quantity::Time).is_ok());
    if !fits && !is_call(period) && !period.is_null() {
        let message = "`period` is a number with a unit of time, as in `60 s`".to_owned();
        report.push(service.fault(&BAD_PERIOD, period, message));
    }
}

/// A value that is made when it is asked for: `{get_input: from}`.
fn is_call(node: Node<'_>) -> bool {
    let mut entries = node.entries();
    let only = entries.next().filter(|_| entries.next().is_none());
    only.and_then(|it| it.key.as_str())
        .is_some_and(|key| key.starts_with("get_") || key == "concat" || key == "token")
}
