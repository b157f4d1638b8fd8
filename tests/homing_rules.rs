//! Every rule of the homing reference that can be checked from files alone, each with a valid and an invalid template.
//!
//! The templates and the rule ids are in `fixtures/homing-rules.yaml`.

#[path = "common/rules.rs"]
mod rules;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{FilePath, Workspace};
use rules::{Found, RuleCase, all_hold, all_proved};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Case {
    rule: String,
    severity: Severity,
    #[serde(default)]
    on: On,
    /// True if the texts are complete documents.
    #[serde(default)]
    bare: bool,
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
    Engine,
    Guide,
}

/// The sections around a text with only some of them.
const BASE: [(&str, &str); 4] = [
    ("homing_template_version", " \"2018-02-01\""),
    ("parameters", " {lat: 32.9, lon: -97.0, w1: 10, dist: '< 100 km', dem: [web]}"),
    ("locations", " {customer: {latitude: {get_param: lat}, longitude: {get_param: lon}}}"),
    (
        "demands",
        " {web: [{inventory_provider: aai, inventory_type: cloud}], database: [{inventory_provider: aai, inventory_type: cloud}]}",
    ),
];

impl Case {
    fn document(&self, text: &str) -> String {
        let mut document = String::new();
        let brings = |section: &str| text.lines().any(|line| line.starts_with(&format!("{section}:")));
        for (section, value) in BASE.iter().filter(|_| !self.bare) {
            if !brings(section) {
                let _ = writeln!(document, "{section}:{value}");
            }
        }
        // The objective refers to declared names.
        let there = |section: &str, name: &str| !brings(section) || text.contains(name);
        let demands = ["web", "database"].into_iter().filter(|name| there("demands", name));
        let terms: Vec<String> =
            demands.map(|name| format!("{{distance_between: [customer, {name}]}}")).collect();
        if !self.bare && !brings("optimization") && there("locations", "customer") && !terms.is_empty() {
            let _ = writeln!(document, "optimization: {{minimize: {{sum: [{}]}}}}", terms.join(", "));
        }
        document + text
    }

    fn diagnose(&self, text: &str) -> Vec<Found> {
        let file = FilePath::new("homing.yaml").expect("a plain name");
        let workspace = Workspace::of(file.clone(), self.document(text));
        let profile = if self.on == On::Guide { "homing-guide" } else { "homing-engine" };
        let choices = Choices { profile: Some(profile.to_owned()), ..Choices::default() };
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let checked = analysis.file(&file).expect("the one file");
        assert_eq!(checked.language().dialect, Some("homing"), "{text}");
        Found::all(checked, text)
    }

    fn rule_case(&self) -> RuleCase<'_> {
        RuleCase {
            rule: &self.rule,
            severity: self.severity,
            code: None,
            good: (&self.good, self.diagnose(&self.good)),
            bad: (&self.bad, self.diagnose(&self.bad)),
            reports: &self.reports,
        }
    }
}

/// The cases, in `tests/fixtures`.
const FIXTURE: &str = "homing-rules.yaml";

fn cases() -> Vec<Case> {
    rules::cases(FIXTURE)
}

#[test]
fn every_rule_names_its_bad_template_and_lets_its_good_one_pass() {
    all_hold(FIXTURE, Case::rule_case);
}

#[test]
fn all_rules_that_can_be_told_from_files_are_here() {
    let proved: BTreeSet<String> = cases().into_iter().map(|case| case.rule).collect();
    assert_eq!(proved.len(), 104, "{proved:?}");
}

#[test]
fn every_rule_id_of_a_check_is_proved_here() {
    let cases = cases();
    all_proved("homing/", cases.iter().map(|case| case.rule.as_str()));
}
