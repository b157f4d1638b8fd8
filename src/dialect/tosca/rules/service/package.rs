//! Checks of a package without `TOSCA.meta`, reported at the service template nearest to the top.

use super::super::Rule;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&NO_META, &NO_ENTRY, &SEVERAL_AT_TOP, &TOP_FILE, &NAMELESS], check };

static NO_META: Code = Code::error(
    "tosca/metadata-folder-without-meta-file",
    "T6.1-R8",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "Checks that a package with a `TOSCA-Metadata` folder has a `TOSCA.meta` file in it.",
)
.why("This file names the entry file of the package.")
.advice("Add `TOSCA-Metadata/TOSCA.meta`, or remove the folder.")
.bad(
    "package file",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
#^^^^^^^^^^^^^^^^^^^^^^^^
metadata: {template_name: shop, template_version: 1.0}
=== TOSCA-Metadata/notes.txt
Notes.
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_version: 1.0}
=== notes.txt
Notes.
",
);
static NO_ENTRY: Code = Code::error(
    "tosca/package-without-entry",
    "T6.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.1",
    "Checks that a package has `TOSCA-Metadata/TOSCA.meta`, which names the entry file, or a service template at its top level.",
)
.why("Without it, processors do not know which file to read first.")
.advice("Add `TOSCA-Metadata/TOSCA.meta` with `Entry-Definitions`, or move the service template to the top level.")
.bad(
    "package in folder",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
#^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
=== TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: definitions/service.yaml
",
);
static SEVERAL_AT_TOP: Code = Code::error(
    "tosca/several-files-at-top",
    "T6.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "Checks that a package without `TOSCA.meta` has exactly one YAML file at its top level.",
)
.why("This file is the entry of the package; several are ambiguous.")
.advice("Move the other files into folders.")
.bad(
    "package file",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
#^^^^^^^^^^^^^^^^^^^^^^^^
metadata: {template_name: shop, template_version: 1.0}
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_version: 1.0}
=== definitions/types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
);
static TOP_FILE: Code = Code::error(
    "tosca/top-file-of-package",
    "T6.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "Checks that the YAML file at the top level of a package without `TOSCA.meta` is a service template.",
)
.why("This file is the entry of the package.")
.advice("Add `tosca_definitions_version` to the file, or `TOSCA-Metadata/TOSCA.meta` to the package.")
.bad(
    "package in folder",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
#^^^^^^^^^^^^^^^^^^^^^^^^
metadata: {template_name: shop, template_version: 1.0}
=== values.yaml
size: 1 GB
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_version: 1.0}
=== definitions/values.yaml
size: 1 GB
=== service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_version: 1.0}
imports: [definitions/service.yaml]
",
);
static NAMELESS: Code = Code::error(
    "tosca/package-without-name",
    "T6.3-R3",
    "TOSCA Simple Profile in YAML 1.2, 6.3",
    "Checks that the service template of a package without `TOSCA.meta` has `template_name` and `template_version` in its `metadata`.",
)
.why("They identify the package.")
.advice("Add both to `metadata`, or add `TOSCA-Metadata/TOSCA.meta` to the package.")
.bad(
    "package file",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
#^^^^^^^^^^^^^^^^^^^^^^^^
metadata: {template_version: 1.0}
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_version: 1.0}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    // Packages built by LMCTL have a file of that name with another meaning.
    if service.package.is_lmctl {
        return;
    }
    if !service.package.has_metadata {
        return check_metadata(service, report);
    }
    // Faults of `TOSCA.meta` are reported in that file.
    if service.package.has_top_meta || !reports_here(service) {
        return;
    }
    let Some(at) = service.root.and_then(|root| root.entries().next()).map(|entry| entry.key) else { return };
    if service.is_own(at) {
        let message = "missing required file `TOSCA-Metadata/TOSCA.meta` in the package";
        report.push(service.fault(&NO_META, at, message));
    }
}

/// Checks a package without the folder: one service template at the top level, with its name and version.
fn check_metadata(service: &Service<'_>, report: &mut Report) {
    let whole = service.library.whole && !service.package.has_any_meta;
    if !whole || !reports_here(service) {
        return;
    }
    let Some(root) = service.root else { return };
    let Some(at) = root.entries().next().map(|entry| entry.key).filter(|key| service.is_own(*key)) else {
        return;
    };
    match &service.package.top[..] {
        [] => report.push(service.fault(
            &NO_ENTRY,
            at,
            "the package has neither `TOSCA-Metadata/TOSCA.meta` nor a YAML file at its top level",
        )),
        [only] if only != service.file => {
            let message = message::expected(
                "a service template as the only top-level YAML file of the package",
                format_args!("`{only}`"),
            );
            report.push(service.fault(&TOP_FILE, at, message));
        }
        [_] => {
            let metadata = root.get("metadata").map(Node::resolve);
            for key in ["template_name", "template_version"] {
                if metadata.and_then(|metadata| metadata.get(key)).is_none_or(Node::is_null) {
                    let message = format!(
                        "{} in `metadata` of a package without `TOSCA.meta`",
                        message::missing("key", key)
                    );
                    report.push(service.fault(&NAMELESS, at, message));
                }
            }
        }
        top => {
            let message =
                message::expected("one top-level YAML file in a package without `TOSCA.meta`", top.len());
            report.push(service.fault(&SEVERAL_AT_TOP, at, message));
        }
    }
}

/// Package diagnostics are reported at one file.
fn reports_here(service: &Service<'_>) -> bool {
    service.package.nearest.as_ref() == Some(service.file)
}
