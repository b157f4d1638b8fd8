//! What is done: artifacts, interfaces, operations, triggers, workflows.

mod activity;
mod artifact;
mod circle;
mod condition;
mod files;
mod implementation;
mod inputs;
mod interface;
mod kinds;
mod say;
mod schedule;
mod step;
mod target;
mod trigger;
mod weaving;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &artifact::RULE,
    &interface::RULE,
    &implementation::RULE,
    &inputs::RULE,
    &kinds::RULE,
    &step::RULE,
    &activity::RULE,
    &condition::RULE,
    &trigger::RULE,
    &schedule::RULE,
    &weaving::RULE,
];
