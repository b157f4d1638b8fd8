//! A service template is one YAML document.

use super::super::Rule;
use crate::model::Service;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_yaml::Path;

pub(in super::super) static RULE: Rule = Rule { codes: &[&SECOND], check };

static SECOND: Code = Code::error(
    "tosca/second-document",
    "T0-R1",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "Checks that a service template is a single YAML document.",
)
.why("Content after a `---` line is a second document, which processors ignore silently.")
.advice("Move the second document to a file of its own.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
---
topology_template: {}
#^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template: {}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if let Some(second) = service.document.following().find(|range| !range.is_empty()) {
        let message = "a second YAML document starts here; processors ignore it";
        report.push(Diagnostic::new(&SECOND, second, Path::root(), message));
    }
}
