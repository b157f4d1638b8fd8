//! What a call leads to: which entity, which property of it or of what its requirement is bound to, and of which type the value is. Rules, names
//! and value checks ask the same question here. What of it is worth saying is theirs to say.

mod entity;
mod named;
mod read;

use super::function::{Call, Function, Keyword};
use super::model::Service;
use super::sort::{Sort, Step};
use super::types::{Definition, FileId, Lookup, TypeId, TypeKind};
use crate::yaml::Node;

/// How many hosts a chain may have.
const HOSTS: usize = 64;

/// Where a call stands, which is what its keywords mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// Inputs, outputs, groups, policies, substitution mappings: there is no entity.
    Topology,
    /// A workflow, by its index; its inputs come first.
    Workflow(usize),
    /// A node template, by its index.
    Node(usize),
    /// A relationship template, by its index.
    Relationship(usize),
    /// The `relationship` of a requirement of a node template, by their indexes.
    Bound(usize, usize),
    NodeType(TypeId),
    RelationshipType(TypeId),
    /// The `relationship` of a requirement of a node type.
    BoundType,
    /// Where it cannot be told what keywords mean: interface types, filters.
    Open,
}

impl Context {
    /// Whether a keyword has a meaning here.
    pub fn allows(self, keyword: Keyword) -> bool {
        match self {
            Context::Topology | Context::Workflow(_) => false,
            Context::Node(_) | Context::NodeType(_) => matches!(keyword, Keyword::Own | Keyword::Host),
            Context::Relationship(_)
            | Context::Bound(..)
            | Context::RelationshipType(_)
            | Context::BoundType => keyword != Keyword::Host,
            Context::Open => true,
        }
    }
}

/// A node, relationship or group that a call reads from.
#[derive(Clone, Copy, Debug)]
pub struct Entity<'d> {
    pub kind: TypeKind,
    pub type_id: Lookup,
    /// The template, or the block that stands for one; `None`: any of the type.
    pub node: Option<Node<'d>>,
    /// Of a node template: its index.
    pub template: Option<usize>,
}

/// What a call comes to.
#[derive(Clone, Debug)]
pub struct Outcome<'d> {
    /// The arguments that name something, with the key that declares it.
    pub names: Vec<(Node<'d>, Node<'d>)>,
    /// Where a template assigns the property that is read: the key.
    pub assigned: Option<Node<'d>>,
    /// Where nothing assigns the property that is read, and its definition gives it a default: the key of that.
    pub by_default: Option<Node<'d>>,
    pub verdict: Verdict<'d>,
}

impl Outcome<'_> {
    fn untold() -> Self {
        Outcome { names: Vec::new(), assigned: None, by_default: None, verdict: Verdict::Untold }
    }
}

#[derive(Clone, Debug)]
pub enum Verdict<'d> {
    /// A value, and its type where one is said.
    Gives(Option<Sort<'d>>),
    /// A property that nothing gives a value to.
    Nothing(Node<'d>, Option<Sort<'d>>),
    Fault(Fault<'d>),
    /// Something that would be needed is not known.
    Untold,
}

/// An argument that leads nowhere.
#[derive(Clone, Debug)]
pub struct Fault<'d> {
    pub at: Node<'d>,
    pub what: What,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Input,
    Entity,
    /// The keyword means nothing here.
    Keyword(Keyword),
    /// No property, attribute, requirement or capability has the name.
    Member,
    /// What is inside of the value is of another form.
    Nested,
    /// The requirement is bound to nothing, or to several.
    Binding,
    /// No host has it.
    Host,
    Interface,
    Operation,
    /// Nothing is run, so nothing is given.
    Implementation,
    Artifact,
    Type,
}

