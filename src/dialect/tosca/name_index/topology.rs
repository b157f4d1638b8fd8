//! References and values in the topology.

use std::collections::BTreeMap;

use super::activities::targets_of;
use super::{Indexer, Kinds, Site, SiteKind, single_kinds};
use crate::function::CallNode;
use crate::model::{Group, NodeTemplate, Parameter, Policy, Step, Substitution, Topology};
use crate::resolve::{CallContext, introduced};
use crate::types::{FileId, ScalarText, Section, TypeId, TypeKind, named};
use crate::value::ValueType;
use limn_yaml::Node;

static TEMPLATES: Kinds = single_kinds::NODE_TEMPLATE;

impl<'d> Indexer<'_, 'd> {
    pub(super) fn topology(&mut self) {
        let service = self.service;
        let Some(topology) = &service.topology else { return };
        self.parameters(&topology.inputs, SiteKind::InputDefault, CallContext::Topology);
        for (at, template) in topology.node_templates.iter().enumerate() {
            self.node_template(at, template);
        }
        for (at, template) in topology.relationship_templates.iter().enumerate() {
            let context = CallContext::Relationship(at);
            self.type_name(TypeKind::Relationship, template.type_name.as_ref());
            if let Some(copy) = &template.copy {
                let from = topology.relationship_template(&copy.text).map(|template| template.key);
                self.mention_word(copy, single_kinds::RELATIONSHIP_TEMPLATE, from);
            }
            let id = template.type_id.found();
            let section = |section| template.sections.get(section);
            self.properties(section(Section::Properties), id, context);
            self.attributes(section(Section::Attributes), id, context);
            self.interfaces((template.node, section(Section::Interfaces)), id, context);
        }
        for group in &topology.groups {
            self.group(group);
        }
        for policy in &topology.policies {
            self.policy(topology, policy);
        }
        for (at, workflow) in topology.workflows.iter().enumerate() {
            let context = CallContext::Workflow(at);
            self.parameters(&workflow.inputs, SiteKind::InputDefault, CallContext::Topology);
            let steps = workflow.steps.iter().map(|step| (&*step.name, step.key)).collect();
            for step in &workflow.steps {
                self.step(topology, at, step, &steps);
            }
            for precondition in &workflow.preconditions {
                let of = self.targeted(*precondition);
                if let Some(condition) = precondition.get("condition") {
                    self.conditions(condition.resolve(), of, 0);
                }
                self.untyped(*precondition, SiteKind::Constraint, context);
            }
        }
        if let Some(substitution) = &topology.substitution {
            self.substitution(topology, substitution);
        }
        self.parameters(&topology.outputs, SiteKind::Output, CallContext::Topology);
    }

    fn parameters(&mut self, all: &[Parameter<'d>], spot: SiteKind, context: CallContext) {
        for parameter in all {
            // In 1.3, a value can replace the definition.
            if !parameter.node.is_mapping() || CallNode::of(parameter.node).is_some() {
                let site =
                    Site { value: parameter.node, context, value_type: None, key: Some(parameter.key), spot };
                self.value(&site, 0);
                continue;
            }
            self.schema(parameter.node);
            let value_type = ValueType::of(parameter.node, FileId::OWN);
            for key in ["default", "value"] {
                let Some(value) = parameter.node.get(key) else { continue };
                let site =
                    Site { value, context, value_type: value_type.clone(), key: Some(parameter.key), spot };
                self.value(&site, 0);
            }
        }
    }

    fn node_template(&mut self, at: usize, template: &NodeTemplate<'d>) {
        let (type_scope, context, sections) = (self.type_scope, CallContext::Node(at), &template.sections);
        if let Some(word) = &template.type_name {
            self.type_known(word, TypeKind::Node, template.type_id);
        }
        if let Some(copy) = &template.copy {
            let from = self.service.node_template(&copy.text).map(|template| template.key);
            self.mention_word(copy, TEMPLATES, from);
        }
        let id = template.type_id.found();
        self.properties(sections.get(Section::Properties), id, context);
        self.attributes(sections.get(Section::Attributes), id, context);
        for entry in sections.named(Section::Capabilities) {
            let definition = || {
                let name = entry.key.as_str()?;
                type_scope.effective(id?).capabilities().get(&name)
            };
            if self.gathers {
                self.member(entry.key, single_kinds::CAPABILITY, definition());
            }
            let (inner, resolver) = (entry.value.resolve(), self.resolver);
            self.assigned(inner.get("properties"), SiteKind::Property, context, |name| {
                resolver.facet(definition()?, Section::Properties, name)
            });
            self.assigned(inner.get("attributes"), SiteKind::Attribute, context, |name| {
                let attribute = resolver.facet(definition()?, Section::Attributes, name);
                attribute.or_else(|| resolver.facet(definition()?, Section::Properties, name))
            });
        }
        for (number, requirement) in template.requirements.iter().enumerate() {
            if self.gathers {
                let definition =
                    id.and_then(|id| type_scope.effective(id).requirements().get(&requirement.name));
                self.member(requirement.key, single_kinds::REQUIREMENT, definition);
            }
            let target = match &requirement.target {
                Some(word) => self.template_or(word, TypeKind::Node).found(),
                None => None,
            };
            if let Some(word) = &requirement.capability {
                let named = target.and_then(|id| type_scope.effective(id).capabilities().get(&word.text));
                match named {
                    Some(definition) => self.member(word.node, single_kinds::CAPABILITY, Some(definition)),
                    None => {
                        self.type_name(TypeKind::Capability, Some(word));
                    }
                }
            }
            if let Some(word) = &requirement.relationship {
                let template = self
                    .service
                    .topology
                    .as_ref()
                    .and_then(|topology| topology.relationship_template(&word.text));
                match template.map(|template| template.key) {
                    Some(key) => self.mention(word.node, single_kinds::RELATIONSHIP_TEMPLATE, key),
                    None => {
                        self.type_name(TypeKind::Relationship, Some(word));
                    }
                }
            }
            if let Some(block) = requirement.relationship_node {
                let id = self.resolver.relationship_type(template, requirement).found();
                let context = CallContext::Bound(at, number);
                self.properties(block.get("properties"), id, context);
                self.interfaces((block, block.get("interfaces")), id, context);
            }
            if let Some(filter) = requirement.filter {
                self.filter(filter, target);
            }
        }
        if let Some(filter) = template.node.get("node_filter") {
            self.filter(filter.resolve(), id);
        }
        self.interfaces((template.node, sections.get(Section::Interfaces)), id, context);
        self.artifacts(sections.get(Section::Artifacts), id, context);
    }

    fn group(&mut self, group: &Group<'d>) {
        self.type_name(TypeKind::Group, group.type_name.as_ref());
        for word in &group.members {
            let template = self.service.node_template(&word.text).map(|template| template.key);
            self.mention_word(word, TEMPLATES, template);
        }
        let id = group.type_id.found();
        self.properties(group.node.get("properties"), id, CallContext::Topology);
        self.attributes(group.node.get("attributes"), id, CallContext::Topology);
        self.interfaces((group.node, group.node.get("interfaces")), id, CallContext::Topology);
    }

    fn policy(&mut self, topology: &Topology<'d>, policy: &Policy<'d>) {
        self.type_name(TypeKind::Policy, policy.type_name.as_ref());
        for word in &policy.targets {
            let template = topology.node_template(&word.text).map(|template| template.key);
            self.mention_word(word, TEMPLATES, template);
            let group = topology.group(&word.text).map(|group| group.key).filter(|_| template.is_none());
            self.mention_word(word, single_kinds::GROUP, group);
        }
        self.properties(policy.node.get("properties"), policy.type_id.found(), CallContext::Topology);
        let targets = targets_of(topology, policy);
        self.triggers(policy.node, &targets);
    }

    /// Triggers of a policy or policy type. `targets`: the types of the targets, which the actions are for.
    pub(super) fn triggers(&mut self, node: Node<'d>, targets: &[TypeId]) {
        for entry in named(node, "triggers") {
            let trigger = entry.value.resolve();
            let filter = trigger.get("target_filter").map(Node::resolve);
            let of = filter.and_then(|filter| self.targeted(filter));
            if let Some(condition) = trigger.get("condition").map(Node::resolve) {
                let constraint = condition.get("constraint").map_or(condition, Node::resolve);
                self.conditions(constraint, of, 0);
            }
            for key in ["condition", "constraint", "action", "schedule"] {
                if let Some(value) = trigger.get(key) {
                    self.untyped(value, SiteKind::Constraint, CallContext::Topology);
                }
            }
            let action = trigger.get("action").map(Node::resolve);
            if let Some(action) = action.filter(|node| node.is_sequence()) {
                let targets: Vec<TypeId> = targets.iter().copied().chain(of).collect();
                action
                    .items()
                    .for_each(|item| self.activity(item.resolve(), &targets, CallContext::Topology));
            }
        }
    }

    /// A filter or precondition with a node in `node` or `target`. Returns the type of the node.
    fn targeted(&mut self, node: Node<'d>) -> Option<TypeId> {
        let mut of = None;
        for key in ["node", "target"] {
            let Some(word) = ScalarText::at(node, key) else { continue };
            let group = self
                .service
                .topology
                .as_ref()
                .and_then(|topology| topology.group(&word.text))
                .map(|group| group.key);
            self.mention_word(&word, single_kinds::GROUP, group);
            if group.is_some() {
                continue;
            }
            let id = self.template_or(&word, TypeKind::Node).found();
            of = id.filter(|_| node.get("target_relationship").is_none() && node.get("capability").is_none());
            for (key, section, kinds) in [
                ("requirement", Section::Requirements, single_kinds::REQUIREMENT),
                ("capability", Section::Capabilities, single_kinds::CAPABILITY),
                ("target_relationship", Section::Requirements, single_kinds::REQUIREMENT),
            ] {
                let Some(word) = ScalarText::at(node, key) else { continue };
                let definition =
                    id.and_then(|id| self.type_scope.effective(id).section(section).get(&word.text));
                self.mention_word(&word, kinds, definition.map(introduced));
            }
        }
        of
    }

    /// Attributes in condition clauses.
    fn conditions(&mut self, clauses: Node<'d>, of: Option<TypeId>, depth: usize) {
        let Some(id) = of.filter(|_| depth < 16) else { return };
        for item in clauses.items().map(Node::resolve) {
            for entry in item.entries() {
                let Some(name) = entry.key.as_str() else { continue };
                if matches!(&*name, "and" | "or" | "not" | "assert") {
                    self.conditions(entry.value.resolve(), of, depth + 1);
                    continue;
                }
                let effective = self.type_scope.effective(id);
                let found = effective.attributes().get(&name).or_else(|| effective.properties().get(&name));
                self.member(entry.key, single_kinds::VALUE, found);
            }
        }
    }

    fn step(
        &mut self,
        topology: &Topology<'d>,
        workflow: usize,
        step: &Step<'d>,
        steps: &BTreeMap<&str, Node<'d>>,
    ) {
        let mut target = None;
        if let Some(word) = &step.target {
            match topology.group(&word.text).filter(|_| topology.node_template(&word.text).is_none()) {
                Some(group) => self.mention(word.node, single_kinds::GROUP, group.key),
                None => target = self.template_or(word, TypeKind::Node).found(),
            }
        }
        if let Some(word) = &step.target_relationship {
            let definition =
                target.and_then(|id| self.type_scope.effective(id).requirements().get(&word.text));
            self.mention_word(word, single_kinds::REQUIREMENT, definition.map(introduced));
        }
        if let Some(word) = &step.operation_host {
            let template = topology.node_template(&word.text).map(|template| template.key);
            self.mention_word(word, TEMPLATES, template);
        }
        for word in step.on_success.iter().chain(&step.on_failure) {
            self.mention_word(word, single_kinds::STEP, steps.get(&*word.text).copied());
        }
        let of = if step.target_relationship.is_some() { None } else { target };
        for activity in &step.activities {
            self.activity(*activity, of.as_slice(), CallContext::Workflow(workflow));
        }
        if let Some(filter) = step.node.get("filter") {
            self.conditions(filter.resolve(), of, 0);
            self.untyped(filter, SiteKind::Constraint, CallContext::Workflow(workflow));
        }
    }

    fn substitution(&mut self, topology: &Topology<'d>, substitution: &Substitution<'d>) {
        self.type_name(TypeKind::Node, substitution.type_name.as_ref());
        if let Some(filter) = substitution.node.get("substitution_filter") {
            self.filter(filter.resolve(), substitution.type_id.found());
        }
        let (type_scope, id) = (self.type_scope, substitution.type_id.found());
        let of = |section: Section, name: &str| {
            id.and_then(|id| type_scope.effective(id).section(section).get(name))
        };
        let sections: [(&[_], Section, Kinds); 5] = [
            (&substitution.properties, Section::Properties, single_kinds::PROPERTY),
            (&substitution.attributes, Section::Attributes, single_kinds::ATTRIBUTE),
            (&substitution.capabilities, Section::Capabilities, single_kinds::CAPABILITY),
            (&substitution.requirements, Section::Requirements, single_kinds::REQUIREMENT),
            (&substitution.interfaces, Section::Interfaces, single_kinds::INTERFACE),
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
                    let interface = of(section, &name);
                    for operation in value.entries() {
                        if let (Some(interface), Some(name)) = (interface, operation.key.as_str()) {
                            let declared = self.operation_of(interface, &name);
                            if let Some(declared) = declared {
                                self.mention(operation.key, single_kinds::OPERATION, declared);
                            }
                        }
                        let Some(word) = ScalarText::of(operation.value.resolve()) else { continue };
                        let workflow = topology.workflow(&word.text).map(|workflow| workflow.key);
                        self.mention_word(&word, single_kinds::WORKFLOW, workflow);
                    }
                    continue;
                }
                self.mapped(topology, value, section, kinds);
            }
        }
    }

    /// `[template, name]`, or `[input]`.
    fn mapped(&mut self, topology: &Topology<'d>, value: Node<'d>, section: Section, kinds: Kinds) {
        let mut words: Vec<ScalarText<'d>> =
            value.items().filter_map(|item| ScalarText::of(item.resolve())).collect();
        if words.is_empty() {
            words.extend(ScalarText::of(value));
        }
        let Some(first) = words.first() else { return };
        let parameter = match section {
            Section::Properties => topology.input(&first.text).map(|input| (input.key, single_kinds::INPUT)),
            Section::Attributes => {
                let output = topology.output(&first.text);
                output.map(|output| (output.key, single_kinds::OUTPUT))
            }
            _ => None,
        };
        if let ([only], Some((key, kinds))) = (words.as_slice(), parameter) {
            return self.mention(only.node, kinds, key);
        }
        let Some(template) = topology.node_template(&first.text) else { return };
        self.mention(first.node, TEMPLATES, template.key);
        let (Some(second), Some(id)) = (words.get(1), template.type_id.found()) else { return };
        let effective = self.type_scope.effective(id);
        let found = effective.section(section).get(&second.text);
        let reflected =
            || effective.properties().get(&second.text).filter(|_| section == Section::Attributes);
        if let Some(definition) = found.or_else(reflected) {
            return self.mention_word(second, kinds, Some(introduced(definition)));
        }
        // A property of a capability or of the target of a requirement.
        let capability = effective.capabilities().get(&second.text);
        self.mention_word(second, single_kinds::CAPABILITY, capability.map(introduced));
        if let (Some(capability), Some(third)) = (capability, words.get(2)) {
            let found = self.resolver.facet(capability, section, &third.text);
            self.mention_word(third, kinds, found.as_deref().map(introduced));
        }
    }
}
