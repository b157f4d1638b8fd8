//! Shared by the rule tests: each rule has a bad document that it must report, and a good one in which it must report nothing and nothing else is an
//! error.

use std::fmt::Write as _;

use limn::diagnostic::{Diagnostic, Severity};

/// One rule, and the diagnostics of its two documents.
pub struct RuleCase<'a> {
    pub rule: &'a str,
    pub severity: Severity,
    /// The code that reports it, if the code has the id of another rule: one fault can break several.
    pub code: Option<&'a str>,
    /// The text, and its diagnostics.
    pub good: (&'a str, Vec<Diagnostic>),
    pub bad: (&'a str, Vec<Diagnostic>),
}

impl RuleCase<'_> {
    fn is_it(&self, diagnostic: &Diagnostic) -> bool {
        match self.code {
            Some(code) => diagnostic.code.name == code,
            None => diagnostic.rule == Some(self.rule),
        }
    }

    /// Fault of the rule's reports, if anything.
    pub fn fault(&self) -> Option<String> {
        let show = |diagnostics: &[Diagnostic]| -> Vec<String> {
            let show =
                |it: &Diagnostic| format!("{:?} {} {:?} {}", it.severity, it.code.name, it.rule, it.message);
            diagnostics.iter().map(show).collect()
        };
        let (good, bad) = (&self.good, &self.bad);
        let mut fault = String::new();
        if !bad.1.iter().any(|it| self.is_it(it) && it.severity == self.severity) {
            let (severity, found) = (self.severity, show(&bad.1));
            let _ = write!(fault, "  the bad one is not a {severity:?}; found: {found:#?}\n{}\n", bad.0);
        }
        if good.1.iter().any(|it| self.is_it(it) || it.severity == Severity::Error) {
            let _ = write!(fault, "  the good one is reported too: {:#?}\n{}\n", show(&good.1), good.0);
        }
        (!fault.is_empty()).then(|| format!("{}\n{fault}", self.rule))
    }
}

/// Every case holds.
#[track_caller]
pub fn all_hold<C>(cases: &[C], fault: fn(&C) -> Option<String>) {
    let faults: Vec<String> = cases.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{} of {} cases fail:\n\n{}", faults.len(), cases.len(), faults.join("\n"));
}

/// Every rule whose id a check of a language bears has a case. `language`: what the codes' names begin with.
#[track_caller]
pub fn all_proved<'a>(language: &str, proved: impl Iterator<Item = &'a str> + Clone) {
    let of_language = limn::analysis::codes().into_iter().filter(|code| code.name.starts_with(language));
    let rules = of_language.filter_map(|code| code.rule);
    let unproved: Vec<_> = rules.filter(|rule| !proved.clone().any(|known| known == *rule)).collect();
    assert!(unproved.is_empty(), "no example proves {unproved:?}");
}
