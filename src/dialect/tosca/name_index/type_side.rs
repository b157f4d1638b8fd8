//! References and values in types.

use std::borrow::Cow;

use super::{Indexer, Mention, Site, SiteKind, kinds_of, single_kinds};
use crate::function::CallNode;
use crate::resolve::CallContext;
use crate::types::{FileId, Lookup, ScalarText, Section, Type, TypeId, TypeKind, named};
use crate::value::{ValueType, names_in};
use limn_yaml::Node;

impl<'d> Indexer<'_, 'd> {
    pub(super) fn types(&mut self) {
        let own: Vec<(TypeId, Type<'d>)> =
            self.type_scope.declared_in(FileId::OWN).map(|(id, declared)| (id, declared.clone())).collect();
        for (id, it) in own {
            self.one_type(id, &it);
        }
    }

    fn one_type(&mut self, id: TypeId, it: &Type<'d>) {
        let node = it.node;
        let context = match it.kind {
            TypeKind::Node => CallContext::NodeType(id),
            TypeKind::Relationship => CallContext::RelationshipType(id),
            _ => CallContext::Open,
        };
        self.type_at(it.kind, node, "derived_from");
        for section in [Section::Properties, Section::Attributes] {
            self.definitions(node, section, Some(id), context);
        }
        self.artifacts(node.get("artifacts"), Some(id), context);
        match it.kind {
            TypeKind::Node => {
                self.capabilities(node, id, context);
                self.requirements(node, id);
                self.interfaces((node, node.get("interfaces")), Some(id), context);
            }
            TypeKind::Relationship => {
                self.types_at(TypeKind::Capability, node, "valid_target_types");
                self.interfaces((node, node.get("interfaces")), Some(id), context);
            }
            TypeKind::Capability => self.types_at(TypeKind::Node, node, "valid_source_types"),
            TypeKind::Interface => self.interface(node, None, Some(id), (node, None), context),
            TypeKind::Group => {
                self.types_at(TypeKind::Node, node, "members");
                self.capabilities(node, id, context);
                self.requirements(node, id);
                self.interfaces((node, node.get("interfaces")), Some(id), context);
            }
            TypeKind::Policy => {
                let mut targets: Vec<TypeId> = Vec::new();
                for word in ScalarText::list(node, "targets") {
                    let node = self.type_name(TypeKind::Node, Some(&word)).found();
                    targets.extend(node.or_else(|| self.type_name(TypeKind::Group, Some(&word)).found()));
                }
                self.triggers(node, &targets);
            }
            TypeKind::Data => {
                if let Some(schema) = node.get("entry_schema") {
                    self.schema(schema.resolve());
                }
            }
            TypeKind::Artifact => {}
        }
    }

    /// Property or attribute definitions. A refinement references the refined definition.
    pub(super) fn definitions(
        &mut self,
        node: Node<'d>,
        section: Section,
        of: Option<TypeId>,
        context: CallContext,
    ) {
        let (kinds, spot): (super::Kinds, _) = match section {
            Section::Attributes => (single_kinds::ATTRIBUTE, SiteKind::Attribute),
            _ => (single_kinds::PROPERTY, SiteKind::Default),
        };
        for entry in named(node, section.key()) {
            let name = entry.key.as_str().unwrap_or_default();
            let definition = of.and_then(|id| self.type_scope.effective(id).section(section).get(&name));
            self.member(entry.key, kinds, definition);
            let node = entry.value.resolve();
            let value_type = definition
                .and_then(|definition| ValueType::of_definition(self.type_scope, definition))
                .or_else(|| ValueType::of(node, FileId::OWN).filter(|_| node.is_mapping()));
            // In 1.3, a value can replace the definition.
            if !node.is_mapping() || CallNode::of(node).is_some() {
                self.value(&Site { value: node, context, value_type, key: Some(entry.key), spot }, 0);
                continue;
            }
            self.schema(node);
            for value in ["default", "value"].iter().filter_map(|key| node.get(key)) {
                self.value(
                    &Site { value, context, value_type: value_type.clone(), key: Some(entry.key), spot },
                    0,
                );
            }
        }
    }

    /// A data type; in AMP, each name in a generic type.
    fn data_type(&mut self, word: Option<&ScalarText<'d>>) {
        let Some(word) = word.filter(|word| self.type_scope.is_amp && word.text.contains('<')) else {
            self.type_name(TypeKind::Data, word);
            return;
        };
        for range in names_in(&word.text).into_iter().filter(|_| self.gathers) {
            let Lookup::Found(id) =
                self.type_scope.find(TypeKind::Data, &word.text[range.clone()], FileId::OWN)
            else {
                continue;
            };
            let it = self.type_scope.get(id);
            if !self.type_scope.is_normative(id) && word.text[range.clone()].ends_with(&*it.name) {
                let from = range.end - it.name.len();
                let (kinds, declared) = (single_kinds::DATA_TYPE, it.key);
                self.found.mentions.push(Mention { at: word.node, from, to: range.end, kinds, declared });
            }
        }
    }

    /// Types of a definition or schema.
    pub(super) fn schema(&mut self, node: Node<'d>) {
        let mut at = Some(node);
        // Schemas can be nested.
        for _ in 0..8 {
            let Some(node) = at else { return };
            let word = if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "type") };
            self.data_type(word.as_ref());
            let keys = node.get("key_schema").map(Node::resolve);
            let word = keys.and_then(|node| {
                if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "type") }
            });
            self.data_type(word.as_ref());
            at = node.get("entry_schema").map(Node::resolve);
        }
    }

    fn capabilities(&mut self, node: Node<'d>, of: TypeId, context: CallContext) {
        for entry in named(node, "capabilities") {
            let name = entry.key.as_str().unwrap_or_default();
            let definition = self.type_scope.effective(of).capabilities().get(&name);
            self.member(entry.key, single_kinds::CAPABILITY, definition);
            let node = entry.value.resolve();
            let word = if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "type") };
            let own_type = self.type_name(TypeKind::Capability, word.as_ref());
            let id = match (own_type, definition) {
                (Lookup::Found(id), _) => Some(id),
                (_, Some(definition)) => {
                    self.type_scope.type_of(definition, TypeKind::Capability).and_then(Lookup::found)
                }
                _ => None,
            };
            self.types_at(TypeKind::Node, node, "valid_source_types");
            for section in [Section::Properties, Section::Attributes] {
                self.definitions(node, section, id, context);
            }
        }
    }

    fn requirements(&mut self, node: Node<'d>, of: TypeId) {
        for entry in named(node, "requirements") {
            let name = entry.key.as_str().unwrap_or_default();
            let definition = self.type_scope.effective(of).requirements().get(&name);
            self.member(entry.key, single_kinds::REQUIREMENT, definition);
            let node = entry.value.resolve();
            if node.is_scalar() {
                self.type_name(TypeKind::Capability, ScalarText::of(node).as_ref());
                continue;
            }
            self.type_at(TypeKind::Capability, node, "capability");
            let target = self.type_at(TypeKind::Node, node, "node").found();
            if let Some(relationship) = node.get("relationship").map(Node::resolve) {
                if relationship.is_scalar() {
                    self.type_name(TypeKind::Relationship, ScalarText::of(relationship).as_ref());
                } else {
                    let id = self.type_at(TypeKind::Relationship, relationship, "type").found();
                    self.interfaces(
                        (relationship, relationship.get("interfaces")),
                        id,
                        CallContext::BoundType,
                    );
                }
            }
            if let Some(filter) = node.get("node_filter") {
                self.filter(filter.resolve(), target);
            }
        }
    }

    /// `node_filter`: properties and capabilities of the filtered node.
    pub(super) fn filter(&mut self, filter: Node<'d>, target: Option<TypeId>) {
        let type_scope = self.type_scope;
        for entry in named(filter, "properties") {
            let name = entry.key.as_str().unwrap_or_default();
            let definition = target.and_then(|id| type_scope.effective(id).properties().get(&name));
            self.member(entry.key, single_kinds::PROPERTY, definition);
            self.untyped(entry.value, SiteKind::Constraint, CallContext::Open);
        }
        for entry in named(filter, "capabilities") {
            let name = entry.key.as_str().unwrap_or_default();
            let definition = target.and_then(|id| type_scope.effective(id).capabilities().get(&name));
            let type_id = match definition {
                Some(definition) => {
                    self.member(entry.key, single_kinds::CAPABILITY, Some(definition));
                    type_scope.type_of(definition, TypeKind::Capability).and_then(Lookup::found)
                }
                None => {
                    let word = ScalarText::of(entry.key);
                    self.type_name(TypeKind::Capability, word.as_ref()).found()
                }
            };
            for property in named(entry.value.resolve(), "properties") {
                let name = property.key.as_str().unwrap_or_default();
                let found = match definition {
                    Some(definition) => self.resolver.facet(definition, Section::Properties, &name),
                    None => type_id
                        .and_then(|id| type_scope.effective(id).properties().get(&name).map(Cow::Borrowed)),
                };
                self.member(property.key, single_kinds::PROPERTY, found.as_deref());
                self.untyped(property.value, SiteKind::Constraint, CallContext::Open);
            }
        }
    }

    /// Resolves a node template, otherwise a node type.
    pub(super) fn template_or(&mut self, word: &ScalarText<'d>, kind: TypeKind) -> Lookup {
        match self.service.node_template(&word.text) {
            Some(template) => {
                let (key, id) = (template.key, template.type_id);
                self.mention(word.node, single_kinds::NODE_TEMPLATE, key);
                id
            }
            None => {
                debug_assert!(!kinds_of(kind).is_empty());
                self.type_name(kind, Some(word))
            }
        }
    }
}
