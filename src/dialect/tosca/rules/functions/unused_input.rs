//! Unused inputs.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeSet, HashSet};

use super::super::Rule;
use super::STANDARD;
use crate::kind;
use crate::model::Service;
use crate::types::{FileId, Found, Word};
use limn_language::diagnostic::{Code, Report};
use limn_text::TextRange;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNUSED], check };

static UNUSED: Code = Code::info(
    "tosca/unused-input",
    "T4.4.1-R4",
    STANDARD,
    "Reports an input that nothing reads. Its value has no effect.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    // A substitutable topology has inputs for others to map.
    if topology.substitution.as_ref().is_some_and(|it| it.properties.is_empty()) {
        return;
    }
    let name_index = service.name_index();
    let read = name_index.outcomes.iter().flat_map(|outcome| outcome.names.iter().map(|(_, key)| *key));
    let mapped =
        name_index.mentions.iter().filter(|it| it.kinds.contains(&&kind::INPUT)).map(|it| it.declared);
    let used: HashSet<TextRange> =
        read.chain(mapped).filter(|it| service.is_own(*it)).map(Node::range).collect();
    let called = LazyCell::new(|| called(service));
    for input in &topology.inputs {
        if used.contains(&input.key.range()) || called.contains(&*input.name) {
            continue;
        }
        report.push(service.fault(&UNUSED, input.key, format!("unused input `{}`", input.name)));
    }
}

/// Inputs that any `get_input` names, including unresolved calls: a type in an imported file reads inputs of the templates that use it, and
/// a misplaced call is reported separately.
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
