//! Helpers of several checks: types by name, values that are known only at run time, integers.

use limn_tosca::function::Function;
use limn_tosca::grammar::{AMP, AMP_PLUGIN};
use limn_tosca::model::{NodeTemplate, Service};
use limn_tosca::types::{Lookup, TypeKind};
use limn_yaml::{Node, Resolved};

/// Returns true for documents of AMP itself, false for those of the plugin that it replaces.
pub(crate) fn is_amp(service: &Service<'_>) -> bool {
    service.version.has(AMP) && !service.version.has(AMP_PLUGIN)
}

/// Returns true if a type is the named one or certainly derives from it.
pub(crate) fn derives(service: &Service<'_>, kind: TypeKind, id: Lookup, name: &str) -> bool {
    let known = service.type_scope.normative(kind, name);
    id.found().zip(known).is_some_and(|(id, known)| service.type_scope.derives(id, known) == Some(true))
}

/// Returns true if a node template is of a node type.
pub(crate) fn is_node(service: &Service<'_>, template: &NodeTemplate<'_>, name: &str) -> bool {
    derives(service, TypeKind::Node, template.type_id, name)
}

/// Returns true for a value that is known only at run time: a call of TOSCA or of Brooklyn.
pub(crate) fn is_call(node: Node<'_>) -> bool {
    if node.is_scalar() {
        return node.as_str().is_some_and(|text| text.starts_with("$brooklyn:"));
    }
    let mut entries = node.entries();
    let (Some(only), None) = (entries.next(), entries.next()) else { return false };
    only.key.as_str().is_some_and(|key| key.starts_with("$brooklyn:") || Function::named(&key).is_some())
}

/// Returns true for the name of a function of TOSCA that AMP supports, too.
pub(crate) fn is_supported(function: &str) -> bool {
    !matches!(Function::named(function), Some(Function::GetArtifact | Function::GetNodesOfType))
}

/// A number; `None` for anything else.
pub(crate) fn number(node: Node<'_>) -> Option<f64> {
    match node.resolved()? {
        Resolved::Int(_) | Resolved::Float(_) => node.text()?.trim().replace('_', "").parse().ok(),
        _ => None,
    }
}

/// The text of a value as shown in a message: a scalar, or its kind.
pub(crate) fn shown(node: Node<'_>) -> String {
    match node.as_str() {
        Some(text) if node.is_scalar() && !node.is_null() => {
            const MAX_LENGTH: usize = 40;
            match text.char_indices().nth(MAX_LENGTH) {
                Some((end, _)) => format!("`{}…`", &text[..end]),
                None => format!("`{text}`"),
            }
        }
        _ if node.is_mapping() => "a mapping".to_owned(),
        _ if node.is_sequence() => "a list".to_owned(),
        _ => "nothing".to_owned(),
    }
}
