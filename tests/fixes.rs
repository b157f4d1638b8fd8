//! Fixes can be trusted: the law of `common::fixes` over every document of the fixtures and of the corpus, and the cases that once broke it.

mod common;

use std::fs;
use std::path::Path;

use common::corpus::{corpus, files};
use common::fixes::{faults, workspace};
use limn::analysis::{Analysis, Choices, Objection, fix_all};
use limn::files::FilePath;

#[track_caller]
fn none(faults: &[String], of: usize) {
    let heads: Vec<&str> = faults.iter().filter_map(|fault| fault.lines().next()).collect();
    let shown: Vec<&str> = faults.iter().map(String::as_str).filter(|it| it.len() < 8_000).take(8).collect();
    let count = faults.len();
    assert!(
        faults.is_empty(),
        "{count} faults in {of} documents:\n{}\n\n{}",
        heads.join("\n"),
        shown.join("\n\n")
    );
}

/// The texts of several lines in a fixture.
fn documents_in(value: &serde_yaml::Value, into: &mut Vec<String>) {
    match value {
        serde_yaml::Value::String(text) if text.contains('\n') => into.push(text.clone()),
        serde_yaml::Value::Sequence(items) => items.iter().for_each(|item| documents_in(item, into)),
        serde_yaml::Value::Mapping(entries) => entries.values().for_each(|value| documents_in(value, into)),
        _ => {}
    }
}

const HEADS: &[(&str, &str)] = &[
    ("assembly-rules", "name: assembly::demo::1.0\n"),
    ("homing-rules", "homing_template_version: 2018-02-01\n"),
    ("tosca-rules", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
];

#[test]
fn the_law_holds_for_every_document_of_the_fixtures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let name = FilePath::new("assembly.yaml").expect("a file's name");
    let (mut found, mut count) = (Vec::new(), 0);
    for path in files(&root, &[".yaml"]) {
        let head =
            HEADS.iter().find(|(name, _)| path.to_string_lossy().contains(name)).map_or("", |(_, it)| it);
        let text = fs::read_to_string(&path).expect("a fixture can be read");
        let fixture: serde_yaml::Value = serde_yaml::from_str(&text).expect("a fixture is YAML");
        let mut documents = Vec::new();
        documents_in(&fixture, &mut documents);
        let key = head.split(':').next().unwrap_or_default();
        for text in documents {
            let text = if text.contains(key) { text } else { format!("{head}{text}") };
            // As another editor would have written it.
            for text in [
                text.replace('\n', " # behind\n").replace(": | # behind\n", ": |\n"),
                text.replace('\n', "\r\n"),
                text,
            ] {
                found.extend(faults(&name, &text));
                count += 1;
            }
        }
    }
    assert!(count > 300, "only {count} documents");
    none(&found, count);
}

#[test]
fn the_law_holds_for_every_document_of_the_corpus() {
    let (mut found, mut count) = (Vec::new(), 0);
    for family in ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "4-brooklyn-tosca", "5-onap-has"] {
        let Some(folder) = corpus(family) else { return };
        for path in files(&folder, &[".yaml", ".yml", ".meta"]) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let (Ok(text), Ok(name)) = (fs::read_to_string(&path), FilePath::new(&name)) else { continue };
            // Larger ones are many of the same.
            if text.len() > 256 << 10 {
                continue;
            }
            found
                .extend(faults(&name, &text).into_iter().map(|fault| format!("{}: {fault}", path.display())));
            count += 1;
        }
    }
    none(&found, count);
}