/// Who an argument names.
enum Who<'d> {
    One(Entity<'d>),
    /// The hosts, nearest first, and whether that is all of them.
    Hosts(Vec<Entity<'d>>, bool),
    Untold,
    Fault(What, String),
}

/// What reading a name of an entity comes to.
enum Read<'d> {
    /// The definitions and keys that the arguments name, from the first on; the property's, and where it is assigned.
    Found(Found<'d>),
    Fault(Fault<'d>),
    Untold,
}

struct Found<'d> {
    names: Vec<Node<'d>>,
    definition: Definition<'d>,
    assigned: Option<Node<'d>>,
    /// It may have a value that is written nowhere here: an attribute, or a property of whatever has the type.
    is_open: bool,
}

/// Answers what calls lead to.
#[derive(Clone, Copy)]
pub struct Resolver<'s, 'd> {
    service: &'s Service<'d>,
}

impl<'s, 'd> Resolver<'s, 'd> {
    pub fn new(service: &'s Service<'d>) -> Resolver<'s, 'd> {
        Resolver { service }
    }

    /// What a call comes to that stands in this context. Of arguments that are not as they should be it tells nothing.
    pub fn resolve(self, call: &Call<'d>, context: Context) -> Outcome<'d> {
        let arguments = call.arguments();
        let mut outcome = Outcome::untold();
        if arguments.iter().any(|it| !it.is_scalar()) && !call.function.is_intrinsic() {
            return outcome;
        }
        outcome.verdict = match call.function {
            Function::Concat | Function::Token | Function::Join => Verdict::Untold,
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

    /// What the items of a list name that leads to an attribute, as the arguments of `get_attribute` do.
    pub fn attribute(self, list: Node<'d>, context: Context) -> Vec<(Node<'d>, Node<'d>)> {
        let arguments: Vec<Node<'d>> = list.items().map(Node::resolve).collect();
        let mut outcome = Outcome::untold();
        if arguments.iter().all(|it| it.is_scalar()) {
            self.member(Function::GetAttribute, &arguments, context, &mut outcome);
        }
        outcome.names
    }

    /// The same of a node that is a call.
    pub fn at(self, node: Node<'d>, context: Context) -> Outcome<'d> {
        match Call::of(node) {
            Some(call) => self.resolve(&call, context),
            None => Outcome::untold(),
        }
    }

    fn input(self, arguments: &[Node<'d>], context: Context, outcome: &mut Outcome<'d>) -> Verdict<'d> {
        let Some((name, rest)) = arguments.split_first() else { return Verdict::Untold };
        let Some(text) = name.as_str() else { return Verdict::Untold };
        let Some(topology) = &self.service.topology else { return Verdict::Untold };
        let workflow = match context {
            Context::Workflow(at) => topology.workflows[at].inputs.iter().find(|it| it.name == text),
            _ => None,
        };
        let Some(input) = workflow.or_else(|| topology.input(&text)) else {
            let elsewhere = self.elsewhere("inputs", &text);
            if let Some(key) = elsewhere {
                outcome.names.push((*name, key));
                return Verdict::Untold;
            }
            let all = topology.inputs.iter().map(|it| &*it.name);
            return fault(*name, What::Input, missing("input", &text, all));
        };
        outcome.names.push((*name, input.key));
        match Sort::of(input.node, FileId::OWN) {
            Some(sort) => self.nested(sort, rest, outcome),
            None => Verdict::Untold,
        }
    }

    /// The key of what another file of the world declares in a section of its topology.
    fn elsewhere(self, section: &str, name: &str) -> Option<Node<'d>> {
        self.service.world.files.iter().skip(1).filter(|file| file.path.is_some()).find_map(|file| {
            let topology = file.document.root()?.get("topology_template")?;
            topology.get(section)?.resolve().entry(name).map(|entry| entry.key)
        })
    }

    fn nested(self, sort: Sort<'d>, rest: &[Node<'d>], outcome: &mut Outcome<'d>) -> Verdict<'d> {
        let mut sort = Some(sort);
        for argument in rest {
            let Some(here) = sort else { return Verdict::Gives(None) };
            sort = match here.step(&self.service.world, *argument) {
                Step::Field(definition, inner) => {
                    outcome.names.push((*argument, introduced(&definition)));
                    inner
                }
                Step::Inside(inner) => inner,
                Step::Nothing(message) => return fault(*argument, What::Nested, message),
                Step::Untold => return Verdict::Untold,
            };
        }
        Verdict::Gives(sort)
    }

    fn member(
        self,
        function: Function,
        arguments: &[Node<'d>],
        context: Context,
        outcome: &mut Outcome<'d>,
    ) -> Verdict<'d> {
        let [who, rest @ ..] = arguments else { return Verdict::Untold };
        if rest.is_empty() {
            return Verdict::Untold;
        }
        let entity = match self.who(*who, context, outcome) {
            Who::One(entity) => entity,
            Who::Hosts(hosts, all) => return self.of_hosts(function, (*who, rest), &hosts, all, outcome),
            Who::Untold => return Verdict::Untold,
            Who::Fault(what, message) => return fault(*who, what, message),
        };
        match self.read(&entity, function, rest) {
            Read::Found(found) => self.found(function, found, rest, outcome),
            Read::Fault(it) => Verdict::Fault(it),
            Read::Untold => Verdict::Untold,
        }
    }

    fn found(
        self,
        function: Function,
        found: Found<'d>,
        rest: &[Node<'d>],
        outcome: &mut Outcome<'d>,
    ) -> Verdict<'d> {
        let used = found.names.len();
        outcome.names.extend(rest.iter().copied().zip(found.names));
        outcome.assigned = found.assigned;
        let default = || found.definition.get("default").and_then(|(node, _)| node.key());
        outcome.by_default =
            if function == Function::GetProperty && found.assigned.is_none() { default() } else { None };
        let Some(sort) = Sort::of_definition(&self.service.world, &found.definition) else {
            return Verdict::Untold;
        };
        let verdict = self.nested(sort, &rest[used..], outcome);
        let optional = found.definition.flag("required") == Some(false);
        let empty = found.assigned.is_none() && found.definition.get("default").is_none();
        match verdict {
            Verdict::Gives(sort) if optional && empty && !found.is_open => {
                Verdict::Nothing(rest[used - 1], sort)
            }
            verdict => verdict,
        }
    }

    fn of_hosts(
        self,
        function: Function,
        (who, rest): (Node<'d>, &[Node<'d>]),
        hosts: &[Entity<'d>],
        all: bool,
        outcome: &mut Outcome<'d>,
    ) -> Verdict<'d> {
        for host in hosts {
            match self.read(host, function, rest) {
                Read::Found(found) => return self.found(function, found, rest, outcome),
                Read::Untold => return Verdict::Untold,
                Read::Fault(_) => {}
            }
        }
        let said = rest[0].as_str().unwrap_or_default();
        match (all, hosts.is_empty()) {
            (false, _) => Verdict::Untold,
            (true, true) => fault(who, What::Host, "this node is hosted on nothing here".to_owned()),
            (true, false) => fault(rest[0], What::Host, format!("none of the node's hosts has `{said}`")),
        }
    }
}

/// The key that first declares a thing: the farthest type of the line that says it. Nearer ones refine it under the same name.
pub fn introduced<'d>(definition: &Definition<'d>) -> Node<'d> {
    definition.layers.last().expect("a definition has a layer").key
}

/// An operation in what says an interface, and its key.
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
    operation.get("implementation").is_some_and(|it| !it.resolve().is_null())
}

fn is_needed(requirement: &Definition<'_>) -> bool {
    let occurrences = requirement.get("occurrences").map(|(node, _)| node);
    let lower = occurrences.and_then(|node| node.items().next()).and_then(Node::as_str);
    lower.is_none_or(|lower| lower != "0")
}

fn any_of<'d>(kind: TypeKind, id: TypeId) -> Entity<'d> {
    Entity { kind, type_id: Lookup::Found(id), node: None, template: None }
}

/// The key of a name in a section of a template.
fn entry_of<'d>(node: Node<'d>, section: &str, name: &str) -> Option<Node<'d>> {
    node.get(section)?.resolve().entry(name).map(|entry| entry.key)
}

fn own_value<'d>(node: Option<Node<'d>>, section: &str, name: &str) -> Option<Node<'d>> {
    node?.get(section)?.resolve().get(name).map(Node::resolve)
}

fn fault(at: Node<'_>, what: What, message: String) -> Verdict<'_> {
    Verdict::Fault(Fault { at, what, message })
}

fn missing<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    format!("no {what} is named `{name}`{}", hint(name, known))
}

fn hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    // A name among very many is not searched for: a hint is no search.
    crate::schema::nearest(name, known.take(200))
        .map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}
