//! A `TOSCA.meta` without a first block.

use super::{Checker, diagnostic};
use limn_language::diagnostic::Code;
use limn_text::{TextEdit, TextRange};

pub(super) static NO_BLOCK: Code = Code::error(
    "tosca/meta-file-empty",
    "T6.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that `TOSCA.meta` starts with a block that describes the package.",
)
.why("Without it, processors do not know which file to read first, and reject the package.")
.advice(
    "Start the file with `TOSCA-Meta-File-Version`, `CSAR-Version`, `Created-By` and `Entry-Definitions`.",
);

impl Checker<'_> {
    pub(super) fn empty(&mut self, text: &str) {
        let all = TextRange::new(0, text.len());
        let mut diagnostic = diagnostic(&NO_BLOCK, all, "`TOSCA.meta` is empty".to_owned());
        if let Some(entry) = self.candidate() {
            let lines = format!(
                "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: \nEntry-Definitions: {entry}\n"
            );
            diagnostic = diagnostic.text_fix("Add the first block", TextEdit::replace(all, lines));
        }
        self.found.push(diagnostic);
    }
}
