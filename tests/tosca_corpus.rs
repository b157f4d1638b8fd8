//! Every real service template of the corpus, as the command line sees it: the verdict that its authors gave it, or a reason why not; and what
//! holds of every document whatever it says. Where there is no corpus these tests skip, and say so.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::corpus::corpus;
use limn::analysis::Analysis;
use limn::diagnostic::{Diagnostic, Severity};
use limn::files::FilePath;
use limn::layout::layout;
use serde::Deserialize;
use serde_json::Value;

/// Verdicts of others that we do not share, each with who is right and why. They stand in a file of their own: there are many.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Argument {
    /// The end of the path, or a part of it between slashes.
    file: String,
    /// The codes that may be reported as errors although the label says valid. Of one that is labeled invalid and is not: none.
    #[serde(default)]
    codes: BTreeSet<String>,
    /// The side that is right, and the section that proves it.
    why: String,
}

struct Row {
    path: PathBuf,
    expected: String,
    is_rendered: bool,
    is_multiple: bool,
}

/// The service templates of versions 1.0 to 1.3; none where there is no corpus.
fn rows() -> Vec<Row> {
    let Some(family) = corpus("3-tosca") else { return Vec::new() };
    let root = family.parent().expect("a family is in the corpus");
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).expect("the corpus has a manifest");
    let rows = manifest.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let ours = |cells: &Vec<&str>| {
        let version = cells[5];
        let other =
            version.starts_with("tosca_2") || version.contains("_dsl_") || version.starts_with("not_");
        let other = other || matches!(version, "2.0" | "tosca-2-0" | "");
        cells[0].starts_with("3-tosca/") && matches!(cells[4], "tosca" | "rendered-test-template") && !other
    };
    rows.filter(ours)
        .map(|cells| Row {
            path: root.join(cells[0]),
            expected: cells[7].to_owned(),
            is_rendered: cells[9] == "rendered",
            is_multiple: cells[6] == "y",
        })
        .collect()
}

fn arguments() -> Vec<Argument> {
    let arguments: Vec<Argument> = serde_yaml::from_str(include_str!("fixtures/tosca-labels.yaml"))
        .expect("the arguments are well-formed");
    assert!(arguments.iter().all(|argument| argument.why.len() > 20), "every disagreement is argued");
    arguments
}

/// The errors that the command line finds in each file: codes and messages.
fn errors(rows: &[&Row]) -> BTreeMap<PathBuf, Vec<(String, String)>> {
    let mut all = BTreeMap::new();
    for some in rows.chunks(1_000) {
        let output = Command::new(env!("CARGO_BIN_EXE_limn"))
            .args(["check", "--format", "json"])
            .args(some.iter().map(|row| &row.path))
            .output()
            .expect("the command line runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for file in report.as_array().expect("an array") {
            let found = file["diagnostics"].as_array().expect("an array").iter();
            // The corpus does not have all files that its files import.
            let found = found.filter(|diagnostic| {
                diagnostic["severity"] == "error" && diagnostic["code"] != "tosca/missing-import"
            });
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            let errors =
                found.map(|diagnostic| (text(&diagnostic["code"]), text(&diagnostic["message"]))).collect();
            all.insert(PathBuf::from(file["file"].as_str().expect("a name")), errors);
        }
    }
    all
}

/// Number of verdicts that equal the label, unless the label is shown to be wrong; and the open disagreements.
fn judge(rows: &[&Row]) -> ((usize, usize), Vec<String>) {
    let arguments = arguments();
    let found = errors(rows);
    let (mut agreed, mut count) = (0, 0);
    let mut unargued = Vec::new();
    for row in rows.iter().filter(|row| row.expected != "unknown") {
        let name = row.path.to_string_lossy();
        let errors = &found[&row.path];
        let argued = arguments.iter().find(|argument| {
            name.ends_with(&argument.file) || name.contains(&format!("/{}/", argument.file))
        });
        let agree = (row.expected == "valid") == errors.is_empty();
        if agree {
            (agreed, count) = (agreed + 1, count + 1);
            continue;
        }
        let excused =
            argued.is_some_and(|argument| errors.iter().all(|(code, _)| argument.codes.contains(code)));
        if !excused {
            count += 1;
            let told: Vec<String> =
                errors.iter().take(4).map(|(code, message)| format!("{code}: {message}")).collect();
            unargued.push(format!("{name}: {}, and yet {}", row.expected, told.join("; ")));
        }
    }
    ((agreed, count), unargued)
}

