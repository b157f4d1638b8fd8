//! Types: what they derive from, and what a derived type may make of what it inherits.

mod capability_definition;
mod derivation;
mod requirement_definition;
mod reserved_name;
mod type_lists;

use super::Rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, TypeKind, Word};
use crate::dialect::tosca::value::RangeFault;
use crate::schema::nearest;
use crate::yaml::{Node, Op, Value};

pub(super) static RULES: &[&Rule] = &[
    &capability_definition::RULE,
    &derivation::RULE,
    &requirement_definition::RULE,
    &reserved_name::RULE,
    &type_lists::RULE,
];

/// What is said of a name that no type of the kind has; `None`: there is one, or it may be in a file that is not here.
pub(super) fn unknown<'d>(
    service: &Service<'d>,
    code: &'static Code,
    kind: TypeKind,
    name: &Word<'d>,
) -> Option<Diagnostic> {
    if service.find(kind, &name.text) != Lookup::Unknown {
        return None;
    }
    let others = TypeKind::ALL.into_iter().filter(|it| *it != kind);
    let other = others.into_iter().find(|it| service.find(*it, &name.text).found().is_some());
    if let Some(other) = other {
        let message = format!("`{}` is a {}, not a {}", name.text, other.word(), kind.word());
        return Some(service.fault(code, name.node, message));
    }
    let names = service.world.names(kind);
    let near = nearest(&name.text, names.iter().map(|(name, _)| name.as_str()));
    let mut message = format!("no {} is named `{}`", kind.word(), name.text);
    let Some(near) = near else { return Some(service.fault(code, name.node, message)) };
    message.push_str(&format!("; did you mean `{near}`?"));
    let ops = vec![Op::Replace { at: name.node.path(), value: Value::text(near) }];
    let fault = service.fault(code, name.node, message).fix(format!("Change to `{near}`"), ops);
    // TOSCA's names are case-sensitive: only the case is wrong.
    let sure = near.eq_ignore_ascii_case(&name.text);
    Some(if sure { fault } else { fault.unsafe_fix() })
}

/// Why a node is no occurrences, as the end of a sentence.
pub(super) fn range_fault(fault: &RangeFault<'_>) -> &'static str {
    match fault {
        RangeFault::NotTwo => "are a list of two: the least and the most",
        RangeFault::Lower(_) => "begin with a whole number",
        RangeFault::Upper(_) => "end with a whole number or `UNBOUNDED`",
        RangeFault::UnboundedLower(_) => "can be `UNBOUNDED` at the upper end only",
        RangeFault::Reversed => "end before they begin",
        RangeFault::Negative(_) => "cannot be fewer than none",
    }
}

/// The texts of a list; a single text counts as a list of one.
fn words<'d>(node: Node<'d>, key: &str) -> Vec<Word<'d>> {
    let Some(list) = node.get(key).map(Node::resolve) else { return Vec::new() };
    if list.is_scalar() {
        return Word::of(list).into_iter().collect();
    }
    list.items().filter_map(|item| Word::of(item.resolve())).collect()
}
