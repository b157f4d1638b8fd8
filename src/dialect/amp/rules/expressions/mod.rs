//! `$brooklyn:` expressions.

pub(super) mod component;
pub(super) mod portable;
pub(super) mod syntax;
pub(super) mod tosca_function;
