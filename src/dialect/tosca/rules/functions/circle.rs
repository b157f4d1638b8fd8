//! Properties that get their value from each other.

use std::ops::Range;

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::function::Call;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::survey::Spot;
use crate::text::TextRange;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CIRCLE], check };

static CIRCLE: Code = Code::error(
    "tosca/circular-value",
    "T4-R5",
    STANDARD,
    "A property that reads another, which reads the first again, never gets a value. Where nothing is assigned, defaults are read.",
);

/// One call that reads a value: the key of what it reads, and the part of that value that it reads.
struct Reading<'d> {
    call: Node<'d>,
    key: TextRange,
    read: TextRange,
}

/// The value behind a key, and of it what the arguments behind the property's name lead to. `None`: nothing is there.
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
            // What a call will give is not looked into.
            () if Call::of(node).is_some() => break,
            () if node.is_mapping() => node.get(&step)?.resolve(),
            () if node.is_sequence() => node.items().nth(step.parse().ok()?)?.resolve(),
            () => break,
        };
    }
    Some(node.range())
}

fn check(service: &Service<'_>, report: &mut Report) {
    let survey = service.survey();
    let mut readings = Vec::new();
    for (site, outcome) in survey.sites.iter().zip(&survey.outcomes) {
        let is_value = !matches!(site.spot, Spot::Input | Spot::Output | Spot::Constraint);
        if let (Some(key), Some(assigned), true) =
            (site.key, outcome.assigned.or(outcome.by_default), is_value)
        {
            let own = service.is_own(assigned) && service.is_own(key);
            if let Some(read) = own.then(|| part(site.value, assigned)).flatten() {
                readings.push(Reading { call: site.value, key: assigned.range(), read });
            }
        }
    }
    readings.sort_by_key(|it| it.call.range().start);
    for circle in circles(&readings) {
        let Some((first, others)) = circle.split_first() else { continue };
        let reading = &readings[*first];
        let message = if reading.read.contains(reading.call.range()) {
            "the value reads itself, so it never has one"
        } else {
            "what this reads gets its value from here again, so neither ever has one"
        };
        let mut diagnostic =
            service.fault(&CIRCLE, reading.call, message).related(reading.key, "it is read here");
        for other in others.iter().take(TOLD) {
            let range = readings[*other].call.range();
            diagnostic = diagnostic.related(range, "this is on the way");
        }
        report.push(diagnostic);
    }
}

/// How many calls of a circle are named.
const TOLD: usize = 6;

/// The readings that lead back to themselves, those that reach each other together: walked once, depth first, without a stack of its own.
fn circles(readings: &[Reading<'_>]) -> Vec<Vec<usize>> {
    // The readings in what one reads: they follow each other, as they are in the order of the text.
    let next: Vec<Range<usize>> = readings
        .iter()
        .map(|reading| {
            let from = readings.partition_point(|it| it.call.range().start < reading.read.start);
            let to = readings.partition_point(|it| it.call.range().start < reading.read.end);
            from..to.max(from)
        })
        .collect();
    // When each was first met, and the earliest that it leads back to.
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
