//! The project's own sources, for the tests that hold its habits.

use std::fs;
use std::path::{Path, PathBuf};

use super::corpus::files;

/// Every Rust file below a folder of the project, by its path from the top.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    files(Path::new(folder), &[".rs"])
}

/// A Rust file without its comments and without the tests at its end.
pub fn code(source: &Path) -> String {
    let text = fs::read_to_string(source).expect("a source can be read");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with("//")).collect()
}
