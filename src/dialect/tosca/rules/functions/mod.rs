//! Function calls: their arguments, where they may stand, and what they lead to.

mod arguments;
mod circle;
mod environment;
mod fixed_input;
mod leads;
mod lookalike;
mod unused_input;

use super::Rule;

const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2, 4";

pub(super) static RULES: &[&Rule] = &[
    &arguments::RULE,
    &circle::RULE,
    &environment::RULE,
    &fixed_input::RULE,
    &leads::RULE,
    &lookalike::RULE,
    &unused_input::RULE,
];
