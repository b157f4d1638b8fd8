//! Recognition of all real assemblies, resources and project files, and of no other file.

mod common;

use std::fmt::Write as _;
use std::path::Path;

use common::corpus::{corpus, files};
use limn::dialect::Dialect;
use limn::dialect::assembly::Assembly;
use limn::files::FilePath;
use limn::yaml;

/// True if the corpus file at `path` is recognized; `None` if it is not text.
fn recognized(root: &Path, path: &Path) -> Option<bool> {
    let text = String::from_utf8(std::fs::read(path).expect("a corpus file can be read")).ok()?;
    let inside =
        path.strip_prefix(root).expect("the file is below its folder").to_string_lossy().into_owned();
    let file = FilePath::new(&inside).expect("corpus files have plain names");
    Some(Assembly.recognizes(&file, &yaml::parse(text)).is_some())
}

/// The paths of the corpus files, with the kinds that the manifest lists.
fn kinds(root: &Path) -> Vec<(String, String)> {
    let manifest = std::fs::read_to_string(root.join("MANIFEST.tsv")).expect("the corpus has a manifest");
    let lines = manifest.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        (columns[0].to_owned(), columns[4].to_owned())
    });
    lines.collect()
}

#[test]
fn every_descriptor_and_project_file_is_recognized() {
    let Some(family) = corpus("2-cp4na-lmctl") else { return };
    let root = family.parent().expect("a family is a folder of the corpus").to_owned();
    let ours =
        ["assembly-descriptor", "resource-descriptor", "lmproject", "assembly-template", "type-descriptor"];
    let mut missed = String::new();
    let mut seen = 0;
    for (path, kind) in kinds(&root) {
        let ours = ours.contains(&kind.as_str());
        if !ours && kind != "tosca" && kind != "tosca-meta" {
            continue;
        }
        if path.starts_with("1-") || path.starts_with("2-") {
            seen += 1;
            if recognized(&root, &root.join(&path)) != Some(ours) {
                let _ = writeln!(missed, "{kind}: {path}");
            }
        }
    }
    assert!(seen > 150, "only {seen} files");
    assert!(missed.is_empty(), "wrong recognition:\n{missed}");
}

#[test]
fn files_of_other_languages_are_not_recognized() {
    let mut taken = String::new();
    for family in ["3-tosca", "4-brooklyn-tosca", "5-onap-has"] {
        let Some(folder) = corpus(family) else { return };
        let root = folder.parent().expect("a family is a folder of the corpus").to_owned();
        for path in files(&folder, &[".yaml", ".yml"]) {
            if recognized(&root, &path) == Some(true) {
                let _ = writeln!(taken, "{}", path.display());
            }
        }
    }
    assert!(taken.is_empty(), "recognized as an assembly, a resource or a project:\n{taken}");
}
