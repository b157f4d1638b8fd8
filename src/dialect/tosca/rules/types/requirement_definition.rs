//! Requirement definitions of node and group types: the types that they name exist, and each is declared once.

use std::collections::BTreeSet;

use super::super::Rule;
use super::unknown;
use crate::model::Service;
use crate::types::{Definition, Layer, Lookup, ScalarText, Section, Type, TypeId, TypeKind, named};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &NO_CAPABILITY,
        &UNKNOWN_CAPABILITY,
        &UNKNOWN_NODE,
        &UNKNOWN_RELATIONSHIP,
        &DUPLICATE,
        &FILTER_IN_DEFINITION,
    ],
    check,
};

pub(super) const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.6.3";

static NO_CAPABILITY: Code = Code::error(
    "tosca/requirement-without-capability",
    "T3.6.3-R1",
    SECTION,
    "Checks that a requirement definition has a `capability`, or inherits it from the requirement that it refines.",
)
.why("The capability type determines what can fulfill the requirement.")
.advice("Add `capability` with the name of a capability type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{disk: {node: tosca.nodes.Compute}}]
#                 ^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.SoftwareComponent
  requirements: [{host: {node: tosca.nodes.Compute}}]
",
);

static UNKNOWN_CAPABILITY: Code = Code::error(
    "tosca/unknown-required-capability",
    "T3.6.3-R2",
    SECTION,
    "Checks that the `capability` of a requirement definition is a known capability type. Names of single capabilities are allowed in \
templates only.",
)
.why("No node has a capability of an unknown type, so nothing can fulfill the requirement.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{db: tosca.capabilities.EndPoint.Database}]
#                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{db: tosca.capabilities.Endpoint.Database}]
",
);

static UNKNOWN_NODE: Code = Code::error(
    "tosca/unknown-required-node",
    "T3.6.3-R3",
    SECTION,
    "Checks that the `node` of a requirement definition is a known node type.",
)
.why("No node is of an unknown type, so nothing can fulfill the requirement.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{db: {capability: Node, node: tosca.nodes.Databse}}]
#                                              ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{db: {capability: Node, node: tosca.nodes.Database}}]
",
);

static UNKNOWN_RELATIONSHIP: Code = Code::error(
    "tosca/unknown-required-relationship",
    "T3.6.3-R4",
    SECTION,
    "Checks that the `relationship` of a requirement definition is a known relationship type.",
)
.why("The orchestrator cannot create a relationship of an unknown type, so the nodes are not connected.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{db: {capability: Node, relationship: Depends}}]
#                                                      ^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{db: {capability: Node, relationship: {type: DependsOn}}}]
",
);

static DUPLICATE: Code = Code::error(
    "tosca/requirement-twice",
    "T3.6.3-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.6.3.3",
    "Checks that a type declares each requirement once.",
)
.why(
    "A template that assigns the name could mean either definition, so processors use one of them or reject the type.",
)
.advice("Use `occurrences` to allow several assignments.")
.bad(
    "node types",
    "
my.N: {derived_from: tosca.nodes.Root, requirements: [{a: Node}, {a: Node}]}
#                                                                 ^
",
)
.good("my.N: {derived_from: tosca.nodes.Root, requirements: [{a: Node}, {b: Node}]}");

static FILTER_IN_DEFINITION: Code = Code::warning(
    "tosca/filter-in-definition",
    "T3.6.3-R15",
    "TOSCA Simple Profile in YAML 1.2, 3.6.3.4",
    "Reports a node filter in a requirement definition. Node filters belong in templates.",
)
.why("The standard mentions them for definitions but defines no keyname there, so processors differ.")
.advice("Move `node_filter` to the requirement assignments of node templates, or remove it.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Node, node_filter: {}}}]
#                                       ^^^^^^^^^^^
",
)
.good("my.N: {derived_from: tosca.nodes.Root, requirements: [{a: {capability: Node}}]}");

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in [TypeKind::Node, TypeKind::Group] {
        for (_, own) in service.own_types(kind) {
            report_duplicates(service, own, report);
        }
    }
    for (id, definition, layer) in own_definitions(service) {
        check_definition(service, id, definition, layer, report);
    }
}

