//! Rules of the TOSCA reference that files alone can violate, each with a valid and an invalid document.
//!
//! The documents and the rule ids are in `fixtures/tosca-rules/`, one file for each folder of rules; `archive.yaml` has packages, and the files
//! that packages are written from.

#[path = "common/rules.rs"]
mod rules;

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::path::Path;

use limn::analysis::{Analysis, Choices};
use limn::diagnostic::{Diagnostic, Severity};
use limn::edit::Edit;
use limn::files::{Content, FilePath, Workspace};
use limn::packages::{self, PackOptions};
use rules::{Found, RuleCase, all_hold, all_proved};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Case {
    rule: String,
    severity: Severity,
    /// The code that reports it, if the code has the id of another rule: one fault can violate several.
    code: Option<String>,
    /// The version added to the documents; the default is `1_2`.
    version: Option<String>,
    /// The documents have their own `tosca_definitions_version`, or none.
    #[serde(default)]
    bare: bool,
    file: Option<String>,
    /// The files are a complete package.
    #[serde(default)]
    package: bool,
    #[serde(default)]
    with: BTreeMap<String, String>,
    /// The other files of the bad document, if they have the fault.
    bad_with: Option<BTreeMap<String, String>>,
    good: String,
    bad: String,
    /// Reports of the rule in the bad document.
    #[serde(default)]
    reports: Vec<String>,
}

impl Case {
    /// Diagnostics of a document among the other files.
    fn diagnose(&self, text: &str, with: &BTreeMap<String, String>) -> Vec<Found> {
        let version = self.version.as_deref().unwrap_or("1_2");
        let header = if self.bare || text.starts_with("tosca_definitions_version:") {
            String::new()
        } else {
            format!("tosca_definitions_version: tosca_simple_yaml_{version}\n")
        };
        let path = |name: &str| FilePath::new(name).expect("fixtures name files well");
        let file = path(self.file.as_deref().unwrap_or("service.yaml"));
        let mut workspace = Workspace::of(file.clone(), format!("{header}{text}"));
        workspace.whole = self.package;
        for (name, text) in with {
            workspace.files.insert(path(name), Content::Text(text.as_str().into()));
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        // Faults of a package are reported at its manifest, if it has one.
        let meta = path("TOSCA-Metadata/TOSCA.meta");
        let checked = [&file, &meta].into_iter().filter_map(|file| analysis.file(file));
        checked.flat_map(|checked| Found::all(checked, text)).collect()
    }

    fn rule_case(&self) -> RuleCase<'_> {
        let bad_with = self.bad_with.as_ref().unwrap_or(&self.with);
        RuleCase {
            rule: &self.rule,
            severity: self.severity,
            code: self.code.as_deref(),
            good: (&self.good, self.diagnose(&self.good, &self.with)),
            bad: (&self.bad, self.diagnose(&self.bad, bad_with)),
            reports: &self.reports,
        }
    }
}

/// The fixtures, by their names in `tests/fixtures`.
fn fixtures() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tosca-rules");
    let names = std::fs::read_dir(&folder).expect("the fixtures are there").map(|entry| {
        let name = entry.expect("the folder is readable").file_name();
        name.into_string().expect("the names are texts")
    });
    let mut names: Vec<String> =
        names.filter(|name| name != ARCHIVES).map(|name| format!("tosca-rules/{name}")).collect();
    names.sort();
    names
}

const ARCHIVES: &str = "archive.yaml";

/// A valid and an invalid package, or the files that a package is written from.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Archive {
    rule: String,
    severity: Option<Severity>,
    #[serde(default)]
    good: Vec<(String, String)>,
    #[serde(default)]
    bad: Vec<(String, String)>,
    bytes: Option<String>,
    cut: Option<usize>,
    says: Option<String>,
    code: Option<String>,
    #[serde(default)]
    written: Vec<(String, String)>,
    #[serde(default)]
    generated: Vec<String>,
    #[serde(default)]
    open: Vec<String>,
}

fn archives() -> Vec<Archive> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tosca-rules").join(ARCHIVES);
    let text = std::fs::read_to_string(file).expect("the fixtures are there");
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{ARCHIVES}: {error}"))
}

fn zip_of(members: &[(String, String)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        zip.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).expect("a member begins");
        zip.write_all(text.as_bytes()).expect("memory can be written");
    }
    zip.finish().expect("the zip is whole").into_inner()
}

