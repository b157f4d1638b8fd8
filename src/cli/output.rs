//! Files that are written: each as a whole or not at all, and never over what was read.
//!
//! The bytes go to a temporary file beside the target, which then takes the target's name. A write that fails, on a full disk say, leaves the
//! target as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::Trouble;

/// So many links are followed, as by the system.
const LINKS: usize = 40;

/// Writes a file. A link stays one, and what it points to is written; the file's permissions stay.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    replace(path, bytes).map_err(|source| Trouble::Write { path: path.to_owned(), source })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target(path)?;
    let about = match fs::metadata(&target) {
        Ok(about) => Some(about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(about) = &about {
        // A file that may not be written to is not replaced either.
        let mut file = OpenOptions::new().write(true).open(&target)?;
        if !about.is_file() {
            // A pipe or a device has no content that could be lost.
            return file.write_all(bytes);
        }
    }
    let (temporary, file) = temporary(&target)?;
    let written = fill(file, bytes, about.as_ref()).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _gone = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(&target);
    Ok(())
}

/// The file that a path leads to, through links, be it there or not.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&path) {
            Ok(about) if about.is_symlink() => {
                let to = fs::read_link(&path)?;
                path = path.parent().unwrap_or_else(|| Path::new("")).join(to);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// A new file in the target's folder, where taking its name is one step.
fn temporary(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    for attempt in 0..100 {
        let mut hidden = std::ffi::OsString::from(".");
        // A long name leaves no room for more.
        let short = name.to_string_lossy().chars().take(32).collect::<String>();
        hidden.push(format!("{short}.limn-{}-{attempt}.tmp", std::process::id()));
        let path = target.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn fill(mut file: File, bytes: &[u8], like: Option<&fs::Metadata>) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Some(like) = like {
        keep_owner(&file, like);
        file.set_permissions(like.permissions())?;
    }
    file.sync_all()
}

/// Only a privileged user can give a file away; for anyone else it is theirs already, or becomes theirs.
#[cfg(unix)]
fn keep_owner(file: &File, like: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _refused = fchown(file, Some(like.uid()), Some(like.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// So that the new name outlasts a power failure. The file itself is safe either way.
fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _unsupported = File::open(folder.unwrap_or_else(|| Path::new("."))).and_then(|it| it.sync_all());
}

/// A file that is to be written, to be told from those that are read.
pub(crate) struct Output {
    path: PathBuf,
    real: Option<PathBuf>,
    id: Option<(u64, u64)>,
}

impl Output {
    pub(crate) fn new(path: &Path) -> Output {
        let real = path.canonicalize().ok();
        let id = real.as_deref().and_then(id_of);
        Output { path: path.to_owned(), real, id }
    }

    /// Whether a path leads to this file: spelled otherwise, or through a link of either kind.
    pub(crate) fn is(&self, path: &Path) -> bool {
        self.real.is_some()
            && (path.canonicalize().ok() == self.real || (self.id.is_some() && self.id == id_of(path)))
    }

    /// Refuses to write over what was read.
    pub(crate) fn refuse_if_read<'p>(&self, read: impl IntoIterator<Item = &'p Path>) -> Result<(), Trouble> {
        match read.into_iter().find(|path| self.is(path)) {
            None => Ok(()),
            Some(input) => Err(Trouble::Said(format!(
                "cannot write `{}`: it is the input `{}`, which would be lost; choose another output",
                self.path.display(),
                input.display()
            ))),
        }
    }
}

/// What names of one file have in common.
#[cfg(unix)]
fn id_of(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|about| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn id_of(_: &Path) -> Option<(u64, u64)> {
    None
}
