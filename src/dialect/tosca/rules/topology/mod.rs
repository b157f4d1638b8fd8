//! What is in a topology beside its nodes: relationship templates, groups and policies.

mod group;
mod policy;
mod relationship_template;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[&group::RULE, &policy::RULE, &relationship_template::RULE];