/// Diagnostics of a package: severity, code if any, and message.
fn diagnostics_of(bytes: &[u8]) -> Vec<(Severity, &'static str, String)> {
    let opened = match packages::open("demo.csar", bytes) {
        Ok(opened) => opened,
        Err(refusal) => return vec![(Severity::Error, "", refusal.to_string())],
    };
    let mut found: Vec<_> =
        opened.warnings.into_iter().map(|warning| (Severity::Warning, "", warning)).collect();
    let analysis = Analysis::of(&opened.workspace, &Choices::default(), &Analysis::default());
    for file in opened.workspace.files.keys() {
        let diagnostics =
            analysis.file(file).map(|checked| checked.diagnostics().to_vec()).unwrap_or_default();
        found.extend(
            diagnostics
                .into_iter()
                .map(|diagnostic| (diagnostic.severity, diagnostic.code.name, diagnostic.message)),
        );
    }
    found
}

impl Archive {
    fn fault(&self) -> Option<String> {
        if !self.written.is_empty() {
            return self.write_fault();
        }
        if !self.generated.is_empty() {
            let faults: Vec<String> =
                self.generated.iter().flat_map(|version| generate_faults(version, &self.open)).collect();
            return (!faults.is_empty()).then(|| format!("{}\n  {}", self.rule, faults.join("\n  ")));
        }
        let whole = zip_of(&self.good);
        let bad = match (&self.bytes, self.cut) {
            (Some(bytes), _) => bytes.clone().into_bytes(),
            (None, Some(cut)) => whole[..cut].to_vec(),
            (None, None) => zip_of(&self.bad),
        };
        let (good, bad) = (diagnostics_of(&whole), diagnostics_of(&bad));
        let severity = self.severity.unwrap_or(Severity::Error);
        let is_expected = |(found, code, message): &(Severity, &str, String)| {
            *found == severity
                && self.code.as_ref().is_none_or(|expected| expected == code)
                && self.says.as_ref().is_none_or(|expected| message.contains(expected.as_str()))
        };
        let is_reported = (self.code.is_some() || self.says.is_some()) && bad.iter().any(is_expected);
        let clean = good.iter().all(|(found, ..)| *found > Severity::Warning);
        (!is_reported || !clean).then(|| format!("{}\n  good: {good:#?}\n  bad: {bad:#?}", self.rule))
    }

    fn write_fault(&self) -> Option<String> {
        let mut workspace = Workspace { whole: true, ..Workspace::default() };
        for (name, text) in &self.written {
            let file = FilePath::new(name).expect("fixtures name files well");
            workspace.files.insert(file, Content::Text(text.as_str().into()));
        }
        workspace.entry = packages::entry(&workspace).path;
        let bytes = packages::pack(&workspace, &PackOptions::of(&workspace)).expect("it can be packed");
        let found: Vec<_> =
            diagnostics_of(&bytes).into_iter().filter(|(found, ..)| *found <= Severity::Warning).collect();
        (!found.is_empty()).then(|| format!("{}\n  written from {:?}: {found:#?}", self.rule, self.written))
    }
}

/// Errors of templates made by adding each palette item to an empty one.
fn generate_faults(version: &str, open: &[String]) -> Vec<String> {
    let file = FilePath::new("service.yaml").expect("a plain name");
    let empty = format!(
        "tosca_definitions_version: tosca_simple_yaml_{version}\ntopology_template:\n  node_templates: {{}}\n"
    );
    let analysis = Analysis::of_text(&file, &empty);
    let palette = analysis.file(&file).map(|checked| checked.palette()).unwrap_or_default();
    assert!(palette.len() > 20, "the palette of {version} has {} items", palette.len());
    let mut faults = Vec::new();
    for item in palette {
        let (template, on) = (item.id.clone(), Vec::new());
        let added = analysis.plan(&file, &Edit::Add { template, name: None, place: None, on });
        let text = match added {
            Ok(change) => change.edits.get(&file).map_or(empty.clone(), |edit| edit.apply(&empty)),
            Err(refusal) => {
                faults.push(format!("{}: {refusal}", item.id));
                continue;
            }
        };
        let analysis = Analysis::of_text(&file, &text);
        let found = analysis.file(&file).map(|checked| checked.diagnostics().to_vec()).unwrap_or_default();
        let is_open = |diagnostic: &Diagnostic| open.iter().any(|code| code == diagnostic.code.name);
        let errors = found
            .into_iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error && !is_open(diagnostic));
        faults.extend(
            errors.map(|diagnostic| format!("{} in {version}: {}\n{text}", item.id, diagnostic.message)),
        );
    }
    faults
}

#[test]
fn bad_packages_are_refused_or_reported_and_good_ones_open_without_diagnostics() {
    let faults: Vec<String> = archives().iter().filter_map(Archive::fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_rule_reports_its_bad_document_and_accepts_its_good_one() {
    for fixture in fixtures() {
        all_hold(&fixture, Case::rule_case);
    }
}

#[test]
fn every_rule_id_of_a_check_has_a_fixture() {
    let cases: Vec<Case> = fixtures().iter().flat_map(|fixture| rules::cases(fixture)).collect();
    all_proved("tosca/", cases.iter().map(|case| case.rule.as_str()));
}
