//! Files on disk as workspaces: a file is read together with its project or its imports, as `limn check` reports on it and as the language server
//! serves it. The files are on disk, or in memory where there is none. Only reads; all knowledge of descriptors is in the crates below.

mod file_system;
mod folders;
mod imports;
mod inputs;
mod settings;
mod texts;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

pub use file_system::{FileSystem, MemoryFile, MemoryFiles};
pub use inputs::{FileGroup, Limits, RequestedFile, gather, is_project_file};
pub use texts::Texts;

/// Reason why something on disk could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read `{}`: {}", path.display(), plain(source))]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot open `{}`: {source}", path.display())]
    Package { path: PathBuf, source: limn_packages::CsarError },
    /// A `limn.toml` that has no effect, with its place.
    #[error("{0}")]
    Settings(String),
}

impl ReadError {
    pub fn new(path: &Path, source: io::Error) -> ReadError {
        ReadError::Read { path: path.to_owned(), source }
    }
}

/// The operating system's message without the error number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
