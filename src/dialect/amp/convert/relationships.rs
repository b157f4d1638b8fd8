//! Relationships that make a node wait. TOSCA's `DependsOn` has the order, without a time limit.

use super::super::rules::shared::derives;
use super::value::{copied, has_comments};
use super::{Converter, entry_range, note};
use limn_language::dialect::{ConversionEffect, ConversionNote};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Requirement;
use limn_tosca::types::{ScalarText, TypeKind};
use limn_yaml::{Node, Op, Value};

const REQUIRES_RUNNING: &str = "brooklyn.tosca.relationships.RequiresRunning";
const DEPENDS_ON: &str = "tosca.relationships.DependsOn";
/// Properties of `RequiresRunning`.
const PROPERTIES: [&str; 2] = ["timeout", "abort_if_on_fire"];

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    for requirement in service
        .topology
        .iter()
        .flat_map(|topology| &topology.node_templates)
        .flat_map(|template| &template.requirements)
    {
        let properties =
            requirement.relationship_node.and_then(|relationship| relationship.get("properties"));
        if let Some(word) = &requirement.relationship {
            let is_template = service
                .topology
                .as_ref()
                .is_some_and(|topology| topology.relationship_template(&word.text).is_some());
            if !is_template {
                relationship(it, word, properties);
            }
        }
        if service.version.has(AMP_PLUGIN) {
            properties_of_draft(it, requirement);
        }
    }
    for template in service.topology.iter().flat_map(|topology| &topology.relationship_templates) {
        if let Some(word) = ScalarText::at(template.node, "type") {
            relationship(it, &word, template.node.get("properties"));
        }
    }
    for (_, own) in service.own_types(TypeKind::Relationship) {
        if let Some(word) = ScalarText::at(own.node, "derived_from") {
            relationship(it, &word, None);
        }
    }
    for (_, own) in service.own_types(TypeKind::Node) {
        for definition in own.node.get("requirements").map(Node::resolve).into_iter().flat_map(Node::items) {
            for entry in definition.resolve().entries() {
                let Some(node) = entry.value.resolve().get("relationship").map(Node::resolve) else {
                    continue;
                };
                let word = if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "type") };
                if let Some(word) = word {
                    relationship(it, &word, None);
                }
            }
        }
    }
}

/// Replaces the type, and drops the properties that only AMP's type has.
fn relationship(it: &mut Converter<'_, '_>, word: &ScalarText<'_>, properties: Option<Node<'_>>) {
    let service = it.service;
    let id = service.find(TypeKind::Relationship, &word.text);
    if word.text != REQUIRES_RUNNING && !derives(service, TypeKind::Relationship, id, REQUIRES_RUNNING) {
        return;
    }
    if word.text == REQUIRES_RUNNING {
        it.replace(word.node, Value::text(DEPENDS_ON), format!("`{REQUIRES_RUNNING}` to `{DEPENDS_ON}`"));
    }
    let Some(properties) = properties.map(Node::resolve).filter(|properties| service.is_own(*properties))
    else {
        return;
    };
    let (mut ops, mut notes): (Vec<Op>, Vec<ConversionNote>) = (Vec::new(), Vec::new());
    for key in PROPERTIES {
        let Some(node) = properties.get(key).filter(|node| it.claim(entry_range(*node))) else { continue };
        ops.push(Op::Remove { at: node.path(), prune: true });
        let message = format!("property `{key}` of `{REQUIRES_RUNNING}`");
        notes.push(note(node.path(), ConversionEffect::Removed, message));
    }
    if !ops.is_empty() {
        it.push(ops, notes);
    }
}

/// In the draft, the properties of a relationship are beside it: `{node: db, relationship: my.Uses, properties: {…}}`.
fn properties_of_draft(it: &mut Converter<'_, '_>, requirement: &Requirement<'_>) {
    let node = requirement.node.resolve();
    let (Some(word), Some(properties)) = (&requirement.relationship, node.get("properties")) else { return };
    let is_plain = requirement.relationship_node.is_none() && word.node.parent() == Some(node);
    let copied = copied(properties).filter(|_| is_plain && !has_comments(properties));
    let Some(value) = copied.filter(|_| it.service.is_own(node)) else { return };
    if it.claim(entry_range(word.node)) && it.claim(entry_range(properties)) {
        let relationship = Value::map([("type", Value::text(&*word.text)), ("properties", value)]);
        let ops = vec![
            Op::Replace { at: word.node.path(), value: relationship },
            Op::Remove { at: properties.path(), prune: false },
        ];
        let notes = [
            (word.node.path(), "`relationship` with a `type`"),
            (properties.path(), "`properties` moved to `relationship`"),
        ];
        it.push(ops, notes.map(|(path, message)| note(path, ConversionEffect::Changed, message)).into());
    }
}
