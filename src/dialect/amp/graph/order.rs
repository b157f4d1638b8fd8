//! The order in which nodes wait for each other: by `RequiresRunning`, by attributes that operations and `latch.<phase>` need, and by
//! `BlockUntilRunning`. Nodes that wait or are waited for have the number of their step.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Canvas;
use limn_language::cycles::cycles;
use limn_language::graph::{Badge, Icon};
use limn_tosca::brooklyn::Component;
use limn_tosca::function::{CallNode, Function, calls_in};
use limn_tosca::matching::{Lineage, RequirementTarget};
use limn_tosca::model::NodeTemplate;
use limn_tosca::resolve::CallContext;
use limn_tosca::types::Section;
use limn_yaml::Node;

const REQUIRES_RUNNING: &str = "brooklyn.tosca.relationships.RequiresRunning";
/// Properties that block a phase until they have a value.
pub(crate) const LATCH: &str = "latch.";
const BLOCK_UNTIL_RUNNING: &str = "brooklyn.tosca.artifacts.Implementation.BlockUntilRunning";

impl<'d> Canvas<'_, 'd> {
    pub(super) fn order(&mut self) {
        let count = self.topology.node_templates.len();
        // The templates that each template waits for, with the reason.
        let mut waits: Vec<BTreeMap<usize, String>> = vec![BTreeMap::new(); count];
        for (at, template) in self.topology.node_templates.iter().enumerate() {
            self.by_requirements(at, template, &mut waits[at]);
            self.by_operations(at, template, &mut waits[at]);
        }
        self.by_expressions(&mut waits);
        let edges: Vec<(usize, usize)> = (waits.iter().enumerate())
            .flat_map(|(from, waits)| waits.keys().map(move |to| (from, *to)))
            .collect();
        if edges.is_empty() {
            return;
        }
        for (at, step) in steps(count, &edges).into_iter().enumerate() {
            let Some(step) = step else { continue };
            let template = &self.topology.node_templates[at];
            let reasons: Vec<&str> = waits[at].values().map(String::as_str).collect();
            let title = match reasons.as_slice() {
                [] => format!("step {step}: other nodes wait for it"),
                _ => format!("step {step}: waits until {}", reasons.join(", and ")),
            };
            if let Some(node) = self.node(template) {
                node.badges.push(Badge { icon: Icon::Lock, text: format!("step {step}"), title });
            }
        }
    }

    fn by_requirements(&self, at: usize, template: &NodeTemplate<'d>, waits: &mut BTreeMap<usize, String>) {
        for (position, binding) in self.service.matching().bindings(at).iter().enumerate() {
            let RequirementTarget::Template(target) = binding.target else { continue };
            if target == at {
                continue;
            }
            let name = &self.topology.node_templates[target].name;
            let derives = |id| Lineage::of(&self.service.type_scope, id).derives_from_name(REQUIRES_RUNNING);
            if binding.relationship.is_some_and(derives) {
                waits.entry(target).or_insert_with(|| format!("`{name}` is running"));
            }
            // Operations of the relationship run on its source, unless their names say otherwise.
            let requirement = template.requirements.get(position);
            let Some(interfaces) =
                requirement.and_then(|requirement| requirement.relationship_node?.get("interfaces"))
            else {
                continue;
            };
            let mut calls = Vec::new();
            calls_in(interfaces, &mut calls);
            for call in calls.iter().filter(|call| call.function == Function::GetAttribute) {
                let arguments = call.arguments();
                let text = |node: Option<&Node<'d>>| node.and_then(|node| node.as_str());
                if let (Some("TARGET"), Some(attribute)) =
                    (text(arguments.first()).as_deref(), text(arguments.last()))
                {
                    waits.entry(target).or_insert_with(|| format!("`{name}` has `{attribute}`"));
                }
            }
            let blocks = |(operation, node): &(String, Node<'d>)| {
                !operation.ends_with("_target") && is_blocking(*node) && input(*node, "target").is_none()
            };
            if operations(interfaces).iter().any(blocks) {
                waits.entry(target).or_insert_with(|| format!("`{name}` is running"));
            }
        }
    }

    fn by_operations(&self, at: usize, template: &NodeTemplate<'d>, waits: &mut BTreeMap<usize, String>) {
        let interfaces = template.sections.get(Section::Interfaces);
        let properties = template.sections.get(Section::Properties).map(Node::resolve);
        let latches = properties.into_iter().flat_map(Node::entries);
        let latches = latches.filter(|entry| entry.key.as_str().is_some_and(|key| key.starts_with(LATCH)));
        let mut calls = Vec::new();
        interfaces
            .into_iter()
            .chain(latches.map(|latch| latch.value))
            .for_each(|node| calls_in(node, &mut calls));
        for call in calls.iter().filter(|call| call.function == Function::GetAttribute) {
            let Some((target, attribute)) = self.read(call).filter(|(target, _)| *target != at) else {
                continue;
            };
            let name = &self.topology.node_templates[target].name;
            waits.entry(target).or_insert_with(|| format!("`{name}` has `{attribute}`"));
        }
        for (_, operation) in interfaces.map(operations).unwrap_or_default() {
            let target = input(operation, "target").filter(|_| is_blocking(operation));
            let target = target.and_then(|target| self.topology.position(&target.as_str()?));
            let Some(target) = target.filter(|target| *target != at) else { continue };
            let name = &self.topology.node_templates[target].name;
            waits.entry(target).or_insert_with(|| format!("`{name}` is running"));
        }
    }

    /// `$brooklyn:component("db").attributeWhenReady("url")` in an input or a latch.
    fn by_expressions(&self, waits: &mut [BTreeMap<usize, String>]) {
        for expression in self.service.brooklyn_expressions() {
            let CallContext::Node(at) = expression.context else { continue };
            let path = expression.node.path();
            let is_latch = || path.key_at(4).is_some_and(|key| key.starts_with(LATCH));
            let blocks = match path.key_at(3) {
                Some("interfaces") => true,
                Some("properties") => is_latch(),
                _ => false,
            };
            if !blocks {
                continue;
            }
            for mention in
                expression.mentions().iter().filter(|mention| mention.function == "attributeWhenReady")
            {
                let Component::Named(name) = &mention.owner else { continue };
                let Some(target) = self.topology.position(name).filter(|target| *target != at) else {
                    continue;
                };
                waits[at].entry(target).or_insert_with(|| format!("`{name}` has `{}`", mention.name));
            }
        }
    }

    /// The node template and the attribute that a call reads.
    fn read(&self, call: &CallNode<'d>) -> Option<(usize, String)> {
        let arguments = call.arguments();
        let target = self.topology.position(&arguments.first()?.as_str()?)?;
        Some((target, arguments.last()?.as_str()?.into_owned()))
    }
}

