//! Constraint clauses as fields: the operators that a type allows, and their operands.

use super::FieldProvider;
use super::data::{Data, key_of};
use crate::value::{DataSchema, Operator, Primitive, ValueKind};
use limn_language::schema::{Holds, Slot};
use limn_yaml::Step;

/// Operators in the order offered for measured types.
static ORDERED: [Operator; 7] = [
    Operator::GreaterOrEqual,
    Operator::LessOrEqual,
    Operator::GreaterThan,
    Operator::LessThan,
    Operator::InRange,
    Operator::Equal,
    Operator::ValidValues,
];

/// Operators in the order offered for other types.
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

impl<'m> FieldProvider<'m> {
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

    /// The slot of a clause, or of a place in it.
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
        let parts = operators(schema.kind)
            .into_iter()
            .map(|operator| (operator.name().to_owned(), self.operand(operator, &values)));
        Slot { holds: Holds::One { parts: parts.collect(), open: false }, ..Slot::default() }
    }

    /// Field of the operand.
    fn operand(&self, operator: Operator, schema: &DataSchema<'m>) -> Slot {
        let data = self.literal();
        let value = || data.of_schema(schema);
        let doc = operator.doc().to_owned();
        let holds = match operator {
            Operator::Length | Operator::MinLength | Operator::MaxLength => {
                Holds::Whole { min: 0, max: i64::MAX }
            }
            Operator::Pattern => Holds::Text,
            Operator::Schema => Holds::Prose,
            Operator::InRange => Holds::Range(data.least(schema)),
            Operator::ValidValues => Holds::List(Box::new(value())),
            _ => return Slot { doc, constraints: Vec::new(), ..value() },
        };
        let type_name = match operator {
            Operator::InRange => super::data::type_name_of(schema),
            _ => String::new(),
        };
        Slot { type_name, doc, holds, ..Slot::default() }
    }
}

impl<'d> Data<'_, 'd> {
    /// Initial lower bound in the notation of the type.
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

/// Operators that apply to a type, most likely first; all of them if the type is unknown.
fn operators(kind: ValueKind) -> Vec<Operator> {
    let primitive = kind.primitive();
    let is_measured = matches!(
        primitive,
        Some(Primitive::Integer | Primitive::Float | Primitive::Scalar(_) | Primitive::AnyScalar)
    );
    let all: &[Operator] = if is_measured { &ORDERED } else { &LISTED };
    let applies = |operator: &Operator| kind.is_open() || operator.applies_to(primitive);
    all.iter().copied().filter(applies).collect()
}
