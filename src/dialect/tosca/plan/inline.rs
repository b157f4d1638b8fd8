//! Replaces calls of `get_input` by the default of the input.

use crate::function::{CallNode, Function};
use crate::kind;
use crate::service_template::ServiceTemplate;
use limn_common::{InlineSite, Inlining};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::schema::Reference;
use limn_yaml::Path;

pub(super) fn plan(service: &ServiceTemplate, at: &Path) -> Result<Plan, EditError> {
    let document = &service.document;
    let call = |reference: &Reference| {
        let mut around = document.node_of(reference.node)?.parent()?;
        if around.is_sequence() {
            around = around.parent()?;
        }
        let call = CallNode::of(around).filter(|call| call.function == Function::GetInput)?;
        // More arguments are a path into the value.
        (call.arguments().len() == 1).then(|| InlineSite::Whole(around.path()))
    };
    let inlining = Inlining {
        document,
        names: &service.names,
        noun: ("an input", "default"),
        has_value: &|declaration| {
            *declaration.kind == kind::INPUT && declaration.path.key_at(0) == Some("topology_template")
        },
        value: &|declaration| document.get(&declaration.path.key("default")),
        site: &call,
        // A type that the template substitutes can have properties of the same names.
        removes_unused: document.get(&Path::keys(["topology_template", "substitution_mappings"])).is_none(),
    };
    inlining.plan(at)
}
