//! Types of requirement definitions: they fit each other, and narrow the inherited ones.

use super::super::Rule;
use super::requirement_definition::{
    SECTION, are_types_known, own_definitions, required_type, required_word,
};
use crate::model::Service;
use crate::types::{Definition, Layer, ScalarText, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&NODE_WITHOUT_CAPABILITY, &RELATIONSHIP_REFUSES, &NOT_NARROWER], check };

static NODE_WITHOUT_CAPABILITY: Code = Code::warning(
    "tosca/required-node-lacks-capability",
    "T3.6.3-R9",
    SECTION,
    "Checks that nodes of the required node type have a capability of the required type.",
)
.why("Without such a capability, no node can fulfill the requirement.")
.advice("Change `node` or `capability` of the requirement, or add the capability to the node type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Endpoint.Database, node: tosca.nodes.Compute}}]
#                                                          ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Endpoint.Database, node: tosca.nodes.Database}}]
",
);

static RELATIONSHIP_REFUSES: Code = Code::warning(
    "tosca/relationship-refuses-capability",
    "T3.6.3-R10",
    SECTION,
    "Checks that the valid target types of the relationship type include the required capability type.",
)
.why("A relationship cannot connect to a capability whose type is not a valid target.")
.advice("Use another relationship type, or add the capability type to `valid_target_types`.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Endpoint, relationship: AttachesTo}}]
#                                                         ^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Endpoint, relationship: ConnectsTo}}]
",
);

static NOT_NARROWER: Code = Code::error(
    "tosca/requirement-changes-type",
    "T3.6.3-R13",
    SECTION,
    "Checks that a derived type narrows an inherited requirement: it requires the same types as the parent, or types derived from them.",
)
.why("Inherited operations use the target as one of the parent's types and may fail with another.")
.advice("Use the inherited types or types derived from them, or give the requirement another name.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.WebApplication
  requirements:
    - {host: {capability: tosca.capabilities.Container, node: tosca.nodes.Database}}
#                                                             ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.WebApplication
  requirements:
    - {host: {capability: tosca.capabilities.Compute, node: tosca.nodes.WebServer}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for (_, definition, layer) in own_definitions(service) {
        if are_types_known(service, layer) && check_narrowing(service, definition, layer, report) {
            check_fit(service, definition, layer, report);
        }
    }
}

/// Checks that the required type is the inherited one or derives from it.
fn check_narrowing<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    layer: Layer<'d>,
    report: &mut Report,
) -> bool {
    let mut holds = true;
    for kind in [TypeKind::Capability, TypeKind::Node, TypeKind::Relationship] {
        let Some(word) = required_word(layer.node, kind).filter(|word| service.is_own(word.node)) else {
            continue;
        };
        let own = required_type(service, &definition.layers[..1], kind);
        let inherited = required_type(service, &definition.layers[1..], kind);
        let (Some(own), Some(inherited)) = (own, inherited) else { continue };
        if service.type_scope.derives(own, inherited) == Some(false) {
            let message = message::expected(
                format_args!(
                    "a type derived from `{}` for the inherited requirement `{}`",
                    service.type_scope.get(inherited).name,
                    definition.name
                ),
                format_args!("`{}`", word.text),
            );
            report.push(service.fault(&NOT_NARROWER, word.node, message));
            holds = false;
        }
    }
    holds
}

/// Checks that nodes can offer the required capability.
fn check_fit<'d>(service: &Service<'d>, definition: &Definition<'d>, layer: Layer<'d>, report: &mut Report) {
    let type_scope = &service.type_scope;
    let Some(capability) = required_type(service, &definition.layers, TypeKind::Capability) else { return };
    let name = &type_scope.get(capability).name;
    if let (Some(word), Some(node)) = (
        required_word(layer.node, TypeKind::Node),
        required_type(service, &definition.layers, TypeKind::Node),
    ) && service.is_own(word.node)
    {
        let effective = type_scope.effective(node);
        let offers = effective.capabilities().iter().any(|offered| {
            match type_scope.type_of(offered, TypeKind::Capability) {
                Some(found) => {
                    found.found().is_none_or(|id| type_scope.derives(id, capability) != Some(false))
                }
                None => true,
            }
        });
        if effective.complete && !offers {
            let what = format!("a node type with a capability of type `{name}`");
            let message = message::expected(what, format!("`{}`", word.text));
            report.push(service.fault(&NODE_WITHOUT_CAPABILITY, word.node, message));
        }
    }
    if let (Some(word), Some(relationship)) = (
        required_word(layer.node, TypeKind::Relationship),
        required_type(service, &definition.layers, TypeKind::Relationship),
    ) && service.is_own(word.node)
    {
        let effective = type_scope.effective(relationship);
        let line = effective.ancestry.iter().map(|id| type_scope.get(*id));
        let Some(lists) = line
            .into_iter()
            .find(|ancestor| !ScalarText::list(ancestor.node, "valid_target_types").is_empty())
        else {
            return;
        };
        let takes = ScalarText::list(lists.node, "valid_target_types").iter().any(|word| {
            let found = type_scope.find(TypeKind::Capability, &word.text, lists.file).found();
            found.is_none_or(|id| {
                type_scope.derives(capability, id) != Some(false)
                    || type_scope.derives(id, capability) != Some(false)
            })
        });
        if !takes {
            let message = format!("`{name}` is not a valid target type of `{}`", word.text);
            report.push(service.fault(&RELATIONSHIP_REFUSES, word.node, message));
        }
    }
}