/// Requirement definitions in this document, each with its type and its own layer.
pub(super) fn own_definitions<'s, 'd>(
    service: &'s Service<'d>,
) -> impl Iterator<Item = (TypeId, &'s Definition<'d>, Layer<'d>)> {
    let types = [TypeKind::Node, TypeKind::Group].into_iter().flat_map(|kind| service.own_types(kind));
    types.flat_map(move |(id, _)| {
        let definitions = service.type_scope.effective(id).requirements().iter();
        let own = definitions.map(move |definition| (id, definition, definition.nearest()));
        own.filter(move |(_, _, layer)| layer.owner == id && service.is_own(layer.node))
    })
}

fn report_duplicates<'d>(service: &Service<'d>, own: &Type<'d>, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for entry in named(own.node, Section::Requirements.key()) {
        let Some(name) = entry.key.as_str() else { continue };
        if !seen.insert(name.clone()) && service.is_own(entry.key) && !entry.is_duplicate() {
            report.push(service.fault(&DUPLICATE, entry.key, message::duplicate("requirement", name)));
        }
    }
}

fn check_definition<'d>(
    service: &Service<'d>,
    id: TypeId,
    definition: &Definition<'d>,
    layer: Layer<'d>,
    report: &mut Report,
) {
    let node = layer.node;
    let complete = service.type_scope.effective(id).complete;
    let word = definition.word_or_short("capability");
    if word.is_none() && complete && (node.is_mapping() || node.is_null()) {
        let message =
            message::missing("key", "capability") + &format!(" on requirement `{}`", definition.name);
        report.push(service.fault(&NO_CAPABILITY, layer.key, message));
    }
    for (kind, word) in own_words(service, layer) {
        let code = match kind {
            TypeKind::Capability => &UNKNOWN_CAPABILITY,
            TypeKind::Node => &UNKNOWN_NODE,
            _ => &UNKNOWN_RELATIONSHIP,
        };
        report.extend(unknown(service, code, kind, &word));
    }
    if let Some(entry) = node.entry("node_filter").filter(|entry| service.is_own(entry.key)) {
        let message = "not all processors support a node filter in a requirement definition";
        report.push(service.fault(&FILTER_IN_DEFINITION, entry.key, message));
    }
}

/// The types that a definition of this document names.
fn own_words<'d>(
    service: &Service<'d>,
    layer: Layer<'d>,
) -> impl Iterator<Item = (TypeKind, ScalarText<'d>)> {
    let kinds = [TypeKind::Capability, TypeKind::Node, TypeKind::Relationship].into_iter();
    let words = kinds.filter_map(move |kind| Some((kind, required_word(layer.node, kind)?)));
    words.filter(|(_, word)| service.is_own(word.node))
}

/// Returns true if no type that a definition names is unknown.
pub(super) fn are_types_known<'d>(service: &Service<'d>, layer: Layer<'d>) -> bool {
    own_words(service, layer).all(|(kind, word)| service.find(kind, &word.text) != Lookup::Unknown)
}

/// The value of `relationship`, or of its `type` in the long notation.
fn relationship(node: Node<'_>) -> Option<ScalarText<'_>> {
    let value = node.get("relationship")?.resolve();
    if value.is_mapping() { ScalarText::at(value, "type") } else { ScalarText::of(value) }
}

/// Type that a layer requires under one of three keynames.
pub(super) fn required_word(node: Node<'_>, kind: TypeKind) -> Option<ScalarText<'_>> {
    match kind {
        TypeKind::Capability if node.is_scalar() => ScalarText::of(node),
        TypeKind::Capability => ScalarText::at(node, "capability"),
        TypeKind::Node => ScalarText::at(node, "node"),
        _ => relationship(node),
    }
}

/// Nearest type that a definition requires.
pub(super) fn required_type<'d>(
    service: &Service<'d>,
    layers: &[Layer<'d>],
    kind: TypeKind,
) -> Option<TypeId> {
    let type_scope = &service.type_scope;
    let (word, layer) = layers.iter().find_map(|layer| Some((required_word(layer.node, kind)?, *layer)))?;
    type_scope.find(kind, &word.text, type_scope.owner_file(layer)).found()
}
