//! Templates: node and relationship templates, requirements, capabilities, groups, policies, substitution.

mod capability_value;
mod copy;
mod directives;
mod hosting;
mod near;
mod node_filter;
mod occurrences;
mod open_requirement;
mod relationship;
mod reserved_name;
mod substitution;
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
    &node_filter::RULE,
    &open_requirement::RULE,
    &capability_value::RULE,
    substitution::RULES[0],
    substitution::RULES[1],
    substitution::RULES[2],
    substitution::RULES[3],
    substitution::RULES[4],
];
