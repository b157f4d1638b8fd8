//! The objective: a tree of terms, whichever grammar it is written in.

use super::{Given, Mention};
use limn_text::TextRange;
use limn_yaml::Path;

#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    pub path: Path,
    pub range: TextRange,
    pub goal: Option<Goal>,
    /// Written with a goal and operation functions.
    pub is_generic: bool,
    /// What is worked out; `None`: nothing is, so any plan will do.
    pub root: Option<Term>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Minimize,
    Maximize,
}

/// A part of the objective: a value, normalized if it is, times a weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The summand, the factor or the operand.
    pub path: Path,
    pub range: TextRange,
    pub weight: Weight,
    /// Values that count as 0 and as 1, in the newer grammar.
    pub normalization: Option<(Given, Given)>,
    pub value: Value,
}

/// What a term is multiplied by.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Weight {
    /// The numbers among the factors, as written; the last one counts. A call of `get_param` is among them.
    pub written: Vec<Given>,
    /// It is inside a product inside a product, where fractions are cut off.
    pub is_nested: bool,
}

impl Weight {
    /// What the service multiplies by: a parameter counts as 1.
    pub fn counts(&self) -> f64 {
        let number = self.written.iter().rev().find(|given| given.parameter.is_none());
        let number = number.and_then(|given| given.datum.number()).unwrap_or(1.0);
        if self.is_nested { number.trunc() } else { number }
    }

    /// What it is meant to be: a parameter's value too.
    pub fn meant(&self) -> Option<f64> {
        self.written.last().and_then(|given| given.datum.number())
    }
}

/// What a term works out.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Sum(Vec<Term>),
    Min(Vec<Term>),
    /// The service works out the smallest.
    Max(Vec<Term>),
    /// Kilometres as the crow flies. In the older grammar the candidate's cost is added.
    Distance(Measure),
    /// Milliseconds.
    Latency(Measure),
    /// An attribute of the candidate.
    Attribute {
        demand: Option<Mention>,
        attribute: Option<String>,
    },
    AicVersion(Vec<Mention>),
    HpaScore(Vec<Mention>),
    /// No value: a number alone.
    One,
    /// Something that is no function, by its name.
    Other(String),
}

/// Between what is measured.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Measure {
    pub location: Option<Mention>,
    pub demand: Option<Mention>,
    /// Where both stand.
    pub path: Path,
    /// How many arguments are written.
    pub arguments: usize,
}

impl Value {
    /// The terms that it puts together.
    pub fn terms(&self) -> &[Term] {
        match self {
            Value::Sum(terms) | Value::Min(terms) | Value::Max(terms) => terms,
            _ => &[],
        }
    }

    /// Everything that it names, with whether it is a location.
    pub fn mentions(&self) -> Vec<(&Mention, bool)> {
        match self {
            Value::Distance(measure) | Value::Latency(measure) => {
                let location = measure.location.iter().map(|it| (it, true));
                location.chain(measure.demand.iter().map(|it| (it, false))).collect()
            }
            Value::Attribute { demand, .. } => demand.iter().map(|it| (it, false)).collect(),
            Value::AicVersion(demands) | Value::HpaScore(demands) => {
                demands.iter().map(|it| (it, false)).collect()
            }
            _ => Vec::new(),
        }
    }
}
