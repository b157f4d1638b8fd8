//! Timelines: the order in which the parts of a document come up, go down or change. A language states the steps and which step precedes which, each with
//! its cause; the schedule, cycles and what a step waits for are computed here, the same for all languages.

use std::collections::BTreeSet;

use crate::cycles::{Digraph, reachable};
use crate::dialect::View;
use crate::graph::{Icon, Id};
use limn_text::TextRange;

/// The view that shows timelines, for languages with [`Timelines`].
pub const LIFECYCLE: View = View { id: "lifecycle", label: "Lifecycle" };

/// A document whose parts change in an order.
pub trait Timelines {
    /// Scenarios of the document, the most common first.
    fn scenarios(&self) -> Vec<Scenario>;
    /// The timeline of a scenario; `None` if the document has no such scenario.
    fn timeline(&self, scenario: &str) -> Option<Timeline>;
}

/// Something that can happen to a document: it is brought up, or a part of it is healed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Unique in the document: `up`, `heal:web`.
    pub id: String,
    /// Heading of related scenarios: "Whole assembly", "Heal".
    pub group: &'static str,
    pub label: String,
    /// Description of the scenario, in a sentence or two.
    pub doc: String,
}

/// Number of cycles that are listed for each group of steps that wait for each other.
const MOST_CYCLES: usize = 24;

/// Steps in lanes, and which step precedes which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    pub lanes: Vec<Lane>,
    pub steps: Vec<TimelineStep>,
    pub orders: Vec<Order>,
    /// Events that the timeline does not contain, with the reasons.
    pub notes: Vec<Cause>,
}

/// The steps of one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    pub id: Id,
    pub icon: Icon,
    pub label: String,
    /// Its kind in the dialect's words, and additions: "component, 1 to 4".
    pub caption: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineStep {
    /// Index of its lane.
    pub lane: usize,
    /// The state that is reached: "Active", "Created".
    pub label: String,
    /// The operations that are called, in their order.
    pub calls: Vec<String>,
}

/// One step precedes another.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    pub before: usize,
    pub after: usize,
    pub cause: Cause,
}

/// A sentence, and the place in the document that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    pub text: String,
    pub range: TextRange,
}

/// A timeline in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    /// The wave of each step: steps of a wave happen at the same time, as early as possible. Steps that never happen follow in waves of their own.
    pub waves: Vec<usize>,
    /// Number of waves that happen.
    pub reached: usize,
    /// Number of all waves.
    pub count: usize,
    /// The steps that never happen: they are part of a cycle, or wait for one.
    pub blocked: Vec<bool>,
    /// The steps that are part of a cycle.
    pub circular: Vec<bool>,
    /// Cycles of each group of steps that wait for each other, as indices of orders: a shortest one through each step that is in no other, as far as
    /// there are few.
    pub cycles: Vec<Vec<usize>>,
    /// The orders that end at each step.
    waits: Vec<Vec<usize>>,
}

impl Timeline {
    pub fn lane(&mut self, lane: Lane) -> usize {
        self.lanes.push(lane);
        self.lanes.len() - 1
    }

    pub fn step(&mut self, lane: usize, label: &str, calls: Vec<String>) -> usize {
        self.steps.push(TimelineStep { lane, label: label.to_owned(), calls });
        self.steps.len() - 1
    }

    pub fn order(&mut self, before: usize, after: usize, cause: Cause) {
        self.orders.push(Order { before, after, cause });
    }

    /// Name of a step: "`web` Active".
    pub fn name(&self, step: usize) -> String {
        self.steps.get(step).map_or_else(String::new, |step| {
            let lane = self.lanes.get(step.lane).map_or("", |lane| lane.label.as_str());
            format!("`{lane}` {}", step.label)
        })
    }

