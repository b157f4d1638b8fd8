//! Fixes for diagnostics of the tables: converts a list to a mapping, or a mapping to a list, wraps a term in a product, or moves a reservation to where
//! HAS reads it. They lose comments, so none is applied automatically.

use super::super::grammar::{DEMAND_LIST, FACTOR_TABLE, NOT_A_MAPPING, RESERVATION_SHAPE, SUMMAND};
use super::super::model::Template;
use limn_language::diagnostic::Diagnostic;
use limn_yaml::{Node, Op, Path, Placement, Resolved, Style, Value};

/// Limit of nesting of copied values.
const MAX_DEPTH: usize = 32;

/// The key of the reservations by name, within `reservation`.
const CANDIDATES: &str = "service_candidates";

/// Adds a fix to a diagnostic of the tables, if there is one.
pub(super) fn add_fix(template: &Template, mut diagnostic: Diagnostic) -> Diagnostic {
    let Some(node) = template.node(&diagnostic.path) else { return diagnostic };
    let at = diagnostic.path.clone();
    if diagnostic.code == &NOT_A_MAPPING && node.is_sequence() {
        return match list_to_mapping(node) {
            Some(value) => {
                diagnostic.fix("Convert to a mapping", vec![Op::Replace { at, value }]).unsafe_fix()
            }
            None => diagnostic,
        };
    }
    if diagnostic.code == &DEMAND_LIST && node.is_mapping() && node.get("inventory_type").is_some() {
        let Some(source) = copy(node, 0) else { return diagnostic };
        let value = Value::Sequence(vec![source]);
        return diagnostic.fix("Convert to a list", vec![Op::Replace { at, value }]).unsafe_fix();
    }
    if diagnostic.code == &SUMMAND
        && let Some((term, function)) = at.parent().zip(at.last_key())
        && FACTOR_TABLE.key(function).is_some()
        && template.node(&term).is_some_and(|term| term.entries().len() == 1)
        && let Some(arguments) = copy(node, 0)
    {
        let factor = Value::map([(function, arguments)]).on_one_line();
        let value = Value::map([("product", Value::Sequence(vec![Value::Plain("1".to_owned()), factor]))]);
        return diagnostic.fix("Wrap in `product`", vec![Op::Replace { at: term, value }]).unsafe_fix();
    }
    if diagnostic.code == &RESERVATION_SHAPE
        && let Some(ops) = move_reservation(template, node, &at)
    {
        // The fix of the tables removes the reservation.
        diagnostic.fixes.clear();
        diagnostic.message.push_str("; it belongs in `service_candidates`");
        return diagnostic.fix("Move into `service_candidates`", ops).unsafe_fix();
    }
    diagnostic
}

/// Moves a reservation from `reservation` itself into `service_candidates`.
fn move_reservation(template: &Template, node: Node<'_>, at: &Path) -> Option<Vec<Op>> {
    let section = template.section("reservation");
    let name = at.last_key()?;
    if at.parent()? != section || name == CANDIDATES || node.get("demands").is_none() {
        return None;
    }
    let reservation = copy(node, 0)?;
    let inner = section.key(CANDIDATES);
    let (into, key, value) = match template.node(&inner) {
        None => (section, CANDIDATES.to_owned(), Value::Mapping(vec![(name.to_owned(), reservation)])),
        Some(known) if known.is_mapping() && known.get(name).is_none() => {
            (inner, name.to_owned(), reservation)
        }
        Some(_) => return None,
    };
    let insert = Op::Insert { into, key, value, placement: Placement::Last };
    Some(vec![insert, Op::Remove { at: at.clone(), prune: false }])
}

/// Converts a list of single-entry mappings to one mapping.
fn list_to_mapping(node: Node<'_>) -> Option<Value> {
    let mut entries: Vec<(String, Value)> = Vec::new();
    for item in node.items() {
        let item = item.resolve();
        let mut all = item.entries();
        let (entry, None) = (all.next()?, all.next()) else { return None };
        let name = entry.key.as_str()?.into_owned();
        if entries.iter().any(|(known, _)| *known == name) {
            return None;
        }
        entries.push((name, copy(entry.value, 0)?));
    }
    (!entries.is_empty()).then_some(Value::Mapping(entries))
}

/// Copies a value.
pub(super) fn copy(node: Node<'_>, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH || node.is_alias() || node.anchor().is_some() || node.tag().is_some() {
        return None;
    }
    let flow = |value: Value| if node.style() == Style::Flow { value.on_one_line() } else { value };
    if node.is_sequence() {
        let items: Option<Vec<Value>> = node.items().map(|item| copy(item, depth + 1)).collect();
        return Some(flow(Value::Sequence(items?)));
    }
    if node.is_mapping() {
        let entries = node
            .entries()
            .map(|entry| Some((entry.key.as_str()?.into_owned(), copy(entry.value, depth + 1)?)));
        return Some(flow(Value::Mapping(entries.collect::<Option<Vec<_>>>()?)));
    }
    let text = node.as_str()?.into_owned();
    Some(match (node.style(), node.resolved()) {
        (_, Some(Resolved::Null)) => Value::Null,
        (Style::Plain, _) => Value::Plain(text),
        (Style::Single | Style::Double, _) => Value::Quoted(text),
        _ => Value::Text(text),
    })
}
