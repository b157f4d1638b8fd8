//! Links for values: properties that read others, and promoted operations and metrics.

use std::collections::HashSet;

use super::super::exposure::{self, PortKind};
use super::super::interpolation::whole;
use super::super::model::{Property, ReferenceRoot, ValueReference};
use super::{FRAME, GraphBuilder, frame_role};
use limn_language::graph::{End, Id, Link, LinkKind, PortRef, Role};

impl GraphBuilder<'_> {
    /// Adds data links for every `${…}` in the properties of the assembly and its components.
    pub(super) fn flows(&mut self) {
        let descriptor = self.descriptor;
        for property in &descriptor.properties {
            let target = self.port_ref(FRAME, frame_role(property), &property.name);
            self.flow(property, &target);
        }
        for owner in descriptor.owners() {
            let node = Id(owner.path.clone());
            for property in &owner.properties {
                let target = PortRef { node: node.clone(), role: Role::Input, port: property.name.clone() };
                self.flow(property, &target);
            }
            let cluster = owner.cluster.as_ref();
            let numbers = [
                (owner.quantity.as_ref(), owner.path.key("quantity")),
                (owner.items.as_ref(), owner.path.key("items")),
                (
                    cluster.and_then(|cluster| cluster.initial.as_ref()),
                    owner.path.key("cluster").key("initial-quantity"),
                ),
                (
                    cluster.and_then(|cluster| cluster.minimum.as_ref()),
                    owner.path.key("cluster").key("minimum-nodes"),
                ),
                (
                    cluster.and_then(|cluster| cluster.maximum.as_ref()),
                    owner.path.key("cluster").key("maximum-nodes"),
                ),
                (
                    cluster.and_then(|cluster| cluster.increment.as_ref()),
                    owner.path.key("cluster").key("scaling-increment"),
                ),
            ];
            for (text, path) in numbers {
                let Some(interpolation) = text.and_then(|text| whole(&text.text)) else { continue };
                let source = self.frame_source(&interpolation.head.text);
                let target = PortRef { node: node.clone(), role: Role::Input, port: String::new() };
                let label = path.last_key().unwrap_or_default().to_owned();
                self.data(Id(path), label, vec![source], target);
            }
        }
    }

    fn flow(&mut self, property: &Property, target: &PortRef) {
        let uses: Vec<&ValueReference> =
            property.uses().filter(|used| used.head == ReferenceRoot::Name).collect();
        for text in uses.chunk_by(|a, b| a.at == b.at) {
            let mut sources: Vec<PortRef> = text.iter().map(|used| self.source(used)).collect();
            let mut seen = HashSet::new();
            sources.retain(|source| seen.insert(source.clone()));
            self.data(Id(text[0].at.clone()), property.name.clone(), sources, target.clone());
        }
    }

    fn data(&mut self, id: Id, label: String, sources: Vec<PortRef>, target: PortRef) {
        let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
        let link = Link {
            sources: sources.into_iter().map(end).collect(),
            targets: vec![end(target)],
            kind: LinkKind::Data,
            label,
            acts: false,
            hosts: false,
            by: None,
            id: id.clone(),
        };
        self.graph.links.push(link);
    }

    /// The source port of a `${…}`.
    fn source(&mut self, used: &ValueReference) -> PortRef {
        let step = used.rest.first().filter(|step| !step.index);
        match step {
            Some(step)
                if self.owners.contains_key(&used.name) || self.descriptor.property(&used.name).is_none() =>
            {
                let at = self.node_of(&used.name, "composition");
                // Every instance has a name and an identifier.
                let has_anyway = matches!(&*step.text, "name" | "id");
                if has_anyway {
                    self.port(at, Role::Output, &step.text, None, false);
                } else {
                    self.named_port(at, Role::Output, &step.text, false);
                }
                self.port_ref(at, Role::Output, &step.text)
            }
            _ => self.frame_source(&used.name),
        }
    }

    fn frame_source(&mut self, name: &str) -> PortRef {
        match self.descriptor.property(name) {
            Some(property) => self.port_ref(FRAME, frame_role(property), name),
            None => {
                self.named_port(FRAME, Role::Input, name, true);
                self.port_ref(FRAME, Role::Input, name)
            }
        }
    }

    /// Adds links for operations and metrics that the assembly promotes from its components.
    pub(super) fn promotions(&mut self) {
        let descriptor = self.descriptor;
        let operations = descriptor.operations.iter();
        let operations = operations.map(|operation| {
            (Role::Operation, &operation.name, &operation.path, operation.source.as_ref(), None)
        });
        let metrics = descriptor.metrics.iter();
        let metrics = metrics.map(|metric| {
            (Role::Metric, &metric.name, &metric.path, metric.source.as_ref(), metric.kind.as_ref())
        });
        for (role, name, path, source, kind) in operations.chain(metrics) {
            self.port(FRAME, role, name, kind, true);
            let Some((source, member)) = source.and_then(|source| Some((source, source.member.as_deref()?)))
            else {
                continue;
            };
            let at = self.node_of(&source.owner, "composition");
            self.named_port(at, role, member, false);
            let from = self.port_ref(at, role, member);
            let to = self.port_ref(FRAME, role, name);
            let key = if role == Role::Operation { "source-operation" } else { "source-metric" };
            self.data(Id(path.key(key)), name.clone(), vec![from], to);
        }
    }

    /// Adds links from capabilities and requirements of the assembly to those of components that they expose.
    pub(super) fn exposures(&mut self) {
        let descriptor = self.descriptor;
        for (kind, role) in
            [(PortKind::Capability, Role::Capability), (PortKind::Requirement, Role::Requirement)]
        {
            let own = kind.of(descriptor);
            if own.is_empty() {
                continue;
            }
            let inner = exposure::all_exposable_ports(descriptor, kind);
            for own in own {
                let ends = exposure::exposed(&inner, own);
                let ports: Vec<PortRef> = ends
                    .iter()
                    .map(|end| {
                        let at = self.node_of(&end.component.name, "composition");
                        self.named_port(at, role, &end.name, true);
                        self.port_ref(at, role, &end.name)
                    })
                    .collect();
                if ports.is_empty() {
                    continue;
                }
                let id = Id(own.path.clone());
                let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
                let outer = vec![end(self.port_ref(FRAME, role, &own.name))];
                let inner = ports.into_iter().map(end).collect();
                // Direction: out of the frame, or into it.
                let (sources, targets) =
                    if kind == PortKind::Capability { (inner, outer) } else { (outer, inner) };
                self.graph.links.push(Link {
                    kind: LinkKind::Mapping,
                    label: String::new(),
                    sources,
                    targets,
                    acts: false,
                    hosts: false,
                    by: None,
                    id: id.clone(),
                });
            }
        }
    }
}
