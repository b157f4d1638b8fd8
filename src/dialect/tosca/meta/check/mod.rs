//! Checks of `TOSCA.meta`, with fixes: one file per check.

mod author;
mod checksum;
mod empty;
mod entry;
mod line;
mod missing_file;
mod network_function;
mod version;

use super::block::{Block, blocks};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::dialect::Source;
use limn_language::schema::nearest;
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Node, Path};

pub(super) use line::LINE;

pub(super) static CODES: &[&Code] = &[
    &LINE,
    &empty::NO_BLOCK,
    &entry::ENTRY,
    &entry::ENTRY_PATH,
    &version::CSAR_VERSION,
    &version::META_VERSION,
    &author::AUTHOR,
    &missing_file::MISSING_FILE,
    &checksum::CHECKSUM,
];

/// Checker of a manifest and the files of its package.
struct Checker<'s> {
    source: &'s Source<'s>,
    /// Root folder of the package with a trailing slash; empty at the top.
    base: String,
    found: Vec<Diagnostic>,
}

pub(super) fn check(source: &Source<'_>) -> Vec<Diagnostic> {
    if !super::is_meta(source.file) {
        return network_function::check(source);
    }
    let file = source.file.as_str();
    let folder = source.file.folder();
    let in_place = folder.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("TOSCA-Metadata"));
    // LMCTL packages have another file of this name, and TOSCA 2.0 has its own at the root.
    let lmctl = ["lmproject.yml", "lmproject.yaml", "lmpkg.yml", "lmpkg.yaml"];
    if !in_place || source.library.files.iter().any(|file| lmctl.contains(&file.name())) {
        return Vec::new();
    }
    let above = folder.rsplit_once('/').map_or(0, |(above, _)| above.len() + 1);
    let mut checker = Checker { source, base: file[..above].to_owned(), found: Vec::new() };
    checker.check();
    checker.found
}

impl Checker<'_> {
    fn check(&mut self) {
        let text = self.source.document.text();
        let blocks = blocks(text);
        let Some(first) = blocks.first() else { return self.empty(text) };
        for block in &blocks {
            self.lines(block);
        }
        self.entry(first);
        self.versions(first);
        self.author(first);
        self.files(&blocks);
        self.checksums();
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
        let same = |path: &&str| path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case(last));
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
}

fn diagnostic(code: &'static Code, at: TextRange, message: String) -> Diagnostic {
    Diagnostic::new(code, at, Path::default(), message)
}

/// Returns true if a malformed line starts with the name: that line is reported instead.
fn is_begun(block: &Block<'_>, name: &str) -> bool {
    let begins = |line: &str| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    block.odd.iter().any(|(_, line)| begins(line))
}

/// Range for diagnostics about missing keys.
fn head(block: &Block<'_>) -> TextRange {
    let lines =
        block.entries.iter().map(|entry| entry.name_range).chain(block.odd.iter().map(|(range, _)| *range));
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
                tosca/meta-entry "Created-By": missing required key `Entry-Definitions` on `TOSCA.meta`
                  Set to `defs/shop.yaml`: "Created-By: a\nEntry-Definitions: defs/shop.yaml\n"
                tosca/csar-version "Created-By": missing required key `CSAR-Version` on `TOSCA.meta`
                  Add `CSAR-Version: 1.1`: "Created-By: a\nCSAR-Version: 1.1\n"
                tosca/meta-file-version "Created-By": missing required key `TOSCA-Meta-File-Version` on `TOSCA.meta`
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
    fn faults_are_reported_at_their_lines() {
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
                tosca/meta-line "CSAR-Version": missing space after `CSAR-Version:`
                  Insert space after the colon: "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: defs/shop.yaml\n"
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
