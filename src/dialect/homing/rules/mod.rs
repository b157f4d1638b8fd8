//! Semantic rules for homing templates: checks that the grammar tables cannot express. One topic per file, and one line in [`RULES`].
//!
//! # Location of each check
//!
//! Listed by reference id. **Tables** (`grammar`): H-YAML-2, H-YAML-3, H-ENV-1 (strings that are numbers: rule), H-VER-1, H-VER-2,
//! H-PAR-1, H-PAR-3, H-FN-1 to H-FN-6, H-LOC-1 (keys), H-LOC-2, H-LOC-10, H-DEM-1 (missing; empty: rule), H-DEM-2, H-DEM-4 (unknown keys),
//! H-DEM-5 and H-DEM-6 (values; missing: rule), H-DEM-8, H-DEM-9 (ids), H-DEM-10, H-DEM-11 (values), H-CON-1 to H-CON-7 (of H-CON-5
//! empty: rule), H-ATT-1, H-TH-1, H-TH-2, H-ZONE-1, H-ZONE-2, H-FIT-1, H-HPA-1, H-HPA-2, H-HPA-4 (values), H-CAP-1, H-LIC-1, H-RSV-2,
//! H-RSV-3, H-OPT-1 to H-OPT-5 (names and structure), H-OPT-9 (structure), H-GEN-1 to H-GEN-5 (names and structure).
//!
//! **Any YAML** (`dialect::common`): H-YAML-1, H-THR-6.
//!
//! **Rules** (here): all others, and the parts marked above. If the specification guide and HAS disagree, the specification guide's profile reports it once, as a
//! warning: see `grammar::is_disagreement`.
//!
//! `tests/fixtures/homing-rules.yaml` has a valid and an invalid template for each rule.

mod attribute;
mod constraint;
mod contradicting_distances;
mod controller;
mod hpa;
mod location;
mod network;
mod objective;
mod operation_function;
mod plan_request;
mod reservation;
mod source;
mod table_fixes;
mod threshold;
mod unused;
mod version;
mod zone;

use std::collections::BTreeSet;

use super::grammar::{GUIDE, UNKNOWN_SECTION, is_disagreement, severity_in};
use super::model::Template;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_yaml::Path;

/// All rules.
static RULES: &[&Rule<Template>] = &[
    &attribute::RULE,
    &constraint::RULE,
    &contradicting_distances::RULE,
    &controller::RULE,
    &operation_function::RULE,
    &hpa::RULE,
    &location::RULE,
    &network::RULE,
    &objective::RULE,
    &plan_request::RULE,
    &reservation::RULE,
    &source::RULE,
    &threshold::RULE,
    &unused::RULE,
    &version::RULE,
    &zone::RULE,
];

/// All codes of the rules.
pub fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}

/// All diagnostics of a template.
pub fn check(template: &Template) -> Vec<Diagnostic> {
    let diagnostics = template
        .table_diagnostics
        .iter()
        .cloned()
        .map(|diagnostic| table_fixes::add_fix(template, diagnostic));
    let mut report = Report { diagnostics: diagnostics.collect() };
    for rule in RULES {
        (rule.check)(template, &mut report);
    }
    // References to the names of a misspelled section lead nowhere for HAS.
    for diagnostic in &mut report.diagnostics {
        if diagnostic.code == &UNKNOWN_SECTION && declares_referenced(template, &diagnostic.path) {
            diagnostic.severity = Severity::Error;
        }
        if diagnostic.severity == diagnostic.code.severity {
            diagnostic.severity = severity_in(diagnostic.code, template.profiles);
        }
    }
    if GUIDE.has(template.profiles) { merge_disagreements(report.diagnostics) } else { report.diagnostics }
}

/// Returns true if a name that is declared below a path is referenced.
fn declares_referenced(template: &Template, path: &Path) -> bool {
    let declared: BTreeSet<&str> = template
        .names
        .declarations
        .iter()
        .filter(|declaration| declaration.path.starts_with(path))
        .map(|declaration| declaration.name.as_str())
        .collect();
    template.names.references.iter().any(|reference| declared.contains(reference.name.as_str()))
}

/// Limit of related places of a disagreement.
const MAX_RELATED: usize = 8;

/// Merges the diagnostics of each disagreement into the first, with the other places as related ranges.
fn merge_disagreements(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.range);
    let mut merged: Vec<Diagnostic> = Vec::new();
    for mut diagnostic in diagnostics {
        if is_disagreement(diagnostic.code) {
            // The text is valid for the specification guide, and after a fix the file may be recognized as one for HAS. So none is applied automatically.
            diagnostic.fixes.iter_mut().for_each(|fix| fix.safe = false);
        }
        let first =
            merged.iter_mut().find(|first| first.code == diagnostic.code && is_disagreement(first.code));
        match first {
            Some(first) if first.related.len() < MAX_RELATED => {
                first.related.push(limn_language::diagnostic::Related {
                    range: diagnostic.range,
                    message: "also here".to_owned(),
                });
            }
            Some(_) => {}
            None => merged.push(diagnostic),
        }
    }
    merged
}
