//! Capability definitions of node and group types: type, valid source types and occurrences.

use super::super::Rule;
use super::{occurrences, unknown};
use crate::model::Service;
use crate::types::{Definition, Layer, Lookup, ScalarText, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &UNKNOWN_TYPE,
        &NO_TYPE,
        &BAD_OCCURRENCES,
        &UNKNOWN_SOURCE,
        &FOREIGN_SOURCE,
        &OTHER_TYPE,
        &WIDER_OCCURRENCES,
    ],
    check,
};

static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-capability-type",
    "T3.6.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that the type of a capability is a known capability type. The definition names it, or the definition that it refines.",
)
.why("The type determines which requirements the capability fulfills, so no requirement matches an unknown one.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  capabilities: {a: tosca.capabilities.Endpoit}
#                   ^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  capabilities: {a: tosca.capabilities.Endpoint, b: {type: Node}}
",
);
static NO_TYPE: Code = Code::error(
    "tosca/capability-without-type",
    "T3.6.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that a capability definition has a `type`, unless it refines a capability of a parent type.",
)
.why("The type determines the properties of the capability and the nodes that can use it.")
.advice("Add `type` with the name of a capability type.")
.bad(
    "node type",
    "
capabilities: {api: {description: what others call}}
#              ^^^
",
)
.good("capabilities: {api: {type: tosca.capabilities.Endpoint, description: what others call}}");
static BAD_OCCURRENCES: Code = Code::error(
    "tosca/bad-capability-occurrences",
    "T3.6.2-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that `occurrences` of a capability is a list of a lower and an upper bound, neither of them negative. It limits the number of \
relationships to the capability.",
)
.why("A number of relationships is never negative, and none is within reversed bounds, so processors reject the definition.")
.advice("Write two integers, the lower bound first: `occurrences: [0, UNBOUNDED]`.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  capabilities: {c: {type: tosca.capabilities.Node, occurrences: [-2, 1]}}
#                                                                 ^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  capabilities: {c: {type: tosca.capabilities.Node, occurrences: [0, 2]}}
",
);
static UNKNOWN_SOURCE: Code = Code::error(
    "tosca/unknown-capability-source",
    "T3.6.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that `valid_source_types` lists known node types, which are the types that can use this capability.",
)
.why("An unknown name excludes all nodes.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  capabilities: {a: {type: Node, valid_source_types: [my.M]}}
#                                                     ^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  capabilities: {a: {type: Node, valid_source_types: [my.N]}}
",
);
static FOREIGN_SOURCE: Code = Code::error(
    "tosca/source-beyond-capability-type",
    "T3.6.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2.4",
    "Checks that the sources of a capability definition are sources of its capability type.",
)
.why("A definition can narrow its capability type, not extend it.")
.advice("Remove the node type from the definition, or add it to the capability type.")
.bad(
    "service template",
    "
capability_types:
  my.C:
    derived_from: tosca.capabilities.Root
    valid_source_types: [tosca.nodes.SoftwareComponent]
node_types:
  my.N:
    derived_from: tosca.nodes.Root
    capabilities: {a: {type: my.C, valid_source_types: [tosca.nodes.Compute]}}
#                                                       ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
capability_types:
  my.C:
    derived_from: tosca.capabilities.Root
    valid_source_types: [tosca.nodes.SoftwareComponent]
node_types:
  my.N:
    derived_from: tosca.nodes.Root
    capabilities: {a: {type: my.C, valid_source_types: [tosca.nodes.DBMS]}}
",
);
static OTHER_TYPE: Code = Code::error(
    "tosca/capability-changes-type",
    "T3.6.2-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.6.2",
    "Checks that a derived node type keeps the type of an inherited capability or uses a type derived from it.",
)
.why("With another type, the child cannot fulfill requirements that its parent fulfills.")
.advice("Use the inherited type or one derived from it, or give the capability another name.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.WebApplication
  capabilities: {app_endpoint: {type: tosca.capabilities.Scalable}}
#                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.WebApplication
  capabilities: {app_endpoint: {type: tosca.capabilities.Endpoint.Admin}}
",
);
static WIDER_OCCURRENCES: Code = Code::warning(
    "tosca/wider-capability-occurrences",
    "T3.4.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.4.1",
    "Reports a capability that allows more relationships than the inherited definition.",
)
.why("A derived type narrows what it inherits, so users of the parent type do not expect more.")
.advice("Stay within the inherited bounds, or give the capability another name.")
.bad(
    "node types",
    "
my.Disk:
  derived_from: tosca.nodes.Root
  capabilities: {store: {type: tosca.capabilities.Attachment, occurrences: [0, 2]}}
my.BigDisk:
  derived_from: my.Disk
  capabilities: {store: {type: tosca.capabilities.Attachment, occurrences: [0, 9]}}
#                                                                          ^^^^^^
",
)
.good(
    "
my.Disk:
  derived_from: tosca.nodes.Root
  capabilities: {store: {type: tosca.capabilities.Attachment, occurrences: [0, 2]}}
my.BigDisk:
  derived_from: my.Disk
  capabilities: {store: {type: tosca.capabilities.Attachment, occurrences: [0, 1]}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for kind in [TypeKind::Node, TypeKind::Group] {
        for (id, _) in service.own_types(kind) {
            for definition in service.type_scope.effective(id).capabilities().iter() {
                let layer = definition.nearest();
                if layer.owner == id && service.is_own(layer.node) {
                    check_definition(service, definition, layer, report);
                }
            }
        }
    }
}

fn check_definition<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    layer: Layer<'d>,
    report: &mut Report,
) {
    let own = type_word(layer.node);
    let id = match own.as_ref().map(|word| (word, service.find(TypeKind::Capability, &word.text))) {
        Some((word, Lookup::Unknown)) => {
            report.extend(unknown(service, &UNKNOWN_TYPE, TypeKind::Capability, word));
            None
        }
        Some((_, found)) => found.found(),
        None => service.type_scope.type_of(definition, TypeKind::Capability).and_then(Lookup::found),
    };
    if let (Some(word), Some(id)) = (&own, id) {
        check_same_type(service, definition, word, id, report);
    }
    let type_scope = &service.type_scope;
    let untyped = own.is_none() && type_scope.type_of(definition, TypeKind::Capability).is_none();
    if untyped
        && type_scope.effective(layer.owner).complete
        && (layer.node.is_mapping() || layer.node.is_null())
    {
        let message = message::missing("key", "type") + &format!(" on capability `{}`", definition.name);
        report.push(service.fault(&NO_TYPE, layer.key, message));
    }
    report.extend(occurrences(service, definition, (&BAD_OCCURRENCES, &WIDER_OCCURRENCES), false));
    check_sources(service, layer, id, report);
}

