//! Types: what they derive from, and what a derived type may make of what it inherits.

mod capability_definition;
mod derivation;
mod requirement_definition;
mod reserved_name;
mod type_lists;

use super::Rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Definition, Lookup, TypeKind, Word};
use crate::dialect::tosca::value::{Range, RangeFault};

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
        let message = format!("`{}` is {}, not {}", name.text, other.one(), kind.one());
        return Some(service.fault(code, name.node, message));
    }
    let near = service.nearness.nearest_type(&service.world, kind, &name.text);
    let message = format!("no {} is named `{}`", kind.word(), name.text);
    let mut fault = service.fault(code, name.node, message).meant(near, |near| name.replaced(near));
    // TOSCA's names are case-sensitive: only the case is wrong.
    let sure = near.is_some_and(|near| near.eq_ignore_ascii_case(&name.text));
    fault.fixes.iter_mut().for_each(|fix| fix.safe = sure);
    Some(fault)
}

/// Holds `occurrences` of a definition against what they must be, and against those that are inherited. `otherwise`: whether a range is wider
/// than what holds where nothing is said further up.
fn occurrences<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    (bad, wider): (&'static Code, &'static Code),
    otherwise: impl Fn(&Range) -> bool,
) -> Option<Diagnostic> {
    let (own, above) = definition.layers.split_first()?;
    // What is no list at all is told by the tables.
    let node = own.node.get("occurrences").filter(|it| it.resolve().is_sequence() && service.is_own(*it))?;
    let range = match Range::occurrences(node) {
        Ok(range) => range,
        Err(fault) => {
            let at = fault.at().unwrap_or(node);
            return Some(service.fault(bad, at, format!("occurrences {}", range_fault(&fault))));
        }
    };
    let inherited = above.iter().find_map(|layer| layer.node.get("occurrences"));
    let is_wider = match inherited.map(Range::occurrences) {
        Some(inherited) => inherited.is_ok_and(|inherited| !inherited.covers(&range)),
        None => !above.is_empty() && otherwise(&range),
    };
    is_wider.then(|| {
        let message =
            format!("`{}` occurs more or less often here than where it is inherited from", definition.name);
        service.fault(wider, node, message)
    })
}

/// Why a node is no occurrences, as the end of a sentence.
fn range_fault(fault: &RangeFault<'_>) -> &'static str {
    match fault {
        RangeFault::NotTwo => "are a list of two: the least and the most",
        RangeFault::Lower(_) => "begin with a whole number",
        RangeFault::Upper(_) => "end with a whole number or `UNBOUNDED`",
        RangeFault::UnboundedLower(_) => "can be `UNBOUNDED` at the upper end only",
        RangeFault::Reversed => "end before they begin",
        RangeFault::Negative(_) => "cannot be fewer than none",
    }
}
