//! Every real descriptor of the corpus, as the command line sees it: the verdict that its authors gave it, or a reason why not; and what holds of
//! every document whatever it says. Where there is no corpus these tests skip, and say so.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::corpus::corpus;
use limn::analysis::Analysis;
use limn::canvas::{Scene, svg};
use limn::diagnostic::Severity;
use limn::files::FilePath;
use limn::layout::layout;
use serde_json::Value;

/// The two families that are assemblies, resources and LMCTL projects.
const FAMILIES: &[&str] = &["1-tnco-assembly", "2-cp4na-lmctl"];

/// Files that are declared valid, or shipped as valid, and are not: the end of the path, the only codes that may be reported as errors, and the
/// reason.
const NOT_VALID: &[(&str, &[&str], &str)] = &[
    (
        "with_missing_driver_selector/Definitions/lm/resource.yaml",
        &["assembly/infrastructure-type-without-selector"],
        "written to be corrected: the test that uses it passes `--autocorrect`",
    ),
    (
        "with_infrastructure_templates/Definitions/lm/resource.yaml",
        &["assembly/content-in-infrastructure"],
        "written to be corrected: the test that uses it passes `--autocorrect`",
    ),
    (
        "with_empty_infrastructure/Definitions/lm/resource.yaml",
        &["assembly/content-in-infrastructure"],
        "of a time when templates stood there; no longer supported",
    ),
    (
        "sub_basic/Definitions/lm/resource.yml",
        BRENT_2_1,
        "for the manager of release 2.1, which later releases do not read",
    ),
    (
        "sub_basic/Definitions/lm/resource.yaml",
        BRENT_2_1,
        "for the manager of release 2.1, which later releases do not read",
    ),
    (
        "brent2dot1/basic/_lmctl/staging/Definitions/lm/resource.yaml",
        BRENT_2_1,
        "for the manager of release 2.1, which later releases do not read",
    ),
    (
        "sub_with_artifacts/Definitions/lm/resource.yml",
        BRENT_2_1,
        "for the manager of release 2.1, which later releases do not read",
    ),
    (
        "helloworld-compute/Definitions/lm/resource.yaml",
        &["assembly/unknown-property-type", "assembly/content-in-infrastructure"],
        "`stirng` is a slip of the keyboard, in both revisions",
    ),
    (
        "arm/docker-network/VNFCs/docker-network/descriptor/docker-network.yml",
        &["assembly/name-other-than-project"],
        "LMCTL refuses the project: the descriptor of a part has the names of project and part",
    ),
];
const BRENT_2_1: &[&str] =
    &["assembly/content-in-infrastructure", "assembly/infrastructure-type-without-selector"];

/// Files that are declared invalid and have no error of their own.
const NOT_INVALID: &[(&str, &str)] = &[
    ("lmproject.yml", "the project is refused for its descriptor's name: the error is there"),
    (
        "invalid_mismatch_descriptor_template_name/Descriptor/assembly.yml",
        "it is the template beside it whose name is wrong",
    ),
];

/// The corpus contains the descriptors of projects and not all of their other files: missing files are reported correctly.
const NOT_KEPT: &[&str] = &["assembly/project-descriptor-files", "assembly/resource-project-files"];

struct Row {
    path: PathBuf,
    kind: String,
    expected: String,
}

/// The descriptors of the two families; none where there is no corpus.
fn rows() -> Vec<Row> {
    let Some(family) = corpus(FAMILIES[0]) else { return Vec::new() };
    let root = family.parent().expect("a family is in the corpus");
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).expect("the corpus has a manifest");
    manifest
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|cells| FAMILIES.iter().any(|family| cells[0].starts_with(family)))
        .filter(|cells| {
            cells[4].ends_with("-descriptor") || cells[4] == "lmproject" || cells[4] == "assembly-template"
        })
        .map(|cells| Row {
            path: root.join(cells[0]),
            kind: cells[4].to_owned(),
            expected: cells[7].to_owned(),
        })
        .collect()
}

