//! Seeds: the project's samples, the documents in its test fixtures, the seeds kept here, and minimized finds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::targets::Target;

/// Larger documents are slow to try often.
const LARGEST: usize = 4 << 10;

/// First lines of the fixtures' documents, which leave them out.
const HEADS: &[(&str, &str)] = &[
    ("assembly-rules", "name: assembly::demo::1.0\n"),
    ("homing-rules", "homing_template_version: 2018-02-01\n"),
    ("tosca-rules", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
];

/// The top of the project.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = here.ancestors().find(|above| above.join("public/samples").is_dir());
    top.expect("the project has samples").to_owned()
}

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = root();
    let mut texts: Vec<String> = Vec::new();
    for folder in ["public/samples", "tests/fuzz/seeds/texts"] {
        texts.extend(files(&root.join(folder)).iter().filter_map(|file| fs::read_to_string(file).ok()));
    }
    for file in files(&root.join("tests/fixtures")) {
        let name = file.to_string_lossy().into_owned();
        let head = HEADS.iter().find(|(folder, _)| name.contains(folder)).map_or("", |(_, head)| head);
        let key = head.split(':').next().unwrap_or_default();
        let text = fs::read_to_string(&file).expect("a fixture can be read");
        let fixture: serde_yaml::Value = serde_yaml::from_str(&text).expect("a fixture is YAML");
        let mut found = Vec::new();
        documents(&fixture, &mut found);
        texts.extend(
            found.into_iter().map(|text| if text.contains(key) { text } else { format!("{head}{text}") }),
        );
    }
    texts.retain(|text| text.len() <= LARGEST);
    texts.sort();
    texts.dedup();
    texts
});

/// The texts of several lines in a fixture.
fn documents(value: &serde_yaml::Value, into: &mut Vec<String>) {
    match value {
        serde_yaml::Value::String(text) if text.contains('\n') => into.push(text.clone()),
        serde_yaml::Value::Sequence(items) => items.iter().for_each(|item| documents(item, into)),
        serde_yaml::Value::Mapping(entries) => entries.values().for_each(|value| documents(value, into)),
        _ => {}
    }
}

/// The documents that every target starts from.
pub fn texts() -> &'static [String] {
    &TEXTS
}

/// What the targets of packages start from beside their own seeds: packages as files.
pub fn packages() -> impl Iterator<Item = &'static String> {
    texts().iter().filter(|text| text.starts_with("=== "))
}

/// Everything kept in the project that a target starts from.
#[allow(dead_code, reason = "the drivers alone take all at once")]
pub fn of(target: &Target) -> Vec<Vec<u8>> {
    let texts: Vec<&String> =
        if target.takes_packages { packages().collect() } else { texts().iter().collect() };
    let kept = kept(target).into_iter().map(|(_, data)| data);
    texts.into_iter().map(|text| text.clone().into_bytes()).chain(kept).collect()
}

/// Minimized finds of one target, by their files.
pub fn kept(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("tests/fuzz/finds").join(target.name);
    files(&folder)
        .into_iter()
        .map(|file| (file.clone(), fs::read(&file).expect("a seed can be read")))
        .collect()
}

/// The files below a folder, in the order of their names; none where the folder is missing.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
