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

use std::collections::BTreeMap;

use super::model::Service;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::text::TextRange;

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

/// What one fault would be told by twice: the code that says best what is wrong, and the one that says of the same place that something is.
static SAID_BETTER: &[(&str, &str)] = &[
    ("tosca/public-endpoint-on-private-network", "tosca/unmet-constraint"),
    ("tosca/insecure-admin-endpoint", "tosca/unmet-constraint"),
    ("tosca/attached-at-root", "tosca/unmet-constraint"),
    ("tosca/port-ends", "tosca/too-many-assignments"),
    ("tosca/list-read-as-mapping", "tosca/mapping-form"),
    ("tosca/unknown-function", "tosca/wrong-value-type"),
];

/// Leaves each fault told once, by the code that says best what is wrong.
pub(super) fn once(diagnostics: &mut Vec<Diagnostic>) {
    let mut better: BTreeMap<&str, Vec<TextRange>> = BTreeMap::new();
    for it in diagnostics.iter() {
        for (_, other) in SAID_BETTER.iter().filter(|(code, _)| *code == it.code.name) {
            better.entry(other).or_default().push(it.range);
        }
    }
    for ranges in better.values_mut() {
        ranges.sort_unstable_by_key(|it| (it.start, it.end));
    }
    diagnostics.retain(|it| {
        let Some(ranges) = better.get(it.code.name) else { return true };
        let within = ranges.get(ranges.partition_point(|range| range.start < it.range.start));
        !within.is_some_and(|range| it.range.contains(*range))
    });
}

pub(super) fn codes() -> Vec<&'static Code> {
    RULES.iter().copied().flatten().flat_map(|rule| rule.codes.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_better_is_said_by_codes_that_there_are() {
        let all: Vec<&str> =
            codes().iter().chain(&super::super::grammar::codes()).map(|it| it.name).collect();
        for (better, other) in SAID_BETTER {
            assert!(all.contains(better), "{better}");
            assert!(all.contains(other), "{other}");
        }
    }
}
