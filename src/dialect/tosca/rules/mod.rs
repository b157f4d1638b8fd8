//! Rules for service templates that the grammar cannot express: one file per rule, listed by its folder.

mod assignment;
mod behavior;
mod functions;
mod profile;
mod rule;
mod service;
mod templates;
mod topology;
mod types;
mod unimported;
mod values;

pub use assignment::offer_assignments;
pub use rule::Rule;
pub(crate) use types::redeclares_tosca;
pub(crate) use unimported::import;
pub use values::value_definition::{Role as DefinitionRole, ValueDefinition, all as value_definitions};

/// Checks that a language which extends TOSCA replaces by more specific ones.
pub mod codes {
    pub use super::behavior::UNDECLARED_OPERATION;
    pub use super::functions::{UNKNOWN_ENTITY, UNKNOWN_FUNCTION};
    pub use super::templates::TOO_MANY_ASSIGNMENTS;
    pub use super::values::{UNDECLARED_PROPERTY, WRONG_BOOLEAN, WRONG_VALUE_TYPE};
}

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
    behavior::RULES,
];

pub(super) fn codes() -> Vec<&'static Code> {
    RULES.iter().copied().flatten().flat_map(|rule| rule.codes.iter().copied()).collect()
}
