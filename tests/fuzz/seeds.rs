//! Seeds: what a target starts from, the project's documents and its minimized finds.

use std::fs;
use std::path::PathBuf;

use super::documents::{below, root, texts};
use super::targets::Target;

/// Packages as files, from which the targets of packages start beside their own seeds.
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
    below(&folder)
        .into_iter()
        .map(|file| (file.clone(), fs::read(&file).expect("a seed can be read")))
        .collect()
}
