//! The form of an implementation.

use super::super::shared::{is_amp, shown};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::WRONG_SHAPE;
use limn_tosca::model::Service;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&FORM], check };

static FORM: Code = Code::error(
    "amp/implementation-form",
    "M-ART-1",
    "AMP, Checking Whether a Service is Running",
    "Checks that an implementation is the name of an artifact or file, or a mapping with `primary`, a list of `dependencies`, and perhaps `timeout`.",
)
.why("AMP runs the primary file and provides the dependencies to it. From a list, it cannot determine which file to run.")
.advice("Write the file to run as `primary`, and the other files as a list under `dependencies`.")
.bad(
    "software",
    "
interfaces:
  Standard:
    create: {implementation: [create.sh, library.sh]}
#                            ^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
interfaces:
  Standard:
    create: {implementation: {primary: create.sh, dependencies: [library.sh]}}
",
)
.supersedes(&[&WRONG_SHAPE]);

fn check(service: &Service<'_>, report: &mut Report) {
    if !is_amp(service) {
        return;
    }
    let operations = service.interfaces.iter().flat_map(|interface| &interface.operations);
    for operation in operations {
        let implementation = operation.node.get("implementation").map_or(operation.node, Node::resolve);
        let dependencies = implementation.get("dependencies").map(Node::resolve);
        if implementation.is_sequence() && service.is_own(implementation) {
            let what = "a file or a mapping with `primary` and `dependencies`";
            let expected = format!("{what} for operation `{}`", operation.name);
            let message = message::expected(expected, shown(implementation));
            report.push(service.fault(&FORM, implementation, message));
        }
        let Some(list) = dependencies.filter(|list| !list.is_sequence() && !list.is_null()) else { continue };
        if service.is_own(list) {
            let message = message::expected("a list of files for `dependencies`", shown(list));
            report.push(service.fault(&FORM, list, message));
        }
    }
}
