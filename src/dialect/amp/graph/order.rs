//! The order in which nodes wait for each other: by `RequiresRunning`, by attributes that operations need, and by `BlockUntilRunning`. Nodes that wait
//! or are waited for have the number of their step.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Canvas;
use limn_language::cycles::cycles;
use limn_language::graph::{Badge, Icon};
use limn_tosca::function::{Call, Function, calls_in};
use limn_tosca::matching::{Lineage, Target};
use limn_tosca::model::NodeTemplate;
use limn_tosca::types::Section;
use limn_yaml::Node;

const REQUIRES_RUNNING: &str = "brooklyn.tosca.relationships.RequiresRunning";
const BLOCK_UNTIL_RUNNING: &str = "brooklyn.tosca.artifacts.Implementation.BlockUntilRunning";

impl<'d> Canvas<'_, 'd> {
    pub(super) fn order(&mut self) {
        let count = self.topology.node_templates.len();
        // What each template waits for, with the reason.
        let mut waits: Vec<BTreeMap<usize, String>> = vec![BTreeMap::new(); count];
        for (at, template) in self.topology.node_templates.iter().enumerate() {
            self.by_requirements(at, &mut waits[at]);
            self.by_operations(at, template, &mut waits[at]);
        }
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

    fn by_requirements(&self, at: usize, waits: &mut BTreeMap<usize, String>) {
        for binding in self.service.matching().bindings(at) {
            let (Some(id), Target::Template(target)) = (binding.relationship, binding.target) else {
                continue;
            };
            if Lineage::of(&self.service.world, id).derives_from_name(REQUIRES_RUNNING) && target != at {
                let name = &self.topology.node_templates[target].name;
                waits.entry(target).or_insert_with(|| format!("`{name}` is running"));
            }
        }
    }

    fn by_operations(&self, at: usize, template: &NodeTemplate<'d>, waits: &mut BTreeMap<usize, String>) {
        let Some(interfaces) = template.sections.get(Section::Interfaces) else { return };
        let mut calls = Vec::new();
        calls_in(interfaces, &mut calls);
        for call in calls.iter().filter(|call| call.function == Function::GetAttribute) {
            let Some((target, attribute)) = self.read(call).filter(|(target, _)| *target != at) else {
                continue;
            };
            let name = &self.topology.node_templates[target].name;
            waits.entry(target).or_insert_with(|| format!("`{name}` has `{attribute}`"));
        }
        let interfaces = interfaces.entries().map(|entry| entry.value.resolve());
        let operations = interfaces.flat_map(|interface| {
            let inner = interface.get("operations").map_or(interface, Node::resolve);
            inner.entries().map(|entry| entry.value.resolve())
        });
        for operation in operations {
            let Some(target) = self.blocked_by(operation).filter(|target| *target != at) else { continue };
            let name = &self.topology.node_templates[target].name;
            waits.entry(target).or_insert_with(|| format!("`{name}` is running"));
        }
    }

    /// The node template and the attribute that a call reads.
    fn read(&self, call: &Call<'d>) -> Option<(usize, String)> {
        let arguments = call.arguments();
        let target = self.topology.position(&arguments.first()?.as_str()?)?;
        Some((target, arguments.last()?.as_str()?.into_owned()))
    }

    /// The node template that an operation waits for.
    fn blocked_by(&self, operation: Node<'d>) -> Option<usize> {
        let primary = operation.get("implementation")?.resolve().get("primary")?.resolve();
        let kind = primary.get("type").map_or(primary, Node::resolve).as_str()?;
        if kind != BLOCK_UNTIL_RUNNING {
            return None;
        }
        let target = operation.get("inputs")?.resolve().get("target")?.resolve().as_str()?;
        self.topology.position(&target)
    }
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
