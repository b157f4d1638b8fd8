//! One fault is one problem: no two checks report the same place, except where it has two faults.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::corpus::{corpus, files};
use common::documents;
use limn::analysis::Analysis;
use limn::diagnostic::{Diagnostic, Severity};
use limn::files::FilePath;

/// Step from one file of the corpus that is read to the next.
const EVERY: usize = 8;

/// Pairs of checks that report one place, each with the reason why these are two faults.
const TWO_FAULTS: &[(&str, &str, &str)] = &[
    ("tosca/empty-group", "tosca/missing-property", "members do not give a value to the property"),
    (
        "tosca/invalid-target-type",
        "tosca/missing-relationship-property",
        "the property is missing for every target",
    ),
    (
        "tosca/literal-attribute-default",
        "tosca/wrong-value-type",
        "processors that accept a literal still need one of the right type",
    ),
];

/// The pairs of checks that report one place of a text, each with an example.
fn pairs(name: &str, text: &str, all: &mut BTreeMap<(&'static str, &'static str), String>) {
    let file = FilePath::new("a.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, text);
    let Some(checked) = analysis.file(&file) else { return };
    let told =
        |diagnostic: &&Diagnostic| diagnostic.severity != Severity::Info && diagnostic.follows.is_none();
    let mut places: BTreeMap<(usize, usize), BTreeSet<(&'static str, &str)>> = BTreeMap::new();
    for found in checked
        .diagnostics()
        .iter()
        .filter(told)
        .filter(|diagnostic| diagnostic.code.name.starts_with("tosca/"))
    {
        places
            .entry((found.range.start, found.range.end))
            .or_default()
            .insert((found.code.name, &found.message));
    }
    for codes in places.into_values() {
        for (one, message) in &codes {
            for (other, also) in codes.iter().filter(|(other, _)| other > one) {
                all.entry((one, other)).or_insert_with(|| format!("{name}: {message} / {also}"));
            }
        }
    }
}

#[test]
fn no_fault_is_reported_twice() {
    let mut all = BTreeMap::new();
    for (at, text) in documents::of_fixtures().iter().enumerate() {
        pairs(&format!("fixture {at}"), text, &mut all);
    }
    let family = corpus("3-tosca").map(|folder| files(&folder, &[".yaml", ".yml"])).unwrap_or_default();
    for path in family.iter().step_by(EVERY) {
        if let Ok(text) = std::fs::read_to_string(path) {
            pairs(&path.display().to_string(), &text, &mut all);
        }
    }
    let argued =
        |(one, other): &(&str, &str)| TWO_FAULTS.iter().any(|pair| (pair.0, pair.1) == (*one, *other));
    let open: Vec<String> = all
        .iter()
        .filter(|(pair, _)| !argued(pair))
        .map(|((one, other), example)| format!("{one} and {other}: {example}"))
        .collect();
    assert!(open.is_empty(), "{} pairs:\n{}", open.len(), open.join("\n"));
}
