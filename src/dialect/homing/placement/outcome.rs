//! Result of an evaluation: rejected candidates with reasons, the effect of each constraint, and the best combinations.

use crate::geo::Point;
use limn_language::graph::Id;

/// Result of an evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacementResult {
    pub demands: Vec<DemandResult>,
    pub constraints: Vec<ConstraintResult>,
    pub combinations: Combinations,
    /// Notes on unexpected results.
    pub notes: Vec<Note>,
}

/// A sentence, and the element that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    pub about: Option<Id>,
    pub text: String,
    /// True if it is a warning.
    pub warns: bool,
}

/// A demand and its candidates, in the order of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct DemandResult {
    pub id: Id,
    pub name: String,
    pub candidates: Vec<CandidateResult>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CandidateResult {
    pub id: String,
    pub place: Option<Point>,
    /// Reasons for its rejection; empty if it is accepted.
    pub removed: Vec<Reason>,
    /// Reasons for uncertainty.
    pub uncertain: Vec<Reason>,
}

impl CandidateResult {
    pub fn is_out(&self) -> bool {
        !self.removed.is_empty()
    }
}

/// A reason and its constraint or demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub by: Id,
    /// The name of the constraint or demand.
    pub name: String,
    pub why: String,
}

/// The effect of a constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintResult {
    pub id: Id,
    pub name: String,
    pub kind: String,
    /// Number of candidates that it rejects, and of all.
    pub removed: usize,
    pub of: usize,
    /// Reasons why it could not be evaluated, or only in part.
    pub limitations: Vec<String>,
}

/// Combinations of the remaining candidates.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Combinations {
    #[default]
    NoCandidates,
    /// Demands without candidates in the table.
    MissingCandidates(Vec<String>),
    /// No combination satisfies every constraint, with the reason.
    Infeasible(String),
    /// More combinations than the search visits.
    TooMany { combinations: f64, limit: u64 },
    Found {
        /// Number of combinations that satisfy every constraint.
        count: u64,
        goal: Goal,
        /// The best combinations, in order.
        best: Vec<Combination>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Minimize,
    Maximize,
    /// No objective: all combinations are equal.
    Any,
}

/// A combination of one candidate for each demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// Demand and candidate, in the order of the demands.
    pub chosen: Vec<(String, String)>,
    /// `None` if it could not be calculated; the shares have the reason.
    pub value: Option<f64>,
    pub shares: Vec<TermShare>,
}

/// The contribution of a term.
#[derive(Clone, Debug, PartialEq)]
pub struct TermShare {
    pub of: Id,
    /// `distance_between(customer, vG)`
    pub label: String,
    pub weight: f64,
    /// Explanation: `203.4 km + cost 10`.
    pub how: String,
    /// The value times the weight.
    pub value: Option<f64>,
}

/// A number for display, with few digits.
pub fn format_number(number: f64) -> String {
    let digits = if number.abs() >= 100.0 { 10.0 } else { 1000.0 };
    let rounded = (number * digits).round() / digits;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_digits() {
        assert_eq!(format_number(203.449), "203.4");
        assert_eq!(format_number(8.046_72), "8.047");
        assert_eq!(format_number(-0.0), "0");
        assert_eq!(format_number(1000.0), "1000");
    }
}
