//! Rules for values and their definitions: properties, attributes, parameters, constraints, data types.

mod assignment;
pub(super) mod check;
mod clause;
pub(super) mod data_type;
mod definition;
mod filter;
mod input;
mod occurrences;
mod parameter;
pub(super) mod refinement;
#[cfg(test)]
mod tests;
mod value_codes;
pub(super) mod value_definition;
mod well_known;

pub use assignment::UNDECLARED_PROPERTY;
pub use value_codes::{BOOLEAN as WRONG_BOOLEAN, WRONG_VALUE_TYPE};
pub(super) use value_codes::{RESULT, UNMET_CONSTRAINT};

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &value_codes::RULE,
    &well_known::RULE,
    &assignment::RULE,
    &definition::RULE,
    &clause::RULE,
    &data_type::RULE,
    &refinement::RULE,
    &parameter::RULE,
    &filter::RULE,
    &input::RULE,
    &occurrences::RULE,
];
