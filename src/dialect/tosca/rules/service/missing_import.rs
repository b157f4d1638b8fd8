//! Imports that lead nowhere. Said once, at the import: what depends on it is not blamed.

use super::super::Rule;
use crate::diagnostic::{Code, Report, Severity};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, Found};

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSING], check };

static MISSING: Code = Code::error(
    "tosca/missing-import",
    "T3.5.8-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "An import names another service template, relative to the file that imports it. While it is not among the files that are looked at, \
     the types that it declares are not known, and nothing is said of what depends on them. A package has all its files: what is missing there is missing.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let is_package = service.files.iter().any(|file| file.as_str().ends_with("TOSCA-Metadata/TOSCA.meta"));
    for import in &service.world.file(FileId::OWN).imports {
        let Some(file) = &import.file else { continue };
        let why = match import.found {
            Found::File(_) | Found::Unsaid => continue,
            Found::Remote => "is not in the workspace, and nothing is fetched",
            Found::Missing => "is not among the files here",
            Found::Unreachable => "leads out of the workspace",
            Found::Unreadable => "is no YAML file",
        };
        let message = format!("`{}` {why}: what it declares is not known", file.text);
        let fault = service.fault(&MISSING, file.node, message);
        // What is elsewhere, or not open, may well be there; a package is all there is.
        let sure = is_package && import.found != Found::Remote;
        report.push(if sure { fault } else { fault.severity(Severity::Warning) });
    }
}
