//! Operators of constraints.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    Equal,
    GreaterThan,
    GreaterOrEqual,
    LessThan,
    LessOrEqual,
    InRange,
    ValidValues,
    Length,
    MinLength,
    MaxLength,
    Pattern,
    Schema,
}

impl Operator {
    pub const ALL: [Operator; 12] = [
        Operator::Equal,
        Operator::GreaterThan,
        Operator::GreaterOrEqual,
        Operator::LessThan,
        Operator::LessOrEqual,
        Operator::InRange,
        Operator::ValidValues,
        Operator::Length,
        Operator::MinLength,
        Operator::MaxLength,
        Operator::Pattern,
        Operator::Schema,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Operator::Equal => "equal",
            Operator::GreaterThan => "greater_than",
            Operator::GreaterOrEqual => "greater_or_equal",
            Operator::LessThan => "less_than",
            Operator::LessOrEqual => "less_or_equal",
            Operator::InRange => "in_range",
            Operator::ValidValues => "valid_values",
            Operator::Length => "length",
            Operator::MinLength => "min_length",
            Operator::MaxLength => "max_length",
            Operator::Pattern => "pattern",
            Operator::Schema => "schema",
        }
    }

    /// Meaning of the operand, for hover and forms.
    pub const fn doc(self) -> &'static str {
        match self {
            Operator::Equal => "Equal to this value.",
            Operator::GreaterThan => "Greater than this value.",
            Operator::GreaterOrEqual => "Greater than or equal to this value.",
            Operator::LessThan => "Less than this value.",
            Operator::LessOrEqual => "Less than or equal to this value.",
            Operator::InRange => "Between two inclusive bounds; the upper bound can be `UNBOUNDED`.",
            Operator::ValidValues => "One of these values.",
            Operator::Length => "Exact number of characters or entries.",
            Operator::MinLength => "Minimum number of characters or entries.",
            Operator::MaxLength => "Maximum number of characters or entries.",
            Operator::Pattern => "A string that matches this regular expression.",
            Operator::Schema => "A string that conforms to this external schema.",
        }
    }

    pub fn named(name: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|operator| operator.name() == name)
    }
}
