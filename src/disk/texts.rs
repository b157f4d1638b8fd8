//! Texts on disk, and the unsaved ones of an editor, which win over them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use limn_analysis::{self as analysis, MAX_TEXT, Unreadable};

use super::ReadError;

/// The texts of files: those of an editor's buffers, otherwise those on disk.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// By canonical path.
    pub unsaved: BTreeMap<PathBuf, Arc<str>>,
}

impl Texts {
    /// The text of a file. The inner error is a file that is not text; its diagnostic says why.
    pub fn read(&self, path: &Path) -> Result<Result<Arc<str>, Unreadable>, ReadError> {
        if let Some(text) = self.unsaved(path) {
            return Ok(Ok(text));
        }
        let bytes = read_bytes(path, MAX_TEXT).map_err(|source| ReadError::new(path, source))?;
        Ok(match bytes {
            Some(bytes) => analysis::decode(bytes),
            // A pipe has no length; it had more bytes than the limit.
            None => {
                let length = fs::metadata(path).map_or(0, |about| about.len());
                Err(analysis::too_large(length.max(MAX_TEXT + 1)))
            }
        })
    }

    fn unsaved(&self, path: &Path) -> Option<Arc<str>> {
        if self.unsaved.is_empty() {
            return None;
        }
        let found = self.unsaved.get(path).cloned();
        found.or_else(|| self.unsaved.get(&path.canonicalize().ok()?).cloned())
    }
}

/// Reads a file; `None` if it has more than `most` bytes.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
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
