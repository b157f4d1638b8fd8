//! Checks of `TOSCA.meta`, with fixes.

use std::collections::BTreeSet;

use super::block::{Block, Entry, blocks};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::dialect::Source;
use limn_language::message;
use limn_language::schema::nearest;
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Node, Path};

pub(super) static CODES: &[&Code] =
    &[&LINE, &NO_BLOCK, &ENTRY, &ENTRY_PATH, &CSAR_VERSION, &META_VERSION, &AUTHOR, &MISSING_FILE, &CHECKSUM];

pub(super) static LINE: Code = Code::error(
    "tosca/meta-line",
    "T6.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that each line of `TOSCA.meta` has a name, a colon, a space and a value. A line that starts with a space continues the previous line.",
)
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version 1.0
#^^^^^^^^^^^^^^^^^^^^^^^^^^
CSAR-Version: 1.1
Created-By: anna
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
static NO_BLOCK: Code = Code::error(
    "tosca/meta-file-empty",
    "T6.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that `TOSCA.meta` starts with a block that describes the package.",
);
static ENTRY: Code = Code::error(
    "tosca/meta-entry",
    "T6.2-R3",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that `Entry-Definitions` in the first block of `TOSCA.meta` names the entry service template.",
)
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
static ENTRY_PATH: Code = Code::error(
    "tosca/meta-entry-missing",
    "T6.2-R4",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that the file in `Entry-Definitions` exists. Its path is relative to the root of the package.",
)
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
static CSAR_VERSION: Code = Code::error(
    "tosca/csar-version",
    "T6.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that `TOSCA.meta` has `CSAR-Version: 1.1`. It is the version of the package format, not of the package content.",
)
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 7
#             ^
Created-By: anna
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
static META_VERSION: Code = Code::warning(
    "tosca/meta-file-version",
    "T6.2-R6",
    "TOSCA 1.0, 16.2",
    "Checks that `TOSCA.meta` has `TOSCA-Meta-File-Version: 1.0`, or `1.1` for TOSCA 1.3.",
)
.bad(
    "meta file",
    "
CSAR-Version: 1.1
#^^^^^^^^^^^
Created-By: anna
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
static AUTHOR: Code = Code::warning(
    "tosca/meta-author",
    "T6.2-R7",
    "TOSCA 1.0, 16.2",
    "Checks that `TOSCA.meta` has the author of the package in `Created-By`.",
)
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

static MISSING_FILE: Code = Code::warning(
    "tosca/meta-names-missing-file",
    "T6.2-R12",
    "TOSCA 1.0, 16.2; TOSCA Simple Profile in YAML 1.3, 6.2",
    "Checks that each file named in `TOSCA.meta` exists. The blocks after the first describe files of the package by `Name`; `Other-Definitions` and some keys of network function packages \
     also name files. A missing file is forgotten or has another name.",
)
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

static CHECKSUM: Code = Code::warning(
    "tosca/meta-checksum",
    "T6.2-R12",
    "TOSCA 1.0, 16.2; ETSI GS NFV-SOL 004, 4.3",
    "Checks that the checksum of a file is current. A block can have the checksum of a file in `Algorithm` and `Hash`, or in `SHA-256-Digest`. A consumer of the package \
     treats a file with another checksum as damaged.",
)
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

/// Keys of the first block that name a file or folder.
const NAMING: [&str; 4] =
    ["ETSI-Entry-Manifest", "ETSI-Entry-Change-Log", "ETSI-Entry-Licenses", "ETSI-Entry-Certificate"];
const OTHERS: &str = "Other-Definitions";

/// Checker of a manifest and the files of its package.
struct Checker<'s> {
    source: &'s Source<'s>,
    /// Root folder of the package with a trailing slash; empty at the top.
    base: String,
    found: Vec<Diagnostic>,
}

