//! Checks of a package without `TOSCA.meta`, reported at the service template nearest to the top.

use super::super::Rule;
use crate::model::Service;
use crate::recognize::is_service_template;
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Report};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&NO_META, &NO_ENTRY, &SEVERAL_AT_TOP, &TOP_FILE, &NAMELESS], check };

static NO_META: Code = Code::error(
    "tosca/metadata-folder-without-meta-file",
    "T6.1-R8",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "Checks that a package with a `TOSCA-Metadata` folder has a `TOSCA.meta` file in it, which names the entry file.",
);
static NO_ENTRY: Code = Code::error(
    "tosca/package-without-entry",
    "T6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "Checks that a package has `TOSCA-Metadata/TOSCA.meta`, which names the entry file, or a service template at its top level.",
);
static SEVERAL_AT_TOP: Code = Code::error(
    "tosca/several-files-at-top",
    "T6.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "Checks that a package without `TOSCA.meta` has exactly one YAML file at its top level, so that the entry is unambiguous. Other files \
belong in folders.",
);
static TOP_FILE: Code = Code::error(
    "tosca/top-file-of-package",
    "T6.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "Checks that the YAML file at the top level of a package without `TOSCA.meta` is a service template. It is the entry file.",
);
static NAMELESS: Code = Code::error(
    "tosca/package-without-name",
    "T6.3-R3",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "Checks that the service template of a package without `TOSCA.meta` has `template_name` and `template_version` in its `metadata`. They \
identify the package.",
);

const FOLDER: &str = "tosca-metadata/";
const META: &str = "tosca-metadata/tosca.meta";

fn check(service: &Service<'_>, report: &mut Report) {
    let lower = |file: &FilePath| file.as_str().to_ascii_lowercase();
    // Packages built by LMCTL have a file of that name with another meaning.
    let lmctl = ["lmproject.yml", "lmproject.yaml", "lmpkg.yml", "lmpkg.yaml"];
    if service.files.iter().any(|file| lmctl.contains(&file.name())) {
        return;
    }
    if !service.files.iter().any(|file| lower(file).starts_with(FOLDER)) {
        return without_metadata(service, report);
    }
    // Faults of `TOSCA.meta` are reported in that file.
    if service.files.iter().any(|file| lower(file) == META) || reporting_file(service) != Some(service.file) {
        return;
    }
    let Some(at) = service.root.and_then(|root| root.entries().next()).map(|entry| entry.key) else { return };
    if service.is_own(at) {
        let message = "missing required file `TOSCA-Metadata/TOSCA.meta` in the package";
        report.push(service.fault(&NO_META, at, message));
    }
}

/// Checks a package without the folder: one service template at the top level, with its name and version.
fn without_metadata(service: &Service<'_>, report: &mut Report) {
    let whole = service.library.whole && service.library.manifests.is_empty();
    if !whole || reporting_file(service) != Some(service.file) {
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
            "the package has neither `TOSCA-Metadata/TOSCA.meta` nor a YAML file at its top level",
        )),
        [only] if only != service.file => {
            let message = format!(
                "expected a service template as the only top-level YAML file of the package, found `{only}`"
            );
            report.push(service.fault(&TOP_FILE, at, message));
        }
        [_] => {
            let metadata = root.get("metadata").map(Node::resolve);
            for key in ["template_name", "template_version"] {
                if metadata.and_then(|it| it.get(key)).is_none_or(Node::is_null) {
                    let message = format!(
                        "missing required keyname `{key}` in `metadata` of a package without `TOSCA.meta`"
                    );
                    report.push(service.fault(&NAMELESS, at, message));
                }
            }
        }
        _ => {
            let message = format!(
                "expected one top-level YAML file in a package without `TOSCA.meta`, found {}",
                top.len()
            );
            report.push(service.fault(&SEVERAL_AT_TOP, at, message));
        }
    }
}

/// The file that package diagnostics are reported at.
fn reporting_file<'s>(service: &'s Service<'_>) -> Option<&'s FilePath> {
    let documents = service.library.documents.iter().filter(|(_, document)| is_service_template(document));
    documents.min_by_key(|(file, _)| file.as_str().matches('/').count()).map(|(file, _)| file)
}
