//! The manifest of a network function package: the files that it names, and their checksums.

use super::super::block::blocks;
use super::super::is_meta;
use super::Checker;
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::dialect::Source;

/// Keys of `TOSCA.meta` that name the manifest.
const MANIFEST: [&str; 2] = ["ETSI-Entry-Manifest", "Entry-Manifest"];
/// The key that names a file in that manifest.
const SOURCE: &str = "Source";

/// Checks the manifest of a network function package: one that `TOSCA.meta` names, or that is beside the template of the same name.
pub(super) fn check(source: &Source<'_>) -> Vec<Diagnostic> {
    let root = limn_files::package_root(source.file, source.library.manifests.keys());
    let base = if root.is_empty() { String::new() } else { format!("{root}/") };
    let named = source.library.manifests.iter().filter(|(file, _)| is_meta(file)).any(|(_, text)| {
        let first = blocks(text).into_iter().next().unwrap_or_default();
        let names = MANIFEST.iter().filter_map(|name| first.get(name));
        names.into_iter().any(|entry| format!("{base}{}", entry.value) == source.file.as_str())
    });
    let stem = source.file.as_str().rsplit_once('.').map_or("", |(stem, _)| stem);
    let beside = |file: &FilePath| {
        let (own, extension) = file.as_str().rsplit_once('.').unwrap_or_default();
        own == stem && matches!(extension, "yaml" | "yml")
    };
    if !named && !source.library.documents.keys().any(beside) {
        return Vec::new();
    }
    let mut checker = Checker { source, base, found: Vec::new() };
    let text = source.document.text();
    for entry in blocks(text).iter().flat_map(|block| &block.entries) {
        if entry.name.eq_ignore_ascii_case(SOURCE) {
            checker.file(entry, &entry.value);
        }
    }
    checker.checksums();
    checker.found
}