fn type_word(node: Node<'_>) -> Option<ScalarText<'_>> {
    if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "type") }
}

fn check_same_type<'d>(
    service: &Service<'d>,
    definition: &Definition<'d>,
    word: &ScalarText<'d>,
    id: TypeId,
    report: &mut Report,
) {
    let type_scope = &service.type_scope;
    let inherited = definition.layers.iter().skip(1).find_map(|layer| {
        let word = type_word(layer.node)?;
        type_scope.find(TypeKind::Capability, &word.text, type_scope.owner_file(*layer)).found()
    });
    let Some(inherited) = inherited else { return };
    if type_scope.derives(id, inherited) == Some(false) {
        let message = message::expected(
            format_args!(
                "a type derived from `{}` for the inherited capability `{}`",
                type_scope.get(inherited).name,
                definition.name
            ),
            format_args!("`{}`", word.text),
        );
        report.push(service.fault(&OTHER_TYPE, word.node, message));
    }
}

fn check_sources<'d>(service: &Service<'d>, layer: Layer<'d>, id: Option<TypeId>, report: &mut Report) {
    let type_scope = &service.type_scope;
    let above = id
        .map(|id| type_scope.effective(id).ancestry.iter().map(|id| type_scope.get(*id)))
        .into_iter()
        .flatten();
    let above =
        above.into_iter().find(|ancestor| !ScalarText::list(ancestor.node, "valid_source_types").is_empty());
    let allowed: Option<Vec<_>> = above.map(|ancestor| {
        let list = ScalarText::list(ancestor.node, "valid_source_types");
        list.iter().map(|word| type_scope.find(TypeKind::Node, &word.text, ancestor.file).found()).collect()
    });
    for word in
        ScalarText::list(layer.node, "valid_source_types").iter().filter(|word| service.is_own(word.node))
    {
        if let Some(fault) = unknown(service, &UNKNOWN_SOURCE, TypeKind::Node, word) {
            report.push(fault);
            continue;
        }
        let (Some(found), Some(allowed)) = (service.find(TypeKind::Node, &word.text).found(), &allowed)
        else {
            continue;
        };
        if !allowed.iter().any(|source| source.is_none_or(|id| type_scope.derives(found, id) != Some(false)))
        {
            let of = id.map(|id| type_scope.get(id).name.as_ref()).unwrap_or_default();
            let message = format!("`{}` is not a valid source type of `{of}`", word.text);
            report.push(service.fault(&FOREIGN_SOURCE, word.node, message));
        }
    }
}
