//! Values and definitions of values: properties, attributes, parameters, constraints, data types.

use super::Rule;

pub(super) static RULES: &[&Rule] = &[];
