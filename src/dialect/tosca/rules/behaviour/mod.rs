//! What is done: artifacts, interfaces, operations, triggers, workflows.

mod artifact;
mod files;
mod say;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[&artifact::RULE];
