//! Types: what they derive from, and what a derived type may make of what it inherits.

use super::Rule;

pub(super) static RULES: &[&Rule] = &[];
