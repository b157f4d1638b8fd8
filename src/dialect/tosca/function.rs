//! Function calls as written: the function and its arguments. A call is a mapping with a function name as its only key. The resolver finds what a
//! call refers to.

use super::brooklyn;
use super::expression::{plain, prefixed};
use super::kind;
use limn_language::schema::{Expression, NameKind, NodeContext, Part, PartKind, Scope};
use limn_yaml::{Node, Resolved};

/// A value with optional calls at any depth.
pub static VALUE: Expression =
    Expression::new("a value, or a function", brooklyn::parts).call(parts).inner(&brooklyn::WORDS).silent();

/// The functions of TOSCA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Concat,
    Join,
    Token,
    GetInput,
    GetProperty,
    GetAttribute,
    GetOperationOutput,
    GetNodesOfType,
    GetArtifact,
}

impl Function {
    pub const ALL: [Function; 9] = [
        Function::Concat,
        Function::Join,
        Function::Token,
        Function::GetInput,
        Function::GetProperty,
        Function::GetAttribute,
        Function::GetOperationOutput,
        Function::GetNodesOfType,
        Function::GetArtifact,
    ];

    /// `get_input`
    pub const fn name(self) -> &'static str {
        match self {
            Function::Concat => "concat",
            Function::Join => "join",
            Function::Token => "token",
            Function::GetInput => "get_input",
            Function::GetProperty => "get_property",
            Function::GetAttribute => "get_attribute",
            Function::GetOperationOutput => "get_operation_output",
            Function::GetNodesOfType => "get_nodes_of_type",
            Function::GetArtifact => "get_artifact",
        }
    }

    /// Result, for hover and completion.
    pub const fn help(self) -> &'static str {
        match self {
            Function::Concat => "Joins strings.",
            Function::Join => "Joins a list of strings, with a delimiter between them.",
            Function::Token => "Splits a string at a separator and takes the part with the given index.",
            Function::GetInput => "Reads an input of the topology.",
            Function::GetProperty => {
                "Reads a property of a node, a relationship or a group, or a part of it."
            }
            Function::GetAttribute => {
                "Reads an attribute of a node, a relationship or a group: a value that is known while it runs."
            }
            Function::GetOperationOutput => "Reads an output of an operation.",
            Function::GetNodesOfType => "Lists the nodes of a type.",
            Function::GetArtifact => "Reads the location of an artifact.",
        }
    }

    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name() == name)
    }

    /// Returns true for a function that builds a string or list from arguments, which can be calls.
    pub const fn is_intrinsic(self) -> bool {
        matches!(self, Function::Concat | Function::Join | Function::Token)
    }
}

/// Keyword for an entity, relative to the location of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    Own,
    Source,
    Target,
    Host,
}

impl Keyword {
    pub fn named(text: &str) -> Option<Keyword> {
        match text {
            "SELF" => Some(Keyword::Own),
            "SOURCE" => Some(Keyword::Source),
            "TARGET" => Some(Keyword::Target),
            "HOST" => Some(Keyword::Host),
            _ => None,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Keyword::Own => "SELF",
            Keyword::Source => "SOURCE",
            Keyword::Target => "TARGET",
            Keyword::Host => "HOST",
        }
    }

    /// Meaning in a call, for hover and completion.
    pub const fn help(self) -> &'static str {
        match self {
            Keyword::Own => "The node or relationship that the call is in.",
            Keyword::Source => "The source node of the relationship that the call is in.",
            Keyword::Target => "The target node of the relationship that the call is in.",
            Keyword::Host => {
                "The host of the node that the call is in, or the nearest host below it that has the value. Hosts are the targets of \
                 requirements with a relationship of type `HostedOn`."
            }
        }
    }
}

/// Meaning of a word as the host of an operation; `None` for other words, which can be names of nodes.
pub fn host_help(word: &str) -> Option<&'static str> {
    Some(match word {
        "SELF" => "The operation runs on its own node.",
        "HOST" => {
            "The operation runs on the host of its node, the target of its relationship of type `HostedOn`."
        }
        "SOURCE" => "The operation runs on the source node of its relationship.",
        "TARGET" => "The operation runs on the target node of its relationship.",
        "ORCHESTRATOR" => {
            "The operation runs in the environment of the orchestrator, not on a node of the service."
        }
        _ => return None,
    })
}

/// A call as written, with valid or invalid arguments.
#[derive(Clone, Copy, Debug)]
pub struct CallNode<'d> {
    pub function: Function,
    /// The mapping.
    pub node: Node<'d>,
    /// The function name.
    pub key: Node<'d>,
    /// The argument node.
    pub argument: Node<'d>,
}

impl<'d> CallNode<'d> {
    /// The call in a node; `None` for a plain value.
    pub fn of(node: Node<'d>) -> Option<CallNode<'d>> {
        let node = node.resolve();
        let mut entries = node.entries();
        let (Some(entry), None) = (entries.next(), entries.next()) else { return None };
        let function = Function::named(&entry.key.as_str()?)?;
        Some(CallNode { function, node, key: entry.key, argument: entry.value.resolve() })
    }

    /// The arguments: the items of the list, or the single argument without a list.
    pub fn arguments(&self) -> Vec<Node<'d>> {
        if self.argument.is_sequence() {
            return self.argument.items().map(Node::resolve).collect();
        }
        if self.argument.is_null() { Vec::new() } else { vec![self.argument] }
    }
}

/// All calls in a value, including nested ones; outer calls first.
pub fn calls_in<'d>(value: Node<'d>, found: &mut Vec<CallNode<'d>>) {
    walk(value, 0, &mut |node| found.extend(CallNode::of(node)));
}

