//! `$brooklyn:` expressions as functions of TOSCA.

use limn_brooklyn::{Argument, ArgumentValue, Call, Chain, Step};
use limn_tosca::model::Service;
use limn_yaml::Value;

/// Scope of an expression: what `SELF` and names of node templates mean there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpressionScope {
    /// In a node or relationship, so that `SELF` has a meaning.
    pub has_self: bool,
    /// In the topology template, so that names of node templates have one.
    pub has_names: bool,
}

/// The function; `None` if TOSCA has no equivalent.
pub(super) fn function(service: &Service<'_>, scope: ExpressionScope, chain: &Chain) -> Option<Value> {
    let mut owner = Owner::Own;
    let mut steps = chain.steps.iter();
    while let Some(step) = steps.next() {
        let Step::Call(call) = step else { return None };
        match (call.name.text.as_str(), call.items()) {
            ("self", []) => {}
            ("component" | "entity", [Argument { value: ArgumentValue::Text { text, .. }, .. }]) => {
                owner = Owner::Named(text.clone());
            }
            ("scopeRoot", []) => owner = Owner::Topology,
            ("config", [key]) => return read(service, scope, "get_property", &owner, key, steps),
            ("attributeWhenReady", [key, ..]) => {
                return read(service, scope, "get_attribute", &owner, key, steps);
            }
            ("formatString", _) if steps.len() == 0 => return concat(service, scope, call),
            ("literal", [text]) if steps.len() == 0 => return text.as_text().map(Value::text),
            _ => return None,
        }
    }
    None
}

#[derive(Debug)]
enum Owner {
    Own,
    Named(String),
    Topology,
}

fn read<'c>(
    service: &Service<'_>,
    scope: ExpressionScope,
    function: &str,
    owner: &Owner,
    key: &Argument,
    rest: impl Iterator<Item = &'c Step>,
) -> Option<Value> {
    let mut arguments = match owner {
        Owner::Own if scope.has_self => vec![Value::text("SELF")],
        Owner::Named(name) if scope.has_names => {
            service.node_template(name)?;
            vec![Value::text(name)]
        }
        Owner::Topology if function == "get_property" => {
            let input = key.as_text()?;
            service.topology.as_ref()?.input(input)?;
            return (rest.count() == 0).then(|| call("get_input", Value::text(input)));
        }
        _ => return None,
    };
    arguments.push(Value::text(key.as_text()?));
    for step in rest {
        let Step::Entry(entry) = step else { return None };
        arguments.push(match &entry.value {
            ArgumentValue::Text { text, .. } => Value::text(text),
            ArgumentValue::Literal(text) => Value::Plain(text.clone()),
            ArgumentValue::Chain(_) => return None,
        });
    }
    Some(call(function, Value::Sequence(arguments)))
}

fn concat(service: &Service<'_>, scope: ExpressionScope, format: &Call) -> Option<Value> {
    let (pattern, arguments) = format.items().split_first()?;
    let texts = texts_between(pattern.as_text()?)?;
    if texts.len() != arguments.len() + 1 {
        return None;
    }
    let mut items: Vec<Value> = Vec::new();
    let mut pending = String::new();
    for (at, text) in texts.iter().enumerate() {
        pending.push_str(text);
        let Some(argument) = arguments.get(at) else { break };
        match &argument.value {
            ArgumentValue::Text { text, .. } => pending.push_str(text),
            ArgumentValue::Literal(text) => pending.push_str(text),
            ArgumentValue::Chain(chain) => {
                let value = function(service, scope, chain)?;
                if !pending.is_empty() {
                    items.push(Value::text(std::mem::take(&mut pending)));
                }
                items.push(value);
            }
        }
    }
    if items.is_empty() {
        return Some(Value::text(pending));
    }
    if !pending.is_empty() {
        items.push(Value::text(pending));
    }
    Some(call("concat", Value::Sequence(items)))
}

/// The texts around each `%s` of a pattern; `None` if it has other formats.
fn texts_between(pattern: &str) -> Option<Vec<String>> {
    let mut texts = vec![String::new()];
    let mut chars = pattern.chars();
    while let Some(it) = chars.next() {
        match it {
            '%' => match chars.next()? {
                's' => texts.push(String::new()),
                '%' => texts.last_mut()?.push('%'),
                _ => return None,
            },
            it => texts.last_mut()?.push(it),
        }
    }
    Some(texts)
}

/// A call of a function of TOSCA.
fn call(function: &str, arguments: Value) -> Value {
    Value::map([(function, arguments)]).on_one_line()
}
