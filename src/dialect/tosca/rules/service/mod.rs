//! Rules for the service template as a file: version, names, imports, and its package.

mod bare_type_name;
mod import;
mod merge_key;
mod metadata;
mod missing_import;
mod missing_type;
mod names;
mod one_document;
mod other_version_types;
mod package;
mod repository;
mod shared_types;
mod version;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &one_document::RULE,
    &version::RULE,
    &merge_key::RULE,
    &metadata::RULE,
    &names::RULE,
    &repository::RULE,
    &missing_import::RULE,
    &missing_type::RULE,
    &bare_type_name::RULE,
    &other_version_types::RULE,
    &import::RULE,
    &shared_types::RULE,
    &package::RULE,
];
