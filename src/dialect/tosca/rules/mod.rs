//! Rules for service templates that the grammar cannot express: one file per rule, listed by its folder.

mod behaviour;
mod functions;
mod profile;
mod rule;
mod service;
mod templates;
mod topology;
mod types;
mod values;

pub use functions::{UNKNOWN_ENTITY, UNKNOWN_FUNCTION};
pub use rule::Rule;
pub use values::value_definition::{Role as DefinitionRole, ValueDefinition, all as value_definitions};

use limn_language::diagnostic::Code;

/// All rules, by folder.
pub static RULES: &[&[&Rule]] = &[
    service::RULES,
    types::RULES,
    values::RULES,
    templates::RULES,
    topology::RULES,
    profile::RULES,
    functions::RULES,
    behaviour::RULES,
];

pub(super) fn codes() -> Vec<&'static Code> {
    RULES.iter().copied().flatten().flat_map(|rule| rule.codes.iter().copied()).collect()
}
