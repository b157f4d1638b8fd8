//! Atomic file output that never overwrites an input.
//!
//! The bytes go to a temporary file in the same folder, which is then renamed to the target. If a write fails, the target is unchanged.
//!
//! A rename would detach the other names (hard links) of a file, so such a file is overwritten in place. Before that its content is copied to a
//! backup beside it and synced. If the write fails, the old content is written back; if that fails too, the backup remains.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::Trouble;

/// Limit of symbolic links to follow, as in the operating system.
const LINKS: usize = 40;

/// Writes a file. Links are followed, and permissions are kept.
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
        // A read-only file is not replaced.
        let mut file = OpenOptions::new().write(true).open(&target)?;
        if !about.is_file() {
            // Pipes and devices have no content to protect.
            return file.write_all(bytes);
        }
        if has_other_names(about) {
            return overwrite(&target, file, bytes, about);
        }
    }
    let (temporary, file) = temporary(&target, "tmp")?;
    let written = fill(file, bytes, about.as_ref()).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _gone = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(&target);
    Ok(())
}

/// Overwrites a file in place, with a backup of its content beside it meanwhile.
fn overwrite(target: &Path, mut file: File, bytes: &[u8], about: &fs::Metadata) -> io::Result<()> {
    let mut before = Vec::new();
    File::open(target)?.read_to_end(&mut before)?;
    let (backup, copy) = temporary(target, "bak")?;
    if let Err(error) = fill(copy, &before, Some(about)) {
        let _gone = fs::remove_file(&backup);
        return Err(error);
    }
    sync_folder(target);
    if let Err(error) = put(&mut file, bytes) {
        return Err(match put(&mut file, &before) {
            Ok(()) => {
                let _gone = fs::remove_file(&backup);
                error
            }
            Err(_) => {
                let kept = backup.display();
                io::Error::new(error.kind(), format!("{}; the old content is in `{kept}`", error.kind()))
            }
        });
    }
    fs::remove_file(&backup)?;
    sync_folder(target);
    Ok(())
}

/// Replaces the content of an open file and syncs it.
fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

#[cfg(unix)]
fn has_other_names(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    about.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Resolves links; the target need not exist.
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

/// Creates a temporary file in the target's folder, so that the rename is atomic.
fn temporary(target: &Path, kind: &str) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
    for attempt in 0..100 {
        let mut hidden = std::ffi::OsString::from(".");
        // A long name would exceed the limit of the file system.
        let short = name.to_string_lossy().chars().take(32).collect::<String>();
        hidden.push(format!("{short}.limn-{}-{attempt}.{kind}", std::process::id()));
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

/// Keeps the owner; works for privileged users only, and others own the file anyway.
#[cfg(unix)]
fn keep_owner(file: &File, like: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _refused = fchown(file, Some(like.uid()), Some(like.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// Flushes the folder, so that the rename survives a power failure.
fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _unsupported =
        File::open(folder.unwrap_or_else(|| Path::new("."))).and_then(|opened| opened.sync_all());
}

/// An output file, to compare with the inputs.
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

    /// Returns true if a path is this file, also by another spelling or a link.
    pub(crate) fn is(&self, path: &Path) -> bool {
        self.real.is_some()
            && (path.canonicalize().ok() == self.real || (self.id.is_some() && self.id == id_of(path)))
    }

    /// Fails if the output is one of the inputs.
    pub(crate) fn refuse_if_read<'p>(&self, read: impl IntoIterator<Item = &'p Path>) -> Result<(), Trouble> {
        match read.into_iter().find(|path| self.is(path)) {
            None => Ok(()),
            Some(input) => Err(Trouble::Message(format!(
                "cannot write `{}`: it would overwrite the input `{}`; choose another output",
                self.path.display(),
                input.display()
            ))),
        }
    }
}

/// Device and inode of a file.
#[cfg(unix)]
fn id_of(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|about| (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn id_of(_: &Path) -> Option<(u64, u64)> {
    None
}
