//! The author of the package in `TOSCA.meta`.

use super::super::block::Block;
use super::{Checker, diagnostic, head, is_begun};
use limn_language::diagnostic::Code;
use limn_language::message;

pub(super) static AUTHOR: Code = Code::warning(
    "tosca/meta-author",
    "T6.2-R7",
    "TOSCA 1.0, 16.2",
    "Checks that `TOSCA.meta` has the author of the package in `Created-By`.",
)
.why("TOSCA 1.0 requires the author, and some processors reject a package without it.")
.advice("Add `Created-By: ` and the name of a person or an organization.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
#^^^^^^^^^^^^^^^^^^^^^^
CSAR-Version: 1.1
Entry-Definitions: service.yaml
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
    pub(super) fn author(&mut self, first: &Block<'_>) {
        if first.get("Created-By").is_none_or(|author| author.value.is_empty())
            && !is_begun(first, "Created-By")
        {
            let at = first.get("Created-By").map_or_else(|| head(first), |author| author.name_range);
            self.found.push(diagnostic(
                &AUTHOR,
                at,
                message::missing_at("key", "Created-By", "`TOSCA.meta`"),
            ));
        }
    }
}
