//! The files open together. Knows their names and bytes; knows nothing of what they say, and reads no disk.

mod sums;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

pub use sums::{Sum, sums};

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
        if slashed.starts_with('/') {
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
        match parts.first().map(|part| part.as_bytes()) {
            None => return Err(FilePathError::Empty),
            // A drive of Windows.
            Some([letter, b':', ..]) if letter.is_ascii_alphabetic() => {
                return Err(FilePathError::Absolute(path.to_owned()));
            }
            Some(_) => {}
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
        match self.folder() {
            "" => FilePath::new(relative),
            _ if relative.starts_with(['/', '\\']) => Err(FilePathError::Absolute(relative.to_owned())),
            folder => FilePath::new(&format!("{folder}/{relative}")),
        }
    }

    /// This file as it is named from inside another's folder: what [`FilePath::join`] of the other leads back to it.
    pub fn seen_from(&self, other: &FilePath) -> String {
        let folders = |path: &FilePath| -> Vec<String> {
            path.folder().split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        let (own, from) = (folders(self), folders(other));
        let shared = own.iter().zip(&from).take_while(|(one, another)| one == another).count();
        let up = std::iter::repeat_n("..", from.len() - shared);
        let down = own[shared..].iter().map(String::as_str);
        up.chain(down).chain([self.name()]).collect::<Vec<_>>().join("/")
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

    /// Of a file that was not read nothing is known but its name: it stands as bytes, and none.
    pub fn is_known(&self) -> bool {
        !matches!(self, Content::Bytes(bytes) if bytes.is_empty())
    }

    pub fn as_text(&self) -> Option<&Arc<str>> {
        match self {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }
}

/// What bytes say that are text, but not in UTF-8, with the name of what they are written in: UTF-16 where its mark or its zeros show it, else the
/// one byte a letter of Western editors where nothing speaks against text.
pub fn text_in_other_words(bytes: &[u8]) -> Option<(&'static str, String)> {
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16(&units).ok().filter(|text| bytes.len().is_multiple_of(2) && !text.contains('\0'))
    };
    let (name, text) = match bytes {
        [0xff, 0xfe, text @ ..] => ("UTF-16", wide(text, u16::from_le_bytes)?),
        [0xfe, 0xff, text @ ..] => ("UTF-16", wide(text, u16::from_be_bytes)?),
        [first, 0, ..] if *first != 0 => ("UTF-16", wide(bytes, u16::from_le_bytes)?),
        [0, second, ..] if *second != 0 => ("UTF-16", wide(bytes, u16::from_be_bytes)?),
        // Between these two lie controls in one reading and quotes in another: not to be guessed.
        _ if bytes.iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e | 0xa0..)) => {
            ("Latin-1", bytes.iter().copied().map(char::from).collect())
        }
        _ => return None,
    };
    Some((name, text))
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Content::Bytes(bytes) => write!(f, "Bytes({} bytes)", bytes.len()),
        }
    }
}

/// The zip that the files came in, byte for byte, so that a package made of them can be the same but for what changed.
#[derive(Clone, PartialEq, Eq)]
pub struct Original(pub Arc<[u8]>);

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Original({} bytes)", self.0.len())
    }
}

/// The files open together, one of them the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workspace {
    pub files: BTreeMap<FilePath, Content>,
    pub entry: Option<FilePath>,
    /// Every file of the project or package is here, by name at least: what is not, is missing.
    pub whole: bool,
    pub original: Option<Original>,
}

impl Workspace {
    /// A workspace of one text file.
    pub fn of(path: FilePath, text: impl Into<Arc<str>>) -> Workspace {
        let files = BTreeMap::from([(path.clone(), Content::Text(text.into()))]);
        Workspace { files, entry: Some(path), ..Workspace::default() }
    }

