//! What a call leads to: which entity, which property of it or of what its requirement is bound to, and of which type the value is. Rules, names
//! and value checks ask the same question here. What of it is worth saying is theirs to say.

use std::borrow::Cow;

use super::function::{Call, Function, Keyword};
use super::model::{NodeTemplate, Requirement, Service};
use super::sort::{Sort, Step};
use super::types::{Definition, FileId, Lookup, Section, TypeId, TypeKind};
use crate::yaml::{Node, Resolved};

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
    pub verdict: Verdict<'d>,
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
    pub fn resolve(&self, call: &Call<'d>, context: Context) -> Outcome<'d> {
        let arguments = call.arguments();
        let mut outcome = Outcome { names: Vec::new(), assigned: None, verdict: Verdict::Untold };
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

    /// The same of a node that is a call.
    pub fn at(&self, node: Node<'d>, context: Context) -> Outcome<'d> {
        match Call::of(node) {
            Some(call) => self.resolve(&call, context),
            None => Outcome { names: Vec::new(), assigned: None, verdict: Verdict::Untold },
        }
    }

    fn input(&self, arguments: &[Node<'d>], context: Context, outcome: &mut Outcome<'d>) -> Verdict<'d> {
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
    fn elsewhere(&self, section: &str, name: &str) -> Option<Node<'d>> {
        self.service.world.files.iter().skip(1).filter(|file| file.path.is_some()).find_map(|file| {
            let topology = file.document.root()?.get("topology_template")?;
            topology.get(section)?.resolve().entry(name).map(|entry| entry.key)
        })
    }

    fn nested(&self, sort: Sort<'d>, rest: &[Node<'d>], outcome: &mut Outcome<'d>) -> Verdict<'d> {
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
        &self,
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
            Read::Found(found) => self.found(found, rest, outcome),
            Read::Fault(it) => Verdict::Fault(it),
            Read::Untold => Verdict::Untold,
        }
    }

    fn found(&self, found: Found<'d>, rest: &[Node<'d>], outcome: &mut Outcome<'d>) -> Verdict<'d> {
        let used = found.names.len();
        outcome.names.extend(rest.iter().copied().zip(found.names));
        outcome.assigned = found.assigned;
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
        &self,
        function: Function,
        (who, rest): (Node<'d>, &[Node<'d>]),
        hosts: &[Entity<'d>],
        all: bool,
        outcome: &mut Outcome<'d>,
    ) -> Verdict<'d> {
        for host in hosts {
            match self.read(host, function, rest) {
                Read::Found(found) => return self.found(found, rest, outcome),
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

    /// The entity that an argument names.
    fn who(&self, argument: Node<'d>, context: Context, outcome: &mut Outcome<'d>) -> Who<'d> {
        let Some(text) = argument.as_str() else { return Who::Untold };
        if let Some(keyword) = Keyword::named(&text) {
            return self.keyword(keyword, context);
        }
        let Some(topology) = &self.service.topology else { return Who::Untold };
        if let Some(template) = topology.node_template(&text) {
            outcome.names.push((argument, template.key));
            return Who::One(self.node_entity(template));
        }
        if let Some(template) = topology.relationship_template(&text) {
            outcome.names.push((argument, template.key));
            return Who::One(Entity {
                kind: TypeKind::Relationship,
                type_id: template.type_id,
                node: Some(template.node),
                template: None,
            });
        }
        if let Some(group) = topology.group(&text) {
            outcome.names.push((argument, group.key));
            return Who::One(Entity {
                kind: TypeKind::Group,
                type_id: group.type_id,
                node: Some(group.node),
                template: None,
            });
        }
        for section in ["node_templates", "relationship_templates", "groups"] {
            if let Some(key) = self.elsewhere(section, &text) {
                outcome.names.push((argument, key));
                return Who::Untold;
            }
        }
        if topology.policies.iter().any(|it| it.name == text) {
            return Who::Untold;
        }
        let templates = topology.node_templates.iter().map(|it| &*it.name);
        let all = templates.chain(topology.relationship_templates.iter().map(|it| &*it.name));
        Who::Fault(What::Entity, missing("node or relationship template", &text, all))
    }

    fn keyword(&self, keyword: Keyword, context: Context) -> Who<'d> {
        if !context.allows(keyword) {
            let message = match (context, keyword) {
                (Context::Topology | Context::Workflow(_), _) => {
                    format!("`{}` means nothing outside of nodes and relationships", keyword.name())
                }
                (_, Keyword::Host) => "`HOST` means nothing in a relationship".to_owned(),
                _ => format!("`{}` means nothing outside of relationships", keyword.name()),
            };
            return Who::Fault(What::Keyword(keyword), message);
        }
        let Some(topology) = &self.service.topology else { return self.keyword_in_type(keyword, context) };
        match (keyword, context) {
            (Keyword::Own, Context::Node(at)) => Who::One(self.node_entity(&topology.node_templates[at])),
            (Keyword::Own, Context::Relationship(at)) => {
                let template = &topology.relationship_templates[at];
                Who::One(Entity {
                    kind: TypeKind::Relationship,
                    type_id: template.type_id,
                    node: Some(template.node),
                    template: None,
                })
            }
            (_, Context::Bound(template, requirement)) => self.bound(keyword, template, requirement),
            (Keyword::Host, Context::Node(at)) => {
                let (hosts, all) = self.hosts(&topology.node_templates[at]);
                Who::Hosts(hosts, all)
            }
            _ => self.keyword_in_type(keyword, context),
        }
    }

    fn keyword_in_type(&self, keyword: Keyword, context: Context) -> Who<'d> {
        match (keyword, context) {
            (Keyword::Own, Context::NodeType(id)) => Who::One(any_of(TypeKind::Node, id)),
            (Keyword::Own, Context::RelationshipType(id)) => Who::One(any_of(TypeKind::Relationship, id)),
            _ => Who::Untold,
        }
    }

    /// The ends of the relationship that a requirement makes, and itself.
    fn bound(&self, keyword: Keyword, template: usize, requirement: usize) -> Who<'d> {
        let Some(topology) = &self.service.topology else { return Who::Untold };
        let source = &topology.node_templates[template];
        let requirement = &source.requirements[requirement];
        match keyword {
            Keyword::Source => Who::One(self.node_entity(source)),
            Keyword::Target => match self.target(requirement) {
                Some(target) => Who::One(self.node_entity(target)),
                None => Who::Untold,
            },
            Keyword::Own => Who::One(Entity {
                kind: TypeKind::Relationship,
                type_id: self.relationship_type(source, requirement),
                node: requirement.relationship_node,
                template: None,
            }),
            Keyword::Host => Who::Untold,
        }
    }

    /// The type of the relationship that a requirement makes.
    pub fn relationship_type(&self, source: &NodeTemplate<'d>, requirement: &Requirement<'d>) -> Lookup {
        let world = &self.service.world;
        if let Some(word) = &requirement.relationship {
            let template = self.service.topology.as_ref().and_then(|it| it.relationship_template(&word.text));
            return match template {
                Some(template) => template.type_id,
                None => world.find(TypeKind::Relationship, &word.text, FileId::OWN),
            };
        }
        let Lookup::Found(id) = source.type_id else { return Lookup::Untold };
        let Some(definition) = world.effective(id).requirements().get(&requirement.name) else {
            return Lookup::Untold;
        };
        self.defined_relationship(definition)
    }

    /// The relationship type that a requirement's definition asks for.
    pub fn defined_relationship(&self, definition: &Definition<'d>) -> Lookup {
        let world = &self.service.world;
        let Some((node, layer)) = definition.get("relationship") else { return Lookup::Untold };
        let name = if node.is_mapping() { node.get("type").map(Node::resolve) } else { Some(node) };
        match name.and_then(Node::as_str) {
            Some(name) => world.find(TypeKind::Relationship, &name, world.owner_file(layer)),
            None => Lookup::Untold,
        }
    }

    /// The node template that a requirement is bound to.
    pub fn target(&self, requirement: &Requirement<'d>) -> Option<&'s NodeTemplate<'d>> {
        self.service.node_template(&requirement.target.as_ref()?.text)
    }

    pub fn node_entity(&self, template: &NodeTemplate<'d>) -> Entity<'d> {
        let topology = self.service.topology.as_ref();
        Entity {
            kind: TypeKind::Node,
            type_id: template.type_id,
            node: Some(template.node),
            template: topology.and_then(|it| it.position(&template.name)),
        }
    }

    /// The nodes that one is hosted on, nearest first, and whether the chain is known to its end.
    fn hosts(&self, template: &NodeTemplate<'d>) -> (Vec<Entity<'d>>, bool) {
        let world = &self.service.world;
        let hosted_on = world.normative(TypeKind::Relationship, "tosca.relationships.HostedOn");
        let mut hosts: Vec<Entity<'d>> = Vec::new();
        let mut seen: Vec<Cow<'d, str>> = vec![template.name.clone()];
        let Some(mut at) = self.service.node_template(&template.name) else { return (hosts, false) };
        while hosts.len() < HOSTS {
            let Lookup::Found(id) = at.type_id else { return (hosts, false) };
            let effective = world.effective(id);
            let mut next = None;
            for requirement in &at.requirements {
                let is_hosting = match (self.relationship_type(at, requirement), hosted_on) {
                    (Lookup::Found(id), Some(hosted_on)) => world.derives(id, hosted_on) != Some(false),
                    _ => requirement.name == "host",
                };
                if is_hosting {
                    next = Some(requirement);
                    break;
                }
            }
            let Some(requirement) = next else {
                // What is needed and not said is the orchestrator's to find.
                let left_open = effective.requirements().iter().any(|it| {
                    let is_hosting = match (self.defined_relationship(it), hosted_on) {
                        (Lookup::Found(id), Some(hosted_on)) => world.derives(id, hosted_on) != Some(false),
                        _ => it.name == "host",
                    };
                    is_hosting && is_needed(it)
                });
                return (hosts, effective.complete && !at.is_open() && !left_open);
            };
            let Some(target) = self.target(requirement) else { return (hosts, false) };
            if seen.contains(&target.name) {
                return (hosts, true);
            }
            seen.push(target.name.clone());
            hosts.push(self.node_entity(target));
            at = target;
        }
        (hosts, false)
    }
}

