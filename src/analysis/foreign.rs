//! Files beside descriptors that are none themselves.

use std::sync::Arc;

use super::Checked;
use limn_files::FilePath;
use limn_yaml::Document;

/// Whether a library has a document of any language.
struct HasDescriptors(bool);

impl Checked {
    /// Whether the file lies beside descriptors and is none itself: a member of an archive for another tool.
    pub(super) fn is_foreign(&self) -> bool {
        const SIGNS: [&str; 5] =
            ["tosca_definitions_version", "homing_template_version", "assembly::", "resource::", "brooklyn."];
        let has_descriptors = || {
            let recognized = |(file, document): (&FilePath, &Arc<Document>)| {
                limn_dialects::ALL.iter().any(|dialect| dialect.recognizes(file, document).is_some())
            };
            self.library.computed.get(|| HasDescriptors(self.library.documents.iter().any(recognized))).0
        };
        !SIGNS.iter().any(|sign| self.text().contains(sign)) && has_descriptors()
    }
}
