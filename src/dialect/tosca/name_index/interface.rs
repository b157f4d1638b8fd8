//! Interfaces: types, operations and inputs.

use super::{Indexer, Site, SiteKind, single_kinds};
use crate::resolve::{CallContext, operation_in};
use crate::types::{Definition, FileId, ScalarText, TypeId, TypeKind};
use crate::value::ValueType;
use limn_yaml::{Entry, Node};

/// Keynames of an interface that are not operations.
const OTHER: [&str; 9] = [
    "type",
    "inputs",
    "description",
    "derived_from",
    "version",
    "metadata",
    "notifications",
    "operations",
    "properties",
];

impl<'d> Indexer<'_, 'd> {
    /// Interfaces of a type or template, in its section. `of`: the declaring type.
    pub(super) fn interfaces(
        &mut self,
        (owner, section): (Node<'d>, Option<Node<'d>>),
        of: Option<TypeId>,
        context: CallContext,
    ) {
        let Some(section) = section.map(Node::resolve) else { return };
        for entry in section.merged_entries() {
            let interface = entry.value.resolve();
            if !self.gathers && is_of_scripts_alone(interface) {
                self.type_at(TypeKind::Interface, interface, "type");
                continue;
            }
            let name = entry.key.as_str().unwrap_or_default();
            let definition = of.and_then(|id| self.type_scope.effective(id).interfaces().get(&name));
            self.member(entry.key, single_kinds::INTERFACE, definition);
            let own_type = self.type_at(TypeKind::Interface, interface, "type").found();
            let inherited = definition
                .and_then(|definition| self.type_scope.type_of(definition, TypeKind::Interface)?.found());
            self.interface(interface, definition, own_type.or(inherited), (owner, of), context);
        }
    }

    /// An interface: inputs and operations. `around`: the owner, for its artifacts.
    pub(super) fn interface(
        &mut self,
        interface: Node<'d>,
        definition: Option<&Definition<'d>>,
        type_id: Option<TypeId>,
        around: (Node<'d>, Option<TypeId>),
        context: CallContext,
    ) {
        let mut bodies: Vec<Node<'d>> = Vec::new();
        bodies.extend(
            definition.into_iter().flat_map(|definition| definition.layers.iter().map(|layer| layer.node)),
        );
        if let Some(id) = type_id {
            bodies.extend(
                self.type_scope.effective(id).ancestry.iter().map(|id| self.type_scope.get(*id).node),
            );
        }
        self.inputs(interface, &bodies, context);
        let operations = interface.get("operations").map(Node::resolve);
        let direct = interface.merged_entries();
        let direct = direct.filter(|entry| entry.key.as_str().is_some_and(|key| !OTHER.contains(&&*key)));
        let inner = operations.into_iter().flat_map(Node::merged_entries);
        let all: Vec<Entry<'d>> = direct.chain(inner).collect();
        for entry in all {
            // An operation with only a script has no values.
            if !self.gathers && entry.value.is_scalar() {
                continue;
            }
            let name = entry.key.as_str().unwrap_or_default();
            let known: Vec<_> = bodies.iter().filter_map(|body| operation_in(*body, &name)).collect();
            if let Some((key, _)) = known.last() {
                self.mention(entry.key, single_kinds::OPERATION, *key);
            }
            let operation = entry.value.resolve();
            let layers: Vec<Node<'d>> =
                known.iter().map(|(_, node)| *node).chain(bodies.iter().copied()).collect();
            self.inputs(operation, &layers, context);
            self.outputs(operation, &known, context);
            self.implementation(operation, around);
        }
    }

    /// Inputs of an operation or interface: definitions in types, values in templates. The notation does not distinguish them.
    fn inputs(&mut self, node: Node<'d>, known: &[Node<'d>], context: CallContext) {
        let Some(inputs) = node.get("inputs").map(Node::resolve) else { return };
        for entry in inputs.merged_entries() {
            self.found.operation_inputs.push(entry.key);
            let name = entry.key.as_str().unwrap_or_default();
            let introduced = known.iter().rev().find_map(|body| body.get("inputs")?.resolve().entry(&name));
            if let Some(introduced) = introduced {
                self.mention(entry.key, single_kinds::PARAMETER, introduced.key);
            }
            let value = entry.value.resolve();
            let is_definition = value.is_mapping() && value.get("type").is_some_and(Node::is_scalar);
            let declared = known.iter().find_map(|body| body.get("inputs")?.resolve().get(&name));
            let value_type = if is_definition {
                let word = ScalarText::at(value, "type");
                self.type_name(TypeKind::Data, word.as_ref());
                ValueType::of(value, FileId::OWN)
            } else {
                // The file of the definition resolves type names as this one: data type names seldom differ.
                declared
                    .and_then(|node| ValueType::of(node, FileId::OWN))
                    .filter(|_| declared.is_some_and(Node::is_mapping))
            };
            let values = if is_definition {
                [value.get("default"), value.get("value")]
            } else {
                [Some(entry.value), None]
            };
            for value in values.into_iter().flatten() {
                let site = Site {
                    value,
                    context,
                    value_type: value_type.clone(),
                    key: Some(entry.key),
                    spot: SiteKind::Input,
                };
                self.value(&site, 0);
            }
        }
    }

    /// Outputs of an operation, and their targets: `[SELF, address]`. `known`: the inherited declarations of the operation with their keys.
    fn outputs(&mut self, operation: Node<'d>, known: &[(Node<'d>, Node<'d>)], context: CallContext) {
        let Some(outputs) = operation.get("outputs").map(Node::resolve) else { return };
        for entry in outputs.entries() {
            let name = entry.key.as_str().unwrap_or_default();
            let introduced =
                known.iter().rev().find_map(|(_, body)| body.get("outputs")?.resolve().entry(&name));
            if let Some(introduced) = introduced {
                self.mention(entry.key, single_kinds::OPERATION_OUTPUT, introduced.key);
            }
            for (at, declared) in self.resolver.attribute(entry.value.resolve(), context) {
                self.mention(at, single_kinds::VALUE, declared);
            }
        }
    }

    /// An implementation can be the name of an artifact.
    fn implementation(&mut self, operation: Node<'d>, (around, of): (Node<'d>, Option<TypeId>)) {
        if !self.gathers {
            return;
        }
        let implementation =
            if operation.is_scalar() { Some(operation) } else { operation.get("implementation") };
        let Some(implementation) = implementation.map(Node::resolve) else { return };
        let mut words: Vec<ScalarText<'d>> = Vec::new();
        if implementation.is_scalar() {
            words.extend(ScalarText::of(implementation));
        } else {
            words.extend(ScalarText::at(implementation, "primary"));
            words.extend(ScalarText::list(implementation, "dependencies"));
        }
        for word in words {
            let own = around.get("artifacts").and_then(|all| all.resolve().entry(&word.text));
            let known = of.and_then(|id| self.type_scope.effective(id).artifacts().get(&word.text));
            let declared = known.map(crate::resolve::introduced).or(own.map(|entry| entry.key));
            self.mention_word(&word, single_kinds::ARTIFACT, declared);
        }
    }
}

/// Returns true if all values of an interface are scalars, so that it has no calls.
fn is_of_scripts_alone(interface: Node<'_>) -> bool {
    !interface.has_merges() && interface.entries().all(|entry| entry.value.is_scalar())
}
