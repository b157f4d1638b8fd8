//! The project's own documents: its samples, the documents in its test fixtures, and the fuzz targets' seeds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Larger documents are slow to try often.
const LARGEST: usize = 4 << 10;

/// First lines of the fixtures' documents, which leave them out.
const HEADS: &[(&str, &str)] = &[
    ("assembly-rules", "name: assembly::demo::1.0\n"),
    ("homing-rules", "homing_template_version: 2018-02-01\n"),
    ("tosca-rules", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
];

/// The top of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = here.ancestors().find(|above| above.join("public/samples").is_dir());
    top.expect("the project has samples").to_owned()
}

/// The documents in the fixtures, each with its first line.
pub fn of_fixtures() -> Vec<String> {
    let mut all = Vec::new();
    for file in below(&root().join("tests/fixtures"))
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "yaml"))
    {
        let name = file.to_string_lossy().into_owned();
        let head = HEADS.iter().find(|(folder, _)| name.contains(folder)).map_or("", |(_, head)| head);
        let key = head.split(':').next().unwrap_or_default();
        let text = fs::read_to_string(file).expect("a fixture can be read");
        let fixture: serde_yaml::Value = serde_yaml::from_str(&text).expect("a fixture is YAML");
        let mut found = Vec::new();
        of_value(&fixture, &mut found);
        all.extend(
            found.into_iter().map(|text| if text.contains(key) { text } else { format!("{head}{text}") }),
        );
    }
    all
}

/// The texts of several lines in a fixture.
fn of_value(value: &serde_yaml::Value, into: &mut Vec<String>) {
    match value {
        serde_yaml::Value::String(text) if text.contains('\n') => into.push(text.clone()),
        serde_yaml::Value::Sequence(items) => items.iter().for_each(|item| of_value(item, into)),
        serde_yaml::Value::Mapping(entries) => entries.values().for_each(|value| of_value(value, into)),
        _ => {}
    }
}

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = of_fixtures();
    for folder in ["public/samples", "tests/fuzz/seeds/texts"] {
        texts.extend(below(&root().join(folder)).iter().filter_map(|file| fs::read_to_string(file).ok()));
    }
    texts.retain(|text| text.len() <= LARGEST);
    texts.sort();
    texts.dedup();
    texts
});

/// All that are small enough to be tried often.
pub fn texts() -> &'static [String] {
    &TEXTS
}

/// The files below a folder, in the order of their names; none where the folder is missing.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() { found.extend(below(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
