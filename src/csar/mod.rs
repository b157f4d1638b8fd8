//! Packages: a workspace as one file. Opens zips (CSAR) and gzipped tars (LMCTL's default), packs zips. Knows the manifests, the layout and
//! the limits of what it takes in; of what the descriptors say it knows only the name, which a new package has to carry.
//!
//! What is opened and packed again keeps every member's bytes, understood or not. What is hostile or damaged is refused with one sentence:
//! half a package is worse than none, since an export of it would lose the other half.

mod damage;
mod intake;
mod manifest;
mod pack;
mod pins;
mod splice;
mod tarball;
mod zipped;

use crate::files::{FilePathError, Original, Workspace};

pub use damage::Damage;
pub use manifest::{
    BUILT, CONTAINS, Entry, MANIFESTS, entry, is_fixed, is_project, outdated, recomputed, renamed,
};
pub use pack::{Kind, PackOptions, file_name, pack};
pub use pins::{PINS_FILE, Pins};

/// Expanded bytes of a whole package.
pub const MAX_TOTAL: u64 = 256 * 1024 * 1024;
/// Members of a package, folders among them.
pub const MAX_MEMBERS: usize = 10_000;

/// A package, opened.
#[derive(Debug)]
pub struct Opened {
    pub workspace: Workspace,
    /// Places of boxes that the package carries beside its descriptors.
    pub pins: Pins,
    /// What a person should know: one sentence each.
    pub warnings: Vec<String>,
}

/// Why a package could not be opened or made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsarError {
    #[error("`{0}` is neither a zip nor a gzipped tar; a package is one of the two")]
    NotAPackage(String),
    #[error("`{name}` is damaged or cut short and was not opened: {detail}")]
    Damaged { name: String, detail: Damage },
    #[error("member `{member}` points outside the package, so the package was not opened")]
    Climbs { member: String },
    #[error("member `{member}` has a name that cannot be used, so the package was not opened: {why}")]
    Name { member: String, why: FilePathError },
    #[error(
        "member `{member}` is a file, and `{other}` stands in a folder of that name, so the package was not opened"
    )]
    FileAndFolder { member: String, other: String },
    #[error("two members are called `{member}`, so the package was not opened")]
    Twice { member: String },
    #[error("member `{member}` is encrypted; open the package with its password and pack it again without")]
    Encrypted { member: String },
    #[error("member `{member}` is compressed in a way that is not supported; pack it again with deflate")]
    Compression { member: String },
    #[error("the package expands to more than {} MB, so it was not opened", MAX_TOTAL / 1024 / 1024)]
    TooLarge,
    #[error(
        "member `{member}` expands to {ratio} times its size, as only a zip bomb does, so the package was not opened"
    )]
    Bomb { member: String, ratio: u64 },
    #[error("the package has more than {MAX_MEMBERS} members, so it was not opened")]
    TooMany,
    #[error("the package holds no file")]
    Empty,
    #[error("the package could not be written: {0}")]
    Unwritten(String),
}

/// Opens a package. `name` is the file's name, for messages.
pub fn open(name: &str, bytes: &[u8]) -> Result<Opened, CsarError> {
    let (intake, original) = match sniff(bytes) {
        Some(Format::Zip) => (zipped::unpack(name, bytes)?, Some(Original(bytes.into()))),
        Some(Format::TarGz) => (tarball::unpack(name, bytes)?, None),
        None => return Err(CsarError::NotAPackage(name.to_owned())),
    };
    let (mut files, mut warnings) = intake.finish()?;
    let pins = pins::take(&mut files, &mut warnings);
    // Places of boxes alone are no package: there would be nothing to pack again.
    if files.is_empty() {
        return Err(CsarError::Empty);
    }
    let mut workspace = Workspace { files, entry: None, whole: true, original };
    let found = entry(&workspace);
    workspace.entry = found.path;
    warnings.extend(found.warnings);
    Ok(Opened { workspace, pins, warnings })
}

/// Whether the bytes begin as a package does.
pub fn is_package(bytes: &[u8]) -> bool {
    sniff(bytes).is_some()
}

enum Format {
    Zip,
    TarGz,
}

fn sniff(bytes: &[u8]) -> Option<Format> {
    match bytes {
        // A member's header, the end record of a zip without members, or the mark of one that was split and joined again.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Some(Format::Zip),
        [0x1f, 0x8b, ..] => Some(Format::TarGz),
        _ => None,
    }
}
