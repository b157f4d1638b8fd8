//! Packages: a workspace as one file. Opens and writes zips (CSAR) and gzipped tars (the default of LMCTL), and builds the packages of LMCTL projects.
//! Handles manifests, layout and limits.
//!
//! Opening and packing keeps the bytes of every member. A hostile or damaged package is rejected with one message: exporting a partly opened package
//! would lose the other part.

mod archive;
mod damage;
mod extraction_limits;
mod inner;
mod lmctl;
mod manifest;
mod pack;
mod pins;
mod tar_patch;
mod tarball;
mod zip_patch;
mod zipped;

use std::collections::BTreeSet;

use limn_files::{FilePath, FilePathError, Original, Workspace};

pub use archive::Archive;
pub use damage::Damage;
pub use limn_lmctl::BEHAVIOR;
pub use manifest::{
    CONTAINS, MANIFESTS, PackageEntry, entry, is_fixed, is_project, outdated, recomputed, renamed,
};
pub use pack::{PackOptions, PackageForm, PackageKind, archive_format, file_name, left_out, pack};
pub use pins::{DiagramData, FileBends, PINS_FILE, PLACES_SUFFIX, Pinned, Pins, Views};

/// The maximum expanded size of a package, in bytes.
pub const MAX_TOTAL: u64 = 256 * 1024 * 1024;
/// The maximum number of members of a package, including folders.
pub const MAX_MEMBERS: usize = 10_000;

/// An opened package.
#[derive(Debug)]
pub struct Opened {
    pub workspace: Workspace,
    /// The box positions stored in the package.
    pub pins: Pins,
    /// The boxes among them that stay where they are when the diagram is arranged.
    pub pinned: Pinned,
    /// The bends of wires.
    pub bends: FileBends,
    /// The saved views of its diagrams.
    pub views: Views,
    /// Warnings for the user, one sentence each.
    pub warnings: Vec<String>,
}

/// The reason why a package could not be opened or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsarError {
    #[error("expected a zip or a gzipped tar, found `{0}`")]
    NotAPackage(String),
    #[error("`{name}` is damaged or truncated: {detail}")]
    Damaged { name: String, detail: Damage },
    #[error("member `{member}` is outside the package")]
    Climbs { member: String },
    #[error("invalid member name `{member}`: {why}")]
    Name { member: String, why: FilePathError },
    #[error("member `{member}` is a file, but `{other}` is in a folder of that name")]
    FileAndFolder { member: String, other: String },
    #[error("duplicate member `{member}`")]
    Twice { member: String },
    #[error("member `{member}` is encrypted; repack the package without a password")]
    Encrypted { member: String },
    #[error("unsupported compression of member `{member}`; repack it with deflate")]
    Compression { member: String },
    #[error("the package expands to more than {} MB", MAX_TOTAL / 1024 / 1024)]
    TooLarge,
    #[error("member `{member}` expands to {ratio} times its size, like a zip bomb")]
    Bomb { member: String, ratio: u64 },
    #[error("the package has more than {MAX_MEMBERS} members")]
    TooMany,
    #[error("the package contains no files")]
    Empty,
    #[error("LMCTL cannot build the project: {0}")]
    Project(String),
    #[error("cannot write the package: {0}")]
    Unwritten(String),
}

/// Opens a package. `name` is the file name, for messages.
pub fn open(name: &str, bytes: &[u8]) -> Result<Opened, CsarError> {
    let intake = match sniff(bytes) {
        Some(Format::Zip) => zipped::unpack(name, bytes)?,
        Some(Format::TarGz) => tarball::unpack(name, bytes)?,
        None => return Err(CsarError::NotAPackage(name.to_owned())),
    };
    let (mut files, folders, mut warnings) = intake.finish()?;
    let DiagramData { pins, pinned, bends, views } = pins::take(&mut files, &mut warnings);
    // A package with box positions only has no files to pack again.
    if files.is_empty() {
        return Err(CsarError::Empty);
    }
    let original = Some(Original(bytes.into()));
    let mut workspace = Workspace { files, folders, entry: None, whole: true, original };
    let found = entry(&workspace);
    workspace.entry = found.path;
    warnings.extend(found.warnings);
    Ok(Opened { workspace, pins, pinned, bends, views, warnings })
}

/// The empty folders of an archive that was opened before.
pub fn folders_of(original: Option<&Original>) -> BTreeSet<FilePath> {
    let opened = original.and_then(|Original(bytes)| open("", bytes).ok());
    opened.map(|opened| opened.workspace.folders).unwrap_or_default()
}

/// Returns true if the bytes start like a package.
pub fn is_package(bytes: &[u8]) -> bool {
    sniff(bytes).is_some()
}

enum Format {
    Zip,
    TarGz,
}

fn sniff(bytes: &[u8]) -> Option<Format> {
    match bytes {
        // The header of a member, the end record of an empty zip, or the marker of a split archive.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Some(Format::Zip),
        [0x1f, 0x8b, ..] => Some(Format::TarGz),
        _ => None,
    }
}
