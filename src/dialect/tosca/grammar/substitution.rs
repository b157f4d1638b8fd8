//! Substitution mappings: how a topology implements a node type.

use super::{
    ATTRIBUTES_ASSIGNED, DESCRIPTION_ELSEWHERE, NODE_FILTER, PROPERTIES_ASSIGNED, UNKNOWN_KEY, V1_2, V1_3,
    VALUE, WRONG_SHAPE, since_1_2, since_1_3,
};
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{
    ByValue, Construct, Discouraged, Expression, Key, NameKind, NodeContext, Part, PartKind, Scope, Shape,
};
use limn_yaml::Node;

pub(super) static CODES: &[&Code] =
    &[&NODE_TYPE_MISSING, &MAPPING_FORM, &REQUIREMENTS_AS_LIST, &EMPTY_MAPPING];

pub static NODE_TYPE_MISSING: Code = Code::error(
    "tosca/substitution-without-node-type",
    "T3.7.12-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.12",
    "Checks that a substitution mapping has a `node_type`, the type of the nodes that the topology can substitute.",
)
.why("Without it, an orchestrator cannot select the topology to implement a node.")
.advice("Add `node_type` with the name of a node type.")
.bad(
    "topology template",
    "
substitution_mappings: {}
#^^^^^^^^^^^^^^^^^^^^
",
)
.good("substitution_mappings: {node_type: tosca.nodes.Database}");
pub static MAPPING_FORM: Code = Code::error(
    "tosca/mapping-form",
    "T3.7.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.8 to 3.7.11",
    "Checks the form of a mapping. A capability or requirement is mapped by a list of the name of a node template and the name there. A \
property is mapped to an input, to a property of a node template, or to a property of its capability or requirement: a list of one to three \
names.",
)
.why("A list with fewer or more names leaves open what is mapped, so processors reject it.")
.advice("Write `[node template, name]`; for a property also `[input]` or `[node template, capability, property]`.")
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [db]}
#                                   ^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  capabilities: {database_endpoint: [db, database_endpoint]}
",
);
pub static REQUIREMENTS_AS_LIST: Code = Code::warning(
    "tosca/mapped-requirements-as-list",
    "T3.7.10-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.7.10",
    "Reports mapped requirements as a list.",
)
.why("In substitution mappings, requirements are a mapping, because each is mapped once. Some descriptors have a list, and some processors read it.")
.advice("Write the requirements as a mapping, such as `{host: [db, host]}`.")
.bad(
    "topology template",
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: [host: [db, host]]
#               ^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_templates: {db: {type: tosca.nodes.Database, properties: {name: x}}}
substitution_mappings:
  node_type: tosca.nodes.Database
  requirements: {host: [db, host]}
",
);

pub static EMPTY_MAPPING: Code = Code::warning(
    "tosca/empty-mapping",
    "T3.7.12-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.10, 3.7.12",
    "Reports an empty list as the mapping of a requirement.",
)
.why("It has no effect, so leave it out. Many network function descriptors have it, but strict processors reject it.")
.advice("Remove the mapping, or write a node template and its requirement, such as `link: [inner, link]`.")
.bad(
    "service template",
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    requirements:
      - {link: {capability: tosca.capabilities.Endpoint, occurrences: [0, 1]}}
topology_template:
  substitution_mappings: {node_type: my.App, requirements: {link: []}}
#                                                                 ^^
  node_templates: {inner: {type: my.App}}
",
)
.good(
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    requirements:
      - {link: {capability: tosca.capabilities.Endpoint, occurrences: [0, 1]}}
topology_template:
  substitution_mappings: {node_type: my.App, requirements: {link: [inner, link]}}
  node_templates: {inner: {type: my.App}}
",
);

