//! "Did you mean": what is proposed is neither the element that is being defined nor of another kind, for every check that proposes a name.

mod common;
use std::collections::BTreeSet;
use std::path::PathBuf;

use common::corpus::{corpus, files};
use common::documents;
use limn::analysis::Analysis;
use limn::diagnostic::{Diagnostic, Severity};
use limn::files::FilePath;
use limn::yaml;

/// Step from one file of the corpus that is tried to the next.
const EVERY: usize = 16;
/// Step from one scalar of a sample that is misspelled to the next.
const STEP: usize = 5;

/// The name that a message proposes.
fn proposed(found: &Diagnostic) -> Option<&str> {
    found.message.split_once("did you mean `")?.1.split_once('`').map(|pair| pair.0)
}

/// Obeys each proposal of a text: codes of the checks that made one, and what is wrong with them.
fn faults(name: &str, text: &str, checks: &mut BTreeSet<&'static str>) -> Vec<String> {
    let file = FilePath::new(name).expect("a plain name");
    let analysis = Analysis::of_text(&file, text);
    let Some(checked) = analysis.file(&file) else { return Vec::new() };
    let before = checked.diagnostics();
    let errors =
        |all: &[Diagnostic]| all.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let mut faults = Vec::new();
    for (at, found) in before.iter().enumerate() {
        let Some(proposed) = proposed(found) else { continue };
        checks.insert(found.code.name);
        let said = || format!("{name}: {} {}", found.code.name, found.message);
        if text[found.range.start..found.range.end].trim_matches(['"', '\'']) == proposed {
            faults.push(format!("the name itself: {}", said()));
        }
        let Some(index) = found.fixes.iter().position(|fix| fix.title.contains(proposed)) else { continue };
        let Ok(change) = analysis.fix(&file, at, index) else { continue };
        let Some(edit) = change.edits.get(&file) else { continue };
        let after = edit.apply(text);
        let after = Analysis::of_text(&file, &after);
        let after = after.file(&file).expect("the same name").diagnostics();
        // What is below a key is checked now.
        let parent = found.path.parent().unwrap_or_default();
        let is_below = |diagnostic: &&Diagnostic| {
            diagnostic.path.starts_with(&parent) && diagnostic.path.len() > found.path.len()
        };
        let below =
            after.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).filter(is_below).count();
        if errors(after) > errors(before) + below {
            faults.push(format!("more errors: {}", said()));
        }
        if after.iter().any(|diagnostic| {
            diagnostic.code == found.code
                && diagnostic.path == found.path
                && diagnostic.range.start == found.range.start
        }) {
            faults.push(format!("still reported: {}", said()));
        }
    }
    faults
}

/// A text with one of its scalars misspelled, each time another one.
fn misspelled(text: &str) -> Vec<String> {
    let document = yaml::parse(text);
    let mut all = Vec::new();
    let mut open: Vec<_> = document.root().into_iter().collect();
    while let Some(node) = open.pop() {
        for entry in node.entries() {
            open.extend([entry.key, entry.value]);
        }
        open.extend(node.items());
        let is_word =
            |text: &str| text.len() >= 4 && text.chars().all(|c| c.is_alphanumeric() || "._-:".contains(c));
        if node.is_scalar() && node.text().is_some_and(is_word) {
            all.push(node.range().end);
        }
    }
    all.sort_unstable();
    all.dedup();
    let misspell = |end: usize| format!("{}x{}", &text[..end], &text[end..]);
    all.into_iter().step_by(STEP).filter(|end| text.is_char_boundary(*end)).map(misspell).collect()
}

#[test]
fn what_is_proposed_fits_where_it_is_proposed() {
    let mut checks = BTreeSet::new();
    let mut found = Vec::new();
    for (at, text) in documents::of_fixtures().iter().enumerate() {
        found.extend(faults(&format!("fixture{at}.yaml"), text, &mut checks));
    }
    let samples = documents::below(&documents::root().join("public/samples"));
    let samples = samples.iter().filter(|file| file.extension().is_some_and(|extension| extension == "yaml"));
    for text in samples.map(|file| std::fs::read_to_string(file).expect("a sample can be read")) {
        for text in misspelled(&text) {
            found.extend(faults("sample.yaml", &text, &mut checks));
        }
    }
    let corpora =
        ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "5-onap-has"].into_iter().filter_map(corpus);
    let all: Vec<PathBuf> = corpora.flat_map(|folder| files(&folder, &[".yaml", ".yml"])).collect();
    for path in all.iter().step_by(EVERY) {
        if let Ok(text) = std::fs::read_to_string(path) {
            found.extend(faults(&path.file_name().unwrap_or_default().to_string_lossy(), &text, &mut checks));
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
    assert!(checks.len() > 30, "{} checks: {checks:?}", checks.len());
}
