//! Types of values, expressions and names of files.

use super::super::rules::expressions::portable::OTHERS;
use super::super::rules::values::portable::{fix, types_of_amp};
use super::expression::{ExpressionScope, function};
use super::{Converter, note};
use limn_brooklyn::{Argument, ArgumentValue, Arguments, Step, is_expression, parse};
use limn_language::dialect::ConversionEffect;
use limn_language::message;
use limn_tosca::brooklyn::Expression;
use limn_tosca::model::Service;
use limn_yaml::{Node, Path, Value};

const CLASSPATH: &str = "classpath:";
/// Maximum depth of values.
const DEPTH: usize = 64;

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    types(it);
    let service = it.service;
    for expression in service.brooklyn_expressions() {
        convert_expression(it, expression);
    }
    if let Some(root) = service.root.filter(|_| service.document.text().contains(CLASSPATH)) {
        files(it, root, false, 0);
    }
}

/// `list<string>` and `double`.
fn types(it: &mut Converter<'_, '_>) {
    for found in types_of_amp(it.service) {
        let Some((_, ops)) = fix(&found) else { continue };
        if it.claim(found.word.node.range()) {
            let name = &found.word.text;
            let message = match name.contains('<') {
                true => format!("type `{name}` to `entry_schema`"),
                false => format!("type `{name}` to `float`"),
            };
            it.push(ops, vec![note(found.word.node.path(), ConversionEffect::Changed, message)]);
        }
    }
}

fn convert_expression(it: &mut Converter<'_, '_>, expression: &Expression<'_>) {
    let node = expression.node;
    if expression.parsed.fault.is_some() || is_in_expression(node) {
        return;
    }
    let scope = scope(&node.path());
    let (at, chain) = match expression.argument {
        None => (Some(node), Some(expression.parsed.chain.clone())),
        Some(argument) => (node.parent(), with_arguments(expression, argument)),
    };
    let (Some(at), Some(chain)) = (at, chain) else { return };
    if let Some(value) = function(it.service, scope, &chain) {
        let name = match value.content() {
            Value::Mapping(entries) => entries.first().map(|(name, _)| name.clone()),
            _ => None,
        };
        let shown = chain.calls().last().map(|call| call.name.text.clone()).unwrap_or_default();
        let message = match name {
            Some(name) => format!("`$brooklyn:` function `{shown}` to `{name}`"),
            None => format!("`$brooklyn:` function `{shown}` to its text"),
        };
        it.replace(at, value, message);
    }
}

/// The chain of `{$brooklyn:config: port}`, with the arguments in it; `None` if an argument is not a scalar.
fn with_arguments(expression: &Expression<'_>, argument: Node<'_>) -> Option<limn_brooklyn::Chain> {
    let argument = argument.resolve();
    let nodes: Vec<Node<'_>> =
        if argument.is_sequence() { argument.items().collect() } else { vec![argument] };
    let mut items = Vec::new();
    for node in nodes {
        let text = node.as_str().filter(|_| node.is_scalar() && !node.is_null())?.into_owned();
        let value = if is_expression(&text) {
            let parsed = parse(&text);
            if parsed.fault.is_some() {
                return None;
            }
            ArgumentValue::Chain(parsed.chain)
        } else {
            ArgumentValue::Text { within: 0..text.len(), text, quote: '"' }
        };
        items.push(Argument { value, range: 0..0 });
    }
    let mut chain = expression.parsed.chain.clone();
    let Some(Step::Call(call)) = chain.steps.last_mut() else { return None };
    if call.arguments.is_some() {
        return None;
    }
    call.arguments = Some(Arguments { items, range: 0..0, closed: true });
    Some(chain)
}

/// Returns true inside the arguments of another expression: what stays of it must stay as a whole.
fn is_in_expression(node: Node<'_>) -> bool {
    let mut at = if node.is_key() { node.parent() } else { Some(node) };
    for _ in 0..DEPTH {
        let Some(found) = at else { return false };
        if found.key().and_then(Node::as_str).is_some_and(|key| is_expression(&key)) {
            return true;
        }
        at = found.parent();
    }
    true
}

fn scope(path: &Path) -> ExpressionScope {
    let has_names = path.key_at(0) == Some("topology_template");
    let section = if has_names { path.key_at(1) } else { path.key_at(0) };
    let holders = ["node_templates", "relationship_templates", "node_types", "relationship_types"];
    ExpressionScope { has_self: section.is_some_and(|section| holders.contains(&section)), has_names }
}

/// The path from a document to a file of its bundle.
fn relative(service: &Service<'_>, path: &str) -> String {
    // The files of a workspace are sorted.
    let is_there =
        |file: String| service.files.binary_search_by(|known| known.as_str().cmp(file.as_str())).is_ok();
    // The bundle is the nearest folder with the file or with a manifest.
    let folders =
        service.file.as_str().rmatch_indices('/').map(|(at, _)| &service.file.as_str()[..=at]).chain([""]);
    for (up, folder) in folders.enumerate() {
        if [path, "TOSCA-Metadata/TOSCA.meta", "catalog.bom"]
            .iter()
            .any(|name| is_there(format!("{folder}{name}")))
        {
            return "../".repeat(up) + path;
        }
    }
    path.to_owned()
}

/// Files of the bundle by their paths from this file, where TOSCA expects files: in artifacts and operations.
fn files(it: &mut Converter<'_, '_>, node: Node<'_>, is_place: bool, depth: usize) {
    if depth > DEPTH || node.is_alias() {
        return;
    }
    if node.is_scalar() {
        let Some(text) = node.as_str().filter(|text| text.starts_with(CLASSPATH)) else { return };
        if !is_place {
            it.keep(node, message::unsupported(text, OTHERS));
        } else if let Some(path) = text.strip_prefix(CLASSPATH).map(|path| path.trim_start_matches('/'))
            && !path.is_empty()
        {
            let path = relative(it.service, path);
            let message = format!("`{text}` to the relative path `{path}`");
            it.replace(node, Value::text(path), message);
        }
        return;
    }
    for entry in node.entries() {
        let key = entry.key.as_str().unwrap_or_default();
        if matches!(&*key, "metadata" | "description") || is_expression(&key) {
            continue;
        }
        let is_inner = match &*key {
            "artifacts" | "interfaces" | "imports" => true,
            "inputs" | "properties" => false,
            _ => is_place,
        };
        files(it, entry.value, is_inner, depth + 1);
    }
    node.items().for_each(|item| files(it, item, is_place, depth + 1));
}
