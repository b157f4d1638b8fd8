//! Templates: node and relationship templates, requirements, capabilities, groups, policies, substitution.

use super::Rule;

pub(super) static RULES: &[&Rule] = &[];
