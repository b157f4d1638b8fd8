//! Parts of a function call, by their path.

use limn_ide::form::{Argument, Takes};
use limn_language::edit::{Call, Given};

/// The first missing required argument, in the call or in a nested one.
pub(super) fn missing_argument(
    call: &Call,
    arguments: &impl Fn(&str, &[String]) -> Vec<Argument>,
) -> Option<String> {
    let asked = arguments(&call.function, &texts(&call.given));
    let is_given = |at: usize| match call.given.get(at) {
        Some(Given::Text(text)) => !text.is_empty(),
        Some(Given::List(items)) => !items.is_empty(),
        Some(Given::Call(_)) => true,
        None => false,
    };
    let missing = asked.iter().enumerate().find(|(at, argument)| !argument.optional && !is_given(*at));
    missing.map(|(_, argument)| argument.label.clone()).or_else(|| missing_within(&call.given, arguments))
}

fn missing_within(given: &[Given], arguments: &impl Fn(&str, &[String]) -> Vec<Argument>) -> Option<String> {
    given.iter().find_map(|given| match given {
        Given::Call(call) => missing_argument(call, arguments),
        Given::List(items) => missing_within(items, arguments),
        Given::Text(_) => None,
    })
}

pub(super) fn texts(given: &[Given]) -> Vec<String> {
    let text = |given: &Given| match given {
        Given::Text(text) => Some(text.clone()),
        _ => None,
    };
    given.iter().map_while(text).collect()
}

/// Value at a path in a list of arguments.
pub(super) fn find<'a>(given: &'a mut [Given], trail: &[usize]) -> Option<&'a mut Given> {
    let (first, rest) = trail.split_first()?;
    let here = given.get_mut(*first)?;
    if rest.is_empty() {
        return Some(here);
    }
    match here {
        Given::Call(call) => find(&mut call.given, rest),
        Given::List(items) => find(items, rest),
        Given::Text(_) => None,
    }
}

/// List at a path: the arguments of a call, or a list argument.
pub(super) fn list<'a>(root: &'a mut Call, trail: &[usize]) -> Option<&'a mut Vec<Given>> {
    if trail.is_empty() {
        return Some(&mut root.given);
    }
    match find(&mut root.given, trail)? {
        Given::Call(call) => Some(&mut call.given),
        Given::List(items) => Some(items),
        Given::Text(_) => None,
    }
}

pub(super) fn call_at(root: &Call, trail: &[usize]) -> Option<Call> {
    if trail.is_empty() {
        return Some(root.clone());
    }
    let mut root = root.clone();
    match find(&mut root.given, trail)? {
        Given::Call(call) => Some(call.clone()),
        _ => None,
    }
}

/// Initial arguments of a function.
pub(super) fn first_given(asked: &[Argument], literal: String) -> Vec<Given> {
    match asked.first().map(|argument| argument.takes) {
        Some(Takes::Rest | Takes::Value) => vec![Given::Text(literal)],
        Some(Takes::Values) => vec![Given::List(vec![Given::Text(literal)])],
        _ => Vec::new(),
    }
}
