//! Rules for service templates that the grammar cannot express: one file per rule, listed by its folder.

mod behaviour;
mod functions;
mod profile;
mod rule;
mod service;
mod templates;
mod topology;
mod types;
mod values;

pub use rule::Rule;

use std::collections::BTreeMap;

use limn_language::diagnostic::{Code, Diagnostic};
use limn_text::TextRange;

/// All rules, by folder.
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

/// Pairs of codes that report the same fault at the same place: the more specific code, and the one it supersedes.
static SUPERSEDED: &[(&str, &str)] = &[
    ("tosca/public-endpoint-on-private-network", "tosca/unmet-constraint"),
    ("tosca/insecure-admin-endpoint", "tosca/unmet-constraint"),
    ("tosca/attached-at-root", "tosca/unmet-constraint"),
    ("tosca/port-ends", "tosca/too-many-assignments"),
    ("tosca/list-read-as-mapping", "tosca/mapping-form"),
    ("tosca/unknown-function", "tosca/wrong-value-type"),
];

/// Removes diagnostics that a more specific code supersedes.
pub(super) fn remove_superseded(diagnostics: &mut Vec<Diagnostic>) {
    let mut better: BTreeMap<&str, Vec<TextRange>> = BTreeMap::new();
    for diagnostic in diagnostics.iter() {
        for (_, other) in SUPERSEDED.iter().filter(|(code, _)| *code == diagnostic.code.name) {
            better.entry(other).or_default().push(diagnostic.range);
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
    fn superseded_codes_exist() {
        let all: Vec<&str> =
            codes().iter().chain(&super::super::grammar::codes()).map(|it| it.name).collect();
        for (better, other) in SUPERSEDED {
            assert!(all.contains(better), "{better}");
            assert!(all.contains(other), "{other}");
        }
    }
}
