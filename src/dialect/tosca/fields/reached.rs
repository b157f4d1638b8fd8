//! Members that the arguments of `get_property` and `get_attribute` lead to: values, and members of capabilities and of the targets of requirements.

use std::collections::BTreeSet;

use super::FieldProvider;
use crate::function::Function;
use crate::resolve::{Entity, Resolver};
use crate::types::{Definition, Layer, Lookup, ScalarText, Section, TypeId, TypeKind};
use crate::value::DataSchema;

/// Target that the arguments of a call have resolved to so far.
pub(super) enum Reached<'d> {
    Value(DataSchema<'d>),
    /// A requirement or capability: the next argument names a member of it.
    Through(Vec<(String, DataSchema<'d>)>),
}

impl<'m> FieldProvider<'m> {
    /// The value or the members that the name of a member resolves to.
    pub(super) fn reached(
        &self,
        function: Function,
        entities: &[Entity<'m>],
        name: &str,
    ) -> Option<Reached<'m>> {
        let type_scope = self.type_scope();
        let attributes = function == Function::GetAttribute;
        for entity in entities {
            let Lookup::Found(id) = entity.type_id else { continue };
            let effective = type_scope.effective(id);
            let attribute = attributes.then(|| effective.attributes().get(name)).flatten();
            if let Some(definition) = attribute.or_else(|| effective.properties().get(name)) {
                return Some(Reached::Value(DataSchema::of(type_scope, definition)));
            }
            let mut members = Vec::new();
            if let Some(definition) = effective.capabilities().get(name) {
                members.extend(self.of_capability(function, definition));
            }
            if let Some(definition) = effective.requirements().get(name) {
                members.extend(self.of_target(function, entity, definition));
            }
            if !members.is_empty() {
                return Some(Reached::Through(members));
            }
        }
        None
    }

    /// Members of a capability.
    fn of_capability(
        &self,
        function: Function,
        definition: &Definition<'m>,
    ) -> Vec<(String, DataSchema<'m>)> {
        let type_scope = self.type_scope();
        let attributes = (function == Function::GetAttribute).then_some(Section::Attributes);
        let sections = attributes.into_iter().chain([Section::Properties]);
        let tables = sections.map(|section| type_scope.facet(definition, TypeKind::Capability, section).0);
        let schema = |definition: &Definition<'m>| {
            (definition.name.to_string(), DataSchema::of(type_scope, definition))
        };
        tables.flat_map(|table| table.iter().map(schema).collect::<Vec<_>>()).collect()
    }

    /// Members through a requirement: of the capability that it is bound to, then of its target node. Without a target template, those of the types that it
    /// states.
    fn of_target(
        &self,
        function: Function,
        entity: &Entity<'m>,
        requirement: &Definition<'m>,
    ) -> Vec<(String, DataSchema<'m>)> {
        let type_scope = self.type_scope();
        let stated = |kind: TypeKind, word: Option<(ScalarText<'m>, Layer<'m>)>| {
            let (word, layer) = word?;
            type_scope.find(kind, &word.text, type_scope.owner_file(layer)).found()
        };
        let required = stated(TypeKind::Capability, requirement.word_or_short("capability"));
        let target = self.target(entity, &requirement.name);
        let mut members = Vec::new();
        match (target, required) {
            (Some(target), _) => {
                let fits = |definition: &&Definition<'m>| match (
                    required,
                    type_scope.type_of(definition, TypeKind::Capability),
                ) {
                    (Some(required), Some(Lookup::Found(id))) => {
                        type_scope.derives(id, required) != Some(false)
                    }
                    _ => true,
                };
                let capabilities = type_scope.effective(target).capabilities().iter().filter(fits);
                members.extend(capabilities.flat_map(|capability| self.of_capability(function, capability)));
            }
            (None, Some(required)) => {
                members.extend(
                    self.readable(function, required).into_iter().map(|(name, schema, _)| (name, schema)),
                );
            }
            (None, None) => {}
        }
        let node = target.or_else(|| stated(TypeKind::Node, requirement.word("node")));
        let own = node.into_iter().flat_map(|id| self.readable(function, id));
        members.extend(own.map(|(name, schema, _)| (name, schema)));
        let mut seen = BTreeSet::new();
        members.retain(|(name, _)| seen.insert(name.clone()));
        members
    }

    /// Type of the target node of a requirement.
    fn target(&self, entity: &Entity<'m>, requirement: &str) -> Option<TypeId> {
        let topology = self.service.topology.as_ref()?;
        let template = &topology.node_templates[entity.template?];
        let bound = template.requirements.iter().find(|assigned| assigned.definition() == requirement)?;
        Resolver::new(&self.service).target(bound)?.type_id.found()
    }
}
