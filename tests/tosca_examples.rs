//! Examples of the TOSCA standard, each with its verdict in the reference. They are not part of the project: if they are absent, the test skips
//! with a notice.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::corpus::corpus;
use limn::analysis::Analysis;
use limn::diagnostic::{Diagnostic, Severity};
use limn::files::FilePath;
use serde::Deserialize;

/// Differences from the reference's table: the example, the rule ids reported additionally or not at all, and the reason.
const DIFFERENCES: &[(&str, &[&str], &str)] = &[
    ("04", &["T3.5.15-R3"], "the example is opened alone, so the existence of its scripts is unknown"),
    (
        "19",
        &["T3.7.1-R2", "T3.7.12-R10"],
        "requires the types of the example before it: unknown types are not checked",
    ),
    (
        "33",
        &["T3.5.19-R4"],
        "the interface is reported as undeclared at its declaration, and not again at the step that calls it",
    ),
    ("35", &["T3.3.1-R1"], "custom states are allowed and not reported"),
    (
        "36",
        &["T3.5.19-R4"],
        "the interface is reported as undeclared at its declaration, and not again at the step that calls it",
    ),
    ("39", &["T7.3.6-R1"], "the row says that this rule is met"),
    (
        "40",
        &["T3.5.19-R4", "T3.5.19-R7"],
        "the interface is reported as undeclared at its declaration, not again at the step; custom states are allowed",
    ),
    (
        "43",
        &["valid"],
        "open hosts are a warning: the standard's own examples leave them open throughout (2.9, 2.10)",
    ),
    (
        "45",
        &["T3.5.9-R1"],
        "a string in place of a definition is a wrong shape, and not also a definition without a type",
    ),
    ("47", &["T3.7.2-R3"], "the template has no type but `derived_from`, so undeclared names are unknown"),
    (
        "70",
        &["T3.5.11-R1", "T4.5.1-R3"],
        "a call in place of a definition is reported as an unknown keyname; the host of the type is unknown",
    ),
    ("72", &["T3.5.16-R1"], "the parent is unknown and may have the interface"),
    ("80", &["T3.7.12-R2"], "the substituted type is unknown, and so is what it would have to map"),
];

/// A row: the expected verdict of an example.
struct Expected {
    file: String,
    valid: bool,
    /// The violated rules, with the severity in the row.
    rules: BTreeSet<(Severity, String)>,
    verdict: String,
}

fn folder() -> Option<PathBuf> {
    let folder = corpus("3-tosca")?.parent()?.parent()?.join("spec/tosca/examples");
    if !folder.join("INDEX.tsv").is_file() {
        std::io::Write::write_all(
            &mut std::io::stderr(),
            b"skipped: the standard's examples are not available\n",
        )
        .ok();
        return None;
    }
    Some(folder)
}

/// "error T4.4.1-R1 (inputs omitted), T3.7.3-R6; warning T3.7.12-R2".
fn expected(line: &str) -> Expected {
    let cells: Vec<&str> = line.split('\t').collect();
    let verdict = cells[7].to_owned();
    let mut rules = BTreeSet::new();
    let mut severity = None;
    for word in verdict.split([' ', ',', ';', ':', '(', ')', '/', '+']) {
        match word.trim_end_matches('.') {
            "error" => severity = Some(Severity::Error),
            "warning" | "warnings" => severity = Some(Severity::Warning),
            "info" => severity = Some(Severity::Info),
            word if is_rule(word) => rules.extend(severity.map(|severity| (severity, word.to_owned()))),
            _ => {}
        }
    }
    let valid = !verdict.contains("error") && !verdict.starts_with("as ");
    Expected { file: cells[0].to_owned(), valid, rules, verdict }
}

fn is_rule(word: &str) -> bool {
    word.starts_with('T') && word.contains("-R") && word[1..].starts_with(|c: char| c.is_ascii_digit())
}

#[derive(Deserialize)]
struct Case {
    rule: String,
    code: Option<String>,
}

/// Codes of each rule, as shown by the fixtures.
fn codes_of() -> BTreeMap<String, BTreeSet<String>> {
    let mut codes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for code in limn::analysis::codes() {
        for (_, rule) in limn::analysis::rules_of(code) {
            codes.entry(rule.to_owned()).or_default().insert(code.name.to_owned());
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tosca-rules");
    for file in fs::read_dir(folder).expect("the fixtures are there") {
        let text =
            fs::read_to_string(file.expect("the folder can be read").path()).expect("fixtures are text");
        let cases: Vec<Case> = serde_yaml::from_str(&text).expect("the fixtures are well-formed");
        for case in cases {
            codes.entry(case.rule).or_default().extend(case.code);
        }
    }
    codes
}

fn diagnose(path: &Path) -> Vec<Diagnostic> {
    let text = fs::read_to_string(path).expect("examples are text");
    let file = FilePath::new("example.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, &text);
    analysis.file(&file).expect("it is in the analysis").diagnostics().to_vec()
}

#[test]
fn every_example_of_the_standard_gets_the_verdict_of_the_reference() {
    let Some(folder) = folder() else { return };
    let codes = codes_of();
    let index = fs::read_to_string(folder.join("INDEX.tsv")).expect("the index is text");
    let mut faults = Vec::new();
    let mut count = 0;
    for row in index.lines().skip(1).map(expected) {
        count += 1;
        let found = diagnose(&folder.join(&row.file));
        let differs = DIFFERENCES.iter().find(|(file, ..)| row.file.starts_with(file));
        let argued = |rule: &str| differs.is_some_and(|(_, rules, _)| rules.contains(&rule));
        let mut differences = Vec::new();
        let errors: Vec<&Diagnostic> =
            found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
        if row.valid {
            differences.extend(
                errors.iter().filter(|diagnostic| !argued(diagnostic.rule.unwrap_or_default())).map(
                    |diagnostic| {
                        format!(
                            "is refused: {} {:?} {}",
                            diagnostic.code.name, diagnostic.rule, diagnostic.message
                        )
                    },
                ),
            );
        } else if errors.is_empty() && !argued("valid") {
            differences.push("is accepted".to_owned());
        }
        for (severity, rule) in &row.rules {
            let names = codes.get(rule);
            let is_reported = found.iter().any(|diagnostic| {
                diagnostic.rule == Some(rule)
                    || names.is_some_and(|names| names.contains(diagnostic.code.name))
            });
            if !is_reported && !argued(rule) {
                differences.push(format!("{severity:?} {rule} is not reported"));
            }
        }
        if !differences.is_empty() {
            faults.push(format!(
                "{} (expected: {})\n    {}",
                row.file,
                row.verdict,
                differences.join("\n    ")
            ));
        }
    }
    assert!(count > 80, "{count} examples");
    assert!(faults.is_empty(), "{} of {count} differ:\n{}", faults.len(), faults.join("\n"));
}
