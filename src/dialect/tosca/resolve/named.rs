//! Operations, node types and artifacts in calls.

use super::{
    CallContext, CallResult, EntityLookup, Resolution, ResolveErrorKind, Resolver, entry_of, fault,
    introduced, is_implemented, missing, operation_in, own_value,
};
use crate::types::{Lookup, TypeKind, named};
use limn_language::message;
use limn_yaml::Node;

impl<'d> Resolver<'_, 'd> {
    pub(super) fn operation(
        self,
        arguments: &[Node<'d>],
        context: CallContext,
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        let [who, interface, operation, rest @ ..] = arguments else { return CallResult::Undetermined };
        let entity = match self.who(*who, context, outcome) {
            EntityLookup::One(entity) => entity,
            EntityLookup::Hosts(..) => {
                let message = "expected a node or a relationship with operations, found `HOST`".to_owned();
                return fault(*who, ResolveErrorKind::Entity, message);
            }
            EntityLookup::Undetermined => return CallResult::Undetermined,
            EntityLookup::Fault(what, message) => return fault(*who, what, message),
        };
        let (type_scope, Lookup::Found(id)) = (&self.service.type_scope, entity.type_id) else {
            return CallResult::Undetermined;
        };
        let effective = type_scope.effective(id);
        let (Some(name), Some(operation_name)) = (interface.as_str(), operation.as_str()) else {
            return CallResult::Undetermined;
        };
        let own = entity.node.and_then(|node| entry_of(node, "interfaces", &name));
        let definition = effective.interfaces().get(&name);
        if definition.is_none() && own.is_none() {
            let known = effective.interfaces().iter().map(|definition| &*definition.name);
            return match effective.complete {
                true => fault(*interface, ResolveErrorKind::Interface, missing("interface", &name, known)),
                false => CallResult::Undetermined,
            };
        }
        outcome.names.extend(definition.map(introduced).or(own).map(|key| (*interface, key)));
        let written = own_value(entity.node, "interfaces", &name);
        let layers =
            definition.into_iter().flat_map(|definition| definition.layers.iter().map(|layer| layer.node));
        let mut bodies: Vec<Node<'d>> = written.into_iter().chain(layers).collect();
        let known =
            match definition.and_then(|definition| type_scope.type_of(definition, TypeKind::Interface)) {
                Some(Lookup::Found(id)) => {
                    let effective = type_scope.effective(id);
                    bodies.extend(effective.ancestry.iter().map(|ancestor| type_scope.get(*ancestor).node));
                    effective.complete
                }
                Some(_) => false,
                // These interfaces have normative types by name.
                None => !matches!(&*name, "Standard" | "Configure"),
            };
        let found: Vec<_> = bodies.iter().filter_map(|body| operation_in(*body, &operation_name)).collect();
        match found.last() {
            Some((key, _)) => outcome.names.push((*operation, *key)),
            None if known => {
                let message = message::unknown_on("operation", &operation_name, "interface", &name);
                return fault(*operation, ResolveErrorKind::Operation, message);
            }
            None => return CallResult::Undetermined,
        }
        let output = rest.first().and_then(|output| Some((*output, output.as_str()?)));
        outcome.names.extend(output.and_then(|(output, name)| {
            let declared = |(_, node): &(Node<'d>, Node<'d>)| node.get("outputs")?.resolve().entry(&name);
            Some((output, found.iter().rev().find_map(declared)?.key))
        }));
        let is_run = found.iter().any(|(_, node)| is_implemented(*node));
        if !is_run && entity.node.is_some() && known && effective.complete {
            let message = format!("operation `{operation_name}` has no implementation and no output");
            return fault(*operation, ResolveErrorKind::Implementation, message);
        }
        CallResult::Gives(None)
    }

    pub(super) fn nodes(self, arguments: &[Node<'d>], outcome: &mut Resolution<'d>) -> CallResult<'d> {
        let [name] = arguments else { return CallResult::Undetermined };
        let Some(text) = name.as_str() else { return CallResult::Undetermined };
        match self.service.find(TypeKind::Node, &text) {
            Lookup::Found(id) => {
                outcome.names.push((*name, self.service.type_scope.get(id).key));
                CallResult::Gives(None)
            }
            Lookup::Undetermined => CallResult::Undetermined,
            Lookup::Unknown => {
                let names = self.service.type_scope.names(TypeKind::Node);
                fault(
                    *name,
                    ResolveErrorKind::Type,
                    missing("node type", &text, names.iter().map(|(name, _)| name.as_str())),
                )
            }
        }
    }

    pub(super) fn artifact(
        self,
        arguments: &[Node<'d>],
        context: CallContext,
        outcome: &mut Resolution<'d>,
    ) -> CallResult<'d> {
        let [who, name, ..] = arguments else { return CallResult::Undetermined };
        let entities = match self.who(*who, context, outcome) {
            EntityLookup::One(entity) => vec![entity],
            EntityLookup::Hosts(hosts, true) if !hosts.is_empty() => hosts,
            EntityLookup::Hosts(..) | EntityLookup::Undetermined => return CallResult::Undetermined,
            EntityLookup::Fault(what, message) => return fault(*who, what, message),
        };
        let Some(text) = name.as_str() else { return CallResult::Undetermined };
        let mut known: Vec<String> = Vec::new();
        for entity in &entities {
            let Lookup::Found(id) = entity.type_id else { return CallResult::Undetermined };
            let effective = self.service.type_scope.effective(id);
            let own = entity.node.and_then(|node| entry_of(node, "artifacts", &text));
            if let Some(key) = effective.artifacts().get(&text).map(introduced).or(own) {
                outcome.names.push((*name, key));
                return CallResult::Gives(None);
            }
            if !effective.complete {
                return CallResult::Undetermined;
            }
            known.extend(effective.artifacts().iter().map(|definition| definition.name.to_string()));
            let written = entity.node.into_iter().flat_map(|node| named(node, "artifacts"));
            known.extend(written.filter_map(|entry| Some(entry.key.as_str()?.into_owned())));
        }
        fault(*name, ResolveErrorKind::Artifact, missing("artifact", &text, known.iter().map(String::as_str)))
    }
}
