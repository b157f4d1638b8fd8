//! What the tables cannot say about service templates: one rule in one file, by what it is about, and one line in its folder's list.

mod behaviour;
mod functions;
mod profile;
mod service;
mod templates;
mod topology;
mod types;
mod values;

pub(super) use service::RESERVED_PREFIX;

use super::model::Service;
use crate::diagnostic::{Code, Report};

/// One check over a service template, and what it can say.
pub struct Rule {
    pub codes: &'static [&'static Code],
    pub check: for<'d> fn(&Service<'d>, &mut Report),
}

/// Every rule, by folder.
pub static RULES: &[&[&Rule]] = &[
    service::RULES,
    types::RULES,
    values::RULES,
    templates::RULES,
    topology::RULES,
    profile::RULES,
    functions::RULES,
    behaviour::RULES,
];

pub(super) fn codes() -> Vec<&'static Code> {
    RULES.iter().copied().flatten().flat_map(|rule| rule.codes.iter().copied()).collect()
}
