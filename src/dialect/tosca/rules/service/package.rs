//! The package that the document stands in, where `TOSCA-Metadata` says that there is one. What is wrong with it is said at one file: the entry,
//! or where it names none that there is, the service template nearest to the top.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::recognize::is_service_template;
use crate::files::FilePath;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &NO_META,
        &LINE,
        &NO_BLOCK,
        &ENTRY,
        &ENTRY_PATH,
        &CSAR_VERSION,
        &META_VERSION,
        &AUTHOR,
        &NO_ENTRY,
        &SEVERAL_AT_TOP,
        &TOP_FILE,
        &NAMELESS,
    ],
    check,
};

static NO_META: Code = Code::error(
    "tosca/metadata-folder-without-meta-file",
    "T6.1-R8",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "A package that has the folder `TOSCA-Metadata` has the file `TOSCA.meta` in it, which says where to start.",
);
static LINE: Code = Code::error(
    "tosca/meta-line",
    "T6.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Every line of `TOSCA.meta` is a name, a colon, a blank and a value. A line that starts with a blank goes on with the one before.

Bad:
```text
CSAR-Version 1.1
```
Good:
```text
CSAR-Version: 1.1
```",
);
static NO_BLOCK: Code = Code::error(
    "tosca/meta-file-empty",
    "T6.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "`TOSCA.meta` starts with a block of lines that describe the package itself.",
);
static ENTRY: Code = Code::error(
    "tosca/meta-entry",
    "T6.2-R3",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "`Entry-Definitions` in the first block of `TOSCA.meta` names the service template to start with.

Bad:
```text
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
```
Good:
```text
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml
```",
);
static ENTRY_PATH: Code = Code::error(
    "tosca/meta-entry-missing",
    "T6.2-R4",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "The path behind `Entry-Definitions` counts from the top of the package, and the file is there.",
);
static CSAR_VERSION: Code = Code::error(
    "tosca/csar-version",
    "T6.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "`TOSCA.meta` says `CSAR-Version: 1.1`: the version of the format of packages, not of what is in it.",
);
static META_VERSION: Code = Code::warning(
    "tosca/meta-file-version",
    "T6.2-R6",
    "TOSCA 1.0, 16.2",
    "`TOSCA.meta` says `TOSCA-Meta-File-Version: 1.0`, or `1.1` for TOSCA 1.3.",
);
static AUTHOR: Code = Code::warning(
    "tosca/meta-author",
    "T6.2-R7",
    "TOSCA 1.0, 16.2",
    "`TOSCA.meta` says in `Created-By` who made the package.",
);

static NO_ENTRY: Code = Code::error(
    "tosca/package-without-entry",
    "T6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "A package has the file `TOSCA-Metadata/TOSCA.meta`, which says where to start, or a service template at its top.",
);
static SEVERAL_AT_TOP: Code = Code::error(
    "tosca/several-files-at-top",
    "T6.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "A package without `TOSCA.meta` has exactly one YAML file at its top, so that it is plain where to start. The others stand in folders.",
);
static TOP_FILE: Code = Code::error(
    "tosca/top-file-of-package",
    "T6.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "In a package without `TOSCA.meta` the YAML file at the top is the service template to start with.",
);
static NAMELESS: Code = Code::error(
    "tosca/package-without-name",
    "T6.3-R3",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "A package without `TOSCA.meta` is told apart by what its service template says under `metadata`: `template_name` and `template_version`.",
);

const FOLDER: &str = "tosca-metadata/";
const META: &str = "tosca-metadata/tosca.meta";

