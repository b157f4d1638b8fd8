//! The interface of a rule.

use crate::model::Service;
use limn_language::diagnostic::{Code, Report};

/// A check over a service template, and its codes.
pub struct Rule {
    pub codes: &'static [&'static Code],
    pub check: for<'d> fn(&Service<'d>, &mut Report),
}
