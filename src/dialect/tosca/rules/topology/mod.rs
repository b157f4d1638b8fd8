//! Rules for relationship templates, groups and policies of a topology template.

mod group;
mod policy;
mod relationship_template;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[&group::RULE, &policy::RULE, &relationship_template::RULE];