    pub fn schedule(&self) -> Schedule {
        let count = self.steps.len();
        let mut waits: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut leads: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, order) in self.orders.iter().enumerate() {
            waits[order.after].push(at);
            leads[order.before].push(at);
        }
        let graph = Digraph::new(count, self.orders.iter().map(|order| (order.before, order.after)));
        let parts = graph.cycles();
        let cycles = parts.iter().flat_map(|part| around_all(&graph, part));
        let cycles = cycles.map(|cycle| self.around(&cycle, &waits)).collect();
        let mut queue = Queue::new(self, &parts, &leads);
        let (mut waves, mut blocked) = (vec![0; count], vec![false; count]);
        let mut reached = 0_usize;
        while let Some((step, is_forced)) = queue.next() {
            let is_before = |at: &&usize| queue.done[self.orders[**at].before];
            let done = waits[step].iter().filter(is_before).map(|at| self.orders[*at].before);
            let earlier: Vec<usize> = done.filter(|before| *before != step).collect();
            waves[step] = earlier.iter().map(|before| waves[*before] + 1).max().unwrap_or(0);
            blocked[step] =
                is_forced || queue.part[step].is_some() || earlier.iter().any(|before| blocked[*before]);
            if !blocked[step] {
                reached = reached.max(waves[step] + 1);
            }
            queue.finish(step);
        }
        // Whatever never happens is after all that happens.
        let first = blocked.iter().zip(&waves).filter(|(blocked, _)| **blocked).map(|(_, wave)| *wave).min();
        let shift = reached.saturating_sub(first.unwrap_or(0));
        waves.iter_mut().zip(&blocked).filter(|(_, blocked)| **blocked).for_each(|(wave, _)| *wave += shift);
        let count = waves.iter().map(|wave| wave + 1).max().unwrap_or(0);
        let circular = queue.part.iter().map(Option::is_some).collect();
        Schedule { waves, reached, count, blocked, circular, cycles, waits }
    }

    /// The orders along a cycle of steps.
    fn around(&self, steps: &[usize], waits: &[Vec<usize>]) -> Vec<usize> {
        let nexts = steps.iter().skip(1).chain(steps.first());
        let order = |(from, to): (&usize, &usize)| {
            waits[*to].iter().copied().find(|at| self.orders[*at].before == *from)
        };
        steps.iter().zip(nexts).filter_map(order).collect()
    }

    /// The orders that a step waits for directly.
    pub fn waits<'t>(&'t self, schedule: &'t Schedule, step: usize) -> impl Iterator<Item = &'t Order> {
        schedule.waits.get(step).into_iter().flatten().map(|at| &self.orders[*at])
    }

    /// The longest chain of orders that ends at a step, from its beginning; for a step that never happens, the chain from its cycle.
    pub fn chain<'t>(&'t self, schedule: &'t Schedule, step: usize) -> Vec<&'t Order> {
        let mut chain: Vec<&Order> = Vec::new();
        let mut seen = BTreeSet::from([step]);
        let mut at = step;
        loop {
            let key = |order: &&Order| (schedule.blocked[order.before], schedule.waves[order.before]);
            let next = self.waits(schedule, at).filter(|order| !seen.contains(&order.before)).max_by_key(key);
            let Some(order) = next.filter(|order| schedule.blocked[order.before] || !schedule.blocked[at])
            else {
                break;
            };
            chain.push(order);
            at = order.before;
            seen.insert(at);
        }
        chain.reverse();
        chain
    }

    /// All steps that precede a step, directly or not.
    pub fn before(&self, schedule: &Schedule, step: usize) -> BTreeSet<usize> {
        reachable([step], |at| self.waits(schedule, *at).map(|order| order.before))
    }
}

/// Cycles that together contain all steps of a group, the shortest through its first step first; at most [`MOST_CYCLES`].
fn around_all(graph: &Digraph, part: &[usize]) -> Vec<Vec<usize>> {
    let (mut seen, mut cycles) = (BTreeSet::new(), Vec::new());
    for step in part {
        if cycles.len() == MOST_CYCLES {
            break;
        }
        if !seen.contains(step) {
            let cycle = graph.shortest_cycle(part, *step);
            seen.extend(cycle.iter().copied());
            cycles.push(cycle);
        }
    }
    cycles
}

/// The steps that can be done next: first those that wait for nothing, then, of the groups that wait for nothing but themselves, the first step.
struct Queue<'t> {
    timeline: &'t Timeline,
    leads: &'t [Vec<usize>],
    parts: &'t [Vec<usize>],
    /// The group of each step that waits for itself.
    part: Vec<Option<usize>>,
    /// Number of unfinished orders that end at each step, and those that enter each group from outside.
    open: Vec<usize>,
    entering: Vec<usize>,
    ready: Vec<usize>,
    free: BTreeSet<usize>,
    next_of_part: Vec<usize>,
    done: Vec<bool>,
}

