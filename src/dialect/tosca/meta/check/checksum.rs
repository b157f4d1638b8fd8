//! Checksums of files in `TOSCA.meta`.

use super::{Checker, diagnostic};
use limn_language::diagnostic::Code;
use limn_text::{TextEdit, TextRange};

pub(super) static CHECKSUM: Code = Code::warning(
    "tosca/meta-checksum",
    "T6.2-R12",
    "TOSCA 1.0, 16.2; ETSI GS NFV-SOL 004, 4.3",
    "Checks that the checksum of a file is current. A block can have the checksum of a file in `Algorithm` and `Hash`, or in `SHA-256-Digest`.",
)
.why("A consumer of the package treats a file with another checksum as damaged.")
.advice("Recompute the checksum for the current content, or restore the original file.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml

Name: service.yaml
SHA-256-Digest: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
#               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml

Name: service.yaml
SHA-256-Digest: 3WUf0/FwyeQIYAaVjALMj1x5oCLkanR+ZCpombUVuyk=
",
);

impl Checker<'_> {
    /// Reports outdated checksums. Each has a fix for all of them.
    pub(super) fn checksums(&mut self) {
        let all = self.source.library.checksums.get(self.source.file).map(Vec::as_slice).unwrap_or_default();
        let wrong: Vec<_> = all
            .iter()
            .filter_map(|sum| {
                let now = sum.now.as_ref().filter(|now| **now != sum.expected.value)?;
                let at = TextRange::new(sum.expected.range.start, sum.expected.range.end);
                Some((&sum.expected, at, now))
            })
            .collect();
        let every = wrong.iter().map(|(_, at, now)| TextEdit::replace(*at, (*now).clone()));
        let every = every.reduce(|all, one| all.clone().union(one).unwrap_or(all));
        for (expected, at, now) in &wrong {
            let message = format!("checksum mismatch for `{}`", expected.name);
            let mut found = diagnostic(&CHECKSUM, *at, message);
            found = found.text_fix("Recompute checksum", TextEdit::replace(*at, (*now).clone()));
            if let Some(every) = every.clone().filter(|_| wrong.len() > 1) {
                found = found.text_fix("Recompute all checksums", every);
            }
            self.found.push(found);
        }
    }
}
