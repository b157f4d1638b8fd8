//! Inputs that nothing reads.

use std::collections::HashSet;

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::kind;
use crate::dialect::tosca::model::Service;
use crate::text::TextRange;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNUSED], check };

static UNUSED: Code = Code::info(
    "tosca/unused-input",
    "T4.4.1-R4",
    STANDARD,
    "The input is asked for and never read: nothing changes with its value.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    // What is meant to be substituted has inputs for others to map.
    if topology.substitution.as_ref().is_some_and(|it| it.properties.is_empty()) {
        return;
    }
    let survey = service.survey();
    let read = survey.outcomes.iter().flat_map(|outcome| outcome.names.iter().map(|(_, key)| *key));
    let mapped = survey.mentions.iter().filter(|it| it.kinds.contains(&&kind::INPUT)).map(|it| it.declared);
    let used: HashSet<TextRange> =
        read.chain(mapped).filter(|it| service.is_own(*it)).map(Node::range).collect();
    for input in topology.inputs.iter().filter(|it| !used.contains(&it.key.range())) {
        report.push(service.fault(&UNUSED, input.key, format!("nothing reads input `{}`", input.name)));
    }
}
