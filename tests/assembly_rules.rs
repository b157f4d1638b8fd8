//! Tests of every rule of the assembly reference that can be checked statically, with a valid and an invalid document each.
//!
//! The cases are in `fixtures/assembly-rules.yaml`.

#[path = "common/rules.rs"]
mod rules;

use std::collections::BTreeMap;

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{Content, FilePath, Workspace};
use rules::{Found, RuleCase, all_hold, all_proved};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Case {
    rule: String,
    severity: Severity,
    #[serde(default)]
    on: On,
    /// The texts have their own `name:`, or none.
    #[serde(default)]
    bare: bool,
    file: Option<String>,
    #[serde(default)]
    with: BTreeMap<String, String>,
    /// All files of the project are listed.
    #[serde(default)]
    whole: bool,
    /// The other files of the bad document, if they differ.
    bad_with: Option<BTreeMap<String, String>>,
    /// The file that the rule is reported in, if it is another.
    reported_by: Option<String>,
    good: String,
    bad: String,
    /// Reports of the rule in the bad document.
    #[serde(default)]
    reports: Vec<String>,
}

#[derive(Deserialize, Default, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum On {
    #[default]
    Tnco,
    Cp4na,
    Resource,
    Project,
}

impl Case {
    /// The diagnostics of a document with the other files.
    fn diagnose(&self, text: &str, with: &BTreeMap<String, String>) -> Vec<Found> {
        let (file, header, profile) = match self.on {
            On::Tnco => ("demo.yaml", "name: assembly::demo::1.0\n", Some("tnco")),
            On::Cp4na => ("demo.yaml", "name: assembly::demo::1.0\n", Some("cp4na")),
            On::Resource => ("demo.yaml", "name: resource::demo::1.0\n", None),
            On::Project => ("lmproject.yml", "", None),
        };
        let header = if self.bare || text.starts_with("name:") { "" } else { header };
        let path = |name: &str| FilePath::new(name).expect("fixtures name files well");
        let file = path(self.file.as_deref().unwrap_or(file));
        let mut workspace = Workspace::of(file.clone(), format!("{header}{text}"));
        for (name, text) in with {
            workspace.files.insert(path(name), Content::Text(text.as_str().into()));
        }
        workspace.whole = self.whole;
        let choices = Choices { profile: profile.map(str::to_owned), ..Choices::default() };
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let reported = self.reported_by.as_deref().map_or(file, path);
        analysis.file(&reported).map(|checked| Found::all(checked, text)).unwrap_or_default()
    }

    fn rule_case(&self) -> RuleCase<'_> {
        let bad_with = self.bad_with.as_ref().unwrap_or(&self.with);
        RuleCase {
            rule: &self.rule,
            severity: self.severity,
            code: None,
            good: (&self.good, self.diagnose(&self.good, &self.with)),
            bad: (&self.bad, self.diagnose(&self.bad, bad_with)),
            reports: &self.reports,
        }
    }
}

/// The cases, in `tests/fixtures`.
const FIXTURE: &str = "assembly-rules.yaml";

fn cases() -> Vec<Case> {
    rules::cases(FIXTURE)
}

#[test]
fn every_rule_reports_its_bad_document_and_accepts_its_good_one() {
    all_hold(FIXTURE, Case::rule_case);
}

#[test]
fn every_rule_id_of_a_code_has_a_test_case() {
    let cases = cases();
    all_proved("assembly/", cases.iter().map(|case| case.rule.as_str()));
}
