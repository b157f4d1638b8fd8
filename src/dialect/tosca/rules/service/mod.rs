//! The service template as a file: its version, names and imports.

mod missing_import;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[&missing_import::RULE];
