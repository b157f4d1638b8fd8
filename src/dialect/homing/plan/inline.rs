//! Replaces calls of `get_param` by the value of the parameter.

use crate::grammar::PARAMETER;
use crate::model::Template;
use limn_common::{InlineSite, Inlining};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::schema::Reference;
use limn_yaml::Path;

pub fn plan(template: &Template, at: &Path) -> Result<Plan, EditError> {
    let document = &template.document;
    let call = |reference: &Reference| {
        let around = document.node_of(reference.node)?.parent()?;
        let mut entries = around.entries();
        let only = entries.next().filter(|_| entries.next().is_none())?;
        (only.key.as_str()? == "get_param").then(|| InlineSite::Whole(around.path()))
    };
    let inlining = Inlining {
        document,
        names: &template.names,
        noun: ("a parameter", "value"),
        has_value: &|declaration| *declaration.kind == PARAMETER,
        value: &|declaration| document.get(&declaration.path).filter(|node| !node.is_null()),
        site: &call,
        removes_unused: true,
    };
    inlining.plan(at)
}
