//! Members of entities: own properties and attributes, those of requirement targets, and those of capabilities.

use super::{
    Entity, Member, MemberLookup, MemberPlace, ResolveError, ResolveErrorKind, ResolveErrorText, Resolver,
    any_of, entry_of, introduced, near,
};
use std::borrow::Cow;

use crate::function::Function;
use crate::grammar::AMP;
use crate::model::{NodeTemplate, Requirement};
use crate::types::{Definition, Layer, Lookup, Section, Table, TypeId, TypeKind};
use limn_language::message;
use limn_yaml::{Node, Resolved};

impl<'s, 'd> Resolver<'s, 'd> {
    /// Resolves a property or attribute: own members first, then those of requirement targets, then those of capabilities.
    pub(super) fn read(
        self,
        entity: &Entity<'d>,
        function: Function,
        names: &[Node<'d>],
    ) -> MemberLookup<'d> {
        let type_scope = &self.service.type_scope;
        let Lookup::Found(id) = entity.type_id else { return MemberLookup::Undetermined };
        let effective = type_scope.effective(id);
        let Some(name) = names[0].as_str() else { return MemberLookup::Undetermined };
        if let Some(found) = self.own(entity, id, function, &name) {
            return MemberLookup::Found(found);
        }
        // `[SELF, requirement, 0, name]` selects one of several.
        let by_number = names.get(1).is_some_and(|node| matches!(node.resolved(), Some(Resolved::Int(_))));
        if by_number && effective.requirements().get(&name).is_some() {
            return MemberLookup::Undetermined;
        }
        let mut trouble = None;
        if let (Some(definition), [_, inner, ..]) = (effective.requirements().get(&name), names) {
            match self.through(entity, definition, function, *inner) {
                MemberLookup::Fault(fault) => trouble = Some(fault),
                found => return found,
            }
        }
        if let Some(definition) = effective.capabilities().get(&name)
            && entity.kind == TypeKind::Node
        {
            let Some(inner) = names.get(1) else {
                let message = message::expected(
                    format_args!("a property of capability `{name}`"),
                    "only the capability",
                );
                let (at, text) = (names[0], message.into());
                return MemberLookup::Fault(ResolveError { at, what: ResolveErrorKind::Member, text });
            };
            return match self.of_capability(entity, definition, function, *inner) {
                MemberLookup::Fault(fault) => MemberLookup::Fault(trouble.unwrap_or(fault)),
                found => found,
            };
        }
        if let Some(fault) = trouble {
            return MemberLookup::Fault(fault);
        }
        if !effective.complete || function == Function::GetAttribute && self.is_sensor(entity, &name) {
            return MemberLookup::Undetermined;
        }
        let at = names[0];
        if effective.requirements().get(&name).is_some() {
            let message = message::expected(
                format_args!("a property of the target of requirement `{name}`"),
                "only the requirement",
            );
            return MemberLookup::Fault(ResolveError {
                at,
                what: ResolveErrorKind::Member,
                text: message.into(),
            });
        }
        let word = type_scope.get(id).name.clone();
        let tables = [
            Some(effective.properties()),
            (function == Function::GetAttribute).then(|| effective.attributes()),
        ];
        let known = tables.into_iter().flatten().flat_map(Table::iter).map(|definition| &*definition.name);
        let what = if function == Function::GetAttribute { "attribute or property" } else { "property" };
        let mut message = message::unknown_on(what, &name, entity.kind.word(), &word);
        // The name of an attribute is not a misspelling.
        let is_attribute = function == Function::GetProperty && effective.attributes().get(&name).is_some();
        let near = limn_language::schema::nearest(&name, known).filter(|_| !is_attribute);
        if is_attribute {
            message += &format!("; use `get_attribute` for attribute `{name}`");
        }
        let text = ResolveErrorText { message, near: near.map(str::to_owned) };
        MemberLookup::Fault(ResolveError { at, what: ResolveErrorKind::Member, text })
    }

    /// Returns true for an attribute that a type of AMP need not declare: one that the template assigns, a sensor like `host.name`, or an operation
    /// output.
    fn is_sensor(self, entity: &Entity<'d>, name: &str) -> bool {
        let assigned = entity.node.and_then(|node| entry_of(node, "attributes", name));
        self.service.version.has(AMP) && (name.contains('.') || assigned.is_some())
    }

