//! Detects YAML files of other tools next to descriptors.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Checked;
use super::recognition::recognized;
use limn_files::FilePath;
use limn_yaml::Document;

/// Documents of a library: true if it has one of any language, and the files that they import.
struct Descriptors {
    any: bool,
    imported: BTreeSet<FilePath>,
}

impl Checked {
    /// Returns true for a file of another tool next to descriptors. A file without a descriptor is a damaged one if a descriptor imports it, or if its
    /// content or folder looks like that of a descriptor.
    pub(super) fn is_foreign(&self) -> bool {
        let languages = || limn_dialects::ALL.iter();
        let is_recognized =
            |(file, document): &(&FilePath, &Arc<Document>)| recognized(file, document).is_some();
        let imports = |(file, document): (&FilePath, &Arc<Document>)| -> Vec<FilePath> {
            let named = languages().flat_map(|dialect| dialect.dependencies(document.text()));
            named.filter_map(|name| file.join(&name).ok()).collect()
        };
        let descriptors = self.library.computed.get(|| {
            let all: Vec<_> = self.library.documents.iter().filter(is_recognized).collect();
            Descriptors { any: !all.is_empty(), imported: all.into_iter().flat_map(imports).collect() }
        });
        let is_known = |document: &Arc<Document>| is_recognized(&(&self.file, document));
        descriptors.any
            && !self.in_file.all.iter().any(is_known)
            && !descriptors.imported.contains(&self.file)
            && !languages().any(|dialect| dialect.looks_like(&self.file, self.document.text()))
    }
}
