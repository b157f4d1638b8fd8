//! Combinations of what is left, one candidate for each demand, that keep every constraint between demands; and the best of them.

use super::Pool;
use super::between::keeps;
use super::value::Worth;
use crate::model::{Constraint, Goal as Wanted, Template};
use limn_language::placement::{Combination, Goal, Plans};

/// How many steps are taken in search of combinations.
const LIMIT: u64 = 400_000;
/// How many of the best are told.
const BEST: usize = 10;

pub fn plans(template: &Template, pools: &[Pool<'_>]) -> Plans {
    let empty = |pool: &&Pool<'_>| pool.rows.is_empty();
    let lacking: Vec<String> = pools.iter().filter(empty).map(|pool| pool.demand.to_owned()).collect();
    if pools.is_empty() || lacking.len() == pools.len() {
        return Plans::Nothing;
    }
    if !lacking.is_empty() {
        return Plans::Lacking(lacking);
    }
    let left: Vec<Vec<usize>> = pools.iter().map(Pool::left).collect();
    if let Some(at) = left.iter().position(Vec::is_empty) {
        return Plans::None(format!("no candidate of `{}` is left", pools[at].demand));
    }
    let goal = match template.objective.as_ref() {
        Some(objective) if objective.root.is_some() => match objective.goal {
            Some(Wanted::Maximize) if objective.is_generic => Goal::Maximize,
            _ => Goal::Minimize,
        },
        _ => Goal::Any,
    };
    let worth = Worth::of(template, pools);
    let mut search = Search {
        fits: fits(template, pools, &left),
        left: &left,
        goal,
        worth: &worth,
        steps: 0,
        count: 0,
        best: Vec::new(),
    };
    let mut chosen = Vec::with_capacity(pools.len());
    if !search.go(&mut chosen) {
        let combinations = left.iter().map(|rows| rows.len() as f64).product();
        return Plans::TooMany { combinations, limit: LIMIT };
    }
    if search.count == 0 {
        return Plans::None(
            "each candidate fits some others, but no combination keeps every constraint".to_owned(),
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
        parts: worth.parts(&rows),
    };
    Plans::Found { count, goal, best: best.into_iter().map(choice).collect() }
}

/// For each two pools, which of the first's left may stand with which of the second's: by places in `left`.
type Fits = Vec<Vec<Option<Vec<Vec<bool>>>>>;

fn fits(template: &Template, pools: &[Pool<'_>], left: &[Vec<usize>]) -> Fits {
    let between = |one: usize, other: usize| {
        let binds = |constraint: &&Constraint, at: usize| {
            constraint.demands.iter().any(|mention| mention.name == pools[at].demand)
        };
        let constraints = template.constraints.iter().filter(|it| it.is_paired());
        let constraints: Vec<&Constraint> =
            constraints.filter(|it| binds(it, one) && binds(it, other)).collect();
        (!constraints.is_empty()).then(|| {
            let fit = |a: usize, b: usize| {
                let (a, b) = (pools[one].rows[a], pools[other].rows[b]);
                constraints.iter().all(|constraint| keeps(constraint, a, b) != Some(false))
            };
            left[one].iter().map(|a| left[other].iter().map(|b| fit(*a, *b)).collect()).collect()
        })
    };
    (0..pools.len()).map(|one| (0..one).map(|other| between(one, other)).collect()).collect()
}

struct Search<'a> {
    fits: Fits,
    left: &'a [Vec<usize>],
    goal: Goal,
    worth: &'a Worth<'a>,
    steps: u64,
    count: u64,
    best: Vec<(Option<f64>, Vec<usize>)>,
}

impl Search<'_> {
    /// Goes on from what is chosen already, by places in `left`; false where it would take too long.
    fn go(&mut self, chosen: &mut Vec<usize>) -> bool {
        let at = chosen.len();
        if at == self.left.len() {
            self.found(chosen);
            return true;
        }
        for candidate in 0..self.left[at].len() {
            self.steps += 1;
            if self.steps > LIMIT {
                return false;
            }
            let fit = |(other, with): (usize, &usize)| {
                self.fits[at][other].as_ref().is_none_or(|fits| fits[candidate][*with])
            };
            if !chosen.iter().enumerate().all(fit) {
                continue;
            }
            chosen.push(candidate);
            let done = self.go(chosen);
            chosen.pop();
            if !done {
                return false;
            }
        }
        true
    }

    fn found(&mut self, chosen: &[usize]) {
        self.count += 1;
        let rows: Vec<usize> = chosen.iter().zip(self.left).map(|(at, left)| left[*at]).collect();
        let value = self.worth.value(&rows).filter(|value| value.is_finite());
        let better = |before: &Option<f64>| match (value, before) {
            (Some(now), Some(before)) if self.goal == Goal::Maximize => now > *before,
            (Some(now), Some(before)) => now < *before,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let place = self.best.iter().position(|(before, _)| better(before)).unwrap_or(self.best.len());
        if place < BEST {
            self.best.insert(place, (value, rows));
            self.best.truncate(BEST);
        }
    }
}
