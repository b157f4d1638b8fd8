//! Requirement definitions of node and group types: capability, node type, relationship and occurrences.

use std::collections::BTreeSet;

use super::super::Rule;
use super::{occurrences, unknown};
use crate::interface::{InterfaceSchema, operations};
use crate::model::Service;
use crate::types::{Definition, Layer, Lookup, Section, Type, TypeId, TypeKind, Word, named};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &NO_CAPABILITY,
        &UNKNOWN_CAPABILITY,
        &UNKNOWN_NODE,
        &UNKNOWN_RELATIONSHIP,
        &DUPLICATE,
        &UNKNOWN_INTERFACE,
        &NODE_WITHOUT_CAPABILITY,
        &RELATIONSHIP_REFUSES,
        &NOT_NARROWER,
        &WIDER_OCCURRENCES,
        &BAD_OCCURRENCES,
        &FILTER_IN_DEFINITION,
    ],
    check,
};

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.6.3";

static NO_CAPABILITY: Code = Code::error(
    "tosca/requirement-without-capability",
    "T3.6.3-R1",
    SECTION,
    "Checks that a requirement definition has a `capability`, or inherits it from the requirement that it refines. It determines what can \
fulfill the requirement.",
)
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
    "Checks that the `node` of a requirement definition is a known node type that can fulfill the requirement.",
)
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
    "Checks that a type declares each requirement once. Use `occurrences` to allow several assignments.",
)
.bad(
    "node types",
    "
my.N: {derived_from: tosca.nodes.Root, requirements: [{a: Node}, {a: Node}]}
#                                                                 ^
",
)
.good("my.N: {derived_from: tosca.nodes.Root, requirements: [{a: Node}, {b: Node}]}");
static UNKNOWN_INTERFACE: Code = Code::error(
    "tosca/unknown-relationship-interface",
    "T3.6.3-R8",
    SECTION,
    "Checks that the interfaces of a requirement's relationship are interfaces and operations of the relationship type. They add inputs to \
what the type declares.",
)
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements:
    - a:
        capability: Endpoint
        relationship: {type: ConnectsTo, interfaces: {Standard: {}}}
#                                                     ^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements:
    - a:
        capability: Endpoint
        relationship: {type: ConnectsTo, interfaces: {Configure: {}}}
",
);
static NODE_WITHOUT_CAPABILITY: Code = Code::warning(
    "tosca/required-node-lacks-capability",
    "T3.6.3-R9",
    SECTION,
    "Checks that nodes of the required node type have a capability of the required type. Otherwise nothing can fulfill the requirement.",
)
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
static WIDER_OCCURRENCES: Code = Code::warning(
    "tosca/wider-requirement-occurrences",
    "T3.4.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.4.1",
    "Reports a requirement that allows more assignments, or is less strict, than the inherited definition. This is a warning because \
published types often make `host` optional.",
)
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.SoftwareComponent
  requirements:
    - {host: {capability: tosca.capabilities.Compute, occurrences: [0, UNBOUNDED]}}
#                                                                  ^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.SoftwareComponent
  requirements:
    - {host: {capability: tosca.capabilities.Compute, occurrences: [1, 1]}}
",
);
static BAD_OCCURRENCES: Code = Code::error(
    "tosca/bad-requirement-occurrences",
    "T3.6.3-R14",
    SECTION,
    "Checks that `occurrences` of a requirement is a list of a lower and an upper bound, neither of them negative. It limits the number of \
assignments.",
)
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Node, occurrences: [4, 0]}}]
#                                                    ^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  requirements: [{a: {capability: Node, occurrences: [0, 4]}}]
",
);
static FILTER_IN_DEFINITION: Code = Code::warning(
    "tosca/filter-in-definition",
    "T3.6.3-R15",
    "TOSCA Simple Profile in YAML 1.2, 3.6.3.4",
    "Reports a node filter in a requirement definition. Node filters belong in templates. The standard mentions them for definitions but \
defines no keyname there, so processors differ.",
)
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
        for (id, own) in service.own_types(kind) {
            report_duplicates(service, own, report);
            for definition in service.world.effective(id).requirements().iter() {
                let layer = definition.nearest();
                if layer.owner == id && service.is_own(layer.node) {
                    check_definition(service, id, definition, layer, report);
                }
            }
        }
    }
}

