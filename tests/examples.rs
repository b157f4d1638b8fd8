//! Examples in the docs of checks: each bad one is reported by its check exactly at its marks, each good one is not, and has no error.
//!
//! The rest of the documents is in `frames/LANGUAGE.yaml`, by name:
//!
//! - `text`: the file, with a line `…` where the example goes.
//! - `file`: its path. `profile`: the profile to read it with. `whole`: whether all files of the project are open.
//! - `defaults`: keys beside the example, for examples that do not have the key.
//! - `with`: other files, by path.
//!
//! `fixtures/messages` has the messages, ranges and fixes of all bad examples, a file for each language: read there, messages that are worded
//! differently stand out. `UPDATE_EXPECT=1` writes the files.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::fixes::faults_in;
use limn::analysis::{self, Analysis, Choices};
use limn::diagnostic::{Code, Diagnostic, Severity};
use limn::files::{Content, FilePath, Workspace};
use limn::text::{LineColumn, LineIndex};
use limn_check::example::{Frame, Framed};
use serde::Deserialize;

/// Checks without an example, with the reason.
const WITHOUT: &[(&str, &str)] = &[
    ("common/file-too-large", "the document would be longer than all others together"),
    ("common/not-utf-8", "an example is text"),
    ("common/too-many-documents", "the example would need 101 documents"),
    ("common/invalid-setting", "settings are in TOML, and examples are documents of a language"),
    ("tosca/meta-file-empty", "an empty file has no line to mark"),
];

/// Languages, each with the path of a document.
const LANGUAGES: [(&str, &str); 5] = [
    ("amp", "blueprint.yaml"),
    ("assembly", "demo.yaml"),
    ("common", "demo.yaml"),
    ("homing", "homing.yaml"),
    ("tosca", "service.yaml"),
];

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Setting {
    profile: Option<String>,
    file: Option<String>,
    whole: bool,
    text: String,
    defaults: serde_yaml::Mapping,
    with: BTreeMap<String, String>,
}

impl Setting {
    fn frame(&self, file: &str) -> Frame {
        let text = |value: &serde_yaml::Value| value.as_str().expect("a string").to_owned();
        Frame {
            file: self.file.as_deref().unwrap_or(file).to_owned(),
            text: self.text.clone(),
            defaults: self.defaults.iter().map(|(key, lines)| (text(key), text(lines))).collect(),
            with: self.with.clone().into_iter().collect(),
        }
    }

    fn workspace(&self, files: &[Framed]) -> (Workspace, Choices) {
        let mut workspace = Workspace::of(path(&files[0].path), files[0].text.clone());
        for file in &files[1..] {
            workspace.files.insert(path(&file.path), Content::Text(file.text.as_str().into()));
        }
        workspace.whole = self.whole;
        (workspace, Choices { profile: self.profile.clone(), ..Choices::default() })
    }

    /// The diagnostics of each file.
    fn diagnose(&self, files: &[Framed]) -> Vec<Vec<Diagnostic>> {
        let (workspace, choices) = self.workspace(files);
        let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
        let of = |file: &Framed| {
            analysis.file(&path(&file.path)).map(|checked| checked.diagnostics().to_vec()).unwrap_or_default()
        };
        files.iter().map(of).collect()
    }

    /// The reports of a check in its bad example: the code, then a line for each diagnostic and each of its fixes.
    fn messages(&self, code: &Code, bad: &str, file: &str) -> String {
        let files = self.frame(file).fill(bad);
        let mut page = format!("{}\n", code.name);
        for (at, (file, diagnostics)) in files.iter().zip(self.diagnose(&files)).enumerate() {
            let lines = LineIndex::new(file.text.as_str().into());
            let other = if at == 0 { String::new() } else { format!("{} ", file.path) };
            for Diagnostic { severity, range, message, fixes, .. } in
                diagnostics.iter().filter(|found| found.code == code)
            {
                let place = |at: usize| {
                    let LineColumn { line, column } = lines.line_column(at);
                    format!("{line}:{column}")
                };
                let word = format!("{severity:?}").to_lowercase();
                let (start, end) = (place(range.start), place(range.end));
                page.push_str(&format!("    {word} {other}{start}-{end} {message}\n"));
                page.extend(fixes.iter().map(|fix| format!("        fix: {}\n", fix.title)));
            }
        }
        page
    }