pub(super) fn check(source: &Source<'_>) -> Vec<Diagnostic> {
    let file = source.file.as_str();
    let folder = source.file.folder();
    let in_place = folder.rsplit('/').next().is_some_and(|it| it.eq_ignore_ascii_case("TOSCA-Metadata"));
    // LMCTL packages have another file of this name, and TOSCA 2.0 has its own at the root.
    let lmctl = ["lmproject.yml", "lmproject.yaml", "lmpkg.yml", "lmpkg.yaml"];
    if !in_place || source.library.files.iter().any(|file| lmctl.contains(&file.name())) {
        return Vec::new();
    }
    let above = folder.rsplit_once('/').map_or(0, |(above, _)| above.len() + 1);
    let mut look = Checker { source, base: file[..above].to_owned(), found: Vec::new() };
    look.text(source.document.text());
    look.found
}

impl Checker<'_> {
    fn text(&mut self, text: &str) {
        let blocks = blocks(text);
        let Some(first) = blocks.first() else {
            let all = TextRange::new(0, text.len());
            let mut diagnostic = diagnostic(&NO_BLOCK, all, "`TOSCA.meta` is empty".to_owned());
            if let Some(entry) = self.candidate() {
                let lines = format!(
                    "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: \nEntry-Definitions: {entry}\n"
                );
                diagnostic = diagnostic.text_fix("Add the first block", TextEdit::replace(all, lines));
            }
            return self.found.push(diagnostic);
        };
        for block in &blocks {
            self.lines(block);
        }
        self.entry(first);
        self.versions(first);
        if first.get("Created-By").is_none_or(|it| it.value.is_empty()) && !begun(first, "Created-By") {
            let at = first.get("Created-By").map_or_else(|| head(first), |it| it.name_range);
            self.say(&AUTHOR, at, message::missing("key", "Created-By"));
        }
        self.files(&blocks);
        self.sums();
    }

    /// Reports outdated checksums. Each has a fix for all of them.
    fn sums(&mut self) {
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
            let message = format!("outdated checksum of `{}`", expected.name);
            let mut found = diagnostic(&CHECKSUM, *at, message);
            found = found.text_fix("Recompute checksum", TextEdit::replace(*at, (*now).clone()));
            if let Some(every) = every.clone().filter(|_| wrong.len() > 1) {
                found = found.text_fix("Recompute all checksums", every);
            }
            self.found.push(found);
        }
    }

    fn lines(&mut self, block: &Block<'_>) {
        for (range, line) in &block.odd {
            let shown: String = line.chars().take(60).collect();
            let message = format!("expected a name, a colon and a value, found `{shown}`");
            let mut diagnostic = diagnostic(&LINE, *range, message);
            let known = super::BLOCK.keys.iter().map(|key| key.name);
            let named = line.split_once([' ', '\t', '=']).map(|(name, _)| name);
            if let Some(name) = named.filter(|name| known.clone().any(|key| key.eq_ignore_ascii_case(name))) {
                let at = range.start + name.len();
                let rest =
                    line[name.len()..].len() - line[name.len()..].trim_start_matches([' ', '\t', '=']).len();
                diagnostic = diagnostic
                    .text_fix("Add a colon", TextEdit::replace(TextRange::new(at, at + rest), ": "));
            }
            self.found.push(diagnostic);
        }
        for entry in block.entries.iter().filter(|entry| entry.close) {
            let message = format!("missing space after the colon of `{}`", entry.name);
            let diagnostic = diagnostic(&LINE, entry.name_range, message);
            let fix = TextEdit::insert(entry.value_range.start, " ");
            self.found.push(
                diagnostic
                    .severity(limn_language::diagnostic::Severity::Warning)
                    .text_fix("Add a space", fix),
            );
        }
    }

    fn entry(&mut self, first: &Block<'_>) {
        let Some(entry) = first.get("Entry-Definitions").filter(|it| !it.value.is_empty()) else {
            if begun(first, "Entry-Definitions") {
                return;
            }
            let at = first.get("Entry-Definitions").map_or_else(|| head(first), |it| it.name_range);
            let mut diagnostic = diagnostic(&ENTRY, at, message::missing("key", "Entry-Definitions"));
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
            let message = format!("expected a service template in `Entry-Definitions`, found `{named}`");
            let diagnostic = diagnostic(&ENTRY, at, message);
            let candidate = self.candidate();
            self.suggest(diagnostic, at, candidate);
        }
    }

    fn versions(&mut self, first: &Block<'_>) {
        let rows: [(&'static Code, &str, &[&str]); 2] = [
            (&CSAR_VERSION, "CSAR-Version", &["1.1"]),
            (&META_VERSION, "TOSCA-Meta-File-Version", &["1.0", "1.1"]),
        ];
        for (code, name, values) in rows {
            let value = values[0];
            match first.get(name) {
                None if begun(first, name) => {}
                None => {
                    let message = format!("missing required key `{name}: {value}`");
                    let edit = self.line_at(first, name, value);
                    let diagnostic = diagnostic(code, head(first), message);
                    self.found.push(diagnostic.text_fix(format!("Add `{name}: {value}`"), edit));
                }
                Some(entry) if values.contains(&entry.value.as_str()) => {}
                Some(entry) => {
                    let message =
                        message::expected(format!("`{value}` in `{name}`"), format!("`{}`", entry.value));
                    let at = if entry.value.is_empty() { entry.name_range } else { entry.value_range };
                    // A value on the lines below starts at the colon.
                    let text = self.source.document.text();
                    let blank = if text[..entry.value_range.start].ends_with(':') { " " } else { "" };
                    let edit = TextEdit::replace(entry.value_range, format!("{blank}{value}"));
                    // Processors that read the file as YAML accept quotes.
                    let is_quoted = values.contains(&entry.value.trim_matches(['\'', '"']));
                    let severity = if is_quoted { Severity::Warning } else { code.severity };
                    let diagnostic = diagnostic(code, at, message).severity(severity);
                    self.found.push(diagnostic.text_fix(format!("Change to `{value}`"), edit));
                }
            }
        }
    }

    /// Reports missing files other than the entry.
    fn files(&mut self, blocks: &[Block<'_>]) {
        let Some((first, rest)) = blocks.split_first() else { return };
        let mut named: Vec<(&Entry<'_>, String)> = Vec::new();
        for name in NAMING {
            named.extend(first.get(name).map(|entry| (entry, entry.value.clone())));
        }
        if let Some(entry) = first.get(OTHERS) {
            // A file name with spaces is quoted.
            let whole = self.resolve(&entry.value).is_some_and(|path| self.has(&path));
            if !whole && !entry.value.contains('"') {
                named.extend(entry.value.split_whitespace().map(|it| (entry, it.to_owned())));
            }
        }
        for block in rest {
            named.extend(block.get("Name").map(|entry| (entry, entry.value.clone())));
        }
        let mut seen = BTreeSet::new();
        for (entry, name) in named {
            let elsewhere = name.is_empty() || name.contains("://");
            let there = self.resolve(&name).is_some_and(|path| self.has(&path) || self.has_folder(&path));
            if elsewhere || there || !seen.insert(name.clone()) {
                continue;
            }
            let message = message::unresolved("file", &name);
            let diagnostic = diagnostic(&MISSING_FILE, entry.value_range, message);
            let near = self.near(&name).filter(|_| entry.value == name);
            self.suggest(diagnostic, entry.value_range, near);
        }
    }

    fn resolve(&self, name: &str) -> Option<FilePath> {
        if name.starts_with(['/', '\\']) {
            return None;
        }
        FilePath::new(&format!("{}{name}", self.base)).ok()
    }

    fn has(&self, path: &FilePath) -> bool {
        self.source.library.files.binary_search(path).is_ok()
    }

    fn has_folder(&self, path: &FilePath) -> bool {
        let inside = format!("{path}/");
        self.source.library.files.iter().any(|file| file.as_str().starts_with(&inside))
    }

    /// Files of the package, by path from its root.
    fn inside(&self) -> impl Iterator<Item = &str> {
        self.source.library.files.iter().filter_map(|file| file.as_str().strip_prefix(self.base.as_str()))
    }

    /// A likely intended file: same name in another folder, or a similar path.
    fn near(&self, name: &str) -> Option<String> {
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let same = |path: &&str| path.rsplit('/').next().is_some_and(|it| it.eq_ignore_ascii_case(last));
        let mut found = self.inside().filter(same);
        match (found.next(), found.next()) {
            (Some(only), None) => Some(only.to_owned()),
            (None, _) => nearest(name, self.inside()).map(str::to_owned),
            _ => None,
        }
    }

    /// The only service template with a topology that is nearest to the root.
    fn candidate(&self) -> Option<String> {
        let drawn = self.source.library.documents.iter().filter(|(_, document)| {
            document.root().map(Node::resolve).is_some_and(|root| root.get("topology_template").is_some())
        });
        let paths = drawn.filter_map(|(file, _)| file.as_str().strip_prefix(self.base.as_str()));
        let mut paths: Vec<&str> = paths.collect();
        let depth = |path: &&str| path.matches('/').count();
        let least = paths.iter().map(depth).min()?;
        paths.retain(|path| depth(path) == least);
        match paths[..] {
            [only] => Some(only.to_owned()),
            _ => None,
        }
    }

    /// Edit that appends a line to a block.
    fn line_at(&self, block: &Block<'_>, name: &str, value: &str) -> TextEdit {
        let text = self.source.document.text();
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let open = !text[..block.end].ends_with('\n');
        TextEdit::insert(block.end, format!("{}{name}: {value}{end}", if open { end } else { "" }))
    }

    fn suggest(&mut self, mut diagnostic: Diagnostic, at: TextRange, near: Option<String>) {
        if let Some(near) = near {
            diagnostic.message.push_str(&format!("; did you mean `{near}`?"));
            let title = format!("Change to `{near}`");
            diagnostic = diagnostic.text_fix(title, TextEdit::replace(at, near)).unsafe_fix();
        }
        self.found.push(diagnostic);
    }

    fn say(&mut self, code: &'static Code, at: TextRange, message: String) {
        let diagnostic = diagnostic(code, at, message);
        self.found.push(diagnostic);
    }
}

fn diagnostic(code: &'static Code, at: TextRange, message: String) -> Diagnostic {
    Diagnostic::new(code, at, Path::default(), message)
}

/// Returns true if a malformed line starts with the name: that line is reported instead.
fn begun(block: &Block<'_>, name: &str) -> bool {
    let begins = |line: &str| line.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
    block.odd.iter().any(|(_, line)| begins(line))
}

/// Range for diagnostics about missing keys.
fn head(block: &Block<'_>) -> TextRange {
    let lines = block.entries.iter().map(|it| it.name_range).chain(block.odd.iter().map(|it| it.0));
    lines.min_by_key(|range| range.start).unwrap_or(TextRange::new(0, 0))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::super::Meta;
    use limn_files::FilePath;
    use limn_language::diagnostic::FixEdit;
    use limn_language::dialect::{Dialect, Library, Source};
    use limn_yaml as yaml;

    const ENTRY: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {}\n";

    /// Lists the diagnostics of a manifest, and the result of each fix.
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let path = |name: &str| FilePath::new(name).expect("a test's path is fine");
        let file = path("TOSCA-Metadata/TOSCA.meta");
        let others = ["TOSCA-Metadata/TOSCA.meta", "defs/shop.yaml", "defs/types.yaml", "scripts/install.sh"];
        let texts = [("defs/shop.yaml", ENTRY), ("defs/types.yaml", "node_types: {}\n")];
        let documents: BTreeMap<_, _> =
            texts.into_iter().map(|(name, text)| (path(name), Arc::new(yaml::parse(text)))).collect();
        let mut files: Vec<FilePath> = others.into_iter().map(path).collect();
        files.sort();
        let library = Arc::new(Library { documents, files: files.into(), ..Library::default() });
        let document = Arc::new(yaml::parse(text));
        let profile = &Meta.profiles()[0];
        let model = Meta.read(&Source { file: &file, document: &document, profile, library: &library });
        let mut report = String::new();
        for found in model.check() {
            report += &format!(
                "{} {:?}: {}\n",
                found.code.name,
                &text[found.range.start..found.range.end],
                found.message
            );
            for fix in found.fixes {
                let FixEdit::Text(edit) = fix.edit else { panic!("a manifest is no YAML") };
                report += &format!("  {}: {:?}\n", fix.title, edit.apply(text));
            }
        }
        expect.assert_eq(&report);
    }

    const GOOD: &str =
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n";

    #[test]
    fn a_good_one_is_let_pass() {
        check(GOOD, expect![""]);
        check(&GOOD.replace('\n', "\r\n"), expect![""]);
        check(
            &format!(
                "{GOOD}Other-Definitions: defs/types.yaml\n\nName: scripts/install.sh\nContent-Type: a/b\n"
            ),
            expect![""],
        );
    }

    #[test]
    fn what_lacks_is_put_in() {
        check(
            "Created-By: a\n",
            expect![[r#"
                tosca/meta-entry "Created-By": missing required key `Entry-Definitions`
                  Set to `defs/shop.yaml`: "Created-By: a\nEntry-Definitions: defs/shop.yaml\n"
                tosca/csar-version "Created-By": missing required key `CSAR-Version: 1.1`
                  Add `CSAR-Version: 1.1`: "Created-By: a\nCSAR-Version: 1.1\n"
                tosca/meta-file-version "Created-By": missing required key `TOSCA-Meta-File-Version: 1.0`
                  Add `TOSCA-Meta-File-Version: 1.0`: "Created-By: a\nTOSCA-Meta-File-Version: 1.0\n"
            "#]],
        );
        check(
            "",
            expect![[r#"
                tosca/meta-file-empty "": `TOSCA.meta` is empty
                  Add the first block: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: \nEntry-Definitions: defs/shop.yaml\n"
            "#]],
        );
    }

    #[test]
    fn what_is_wrong_is_said_at_its_line() {
        check(
            &GOOD.replace("1.1", "7"),
            expect![[r#"
                tosca/csar-version "7": expected `1.1` in `CSAR-Version`, found `7`
                  Change to `1.1`: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
            "#]],
        );
        check(
            &GOOD.replace("CSAR-Version: 1.1", "CSAR-Version:\n  7"),
            expect![[r#"
            tosca/csar-version "\n  7": expected `1.1` in `CSAR-Version`, found ` 7`
              Change to `1.1`: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
        "#]],
        );
        check(
            &GOOD.replace("CSAR-Version: ", "CSAR-Version "),
            expect![[r#"
                tosca/meta-line "CSAR-Version 1.1": expected a name, a colon and a value, found `CSAR-Version 1.1`
                  Add a colon: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
            "#]],
        );
        check(
            &GOOD.replace("CSAR-Version: ", "CSAR-Version:"),
            expect![[r#"
                tosca/meta-line "CSAR-Version": missing space after the colon of `CSAR-Version`
                  Add a space: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
            "#]],
        );
        check(
            &GOOD.replace("defs/shop", "shop"),
            expect![[r#"
                tosca/meta-entry-missing "shop.yaml": unresolved entry service template `shop.yaml`: file not found; did you mean `defs/shop.yaml`?
                  Change to `defs/shop.yaml`: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
            "#]],
        );
        check(
            &GOOD.replace("defs/shop.yaml", "scripts/install.sh"),
            expect![[r#"
                tosca/meta-entry "scripts/install.sh": expected a service template in `Entry-Definitions`, found `scripts/install.sh`; did you mean `defs/shop.yaml`?
                  Change to `defs/shop.yaml`: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
            "#]],
        );
        check(
            &format!("{GOOD}\nName: scripts/instal.sh\n"),
            expect![[r#"
                tosca/meta-names-missing-file "scripts/instal.sh": unresolved file `scripts/instal.sh`: file not found; did you mean `scripts/install.sh`?
                  Change to `scripts/install.sh`: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n\nName: scripts/install.sh\n"
            "#]],
        );
    }
}
