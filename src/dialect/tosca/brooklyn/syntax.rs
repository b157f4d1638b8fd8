//! Syntax of expressions in YAML: a string, or a mapping with one key.

use limn_brooklyn::{Parsed, Target, function, is_expression};
use limn_yaml::{Entry, Node};

/// Strings in the arguments of a mapping, with what they refer to.
pub(super) fn named_arguments<'d>(parsed: &Parsed, argument: Node<'d>) -> Vec<(Node<'d>, Target)> {
    let Some(function) = parsed.chain.calls().last().and_then(|call| function(&call.name.text)) else {
        return Vec::new();
    };
    let argument = argument.resolve();
    let items: Vec<Node<'d>> =
        if argument.is_sequence() { argument.items().map(Node::resolve).collect() } else { vec![argument] };
    let count = items.len();
    let named = items.into_iter().enumerate().map(|(at, item)| (item, function.target(at, count)));
    let refers = |named: &(Node<'d>, Target)| {
        let is_name = matches!(named.1, Target::Component | Target::Config | Target::Sensor);
        is_name && named.0.is_scalar() && named.0.as_str().is_some_and(|text| !is_expression(&text))
    };
    named.filter(refers).collect()
}

/// The only entry of a mapping, if its key is an expression.
pub(super) fn keyed(node: Node<'_>) -> Option<Entry<'_>> {
    let mut entries = node.entries();
    let (Some(entry), None) = (entries.next(), entries.next()) else { return None };
    entry.key.as_str().is_some_and(|key| is_expression(&key)).then_some(entry)
}

/// Returns true for an expression, whose value only AMP can determine.
pub fn is_value(node: Node<'_>) -> bool {
    let node = node.resolve();
    match node.is_scalar() {
        true => node.as_str().is_some_and(|text| is_expression(&text)),
        false => keyed(node).is_some(),
    }
}
