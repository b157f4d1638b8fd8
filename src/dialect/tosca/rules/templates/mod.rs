//! Templates: node and relationship templates, requirements, capabilities, groups, policies, substitution.

mod copy;
mod directives;
mod hosting;
mod near;
mod occurrences;
mod relationship;
mod reserved_name;
mod target;
mod undeclared;
mod unknown_type;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &unknown_type::RULE,
    &copy::RULE,
    &reserved_name::RULE,
    &directives::RULE,
    &undeclared::RULE,
    &target::RULE,
    &relationship::RULE,
    &occurrences::RULE,
    &hosting::RULE,
];
