//! The objective as a tree of terms, the same for both syntaxes.

use super::{NameRef, Setting};
use limn_text::TextRange;
use limn_yaml::Path;

#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    pub path: Path,
    pub range: TextRange,
    pub goal: Option<Goal>,
    /// Written with a goal and operation functions.
    pub is_generic: bool,
    /// The value to optimize; `None` if there is none, so any solution is equally good.
    pub root: Option<Term>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Minimize,
    Maximize,
}

/// A term of the objective: a value, optionally normalized, with a weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The summand, factor or operand.
    pub path: Path,
    pub range: TextRange,
    pub weight: Weight,
    /// The values that map to 0 and to 1, in the newer syntax.
    pub normalization: Option<(Setting, Setting)>,
    pub value: TermValue,
}

/// The weight of a term.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Weight {
    /// The numbers among the factors as written, including calls of `get_param`. The last one counts; in a nested product, all are multiplied.
    pub written: Vec<Setting>,
    /// True if it is in a nested product, where HAS truncates each number.
    pub is_nested: bool,
}

impl Weight {
    /// The weight that HAS uses: a parameter counts as 1.
    pub fn effective(&self) -> f64 {
        let numbers = self.written.iter().filter(|setting| setting.parameter.is_none());
        let mut numbers = numbers.map(|setting| setting.datum.number().unwrap_or(1.0));
        match self.is_nested {
            true => numbers.map(f64::trunc).product(),
            false => numbers.next_back().unwrap_or(1.0),
        }
    }

    /// The intended weight, with parameters resolved.
    pub fn intended(&self) -> Option<f64> {
        match self.is_nested {
            true => self.written.iter().map(|setting| setting.datum.number()).product(),
            false => self.written.last().and_then(|setting| setting.datum.number()),
        }
    }
}

/// The value of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum TermValue {
    Sum(Vec<Term>),
    Min(Vec<Term>),
    /// HAS returns the smallest term.
    Max(Vec<Term>),
    /// Kilometers, straight-line. In the older syntax the candidate's cost is added.
    Distance(Measure),
    /// Milliseconds.
    Latency(Measure),
    /// An attribute of the candidate.
    Attribute {
        demand: Option<NameRef>,
        attribute: Option<String>,
    },
    AicVersion(Vec<NameRef>),
    HpaScore(Vec<NameRef>),
    /// No function, only a number.
    Constant,
    /// An unknown function, by its name.
    Other(String),
}

/// The arguments of a distance or latency.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Measure {
    pub location: Option<NameRef>,
    pub demand: Option<NameRef>,
    /// Path of the arguments.
    pub path: Path,
    /// The number of arguments as written.
    pub arguments: usize,
}

impl TermValue {
    /// The terms of an operator.
    pub fn terms(&self) -> &[Term] {
        match self {
            TermValue::Sum(terms) | TermValue::Min(terms) | TermValue::Max(terms) => terms,
            _ => &[],
        }
    }

    /// All name references, and whether each is a location.
    pub fn name_refs(&self) -> Vec<(&NameRef, bool)> {
        match self {
            TermValue::Distance(measure) | TermValue::Latency(measure) => {
                let location = measure.location.iter().map(|location| (location, true));
                location.chain(measure.demand.iter().map(|demand| (demand, false))).collect()
            }
            TermValue::Attribute { demand, .. } => demand.iter().map(|demand| (demand, false)).collect(),
            TermValue::AicVersion(demands) | TermValue::HpaScore(demands) => {
                demands.iter().map(|demand| (demand, false)).collect()
            }
            _ => Vec::new(),
        }
    }
}
