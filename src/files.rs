//! The files open together. Knows their names and bytes; knows nothing of what they say, and reads no disk.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A path inside a workspace: relative, `/`-separated, normalised, and never climbing out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FilePath(Arc<str>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilePathError {
    #[error("a file needs a name")]
    Empty,
    #[error("`{0}` points outside the workspace")]
    Outside(String),
    #[error("`{0}` is an absolute path; name files relative to the workspace")]
    Absolute(String),
    #[error("`{0}` holds a character that file names cannot have")]
    Character(String),
}

impl FilePath {
    /// Normalises `.` and `..` and backslashes.
    pub fn new(path: &str) -> Result<FilePath, FilePathError> {
        let slashed = path.replace('\\', "/");
        if slashed.starts_with('/') || slashed.as_bytes().get(1) == Some(&b':') {
            return Err(FilePathError::Absolute(path.to_owned()));
        }
        if slashed.chars().any(char::is_control) {
            return Err(FilePathError::Character(path.escape_debug().to_string()));
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in slashed.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop().ok_or_else(|| FilePathError::Outside(path.to_owned()))?;
                }
                part => parts.push(part),
            }
        }
        if parts.is_empty() {
            return Err(FilePathError::Empty);
        }
        Ok(FilePath(parts.join("/").into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part: `assembly.yml` of `Descriptor/assembly.yml`.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// What stands before the name, without the slash; empty at the top.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The part behind the last dot of the name, lower-cased; empty where there is none.
    pub fn extension(&self) -> String {
        self.name().rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
    }

    /// `relative` as it reads from inside this file's folder.
    pub fn join(&self, relative: &str) -> Result<FilePath, FilePathError> {
        FilePath::new(format!("{}/{relative}", self.folder()).trim_start_matches('/'))
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl TryFrom<String> for FilePath {
    type Error = FilePathError;

    fn try_from(path: String) -> Result<FilePath, FilePathError> {
        FilePath::new(&path)
    }
}

impl From<FilePath> for String {
    fn from(path: FilePath) -> String {
        path.0.to_string()
    }
}

/// What a file holds. Text is shared, so that a workspace is cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    Text(Arc<str>),
    /// Not UTF-8, or not meant to be read: kept byte for byte.
    Bytes(Arc<[u8]>),
}

impl Content {
    /// Text where the bytes are UTF-8 without a NUL; else bytes as they are.
    pub fn from_bytes(bytes: Vec<u8>) -> Content {
        match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Content::Text(text.into()),
            Ok(text) => Content::Bytes(text.into_bytes().into()),
            Err(error) => Content::Bytes(error.into_bytes().into()),
        }
    }

    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    pub fn as_text(&self) -> Option<&Arc<str>> {
        match self {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Content::Bytes(bytes) => write!(f, "Bytes({} bytes)", bytes.len()),
        }
    }
}

/// The files open together, one of them the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workspace {
    pub files: BTreeMap<FilePath, Content>,
    pub entry: Option<FilePath>,
}

impl Workspace {
    /// A workspace of one text file.
    pub fn of(path: FilePath, text: impl Into<Arc<str>>) -> Workspace {
        let files = BTreeMap::from([(path.clone(), Content::Text(text.into()))]);
        Workspace { files, entry: Some(path) }
    }

    pub fn text(&self, path: &FilePath) -> Option<&Arc<str>> {
        self.files.get(path)?.as_text()
    }
}
