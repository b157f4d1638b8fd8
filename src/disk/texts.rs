//! Texts on disk, and the unsaved ones of an editor, which win over them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use limn_analysis::{self as analysis, MAX_TEXT, Unreadable};

use super::{FileSystem, ReadError};

/// The texts of files: those of an editor's buffers, otherwise those of the file system.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// By canonical path.
    pub unsaved: BTreeMap<PathBuf, Arc<str>>,
    pub files: FileSystem,
}

impl Texts {
    /// The text of a file. The inner error is a file that is not text; its diagnostic says why.
    pub fn read(&self, path: &Path) -> Result<Result<Arc<str>, Unreadable>, ReadError> {
        if let Some(text) = self.unsaved(path) {
            return Ok(Ok(text));
        }
        let bytes = self.files.read(path, MAX_TEXT).map_err(|source| ReadError::new(path, source))?;
        Ok(match bytes {
            Some(bytes) => analysis::decode(bytes),
            // A pipe has no length; it had more bytes than the limit.
            None => {
                let length = self.files.length(path);
                Err(analysis::too_large(length.max(MAX_TEXT + 1)))
            }
        })
    }

    fn unsaved(&self, path: &Path) -> Option<Arc<str>> {
        if self.unsaved.is_empty() {
            return None;
        }
        let found = self.unsaved.get(path).cloned();
        found.or_else(|| self.unsaved.get(&self.files.canonicalize(path).ok()?).cloned())
    }
}
