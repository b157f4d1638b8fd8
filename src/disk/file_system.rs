//! File system that descriptors are read from: the machine's, or files in memory where there is none, as in a browser.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Files are read from here. Paths are absolute in memory.
#[derive(Clone, Debug, Default)]
pub enum FileSystem {
    #[default]
    Machine,
    Memory(Arc<MemoryFiles>),
}

/// Files in memory, by absolute path without `.` and `..`. Folders are those that contain files.
pub type MemoryFiles = BTreeMap<PathBuf, MemoryFile>;

/// A file in memory.
#[derive(Clone, Debug)]
pub struct MemoryFile {
    /// Empty if only the name is known.
    pub bytes: Arc<[u8]>,
    /// Its size, in bytes.
    pub length: u64,
}

/// A name in a folder.
pub(super) struct FolderEntry {
    pub(super) name: OsString,
    /// Links to folders are not folders.
    pub(super) is_folder: bool,
}

impl FileSystem {
    pub fn is_file(&self, path: &Path) -> bool {
        match self {
            FileSystem::Machine => path.is_file(),
            FileSystem::Memory(files) => files.contains_key(path) && !is_folder(files, path),
        }
    }

    /// The path without links, `.` and `..`, if it exists.
    pub fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        match self {
            FileSystem::Machine => path.canonicalize(),
            FileSystem::Memory(files) => {
                let path = without_dots(path);
                match files.contains_key(&path) || is_folder(files, &path) {
                    true => Ok(path),
                    false => Err(io::ErrorKind::NotFound.into()),
                }
            }
        }
    }

    pub(super) fn is_folder(&self, path: &Path) -> io::Result<bool> {
        match self {
            FileSystem::Machine => fs::metadata(path).map(|about| about.is_dir()),
            FileSystem::Memory(files) if is_folder(files, path) => Ok(true),
            FileSystem::Memory(files) if files.contains_key(path) => Ok(false),
            FileSystem::Memory(_) => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// The size of a file, in bytes; 0 if it is unknown.
    pub(super) fn length(&self, path: &Path) -> u64 {
        match self {
            FileSystem::Machine => fs::metadata(path).map_or(0, |about| about.len()),
            FileSystem::Memory(files) => files.get(path).map_or(0, |file| file.length),
        }
    }

    /// Entries of a folder, in order of names.
    pub(super) fn entries(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let mut entries = Vec::new();
        match self {
            FileSystem::Machine => {
                for entry in fs::read_dir(folder)? {
                    let entry = entry?;
                    entries.push(FolderEntry {
                        name: entry.file_name(),
                        is_folder: entry.file_type()?.is_dir(),
                    });
                }
                entries.sort_by(|a, b| a.name.cmp(&b.name));
            }
            FileSystem::Memory(files) => {
                // Paths below a folder follow each other.
                for path in below(files, folder) {
                    let mut rest = path.strip_prefix(folder).unwrap_or(path).components();
                    let Some(Component::Normal(name)) = rest.next() else { continue };
                    let is_folder = rest.next().is_some();
                    match entries.last_mut() {
                        // A name that was sent as that of a file, and is a folder.
                        Some(FolderEntry { name: last, is_folder: known }) if last == name => {
                            *known |= is_folder;
                        }
                        _ => entries.push(FolderEntry { name: name.to_owned(), is_folder }),
                    }
                }
            }
        }
        Ok(entries)
    }

    /// Reads a file; `None` if it has more than `most` bytes.
    pub fn read(&self, path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
        match self {
            FileSystem::Machine => {
                let file = fs::File::open(path)?;
                let length = file.metadata()?.len();
                if length > most {
                    return Ok(None);
                }
                // The length is a hint only: pipes have none.
                let mut bytes = Vec::with_capacity(length as usize + 1);
                file.take(most + 1).read_to_end(&mut bytes)?;
                Ok((bytes.len() as u64 <= most).then_some(bytes))
            }
            FileSystem::Memory(files) => {
                let file = files.get(path).ok_or(io::ErrorKind::NotFound)?;
                Ok((file.length <= most).then(|| file.bytes.to_vec()))
            }
        }
    }

    /// The first bytes of a file.
    pub(super) fn head<const N: usize>(&self, path: &Path) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        match self {
            FileSystem::Machine => {
                fs::File::open(path)?.take(N as u64).read_to_end(&mut head)?;
            }
            FileSystem::Memory(files) => {
                let file = files.get(path).ok_or(io::ErrorKind::NotFound)?;
                head.extend(file.bytes.iter().take(N));
            }
        }
        Ok(head)
    }
}

