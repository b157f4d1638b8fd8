//! Workspace files: normalized paths and file contents. Does not read the disk or interpret contents.

mod checksums;
mod data_url;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

pub use checksums::{Checksum, checksums};
pub use data_url::image_url;

use serde::{Deserialize, Serialize};

/// A path inside a workspace: relative, normalized, `/`-separated, and never outside the workspace.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FilePath(Arc<str>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilePathError {
    #[error("expected a file name")]
    Empty,
    #[error("`{0}` points outside the workspace")]
    Outside(String),
    #[error("`{0}` is an absolute path; name files relative to the workspace")]
    Absolute(String),
    #[error("`{0}` contains a character that is not allowed in file names")]
    Character(String),
}

/// Extensions of files that document and are not run or deployed.
const DESCRIPTIVE: [&str; 15] = [
    "yaml", "yml", "bom", "meta", "mf", "json", "md", "txt", "rst", "png", "svg", "jpg", "jpeg", "tosca",
    "cert",
];

/// The numbers of saved views: far from where a next one could not be counted.
pub const VIEW_NUMBERS: std::ops::RangeInclusive<usize> = 1..=1_000_000_000;

impl FilePath {
    /// Creates a path; resolves `.` and `..` and converts backslashes to slashes.
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
            // A Windows drive letter.
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

    /// The file name: `assembly.yml` in `Descriptor/assembly.yml`.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The folder, without a trailing slash; empty at the workspace root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The extension after the last dot of the name, in lower case; empty if there is none.
    pub fn extension(&self) -> String {
        self.name().rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
    }

    /// Returns true if a file of this name is read as a document: YAML, JSON, and YAML under names of its own: a bill of materials (`catalog.bom`),
    /// and service templates of Eclipse Winery (`NodeType.tosca`).
    pub fn is_document(&self) -> bool {
        matches!(self.extension().as_str(), "yaml" | "yml" | "json" | "bom" | "tosca")
    }

    /// Returns true if a file of this name only documents or describes, and is not run or deployed.
    pub fn only_describes(&self) -> bool {
        DESCRIPTIVE.contains(&&*self.extension())
    }

    /// The key of a YAML document of this file, by its index, for data that is stored by file: `shop.yaml#2` for the second one.
    #[must_use]
    pub fn of_document(&self, nth: usize) -> FilePath {
        if nth == 0 { self.clone() } else { FilePath(format!("{self}#{}", nth + 1).into()) }
    }

    /// The key of a saved view of the document with this key: `shop.yaml#2~1` for the view with the number 1; without a number, the key of the document.
    #[must_use]
    pub fn of_view(&self, number: Option<usize>) -> FilePath {
        match number {
            Some(number) => FilePath(format!("{}~{number}", self.view().0).into()),
            None => self.view().0,
        }
    }

    /// The key of the document, and the number of the saved view, that [`FilePath::of_view`] made this key of.
    pub fn view(&self) -> (FilePath, Option<usize>) {
        let split = || {
            let (document, number) = self.0.rsplit_once('~')?;
            let number: usize = number.parse().ok().filter(|number| VIEW_NUMBERS.contains(number))?;
            Some((FilePath::new(document).ok()?, Some(number)))
        };
        split().unwrap_or_else(|| (self.clone(), None))
    }

    /// The file and the index of the document that this key, or the key of one of its saved views, is of.
    pub fn document(&self) -> (FilePath, usize) {
        let (key, _) = self.view();
        let split = || {
            let (file, number) = key.0.rsplit_once('#')?;
            let number: usize = number.parse().ok().filter(|number| *number > 1)?;
            Some((FilePath::new(file).ok()?, number - 1))
        };
        split().unwrap_or((key.clone(), 0))
    }

    /// Resolves `relative` against this file's folder.
    pub fn join(&self, relative: &str) -> Result<FilePath, FilePathError> {
        match self.folder() {
            "" => FilePath::new(relative),
            _ if relative.starts_with(['/', '\\']) => Err(FilePathError::Absolute(relative.to_owned())),
            folder => FilePath::new(&format!("{folder}/{relative}")),
        }
    }