fn check(service: &Service<'_>, report: &mut Report) {
    let lower = |file: &FilePath| file.as_str().to_ascii_lowercase();
    // Packages that LMCTL builds have a file of that name which means something else.
    let lmctl = ["lmproject.yml", "lmproject.yaml", "lmpkg.yml", "lmpkg.yaml"];
    if service.files.iter().any(|file| lmctl.contains(&file.name())) {
        return;
    }
    if !service.files.iter().any(|file| lower(file).starts_with(FOLDER)) {
        return without_metadata(service, report);
    }
    let meta = service.library.manifests.iter().find(|(file, _)| lower(file) == META);
    let block = meta.map(|(_, text)| Block::read(text));
    let named = block.as_ref().and_then(|block| block.get("Entry-Definitions"));
    let path = named.and_then(|named| FilePath::new(named).ok());
    let entry = path.as_ref().filter(|path| service.library.documents.contains_key(path));
    if speaker(service, entry) != Some(service.file) {
        return;
    }
    let Some(at) = service.root.and_then(|root| root.entries().next()).map(|entry| entry.key) else { return };
    if !service.is_own(at) {
        return;
    }
    let mut say = |code: &'static Code, message: String| report.push(service.fault(code, at, message));
    let Some(block) = &block else {
        if !service.files.iter().any(|file| lower(file) == META) {
            say(&NO_META, "the package has a folder `TOSCA-Metadata`, but no `TOSCA.meta` in it".to_owned());
        }
        return;
    };
    if block.entries.is_empty() && block.odd.is_empty() {
        return say(&NO_BLOCK, "`TOSCA.meta` is empty".to_owned());
    }
    for line in &block.odd {
        say(&LINE, format!("`{line}` in `TOSCA.meta` is not a name, a colon and a value"));
    }
    match (named, &path, entry) {
        (None, ..) => say(&ENTRY, "`TOSCA.meta` does not say `Entry-Definitions`".to_owned()),
        (Some(named), path, None) => {
            let there = path.as_ref().is_some_and(|path| service.files.contains(path));
            if there {
                say(&ENTRY, format!("the entry `{named}` in `TOSCA.meta` is no service template"));
            } else {
                say(
                    &ENTRY_PATH,
                    format!("`TOSCA.meta` names `{named}` as entry, which is not in the package"),
                );
            }
        }
        (Some(named), _, Some(entry)) => {
            let known = service.library.documents.get(entry).is_some_and(|it| is_service_template(it));
            if !known {
                say(&ENTRY, format!("the entry `{named}` in `TOSCA.meta` is no service template"));
            }
        }
    }
    match block.get("CSAR-Version") {
        None => say(&CSAR_VERSION, "`TOSCA.meta` does not say `CSAR-Version: 1.1`".to_owned()),
        Some("1.1") => {}
        Some(other) => {
            say(&CSAR_VERSION, format!("`CSAR-Version` in `TOSCA.meta` should be `1.1`, not `{other}`"));
        }
    }
    match block.get("TOSCA-Meta-File-Version") {
        None => say(&META_VERSION, "`TOSCA.meta` does not say `TOSCA-Meta-File-Version`".to_owned()),
        Some("1.0" | "1.1") => {}
        Some(other) => {
            say(
                &META_VERSION,
                format!("`TOSCA-Meta-File-Version` in `TOSCA.meta` should be `1.0`, not `{other}`"),
            );
        }
    }
    if block.get("Created-By").is_none_or(str::is_empty) {
        say(&AUTHOR, "`TOSCA.meta` does not say who made the package: `Created-By`".to_owned());
    }
}

/// A package without the folder: one service template at the top, which says its name and version.
fn without_metadata(service: &Service<'_>, report: &mut Report) {
    let whole = service.library.whole && service.library.manifests.is_empty();
    if !whole || speaker(service, None) != Some(service.file) {
        return;
    }
    let Some(root) = service.root else { return };
    let Some(at) = root.entries().next().map(|entry| entry.key).filter(|key| service.is_own(*key)) else {
        return;
    };
    let is_yaml = |file: &&FilePath| matches!(file.extension().as_str(), "yaml" | "yml");
    let top = service.files.iter().filter(is_yaml).filter(|file| !file.as_str().contains('/'));
    let top: Vec<&FilePath> = top.collect();
    match top[..] {
        [] => report.push(service.fault(
            &NO_ENTRY,
            at,
            "the package has no `TOSCA-Metadata/TOSCA.meta`, and no YAML file at its top",
        )),
        [only] if only != service.file => {
            let message =
                format!("`{only}`, the only YAML file at the top of the package, is no service template");
            report.push(service.fault(&TOP_FILE, at, message));
        }
        [_] => {
            let metadata = root.get("metadata").map(Node::resolve);
            for key in ["template_name", "template_version"] {
                if metadata.and_then(|it| it.get(key)).is_none_or(Node::is_null) {
                    let message = format!("a package without `TOSCA.meta` says `{key}` under `metadata`");
                    report.push(service.fault(&NAMELESS, at, message));
                }
            }
        }
        _ => {
            let message = format!(
                "the package has {} YAML files at its top, and no `TOSCA.meta` that says which is the entry",
                top.len()
            );
            report.push(service.fault(&SEVERAL_AT_TOP, at, message));
        }
    }
}

/// The file that speaks for the package.
fn speaker<'s>(service: &'s Service<'_>, entry: Option<&'s FilePath>) -> Option<&'s FilePath> {
    let documents = || service.library.documents.iter().filter(|(_, document)| is_service_template(document));
    let by_name = entry.and_then(|entry| documents().find(|(file, _)| *file == entry));
    let nearest_to_top = || documents().min_by_key(|(file, _)| file.as_str().matches('/').count());
    by_name.or_else(nearest_to_top).map(|(file, _)| file)
}

/// The first block of a `TOSCA.meta`.
struct Block {
    entries: Vec<(String, String)>,
    /// Lines that are none.
    odd: Vec<String>,
}

impl Block {
    fn read(text: &str) -> Block {
        let mut block = Block { entries: Vec::new(), odd: Vec::new() };
        for line in text.trim_start_matches('\u{feff}').lines() {
            if line.trim().is_empty() {
                if block.entries.is_empty() && block.odd.is_empty() {
                    continue;
                }
                break;
            }
            match (line.strip_prefix(' '), block.entries.last_mut()) {
                (Some(more), Some((_, value))) => value.push_str(more.trim_end()),
                _ => match line.split_once(':') {
                    Some((name, value)) if !name.trim().is_empty() => {
                        block.entries.push((name.trim().to_owned(), value.trim().to_owned()));
                    }
                    _ => block.odd.push(line.trim().chars().take(60).collect()),
                },
            }
        }
        block
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.entries.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}
