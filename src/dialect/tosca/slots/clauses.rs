//! Constraint clauses as slots: which operators a type allows, and what each is given.

use super::Told;
use super::data::{Data, key_of};
use crate::dialect::tosca::value::{DataSchema, Kind, Operator, Primitive};
use crate::schema::{Holds, Slot};
use crate::yaml::Step;

/// As they are offered for what has an order that people think in.
static ORDERED: [Operator; 7] = [
    Operator::GreaterOrEqual,
    Operator::LessOrEqual,
    Operator::GreaterThan,
    Operator::LessThan,
    Operator::InRange,
    Operator::Equal,
    Operator::ValidValues,
];

/// As they are offered for all else.
static LISTED: [Operator; 12] = [
    Operator::Equal,
    Operator::ValidValues,
    Operator::Pattern,
    Operator::MinLength,
    Operator::MaxLength,
    Operator::Length,
    Operator::GreaterOrEqual,
    Operator::LessOrEqual,
    Operator::GreaterThan,
    Operator::LessThan,
    Operator::InRange,
    Operator::Schema,
];

impl<'m> Told<'m> {
    /// A list of clauses, or a place in it.
    pub(super) fn in_clauses(&self, schema: &DataSchema<'m>, steps: &[Step]) -> Option<Slot> {
        match steps {
            [] => {
                let clause = Box::new(self.clause(schema));
                Some(Slot { holds: Holds::List(clause), ..Slot::default() })
            }
            [Step::Index(_), rest @ ..] => self.in_clause(schema, rest),
            _ => None,
        }
    }

    /// One clause, or a place in it.
    pub(super) fn in_clause(&self, schema: &DataSchema<'m>, steps: &[Step]) -> Option<Slot> {
        let Some((operator, rest)) = steps.split_first() else { return Some(self.clause(schema)) };
        let operator = Operator::named(key_of(operator)?)?;
        let values = DataSchema { constraints: Vec::new(), ..schema.clone() };
        match (operator, rest) {
            (_, []) => Some(self.operand(operator, &values)),
            (Operator::ValidValues, [Step::Index(_), rest @ ..]) => self.literal().inside(&values, rest),
            (Operator::Equal, rest) => self.literal().inside(&values, rest),
            _ => None,
        }
    }

    fn clause(&self, schema: &DataSchema<'m>) -> Slot {
        let values = DataSchema { constraints: Vec::new(), ..schema.clone() };
        let parts =
            operators(schema.kind).into_iter().map(|it| (it.name().to_owned(), self.operand(it, &values)));
        Slot { holds: Holds::One { parts: parts.collect(), open: false }, ..Slot::default() }
    }

    /// What a value is compared with.
    fn operand(&self, operator: Operator, schema: &DataSchema<'m>) -> Slot {
        let data = self.literal();
        let value = || data.of_schema(schema);
        let doc = said(operator).to_owned();
        let holds = match operator {
            Operator::Length | Operator::MinLength | Operator::MaxLength => {
                Holds::Whole { min: 0, max: i64::MAX }
            }
            Operator::Pattern => Holds::Text,
            Operator::Schema => Holds::Prose,
            Operator::InRange => Holds::Range(data.least(schema)),
            Operator::ValidValues => Holds::List(Box::new(value())),
            _ => return Slot { doc, demands: Vec::new(), ..value() },
        };
        let sort = match operator {
            Operator::InRange => super::data::sort_of(schema),
            _ => String::new(),
        };
        Slot { sort, doc, holds, ..Slot::default() }
    }
}

impl<'d> Data<'_, 'd> {
    /// A lower bound to begin with, in the spelling of the type.
    fn least(self, schema: &DataSchema<'d>) -> String {
        match schema.kind.primitive() {
            Some(Primitive::Scalar(_) | Primitive::AnyScalar) => match self.of_schema(schema).holds {
                Holds::Measure(units) => format!("1 {}", units.first().copied().unwrap_or_default()),
                _ => "1".to_owned(),
            },
            Some(Primitive::Float) => "0.0".to_owned(),
            Some(Primitive::Version) => "1.0".to_owned(),
            Some(Primitive::Timestamp) => "2020-01-01".to_owned(),
            Some(Primitive::String) => "a".to_owned(),
            _ => "1".to_owned(),
        }
    }
}

/// The operators that say something of values of a type, the likeliest first; all of them where the type is not known.
fn operators(kind: Kind) -> Vec<Operator> {
    let primitive = kind.primitive();
    let is_measured = matches!(
        primitive,
        Some(Primitive::Integer | Primitive::Float | Primitive::Scalar(_) | Primitive::AnyScalar)
    );
    let all: &[Operator] = if is_measured { &ORDERED } else { &LISTED };
    let applies = |it: &Operator| kind == Kind::Untold || it.applies_to(primitive);
    all.iter().copied().filter(applies).collect()
}

fn said(operator: Operator) -> &'static str {
    match operator {
        Operator::Equal => "Exactly this value.",
        Operator::GreaterThan => "More than this.",
        Operator::GreaterOrEqual => "This or more.",
        Operator::LessThan => "Less than this.",
        Operator::LessOrEqual => "This or less.",
        Operator::InRange => "Between two bounds, themselves allowed; the upper may be `UNBOUNDED`.",
        Operator::ValidValues => "One of these.",
        Operator::Length => "Exactly so many characters or entries.",
        Operator::MinLength => "At least so many characters or entries.",
        Operator::MaxLength => "At most so many characters or entries.",
        Operator::Pattern => "A text that matches this regular expression.",
        Operator::Schema => "A text that keeps to this schema of its own language.",
    }
}
