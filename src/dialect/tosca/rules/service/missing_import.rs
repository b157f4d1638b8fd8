//! Unresolved imports, reported once at the import and not at their dependents.

use super::super::Rule;
use crate::model::Service;
use crate::types::{FileId, Found};
use limn_language::diagnostic::{Code, Report, Severity};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSING], check };

static MISSING: Code = Code::error(
    "tosca/missing-import",
    "T3.5.8-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that an imported service template exists, relative to the file that imports it. A file is missing for certain in a package, which \
contains all its files, and on the command line, which reads imports from the disk; elsewhere this is a warning.",
)
.why("Types from a file outside the workspace are unknown, and what depends on them is not checked.")
.advice("Correct the path, or add the file to the workspace.")
.bad(
    "service template",
    "
imports: [other.yaml]
#         ^^^^^^^^^^
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
)
.good(
    "
imports: [types.yaml]
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for import in &service.type_scope.file(FileId::OWN).imports {
        let Some(file) = &import.file else { continue };
        let why = match import.found {
            Found::File(_) | Found::Unsaid => continue,
            Found::Remote => "not in the workspace, and Limn doesn't download files",
            Found::Missing => "file not found",
            Found::Unreachable => "outside the workspace",
            Found::Unreadable => "not a YAML file",
        };
        let message = message::unresolved_because("import", &file.text, why);
        let fault = service.fault(&MISSING, file.node, message);
        // A remote or unopened file may exist; a package is complete.
        let is_read = service.library.imports_read && import.found == Found::Missing;
        let sure = is_read || service.package.has_meta && import.found != Found::Remote;
        report.push(if sure { fault } else { fault.severity(Severity::Warning) });
    }
}
