//! The service template as a file: its version, names and imports, and the package that it stands in.

mod import;
pub(in super::super) use import::RESERVED_PREFIX;
mod merge_key;
mod metadata;
mod missing_import;
mod missing_type;
mod names;
mod one_document;
mod other_catalogue;
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
    &other_catalogue::RULE,
    &import::RULE,
    &shared_types::RULE,
    &package::RULE,
];
