//! The entry service template that `TOSCA.meta` names.

use super::super::block::Block;
use super::{Checker, diagnostic, head, is_begun};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_text::TextEdit;
use limn_yaml::Node;

pub(super) static ENTRY: Code = Code::error(
    "tosca/meta-entry",
    "T6.2-R3",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that `Entry-Definitions` in the first block of `TOSCA.meta` names the entry service template.",
)
.why("Without it, processors do not know which service template to read first.")
.advice("Add `Entry-Definitions: ` and the path of the service template to the first block.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
#^^^^^^^^^^^^^^^^^^^^^^
CSAR-Version: 1.1
Created-By: anna
",
)
.good(
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml
",
);

pub(super) static ENTRY_PATH: Code = Code::error(
    "tosca/meta-entry-missing",
    "T6.2-R4",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that the file in `Entry-Definitions` exists. Its path is relative to the root of the package.",
)
.why("Processors read this file first, so without it they cannot use the package.")
.advice("Correct the path, or add the file to the package.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: definitions/service.yaml
#                  ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml
",
);

impl Checker<'_> {
    pub(super) fn entry(&mut self, first: &Block<'_>) {
        let Some(entry) = first.get("Entry-Definitions").filter(|entry| !entry.value.is_empty()) else {
            if is_begun(first, "Entry-Definitions") {
                return;
            }
            let at = first.get("Entry-Definitions").map_or_else(|| head(first), |entry| entry.name_range);
            let mut diagnostic =
                diagnostic(&ENTRY, at, message::missing_at("key", "Entry-Definitions", "`TOSCA.meta`"));
            if let Some(candidate) = self.candidate() {
                let edit = match first.get("Entry-Definitions") {
                    Some(empty) => TextEdit::insert(empty.value_range.end, format!(" {candidate}")),
                    None => self.line_at(first, "Entry-Definitions", &candidate),
                };
                diagnostic = diagnostic.text_fix(format!("Set to `{candidate}`"), edit);
            }
            return self.found.push(diagnostic);
        };
        let (named, at) = (&entry.value, entry.value_range);
        let path = self.resolve(named);
        let Some(path) = path.filter(|path| self.has(path)) else {
            let message = message::unresolved("entry service template", named);
            let diagnostic = diagnostic(&ENTRY_PATH, at, message);
            let near = self.near(named);
            return self.suggest(diagnostic, at, near);
        };
        let document = self.source.library.documents.get(&path);
        // Other versions of the language are reported in the template.
        let says_version = |root: Node<'_>| root.get("tosca_definitions_version").is_some();
        let known = document.is_some_and(|document| {
            crate::recognize::is_service_template(document)
                || document.root().map(Node::resolve).is_some_and(says_version)
        });
        if !known {
            let message =
                message::expected("a service template in `Entry-Definitions`", format_args!("`{named}`"));
            let diagnostic = diagnostic(&ENTRY, at, message);
            let candidate = self.candidate();
            self.suggest(diagnostic, at, candidate);
        }
    }
}
