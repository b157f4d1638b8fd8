//! Extraction limits: collects the members of an archive and checks each against the limits, independent of the archive format.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use super::{CsarError, Damage, MAX_MEMBERS, MAX_TOTAL};
use limn_files::{Content, FilePath, FilePathError};

/// The size up to which a member is never treated as a zip bomb, in bytes.
const ALWAYS_ALLOWED: u64 = 8 * 1024 * 1024;
/// The maximum compression ratio. Deflate reaches about 1,000 on zeros only; descriptors and scripts stay below 20.
const MAX_RATIO: u64 = 200;

/// The members that were read so far, and the counts that are checked against the limits.
pub(super) struct Intake {
    package: String,
    files: BTreeMap<FilePath, Content>,
    /// The names in lower case, to report names that collide on case-insensitive file systems.
    folded: BTreeMap<String, FilePath>,
    folders: Vec<FilePath>,
    warnings: Vec<String>,
    members: usize,
    total: u64,
}

/// The kind of a member that is neither a file nor a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    Link,
    CharacterDevice,
    BlockDevice,
    Pipe,
    Socket,
    Unknown,
}

impl Other {
    /// The kind given by a Unix file mode.
    pub(super) fn of_mode(mode: u32) -> Option<Other> {
        match mode & 0o170_000 {
            0o120_000 => Some(Other::Link),
            0o020_000 => Some(Other::CharacterDevice),
            0o060_000 => Some(Other::BlockDevice),
            0o010_000 => Some(Other::Pipe),
            0o140_000 => Some(Other::Socket),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Other::Link => "a link to another file",
            Other::CharacterDevice => "a character device",
            Other::BlockDevice => "a block device",
            Other::Pipe => "a named pipe",
            Other::Socket => "a socket",
            Other::Unknown => "of an unknown kind",
        }
    }
}

impl Intake {
    pub(super) fn new(package: &str) -> Intake {
        Intake {
            package: package.to_owned(),
            files: BTreeMap::new(),
            folded: BTreeMap::new(),
            folders: Vec::new(),
            warnings: Vec::new(),
            members: 0,
            total: 0,
        }
    }

    /// Counts a member and validates its name.
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

    /// Records a link, a device or a pipe, which a workspace cannot contain.
    pub(super) fn other(&mut self, path: &FilePath, other: Other) {
        let how = match other {
            Other::Link => ", which is not followed",
            _ => ", which is not read",
        };
        let what = other.name();
        self.warnings.push(format!("`{path}` is {what}{how}"));
    }

    /// Reads a member. `declared` is the size it claims, `packed` its size in the archive, if known.
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
        // The declared size can be false: never read more than the limit of the member and the rest of the limit of the package.
        let limit =
            packed.map_or(left, |packed| left.min(ALWAYS_ALLOWED.max(packed.saturating_mul(MAX_RATIO))));
        let mut bytes = Vec::with_capacity(declared.min(limit).min(ALWAYS_ALLOWED) as usize);
        from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| self.damaged(&path, &error))?;
        let size = bytes.len() as u64;
        if size > left {
            return Err(CsarError::TooLarge);
        }
        // A zip has checksums; for a member of a tar, only its size shows that it is truncated.
        if packed.is_none() && size < declared {
            let detail = Damage::MemberCutShort(path.to_string());
            return Err(CsarError::Damaged { name: self.package.clone(), detail });
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

    /// Rejects a package in which a name is both a file and a folder, as with duplicate names: no disk can hold both, so unpacking would lose one.
    /// If the two differ in case, this depends on the file system.
    fn reject_name_of_file_and_folder(&mut self) -> Result<(), CsarError> {
        let mut reported: BTreeSet<&str> = BTreeSet::new();
        let mut warnings = Vec::new();
        let folders = self.folders.iter().map(|folder| (folder.as_str(), "/"));
        let paths = folders.chain(self.files.keys().map(|file| (file.as_str(), "")));
        let folders = paths.flat_map(|(path, slash)| {
            let own = (!slash.is_empty()).then_some(path);
            folders_above(path).chain(own).map(move |folder| (folder, path, slash))
        });
        for (folder, path, slash) in folders {
            if !reported.insert(folder) {
                continue;
            }
            let Some(file) = self.folded.get(&folder.to_lowercase()) else { continue };
            if file.as_str() == folder {
                let other = format!("{path}{slash}");
                return Err(CsarError::FileAndFolder { member: folder.to_owned(), other });
            }
            warnings.push(format!(
                "the file `{file}` and the folder `{folder}` differ only in case and collide on some machines"
            ));
        }
        self.warnings.extend(warnings);
        Ok(())
    }

    fn damaged(&self, path: &FilePath, error: &std::io::Error) -> CsarError {
        let detail = Damage::of_member(error, path.as_str());
        CsarError::Damaged { name: self.package.clone(), detail }
    }

    /// The files, the empty folders and the warnings.
    pub(super) fn finish(mut self) -> Result<Contents, CsarError> {
        if self.files.is_empty() {
            return Err(CsarError::Empty);
        }
        self.reject_name_of_file_and_folder()?;
        let above: BTreeSet<&str> =
            self.files.keys().chain(&self.folders).flat_map(|path| folders_above(path.as_str())).collect();
        let is_empty = |folder: &&FilePath| !above.contains(folder.as_str());
        let folders = self.folders.iter().filter(is_empty).cloned().collect();
        Ok((self.files, folders, self.warnings))
    }
}

/// The files and empty folders of an archive, and warnings.
pub(super) type Contents = (BTreeMap<FilePath, Content>, BTreeSet<FilePath>, Vec<String>);

/// The folders of a path, outermost first.
pub(super) fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}
