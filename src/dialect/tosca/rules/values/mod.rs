//! Values and definitions of values: properties, attributes, parameters, constraints, data types.

mod assignment;
pub(super) mod check;
mod clause;
mod data_type;
mod defined;
mod definition;
mod filter;
mod input;
mod occurrences;
mod parameter;
pub(super) mod refinement;
#[cfg(test)]
mod tests;
mod told;
mod well_known;

pub(super) use told::RESULT;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &told::RULE,
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