impl<'t> Queue<'t> {
    fn new(timeline: &'t Timeline, parts: &'t [Vec<usize>], leads: &'t [Vec<usize>]) -> Queue<'t> {
        let count = timeline.steps.len();
        let mut part = vec![None; count];
        for (number, steps) in parts.iter().enumerate() {
            for step in steps {
                part[*step] = Some(number);
            }
        }
        let (mut open, mut entering) = (vec![0; count], vec![0; parts.len()]);
        for order in &timeline.orders {
            open[order.after] += 1;
            if let Some(number) = part[order.after].filter(|_| part[order.before] != part[order.after]) {
                entering[number] += 1;
            }
        }
        let ready = (0..count).rev().filter(|step| open[*step] == 0).collect();
        let free = (0..parts.len()).filter(|number| entering[*number] == 0).collect();
        let (next_of_part, done) = (vec![0; parts.len()], vec![false; count]);
        Queue { timeline, leads, parts, part, open, entering, ready, free, next_of_part, done }
    }

    /// The next step, and whether it cannot really happen.
    fn next(&mut self) -> Option<(usize, bool)> {
        while let Some(step) = self.ready.pop() {
            if !self.done[step] {
                return Some((step, false));
            }
        }
        while let Some(&number) = self.free.first() {
            while let Some(&step) = self.parts[number].get(self.next_of_part[number]) {
                self.next_of_part[number] += 1;
                if !self.done[step] {
                    return Some((step, true));
                }
            }
            self.free.remove(&number);
        }
        None
    }

    fn finish(&mut self, step: usize) {
        self.done[step] = true;
        for at in &self.leads[step] {
            let after = self.timeline.orders[*at].after;
            self.open[after] -= 1;
            if self.open[after] == 0 {
                self.ready.push(after);
            }
            if let Some(number) = self.part[after].filter(|_| self.part[step] != self.part[after]) {
                self.entering[number] -= 1;
                if self.entering[number] == 0 {
                    self.free.insert(number);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::Path;

    /// A timeline of steps in lanes of their own.
    fn timeline(steps: usize, orders: &[(usize, usize)]) -> Timeline {
        let mut timeline = Timeline::default();
        for at in 0..steps {
            let lane = timeline.lane(Lane {
                id: Id(Path::root().index(at)),
                icon: Icon::Unknown,
                label: at.to_string(),
                caption: String::new(),
            });
            timeline.step(lane, "done", Vec::new());
        }
        for (before, after) in orders {
            let cause = Cause { text: format!("{before} before {after}"), range: TextRange::default() };
            timeline.order(*before, *after, cause);
        }
        timeline
    }

    fn chain(timeline: &Timeline, step: usize) -> Vec<String> {
        let schedule = timeline.schedule();
        timeline.chain(&schedule, step).iter().map(|order| order.cause.text.clone()).collect()
    }

    #[test]
    fn steps_happen_as_early_as_possible() {
        let timeline = timeline(5, &[(0, 1), (1, 2), (0, 2), (3, 2)]);
        let schedule = timeline.schedule();
        assert_eq!(schedule.waves, [0, 1, 2, 0, 0]);
        assert_eq!((schedule.reached, schedule.count), (3, 3));
        assert!(schedule.cycles.is_empty() && !schedule.blocked.contains(&true));
        assert_eq!(chain(&timeline, 2), ["0 before 1", "1 before 2"]);
        assert_eq!(timeline.before(&schedule, 2), BTreeSet::from([0, 1, 3]));
    }

    #[test]
    fn what_waits_for_a_cycle_is_blocked_and_comes_last() {
        // 0 → 1, the cycle 1 → 2 → 1, then 3; 4 → 5 → 6 is free.
        let timeline = timeline(7, &[(0, 1), (1, 2), (2, 1), (2, 3), (4, 5), (5, 6)]);
        let schedule = timeline.schedule();
        assert_eq!(schedule.blocked, [false, true, true, true, false, false, false]);
        assert_eq!(schedule.waves, [0, 3, 4, 5, 0, 1, 2]);
        assert_eq!((schedule.reached, schedule.count), (3, 6));
        let causes: Vec<&str> =
            schedule.cycles[0].iter().map(|at| timeline.orders[*at].cause.text.as_str()).collect();
        assert_eq!(causes, ["1 before 2", "2 before 1"]);
        assert_eq!(chain(&timeline, 3), ["1 before 2", "2 before 3"]);
    }

    #[test]
    fn each_step_of_a_cycle_is_on_a_listed_one() {
        // Two cycles that share a step, and a longer one around both.
        let timeline = timeline(5, &[(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 0), (3, 4)]);
        let schedule = timeline.schedule();
        let causes = |cycle: &Vec<usize>| {
            cycle.iter().map(|at| timeline.orders[*at].cause.text.clone()).collect::<Vec<_>>().join(", ")
        };
        let cycles: Vec<String> = schedule.cycles.iter().map(causes).collect();
        assert_eq!(
            cycles,
            [
                "0 before 1, 1 before 0",
                "2 before 1, 1 before 2",
                "3 before 0, 0 before 1, 1 before 2, 2 before 3"
            ]
        );
        assert_eq!(schedule.circular, [true, true, true, true, false]);
    }

    #[test]
    fn a_step_that_waits_for_itself_is_a_cycle() {
        let timeline = timeline(2, &[(0, 0), (0, 1)]);
        let schedule = timeline.schedule();
        assert_eq!(schedule.blocked, [true, true]);
        assert_eq!(schedule.waves, [0, 1]);
        assert_eq!(schedule.cycles, [[0]]);
    }

    #[test]
    fn nothing_has_no_waves() {
        assert_eq!(Timeline::default().schedule().count, 0);
    }

    #[test]
    fn many_cycles_in_a_row_are_quick() {
        let count = 60_000;
        let pairs = (0..count / 2).flat_map(|at| [(2 * at, 2 * at + 1), (2 * at + 1, 2 * at)]);
        let chains = (1..count / 2).map(|at| (2 * at - 1, 2 * at));
        let orders: Vec<(usize, usize)> = pairs.chain(chains).collect();
        let schedule = timeline(count, &orders).schedule();
        assert_eq!(schedule.cycles.len(), count / 2);
        assert_eq!(schedule.count, count);
    }
}
