//! Rules for function calls: arguments, places and what they resolve to.

mod arguments;
mod cycle;
mod environment;
mod fixed_input;
mod lookalike;
mod nested_function;
mod unresolved;
mod unused_input;

pub use lookalike::UNKNOWN as UNKNOWN_FUNCTION;
pub use unresolved::ENTITY as UNKNOWN_ENTITY;

use super::Rule;

const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2, 4";

pub(super) static RULES: &[&Rule] = &[
    &arguments::RULE,
    &nested_function::RULE,
    &cycle::RULE,
    &environment::RULE,
    &fixed_input::RULE,
    &unresolved::RULE,
    &lookalike::RULE,
    &unused_input::RULE,
];
