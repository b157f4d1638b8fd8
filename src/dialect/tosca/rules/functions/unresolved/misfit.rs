//! Values of another type than the place that reads them expects.

use super::super::super::values::RESULT;
use super::super::STANDARD;
use crate::function::{CallNode, Function};
use crate::model::Service;
use crate::name_index::{Site, SiteKind};
use crate::value::{Compatibility, ValueType};
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::message;

pub(super) static MISFIT: Code = Code::warning(
    "tosca/mismatched-read-value",
    "T4.4.2-R7",
    STANDARD,
    "Checks that the type of the value that a function returns matches the type of its target.",
)
.earlier(&["tosca/read-value-misfit"])
.why("Deployment fails when the value is assigned, or the node gets a value that it cannot use.")
.advice("Read another value, or change one of the two types.")
.bad(
    "service template",
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties: {a: {type: integer}, b: {type: boolean}}
topology_template:
  node_templates:
    app: {type: my.App, properties: {a: 1, b: {get_property: [SELF, a]}}}
#                                             ^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties: {a: {type: integer}, b: {type: float}}
topology_template:
  node_templates:
    app: {type: my.App, properties: {a: 1, b: {get_property: [SELF, a]}}}
",
)
.supersedes(&[&RESULT]);

pub(super) static INPUT_MISFIT: Code = Code::warning(
    "tosca/mismatched-input",
    "T4.4.1-R2",
    STANDARD,
    "Checks that the type of an input matches the type of the property that reads it.",
)
.earlier(&["tosca/input-misfit"])
.why("A value can be valid for the input and be rejected by the property later.")
.advice("Give the input the type of the property, or read another input.")
.bad(
    "service template",
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
topology_template:
  inputs: {p: {type: list, entry_schema: {type: integer}}}
  node_templates: {n: {type: my.A, properties: {port: {get_input: p}}}}
#                                                     ^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
topology_template:
  inputs: {p: {type: integer}}
  node_templates: {n: {type: my.A, properties: {port: {get_input: p}}}}
",
)
.supersedes(&[&RESULT]);

/// Reports a call whose result does not fit where it is written.
pub(super) fn misfit<'d>(
    service: &Service<'d>,
    call: &CallNode<'d>,
    site: &Site<'d>,
    given: &ValueType<'d>,
) -> Option<Diagnostic> {
    let is_value = !matches!(site.spot, SiteKind::Argument | SiteKind::Literal);
    let asked = site.value_type.as_ref().filter(|_| is_value)?;
    let found = given.compatibility(&service.type_scope, asked);
    if !matches!(found, Compatibility::Parsed | Compatibility::Misfit) {
        return None;
    }
    let code = if call.function == Function::GetInput { &INPUT_MISFIT } else { &MISFIT };
    let message = message::expected(
        format_args!("a value of type `{}`", asked.name.text),
        format_args!("`{}`", given.name.text),
    );
    Some(service.fault(code, call.node, message))
}
