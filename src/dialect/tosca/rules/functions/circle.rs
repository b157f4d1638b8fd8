//! Properties that get their value from each other.

use std::collections::HashMap;

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::survey::Spot;
use crate::text::TextRange;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CIRCLE], check };

static CIRCLE: Code = Code::error(
    "tosca/circular-value",
    "T4-R5",
    STANDARD,
    "A property that reads another, which reads the first again, never gets a value.",
);

/// One property that reads another: the call, and the keys of both.
struct Reading<'d> {
    call: Node<'d>,
    from: TextRange,
    to: TextRange,
}

fn check(service: &Service<'_>, report: &mut Report) {
    let survey = service.survey();
    let mut readings = Vec::new();
    for (site, outcome) in survey.sites.iter().zip(&survey.outcomes) {
        let is_value = !matches!(site.spot, Spot::Input | Spot::Output | Spot::Constraint);
        if let (Some(key), Some(assigned), true) = (site.key, outcome.assigned, is_value) {
            readings.push(Reading { call: site.value, from: key.range(), to: assigned.range() });
        }
    }
    let mut by_key: HashMap<TextRange, Vec<usize>> = HashMap::new();
    for (at, reading) in readings.iter().enumerate() {
        by_key.entry(reading.from).or_default().push(at);
    }
    for at in on_circles(&readings, &by_key) {
        let reading = &readings[at];
        let message = if reading.from == reading.to {
            "the value reads itself, so it never has one".to_owned()
        } else {
            "what this reads gets its value from here again, so neither ever has one".to_owned()
        };
        report.push(service.fault(&CIRCLE, reading.call, message).related(reading.to, "it is read here"));
    }
}

/// The readings that lie on a circle: walked once, depth first, without a stack of its own.
fn on_circles(readings: &[Reading<'_>], by_key: &HashMap<TextRange, Vec<usize>>) -> Vec<usize> {
    let none = Vec::new();
    let next = |at: usize| by_key.get(&readings[at].to).unwrap_or(&none);
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
            let all = next(at);
            if let Some(&to) = all.get(step) {
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
                let group = stack.split_off(from);
                for it in &group {
                    open[*it] = false;
                }
                if group.len() > 1 || next(at).contains(&at) {
                    found.extend(group);
                }
            }
        }
    }
    found.sort_unstable();
    found
}