#[test]
fn every_descriptor_gets_the_verdict_of_its_authors_or_a_reason() {
    let rows = rows();
    if rows.is_empty() {
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_limn"))
        .args(["check", "--format", "json"])
        .args(rows.iter().map(|row| &row.path))
        .output()
        .expect("the command line runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let files: BTreeMap<&str, &Value> = report
        .as_array()
        .expect("an array")
        .iter()
        .map(|file| (file["file"].as_str().expect("a name"), file))
        .collect();
    let mut breaches = Vec::new();
    for row in &rows {
        let name = row.path.to_str().expect("UTF-8");
        let file = files[name];
        if file["dialect"] != "assembly" {
            breaches.push(format!("{name}: {} was not recognized", row.kind));
        }
        let errors: Vec<String> = file["diagnostics"]
            .as_array()
            .expect("an array")
            .iter()
            .filter(|found| found["severity"] == "error")
            .map(|found| format!("{}: {}", found["code"].as_str().expect("a code"), found["message"]))
            .collect();
        if row.expected == "invalid" {
            let excused = NOT_INVALID.iter().any(|(end, _)| row.path.ends_with(end));
            if errors.is_empty() && !excused {
                breaches.push(format!("{name}: said to be invalid, and nothing was found"));
            }
            continue;
        }
        let excused =
            NOT_VALID.iter().find(|(end, ..)| row.path.ends_with(end)).map_or(&[][..], |(_, codes, _)| codes);
        let not_kept = |error: &str| {
            error.contains("missing required") && NOT_KEPT.iter().any(|code| error.starts_with(code))
        };
        let wrong = errors
            .iter()
            .filter(|error| !excused.iter().any(|code| error.starts_with(code)) && !not_kept(error));
        breaches.extend(wrong.map(|error| format!("{name}: {} and yet {error}", row.expected)));
    }
    assert!(breaches.is_empty(), "{} of {}:\n{}", breaches.len(), rows.len(), breaches.join("\n"));
    assert!(rows.len() > 150, "{} rows", rows.len());
}

#[test]
fn every_descriptor_is_kept_byte_for_byte_and_drawn() {
    for row in rows() {
        let text = fs::read_to_string(&row.path).expect("descriptors are UTF-8");
        let file = name_of(&row);
        let analysis = Analysis::of_text(&file, &text);
        let checked = analysis.file(&file).expect("the file is YAML by its name");
        assert_eq!(**checked.text(), text, "{}", row.path.display());
        for found in checked.diagnostics() {
            let range = found.range;
            assert!(text.get(range.start..range.end).is_some(), "{}: {found:?}", row.path.display());
        }
        let drawn = layout(checked.graph(), &BTreeMap::new());
        assert_eq!(drawn.boxes.len(), checked.graph().nodes.len(), "{}", row.path.display());
        let scene = Scene::new(checked.graph().clone(), &drawn, &BTreeMap::new());
        let picture = svg::draw(&scene, svg::Theme::Light);
        assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN"), "{}", row.path.display());
    }
}

#[test]
fn every_safe_fix_removes_its_problem_and_adds_no_error() {
    let mut fixes = 0;
    for row in rows() {
        let text = fs::read_to_string(&row.path).expect("descriptors are UTF-8");
        let file = name_of(&row);
        let analysis = Analysis::of_text(&file, &text);
        let before = analysis.file(&file).expect("the file is YAML by its name").diagnostics();
        let errors = |all: &[limn::diagnostic::Diagnostic]| {
            all.iter().filter(|found| found.severity == Severity::Error).count()
        };
        for (at, found) in before.iter().enumerate() {
            for (index, fix) in found.fixes.iter().enumerate().filter(|(_, fix)| fix.safe) {
                let told = || format!("{}: `{}` for {}", row.path.display(), fix.title, found.message);
                let change =
                    analysis.fix(&file, at, index).unwrap_or_else(|error| panic!("{}: {error}", told()));
                let text = change.edits[&file].apply(&text);
                let after = Analysis::of_text(&file, &text);
                let after = after.file(&file).expect("the same name").diagnostics();
                let same = |all: &[limn::diagnostic::Diagnostic]| {
                    all.iter()
                        .filter(|other| other.code == found.code && other.message == found.message)
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

/// A file's name with the folders that tell what it is.
fn name_of(row: &Row) -> FilePath {
    let parts: Vec<String> =
        row.path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    FilePath::new(&parts[parts.len().saturating_sub(3)..].join("/")).expect("a relative path")
}
