//! The documents that a language reads: one, and those beside it.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::dialect::Profile;
use limn_files::{Checksum, Content, FilePath};
use limn_yaml::Document;

/// One document to read, and the other open files.
pub struct Source<'a> {
    pub file: &'a FilePath,
    pub document: &'a Arc<Document>,
    pub profile: &'static Profile,
    pub library: &'a Arc<Library>,
}

/// All documents of the workspace, parsed, and the names of all its files.
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub documents: BTreeMap<FilePath, Arc<Document>>,
    pub files: Arc<[FilePath]>,
    /// Empty folders: see [`limn_files::Workspace::folders`].
    pub folders: Arc<[FilePath]>,
    /// True if the list of files is complete: see [`limn_files::Workspace::whole`].
    pub whole: bool,
    /// True if the files that documents import were looked for: one that is not listed does not exist.
    pub imports_read: bool,
    /// Manifests in formats other than YAML: see [`crate::dialect::Dialect::is_manifest`].
    pub manifests: BTreeMap<FilePath, Arc<str>>,
    /// The checksums in each manifest, for files whose content is known.
    pub checksums: BTreeMap<FilePath, Vec<ManifestChecksum>>,
    /// Documents beside the workspace that it may use but does not contain, such as the descriptors of a catalog. They are not checked.
    pub catalog: Option<Arc<Library>>,
    /// Results that languages compute from all documents.
    pub computed: Computed,
}

/// Values computed from all documents of a library, one of each type, on first use.
#[derive(Clone, Default)]
pub struct Computed(Arc<Mutex<Vec<Arc<dyn Any + Send + Sync>>>>);

/// A checksum in a manifest, with the actual one.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestChecksum {
    pub expected: Checksum,
    pub content: Content,
    /// The actual checksum; `None` if the algorithm is unknown.
    pub now: Option<String>,
}

impl Computed {
    /// The value of a type. `make` must not ask for another one.
    pub fn get<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().find_map(|stored| Arc::clone(stored).downcast().ok()) {
            return found;
        }
        let made = Arc::new(make());
        known.push(Arc::<T>::clone(&made));
        made
    }
}

impl fmt::Debug for Computed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Computed")
    }
}