pub static SUBSTITUTION: Construct = Construct {
    name: "substitution mapping",
    keys: &[
        Key::new("node_type", Shape::Reference(&expression::NODE_TYPE))
            .required(&NODE_TYPE_MISSING)
            .doc("The type of the nodes that this topology can substitute."),
        since_1_2(Key::new("properties", Shape::ReferenceMap(&expression::PROPERTY, &PROPERTY)))
            .wrong_shape(&MAPPING_FORM)
            .doc("Mappings of the properties of the node."),
        Key::new("capabilities", Shape::ReferenceMap(&expression::CAPABILITY, &CAPABILITY))
            .wrong_shape(&MAPPING_FORM)
            .doc("Mappings of the capabilities of the node."),
        Key::new(
            "requirements",
            Shape::OneOf(&[
                Shape::ReferenceMap(&expression::REQUIREMENT, &REQUIREMENT),
                Shape::Discouraged(&Discouraged {
                    shape: Shape::List(&LISTED_REQUIREMENT),
                    instead_of: &REQUIREMENTS,
                    code: &REQUIREMENTS_AS_LIST,
                }),
            ]),
        )
        .wrong_shape(&MAPPING_FORM)
        .doc("Mappings of the requirements of the node."),
        since_1_2(Key::new("attributes", Shape::ReferenceMap(&expression::ATTRIBUTE, &PROPERTY)))
            .wrong_shape(&MAPPING_FORM)
            .doc("Mappings of the attributes of the node."),
        since_1_2(Key::new("interfaces", Shape::ReferenceMap(&expression::INTERFACE, &INTERFACE)))
            .wrong_shape(&MAPPING_FORM)
            .doc("Mappings of the operations of the node to workflows."),
        since_1_3(Key::new("substitution_filter", Shape::Construct(&NODE_FILTER)))
            .doc("A filter for the nodes that this topology can substitute."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "The node type that this topology can substitute, and its mappings.",
    section: "3.7.12",
};

static REQUIREMENTS: Shape = Shape::ReferenceMap(&expression::REQUIREMENT, &REQUIREMENT);
static LISTED_REQUIREMENT: Shape = Shape::Single(&REQUIREMENTS);

// --- mapping targets ---

static TO_PROPERTY: Expression =
    Expression::new("a list of an input, or of a node template and a property", not_a_list)
        .call(|spot| names_of(spot, &VALUES, &INPUTS));
static TO_CAPABILITY: Expression =
    Expression::new("a list of a node template and its capability", not_a_list)
        .call(|spot| names_of(spot, &CAPABILITIES, &[]));
static TO_REQUIREMENT: Expression =
    Expression::new("a list of a node template and its requirement", not_a_list)
        .call(|spot| names_of(spot, &REQUIREMENT_NAMES, &[]));
static TO_INTERFACE: Expression = Expression::new("a list of a node template and its interface", not_a_list)
    .call(|spot| names_of(spot, &INTERFACES, &[]));

static INPUTS: [&NameKind; 2] = [&kind::INPUT, &kind::OUTPUT];
static VALUES: [&NameKind; 2] = [&kind::PROPERTY, &kind::ATTRIBUTE];
static CAPABILITIES: [&NameKind; 1] = [&kind::CAPABILITY];
static REQUIREMENT_NAMES: [&NameKind; 1] = [&kind::REQUIREMENT];
static INTERFACES: [&NameKind; 1] = [&kind::INTERFACE];
static TEMPLATES: [&NameKind; 1] = [&kind::NODE_TEMPLATE];
static PORTS: [&NameKind; 2] = [&kind::CAPABILITY, &kind::REQUIREMENT];

/// A mapping is a list, even of one name.
fn not_a_list(text: &str, _spot: &NodeContext<'_>) -> Vec<Part> {
    let message = limn_language::message::expected("a list of names", format!("`{text}`"));
    let kind = PartKind::Fault { code: &MAPPING_FORM, message };
    vec![Part { within: 0..text.len(), name: text.to_owned(), kind }]
}

/// Names in a mapping list: a node template, optionally its capability or requirement, and the target; or only `alone`.
fn names_of<'d>(
    spot: &NodeContext<'d>,
    last: &'static [&'static NameKind],
    alone: &'static [&'static NameKind],
) -> Option<Vec<(Node<'d>, Part)>> {
    let items: Vec<Node<'d>> = spot.node.resolve().items().map(Node::resolve).collect();
    let most = if alone.is_empty() { 2 } else { 3 };
    let least = if alone.is_empty() { 2 } else { 1 };
    if !spot.node.resolve().is_sequence() || !(least..=most).contains(&items.len()) {
        return None;
    }
    let part = |at: usize, item: Node<'d>| {
        let name = item.as_str().filter(|_| item.is_scalar() && !item.is_null())?.into_owned();
        let (kinds, scope) = match (at, items.len()) {
            (0, 1) => (alone, Scope::Root),
            (0, _) => (&TEMPLATES[..], Scope::Root),
            (1, 3) => (&PORTS[..], Scope::Elsewhere),
            _ => (last, Scope::Elsewhere),
        };
        let kind = PartKind::Name { kinds, scope, missing: None };
        Some((item, Part { within: 0..name.len(), name, kind }))
    };
    items.iter().enumerate().map(|(at, item)| part(at, *item)).collect()
}

