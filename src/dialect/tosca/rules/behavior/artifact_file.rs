//! Files of artifacts: they exist, and their extension fits the type. The checks of artifacts and implementations call these.

use super::files::{
    FileExtensions, endings_for, exists, has_ending, looks_like_file, name_of, nearest_file, path_in,
};
use super::messages::list;
use crate::grammar::{AMP, ARTIFACT_FILE};
use crate::model::Service;
use crate::types::{ScalarText, TypeId};
use limn_language::diagnostic::{Code, Report, Severity};
use limn_language::message;

pub(super) static UNTYPED: Code = Code::warning(
    "tosca/untyped-artifact",
    "T3.5.7-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.2.1",
    "Checks that the type of an artifact without `type` follows from its file extension: exactly one artifact type must list the extension in \
`file_ext`.",
)
.why("The orchestrator cannot process a file of unknown type.")
.advice("Use the long notation to set the type.")
.bad(
    "node templates",
    "
server:
  type: tosca.nodes.Compute
  interfaces: {Standard: {start: start.rb}}
#                                ^^^^^^^^
",
)
.good(
    "
server:
  type: tosca.nodes.Compute
  interfaces: {Standard: {start: start.py}}
",
)
.one_cause("artifacts without a type");

pub(super) static UNREACHABLE: Code = Code::warning(
    "tosca/missing-artifact",
    "T3.5.7-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.7.1",
    "Checks that the file of an artifact exists. Paths are relative to the service template. This is checked only if the workspace has \
files other than descriptors. In a package, which contains all its files, a missing file is an error.",
)
.why("Deployment fails when the orchestrator copies or runs the file.")
.advice("Correct the path, or add the file.")
.bad(
    "node templates",
    "
server:
  type: tosca.nodes.Compute
  interfaces: {Standard: {start: start.sh}}
#                                ^^^^^^^^
=== scripts/start.sh
#!/bin/sh
",
)
.good(
    "
server:
  type: tosca.nodes.Compute
  interfaces: {Standard: {start: scripts/start.sh}}
=== scripts/start.sh
#!/bin/sh
",
);

pub(super) static UNFIT_EXTENSION: Code = Code::warning(
    "tosca/wrong-file-extension",
    "T3.5.7-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.6.4",
    "Checks that the extension of the file is one of those that the artifact type lists.",
)
.earlier(&["tosca/unfit-file-extension"])
.why("The orchestrator handles the file by its declared type, so it may run a shell script with Python.")
.advice("Correct the type or the file name, or add the extension to `file_ext` of the artifact type.")
.bad(
    "node template",
    "
artifacts:
  setup: {type: tosca.artifacts.Implementation.Python, file: setup.sh}
#                                                            ^^^^^^^^
",
)
.good(
    "
artifacts:
  setup: {type: tosca.artifacts.Implementation.Python, file: setup.py}
",
);

/// Checks a file without a type, which its extension must determine.
pub(super) fn check_inferred(
    service: &Service<'_>,
    endings: &FileExtensions<'_>,
    file: &ScalarText<'_>,
    report: &mut Report,
) {
    if file.text.trim().is_empty() {
        let message = message::missing("key", "file") + " on this artifact";
        report.push(service.fault(&ARTIFACT_FILE, file.node, message));
        return;
    }
    let types = endings.of(&file.text);
    let message = match types.len() {
        1 => return,
        // An unknown type may list the extension.
        0 if service.type_scope.incomplete => return,
        0 => format!("no artifact type lists the extension of `{}`; specify `type`", name_of(&file.text)),
        _ => {
            let claimed = list(types.iter().map(|(_, name)| *name), "and");
            format!("{claimed} all list the extension of `{}`; specify `type`", name_of(&file.text))
        }
    };
    report.push(service.fault(&UNTYPED, file.node, message));
}

pub(super) fn check_reachable(service: &Service<'_>, file: &ScalarText<'_>, report: &mut Report) {
    if exists(service, &file.text) == Some(false) {
        // A package contains its files, with or without `TOSCA.meta` in AMP. A name that does not look like a file may be an image in a registry.
        let is_package = service.package.has_any_meta || service.version.has(AMP);
        let package = service.library.whole && is_package;
        let (lacks, severity) = match package && looks_like_file(path_in(service.version, &file.text)) {
            true => ("package", Severity::Error),
            false => ("workspace", UNREACHABLE.severity),
        };
        let message = message::unresolved("artifact", &file.text) + " in the " + lacks;
        let near = nearest_file(service, &file.text);
        let fault = service.fault(&UNREACHABLE, file.node, message).severity(severity);
        report.push(fault.did_you_mean(near.as_deref(), |near| file.replaced(near)));
    }
}

pub(super) fn check_extension(service: &Service<'_>, id: TypeId, file: &ScalarText<'_>, report: &mut Report) {
    let name = name_of(&file.text);
    let endings = endings_for(service, id);
    if endings.is_empty()
        || !looks_like_file(&file.text)
        || endings.iter().any(|ending| has_ending(&name, ending))
    {
        return;
    }
    let type_name = &service.type_scope.get(id).name;
    let endings = list(endings.iter().map(String::as_str), "or");
    let message =
        message::expected(format!("a file of `{type_name}` ({endings})"), format!("`{}`", file.text));
    report.push(service.fault(&UNFIT_EXTENSION, file.node, message));
}
