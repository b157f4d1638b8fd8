//! Resolution of function calls: the entity, its property or attribute, and the value type. Shared by rules, names and value checks, which decide
//! what to report.

mod entity;
mod named;
pub(super) mod outcome;
mod read;

pub use outcome::{
    CallContext, CallResult, Entity, MemberPlace, Resolution, ResolveError, ResolveErrorKind,
    ResolveErrorText,
};

use super::function::{CallNode, Function};
use super::model::Service;
use super::types::{Definition, FileId, Lookup, TypeId, TypeKind};
use super::value::{Access, ValueType};
use limn_language::message;
use limn_yaml::Node;

/// Maximum length of a host chain.
const HOSTS: usize = 64;

/// Result of resolving an entity.
enum EntityLookup<'d> {
    One(Entity<'d>),
    /// Hosts, nearest first, and true if the list is complete.
    Hosts(Vec<Entity<'d>>, bool),
    Undetermined,
    Fault(ResolveErrorKind, ResolveErrorText),
}

/// Result of resolving a member.
enum MemberLookup<'d> {
    /// Declarations of the argument names, the property definition, and the assigned value.
    Found(Member<'d>),
    Fault(ResolveError<'d>),
    Undetermined,
}

struct Member<'d> {
    names: Vec<Node<'d>>,
    definition: Definition<'d>,
    assigned: Option<Node<'d>>,
    place: MemberPlace<'d>,
    /// True if the value can be unknown: an attribute, or a property of any template of the type.
    is_open: bool,
}

/// Resolver of function calls.
#[derive(Clone, Copy)]
pub struct Resolver<'s, 'd> {
    service: &'s Service<'d>,
}

impl<'s, 'd> Resolver<'s, 'd> {
    pub fn new(service: &'s Service<'d>) -> Resolver<'s, 'd> {
        Resolver { service }
    }

    /// Resolves a call in a context. Malformed arguments are undetermined.
    pub fn resolve(self, call: &CallNode<'d>, context: CallContext) -> Resolution<'d> {
        let arguments = call.arguments();
        let mut outcome = Resolution::undetermined();
        if arguments.iter().any(|argument| !argument.is_scalar()) && !call.function.is_intrinsic() {
            return outcome;
        }
        outcome.result = match call.function {
            Function::Concat | Function::Token | Function::Join => CallResult::Undetermined,
            Function::GetInput => self.input(&arguments, context, &mut outcome),
            Function::GetProperty | Function::GetAttribute => {
                self.member(call.function, &arguments, context, &mut outcome)
            }
            Function::GetOperationOutput => self.operation(&arguments, context, &mut outcome),
            Function::GetNodesOfType => self.nodes(&arguments, &mut outcome),
            Function::GetArtifact => self.artifact(&arguments, context, &mut outcome),
        };
        outcome
    }

    /// Declarations of a list that names an attribute, like the arguments of `get_attribute`.
    pub fn attribute(self, list: Node<'d>, context: CallContext) -> Vec<(Node<'d>, Node<'d>)> {
        let arguments: Vec<Node<'d>> = list.items().map(Node::resolve).collect();
        let mut outcome = Resolution::undetermined();
        if arguments.iter().all(|argument| argument.is_scalar()) {
            self.member(Function::GetAttribute, &arguments, context, &mut outcome);
        }
        outcome.names
    }

    /// Resolves a node that is a call.
    pub fn at(self, node: Node<'d>, context: CallContext) -> Resolution<'d> {
        match CallNode::of(node) {
            Some(call) => self.resolve(&call, context),
            None => Resolution::undetermined(),
        }
    }

    fn input(
        self,
        arguments: &[Node<'d>],
        context: CallContext,
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        let Some((name, rest)) = arguments.split_first() else { return CallResult::Undetermined };
        let Some(text) = name.as_str() else { return CallResult::Undetermined };
        let Some(topology) = &self.service.topology else { return CallResult::Undetermined };
        let workflow = match context {
            CallContext::Workflow(at) => {
                topology.workflows[at].inputs.iter().find(|input| input.name == text)
            }
            _ => None,
        };
        let Some(input) = workflow.or_else(|| topology.input(&text)) else {
            let elsewhere = self.elsewhere("inputs", &text);
            if let Some(key) = elsewhere {
                outcome.names.push((*name, key));
                return CallResult::Undetermined;
            }
            let all = topology.inputs.iter().map(|input| &*input.name);
            return fault(*name, ResolveErrorKind::Input, missing("input", &text, all));
        };
        outcome.names.push((*name, input.key));
        let result = match ValueType::of(input.node, FileId::OWN) {
            Some(value_type) => self.nested(value_type, rest, outcome),
            None => CallResult::Undetermined,
        };
        if let CallResult::Fault(ResolveError { at, what: ResolveErrorKind::Index, .. }) = &result
            && let Some(input) = at.as_str().and_then(|name| topology.input(&name))
        {
            outcome.names.push((*at, input.key));
            let found = format!("the name of an input, `{}`", input.name);
            return fault(*at, ResolveErrorKind::InputAsIndex, message::expected("a list index", found));
        }
        result
    }

    /// Key of a declaration in a topology section of another file.
    fn elsewhere(self, section: &str, name: &str) -> Option<Node<'d>> {
        self.service.type_scope.files().skip(1).find_map(|file| {
            let topology = file.document.root()?.get("topology_template")?;
            topology.get(section)?.resolve().entry(name).map(|entry| entry.key)
        })
    }

    fn nested(
        self,
        value_type: ValueType<'d>,
        rest: &[Node<'d>],
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        outcome.inner = rest.to_vec();
        let mut value_type = Some(value_type);
        for argument in rest {
            let Some(here) = value_type else { return CallResult::Gives(None) };
            value_type = match here.step(&self.service.type_scope, *argument) {
                Access::Field(definition, inner) => {
                    outcome.names.push((*argument, introduced(&definition)));
                    inner
                }
                Access::Element(inner) => inner,
                Access::Invalid(message) => return fault(*argument, ResolveErrorKind::Nested, message),
                Access::NoIndex(message) => return fault(*argument, ResolveErrorKind::Index, message),
                Access::Undetermined => return CallResult::Undetermined,
            };
        }
        CallResult::Gives(value_type)
    }

    fn member(
        self,
        function: Function,
        arguments: &[Node<'d>],
        context: CallContext,
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        let [who, rest @ ..] = arguments else { return CallResult::Undetermined };
        if rest.is_empty() {
            return CallResult::Undetermined;
        }
        let entity = match self.who(*who, context, outcome) {
            EntityLookup::One(entity) => entity,
            EntityLookup::Hosts(hosts, all) => {
                return self.of_hosts(function, (*who, rest), &hosts, all, outcome);
            }
            EntityLookup::Undetermined => return CallResult::Undetermined,
            EntityLookup::Fault(what, message) => return fault(*who, what, message),
        };
        match self.read(&entity, function, rest) {
            MemberLookup::Found(found) => self.found(function, found, rest, outcome),
            MemberLookup::Fault(it) => CallResult::Fault(it),
            MemberLookup::Undetermined => CallResult::Undetermined,
        }
    }

    fn found(
        self,
        function: Function,
        found: Member<'d>,
        rest: &[Node<'d>],
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        let used = found.names.len();
        outcome.names.extend(rest.iter().copied().zip(found.names));
        outcome.assigned = found.assigned;
        outcome.member = Some(found.place);
        let default = || found.definition.get("default").and_then(|(node, _)| node.key());
        outcome.by_default =
            if function == Function::GetProperty && found.assigned.is_none() { default() } else { None };
        let Some(value_type) = ValueType::of_definition(&self.service.type_scope, &found.definition) else {
            return CallResult::Undetermined;
        };
        let result = self.nested(value_type, &rest[used..], outcome);
        let optional = found.definition.flag("required") == Some(false);
        let empty = found.assigned.is_none() && found.definition.get("default").is_none();
        match result {
            CallResult::Gives(value_type) if optional && empty && !found.is_open => {
                CallResult::NoValue(rest[used - 1], value_type)
            }
            result => result,
        }
    }

    fn of_hosts(
        self,
        function: Function,
        (who, rest): (Node<'d>, &[Node<'d>]),
        hosts: &[Entity<'d>],
        all: bool,
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        for host in hosts {
            match self.read(host, function, rest) {
                MemberLookup::Found(found) => return self.found(function, found, rest, outcome),
                MemberLookup::Undetermined => return CallResult::Undetermined,
                MemberLookup::Fault(_) => {}
            }
        }
        let name = rest[0].as_str().unwrap_or_default();
        match (all, hosts.is_empty()) {
            (false, _) => CallResult::Undetermined,
            (true, true) => {
                fault(who, ResolveErrorKind::Host, "unresolved `HOST`: the node has no host".to_owned())
            }
            (true, false) => fault(
                rest[0],
                ResolveErrorKind::Host,
                message::unknown_on("property or attribute", name, "keyword", "HOST"),
            ),
        }
    }
}

/// The first declaration: the key in the farthest ancestor. Nearer ones refine it.
pub fn introduced<'d>(definition: &Definition<'d>) -> Node<'d> {
    definition.layers.last().expect("a definition has a layer").key
}

/// An operation of an interface with its key.
pub fn operation_in<'d>(interface: Node<'d>, name: &str) -> Option<(Node<'d>, Node<'d>)> {
    const OTHER: [&str; 7] =
        ["type", "inputs", "description", "derived_from", "version", "metadata", "notifications"];
    let inner = interface.get("operations").and_then(|all| all.resolve().entry(name));
    let entry =
        inner.or_else(|| interface.entry(name).filter(|_| !OTHER.contains(&name) && name != "operations"))?;
    Some((entry.key, entry.value.resolve()))
}

fn is_implemented(operation: Node<'_>) -> bool {
    if operation.is_scalar() {
        return !operation.is_null();
    }
    operation.get("implementation").is_some_and(|node| !node.resolve().is_null())
}

fn is_needed(requirement: &Definition<'_>) -> bool {
    let occurrences = requirement.get("occurrences").map(|(node, _)| node);
    let lower = occurrences.and_then(|node| node.items().next()).and_then(Node::as_str);
    lower.is_none_or(|lower| lower != "0")
}

fn any_of<'d>(kind: TypeKind, id: TypeId) -> Entity<'d> {
    Entity { kind, type_id: Lookup::Found(id), node: None, template: None }
}

/// Key of an entry in a section of a template.
fn entry_of<'d>(node: Node<'d>, section: &str, name: &str) -> Option<Node<'d>> {
    node.get(section)?.resolve().entry(name).map(|entry| entry.key)
}

/// An entry in a section of a template.
pub fn own_value<'d>(node: Option<Node<'d>>, section: &str, name: &str) -> Option<Node<'d>> {
    node?.get(section)?.resolve().get(name).map(Node::resolve)
}

fn fault(at: Node<'_>, what: ResolveErrorKind, text: impl Into<ResolveErrorText>) -> CallResult<'_> {
    CallResult::Fault(ResolveError { at, what, text: text.into() })
}

fn missing<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> ResolveErrorText {
    ResolveErrorText { message: message::unknown(what, name), near: near(name, known) }
}

/// The name that is probably meant.
fn near<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    // Limit the suggestions for very long lists.
    limn_language::schema::nearest(name, known.take(200)).map(str::to_owned)
}
