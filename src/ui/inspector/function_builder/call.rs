//! Parts of a function call, by their path.

use limn_ide::form::{Argument, ArgumentKind};
use limn_language::edit::{CallArgument, FunctionCall};

/// The first missing required argument, in the call or in a nested one.
pub(super) fn missing_argument(
    call: &FunctionCall,
    arguments: &impl Fn(&str, &[String]) -> Vec<Argument>,
) -> Option<String> {
    let parameters = arguments(&call.function, &texts(&call.given));
    let is_given = |at: usize| match call.given.get(at) {
        Some(CallArgument::Text(text)) => !text.is_empty(),
        Some(CallArgument::List(items)) => !items.is_empty(),
        Some(CallArgument::Call(_)) => true,
        None => false,
    };
    let missing = parameters.iter().enumerate().find(|(at, argument)| !argument.optional && !is_given(*at));
    missing.map(|(_, argument)| argument.label.clone()).or_else(|| missing_within(&call.given, arguments))
}

fn missing_within(
    given: &[CallArgument],
    arguments: &impl Fn(&str, &[String]) -> Vec<Argument>,
) -> Option<String> {
    given.iter().find_map(|given| match given {
        CallArgument::Call(call) => missing_argument(call, arguments),
        CallArgument::List(items) => missing_within(items, arguments),
        CallArgument::Text(_) => None,
    })
}

pub(super) fn texts(given: &[CallArgument]) -> Vec<String> {
    let text = |given: &CallArgument| match given {
        CallArgument::Text(text) => Some(text.clone()),
        _ => None,
    };
    given.iter().map_while(text).collect()
}

/// Value at a path in a list of arguments.
pub(super) fn find<'a>(given: &'a mut [CallArgument], path: &[usize]) -> Option<&'a mut CallArgument> {
    let (first, rest) = path.split_first()?;
    let here = given.get_mut(*first)?;
    if rest.is_empty() {
        return Some(here);
    }
    match here {
        CallArgument::Call(call) => find(&mut call.given, rest),
        CallArgument::List(items) => find(items, rest),
        CallArgument::Text(_) => None,
    }
}

/// List at a path: the arguments of a call, or a list argument.
pub(super) fn list<'a>(root: &'a mut FunctionCall, path: &[usize]) -> Option<&'a mut Vec<CallArgument>> {
    if path.is_empty() {
        return Some(&mut root.given);
    }
    match find(&mut root.given, path)? {
        CallArgument::Call(call) => Some(&mut call.given),
        CallArgument::List(items) => Some(items),
        CallArgument::Text(_) => None,
    }
}

pub(super) fn call_at(root: &FunctionCall, path: &[usize]) -> Option<FunctionCall> {
    if path.is_empty() {
        return Some(root.clone());
    }
    let mut root = root.clone();
    match find(&mut root.given, path)? {
        CallArgument::Call(call) => Some(call.clone()),
        _ => None,
    }
}

/// Initial arguments of a function.
pub(super) fn first_given(parameters: &[Argument], literal: String) -> Vec<CallArgument> {
    match parameters.first().map(|argument| argument.takes) {
        Some(ArgumentKind::Rest | ArgumentKind::Value) => vec![CallArgument::Text(literal)],
        Some(ArgumentKind::Values) => vec![CallArgument::List(vec![CallArgument::Text(literal)])],
        _ => Vec::new(),
    }
}
