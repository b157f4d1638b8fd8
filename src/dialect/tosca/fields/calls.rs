//! Function calls in forms: reads calls from the text, writes them back and describes them in a few words. Other modules decide which functions are
//! available.

use crate::function::{self, Function};
use limn_language::edit::{CallArgument, FunctionCall};
use limn_yaml::{Document, Node, Resolved, Style, Value, resolve_plain};

/// Maximum nesting depth of calls.
const DEPTH: usize = 12;

/// The call in a node, if a form can show all its arguments.
pub(super) fn read(node: Node<'_>) -> Option<FunctionCall> {
    of(node, DEPTH)
}

fn of(node: Node<'_>, depth: usize) -> Option<FunctionCall> {
    let call = function::CallNode::of(node)?;
    let depth = depth.checked_sub(1)?;
    let given: Option<Vec<CallArgument>> =
        call.arguments().into_iter().map(|argument| given(argument, depth)).collect();
    Some(FunctionCall { function: call.function.name().to_owned(), given: given? })
}

fn given(node: Node<'_>, depth: usize) -> Option<CallArgument> {
    let node = node.resolve();
    if node.is_scalar() {
        return Some(CallArgument::Text(node.as_str().map(Into::into).unwrap_or_default()));
    }
    if node.is_sequence() {
        let depth = depth.checked_sub(1)?;
        return node.items().map(|item| given(item, depth)).collect::<Option<_>>().map(CallArgument::List);
    }
    of(node, depth).map(CallArgument::Call)
}

/// The call as YAML: arguments in a list, except for the functions with a single name.
pub(super) fn value(call: &FunctionCall) -> Value {
    let function = Function::named(&call.function);
    // Parts of a string stay strings; an index is a number.
    let is_text = matches!(function, Some(Function::Concat | Function::Join));
    let argument = match (&call.given[..], function) {
        ([CallArgument::Text(text)], Some(Function::GetInput | Function::GetNodesOfType)) => {
            Value::text(text.clone())
        }
        (given, _) => Value::Sequence(given.iter().map(|argument| part(argument, is_text)).collect()),
    };
    Value::map([(call.function.clone(), argument)])
}

fn part(given: &CallArgument, is_text: bool) -> Value {
    match given {
        CallArgument::Text(text) if !is_text && matches!(resolve_plain(text), Resolved::Int(_)) => {
            Value::Plain(text.clone())
        }
        CallArgument::Text(text) => Value::text(text.clone()),
        CallArgument::Call(call) => value(call),
        CallArgument::List(items) => Value::Sequence(items.iter().map(|item| part(item, is_text)).collect()),
    }
}

/// Returns true if the document writes all its calls in block style.
pub(super) fn stand_in_blocks(document: &Document) -> bool {
    let mut calls =
        document.nodes().filter(|node| node.is_mapping() && function::CallNode::of(*node).is_some());
    let mut any = false;
    calls.all(|node| {
        any = true;
        node.style() == Style::Block
    }) && any
}

/// Describes the result of a call in a few words.
pub(super) fn summary(call: &FunctionCall) -> String {
    let texts: Vec<String> = call.given.iter().map(shown).collect();
    let rest = |from: usize| texts.get(from..).unwrap_or_default().join(" → ");
    let at = |at: usize| texts.get(at).cloned().unwrap_or_else(|| "…".to_owned());
    let owner = |text: String| match text.as_str() {
        "`SELF`" => "this node".to_owned(),
        "`HOST`" => "the host".to_owned(),
        "`SOURCE`" => "the source".to_owned(),
        "`TARGET`" => "the target".to_owned(),
        _ => text,
    };
    match Function::named(&call.function) {
        Some(Function::GetInput) => format!("input {}", rest(0)),
        Some(Function::GetProperty) => format!("property {} of {}", rest(1), owner(at(0))),
        Some(Function::GetAttribute) => format!("attribute {} of {}", rest(1), owner(at(0))),
        Some(Function::GetArtifact) => format!("artifact {} of {}", at(1), owner(at(0))),
        Some(Function::GetOperationOutput) => {
            format!("{} of {} → {} of {}", at(3), at(1), at(2), owner(at(0)))
        }
        Some(Function::GetNodesOfType) => format!("nodes of type {}", at(0)),
        Some(Function::Concat) => texts.join(" + "),
        Some(Function::Join) => {
            let between = call.given.get(1).map(|separator| format!(" separated by {}", shown(separator)));
            format!("{}{}", at(0), between.unwrap_or_default())
        }
        Some(Function::Token) => format!("part {} of {} split at {}", at(2), at(0), at(1)),
        None => call.function.clone(),
    }
}

fn shown(given: &CallArgument) -> String {
    match given {
        CallArgument::Text(text) => format!("`{text}`"),
        CallArgument::Call(call) => summary(call),
        CallArgument::List(items) => items.iter().map(shown).collect::<Vec<_>>().join(" + "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::{self as yaml, Op, Path};

    #[test]
    fn a_call_is_read_said_and_written_as_it_was() {
        for (text, summary) in [
            ("{ get_input: port }", "input `port`"),
            ("{ get_input: [ports, 0] }", "input `ports` → `0`"),
            ("{ get_property: [SELF, door, port] }", "property `door` → `port` of this node"),
            ("{ get_attribute: [HOST, address] }", "attribute `address` of the host"),
            (
                "{ concat: [\"http://\", { get_attribute: [web, ip] }, \":80\"] }",
                "`http://` + attribute `ip` of `web` + `:80`",
            ),
            ("{ join: [[a, b], \"-\"] }", "`a` + `b` separated by `-`"),
            ("{ token: [{ get_input: all }, \",\", 1] }", "part `1` of input `all` split at `,`"),
            (
                "{ get_operation_output: [SELF, Standard, create, key] }",
                "`key` of `Standard` → `create` of this node",
            ),
            ("{ get_nodes_of_type: my.Node }", "nodes of type `my.Node`"),
            ("{ get_artifact: [SELF, image] }", "artifact `image` of this node"),
        ] {
            let document = yaml::parse(format!("a: {text}\n"));
            let call = read(document.get(&Path::keys(["a"])).unwrap()).unwrap();
            assert_eq!(super::summary(&call), summary);
            let before = yaml::parse("a: 1\nb: c\n");
            let op = Op::Replace { at: Path::keys(["a"]), value: value(&call).on_one_line() };
            let after = yaml::patch(&before, &[op]).unwrap().apply(before.text());
            assert_eq!(after.lines().count(), 2, "{after}");
            let document = yaml::parse(after);
            assert_eq!(read(document.get(&Path::keys(["a"])).unwrap()), Some(call));
        }
        let document = yaml::parse("{concat: [{a: b}]}\n");
        assert_eq!(read(document.root().unwrap()), None);
    }

    #[test]
    fn the_file_shows_how_calls_are_written() {
        let blocks = |text: &str| stand_in_blocks(&yaml::parse(text));
        assert!(blocks("a:\n  get_input: b\n"));
        assert!(!blocks("a:\n  get_input: b\nc: {get_input: d}\n"));
        assert!(!blocks("a: 1\n"));
    }
}
