//! Frame of the service template: inputs at the left, outputs at the right, and the capabilities, requirements and properties of the substituted node
//! type, each connected to its mapping. Also adds the edges of values: properties read by other templates.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Canvas, port, short_type};
use crate::boundary::is_from_root;
use crate::brooklyn::Component;
use crate::function::{CallNode, Function, Keyword};
use crate::matching::NodeSignature;
use crate::model::Substitution;
use crate::resolve::CallContext;
use limn_language::graph::{
    Badge, End, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Port, PortRef, Role,
};
use limn_yaml::{self as yaml, Entry, Step};

/// The id of the frame is the document root.
fn frame_id() -> Id {
    Id::default()
}

impl Canvas<'_, '_> {
    pub(super) fn frame(&mut self) {
        let service = self.service;
        let text_of = |key: &str| service.root?.get(key)?.as_str().map(Cow::into_owned);
        let metadata = |key: &str| service.root?.get("metadata")?.get(key)?.as_str().map(Cow::into_owned);
        let name =
            metadata("template_name").or_else(|| text_of("template_name")).filter(|name| !name.is_empty());
        let label = name.unwrap_or_else(|| service.file.name().to_owned());
        let mut ports: Vec<Port> = Vec::new();
        for input in &self.topology.inputs {
            ports.push(value_port(Role::Input, &input.name, input.node));
        }
        for output in &self.topology.outputs {
            ports.push(value_port(Role::Output, &output.name, output.node));
        }
        let substitution = self.topology.substitution.as_ref();
        let kind = substitution.and_then(|substitution| substitution.type_name.as_ref());
        self.graph.frame = Some(Node {
            id: frame_id(),
            look: Look::Frame,
            icon: Icon::Assembly,
            label,
            caption: kind.map_or_else(String::new, |word| format!("substitutes {}", short_type(&word.text))),
            role: "service template",
            multiplicity: Multiplicity::One,
            badges: self.frame_badges(),
            ports,
            host: None,
        });
        if let Some(substitution) = substitution {
            self.boundary(substitution);
        }
    }

    /// Workflows, and relationship templates that no requirement uses.
    fn frame_badges(&self) -> Vec<Badge> {
        let mut badges = Vec::new();
        for workflow in &self.topology.workflows {
            let steps = match workflow.steps.len() {
                1 => "1 step".to_owned(),
                many => format!("{many} steps"),
            };
            let title = format!("workflow {}, {steps}", workflow.name);
            badges.push(Badge { icon: Icon::Operation, text: workflow.name.to_string(), title });
        }
        let used: BTreeSet<&Id> = self.graph.links.iter().filter_map(|link| link.by.as_ref()).collect();
        for template in &self.topology.relationship_templates {
            if !used.contains(&Id(template.key.path())) {
                let title = format!("unused relationship template {}", template.name);
                badges.push(Badge { icon: Icon::Relationship, text: template.name.to_string(), title });
            }
        }
        badges
    }

    /// Adds the substitution mappings to the frame.
    fn boundary(&mut self, substitution: &Substitution<'_>) {
        let kind = substitution.type_id.found().map(|id| NodeSignature::of(&self.service.type_scope, id));
        let signature = kind.as_ref();
        for (entries, role) in
            [(&substitution.capabilities, Role::Capability), (&substitution.requirements, Role::Requirement)]
        {
            for entry in entries {
                let Some(name) = entry.key.as_str() else { continue };
                let type_name = match role {
                    Role::Capability => signature
                        .and_then(|signature| signature.capability(&name))
                        .and_then(|capability| Some(capability.line.as_ref()?.name.clone())),
                    _ => signature
                        .and_then(|signature| signature.requirement(&name))
                        .and_then(|requirement| Some(requirement.capability.as_ref()?.name.clone())),
                };
                self.frame_port(port(
                    role,
                    &name,
                    type_name.map(|type_name| short_type(&type_name).to_owned()),
                    true,
                ));
                self.mapping(entry, role, &name);
            }
        }
        for (entries, role) in
            [(&substitution.properties, Role::Input), (&substitution.attributes, Role::Output)]
        {
            for entry in entries {
                let Some(name) = entry.key.as_str() else { continue };
                // The input of a mapped property already exists.
                if mapped(entry).len() > 1 {
                    self.frame_port(port(role, &name, None, true));
                    self.mapping(entry, role, &name);
                }
            }
        }
        let Some(kind) = kind else { return };
        self.free_capabilities(&kind);
        for need in kind.requirements.iter().filter(|need| need.least > 0) {
            let kind = need.capability.as_ref().map(|required| short_type(&required.name).to_owned());
            self.frame_port(Port { unmet: true, ..port(Role::Requirement, &need.name, kind, true) });
        }
    }

