//! Search for combinations: one remaining candidate for each demand, with all constraints between demands satisfied, ranked by the objective.

use super::DemandCandidates;
use super::objective_value::ObjectiveEvaluator;
use super::pair_constraints::compatible;
use super::{Combination, Combinations, Goal};
use crate::model::{Constraint, Goal as ModelGoal, Template};

/// Limit of search steps.
const MAX_STEPS: u64 = 400_000;
/// Limit of reported combinations.
const MAX_COMBINATIONS: usize = 10;

pub fn combinations(template: &Template, pools: &[DemandCandidates<'_>]) -> Combinations {
    let empty = |pool: &&DemandCandidates<'_>| pool.rows.is_empty();
    let lacking: Vec<String> = pools.iter().filter(empty).map(|pool| pool.demand.to_owned()).collect();
    if pools.is_empty() || lacking.len() == pools.len() {
        return Combinations::NoCandidates;
    }
    if !lacking.is_empty() {
        return Combinations::MissingCandidates(lacking);
    }
    let remaining: Vec<Vec<usize>> = pools.iter().map(DemandCandidates::remaining).collect();
    if let Some(at) = remaining.iter().position(Vec::is_empty) {
        return Combinations::Infeasible(format!("all candidates of `{}` are rejected", pools[at].demand));
    }
    let goal = match template.objective.as_ref() {
        Some(objective) if objective.root.is_some() => match objective.goal {
            Some(ModelGoal::Maximize) if objective.is_generic => Goal::Maximize,
            _ => Goal::Minimize,
        },
        _ => Goal::Any,
    };
    let evaluator = ObjectiveEvaluator::of(template, pools);
    let mut search = Search {
        compatibility: compatibility(template, pools, &remaining),
        remaining: &remaining,
        goal,
        evaluator: &evaluator,
        steps: 0,
        count: 0,
        best: Vec::new(),
    };
    let mut chosen = Vec::with_capacity(pools.len());
    if !search.search_from(&mut chosen) {
        let combinations = remaining.iter().map(|rows| rows.len() as f64).product();
        return Combinations::TooMany { combinations, limit: MAX_STEPS };
    }
    if search.count == 0 {
        return Combinations::Infeasible(
            "each candidate is compatible with some others, but no combination satisfies every constraint"
                .to_owned(),
        );
    }
    let (count, best) = (search.count, search.best);
    let choice = |(value, rows): (Option<f64>, Vec<usize>)| Combination {
        chosen: pools
            .iter()
            .zip(&rows)
            .map(|(pool, at)| (pool.demand.to_owned(), pool.rows[*at].id.clone()))
            .collect(),
        value,
        shares: evaluator.shares(&rows),
    };
    Combinations::Found { count, goal, best: best.into_iter().map(choice).collect() }
}

/// For each pair of pools, which remaining candidates are compatible, by index in `remaining`.
type Compatibility = Vec<Vec<Option<Vec<Vec<bool>>>>>;

fn compatibility(
    template: &Template,
    pools: &[DemandCandidates<'_>],
    remaining: &[Vec<usize>],
) -> Compatibility {
    let separator = |one: usize, other: usize| {
        let binds = |constraint: &&Constraint, at: usize| {
            constraint.demands.iter().any(|name_ref| name_ref.name == pools[at].demand)
        };
        let constraints = template.constraints.iter().filter(|constraint| constraint.is_paired());
        let constraints: Vec<&Constraint> =
            constraints.filter(|constraint| binds(constraint, one) && binds(constraint, other)).collect();
        (!constraints.is_empty()).then(|| {
            let fit = |a: usize, b: usize| {
                let (a, b) = (pools[one].rows[a], pools[other].rows[b]);
                constraints.iter().all(|constraint| compatible(constraint, a, b) != Some(false))
            };
            remaining[one].iter().map(|a| remaining[other].iter().map(|b| fit(*a, *b)).collect()).collect()
        })
    };
    (0..pools.len()).map(|one| (0..one).map(|other| separator(one, other)).collect()).collect()
}

struct Search<'a> {
    compatibility: Compatibility,
    remaining: &'a [Vec<usize>],
    goal: Goal,
    evaluator: &'a ObjectiveEvaluator<'a>,
    steps: u64,
    count: u64,
    best: Vec<(Option<f64>, Vec<usize>)>,
}

impl Search<'_> {
    /// Extends the chosen candidates, given by index in `remaining`; false if the limit is reached.
    fn search_from(&mut self, chosen: &mut Vec<usize>) -> bool {
        let at = chosen.len();
        if at == self.remaining.len() {
            self.record(chosen);
            return true;
        }
        for candidate in 0..self.remaining[at].len() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            let fit = |(other, with): (usize, &usize)| {
                self.compatibility[at][other]
                    .as_ref()
                    .is_none_or(|compatibility| compatibility[candidate][*with])
            };
            if !chosen.iter().enumerate().all(fit) {
                continue;
            }
            chosen.push(candidate);
            let done = self.search_from(chosen);
            chosen.pop();
            if !done {
                return false;
            }
        }
        true
    }

    fn record(&mut self, chosen: &[usize]) {
        self.count += 1;
        let rows: Vec<usize> =
            chosen.iter().zip(self.remaining).map(|(at, remaining)| remaining[*at]).collect();
        let value = self.evaluator.value(&rows).filter(|value| value.is_finite());
        let better = |before: &Option<f64>| match (value, before) {
            (Some(now), Some(before)) if self.goal == Goal::Maximize => now > *before,
            (Some(now), Some(before)) => now < *before,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let place = self.best.iter().position(|(before, _)| better(before)).unwrap_or(self.best.len());
        if place < MAX_COMBINATIONS {
            self.best.insert(place, (value, rows));
            self.best.truncate(MAX_COMBINATIONS);
        }
    }
}
