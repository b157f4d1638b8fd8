//! The package that the document stands in, where it has no `TOSCA.meta` that could be told what is wrong. It is said at one file: the service
//! template nearest to the top.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::recognize::is_service_template;
use crate::files::FilePath;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&NO_META, &NO_ENTRY, &SEVERAL_AT_TOP, &TOP_FILE, &NAMELESS], check };

static NO_META: Code = Code::error(
    "tosca/metadata-folder-without-meta-file",
    "T6.1-R8",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "A package that has the folder `TOSCA-Metadata` has the file `TOSCA.meta` in it, which says where to start.",
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
    // What is wrong with the file itself is said there.
    if service.files.iter().any(|file| lower(file) == META) || speaker(service) != Some(service.file) {
        return;
    }
    let Some(at) = service.root.and_then(|root| root.entries().next()).map(|entry| entry.key) else { return };
    if service.is_own(at) {
        let message = "the package has a folder `TOSCA-Metadata`, but no `TOSCA.meta` in it";
        report.push(service.fault(&NO_META, at, message));
    }
}

/// A package without the folder: one service template at the top, which says its name and version.
fn without_metadata(service: &Service<'_>, report: &mut Report) {
    let whole = service.library.whole && service.library.manifests.is_empty();
    if !whole || speaker(service) != Some(service.file) {
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
fn speaker<'s>(service: &'s Service<'_>) -> Option<&'s FilePath> {
    let documents = service.library.documents.iter().filter(|(_, document)| is_service_template(document));
    documents.min_by_key(|(file, _)| file.as_str().matches('/').count()).map(|(file, _)| file)
}
