//! Files that `TOSCA.meta` names besides the entry, and those that the manifest of a network function package names.

use std::collections::BTreeSet;

use super::super::block::{Block, MetaEntry};
use super::{Checker, diagnostic};
use limn_language::diagnostic::Code;
use limn_language::message;

pub(super) static MISSING_FILE: Code = Code::warning(
    "tosca/meta-names-missing-file",
    "T6.2-R12",
    "TOSCA 1.0, 16.2; TOSCA Simple Profile in YAML 1.3, 6.2; ETSI GS NFV-SOL 004, 4.3",
    "Checks that each file named in `TOSCA.meta` or in the manifest of a network function package exists. The blocks after the first describe files of the package by `Name`; `Other-Definitions` and some keys of network function packages \
     also name files.",
)
.why("A missing file is forgotten or has another name, and processors that read it fail.")
.advice("Correct the name, add the file, or remove the entry.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml

Name: a.txt
#     ^^^^^
Content-Type: text/plain
=== b.txt
b
",
)
.good(
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml

Name: a.txt
Content-Type: text/plain
=== a.txt
a
",
);

/// Keys of the first block that name a file or folder: ETSI GS NFV-SOL 004, 4.1.2.2. Until 2.4.1 they had no prefix.
const NAMING: [&str; 10] = [
    "ETSI-Entry-Manifest",
    "ETSI-Entry-Change-Log",
    "ETSI-Entry-Tests",
    "ETSI-Entry-Licenses",
    "ETSI-Entry-Certificate",
    "Entry-Manifest",
    "Entry-Change-Log",
    "Entry-Tests",
    "Entry-Licenses",
    "Entry-Certificate",
];
const OTHERS: &str = "Other-Definitions";

impl Checker<'_> {
    /// Reports missing files other than the entry.
    pub(super) fn files(&mut self, blocks: &[Block<'_>]) {
        let Some((first, rest)) = blocks.split_first() else { return };
        let mut named: Vec<(&MetaEntry<'_>, String)> = Vec::new();
        for name in NAMING {
            named.extend(first.get(name).map(|entry| (entry, entry.value.clone())));
        }
        if let Some(entry) = first.get(OTHERS) {
            // A file name with spaces is quoted.
            let whole = self.resolve(&entry.value).is_some_and(|path| self.has(&path));
            if !whole && !entry.value.contains('"') {
                named.extend(entry.value.split_whitespace().map(|name| (entry, name.to_owned())));
            }
        }
        for block in rest {
            named.extend(block.get("Name").map(|entry| (entry, entry.value.clone())));
        }
        let mut seen = BTreeSet::new();
        for (entry, name) in named {
            if seen.insert(name.clone()) {
                self.file(entry, &name);
            }
        }
    }

    /// Reports a name of a missing file. Names of other places are not checked.
    pub(super) fn file(&mut self, entry: &MetaEntry<'_>, name: &str) {
        let elsewhere = name.is_empty() || name.contains("://");
        let there = self.resolve(name).is_some_and(|path| self.has(&path) || self.has_folder(&path));
        if elsewhere || there {
            return;
        }
        let diagnostic = diagnostic(&MISSING_FILE, entry.value_range, message::unresolved("file", name));
        let near = self.near(name).filter(|_| entry.value == name);
        self.suggest(diagnostic, entry.value_range, near);
    }
}
