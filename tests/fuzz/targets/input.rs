//! Fuzz inputs: bytes read as files and as a stream of choices.
//!
//! An input is `CHOICES 0xff TEXT`, or only a text: no UTF-8 text holds the byte 0xff. The text is one document, or several files, each under
//! a line `=== NAME`. Choices that the input does not spell out follow from a hash of the text, so that every input is deterministic.

use std::borrow::Cow;
use std::collections::BTreeMap;

use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath, Workspace};
use limn::packages;

/// Separator of the choices and the text.
pub const SEPARATOR: u8 = 0xff;
/// Start of the line above each file.
const MARK: &str = "=== ";
/// A document that says no name of its own.
const NAME: &str = "a.yaml";

/// The choices and the text of an input.
pub fn split(data: &[u8]) -> (Draws<'_>, Cow<'_, str>) {
    let at = data.iter().position(|byte| *byte == SEPARATOR);
    let (given, text) = at.map_or((&data[..0], data), |at| (&data[..at], &data[at + 1..]));
    (Draws::new(given, text), String::from_utf8_lossy(text))
}

/// A stream of choices.
pub struct Draws<'d> {
    given: std::slice::Iter<'d, u8>,
    state: u64,
}

impl<'d> Draws<'d> {
    fn new(given: &'d [u8], text: &[u8]) -> Draws<'d> {
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Draws { given: given.iter(), state: hash | 1 }
    }

    fn byte(&mut self) -> u8 {
        self.given.next().copied().unwrap_or_else(|| {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            (self.state >> 24) as u8
        })
    }

    /// A number below `count`, or 0 if there is none.
    pub fn below(&mut self, count: usize) -> usize {
        let large = usize::from(self.byte());
        let number = if count > 256 { (large << 8) | usize::from(self.byte()) } else { large };
        number.checked_rem(count).unwrap_or(0)
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A place between two characters.
    pub fn offset(&mut self, text: &str) -> usize {
        boundary(text, self.below(text.len() + 1))
    }
}

/// The nearest boundary between two characters at or below an offset.
pub fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The files in a text. Names that no file can have are left out.
pub fn files(text: &str) -> BTreeMap<FilePath, Content> {
    let mut files = BTreeMap::new();
    let mut add = |name: &str, text: &str| {
        if let Ok(name) = FilePath::new(name) {
            files.insert(name, Content::Text(text.into()));
        }
    };
    if !text.starts_with(MARK) {
        add(plain_name(text), text);
        return files;
    }
    for part in format!("\n{text}").split(&format!("\n{MARK}")).skip(1) {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        add(name.trim(), text);
    }
    files
}

/// The name of a document on its own: manifests are recognized by theirs.
fn plain_name(text: &str) -> &'static str {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("TOSCA-Meta") || first.starts_with("CSAR-Version") {
        "TOSCA-Metadata/TOSCA.meta"
    } else if first.starts_with("schema:") {
        "lmproject.yml"
    } else {
        NAME
    }
}

/// The files of a text as a workspace.
pub fn workspace(text: &str, draws: &mut Draws<'_>) -> Workspace {
    let mut workspace = Workspace { files: files(text), whole: draws.below(2) == 1, ..Workspace::default() };
    workspace.entry = packages::entry(&workspace).path;
    workspace
}

/// Mostly what each file says itself, at times a profile that somebody chose.
pub fn profile(draws: &mut Draws<'_>) -> Choices {
    let profiles = limn::analysis::profiles();
    let profile = profiles.get(draws.below(4 * profiles.len())).map(|(id, ..)| (*id).to_owned());
    Choices { profile, ..Choices::default() }
}

/// A workspace and its analysis.
pub fn analysis(text: &str, draws: &mut Draws<'_>) -> (Workspace, Analysis) {
    let workspace = workspace(text, draws);
    let analysis = Analysis::of(&workspace, &profile(draws), &Analysis::default());
    (workspace, analysis)
}
