//! Test corpus of real descriptors. It is not part of the project; tests that need it print a note and skip if it is absent.

use std::path::{Path, PathBuf};

/// The folder `name` of the corpus: in `LIMN_CORPUS`, or in `../shared/corpus` relative to this package or a parent folder.
pub fn corpus(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("LIMN_CORPUS") {
        Some(root) => Some(PathBuf::from(root)),
        None => Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .map(|above| above.join("../shared/corpus"))
            .find(|root| root.is_dir()),
    };
    let folder = root.map(|root| root.join(name)).filter(|folder| folder.is_dir());
    if folder.is_none() {
        let note = format!("skipped: corpus folder `{name}` not found; set LIMN_CORPUS to its location\n");
        // Bypass the test harness, which captures the output of passing tests.
        std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes()).ok();
    }
    folder
}

/// The files below `folder` whose name ends in one of `endings`, sorted.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("a corpus folder can be listed");
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