/// Visits every node of a value that can be a call, through aliases, to a bounded depth.
pub fn walk<'d>(value: Node<'d>, depth: usize, each: &mut impl FnMut(Node<'d>)) {
    const DEPTH: usize = 32;
    if depth > DEPTH || value.is_alias() && value.resolve().full_range().contains(value.range()) {
        return;
    }
    let value = value.resolve();
    if value.is_mapping() {
        each(value);
        value.entries().for_each(|entry| walk(entry.value, depth + 1, each));
    }
    value.items().for_each(|item| walk(item, depth + 1, each));
}

type Kinds = &'static [&'static NameKind];

static INPUTS: Kinds = &[&kind::INPUT];
static ENTITIES: Kinds = &[&kind::NODE_TEMPLATE, &kind::RELATIONSHIP_TEMPLATE, &kind::GROUP];
static READABLE: Kinds = &[&kind::PROPERTY, &kind::ATTRIBUTE, &kind::REQUIREMENT, &kind::CAPABILITY];
static NESTED: Kinds = &[&kind::PROPERTY, &kind::ATTRIBUTE];
static INTERFACES: Kinds = &[&kind::INTERFACE];
static OPERATIONS: Kinds = &[&kind::OPERATION];
static OUTPUTS: Kinds = &[&kind::OPERATION_OUTPUT];
static ARTIFACTS: Kinds = &[&kind::ARTIFACT];
static NODE_TYPES: Kinds = &[&kind::NODE_TYPE];

/// Names in the arguments of a call. `None` if the node is not a call, or if its arguments are values.
fn parts<'d>(spot: &NodeContext<'d>) -> Option<Vec<(Node<'d>, Part)>> {
    let Some(call) = CallNode::of(spot.node) else { return brooklyn::parts_of_call(spot) };
    if call.function.is_intrinsic() {
        return None;
    }
    let arguments = call.arguments();
    let named = |at: usize| -> Option<(Kinds, Scope)> {
        Some(match (call.function, at) {
            (Function::GetInput, 0) => (INPUTS, Scope::Root),
            (Function::GetNodesOfType, 0) => (NODE_TYPES, Scope::Root),
            (Function::GetInput, _) => (NESTED, Scope::Elsewhere),
            (Function::GetNodesOfType, _) => return None,
            (_, 0) => (ENTITIES, Scope::Root),
            (Function::GetProperty | Function::GetAttribute, 1) => (READABLE, Scope::Elsewhere),
            (Function::GetProperty | Function::GetAttribute, _) => (NESTED, Scope::Elsewhere),
            (Function::GetOperationOutput, 1) => (INTERFACES, Scope::Elsewhere),
            (Function::GetOperationOutput, 2) => (OPERATIONS, Scope::Elsewhere),
            (Function::GetOperationOutput, 3) => (OUTPUTS, Scope::Elsewhere),
            (Function::GetArtifact, 1) => (ARTIFACTS, Scope::Elsewhere),
            _ => return None,
        })
    };
    let mut parts = Vec::new();
    for (at, argument) in arguments.into_iter().enumerate() {
        let Some(text) = argument.as_str().filter(|_| argument.is_scalar()) else { continue };
        let word = Part { within: 0..text.len(), name: text.to_string(), kind: PartKind::Word };
        let is_keyword = at == 0 && call.function != Function::GetInput && Keyword::named(&text).is_some();
        if is_keyword || at > 0 && matches!(argument.resolved(), Some(Resolved::Int(_))) {
            parts.push((argument, word));
        } else if let Some((kinds, scope)) = named(at) {
            let found = match call.function {
                Function::GetNodesOfType => prefixed(&text, kinds, scope),
                _ => plain(&text, kinds, scope),
            };
            parts.extend(found.into_iter().map(|part| (argument, part)));
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml as yaml;

    fn read(text: &str) -> Option<(&'static str, Vec<String>)> {
        let document = yaml::parse(text);
        let call = CallNode::of(document.root()?)?;
        let arguments = call.arguments().iter().map(|argument| argument.source().to_owned()).collect();
        Some((call.function.name(), arguments))
    }

    #[test]
    fn a_mapping_with_one_key_that_names_a_function_is_a_call() {
        assert_eq!(read("{get_input: cpus}"), Some(("get_input", vec!["cpus".to_owned()])));
        assert_eq!(read("get_input: [a, b]"), Some(("get_input", vec!["a".to_owned(), "b".to_owned()])));
        assert_eq!(read("concat: []"), Some(("concat", Vec::new())));
        assert_eq!(read("get_input:"), Some(("get_input", Vec::new())));
        assert_eq!(read("{get_input: a, other: b}"), None);
        assert_eq!(read("{get_inputs: a}"), None);
        assert_eq!(read("get_input"), None);
    }

    #[test]
    fn calls_are_found_inside_of_calls() {
        let document = yaml::parse("concat: [a, {get_input: b}, get_property: [SELF, c]]\n");
        let mut found = Vec::new();
        calls_in(document.root().unwrap(), &mut found);
        let names: Vec<_> = found.iter().map(|call| call.function.name()).collect();
        assert_eq!(names, ["concat", "get_input", "get_property"]);
    }

    #[test]
    fn arguments_are_names_and_words() {
        let document = yaml::parse("get_property: [SELF, endpoint, ports, 0]\n");
        let spot = NodeContext::new(document.root().unwrap(), limn_language::schema::Profiles::ALL);
        let found: Vec<(String, bool)> = parts(&spot)
            .unwrap()
            .into_iter()
            .map(|(_, part)| (part.name, part.kind == PartKind::Word))
            .collect();
        let expected = [("SELF", true), ("endpoint", false), ("ports", false), ("0", true)];
        assert_eq!(found, expected.map(|(name, word)| (name.to_owned(), word)));
    }
}
