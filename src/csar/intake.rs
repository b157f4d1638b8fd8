//! What comes out of an archive, held to its limits member by member. Knows no archive format.

use std::collections::BTreeMap;
use std::io::Read;

use super::{CsarError, MAX_MEMBERS, MAX_TOTAL};
use crate::files::{Content, FilePath, FilePathError};

/// A member smaller than this is no bomb, however well it was compressed.
const HARMLESS: u64 = 8 * 1024 * 1024;
/// Deflate gets to about 1,000 on zeros alone; descriptors and scripts stay below 20.
const MAX_RATIO: u64 = 200;

pub(super) struct Intake {
    package: String,
    files: BTreeMap<FilePath, Content>,
    /// Names without regard to case, to say which would collide on other machines.
    folded: BTreeMap<String, FilePath>,
    folders: Vec<FilePath>,
    warnings: Vec<String>,
    members: usize,
    total: u64,
    /// The package is kept beside the files: what is no file goes out as it came.
    kept: bool,
}

impl Intake {
    pub(super) fn new(package: &str, kept: bool) -> Intake {
        Intake {
            package: package.to_owned(),
            files: BTreeMap::new(),
            folded: BTreeMap::new(),
            folders: Vec::new(),
            warnings: Vec::new(),
            members: 0,
            total: 0,
            kept,
        }
    }

    /// Counts a member and reads its name.
    pub(super) fn name(&mut self, name: &str) -> Result<FilePath, CsarError> {
        self.members += 1;
        if self.members > MAX_MEMBERS {
            return Err(CsarError::TooMany);
        }
        FilePath::new(name).map_err(|why| {
            let member = name.escape_debug().to_string();
            match why {
                FilePathError::Outside(_) | FilePathError::Absolute(_) => CsarError::Climbs { member },
                why => CsarError::Name { member, why },
            }
        })
    }

    pub(super) fn folder(&mut self, path: FilePath) {
        self.folders.push(path);
    }

    /// A link: there is nothing in a workspace that it could be.
    pub(super) fn link(&mut self, path: &FilePath) {
        let how = if self.kept { ", which is not followed" } else { " and was left out" };
        self.warnings.push(format!("`{path}` is a link to another file{how}"));
    }

    /// Reads a member. `declared` is the size it claims, `packed` what it takes in the archive where that is known.
    pub(super) fn file(
        &mut self,
        path: FilePath,
        declared: u64,
        packed: Option<u64>,
        from: &mut dyn Read,
    ) -> Result<(), CsarError> {
        if self.files.contains_key(&path) {
            return Err(CsarError::Twice { member: path.to_string() });
        }
        let left = MAX_TOTAL - self.total;
        if declared > left {
            return Err(CsarError::TooLarge);
        }
        // The claim may be a lie: never more than the smaller of what a bomb may have and what the package has left.
        let limit = packed.map_or(left, |packed| left.min(HARMLESS.max(packed.saturating_mul(MAX_RATIO))));
        let mut bytes = Vec::with_capacity(declared.min(limit).min(HARMLESS) as usize);
        from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| self.damaged(&path, &error))?;
        let size = bytes.len() as u64;
        if size > left {
            return Err(CsarError::TooLarge);
        }
        if size > limit {
            let ratio = size.max(declared) / packed.unwrap_or(1).max(1);
            return Err(CsarError::Bomb { member: path.to_string(), ratio });
        }
        self.total += size;
        if let Some(other) = self.folded.insert(path.as_str().to_lowercase(), path.clone()) {
            self.warnings
                .push(format!("`{other}` and `{path}` differ only in case and collide on some machines"));
        }
        self.files.insert(path, Content::from_bytes(bytes));
        Ok(())
    }

    fn damaged(&self, path: &FilePath, error: &std::io::Error) -> CsarError {
        CsarError::Damaged { name: self.package.clone(), detail: format!("member `{path}`: {error}") }
    }

    pub(super) fn finish(mut self) -> Result<(BTreeMap<FilePath, Content>, Vec<String>), CsarError> {
        if self.files.is_empty() {
            return Err(CsarError::Empty);
        }
        for folder in &self.folders {
            let inside = format!("{folder}/");
            let holds = |path: &FilePath| path.as_str().starts_with(&inside);
            // What an export makes anew needs no word.
            if !self.kept
                && folder.name() != super::pack::LIFECYCLE
                && !self.files.keys().any(holds)
                && !self.folders.iter().any(holds)
            {
                self.warnings.push(format!("`{inside}` is an empty folder and was left out"));
            }
        }
        Ok((self.files, self.warnings))
    }
}