#[test]
fn real_templates_get_the_verdict_of_their_authors_or_a_reason() {
    let rows = rows();
    if rows.is_empty() {
        return;
    }
    let real: Vec<&Row> = rows.iter().filter(|row| !row.is_rendered).collect();
    let ((agreed, count), unargued) = judge(&real);
    assert!(count > 200, "{count} labeled templates");
    assert!(unargued.is_empty(), "{agreed} of {count} agree:\n{}", unargued.join("\n"));
}

#[test]
fn conformance_templates_are_distinguished() {
    let rows = rows();
    for verdict in ["invalid", "valid"] {
        let some: Vec<&Row> = rows.iter().filter(|row| row.is_rendered && row.expected == verdict).collect();
        if some.is_empty() {
            continue;
        }
        let ((agreed, count), unargued) = judge(&some);
        assert!(
            agreed * 100 >= count * 97,
            "of {count} that are labeled {verdict}, {agreed} are:\n{}",
            unargued.join("\n")
        );
    }
}

#[test]
fn every_template_is_kept_byte_for_byte_and_drawn() {
    for row in rows().iter().filter(|row| !row.is_rendered || !row.is_multiple) {
        let Ok(text) = fs::read_to_string(&row.path) else { continue };
        let file = FilePath::new("template.yaml").expect("a plain name");
        let analysis = Analysis::of_text(&file, &text);
        let checked = analysis.file(&file).expect("the file is YAML by its name");
        assert_eq!(**checked.text(), text, "{}", row.path.display());
        for found in checked.diagnostics() {
            let range = found.range;
            assert!(text.get(range.start..range.end).is_some(), "{}: {found:?}", row.path.display());
        }
        let drawn = layout(checked.graph(), &BTreeMap::new());
        assert_eq!(drawn.boxes.len(), checked.graph().nodes.len(), "{}", row.path.display());
    }
}

#[test]
fn every_safe_fix_removes_its_problem_and_adds_no_error() {
    let mut fixes = 0;
    for row in rows().iter().filter(|row| !row.is_multiple).step_by(3) {
        let Ok(text) = fs::read_to_string(&row.path) else { continue };
        let file = FilePath::new("template.yaml").expect("a plain name");
        let analysis = Analysis::of_text(&file, &text);
        let before = analysis.file(&file).expect("the file is YAML by its name").diagnostics();
        let errors = |all: &[Diagnostic]| {
            all.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
        };
        for (at, found) in before.iter().enumerate() {
            for (index, fix) in found.fixes.iter().enumerate().filter(|(_, fix)| fix.safe) {
                let told = || format!("{}: `{}` for {}", row.path.display(), fix.title, found.message);
                let change =
                    analysis.fix(&file, at, index).unwrap_or_else(|error| panic!("{}: {error}", told()));
                let after = Analysis::of_text(&file, &change.edits[&file].apply(&text));
                let after = after.file(&file).expect("the same name").diagnostics();
                let same = |all: &[Diagnostic]| {
                    all.iter()
                        .filter(|diagnostic| {
                            diagnostic.code == found.code && diagnostic.message == found.message
                        })
                        .count()
                };
                assert!(same(after) < same(before), "it is still there: {}", told());
                assert!(errors(after) <= errors(before), "it brings errors: {}", told());
                fixes += 1;
            }
        }
    }
    assert!(rows().is_empty() || fixes > 10, "{fixes} fixes");
}