static PROPERTY: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Reference(&TO_PROPERTY), Shape::Construct(&PROPERTY_MAPPING), VALUE],
    choose: |spot| {
        let node = spot.node.resolve();
        let long = |key| node.entries().len() == 1 && node.get(key).is_some();
        match (node.is_sequence(), long("mapping") || long("value") || has_both(node)) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        }
    },
});

fn has_both(node: Node<'_>) -> bool {
    node.entries().len() == 2 && node.get("mapping").is_some() && node.get("value").is_some()
}

static PROPERTY_MAPPING: Construct = Construct {
    name: "property mapping",
    keys: &[
        Key::new("mapping", Shape::Reference(&TO_PROPERTY))
            .doc("An input; a node template and a property; or a node template, its capability or requirement, and a property."),
        Key::new("value", VALUE).holds_value().doc("The constant value of the property, instead of a mapping."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &MAPPING_FORM,
    nullable: true,
    doc: "The mapping of a property of the node.",
    section: "3.7.8",
};

static CAPABILITY: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Reference(&TO_CAPABILITY), Shape::Construct(&CAPABILITY_MAPPING)],
    choose: |spot| usize::from(spot.node.resolve().is_mapping()),
});
static CAPABILITY_MAPPING: Construct = Construct {
    name: "capability mapping",
    keys: &[
        Key::new("mapping", Shape::Reference(&TO_CAPABILITY)).doc("A node template and its capability."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of its properties, instead of a mapping."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Values of its attributes, instead of a mapping."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &MAPPING_FORM,
    nullable: true,
    doc: "The mapping of a capability of the node.",
    section: "3.7.9",
};

static REQUIREMENT: Shape = Shape::ByValue(&ByValue {
    shapes: &[
        Shape::Reference(&TO_REQUIREMENT),
        Shape::Construct(&REQUIREMENT_MAPPING),
        Shape::Discouraged(&Discouraged {
            shape: Shape::List(&Shape::Any),
            instead_of: &MAPPED,
            code: &EMPTY_MAPPING,
        }),
    ],
    choose: |spot| {
        let node = spot.node.resolve();
        let empty = node.is_sequence() && node.items().len() == 0;
        match node.is_mapping() {
            true => 1,
            // Notation of network function descriptors, of 1.2 or later.
            false if empty && V1_2.or(V1_3).has(spot.profiles) => 2,
            false => 0,
        }
    },
});
static MAPPED: Shape = Shape::Reference(&TO_REQUIREMENT);
static REQUIREMENT_MAPPING: Construct = Construct {
    name: "requirement mapping",
    keys: &[
        Key::new("mapping", Shape::Reference(&TO_REQUIREMENT)).doc("A node template and its requirement."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of its properties, instead of a mapping."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Values of its attributes, instead of a mapping."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &MAPPING_FORM,
    nullable: true,
    doc: "The mapping of a requirement of the node.",
    section: "3.7.10",
};

static INTERFACE: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::ReferenceMap(&expression::OPERATION, &WORKFLOW), Shape::Reference(&TO_INTERFACE)],
    choose: |spot| usize::from(spot.node.resolve().is_sequence()),
});
static WORKFLOW: Shape = Shape::Reference(&expression::WORKFLOW);