    pub fn text(&self, path: &FilePath) -> Option<&Arc<str>> {
        self.files.get(path)?.as_text()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_that_is_not_utf_8_is_read_where_it_says_what_it_is() {
        let wide =
            |text: &str, write: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(write).collect::<Vec<u8>>();
        for text in ["name: a\n", "\u{feff}name: caf\u{e9} \u{1f9f5}\n"] {
            let bare = text.trim_start_matches('\u{feff}').to_owned();
            let expected = Some(("UTF-16", bare));
            assert_eq!(text_in_other_words(&wide(text, u16::to_le_bytes)), expected);
            assert_eq!(text_in_other_words(&wide(text, u16::to_be_bytes)), expected);
        }
        assert_eq!(text_in_other_words(b"caf\xe9: 1\r\n"), Some(("Latin-1", "caf\u{e9}: 1\r\n".to_owned())));
    }

    #[test]
    fn what_is_no_text_is_read_as_none() {
        for bytes in [b"\x89PNG\r\n\x1a\n".as_slice(), b"\xff\xfea", b"\xff\xfe\0\xd8", b"a\0b", b"it\x92s"] {
            assert_eq!(text_in_other_words(bytes), None, "{bytes:?}");
        }
    }

    #[track_caller]
    fn normalises(path: &str, to: &str) {
        assert_eq!(FilePath::new(path).unwrap().as_str(), to);
    }

    #[track_caller]
    fn refused(path: &str, message: &str) {
        assert_eq!(FilePath::new(path).unwrap_err().to_string(), message);
    }

    #[test]
    fn paths_are_normalised() {
        normalises("Descriptor/assembly.yml", "Descriptor/assembly.yml");
        normalises("./a//b/./c.yml", "a/b/c.yml");
        normalises("a\\b\\c.yml", "a/b/c.yml");
        normalises("a/b/../c.yml", "a/c.yml");
        normalises("a/", "a");
        normalises("Zürich/é.yml", "Zürich/é.yml");
        normalises("a/...", "a/...");
    }

    #[test]
    fn paths_cannot_climb_out() {
        refused("../a.yml", "`../a.yml` points outside the workspace");
        refused("a/../../b.yml", "`a/../../b.yml` points outside the workspace");
        refused("a\\..\\..\\b.yml", "`a\\..\\..\\b.yml` points outside the workspace");
    }

    #[test]
    fn paths_are_relative_and_name_something() {
        refused("/etc/passwd", "`/etc/passwd` is an absolute path; name files relative to the workspace");
        refused("C:\\a.yml", "`C:\\a.yml` is an absolute path; name files relative to the workspace");
        refused("\\\\server\\a", "`\\\\server\\a` is an absolute path; name files relative to the workspace");
        refused("", "a file needs a name");
        refused("./", "a file needs a name");
        refused("a/..", "a file needs a name");
    }

    #[test]
    fn control_characters_are_refused_and_shown_harmless() {
        refused("a\u{1b}[2J", "`a\\u{1b}[2J` holds a character that file names cannot have");
        refused("a\0b", "`a\\0b` holds a character that file names cannot have");
    }

    #[test]
    fn a_path_has_a_name_a_folder_and_an_extension() {
        let path = FilePath::new("Definitions/lm/Resource.YAML").unwrap();
        assert_eq!((path.name(), path.folder()), ("Resource.YAML", "Definitions/lm"));
        assert_eq!(path.extension(), "yaml");
        let top = FilePath::new("Makefile").unwrap();
        assert_eq!((top.name(), top.folder(), top.extension().as_str()), ("Makefile", "", ""));
    }

    #[test]
    fn a_file_is_named_from_another_ones_folder() {
        let named = |path: &str, from: &str| {
            let (path, from) = (FilePath::new(path).unwrap(), FilePath::new(from).unwrap());
            let named = path.seen_from(&from);
            assert_eq!(from.join(&named).unwrap(), path);
            named
        };
        assert_eq!(named("a.sh", "main.yaml"), "a.sh");
        assert_eq!(named("scripts/a.sh", "main.yaml"), "scripts/a.sh");
        assert_eq!(named("scripts/a.sh", "templates/main.yaml"), "../scripts/a.sh");
        assert_eq!(named("a/b/c.sh", "a/d/e/main.yaml"), "../../b/c.sh");
        assert_eq!(named("a/b/c.sh", "a/b/main.yaml"), "c.sh");
    }

    #[test]
    fn a_relative_path_is_read_from_the_files_folder() {
        let from = FilePath::new("a/b/c.yml").unwrap();
        assert_eq!(from.join("d.yml").unwrap().as_str(), "a/b/d.yml");
        assert_eq!(from.join("../d.yml").unwrap().as_str(), "a/d.yml");
        assert!(from.join("../../../d.yml").is_err());
        assert_eq!(FilePath::new("c.yml").unwrap().join("d/e.yml").unwrap().as_str(), "d/e.yml");
    }

    #[test]
    fn an_absolute_path_stays_one_whatever_it_is_read_from() {
        assert!(FilePath::new("c.yml").unwrap().join("/etc/passwd").is_err());
        assert!(FilePath::new("a/c.yml").unwrap().join("/etc/passwd").is_err());
    }

    #[test]
    fn bytes_are_text_where_they_can_be() {
        assert_eq!(Content::from_bytes("é".into()), Content::Text("é".into()));
        for bytes in [&[0xffu8][..], b"a\0b"] {
            let content = Content::from_bytes(bytes.to_vec());
            assert_eq!((content.as_text(), content.as_bytes()), (None, bytes));
        }
    }

    #[test]
    fn a_path_reads_back_from_json_as_strictly_as_it_is_made() {
        let path = FilePath::new("a/b.yml").unwrap();
        let json = serde_json::to_string(&path).unwrap();
        assert_eq!(json, "\"a/b.yml\"");
        assert_eq!(serde_json::from_str::<FilePath>(&json).unwrap(), path);
        assert!(serde_json::from_str::<FilePath>("\"../b.yml\"").is_err());
    }

    proptest! {
        #[test]
        fn normal_paths_are_relative_and_stay_as_they_are(path in "[a-c./\\\\:]{0,12}") {
            if let Ok(once) = FilePath::new(&path) {
                prop_assert!(!once.as_str().starts_with('/'));
                prop_assert!(once.as_str().split('/').all(|part| !matches!(part, "" | "." | "..")));
                prop_assert_eq!(FilePath::new(once.as_str()), Ok(once));
            }
        }
    }
}