    /// Unmapped capabilities of the node type, except those of the root node type.
    fn free_capabilities(&mut self, kind: &NodeSignature) {
        let type_scope = &self.service.type_scope;
        let effective = type_scope.effective(kind.line.id);
        for offer in &kind.capabilities {
            let own = effective
                .capabilities()
                .get(&offer.name)
                .is_some_and(|definition| !is_from_root(type_scope, &definition.layers));
            if own {
                let kind = offer.line.as_ref().map(|line| short_type(&line.name).to_owned());
                self.frame_port(Port { unmet: true, ..port(Role::Capability, &offer.name, kind, true) });
            }
        }
    }

    /// Adds a port to the frame, unless it exists.
    fn frame_port(&mut self, port: Port) {
        let port = Port { side: port.role.side(), ..port };
        const FRAME: usize = usize::MAX;
        if let Some(frame) = &mut self.graph.frame
            && self.ports.find(FRAME, &frame.ports, port.role, &port.name).is_none()
        {
            frame.ports.push(port);
        }
    }

    /// Edge from a port of the frame to the mapped port.
    fn mapping(&mut self, entry: &Entry<'_>, role: Role, name: &str) {
        let names = mapped(entry);
        let [node, rest @ ..] = names.as_slice() else { return };
        let Some(at) = self.topology.position(node) else { return };
        let inner = match (rest.last(), role) {
            (Some(inner), Role::Capability | Role::Requirement) => inner.as_str(),
            (None, Role::Capability | Role::Requirement) => "",
            (Some(inner), _) => inner.as_str(),
            (None, _) => return,
        };
        let inner = self.inner_port(at, role, inner);
        let id = Id(entry.key.path());
        let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
        let outer = PortRef { node: frame_id(), role, port: name.to_owned() };
        // Direction: out of the frame, or into it.
        let (source, target) = match role {
            Role::Capability | Role::Output | Role::Operation | Role::Metric => (inner, outer),
            Role::Requirement | Role::Input => (outer, inner),
        };
        self.graph.links.push(Link {
            kind: LinkKind::Mapping,
            label: String::new(),
            sources: vec![end(source)],
            targets: vec![end(target)],
            acts: false,
            hosts: false,
            by: None,
            id: id.clone(),
        });
    }

    /// Port of a node that an edge targets; created if missing.
    fn inner_port(&mut self, at: usize, role: Role, name: &str) -> PortRef {
        let is_value = matches!(role, Role::Input | Role::Output);
        let known = self.matching.kind(at).is_some_and(|kind| kind.line.is_complete());
        let node = &mut self.graph.nodes[at];
        match self.ports.find(at, &node.ports, role, name).map(|at| &mut node.ports[at]) {
            Some(port) if !is_value => {
                port.shown = true;
                // An open requirement is fulfilled where the service template is used.
                port.unmet = false;
            }
            Some(_) => {}
            None => {
                let ghost = known && !is_value && !name.is_empty();
                node.ports.push(Port { ghost, side: role.side(), ..port(role, name, None, !is_value) });
            }
        }
        PortRef { node: node.id.clone(), role, port: name.to_owned() }
    }

    /// Value edges: from inputs to properties, and from properties and attributes to their readers and to outputs.
    pub(super) fn flows(&mut self) {
        let service = self.service;
        let mut seen = BTreeSet::new();
        for site in service.name_index().sites.iter().filter(|site| service.is_own(site.value)) {
            let Some(call) = CallNode::of(site.value) else { continue };
            let Some(source) = self.read_from(&call, site.context) else { continue };
            let path = site.value.path();
            let Some(target) = self.given_to(site.context, path.steps()) else { continue };
            let id = Id(path);
            if source.node == target.node && source.node == frame_id() || !seen.insert(id.clone()) {
                continue;
            }
            self.graph.links.push(data_link(id, vec![source], target));
        }
        self.brooklyn_flows(&mut seen);
    }

