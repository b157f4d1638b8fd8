//! Inputs that nothing reads.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeSet, HashSet};

use super::super::Rule;
use super::STANDARD;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::kind;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, Found, Word};
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
    let called = LazyCell::new(|| called(service));
    for input in &topology.inputs {
        if used.contains(&input.key.range()) || called.contains(&*input.name) {
            continue;
        }
        report.push(service.fault(&UNUSED, input.key, format!("nothing reads input `{}`", input.name)));
    }
}

/// The inputs that any `get_input` names, also where it stands for nothing: a type of an imported file reads the inputs of whatever is made with
/// it, and a call that is out of place is told as that.
fn called<'d>(service: &Service<'d>) -> HashSet<Cow<'d, str>> {
    let mut files = vec![FileId::OWN];
    let mut known = BTreeSet::from([FileId::OWN]);
    let mut names = HashSet::new();
    while let Some(id) = files.pop() {
        let file = service.world.file(id);
        for import in &file.imports {
            if let Found::File(next) = import.found
                && known.insert(next)
            {
                files.push(next);
            }
        }
        for value in file.document.nodes().filter_map(|node| node.get("get_input")) {
            let value = value.resolve();
            names.extend(Word::of(value.items().next().unwrap_or(value).resolve()).map(|word| word.text));
        }
    }
    names
}
