//! The expression language of Apache Brooklyn, which Cloudsoft AMP reads, too: `$brooklyn:component("db").attributeWhenReady("host.address")`.
//!
//! The parser is total: it returns the recognized part of any text, with ranges in bytes, and the first fault. Completion uses the partial result.
//! The table of functions lists what each argument refers to.

mod caret;
mod expression;
mod function;
#[cfg(test)]
mod laws;
mod parse;
mod reference;

pub use caret::{Caret, at_caret};
pub use expression::{
    Argument, ArgumentValue, Arguments, Call, Chain, ExpressionFault, Parsed, RangedText, Step,
};
pub use function::{FUNCTIONS, Function, Parameter, Target, function};
pub use parse::{is_expression, parse, parse_key};
pub use reference::{Owner, Reference, references, references_of};

/// Start of each expression.
pub const PREFIX: &str = "$brooklyn:";