/// Reading names of an entity.
impl<'d> Resolver<'_, 'd> {
    /// The property or attribute that the names lead to: the entity's own first, then one of what a requirement is bound to, then a capability's.
    fn read(&self, entity: &Entity<'d>, function: Function, names: &[Node<'d>]) -> Read<'d> {
        let world = &self.service.world;
        let Lookup::Found(id) = entity.type_id else { return Read::Untold };
        let effective = world.effective(id);
        let Some(name) = names[0].as_str() else { return Read::Untold };
        if let Some(found) = self.own(entity, id, function, &name) {
            return Read::Found(found);
        }
        // `[SELF, requirement, 0, name]` picks one of several.
        let by_number = names.get(1).is_some_and(|it| matches!(it.resolved(), Some(Resolved::Int(_))));
        if by_number && effective.requirements().get(&name).is_some() {
            return Read::Untold;
        }
        let mut trouble = None;
        if let (Some(definition), [_, inner, ..]) = (effective.requirements().get(&name), names) {
            match self.through(entity, definition, function, *inner) {
                Read::Fault(fault) => trouble = Some(fault),
                found => return found,
            }
        }
        if let Some(definition) = effective.capabilities().get(&name)
            && entity.kind == TypeKind::Node
        {
            let Some(inner) = names.get(1) else {
                let message = format!("`{name}` is a capability: say which of its values is meant");
                return Read::Fault(Fault { at: names[0], what: What::Member, message });
            };
            return match self.of_capability(entity, definition, function, *inner) {
                Read::Fault(fault) => Read::Fault(trouble.unwrap_or(fault)),
                found => found,
            };
        }
        if let Some(fault) = trouble {
            return Read::Fault(fault);
        }
        if !effective.complete {
            return Read::Untold;
        }
        let at = names[0];
        if effective.requirements().get(&name).is_some() {
            let message = format!("`{name}` is a requirement: say which value of its target is meant");
            return Read::Fault(Fault { at, what: What::Member, message });
        }
        let word = world.get(id).name.clone();
        let tables = [
            Some(effective.properties()),
            (function == Function::GetAttribute).then(|| effective.attributes()),
        ];
        let known = tables.into_iter().flatten().flat_map(super::types::Table::iter).map(|it| &*it.name);
        let what = if function == Function::GetAttribute { "attribute or property" } else { "property" };
        let hint = match crate::schema::nearest(&name, known) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if function == Function::GetProperty && effective.attributes().get(&name).is_some() => {
                "; it is an attribute, which `get_attribute` reads".to_owned()
            }
            None => String::new(),
        };
        let message = format!("{} `{word}` has no {what} `{name}`{hint}", entity.kind.word());
        Read::Fault(Fault { at, what: What::Member, message })
    }

    /// What the entity has itself.
    fn own(&self, entity: &Entity<'d>, id: TypeId, function: Function, name: &str) -> Option<Found<'d>> {
        let effective = self.service.world.effective(id);
        let attribute = effective.attributes().get(name).filter(|_| function == Function::GetAttribute);
        let definition = attribute.or_else(|| effective.properties().get(name))?.clone();
        let section = if attribute.is_some() { "attributes" } else { "properties" };
        let assigned = entity.node.and_then(|node| entry_of(node, section, name));
        Some(Found {
            names: vec![introduced(&definition)],
            definition,
            assigned,
            is_open: function == Function::GetAttribute || entity.node.is_none(),
        })
    }

    fn of_capability(
        &self,
        entity: &Entity<'d>,
        capability: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> Read<'d> {
        let Some(name) = inner.as_str() else { return Read::Untold };
        let attribute = self.facet(capability, Section::Attributes, &name);
        let property = self.facet(capability, Section::Properties, &name);
        let attribute = attribute.filter(|_| function == Function::GetAttribute);
        let section = if attribute.is_some() { "attributes" } else { "properties" };
        let Some(definition) = attribute.or(property) else {
            let world = &self.service.world;
            let Some(Lookup::Found(id)) = world.type_of(capability, TypeKind::Capability) else {
                return Read::Untold;
            };
            if !world.effective(id).complete {
                return Read::Untold;
            }
            let known = world.effective(id).properties().iter().map(|it| &*it.name);
            let what = if function == Function::GetAttribute { "attribute or property" } else { "property" };
            let hint = hint(&name, known);
            let message = format!("capability `{}` has no {what} `{name}`{hint}", capability.name);
            return Read::Fault(Fault { at: inner, what: What::Member, message });
        };
        let node = entity.node.and_then(|node| node.get("capabilities"));
        let node = node.and_then(|node| node.resolve().get(&capability.name));
        let assigned = node.and_then(|node| entry_of(node.resolve(), section, &name));
        Read::Found(Found {
            names: vec![introduced(capability), introduced(&definition)],
            definition,
            assigned,
            is_open: function == Function::GetAttribute || entity.node.is_none(),
        })
    }

    /// One property or attribute of a capability: what its definition says itself over what its type brings.
    pub fn facet(&self, capability: &Definition<'d>, section: Section, name: &str) -> Option<Definition<'d>> {
        let world = &self.service.world;
        let own = capability.layers.iter().filter_map(|layer| {
            let entry = layer.node.get(section.key())?.resolve().entry(name)?;
            Some(super::types::Layer { key: entry.key, node: entry.value.resolve(), owner: layer.owner })
        });
        let mut layers: Vec<_> = own.collect();
        if let Some(Lookup::Found(id)) = world.type_of(capability, TypeKind::Capability)
            && let Some(inherited) = world.effective(id).section(section).get(name)
        {
            layers.extend(inherited.layers.iter().copied());
        }
        let first = layers.first()?;
        Some(Definition { name: first.key.as_str()?, layers })
    }

    /// What is read through a requirement: from the capability of the node that it is bound to.
    fn through(
        &self,
        entity: &Entity<'d>,
        requirement: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> Read<'d> {
        let world = &self.service.world;
        let assigned: Vec<&Requirement<'d>> = match (entity.template, &self.service.topology) {
            (Some(at), Some(topology)) => {
                let all = topology.node_templates[at].requirements.iter();
                all.filter(|it| it.name == requirement.name).collect()
            }
            _ => Vec::new(),
        };
        let targets: Vec<&NodeTemplate<'d>> = assigned.iter().filter_map(|it| self.target(it)).collect();
        let wanted = requirement
            .word_or_short("capability")
            .map(|(word, layer)| world.find(TypeKind::Capability, &word.text, world.owner_file(layer)));
        let key = introduced(requirement);
        let with_key = |mut found: Found<'d>| {
            // The requirement itself stands for the capability that it leads to.
            if found.names.len() > 1 {
                found.names[0] = key;
            } else {
                found.names.insert(0, key);
            }
            found
        };
        let Some(first) = targets.first() else {
            return self.unbound(entity, requirement, wanted, function, inner).map(with_key);
        };
        let mut fault = None;
        for target in &targets {
            let target_entity = self.node_entity(target);
            let Lookup::Found(id) = target.type_id else { return Read::Untold };
            let effective = world.effective(id);
            for capability in effective.capabilities().iter() {
                let fits = match (wanted, world.type_of(capability, TypeKind::Capability)) {
                    (Some(Lookup::Found(wanted)), Some(Lookup::Found(id))) => {
                        world.derives(id, wanted) != Some(false)
                    }
                    _ => true,
                };
                if !fits {
                    continue;
                }
                match self.of_capability(&target_entity, capability, function, inner) {
                    Read::Found(found) if targets.iter().all(|it| it.name == first.name) => {
                        return Read::Found(with_key(found));
                    }
                    Read::Found(_) => {
                        let message = format!("requirement `{}` is bound to several nodes", requirement.name);
                        return Read::Fault(Fault { at: inner, what: What::Binding, message });
                    }
                    Read::Untold => return Read::Untold,
                    Read::Fault(it) => fault = fault.or(Some(it)),
                }
            }
            // The target's own, as a last resort.
            if let Some(name) = inner.as_str()
                && let Some(found) = self.own(&target_entity, id, function, &name)
            {
                return Read::Found(with_key(found));
            }
            if !effective.complete {
                return Read::Untold;
            }
        }
        // Some look into the relationship, too.
        for requirement in &assigned {
            let Some(at) =
                entity.template.and_then(|at| self.service.topology.as_ref()?.node_templates.get(at))
            else {
                break;
            };
            match (self.relationship_type(at, requirement), inner.as_str()) {
                (Lookup::Found(id), Some(name)) => {
                    let relationship = Entity {
                        kind: TypeKind::Relationship,
                        type_id: Lookup::Found(id),
                        node: requirement.relationship_node,
                        template: None,
                    };
                    if let Some(found) = self.own(&relationship, id, function, &name) {
                        return Read::Found(with_key(found));
                    }
                }
                _ => return Read::Untold,
            }
        }
        let said = inner.as_str().unwrap_or_default();
        let message = format!("nothing that requirement `{}` leads to has `{said}`", requirement.name);
        Read::Fault(Fault { at: inner, what: What::Member, message })
    }

    /// What is read through a requirement that no template is named for: from the capability type that it asks for.
    fn unbound(
        &self,
        entity: &Entity<'d>,
        requirement: &Definition<'d>,
        wanted: Option<Lookup>,
        function: Function,
        inner: Node<'d>,
    ) -> Read<'d> {
        let world = &self.service.world;
        let (Some(Lookup::Found(id)), Some(name)) = (wanted, inner.as_str()) else { return Read::Untold };
        let capability =
            Entity { kind: TypeKind::Capability, type_id: Lookup::Found(id), node: None, template: None };
        if let Some(found) = self.own(&capability, id, function, &name) {
            // Which node it will be is not known, and so is no value.
            return Read::Found(Found { is_open: true, ..found });
        }
        let node = requirement
            .word("node")
            .map(|(word, layer)| world.find(TypeKind::Node, &word.text, world.owner_file(layer)));
        match node {
            Some(Lookup::Found(node)) => {
                let target = any_of(TypeKind::Node, node);
                if let Some(found) = self.own(&target, node, function, &name) {
                    return Read::Found(Found { is_open: true, ..found });
                }
                if !world.effective(node).complete {
                    return Read::Untold;
                }
            }
            Some(_) => return Read::Untold,
            None => {}
        }
        // In a type the nodes are not there yet.
        if entity.template.is_none() || !world.effective(id).complete {
            return Read::Untold;
        }
        let message = format!(
            "requirement `{}` is bound to no node here, and the capability that it asks for has no `{name}`",
            requirement.name
        );
        Read::Fault(Fault { at: inner, what: What::Binding, message })
    }

    fn operation(&self, arguments: &[Node<'d>], context: Context, outcome: &mut Outcome<'d>) -> Verdict<'d> {
        let [who, interface, operation, ..] = arguments else { return Verdict::Untold };
        let entity = match self.who(*who, context, outcome) {
            Who::One(entity) => entity,
            Who::Hosts(..) => {
                let message = "`HOST` is no entity whose operations give outputs".to_owned();
                return fault(*who, What::Entity, message);
            }
            Who::Untold => return Verdict::Untold,
            Who::Fault(what, message) => return fault(*who, what, message),
        };
        let (world, Lookup::Found(id)) = (&self.service.world, entity.type_id) else {
            return Verdict::Untold;
        };
        let effective = world.effective(id);
        let (Some(name), Some(operation_name)) = (interface.as_str(), operation.as_str()) else {
            return Verdict::Untold;
        };
        let own = entity.node.and_then(|node| entry_of(node, "interfaces", &name));
        let definition = effective.interfaces().get(&name);
        if definition.is_none() && own.is_none() {
            let known = effective.interfaces().iter().map(|it| &*it.name);
            return match effective.complete {
                true => fault(*interface, What::Interface, missing("interface", &name, known)),
                false => Verdict::Untold,
            };
        }
        outcome.names.extend(definition.map(introduced).or(own).map(|key| (*interface, key)));
        let written = own_value(entity.node, "interfaces", &name);
        let layers = definition.into_iter().flat_map(|it| it.layers.iter().map(|layer| layer.node));
        let mut bodies: Vec<Node<'d>> = written.into_iter().chain(layers).collect();
        let known = match definition.and_then(|it| world.type_of(it, TypeKind::Interface)) {
            Some(Lookup::Found(id)) => {
                let effective = world.effective(id);
                bodies.extend(effective.ancestry.iter().map(|it| world.get(*it).node));
                effective.complete
            }
            Some(_) => false,
            // The types of these are TOSCA's own, by their names.
            None => !matches!(&*name, "Standard" | "Configure"),
        };
        let found: Vec<_> = bodies.iter().filter_map(|body| operation_in(*body, &operation_name)).collect();
        match found.last() {
            Some((key, _)) => outcome.names.push((*operation, *key)),
            None if known => {
                let message = format!("interface `{name}` has no operation `{operation_name}`");
                return fault(*operation, What::Operation, message);
            }
            None => return Verdict::Untold,
        }
        let is_run = found.iter().any(|(_, node)| is_implemented(*node));
        if !is_run && entity.node.is_some() && known && effective.complete {
            let message =
                format!("operation `{operation_name}` has no implementation, so it gives no output");
            return fault(*operation, What::Implementation, message);
        }
        Verdict::Gives(None)
    }

    fn nodes(&self, arguments: &[Node<'d>], outcome: &mut Outcome<'d>) -> Verdict<'d> {
        let [name] = arguments else { return Verdict::Untold };
        let Some(text) = name.as_str() else { return Verdict::Untold };
        match self.service.find(TypeKind::Node, &text) {
            Lookup::Found(id) => {
                outcome.names.push((*name, self.service.world.get(id).key));
                Verdict::Gives(None)
            }
            Lookup::Untold => Verdict::Untold,
            Lookup::Unknown => {
                let names = self.service.world.names(TypeKind::Node);
                fault(
                    *name,
                    What::Type,
                    missing("node type", &text, names.iter().map(|(name, _)| name.as_str())),
                )
            }
        }
    }

    fn artifact(&self, arguments: &[Node<'d>], context: Context, outcome: &mut Outcome<'d>) -> Verdict<'d> {
        let [who, name, ..] = arguments else { return Verdict::Untold };
        let entities = match self.who(*who, context, outcome) {
            Who::One(entity) => vec![entity],
            Who::Hosts(hosts, true) if !hosts.is_empty() => hosts,
            Who::Hosts(..) | Who::Untold => return Verdict::Untold,
            Who::Fault(what, message) => return fault(*who, what, message),
        };
        let Some(text) = name.as_str() else { return Verdict::Untold };
        let mut known: Vec<String> = Vec::new();
        for entity in &entities {
            let Lookup::Found(id) = entity.type_id else { return Verdict::Untold };
            let effective = self.service.world.effective(id);
            let own = entity.node.and_then(|node| entry_of(node, "artifacts", &text));
            if let Some(key) = effective.artifacts().get(&text).map(introduced).or(own) {
                outcome.names.push((*name, key));
                return Verdict::Gives(None);
            }
            if !effective.complete {
                return Verdict::Untold;
            }
            known.extend(effective.artifacts().iter().map(|it| it.name.to_string()));
            let written = entity.node.map(|node| super::types::named(node, "artifacts")).unwrap_or_default();
            known.extend(written.iter().filter_map(|it| Some(it.key.as_str()?.into_owned())));
        }
        fault(*name, What::Artifact, missing("artifact", &text, known.iter().map(String::as_str)))
    }
}

impl<'d> Read<'d> {
    fn map(self, change: impl FnOnce(Found<'d>) -> Found<'d>) -> Read<'d> {
        match self {
            Read::Found(found) => Read::Found(change(found)),
            other => other,
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

fn fault<'d>(at: Node<'d>, what: What, message: String) -> Verdict<'d> {
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
