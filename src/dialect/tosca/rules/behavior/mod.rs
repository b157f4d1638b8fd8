//! Rules for artifacts, interfaces, operations, triggers and workflows.

mod activity;
mod artifact;
mod artifact_file;
mod condition;
mod declared_types;
mod files;
mod generated_workflow;
mod implementation;
mod inputs;
mod interface;
mod messages;
mod schedule;
mod step;
mod step_order;
mod target;
mod trigger;
mod trigger_action;

pub use interface::UNDECLARED_OPERATION;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &artifact::RULE,
    &interface::RULE,
    &implementation::RULE,
    &inputs::RULE,
    &declared_types::RULE,
    &step::RULE,
    &step_order::RULE,
    &activity::RULE,
    &condition::RULE,
    &trigger::RULE,
    &trigger_action::RULE,
    &schedule::RULE,
    &generated_workflow::RULE,
];
