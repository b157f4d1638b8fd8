//! The topology: templates after their types, and all the places where one thing of it names another.

use super::{Kinds, Site, Spot, Surveyor, lone};
use crate::dialect::tosca::model::{Group, NodeTemplate, Parameter, Policy, Step, Substitution, Topology};
use crate::dialect::tosca::resolve::{Context, introduced, operation_in};
use crate::dialect::tosca::sort::Sort;
use crate::dialect::tosca::types::{FileId, Lookup, Section, TypeId, TypeKind, Word, named};
use crate::yaml::Node;

static TEMPLATES: Kinds = lone::NODE_TEMPLATE;

impl<'d> Surveyor<'_, 'd> {
    pub(super) fn topology(&mut self) {
        let service = self.service;
        let Some(topology) = &service.topology else { return };
        self.parameters(&topology.inputs, Spot::InputDefault, Context::Topology);
        for (at, template) in topology.node_templates.iter().enumerate() {
            self.node_template(at, template);
        }
        for (at, template) in topology.relationship_templates.iter().enumerate() {
            let context = Context::Relationship(at);
            self.type_name(TypeKind::Relationship, template.type_name.as_ref());
            if let Some(copy) = &template.copy {
                let from = topology.relationship_template(&copy.text).map(|it| it.key);
                self.mention_word(copy, lone::RELATIONSHIP_TEMPLATE, from);
            }
            let id = template.type_id.found();
            self.properties(template.node, "properties", id, context);
            self.attributes(template.node, id, context);
            self.interfaces(template.node, id, context);
        }
        for group in &topology.groups {
            self.group(group);
        }
        for policy in &topology.policies {
            self.policy(topology, policy);
        }
        for (at, workflow) in topology.workflows.iter().enumerate() {
            let context = Context::Workflow(at);
            self.parameters(&workflow.inputs, Spot::InputDefault, Context::Topology);
            for step in &workflow.steps {
                self.step(topology, at, step);
            }
            for precondition in &workflow.preconditions {
                self.targeted(*precondition);
                self.untyped(*precondition, Spot::Constraint, context);
            }
        }
        if let Some(substitution) = &topology.substitution {
            self.substitution(topology, substitution);
        }
        self.parameters(&topology.outputs, Spot::Output, Context::Topology);
    }

    fn parameters(&mut self, all: &[Parameter<'d>], spot: Spot, context: Context) {
        for parameter in all {
            if !parameter.node.is_mapping() {
                continue;
            }
            self.schema(parameter.node);
            let sort = Sort::of(parameter.node, FileId::OWN);
            for key in ["default", "value"] {
                let Some(value) = parameter.node.get(key) else { continue };
                let site = Site { value, context, sort: sort.clone(), key: Some(parameter.key), spot };
                self.value(&site, 0);
            }
        }
    }

    fn node_template(&mut self, at: usize, template: &NodeTemplate<'d>) {
        let (world, context, node) = (self.world, Context::Node(at), template.node);
        self.type_name(TypeKind::Node, template.type_name.as_ref());
        if let Some(copy) = &template.copy {
            let from = self.service.node_template(&copy.text).map(|it| it.key);
            self.mention_word(copy, TEMPLATES, from);
        }
        let id = template.type_id.found();
        self.properties(node, "properties", id, context);
        self.attributes(node, id, context);
        for entry in named(node, "capabilities") {
            let name = entry.key.as_str().unwrap_or_default();
            let definition = id.and_then(|id| world.effective(id).capabilities().get(&name));
            self.member(entry.key, lone::CAPABILITY, definition);
            let (inner, resolver) = (entry.value.resolve(), self.resolver);
            self.assigned(inner, "properties", Spot::Property, context, |name| {
                resolver.facet(definition?, Section::Properties, name)
            });
            self.assigned(inner, "attributes", Spot::Attribute, context, |name| {
                let attribute = resolver.facet(definition?, Section::Attributes, name);
                attribute.or_else(|| resolver.facet(definition?, Section::Properties, name))
            });
        }
        for (number, requirement) in template.requirements.iter().enumerate() {
            let definition = id.and_then(|id| world.effective(id).requirements().get(&requirement.name));
            self.member(requirement.key, lone::REQUIREMENT, definition);
            let target = match &requirement.target {
                Some(word) => self.template_or(word, TypeKind::Node).found(),
                None => None,
            };
            if let Some(word) = &requirement.capability {
                let named = target.and_then(|id| world.effective(id).capabilities().get(&word.text));
                match named {
                    Some(definition) => self.member(word.node, lone::CAPABILITY, Some(definition)),
                    None => {
                        self.type_name(TypeKind::Capability, Some(word));
                    }
                }
            }
            if let Some(word) = &requirement.relationship {
                let template =
                    self.service.topology.as_ref().and_then(|it| it.relationship_template(&word.text));
                match template.map(|it| it.key) {
                    Some(key) => self.mention(word.node, lone::RELATIONSHIP_TEMPLATE, key),
                    None => {
                        self.type_name(TypeKind::Relationship, Some(word));
                    }
                }
            }
            if let Some(block) = requirement.relationship_node {
                let id = self.resolver.relationship_type(template, requirement).found();
                let context = Context::Bound(at, number);
                self.properties(block, "properties", id, context);
                self.interfaces(block, id, context);
            }
            if let Some(filter) = requirement.filter {
                self.filter(filter, target);
            }
        }
        if let Some(filter) = node.get("node_filter") {
            self.filter(filter.resolve(), id);
        }
        self.interfaces(node, id, context);
        self.artifacts(node, id, context);
    }

    fn group(&mut self, group: &Group<'d>) {
        self.type_name(TypeKind::Group, group.type_name.as_ref());
        for word in &group.members {
            let template = self.service.node_template(&word.text).map(|it| it.key);
            self.mention_word(word, TEMPLATES, template);
        }
        let id = group.type_id.found();
        self.properties(group.node, "properties", id, Context::Topology);
        self.attributes(group.node, id, Context::Topology);
        self.interfaces(group.node, id, Context::Topology);
    }

    fn policy(&mut self, topology: &Topology<'d>, policy: &Policy<'d>) {
        self.type_name(TypeKind::Policy, policy.type_name.as_ref());
        for word in &policy.targets {
            let template = topology.node_template(&word.text).map(|it| it.key);
            self.mention_word(word, TEMPLATES, template);
            let group = topology.group(&word.text).map(|it| it.key).filter(|_| template.is_none());
            self.mention_word(word, lone::GROUP, group);
        }
        self.properties(policy.node, "properties", policy.type_id.found(), Context::Topology);
        self.triggers(policy.node);
    }

    pub(super) fn triggers(&mut self, node: Node<'d>) {
        for entry in named(node, "triggers") {
            let trigger = entry.value.resolve();
            if let Some(filter) = trigger.get("target_filter") {
                self.targeted(filter.resolve());
            }
            for key in ["condition", "constraint", "action", "schedule"] {
                if let Some(value) = trigger.get(key) {
                    self.untyped(value, Spot::Constraint, Context::Topology);
                }
            }
            let action = trigger.get("action").map(Node::resolve);
            if let Some(action) = action.filter(|it| it.is_sequence()) {
                action.items().for_each(|it| self.activity(it.resolve(), None, Context::Topology));
            }
        }
    }

    /// A filter or precondition that names a node, by `node` or `target`.
    fn targeted(&mut self, node: Node<'d>) {
        for key in ["node", "target"] {
            let Some(word) = Word::at(node, key) else { continue };
            let group = self.service.topology.as_ref().and_then(|it| it.group(&word.text)).map(|it| it.key);
            self.mention_word(&word, lone::GROUP, group);
            if group.is_some() {
                continue;
            }
            let id = self.template_or(&word, TypeKind::Node).found();
            for (key, section, kinds) in [
                ("requirement", Section::Requirements, lone::REQUIREMENT),
                ("capability", Section::Capabilities, lone::CAPABILITY),
                ("target_relationship", Section::Requirements, lone::REQUIREMENT),
            ] {
                let Some(word) = Word::at(node, key) else { continue };
                let definition = id.and_then(|id| self.world.effective(id).section(section).get(&word.text));
                self.mention_word(&word, kinds, definition.map(introduced));
            }
        }
    }

    fn step(&mut self, topology: &Topology<'d>, workflow: usize, step: &Step<'d>) {
        let mut target = None;
        if let Some(word) = &step.target {
            match topology.group(&word.text).filter(|_| topology.node_template(&word.text).is_none()) {
                Some(group) => self.mention(word.node, lone::GROUP, group.key),
                None => target = self.template_or(word, TypeKind::Node).found(),
            }
        }
        if let Some(word) = &step.target_relationship {
            let definition = target.and_then(|id| self.world.effective(id).requirements().get(&word.text));
            self.mention_word(word, lone::REQUIREMENT, definition.map(introduced));
        }
        if let Some(word) = &step.operation_host {
            let template = topology.node_template(&word.text).map(|it| it.key);
            self.mention_word(word, TEMPLATES, template);
        }
        let steps = &topology.workflows[workflow].steps;
        for word in step.on_success.iter().chain(&step.on_failure) {
            let next = steps.iter().find(|it| it.name == word.text).map(|it| it.key);
            self.mention_word(word, lone::STEP, next);
        }
        let of = if step.target_relationship.is_some() { None } else { target };
        for activity in &step.activities {
            self.activity(*activity, of, Context::Workflow(workflow));
        }
        if let Some(filter) = step.node.get("filter") {
            self.untyped(filter, Spot::Constraint, Context::Workflow(workflow));
        }
    }

    /// What a step or a trigger does.
    fn activity(&mut self, activity: Node<'d>, target: Option<TypeId>, context: Context) {
        for entry in activity.entries() {
            let Some(key) = entry.key.as_str() else { continue };
            let value = entry.value.resolve();
            let inner = match &*key {
                "call_operation" => "operation",
                "inline" | "delegate" => "workflow",
                _ => continue,
            };
            let word = if value.is_scalar() { Word::of(value) } else { Word::at(value, inner) };
            match (inner, word) {
                ("operation", Some(word)) => self.called(&word, target),
                (_, Some(word)) => {
                    let topology = self.service.topology.as_ref();
                    let workflow = topology.and_then(|it| it.workflow(&word.text)).map(|it| it.key);
                    self.mention_word(&word, lone::WORKFLOW, workflow);
                }
                _ => {}
            }
            if let Some(inputs) = value.get("inputs") {
                self.untyped(inputs, Spot::Input, context);
            }
        }
    }

    /// `Standard.create`: an interface of the target and an operation of it.
    fn called(&mut self, word: &Word<'d>, target: Option<TypeId>) {
        let (Some((interface, operation)), Some(id)) = (word.text.rsplit_once('.'), target) else { return };
        let world = self.world;
        let Some(definition) = world.effective(id).interfaces().get(interface) else { return };
        let at = word.node;
        let mut part = |from: usize, to: usize, kinds: Kinds, declared: Node<'d>| {
            self.found.mentions.push(super::Mention { at, from, to, kinds, declared });
        };
        part(0, interface.len(), lone::INTERFACE, introduced(definition));
        let mut bodies: Vec<Node<'d>> = definition.layers.iter().map(|layer| layer.node).collect();
        if let Some(Lookup::Found(id)) = world.type_of(definition, TypeKind::Interface) {
            bodies.extend(world.effective(id).ancestry.iter().map(|id| world.get(*id).node));
        }
        if let Some((key, _)) = bodies.iter().rev().find_map(|body| operation_in(*body, operation)) {
            part(interface.len() + 1, word.text.len(), lone::OPERATION, key);
        }
    }

    fn substitution(&mut self, topology: &Topology<'d>, substitution: &Substitution<'d>) {
        self.type_name(TypeKind::Node, substitution.type_name.as_ref());
        let (world, id) = (self.world, substitution.type_id.found());
        let of =
            |section: Section, name: &str| id.and_then(|id| world.effective(id).section(section).get(name));
        let sections: [(&[_], Section, Kinds); 5] = [
            (&substitution.properties, Section::Properties, lone::PROPERTY),
            (&substitution.attributes, Section::Attributes, lone::ATTRIBUTE),
            (&substitution.capabilities, Section::Capabilities, lone::CAPABILITY),
            (&substitution.requirements, Section::Requirements, lone::REQUIREMENT),
            (&substitution.interfaces, Section::Interfaces, lone::INTERFACE),
        ];
        for (entries, section, kinds) in sections {
            for entry in entries {
                let name = entry.key.as_str().unwrap_or_default();
                self.member(entry.key, kinds, of(section, &name));
                let mut value = entry.value.resolve();
                if let Some(mapping) = value.get("mapping") {
                    value = mapping.resolve();
                }
                if section == Section::Interfaces {
                    for operation in value.entries() {
                        let Some(word) = Word::of(operation.value.resolve()) else { continue };
                        let workflow = topology.workflow(&word.text).map(|it| it.key);
                        self.mention_word(&word, lone::WORKFLOW, workflow);
                    }
                    continue;
                }
                self.mapped(topology, value, section, kinds);
            }
        }
    }

    /// `[template, name]`, or `[input]`.
    fn mapped(&mut self, topology: &Topology<'d>, value: Node<'d>, section: Section, kinds: Kinds) {
        let mut words: Vec<Word<'d>> = value.items().filter_map(|it| Word::of(it.resolve())).collect();
        if words.is_empty() {
            words.extend(Word::of(value));
        }
        let Some(first) = words.first() else { return };
        let parameter = match section {
            Section::Properties => topology.input(&first.text).map(|it| (it.key, lone::INPUT)),
            Section::Attributes => {
                let output = topology.outputs.iter().find(|it| it.name == first.text);
                output.map(|it| (it.key, lone::OUTPUT))
            }
            _ => None,
        };
        if let ([only], Some((key, kinds))) = (words.as_slice(), parameter) {
            return self.mention(only.node, kinds, key);
        }
        let Some(template) = topology.node_template(&first.text) else { return };
        self.mention(first.node, TEMPLATES, template.key);
        let (Some(second), Some(id)) = (words.get(1), template.type_id.found()) else { return };
        let effective = self.world.effective(id);
        let found = effective.section(section).get(&second.text);
        let reflected =
            || effective.properties().get(&second.text).filter(|_| section == Section::Attributes);
        if let Some(definition) = found.or_else(reflected) {
            return self.mention_word(second, kinds, Some(introduced(definition)));
        }
        // A property of a capability or of what a requirement leads to.
        let capability = effective.capabilities().get(&second.text);
        self.mention_word(second, lone::CAPABILITY, capability.map(introduced));
        if let (Some(capability), Some(third)) = (capability, words.get(2)) {
            let found = self.resolver.facet(capability, section, &third.text);
            self.mention_word(third, kinds, found.as_ref().map(introduced));
        }
    }
}
