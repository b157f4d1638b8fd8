//! What is read of an entity: a property or attribute of its own, of what its requirement is bound to, or of its capability.

use super::{Entity, Fault, Found, Read, Resolver, What, any_of, entry_of, hint, introduced};
use std::borrow::Cow;

use crate::dialect::tosca::function::Function;
use crate::dialect::tosca::model::{NodeTemplate, Requirement};
use crate::dialect::tosca::types::{Definition, Layer, Lookup, Section, Table, TypeId, TypeKind};
use crate::yaml::{Node, Resolved};

impl<'s, 'd> Resolver<'s, 'd> {
    /// The property or attribute that the names lead to: the entity's own first, then one of what a requirement is bound to, then a capability's.
    pub(super) fn read(self, entity: &Entity<'d>, function: Function, names: &[Node<'d>]) -> Read<'d> {
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
        let known = tables.into_iter().flatten().flat_map(Table::iter).map(|it| &*it.name);
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
    pub(super) fn own(
        self,
        entity: &Entity<'d>,
        id: TypeId,
        function: Function,
        name: &str,
    ) -> Option<Found<'d>> {
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

    pub(super) fn of_capability(
        self,
        entity: &Entity<'d>,
        capability: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> Read<'d> {
        if let Some(found) = self.in_capability(entity, capability, function, inner) {
            return Read::Found(found);
        }
        let (world, Some(name)) = (&self.service.world, inner.as_str()) else { return Read::Untold };
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
        Read::Fault(Fault { at: inner, what: What::Member, message })
    }

    fn in_capability(
        self,
        entity: &Entity<'d>,
        capability: &Definition<'d>,
        function: Function,
        inner: Node<'d>,
    ) -> Option<Found<'d>> {
        let name = inner.as_str()?;
        let is_attribute = function == Function::GetAttribute;
        let attribute = is_attribute.then(|| self.facet(capability, Section::Attributes, &name)).flatten();
        let section = if attribute.is_some() { "attributes" } else { "properties" };
        let definition = attribute.or_else(|| self.facet(capability, Section::Properties, &name))?;
        let node = entity.node.and_then(|node| node.get("capabilities"));
        let node = node.and_then(|node| node.resolve().get(&capability.name));
        Some(Found {
            names: vec![introduced(capability), introduced(&definition)],
            definition: definition.into_owned(),
            assigned: node.and_then(|node| entry_of(node.resolve(), section, &name)),
            is_open: is_attribute || entity.node.is_none(),
        })
    }

    /// One property or attribute of a capability: what its definition says itself over what its type brings.
    pub fn facet(
        self,
        capability: &Definition<'d>,
        section: Section,
        name: &str,
    ) -> Option<Cow<'s, Definition<'d>>> {
        let world = &self.service.world;
        let inherited = match world.type_of(capability, TypeKind::Capability) {
            Some(Lookup::Found(id)) => world.effective(id).section(section).get(name),
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
        layers.extend(inherited.iter().flat_map(|it| it.layers.iter()).copied());
        let name = layers.first()?.key.as_str()?;
        Some(Cow::Owned(Definition::new(name, layers)))
    }

    /// What is read through a requirement: from the capability of the node that it is bound to.
    pub(super) fn through(
        self,
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
        let mut lacking = None;
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
                match self.in_capability(&target_entity, capability, function, inner) {
                    Some(found) if targets.iter().all(|it| it.name == first.name) => {
                        return Read::Found(with_key(found));
                    }
                    Some(_) => {
                        let message = format!("requirement `{}` is bound to several nodes", requirement.name);
                        return Read::Fault(Fault { at: inner, what: What::Binding, message });
                    }
                    None => lacking = Some((target_entity, capability)),
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
        match self.of_relationship(entity, &assigned, function, inner) {
            Some(Read::Found(found)) => return Read::Found(with_key(found)),
            Some(other) => return other,
            None => {}
        }
        if let Some((target, capability)) = lacking
            && let Read::Untold = self.of_capability(&target, capability, function, inner)
        {
            return Read::Untold;
        }
        let said = inner.as_str().unwrap_or_default();
        let message = format!("nothing that requirement `{}` leads to has `{said}`", requirement.name);
        Read::Fault(Fault { at: inner, what: What::Member, message })
    }

    /// Some look into the relationships that a requirement makes, too. `None`: they have nothing of that name.
    fn of_relationship(
        self,
        entity: &Entity<'d>,
        assigned: &[&Requirement<'d>],
        function: Function,
        inner: Node<'d>,
    ) -> Option<Read<'d>> {
        let source = self.service.topology.as_ref()?.node_templates.get(entity.template?)?;
        for requirement in assigned {
            let (Lookup::Found(id), Some(name)) =
                (self.relationship_type(source, requirement), inner.as_str())
            else {
                return Some(Read::Untold);
            };
            let relationship = Entity {
                kind: TypeKind::Relationship,
                type_id: Lookup::Found(id),
                node: requirement.relationship_node,
                template: None,
            };
            if let Some(found) = self.own(&relationship, id, function, &name) {
                return Some(Read::Found(found));
            }
        }
        None
    }

    /// What is read through a requirement that no template is named for: from the capability type that it asks for.
    pub(super) fn unbound(
        self,
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
}

impl<'d> Read<'d> {
    pub(super) fn map(self, change: impl FnOnce(Found<'d>) -> Found<'d>) -> Read<'d> {
        match self {
            Read::Found(found) => Read::Found(change(found)),
            other => other,
        }
    }
}
