//! Every rule of the homing reference that can be told from files alone, each by a template that keeps it and one that breaks it.
//!
//! The templates and the rule ids stand in `fixtures/homing-rules.yaml`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::{Diagnostic, Severity};
use limn::files::{FilePath, Workspace};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Case {
    rule: String,
    severity: Severity,
    #[serde(default)]
    on: On,
    /// The texts are whole documents.
    #[serde(default)]
    bare: bool,
    good: String,
    bad: String,
}

#[derive(Deserialize, Default, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum On {
    #[default]
    Engine,
    Guide,
}

/// What stands around a text that brings only some sections.
const BASE: [(&str, &str); 5] = [
    ("homing_template_version", " \"2018-02-01\""),
    ("parameters", " {lat: 32.9, lon: -97.0, w1: 10, dist: '< 100 km', dem: [web]}"),
    ("locations", " {customer: {latitude: {get_param: lat}, longitude: {get_param: lon}}}"),
    (
        "demands",
        " {web: [{inventory_provider: aai, inventory_type: cloud}], database: [{inventory_provider: aai, inventory_type: cloud}]}",
    ),
    (
        "optimization",
        " {minimize: {sum: [{distance_between: [customer, web]}, {distance_between: [customer, database]}]}}",
    ),
];

impl Case {
    fn document(&self, text: &str) -> String {
        let mut document = String::new();
        for (section, value) in BASE.iter().filter(|_| !self.bare) {
            if !text.lines().any(|line| line.starts_with(&format!("{section}:"))) {
                let _ = writeln!(document, "{section}:{value}");
            }
        }
        document + text
    }

    fn diagnose(&self, text: &str) -> Vec<Diagnostic> {
        let file = FilePath::new("homing.yaml").expect("a plain name");
        let workspace = Workspace::of(file.clone(), self.document(text));
        let profile = if self.on == On::Guide { "homing-guide" } else { "homing-engine" };
        let choices = Choices { profile: Some(profile.to_owned()), ..Choices::default() };
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let checked = analysis.file(&file).expect("the one file");
        assert_eq!(checked.verdict().dialect, Some("homing"), "{text}");
        checked.diagnostics().to_vec()
    }

    /// What is wrong with how the rule holds, if anything.
    fn fault(&self) -> Option<String> {
        let says = |diagnostics: &[Diagnostic]| -> Vec<Severity> {
            let by_id = diagnostics.iter().filter(|it| it.rule == Some(self.rule.as_str()));
            by_id.map(|it| it.severity).collect()
        };
        let (bad, good) = (self.diagnose(&self.bad), self.diagnose(&self.good));
        let mut fault = String::new();
        if !says(&bad).contains(&self.severity) {
            let all: Vec<String> = bad
                .iter()
                .map(|it| format!("{:?} {} {:?} {}", it.severity, it.code.name, it.rule, it.message))
                .collect();
            let _ =
                write!(fault, "  the bad one is not a {:?}; said: {all:#?}\n{}\n", self.severity, self.bad);
        }
        if !says(&good).is_empty() {
            let own = good.iter().filter(|it| it.rule == Some(self.rule.as_str()));
            let own: Vec<&str> = own.map(|it| it.message.as_str()).collect();
            let _ = write!(fault, "  the good one is refused too: {own:?}\n{}\n", self.good);
        }
        (!fault.is_empty()).then(|| format!("{}\n{fault}", self.rule))
    }
}

fn cases() -> Vec<Case> {
    serde_yaml::from_str(include_str!("fixtures/homing-rules.yaml")).expect("the fixtures are well-formed")
}

#[test]
fn every_rule_names_its_bad_template_and_lets_its_good_one_pass() {
    let cases = cases();
    let faults: Vec<String> = cases.iter().filter_map(Case::fault).collect();
    assert!(faults.is_empty(), "{} of {} cases fail:\n\n{}", faults.len(), cases.len(), faults.join("\n"));
}

#[test]
fn all_rules_that_can_be_told_from_files_are_here() {
    let proved: BTreeSet<String> = cases().into_iter().map(|case| case.rule).collect();
    assert_eq!(proved.len(), 104, "{proved:?}");
}

#[test]
fn every_rule_id_that_a_check_bears_is_proved_here() {
    let proved: BTreeSet<String> = cases().into_iter().map(|case| case.rule).collect();
    let unproved: Vec<_> = limn::analysis::codes()
        .into_iter()
        .filter_map(|code| code.rule)
        .filter(|rule| rule.starts_with("H-") && !proved.contains(*rule))
        .collect();
    assert!(unproved.is_empty(), "no example proves {unproved:?}");
}
