//! Shared by the rule tests: each rule has a bad document in which it must report what the case lists, and a good one in which it must report nothing and
//! nothing else is an error.

use std::fmt::Write as _;

use limn::analysis::Checked;
use limn::diagnostic::{Diagnostic, Severity};
use limn::yaml::{self, Op, Path, Placement, Value};
use serde::de::DeserializeOwned;

/// The most characters of a text that a report shows.
const MAX_SHOWN: usize = 60;

/// A diagnostic, with the line and the text of its range.
pub struct Found {
    pub diagnostic: Diagnostic,
    place: String,
}

impl Found {
    /// The diagnostics of a file. `text`: the end of the file, which the case has; lines are counted in it.
    pub fn all(checked: &Checked, text: &str) -> Vec<Found> {
        let whole: &str = checked.text();
        let above = if whole.ends_with(text) { whole.len() - text.len() } else { 0 };
        let found = |diagnostic: &Diagnostic| {
            let shown = &whole[std::ops::Range::from(diagnostic.range)];
            let line = match whole[..diagnostic.range.start].get(above..) {
                Some(before) => format!("line {}", before.matches('\n').count() + 1),
                None => "line added by the test".to_owned(),
            };
            Found { place: format!("{line}, `{}`", shorten(shown)), diagnostic: diagnostic.clone() }
        };
        checked.diagnostics().iter().map(found).collect()
    }

    /// The report as cases list it.
    fn report(&self) -> String {
        format!("{}: {}", self.place, self.diagnostic.message)
    }
}

/// A text on one line.
fn shorten(text: &str) -> String {
    let line = text.trim_end().replace('\n', "⏎");
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// One rule, and the diagnostics of its two documents.
pub struct RuleCase<'a> {
    pub rule: &'a str,
    pub severity: Severity,
    /// The code that reports it, if the code has the id of another rule: one fault can break several.
    pub code: Option<&'a str>,
    /// The text, and its diagnostics.
    pub good: (&'a str, Vec<Found>),
    pub bad: (&'a str, Vec<Found>),
    /// Reports of the rule in the bad document with this severity: line, text and message.
    pub reports: &'a [String],
}

impl RuleCase<'_> {
    fn is_it(&self, found: &Found) -> bool {
        let diagnostic = &found.diagnostic;
        match self.code {
            Some(code) => diagnostic.code.name == code,
            None => diagnostic.rule == Some(self.rule),
        }
    }

    fn actual_reports(&self) -> Vec<String> {
        let of_rule = |found: &&Found| self.is_it(found) && found.diagnostic.severity == self.severity;
        self.bad.1.iter().filter(of_rule).map(Found::report).collect()
    }

    /// Fault of the rule's reports, if anything.
    fn fault(&self) -> Option<String> {
        let show = |all: &[Found]| -> Vec<String> {
            let show = |found: &Found| {
                let Diagnostic { severity, code, rule, .. } = &found.diagnostic;
                format!("{severity:?} {} {rule:?} {}", code.name, found.report())
            };
            all.iter().map(show).collect()
        };
        let (good, bad) = (&self.good, &self.bad);
        let mut fault = String::new();
        let actual = self.actual_reports();
        if actual.is_empty() {
            let (severity, found) = (self.severity, show(&bad.1));
            let _ = write!(fault, "  the bad one is not a {severity:?}; found: {found:#?}\n{}\n", bad.0);
        } else if actual != self.reports {
            let _ = write!(fault, "  expected {:#?}, found {actual:#?}\n{}\n", self.reports, bad.0);
        }
        let is_fault = |found: &&Found| self.is_it(found) || found.diagnostic.severity == Severity::Error;
        if good.1.iter().any(|found| is_fault(&found)) {
            let _ = write!(fault, "  the good one is reported too: {:#?}\n{}\n", show(&good.1), good.0);
        }
        (!fault.is_empty()).then(|| format!("{}\n{fault}", self.rule))
    }
}

/// The cases of a file in `tests/fixtures`.
pub fn cases<C: DeserializeOwned>(fixture: &str) -> Vec<C> {
    serde_yaml::from_str(&text_of(fixture)).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

fn path_of(fixture: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture)
}

fn text_of(fixture: &str) -> String {
    std::fs::read_to_string(path_of(fixture)).expect("the fixture is there")
}

/// Every case of a fixture holds. `UPDATE_EXPECT=1` writes the reports.
#[track_caller]
pub fn all_hold<C: DeserializeOwned>(fixture: &str, case: impl for<'c> Fn(&'c C) -> RuleCase<'c>) {
    let cases: Vec<C> = cases(fixture);
    let cases: Vec<RuleCase<'_>> = cases.iter().map(case).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        write_reports(fixture, &cases);
        return;
    }
    let faults: Vec<String> = cases.iter().filter_map(RuleCase::fault).collect();
    assert!(
        faults.is_empty(),
        "{} of {} cases of {fixture} fail:\n\n{}",
        faults.len(),
        cases.len(),
        faults.join("\n")
    );
}

fn write_reports(fixture: &str, cases: &[RuleCase<'_>]) {
    let text = text_of(fixture);
    let document = yaml::parse(text.as_str());
    let op = |(at, case): (usize, &RuleCase<'_>)| {
        let reports = case.actual_reports();
        let value = Value::Sequence(reports.iter().map(|report| Value::Quoted(report.clone())).collect());
        let (into, key) = (Path::root().index(at), "reports".to_owned());
        match document.get(&into.key(&key)) {
            _ if reports == case.reports => None,
            Some(_) => Some(Op::Replace { at: into.key(&key), value }),
            None => Some(Op::Insert { into, key, value, placement: Placement::Last }),
        }
    };
    let ops: Vec<Op> = cases.iter().enumerate().filter_map(op).collect();
    let edit = yaml::patch(&document, &ops).expect("the fixture can be edited");
    std::fs::write(path_of(fixture), edit.apply(&text)).expect("the fixture can be written");
}

/// Every rule whose id a check of a language bears has a case. `language`: what the codes' names begin with.
#[track_caller]
pub fn all_proved<'a>(language: &str, proved: impl Iterator<Item = &'a str> + Clone) {
    let of_language = limn::analysis::codes().into_iter().filter(|code| code.name.starts_with(language));
    let rules = of_language.filter_map(|code| code.rule);
    let unproved: Vec<_> = rules.filter(|rule| !proved.clone().any(|known| known == *rule)).collect();
    assert!(unproved.is_empty(), "no example proves {unproved:?}");
}