/// The operations of interfaces, with their names.
fn operations(interfaces: Node<'_>) -> Vec<(String, Node<'_>)> {
    let interfaces = interfaces.resolve().entries().map(|entry| entry.value.resolve());
    let all = interfaces.flat_map(|interface| {
        let inner = interface.get("operations").map_or(interface, Node::resolve);
        inner
            .entries()
            .map(|entry| (entry.key.as_str().unwrap_or_default().into_owned(), entry.value.resolve()))
    });
    all.collect()
}

/// Returns true if an operation only waits for a node.
fn is_blocking(operation: Node<'_>) -> bool {
    let primary = operation
        .get("implementation")
        .and_then(|implementation| implementation.resolve().get("primary"))
        .map(Node::resolve);
    let kind = primary.map(|primary| primary.get("type").map_or(primary, Node::resolve));
    kind.is_some_and(|kind| kind.as_str().as_deref() == Some(BLOCK_UNTIL_RUNNING))
}

fn input<'d>(operation: Node<'d>, name: &str) -> Option<Node<'d>> {
    operation.get("inputs")?.resolve().get(name).map(Node::resolve)
}

/// The step of each node that an edge touches, from 1: one more than the latest of those that it waits for. Nodes in or behind a cycle have none.
fn steps(count: usize, edges: &[(usize, usize)]) -> Vec<Option<usize>> {
    let circular: BTreeSet<usize> = cycles(count, edges).into_iter().flatten().collect();
    let mut waiting = vec![0_usize; count];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut touched = vec![false; count];
    for &(from, to) in edges {
        waiting[from] += 1;
        followers[to].push(from);
        (touched[from], touched[to]) = (true, true);
    }
    let mut steps = vec![None; count];
    let mut ready: VecDeque<usize> =
        (0..count).filter(|at| touched[*at] && waiting[*at] == 0 && !circular.contains(at)).collect();
    for at in &ready {
        steps[*at] = Some(1);
    }
    while let Some(at) = ready.pop_front() {
        for &follower in &followers[at] {
            steps[follower] = steps[follower].max(steps[at].map(|step| step + 1));
            waiting[follower] -= 1;
            if waiting[follower] == 0 {
                ready.push_back(follower);
            }
        }
    }
    for at in 0..count {
        if waiting[at] > 0 {
            steps[at] = None;
        }
    }
    steps
}