    /// Own property or attribute of an entity.
    pub(super) fn own(
        self,
        entity: &Entity<'d>,
        id: TypeId,
        function: Function,
        name: &str,
    ) -> Option<Member<'d>> {
        let effective = self.service.type_scope.effective(id);
        let attribute = effective.attributes().get(name).filter(|_| function == Function::GetAttribute);
        let definition = attribute.or_else(|| effective.properties().get(name))?.clone();
        let section = if attribute.is_some() { "attributes" } else { "properties" };
        let assigned = entity.node.and_then(|node| entry_of(node, section, name));
        let (entity, name) = (*entity, definition.name.clone());
        let place = MemberPlace { entity, capability: None, name };
        Some(Member {
            place,
            names: vec![introduced(&definition)],
            definition,
            assigned,
            is_open: function == Function::GetAttribute || entity.node.is_none(),
        })
    }

    pub(super) fn of_capability(
        self,
        entity: &Entity<'d>,
        capability: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> MemberLookup<'d> {
        if let Some(found) = self.in_capability(entity, capability, function, inner) {
            return MemberLookup::Found(found);
        }
        let (type_scope, Some(name)) = (&self.service.type_scope, inner.as_str()) else {
            return MemberLookup::Undetermined;
        };
        let Some(Lookup::Found(id)) = type_scope.type_of(capability, TypeKind::Capability) else {
            return MemberLookup::Undetermined;
        };
        if !type_scope.effective(id).complete {
            return MemberLookup::Undetermined;
        }
        let known = type_scope.effective(id).properties().iter().map(|definition| &*definition.name);
        let what = if function == Function::GetAttribute { "attribute or property" } else { "property" };
        let message = message::unknown_on(what, &name, "capability", &capability.name);
        let text = ResolveErrorText { message, near: near(&name, known) };
        MemberLookup::Fault(ResolveError { at: inner, what: ResolveErrorKind::Member, text })
    }

    fn in_capability(
        self,
        entity: &Entity<'d>,
        capability: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> Option<Member<'d>> {
        let name = inner.as_str()?;
        let is_attribute = function == Function::GetAttribute;
        let attribute = is_attribute.then(|| self.facet(capability, Section::Attributes, &name)).flatten();
        let section = if attribute.is_some() { "attributes" } else { "properties" };
        let definition = attribute.or_else(|| self.facet(capability, Section::Properties, &name))?;
        let node = entity.node.and_then(|node| node.get("capabilities"));
        let node = node.and_then(|node| node.resolve().get(&capability.name));
        let place =
            MemberPlace { entity: *entity, capability: Some(capability.name.clone()), name: name.clone() };
        Some(Member {
            place,
            names: vec![introduced(capability), introduced(&definition)],
            definition: definition.into_owned(),
            assigned: node.and_then(|node| entry_of(node.resolve(), section, &name)),
            is_open: is_attribute || entity.node.is_none(),
        })
    }

    /// A property or attribute of a capability: its own definition over the capability type.
    pub fn facet(
        self,
        capability: &Definition<'d>,
        section: Section,
        name: &str,
    ) -> Option<Cow<'s, Definition<'d>>> {
        let type_scope = &self.service.type_scope;
        let inherited = match type_scope.type_of(capability, TypeKind::Capability) {
            Some(Lookup::Found(id)) => type_scope.effective(id).section(section).get(name),
            _ => None,
        };
        let own = capability.layers.iter().filter_map(|layer| {
            let entry = layer.node.get(section.key())?.resolve().entry(name)?;
            Some(Layer { key: entry.key, node: entry.value.resolve(), owner: layer.owner })
        });
        let mut layers: Vec<_> = own.collect();
        if layers.is_empty() {
            return inherited.map(Cow::Borrowed);
        }
        layers.extend(inherited.iter().flat_map(|definition| definition.layers.iter()).copied());
        let name = layers.first()?.key.as_str()?;
        Some(Cow::Owned(Definition::new(name, layers)))
    }

    /// A member through a requirement: from the capability of its target node.
    pub(super) fn through(
        self,
        entity: &Entity<'d>,
        requirement: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> MemberLookup<'d> {
        let type_scope = &self.service.type_scope;
        let assigned: Vec<&Requirement<'d>> = match (entity.template, &self.service.topology) {
            (Some(at), Some(topology)) => {
                let all = topology.node_templates[at].requirements.iter();
                all.filter(|assignment| assignment.definition() == requirement.name).collect()
            }
            _ => Vec::new(),
        };
        let targets: Vec<&NodeTemplate<'d>> =
            assigned.iter().filter_map(|assignment| self.target(assignment)).collect();
        let required = requirement.word_or_short("capability").map(|(word, layer)| {
            type_scope.find(TypeKind::Capability, &word.text, type_scope.owner_file(layer))
        });
        let key = introduced(requirement);
        let with_key = |mut found: Member<'d>| {
            // A requirement name represents its target capability.
            if found.names.len() > 1 {
                found.names[0] = key;
            } else {
                found.names.insert(0, key);
            }
            found
        };
        let Some(first) = targets.first() else {
            return self.unbound(entity, requirement, required, function, inner).map(with_key);
        };
        let mut lacking = None;
        for target in &targets {
            let target_entity = self.node_entity(target);
            let Lookup::Found(id) = target.type_id else { return MemberLookup::Undetermined };
            let effective = type_scope.effective(id);
            for capability in effective.capabilities().iter() {
                let fits = match (required, type_scope.type_of(capability, TypeKind::Capability)) {
                    (Some(Lookup::Found(required)), Some(Lookup::Found(id))) => {
                        type_scope.derives(id, required) != Some(false)
                    }
                    _ => true,
                };
                if !fits {
                    continue;
                }
                match self.in_capability(&target_entity, capability, function, inner) {
                    Some(found) if targets.iter().all(|target| target.name == first.name) => {
                        return MemberLookup::Found(with_key(found));
                    }
                    Some(_) => {
                        let message =
                            format!("ambiguous requirement `{}`: several target nodes", requirement.name);
                        let text = message.into();
                        return MemberLookup::Fault(ResolveError {
                            at: inner,
                            what: ResolveErrorKind::Binding,
                            text,
                        });
                    }
                    None => lacking = Some((target_entity, capability)),
                }
            }
            // Fall back to members of the target node.
            if let Some(name) = inner.as_str()
                && let Some(found) = self.own(&target_entity, id, function, &name)
            {
                return MemberLookup::Found(with_key(found));
            }
            if !effective.complete {
                return MemberLookup::Undetermined;
            }
        }
        match self.of_relationship(entity, &assigned, function, inner) {
            Some(MemberLookup::Found(found)) => return MemberLookup::Found(with_key(found)),
            Some(other) => return other,
            None => {}
        }
        if let Some((target, capability)) = lacking
            && let MemberLookup::Undetermined = self.of_capability(&target, capability, function, inner)
        {
            return MemberLookup::Undetermined;
        }
        let name = inner.as_str().unwrap_or_default();
        let message = message::unknown_on("property or attribute", name, "requirement", &requirement.name);
        MemberLookup::Fault(ResolveError { at: inner, what: ResolveErrorKind::Member, text: message.into() })
    }

    /// A member of the relationship of a requirement. `None` if there is no such member.
    fn of_relationship(
        self,
        entity: &Entity<'d>,
        assigned: &[&Requirement<'d>],
        function: Function,
        inner: Node<'d>,
    ) -> Option<MemberLookup<'d>> {
        let source = self.service.topology.as_ref()?.node_templates.get(entity.template?)?;
        for requirement in assigned {
            let (Lookup::Found(id), Some(name)) =
                (self.relationship_type(source, requirement), inner.as_str())
            else {
                return Some(MemberLookup::Undetermined);
            };
            let relationship = Entity {
                kind: TypeKind::Relationship,
                type_id: Lookup::Found(id),
                node: requirement.relationship_node,
                template: None,
            };
            if let Some(found) = self.own(&relationship, id, function, &name) {
                return Some(MemberLookup::Found(found));
            }
        }
        None
    }

    /// A member through a requirement without a target template: from its capability type.
    pub(super) fn unbound(
        self,
        entity: &Entity<'d>,
        requirement: &Definition<'d>,
        required: Option<Lookup>,
        function: Function,
        inner: Node<'d>,
    ) -> MemberLookup<'d> {
        let type_scope = &self.service.type_scope;
        let (Some(Lookup::Found(id)), Some(name)) = (required, inner.as_str()) else {
            return MemberLookup::Undetermined;
        };
        let capability =
            Entity { kind: TypeKind::Capability, type_id: Lookup::Found(id), node: None, template: None };
        if let Some(found) = self.own(&capability, id, function, &name) {
            // The target is unknown, so the value is too.
            return MemberLookup::Found(Member { is_open: true, ..found });
        }
        let node = requirement
            .word("node")
            .map(|(word, layer)| type_scope.find(TypeKind::Node, &word.text, type_scope.owner_file(layer)));
        match node {
            Some(Lookup::Found(node)) => {
                let target = any_of(TypeKind::Node, node);
                if let Some(found) = self.own(&target, node, function, &name) {
                    return MemberLookup::Found(Member { is_open: true, ..found });
                }
                if !type_scope.effective(node).complete {
                    return MemberLookup::Undetermined;
                }
            }
            Some(_) => return MemberLookup::Undetermined,
            None => {}
        }
        // A parent type that is unknown may have a capability of that name.
        if entity.type_id.found().is_some_and(|id| !type_scope.effective(id).complete) {
            return MemberLookup::Undetermined;
        }
        // A type has no target nodes.
        if entity.template.is_none() || !type_scope.effective(id).complete {
            return MemberLookup::Undetermined;
        }
        let message = message::unknown_at(
            "property or attribute",
            &name,
            format_args!("requirement `{}`, which has no target node", requirement.name),
        );
        MemberLookup::Fault(ResolveError { at: inner, what: ResolveErrorKind::Binding, text: message.into() })
    }
}

impl<'d> MemberLookup<'d> {
    pub(super) fn map(self, change: impl FnOnce(Member<'d>) -> Member<'d>) -> MemberLookup<'d> {
        match self {
            MemberLookup::Found(found) => MemberLookup::Found(change(found)),
            other => other,
        }
    }
}
