//! Catalog: files beside the workspace that its documents may use, such as descriptors of components. They are read, but neither checked nor changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Checked;
use limn_files::FilePath;
use limn_language::dialect::{Dialect, Library};
use limn_yaml as yaml;

/// The texts of a catalog. Cheap to clone.
#[derive(Clone, Debug, Default, Eq)]
pub struct Catalog(Arc<BTreeMap<FilePath, Arc<str>>>);

impl PartialEq for Catalog {
    fn eq(&self, other: &Catalog) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Catalog {
    /// Files that are not YAML documents are left out.
    pub fn of(files: impl IntoIterator<Item = (FilePath, Arc<str>)>) -> Catalog {
        Catalog(Arc::new(files.into_iter().filter(|(file, _)| file.is_document()).collect()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn files(&self) -> impl Iterator<Item = (&FilePath, &Arc<str>)> {
        self.0.iter()
    }

    /// The documents, parsed; those of `before` if the catalog is the same. `None` if it is empty.
    pub(crate) fn library(&self, before: &Catalog, known: &Library) -> Option<Arc<Library>> {
        if self.is_empty() {
            return None;
        }
        if let (true, Some(known)) = (self == before, &known.catalog) {
            return Some(Arc::clone(known));
        }
        let known = known.catalog.as_deref();
        let parsed = |(file, text): (&FilePath, &Arc<str>)| {
            let kept = known.and_then(|known| known.documents.get(file)).filter(|known| known.text() == text);
            (file.clone(), kept.map_or_else(|| Arc::new(yaml::parse(Arc::clone(text))), Arc::clone))
        };
        Some(Arc::new(Library {
            documents: self.0.iter().map(parsed).collect(),
            files: self.0.keys().cloned().collect(),
            ..Library::default()
        }))
    }
}

impl Checked {
    /// Returns true if the document may use the documents of the catalog.
    pub fn uses_catalog(&self) -> bool {
        self.dialect().is_some_and(Dialect::uses_catalog)
    }
}
