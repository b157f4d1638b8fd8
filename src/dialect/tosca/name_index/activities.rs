//! Activities of steps and triggers: the operations and workflows that they name.

use super::{Indexer, Mention, SiteKind, single_kinds};
use crate::model::{Policy, Topology};
use crate::resolve::{CallContext, introduced, operation_in};
use crate::types::{Definition, Lookup, ScalarText, TypeId, TypeKind};
use limn_yaml::Node;

impl<'d> Indexer<'_, 'd> {
    /// Activity of a step or trigger. `targets`: the types with the operations that it can call.
    pub(super) fn activity(&mut self, activity: Node<'d>, targets: &[TypeId], context: CallContext) {
        for entry in activity.entries() {
            let Some(key) = entry.key.as_str() else { continue };
            let value = entry.value.resolve();
            let inner = match &*key {
                "call_operation" => "operation",
                "inline" | "delegate" => "workflow",
                _ => continue,
            };
            let word = if value.is_scalar() { ScalarText::of(value) } else { ScalarText::at(value, inner) };
            match (inner, word) {
                ("operation", Some(word)) => self.called(&word, targets),
                (_, Some(word)) => {
                    let topology = self.service.topology.as_ref();
                    let workflow = topology
                        .and_then(|topology| topology.workflow(&word.text))
                        .map(|workflow| workflow.key);
                    self.mention_word(&word, single_kinds::WORKFLOW, workflow);
                }
                _ => {}
            }
            if let Some(inputs) = value.get("inputs") {
                self.untyped(inputs, SiteKind::Input, context);
            }
        }
    }

    /// `Standard.create`: an interface of the targets and its operation. A name is left out if the targets declare different ones.
    fn called(&mut self, word: &ScalarText<'d>, targets: &[TypeId]) {
        let Some((interface, operation)) = word.text.rsplit_once('.') else { return };
        let (type_scope, at) = (self.type_scope, word.node);
        let definitions: Vec<&Definition<'d>> =
            targets.iter().filter_map(|id| type_scope.effective(*id).interfaces().get(interface)).collect();
        if let Some(declared) = only(definitions.iter().map(|definition| introduced(definition))) {
            let (from, to) = (0, interface.len());
            self.found.mentions.push(Mention { at, from, to, kinds: single_kinds::INTERFACE, declared });
        }
        let operations = definitions.iter().filter_map(|definition| self.operation_of(definition, operation));
        if let Some(declared) = only(operations) {
            let (from, to) = (interface.len() + 1, word.text.len());
            self.found.mentions.push(Mention { at, from, to, kinds: single_kinds::OPERATION, declared });
        }
    }

    /// Key of the first declaration of an interface operation.
    pub(super) fn operation_of(&self, interface: &Definition<'d>, name: &str) -> Option<Node<'d>> {
        let mut bodies: Vec<Node<'d>> = interface.layers.iter().map(|layer| layer.node).collect();
        if let Some(Lookup::Found(id)) = self.type_scope.type_of(interface, TypeKind::Interface) {
            bodies.extend(
                self.type_scope.effective(id).ancestry.iter().map(|id| self.type_scope.get(*id).node),
            );
        }
        bodies.iter().rev().find_map(|body| operation_in(*body, name)).map(|(key, _)| key)
    }
}

/// The types of the targets of a policy: of nodes, and of groups and their members.
pub(super) fn targets_of(topology: &Topology<'_>, policy: &Policy<'_>) -> Vec<TypeId> {
    let node = |name: &str| topology.node_template(name)?.type_id.found();
    let mut found = Vec::new();
    for word in &policy.targets {
        match topology.group(&word.text).filter(|_| topology.node_template(&word.text).is_none()) {
            Some(group) => {
                found.extend(group.type_id.found());
                found.extend(group.members.iter().filter_map(|member| node(&member.text)));
            }
            None => found.extend(node(&word.text)),
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The declaration that all are; `None` if they differ.
fn only<'d>(mut all: impl Iterator<Item = Node<'d>>) -> Option<Node<'d>> {
    let first = all.next()?;
    let is_first = |node: Node<'d>| node == first && std::ptr::eq(node.document(), first.document());
    all.all(is_first).then_some(first)
}
