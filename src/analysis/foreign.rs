//! Files beside descriptors that are none themselves.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Checked;
use limn_files::FilePath;
use limn_yaml::Document;

/// Whether a library has a document of any language, and the files that its documents import.
struct Descriptors {
    any: bool,
    imported: BTreeSet<FilePath>,
}

impl Checked {
    /// Whether the file lies beside descriptors and has none itself: a member of an archive for another tool. What a descriptor imports, or a language
    /// knows by its words or its folder, is a damaged descriptor.
    pub(super) fn is_foreign(&self) -> bool {
        let languages = || limn_dialects::ALL.iter();
        let recognized = |(file, document): &(&FilePath, &Arc<Document>)| {
            languages().any(|dialect| dialect.recognizes(file, document).is_some())
        };
        let imports = |(file, document): (&FilePath, &Arc<Document>)| -> Vec<FilePath> {
            let named = languages().flat_map(|dialect| dialect.dependencies(document.text()));
            named.filter_map(|name| file.join(&name).ok()).collect()
        };
        let descriptors = self.library.computed.get(|| {
            let all: Vec<_> = self.library.documents.iter().filter(recognized).collect();
            Descriptors { any: !all.is_empty(), imported: all.into_iter().flat_map(imports).collect() }
        });
        let is_known = |document: &Arc<Document>| recognized(&(&self.file, document));
        descriptors.any
            && !self.in_file.all.iter().any(is_known)
            && !descriptors.imported.contains(&self.file)
            && !languages().any(|dialect| dialect.is_meant(&self.file, self.document.text()))
    }
}