    /// The relative path from another file's folder to this file: `other.join(&path.relative_to(&other))` is `path`.
    pub fn relative_to(&self, other: &FilePath) -> String {
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

/// The folder from which a manifest names files: the nearest one around it that has `TOSCA-Metadata/TOSCA.meta`, or its own folder. `all`: all manifests.
pub fn package_root<'a>(manifest: &'a FilePath, all: impl Iterator<Item = &'a FilePath>) -> &'a str {
    let in_folder = |file: &'a FilePath| -> Option<&'a str> {
        let folder = file.folder();
        let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
        last.eq_ignore_ascii_case("TOSCA-Metadata").then_some(above)
    };
    if let Some(root) = in_folder(manifest) {
        return root;
    }
    let around = |root: &&str| root.is_empty() || manifest.as_str().starts_with(&format!("{root}/"));
    let roots = all.filter(|file| file.name().eq_ignore_ascii_case("TOSCA.meta")).filter_map(in_folder);
    roots.filter(around).max_by_key(|root| root.len()).unwrap_or(manifest.folder())
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

/// The content of a file. Text is shared, so that cloning a workspace is cheap.
#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    Text(Arc<str>),
    /// Not UTF-8, or binary: kept byte for byte.
    Bytes(Arc<[u8]>),
}

impl Content {
    /// Text if the bytes are UTF-8 without a NUL; otherwise the bytes as they are.
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

    /// Returns true if the content was read. A file that was only listed has empty bytes.
    pub fn is_loaded(&self) -> bool {
        !matches!(self, Content::Bytes(bytes) if bytes.is_empty())
    }

    pub fn as_text(&self) -> Option<&Arc<str>> {
        match self {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }
}

/// Decodes text in another encoding than UTF-8, and returns the name of the encoding: UTF-16 if a byte order mark or zero bytes indicate it,
/// otherwise Latin-1 if all bytes are plausible text.
pub fn decode_non_utf8(bytes: &[u8]) -> Option<(&'static str, String)> {
    let wide = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16(&units).ok().filter(|text| bytes.len().is_multiple_of(2) && !text.contains('\0'))
    };
    let (name, text) = match bytes {
        [0xff, 0xfe, text @ ..] => ("UTF-16", wide(text, u16::from_le_bytes)?),
        [0xfe, 0xff, text @ ..] => ("UTF-16", wide(text, u16::from_be_bytes)?),
        [first, 0, ..] if *first != 0 => ("UTF-16", wide(bytes, u16::from_le_bytes)?),
        [0, second, ..] if *second != 0 => ("UTF-16", wide(bytes, u16::from_be_bytes)?),
        // Bytes 0x80 to 0x9f are control characters in Latin-1 and quotes in Windows-1252: too ambiguous to guess.
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

/// The archive that the files came from, byte for byte, so that an export can keep the parts that did not change.
#[derive(Clone, PartialEq, Eq)]
pub struct Original(pub Arc<[u8]>);

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Original({} bytes)", self.0.len())
    }
}

/// The open files, one of them the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workspace {
    pub files: BTreeMap<FilePath, Content>,
    /// Empty folders, where they are known.
    pub folders: BTreeSet<FilePath>,
    pub entry: Option<FilePath>,
    /// True if every file of the project or package is listed, so that a file that is not listed does not exist.
    pub whole: bool,
    pub original: Option<Original>,
}

impl Workspace {
    /// A workspace with one text file.
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
    fn non_utf_8_text_is_decoded() {
        let wide =
            |text: &str, write: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(write).collect::<Vec<u8>>();
        for text in ["name: a\n", "\u{feff}name: caf\u{e9} \u{1f9f5}\n"] {
            let bare = text.trim_start_matches('\u{feff}').to_owned();
            let expected = Some(("UTF-16", bare));
            assert_eq!(decode_non_utf8(&wide(text, u16::to_le_bytes)), expected);
            assert_eq!(decode_non_utf8(&wide(text, u16::to_be_bytes)), expected);
        }
        assert_eq!(decode_non_utf8(b"caf\xe9: 1\r\n"), Some(("Latin-1", "caf\u{e9}: 1\r\n".to_owned())));
    }

    #[test]
    fn binary_data_is_not_decoded() {
        for bytes in [b"\x89PNG\r\n\x1a\n".as_slice(), b"\xff\xfea", b"\xff\xfe\0\xd8", b"a\0b", b"it\x92s"] {
            assert_eq!(decode_non_utf8(bytes), None, "{bytes:?}");
        }
    }

    #[track_caller]
    fn normalizes(path: &str, to: &str) {
        assert_eq!(FilePath::new(path).unwrap().as_str(), to);
    }

    #[track_caller]
    fn refused(path: &str, message: &str) {
        assert_eq!(FilePath::new(path).unwrap_err().to_string(), message);
    }

