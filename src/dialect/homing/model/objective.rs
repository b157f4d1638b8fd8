//! The objective: a tree of terms, whichever grammar it is written in.

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
    pub normalization: Option<(Setting, Setting)>,
    pub value: TermValue,
}

/// What a term is multiplied by.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Weight {
    /// The numbers among the factors, as written; the last one counts. A call of `get_param` is among them.
    pub written: Vec<Setting>,
    /// It is inside a product inside a product, where fractions are cut off.
    pub is_nested: bool,
}

impl Weight {
    /// What the service multiplies by: a parameter counts as 1.
    pub fn effective(&self) -> f64 {
        let number = self.written.iter().rev().find(|setting| setting.parameter.is_none());
        let number = number.and_then(|setting| setting.datum.number()).unwrap_or(1.0);
        if self.is_nested { number.trunc() } else { number }
    }

    /// What it is meant to be: a parameter's value too.
    pub fn intended(&self) -> Option<f64> {
        self.written.last().and_then(|setting| setting.datum.number())
    }
}

/// What a term works out.
#[derive(Clone, Debug, PartialEq)]
pub enum TermValue {
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
        demand: Option<NameRef>,
        attribute: Option<String>,
    },
    AicVersion(Vec<NameRef>),
    HpaScore(Vec<NameRef>),
    /// No value: a number alone.
    Constant,
    /// Something that is no function, by its name.
    Other(String),
}

/// Between what is measured.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Measure {
    pub location: Option<NameRef>,
    pub demand: Option<NameRef>,
    /// Where both stand.
    pub path: Path,
    /// How many arguments are written.
    pub arguments: usize,
}

impl TermValue {
    /// The terms that it puts together.
    pub fn terms(&self) -> &[Term] {
        match self {
            TermValue::Sum(terms) | TermValue::Min(terms) | TermValue::Max(terms) => terms,
            _ => &[],
        }
    }

    /// Everything that it names, with whether it is a location.
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
