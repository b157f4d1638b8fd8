//! Unused inputs.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::Rule;
use super::STANDARD;
use crate::kind;
use crate::model::Service;
use crate::types::ScalarText;
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Report};
use limn_language::dialect::Library;
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::{Document, Node};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNUSED], check };

static UNUSED: Code =
    Code::info("tosca/unused-input", "T4.4.1-R4", STANDARD, "Reports an input that nothing reads.")
        .why("Its value has no effect.")
        .advice("Read the input with `get_input`, or remove it.")
        .bad(
            "topology template",
            "
inputs: {size: {type: string}}
#        ^^^^
outputs: {a: {value: {get_inputs: size}}}
",
        )
        .good(
            "
inputs: {size: {type: string}}
outputs: {a: {value: {get_input: size}}}
",
        )
        .one_cause("unused inputs");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    // A substitutable topology has inputs for others to map.
    if topology.substitution.as_ref().is_some_and(|substitution| substitution.properties.is_empty()) {
        return;
    }
    let name_index = service.name_index();
    let read = name_index.outcomes.iter().flat_map(|outcome| outcome.names.iter().map(|(_, key)| *key));
    let mapped = name_index
        .mentions
        .iter()
        .filter(|mention| mention.kinds.contains(&&kind::INPUT))
        .map(|mention| mention.declared);
    let used: HashSet<TextRange> =
        read.chain(mapped).filter(|key| service.is_own(*key)).map(Node::range).collect();
    let called_here: LazyCell<HashSet<_>, _> = LazyCell::new(|| called(service.document).collect());
    let called = LazyCell::new(|| CalledInputs::of(service.library));
    let is_called = |name: &str| {
        let files = || called.files.get(name).into_iter().flatten();
        called_here.contains(name) || files().any(|file| service.type_scope.file_at(file).is_some())
    };
    for input in &topology.inputs {
        if used.contains(&input.key.range()) || is_called(&input.name) {
            continue;
        }
        report.push(service.fault(&UNUSED, input.key, message::unused("input", &input.name)));
    }
}

/// Inputs that any `get_input` names, including unresolved calls: a type in an imported file reads inputs of the templates that use it, and
/// a misplaced call is reported separately.
struct CalledInputs {
    /// Of each name, the files of the workspace with a call.
    files: FxHashMap<String, Vec<FilePath>>,
}

impl CalledInputs {
    fn of(library: &Library) -> Arc<CalledInputs> {
        library.computed.get(|| {
            let mut files: FxHashMap<String, Vec<FilePath>> = FxHashMap::default();
            for (path, document) in &library.documents {
                for name in called(document) {
                    let known = files.entry(name.into_owned()).or_default();
                    if known.last() != Some(path) {
                        known.push(path.clone());
                    }
                }
            }
            CalledInputs { files }
        })
    }
}

fn called(document: &Document) -> impl Iterator<Item = Cow<'_, str>> {
    let values = document.nodes().filter_map(|node| node.get("get_input")).map(Node::resolve);
    values.filter_map(|value| Some(ScalarText::of(value.items().next().unwrap_or(value).resolve())?.text))
}