    #[test]
    fn paths_are_normalized() {
        normalizes("Descriptor/assembly.yml", "Descriptor/assembly.yml");
        normalizes("./a//b/./c.yml", "a/b/c.yml");
        normalizes("a\\b\\c.yml", "a/b/c.yml");
        normalizes("a/b/../c.yml", "a/c.yml");
        normalizes("a/", "a");
        normalizes("Zürich/é.yml", "Zürich/é.yml");
        normalizes("a/...", "a/...");
    }

    #[test]
    fn paths_cannot_climb_out() {
        refused("../a.yml", "`../a.yml` points outside the workspace");
        refused("a/../../b.yml", "`a/../../b.yml` points outside the workspace");
        refused("a\\..\\..\\b.yml", "`a\\..\\..\\b.yml` points outside the workspace");
    }

    #[test]
    fn paths_are_relative_and_not_empty() {
        refused("/etc/passwd", "`/etc/passwd` is an absolute path; name files relative to the workspace");
        refused("C:\\a.yml", "`C:\\a.yml` is an absolute path; name files relative to the workspace");
        refused("\\\\server\\a", "`\\\\server\\a` is an absolute path; name files relative to the workspace");
        refused("", "expected a file name");
        refused("./", "expected a file name");
        refused("a/..", "expected a file name");
    }

    #[test]
    fn control_characters_are_rejected_and_escaped() {
        refused("a\u{1b}[2J", "`a\\u{1b}[2J` contains a character that is not allowed in file names");
        refused("a\0b", "`a\\0b` contains a character that is not allowed in file names");
    }

    #[test]
    fn a_path_has_a_name_a_folder_and_an_extension() {
        let path = FilePath::new("Definitions/lm/Resource.YAML").unwrap();
        assert_eq!((path.name(), path.folder()), ("Resource.YAML", "Definitions/lm"));
        assert_eq!(path.extension(), "yaml");
        assert!(path.is_document() && FilePath::new("a/catalog.BOM").unwrap().is_document());
        assert!(!FilePath::new("bom").unwrap().is_document());
        let top = FilePath::new("Makefile").unwrap();
        assert_eq!((top.name(), top.folder(), top.extension().as_str()), ("Makefile", "", ""));
    }

    #[test]
    fn documents_and_saved_views_have_keys() {
        let file = FilePath::new("a/shop.yaml").unwrap();
        let second = file.of_document(1);
        assert_eq!(second.as_str(), "a/shop.yaml#2");
        let of_view = second.of_view(Some(3));
        assert_eq!(of_view.as_str(), "a/shop.yaml#2~3");
        assert_eq!(of_view.view(), (second.clone(), Some(3)));
        assert_eq!(of_view.of_view(Some(1)).as_str(), "a/shop.yaml#2~1");
        assert_eq!(of_view.of_view(None), second);
        assert_eq!([of_view.document(), second.document()], [(file.clone(), 1), (file.clone(), 1)]);
        assert_eq!(file.of_view(Some(1)).document(), (file.clone(), 0));
        assert_eq!(file.view(), (file, None));
        for other in ["a.yaml~0", "a.yaml~4294967295", "a.yaml~x", "a~b.yaml"] {
            let other = FilePath::new(other).unwrap();
            assert_eq!(other.view(), (other.clone(), None));
        }
    }

    #[test]
    fn a_relative_path_leads_from_one_file_to_another() {
        let named = |path: &str, from: &str| {
            let (path, from) = (FilePath::new(path).unwrap(), FilePath::new(from).unwrap());
            let named = path.relative_to(&from);
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
    fn a_relative_path_is_resolved_against_the_files_folder() {
        let from = FilePath::new("a/b/c.yml").unwrap();
        assert_eq!(from.join("d.yml").unwrap().as_str(), "a/b/d.yml");
        assert_eq!(from.join("../d.yml").unwrap().as_str(), "a/d.yml");
        assert!(from.join("../../../d.yml").is_err());
        assert_eq!(FilePath::new("c.yml").unwrap().join("d/e.yml").unwrap().as_str(), "d/e.yml");
    }

    #[test]
    fn an_absolute_path_is_never_relative() {
        assert!(FilePath::new("c.yml").unwrap().join("/etc/passwd").is_err());
        assert!(FilePath::new("a/c.yml").unwrap().join("/etc/passwd").is_err());
    }

    #[test]
    fn utf_8_bytes_become_text() {
        assert_eq!(Content::from_bytes("é".into()), Content::Text("é".into()));
        for bytes in [&[0xffu8][..], b"a\0b"] {
            let content = Content::from_bytes(bytes.to_vec());
            assert_eq!((content.as_text(), content.as_bytes()), (None, bytes));
        }
    }

    #[test]
    fn deserializing_a_path_validates_it() {
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
