//! `$brooklyn:` expressions.

pub(crate) mod component;
pub(crate) mod portable;
pub(crate) mod syntax;
pub(super) mod tosca_function;
