//! `$brooklyn:` expressions.

pub(crate) mod component;
pub(super) mod portable;
pub(crate) mod syntax;
pub(super) mod tosca_function;
