//! Cycles of properties that read their values from each other.

use std::ops::Range;

use super::super::Rule;
use super::STANDARD;
use crate::function::Call;
use crate::model::Service;
use crate::name_index::Spot;
use limn_language::diagnostic::{Code, Report};
use limn_text::TextRange;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CYCLE], check };

static CYCLE: Code = Code::error(
    "tosca/circular-value",
    "T4-R5",
    STANDARD,
    "Checks that properties do not read their values from each other in a cycle. Such a property never gets a value. Unassigned properties \
use their defaults.",
)
.bad(
    "service template",
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      a: {type: string, default: {get_property: [SELF, b]}}
#                                ^^^^^^^^^^^^^^^^^^^^^^^^^
      b: {type: string, default: {concat: [x, {get_property: [SELF, a]}]}}
topology_template: {node_templates: {app: {type: my.App}}}
",
)
.good(
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      a: {type: string, default: {get_property: [SELF, b]}}
      b: {type: string, default: text}
topology_template: {node_templates: {app: {type: my.App}}}
",
);

/// A call that reads a value: the key of the value, and the part of it that the call reads.
struct ReadCall<'d> {
    call: Node<'d>,
    key: TextRange,
    read: TextRange,
}

/// Range of the value of a key, or of the nested value that the arguments after the property name select. `None` if there is no such value.
fn part<'d>(call: Node<'d>, key: Node<'d>) -> Option<TextRange> {
    let name = key.as_str()?;
    let mut node = key.parent()?.get(&name)?.resolve();
    let arguments = Call::of(call)?.arguments();
    let behind = arguments
        .iter()
        .rposition(|it| it.as_str().as_ref() == Some(&name))
        .map_or(arguments.len(), |at| at + 1);
    for step in &arguments[behind..] {
        let step = step.as_str()?;
        node = match () {
            // The result of a nested call is unknown.
            () if Call::of(node).is_some() => break,
            () if node.is_mapping() => node.get(&step)?.resolve(),
            () if node.is_sequence() => node.items().nth(step.parse().ok()?)?.resolve(),
            () => break,
        };
    }
    Some(node.range())
}

fn check(service: &Service<'_>, report: &mut Report) {
    let name_index = service.name_index();
    let mut readings = Vec::new();
    for (site, outcome) in name_index.sites.iter().zip(&name_index.outcomes) {
        let is_value = !matches!(site.spot, Spot::Input | Spot::Output | Spot::Constraint);
        if let (Some(key), Some(assigned), true) =
            (site.key, outcome.assigned.or(outcome.by_default), is_value)
        {
            let own = service.is_own(assigned) && service.is_own(key);
            if let Some(read) = own.then(|| part(site.value, assigned)).flatten() {
                readings.push(ReadCall { call: site.value, key: assigned.range(), read });
            }
        }
    }
    readings.sort_by_key(|it| it.call.range().start);
    for cycle in cycles(&readings) {
        let Some((first, others)) = cycle.split_first() else { continue };
        let reading = &readings[*first];
        let message = if reading.read.contains(reading.call.range()) {
            "value cycle: the value reads itself"
        } else {
            "value cycle: this reads a value that is computed from this one"
        };
        let mut diagnostic = service.fault(&CYCLE, reading.call, message).related(reading.key, "read here");
        for other in others.iter().take(MAX_RELATED) {
            let range = readings[*other].call.range();
            diagnostic = diagnostic.related(range, "part of the cycle");
        }
        report.push(diagnostic);
    }
}

/// Maximum number of calls of a cycle that a diagnostic relates.
const MAX_RELATED: usize = 6;

/// Strongly connected readings: an iterative depth-first search that visits each reading once.
fn cycles(readings: &[ReadCall<'_>]) -> Vec<Vec<usize>> {
    // Readings inside the value that a reading reads. They are contiguous, because readings are in text order.
    let next: Vec<Range<usize>> = readings
        .iter()
        .map(|reading| {
            let from = readings.partition_point(|it| it.call.range().start < reading.read.start);
            let to = readings.partition_point(|it| it.call.range().start < reading.read.end);
            from..to.max(from)
        })
        .collect();
    // Index of each reading's first visit, and the earliest index that it reaches.
    let mut met: Vec<Option<usize>> = vec![None; readings.len()];
    let mut low = vec![0; readings.len()];
    let mut open = vec![false; readings.len()];
    let (mut count, mut stack, mut found) = (0, Vec::new(), Vec::new());
    for start in 0..readings.len() {
        if met[start].is_some() {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((at, step)) = work.pop() {
            if step == 0 {
                met[at] = Some(count);
                low[at] = count;
                count += 1;
                stack.push(at);
                open[at] = true;
            }
            if let Some(to) = next[at].clone().nth(step) {
                work.push((at, step + 1));
                match met[to] {
                    None => work.push((to, 0)),
                    Some(when) if open[to] => low[at] = low[at].min(when),
                    Some(_) => {}
                }
                continue;
            }
            if let Some(&(above, _)) = work.last() {
                low[above] = low[above].min(low[at]);
            }
            if Some(low[at]) == met[at] {
                let from = stack.iter().rposition(|it| *it == at).unwrap_or(0);
                let mut group = stack.split_off(from);
                for it in &group {
                    open[*it] = false;
                }
                if group.len() > 1 || next[at].contains(&at) {
                    group.sort_unstable();
                    found.push(group);
                }
            }
        }
    }
    found.sort_unstable();
    found
}
