//! Function calls: their arguments, where they may stand, and what they lead to.

use super::Rule;

pub(super) static RULES: &[&Rule] = &[];
