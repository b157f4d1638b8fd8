//! What is done: artifacts, interfaces, operations, triggers, workflows.

use super::Rule;

pub(super) static RULES: &[&Rule] = &[];
