//! What operations, node types and artifacts calls name.

use super::{
    Context, Outcome, Resolver, Verdict, What, Who, entry_of, fault, introduced, is_implemented, missing,
    operation_in, own_value,
};
use crate::dialect::tosca::types::{Lookup, TypeKind, named};
use crate::yaml::Node;

impl<'d> Resolver<'_, 'd> {
    pub(super) fn operation(
        self,
        arguments: &[Node<'d>],
        context: Context,
        outcome: &mut Outcome<'d>,
    ) -> Verdict<'d> {
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

    pub(super) fn nodes(self, arguments: &[Node<'d>], outcome: &mut Outcome<'d>) -> Verdict<'d> {
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

    pub(super) fn artifact(
        self,
        arguments: &[Node<'d>],
        context: Context,
        outcome: &mut Outcome<'d>,
    ) -> Verdict<'d> {
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
            let written = entity.node.into_iter().flat_map(|node| named(node, "artifacts"));
            known.extend(written.filter_map(|it| Some(it.key.as_str()?.into_owned())));
        }
        fault(*name, What::Artifact, missing("artifact", &text, known.iter().map(String::as_str)))
    }
}
