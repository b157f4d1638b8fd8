//! Rules for types: derivation, and how derived types refine inherited definitions.

mod capability_definition;
pub(super) mod derivation;
mod requirement_definition;
mod requirement_interface;
mod requirement_occurrences;
mod requirement_type;
mod reserved_name;
mod type_lists;

pub(crate) use reserved_name::redeclares_tosca;

use super::{Rule, unimported};
use crate::model::Service;
use crate::types::{Definition, Lookup, ScalarText, TypeKind};
use crate::value::Range;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::message;
use limn_yaml::Node;

pub(super) static RULES: &[&Rule] = &[
    &capability_definition::RULE,
    &derivation::RULE,
    &requirement_definition::RULE,
    &requirement_interface::RULE,
    &requirement_type::RULE,
    &requirement_occurrences::RULE,
    &reserved_name::RULE,
    &type_lists::RULE,
];

/// Reports an unknown type name; `None` if the type exists or may be in a file outside the workspace.
pub(super) fn unknown<'d>(
    service: &Service<'d>,
    code: &'static Code,
    kind: TypeKind,
    name: &ScalarText<'d>,
) -> Option<Diagnostic> {
    if service.find(kind, &name.text) != Lookup::Unknown {
        return None;
    }
    let others = TypeKind::ALL.into_iter().filter(|other| *other != kind);
    let other = others.into_iter().find(|other| service.find(*other, &name.text).found().is_some());
    if let Some(other) = other {
        let message = message::expected(kind.with_article(), format!("{} `{}`", other.word(), name.text));
        return Some(service.fault(code, name.node, message));
    }
    let near = service.suggestions.nearest_type(&service.type_scope, kind, &name.text);
    let message = message::unknown(kind.word(), &name.text);
    // TOSCA names are case-sensitive; a name that differs only in case is a safe fix.
    let sure = near.is_some_and(|near| near.eq_ignore_ascii_case(&name.text));
    let suggested = |fault: Diagnostic| {
        let mut fault = fault.did_you_mean(near, |near| name.replaced(near));
        fault.fixes.iter_mut().for_each(|fix| fix.safe = sure);
        fault
    };
    Some(unimported::located(service, service.fault(code, name.node, message), kind, name, suggested))
}

/// Checks that `occurrences` of a definition is valid and within the inherited range. `is_once`: whether the default is exactly one.
fn occurrences<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    (bad, wider): (&'static Code, &'static Code),
    is_once: bool,
) -> Option<Diagnostic> {
    let (own, above) = definition.layers.split_first()?;
    // The grammar reports a value that is not a list.
    let node = own
        .node
        .get("occurrences")
        .filter(|value| value.resolve().is_sequence() && service.is_own(*value))?;
    let range = match Range::occurrences(node) {
        Ok(range) => range,
        Err(fault) => {
            return Some(service.fault(bad, fault.at(node), fault.message(node, "`occurrences`")));
        }
    };
    let written = |node: Node<'d>| {
        let bounds: Vec<_> = node.resolve().items().filter_map(Node::as_str).collect();
        format!("`[{}]`", bounds.join(", "))
    };
    let inherited = above.iter().find_map(|layer| Some((layer, layer.node.get("occurrences")?)));
    let (layer, is_wider, allowed) = match inherited {
        Some((layer, node)) => (layer, !Range::occurrences(node).ok()?.covers(&range), written(node)),
        None => {
            let is_wider = is_once && (range.is_reached_by(0) || range.allows_at_most(2));
            (above.first()?, is_wider, "`[1, 1]`".to_owned())
        }
    };
    is_wider.then(|| {
        let owner = &service.type_scope.get(layer.owner).name;
        let message = message::expected(
            format!("`occurrences` of `{}` within {allowed}, as in `{owner}`", definition.name),
            written(node),
        );
        service.fault(wider, node, message)
    })
}