    /// Edges of the values that `$brooklyn:` expressions read: one for each expression, from everything that it reads.
    fn brooklyn_flows(&mut self, seen: &mut BTreeSet<Id>) {
        for expression in self.service.brooklyn_expressions() {
            let mut sources: Vec<PortRef> = Vec::new();
            for mention in expression.mentions() {
                let Component::Named(name) = &mention.owner else { continue };
                let Some(at) = self.topology.position(name) else { continue };
                let reads = matches!(mention.function.as_str(), "attributeWhenReady" | "config");
                if !reads || expression.context == CallContext::Node(at) {
                    continue;
                }
                let port = self.inner_port(at, Role::Output, &mention.name);
                if !sources.contains(&port) {
                    sources.push(port);
                }
            }
            let path = expression.node.path();
            let target =
                if sources.is_empty() { None } else { self.given_to(expression.context, path.steps()) };
            let id = Id(path);
            if let Some(target) = target.filter(|_| seen.insert(id.clone())) {
                self.graph.links.push(data_link(id, sources, target));
            }
        }
    }

    /// Source of a call; `None` if it is the node itself or unknown.
    fn read_from(&mut self, call: &CallNode<'_>, context: CallContext) -> Option<PortRef> {
        let arguments = call.arguments();
        let word = |at: usize| arguments.get(at)?.as_str();
        match call.function {
            Function::GetInput => {
                let input = self.topology.input(&word(0)?)?;
                Some(PortRef { node: frame_id(), role: Role::Input, port: input.name.to_string() })
            }
            Function::GetProperty
            | Function::GetAttribute
            | Function::GetOperationOutput
            | Function::GetArtifact => {
                let name = word(0)?;
                if Keyword::named(&name).is_some() {
                    return None;
                }
                let at = self.topology.position(&name)?;
                if context == CallContext::Node(at) {
                    return None;
                }
                // The second name is a capability or requirement, followed by a property.
                let of_port = |name: &str| {
                    let kind = self.matching.kind(at);
                    kind.is_some_and(|kind| {
                        kind.requirement(name).is_some() || kind.capability(name).is_some()
                    })
                };
                let member = word(1)?;
                let member = if of_port(&member) { word(2).unwrap_or(member) } else { member };
                Some(self.inner_port(at, Role::Output, &member))
            }
            Function::Concat | Function::Join | Function::Token | Function::GetNodesOfType => None,
        }
    }

    /// Target of a value: a property of a node, or an output.
    fn given_to(&mut self, context: CallContext, steps: &[Step]) -> Option<PortRef> {
        let key = |at: usize| match steps.get(at)? {
            Step::Key(key) => Some(&**key),
            Step::Index(_) | Step::Entry(_) => None,
        };
        match (context, key(1)?) {
            (CallContext::Node(at) | CallContext::Bound(at, _), "node_templates") => {
                let name = match key(3)? {
                    "properties" => key(4)?,
                    _ => "",
                };
                Some(self.inner_port(at, Role::Input, name))
            }
            (_, "outputs") => {
                let output = self.topology.output(key(2)?)?;
                Some(PortRef { node: frame_id(), role: Role::Output, port: output.name.to_string() })
            }
            _ => None,
        }
    }
}

fn data_link(id: Id, sources: Vec<PortRef>, target: PortRef) -> Link {
    let end = |port: PortRef| End { port, written: id.clone(), note: String::new() };
    Link {
        kind: LinkKind::Data,
        label: String::new(),
        sources: sources.into_iter().map(end).collect(),
        targets: vec![end(target)],
        acts: false,
        hosts: false,
        by: None,
        id: id.clone(),
    }
}

fn value_port(role: Role, name: &str, node: yaml::Node<'_>) -> Port {
    let kind =
        node.get("type").and_then(yaml::Node::as_str).map(|type_name| short_type(&type_name).to_owned());
    port(role, name, kind, true)
}

/// Names in a substitution mapping: a node and its member, or an input.
pub(crate) fn mapped(entry: &Entry<'_>) -> Vec<String> {
    let value = entry.value.resolve();
    let list = value.get("mapping").map_or(value, yaml::Node::resolve);
    if list.is_scalar() {
        return list.as_str().map(Cow::into_owned).into_iter().collect();
    }
    list.items().filter_map(|item| Some(item.resolve().as_str()?.into_owned())).collect()
}
