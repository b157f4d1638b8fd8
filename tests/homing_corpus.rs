//! Real homing templates and plan requests: each is recognized, reads back unchanged, and gets the verdict of its label, or of the engine
//! itself where it was run. Without the corpus the tests are skipped with a message.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{FilePath, Workspace};

/// Unlabeled files that Limn rejects, and why.
const REFUSED: &[(&str, &str)] = &[
    (
        "some_template.yaml",
        "its constraints are a list, which the engine rejects; it also has `attributes` and a list of placements",
    ),
    ("nssi_template.json", "no engine has the constraint type `aggregation` and the function `latency`"),
    (
        "nssi_template.template.yaml",
        "no engine has the constraint type `aggregation` and the function `latency`",
    ),
];

/// The errors of a text, by rule and message.
fn errors(name: &str, text: &str, profile: Option<&str>) -> Vec<String> {
    let file = FilePath::new(name).expect("corpus files have plain names");
    let choices = Choices { profile: profile.map(str::to_owned), ..Choices::default() };
    let analysis = Analysis::of(&Workspace::of(file.clone(), text), &choices, &Analysis::default());
    let checked = analysis.file(&file).expect("the one file");
    assert_eq!(checked.language().dialect, Some("homing"), "{name}: {}", checked.language().reason);
    assert_eq!(&**checked.text(), text, "{name} does not read back");
    let errors = checked.diagnostics().iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|error| format!("{} {}", error.rule.unwrap_or(error.code.name), error.message)).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The labels of the corpus files, by path.
fn labels(root: &Path) -> BTreeMap<PathBuf, String> {
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).expect("the corpus has a manifest");
    let lines = manifest.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    lines
        .filter(|columns| columns[0].starts_with("5-onap-has"))
        .map(|columns| (root.join(columns[0]), columns[7].to_owned()))
        .collect()
}

#[test]
fn every_template_gets_the_verdict_of_its_label() {
    let Some(folder) = corpus("5-onap-has") else { return };
    let labels = labels(folder.parent().expect("a family is a folder of the corpus"));
    let mut wrong = Vec::new();
    let all = files(&folder, &[".yaml", ".json"]);
    for path in &all {
        let text = fs::read_to_string(path).expect("a corpus file can be read");
        let (name, errors) = (name_of(path), errors(&name_of(path), &text, None));
        let refused = REFUSED.iter().any(|(known, _)| *known == name);
        let expected = match labels.get(path).map(String::as_str) {
            Some("valid") => true,
            Some("invalid") => false,
            _ => !refused,
        };
        if errors.is_empty() != expected {
            wrong.push(format!("{}: expected good: {expected}; found: {errors:#?}", path.display()));
        }
    }
    assert!(all.len() > 25, "only {} files", all.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_gets_the_verdict_of_the_engine() {
    let Some(folder) = corpus("5-onap-has") else { return };
    let examples = folder.ancestors().nth(2).map(|shared| shared.join("spec/dialects/examples"));
    let Some(examples) = examples.filter(|examples| examples.is_dir()) else { return };
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in files(&examples, &[".yaml"]) {
        let text = fs::read_to_string(&path).expect("an example can be read");
        let verdict = text.lines().find(|line| line.starts_with("# Checked with the translator"));
        let Some(verdict) = verdict else { continue };
        seen += 1;
        let errors = errors(&name_of(&path), &text, Some("homing-engine"));
        let accepted = verdict.ends_with("accepted");
        if errors.is_empty() != accepted {
            wrong.push(format!("{}: {verdict}; found: {errors:#?}", path.display()));
        }
    }
    assert!(seen > 15, "only {seen} examples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