/// The paths of all files below a folder.
fn below<'f>(files: &'f MemoryFiles, folder: &'f Path) -> impl Iterator<Item = &'f PathBuf> {
    let from = files.range::<Path, _>((std::ops::Bound::Excluded(folder), std::ops::Bound::Unbounded));
    from.map(|(path, _)| path).take_while(move |path| path.starts_with(folder))
}

fn is_folder(files: &MemoryFiles, path: &Path) -> bool {
    below(files, path).next().is_some()
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(paths: &[&str]) -> FileSystem {
        let file = || MemoryFile { bytes: Arc::from(*b"a: 1\n"), length: 5 };
        FileSystem::Memory(Arc::new(paths.iter().map(|path| (PathBuf::from(path), file())).collect()))
    }

    #[test]
    fn folders_are_those_that_contain_files() {
        let files = memory(&["/a/b/c.yaml", "/a/b/d/e.yaml", "/a/b.yaml", "/a/b-/f.yaml"]);
        let names = |folder: &str| {
            let entries = files.entries(Path::new(folder)).expect("memory is read");
            let shown = |entry: &FolderEntry| {
                format!("{}{}", entry.name.display(), if entry.is_folder { "/" } else { "" })
            };
            entries.iter().map(shown).collect::<Vec<_>>()
        };
        assert_eq!(names("/a"), ["b/", "b-/", "b.yaml"]);
        assert_eq!(names("/a/b"), ["c.yaml", "d/"]);
        assert_eq!(names("/"), ["a/"]);
        assert_eq!(names("/a/b.yaml"), [""; 0]);
        assert!(files.is_folder(Path::new("/a/b")).expect("it exists"));
        assert!(!files.is_folder(Path::new("/a/b.yaml")).expect("it exists"));
        assert!(files.is_folder(Path::new("/x")).is_err());
    }

    #[test]
    fn a_folder_that_was_named_as_a_file_is_a_folder() {
        let files = memory(&["/a", "/a/b.yaml", "/c.yaml"]);
        let entries = files.entries(Path::new("/")).expect("memory is read");
        let shown: Vec<(String, bool)> =
            entries.iter().map(|entry| (entry.name.display().to_string(), entry.is_folder)).collect();
        assert_eq!(shown, [("a".to_owned(), true), ("c.yaml".to_owned(), false)]);
        assert!(files.is_folder(Path::new("/a")).expect("it exists") && !files.is_file(Path::new("/a")));
    }

    #[test]
    fn paths_lose_their_dots() {
        let files = memory(&["/a/b.yaml", "/c/d.yaml"]);
        let real = |path: &str| files.canonicalize(Path::new(path)).ok();
        assert_eq!(real("/a/../c/./d.yaml"), Some(PathBuf::from("/c/d.yaml")));
        assert_eq!(real("/a/../c"), Some(PathBuf::from("/c")));
        assert_eq!(real("/../../a/b.yaml"), Some(PathBuf::from("/a/b.yaml")));
        assert_eq!(real("/a/d.yaml"), None);
    }

    #[test]
    fn large_files_are_not_read() {
        let mut files = MemoryFiles::new();
        files.insert("/big.yaml".into(), MemoryFile { bytes: Arc::from([]), length: 100 });
        let files = FileSystem::Memory(Arc::new(files));
        assert_eq!(files.read(Path::new("/big.yaml"), 99).expect("it exists"), None);
        assert!(files.read(Path::new("/none.yaml"), 99).is_err());
    }
}