fn report_duplicates<'d>(service: &Service<'d>, own: &Type<'d>, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for entry in named(own.node, Section::Requirements.key()) {
        let Some(name) = entry.key.as_str() else { continue };
        if !seen.insert(name.clone()) && service.is_own(entry.key) && !entry.is_duplicate() {
            report.push(service.fault(&DUPLICATE, entry.key, message::duplicate("requirement", &name)));
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
    let complete = service.world.effective(id).complete;
    let word = definition.word_or_short("capability");
    if word.is_none() && complete && (node.is_mapping() || node.is_null()) {
        let message =
            message::missing("keyname", "capability") + &format!(" on requirement `{}`", definition.name);
        report.push(service.fault(&NO_CAPABILITY, layer.key, message));
    }
    let own = |key: &str| if node.is_scalar() { None } else { Word::at(node, key) };
    let capability = if node.is_scalar() { Word::of(node) } else { own("capability") };
    let relationship = relationship(node);
    let mut bad = false;
    for (word, kind, code) in [
        (&capability, TypeKind::Capability, &UNKNOWN_CAPABILITY),
        (&own("node"), TypeKind::Node, &UNKNOWN_NODE),
        (&relationship, TypeKind::Relationship, &UNKNOWN_RELATIONSHIP),
    ] {
        let fault = word
            .as_ref()
            .filter(|word| service.is_own(word.node))
            .and_then(|word| unknown(service, code, kind, word));
        bad |= fault.is_some();
        report.extend(fault);
    }
    if !bad {
        if narrower(service, definition, layer, report) {
            fitting(service, definition, layer, report);
        }
        interfaces(service, definition, layer, report);
    }
    // Exactly once by default.
    report.extend(occurrences(service, definition, (&BAD_OCCURRENCES, &WIDER_OCCURRENCES), |range| {
        range.is_reached_by(0) || range.allows_at_most(2)
    }));
    if let Some(entry) = node.entry("node_filter").filter(|entry| service.is_own(entry.key)) {
        let message = "not all processors support a node filter in a requirement definition";
        report.push(service.fault(&FILTER_IN_DEFINITION, entry.key, message));
    }
}

/// The value of `relationship`, or of its `type` in the long notation.
fn relationship(node: Node<'_>) -> Option<Word<'_>> {
    let value = node.get("relationship")?.resolve();
    if value.is_mapping() { Word::at(value, "type") } else { Word::of(value) }
}

/// Type that a layer requires under one of three keynames.
fn asked(node: Node<'_>, kind: TypeKind) -> Option<Word<'_>> {
    match kind {
        TypeKind::Capability if node.is_scalar() => Word::of(node),
        TypeKind::Capability => Word::at(node, "capability"),
        TypeKind::Node => Word::at(node, "node"),
        _ => relationship(node),
    }
}

/// Nearest type that a definition requires.
fn asked_type<'d>(service: &Service<'d>, layers: &[Layer<'d>], kind: TypeKind) -> Option<TypeId> {
    let world = &service.world;
    let (word, layer) = layers.iter().find_map(|layer| Some((asked(layer.node, kind)?, *layer)))?;
    world.find(kind, &word.text, world.owner_file(layer)).found()
}

/// Checks that the required type is the inherited one or derives from it.
fn narrower<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    layer: Layer<'d>,
    report: &mut Report,
) -> bool {
    let mut holds = true;
    for kind in [TypeKind::Capability, TypeKind::Node, TypeKind::Relationship] {
        let Some(word) = asked(layer.node, kind).filter(|word| service.is_own(word.node)) else { continue };
        let own = asked_type(service, &definition.layers[..1], kind);
        let inherited = asked_type(service, &definition.layers[1..], kind);
        let (Some(own), Some(inherited)) = (own, inherited) else { continue };
        if service.world.derives(own, inherited) == Some(false) {
            let message = format!(
                "expected a type derived from `{1}` for the inherited requirement `{0}`, found `{2}`",
                definition.name,
                service.world.get(inherited).name,
                word.text
            );
            report.push(service.fault(&NOT_NARROWER, word.node, message));
            holds = false;
        }
    }
    holds
}

/// Checks that nodes can offer the required capability.
fn fitting<'d>(service: &Service<'d>, definition: &Definition<'d>, layer: Layer<'d>, report: &mut Report) {
    let world = &service.world;
    let Some(capability) = asked_type(service, &definition.layers, TypeKind::Capability) else { return };
    let name = &world.get(capability).name;
    if let (Some(word), Some(node)) =
        (asked(layer.node, TypeKind::Node), asked_type(service, &definition.layers, TypeKind::Node))
        && service.is_own(word.node)
    {
        let effective = world.effective(node);
        let offers =
            effective.capabilities().iter().any(|it| match world.type_of(it, TypeKind::Capability) {
                Some(found) => found.found().is_none_or(|it| world.derives(it, capability) != Some(false)),
                None => true,
            });
        if effective.complete && !offers {
            let message = format!("node type `{}` has no capability of type `{name}`", word.text);
            report.push(service.fault(&NODE_WITHOUT_CAPABILITY, word.node, message));
        }
    }
    if let (Some(word), Some(relationship)) = (
        asked(layer.node, TypeKind::Relationship),
        asked_type(service, &definition.layers, TypeKind::Relationship),
    ) && service.is_own(word.node)
    {
        let effective = world.effective(relationship);
        let line = effective.ancestry.iter().map(|id| world.get(*id));
        let Some(lists) = line.into_iter().find(|it| !Word::list(it.node, "valid_target_types").is_empty())
        else {
            return;
        };
        let takes = Word::list(lists.node, "valid_target_types").iter().any(|it| {
            let found = world.find(TypeKind::Capability, &it.text, lists.file).found();
            found.is_none_or(|it| {
                world.derives(capability, it) != Some(false) || world.derives(it, capability) != Some(false)
            })
        });
        if !takes {
            let message = format!("`{name}` is not a valid target type of `{}`", word.text);
            report.push(service.fault(&RELATIONSHIP_REFUSES, word.node, message));
        }
    }
}