    /// The faults of a check's example.
    fn faults(&self, code: &Code, file: &str) -> Vec<String> {
        let Some(example) = &code.example else { return Vec::new() };
        let frame = self.frame(file);
        let mut faults = Vec::new();
        let bad = frame.fill(example.bad);
        let mut reported = 0;
        for (file, diagnostics) in bad.iter().zip(self.diagnose(&bad)) {
            let own: Vec<_> = diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.code == code)
                .map(|diagnostic| diagnostic.range)
                .collect();
            reported += own.len();
            if let Some(marked) = file.difference(&own) {
                faults.push(format!("the marks of the bad example differ from:\n{marked}"));
            }
        }
        if reported == 0 {
            faults.push("the bad example is not reported".to_owned());
        }
        let good = frame.fill(example.good);
        for diagnostic in self.diagnose(&good).into_iter().flatten() {
            if diagnostic.code == code || diagnostic.severity == Severity::Error {
                let Diagnostic { code, message, .. } = diagnostic;
                faults.push(format!("the good example is reported: {}: {message}", code.name));
            }
        }
        if example.good.is_empty() {
            faults.push("there is no good example".to_owned());
        }
        faults.into_iter().map(|fault| format!("{} in `{}`: {fault}", code.name, example.frame)).collect()
    }
}

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("frames and examples name files well")
}

fn settings(language: &str) -> BTreeMap<String, Setting> {
    let path = format!("{}/tests/frames/{language}.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn codes(language: &str) -> impl Iterator<Item = &'static Code> {
    let is_of = move |code: &&Code| code.name.split('/').next() == Some(language);
    analysis::codes().into_iter().filter(is_of).collect::<Vec<_>>().into_iter()
}

#[test]
fn fixes_of_examples_keep_the_law_of_fixes() {
    let (mut faults, mut fixes) = (Vec::new(), 0);
    for (language, file) in LANGUAGES {
        let settings = settings(language);
        for code in codes(language) {
            let Some(example) = &code.example else { continue };
            let Some(setting) = settings.get(example.frame) else { continue };
            let frame = setting.frame(file);
            for files in [example.bad, example.good].map(|text| frame.fill(text)) {
                let (workspace, choices) = setting.workspace(&files);
                fixes +=
                    setting.diagnose(&files).iter().flatten().map(|found| found.fixes.len()).sum::<usize>();
                for file in &files {
                    let found = faults_in(&workspace, &choices, &path(&file.path));
                    faults.extend(found.into_iter().map(|fault| format!("{}: {fault}", code.name)));
                }
            }
        }
    }
    assert!(fixes > 100, "only {fixes} fixes");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn bad_examples_are_reported_at_their_marks_and_good_ones_are_not() {
    let mut faults = Vec::new();
    let mut count = 0;
    for (language, file) in LANGUAGES {
        let settings = settings(language);
        for code in codes(language) {
            let Some(example) = &code.example else { continue };
            count += 1;
            match settings.get(example.frame) {
                Some(setting) => faults.extend(setting.faults(code, file)),
                None => faults.push(format!("{}: unknown frame `{}`", code.name, example.frame)),
            }
        }
    }
    assert!(faults.is_empty(), "{} faults in {count} examples:\n\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn messages_of_bad_examples_are_as_reviewed() {
    for (language, file) in LANGUAGES {
        let settings = settings(language);
        let mut page = String::new();
        for code in codes(language) {
            let Some(example) = &code.example else { continue };
            let Some(setting) = settings.get(example.frame) else { continue };
            page.push_str(&setting.messages(code, example.bad, file));
        }
        let path = format!("{}/tests/fixtures/messages/{language}.txt", env!("CARGO_MANIFEST_DIR"));
        expect_test::expect_file![path].assert_eq(&page);
    }
}

#[test]
fn every_check_has_an_example_or_a_reason() {
    let reason = |code: &Code| WITHOUT.iter().any(|(name, _)| *name == code.name);
    let of_languages = LANGUAGES.into_iter().flat_map(|(language, _)| codes(language));
    let odd: Vec<_> =
        of_languages.filter(|code| code.example.is_some() == reason(code)).map(|code| code.name).collect();
    assert!(odd.is_empty(), "these need an example, or a reason in `WITHOUT`, and not both: {odd:#?}");
    let all = analysis::codes();
    let gone: Vec<_> =
        WITHOUT.iter().filter(|(name, _)| !all.iter().any(|code| code.name == *name)).collect();
    assert!(gone.is_empty(), "unknown checks: {gone:?}");
}

#[test]
fn every_frame_is_used() {
    for (language, _) in LANGUAGES {
        let used: BTreeSet<&str> =
            codes(language).filter_map(|code| code.example.as_ref()).map(|example| example.frame).collect();
        let settings = settings(language);
        let idle: Vec<_> = settings.keys().filter(|name| !used.contains(name.as_str())).collect();
        assert!(idle.is_empty(), "unused frames of {language}: {idle:?}");
    }
}
