//! Rules of AMP's reference, each with a valid and an invalid document: `rules_*.yaml`, one file per group of sections.
//!
//! The valid document has no diagnostic of the rule and no error. The invalid one has a diagnostic of the rule, and no code that the valid one has not:
//! one fault is reported once. Format of a row:
//!
//! - `rule`: the rule's id. `profile`: the profile to read with, by default `amp`. `severity`: the severity of the diagnostic, if it is to be compared.
//! - `good`, `bad`: the documents. `tosca_definitions_version` is added, unless the row is `bare` or the document has it.
//! - `file`: the path of the document. `with`, `bad-with`: other files by path, of both documents or of the bad one. `package`: no file is missing.
//! - `also`: codes that the bad document has besides, because it has another fault.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use limn_analysis::{Analysis, Choices};
use limn_files::{Content, FilePath, Workspace};
use limn_language::diagnostic::{Diagnostic, Severity};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Row {
    rule: String,
    profile: Option<String>,
    severity: Option<Severity>,
    #[serde(default)]
    bare: bool,
    file: Option<String>,
    #[serde(default)]
    package: bool,
    #[serde(default)]
    with: BTreeMap<String, String>,
    bad_with: Option<BTreeMap<String, String>>,
    #[serde(default)]
    also: Vec<String>,
    good: String,
    bad: String,
}

impl Row {
    fn diagnose(&self, text: &str, with: &BTreeMap<String, String>) -> Vec<Diagnostic> {
        let path = |name: &str| FilePath::new(name).expect("rows name files well");
        let profile = self.profile.as_deref().unwrap_or("amp");
        let version = if profile == "amp-plugin" { "1_0_0_wd03" } else { "1_3" };
        let is_bare = self.bare || text.starts_with("tosca_definitions_version:");
        let text = match is_bare {
            true => text.to_owned(),
            false => format!("tosca_definitions_version: tosca_simple_yaml_{version}\n{text}"),
        };
        let mut workspace = Workspace::of(path(self.file.as_deref().unwrap_or("blueprint.yaml")), text);
        workspace.whole = self.package;
        for (name, text) in with {
            workspace.files.insert(path(name), Content::Text(text.as_str().into()));
        }
        let choices = Choices { profile: Some(profile.to_owned()), ..Choices::default() };
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        analysis.files().flat_map(|checked| checked.diagnostics().to_vec()).collect()
    }

    fn faults(&self) -> Vec<String> {
        let is_of = |diagnostic: &Diagnostic| diagnostic.rule == Some(self.rule.as_str());
        let shown = |diagnostic: &Diagnostic| {
            format!(
                "{} {} {:?}: {}",
                diagnostic.code.name,
                diagnostic.rule.unwrap_or("-"),
                diagnostic.severity,
                diagnostic.message
            )
        };
        let good = self.diagnose(&self.good, &self.with);
        let bad = self.diagnose(&self.bad, self.bad_with.as_ref().unwrap_or(&self.with));
        let mut faults = Vec::new();
        for it in good.iter().filter(|diagnostic| is_of(diagnostic) || diagnostic.severity == Severity::Error)
        {
            faults.push(format!("the good document is reported: {}", shown(it)));
        }
        if !bad.iter().any(is_of) {
            faults.push("the bad document is not reported".to_owned());
        }
        for it in bad.iter().filter(|diagnostic| {
            is_of(diagnostic) && self.severity.is_some_and(|of| of != diagnostic.severity)
        }) {
            faults.push(format!("the bad document is reported with another severity: {}", shown(it)));
        }
        let known: BTreeSet<&str> = good
            .iter()
            .map(|diagnostic| diagnostic.code.name)
            .chain(self.also.iter().map(String::as_str))
            .collect();
        for it in bad.iter().filter(|diagnostic| !is_of(diagnostic) && !known.contains(diagnostic.code.name))
        {
            faults.push(format!("the bad document is reported twice: {}", shown(it)));
        }
        faults.into_iter().map(|fault| format!("{}: {fault}\n{}", self.rule, self.bad)).collect()
    }
}

fn rows() -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = std::fs::read_dir(&folder).expect("the folder is there").flatten().map(|entry| entry.path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "yaml")).collect();
    files.sort();
    let mut rows = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let read: Vec<Row> =
            serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        rows.extend(read);
    }
    rows
}

#[test]
fn every_row_holds() {
    let rows = rows();
    assert!(!rows.is_empty());
    let faults: Vec<String> = rows.iter().flat_map(Row::faults).collect();
    assert!(faults.is_empty(), "{} faults in {} rows:\n\n{}", faults.len(), rows.len(), faults.join("\n"));
}