fn interfaces<'d>(service: &Service<'d>, definition: &Definition<'d>, layer: Layer<'d>, report: &mut Report) {
    let Some(long) = layer.node.get("relationship").map(Node::resolve).filter(|node| node.is_mapping())
    else {
        return;
    };
    let Some(id) = asked_type(service, &definition.layers, TypeKind::Relationship) else { return };
    let effective = service.world.effective(id);
    for entry in named(long, Section::Interfaces.key()).filter(|entry| service.is_own(entry.key)) {
        let Some(name) = entry.key.as_str() else { continue };
        let has_type = entry.value.get("type").is_some();
        if effective.complete && !has_type && effective.interfaces().get(&name).is_none() {
            let known: Vec<String> =
                effective.interfaces().iter().map(|it| format!("`{}`", it.name)).collect();
            let message = match known.as_slice() {
                [] => format!("relationship type `{}` has no interfaces", service.world.get(id).name),
                known => format!(
                    "unknown interface `{name}` on relationship type `{}`; expected {}",
                    service.world.get(id).name,
                    known.join(", ")
                ),
            };
            report.push(service.fault(&UNKNOWN_INTERFACE, entry.key, message));
            continue;
        }
        let face = InterfaceSchema::of(&service.world, Lookup::Found(id), &name);
        if has_type || !face.complete || !face.is_declared() {
            continue;
        }
        for operation in operations(entry.value.resolve()) {
            if face.has_operation(&service.world, &operation.name) {
                continue;
            }
            let names = face.names(&service.world);
            let near = service.suggestions.nearest(&operation.name, names.iter().map(|it| &**it));
            let message = message::unknown_on("operation", &operation.name, "interface", &name);
            let fault = service.fault(&UNKNOWN_INTERFACE, operation.key, message);
            report.push(fault.meant(near, |to| Op::RenameKey { at: operation.key.path(), to }));
        }
    }
}

#[cfg(test)]
mod tests {
    use limn_analysis::Analysis;
    use limn_files::FilePath;

    #[test]
    fn occurrences_that_are_not_a_list_are_reported_once() {
        let file = FilePath::new("service.yaml").unwrap();
        let text = "
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App: {derived_from: tosca.nodes.Root, requirements: [{host: {capability: Node, occurrences: 1}}]}
topology_template:
  node_templates:
    app: {type: my.App, requirements: [{host: {node: app, occurrences: 1}}]}
";
        let analysis = Analysis::of_text(&file, text);
        let diagnostics = analysis.file(&file).unwrap().diagnostics();
        let of_occurrences: Vec<(usize, &str)> = (diagnostics.iter())
            .filter(|it| it.message.contains("occurrences"))
            .map(|it| (it.range.start, it.code.name))
            .collect();
        let starts = [text.find("1}}]}\ntopology").unwrap(), text.rfind("1}}]").unwrap()];
        assert_eq!(of_occurrences, starts.map(|start| (start, "tosca/wrong-shape")));
    }
}
