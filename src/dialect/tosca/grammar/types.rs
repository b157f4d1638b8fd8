//! The eight kinds of types, with their capability and requirement definitions.

use super::amp::TYPE_METADATA;
use super::{
    ARTIFACTS, ATTRIBUTES_DEFINED, CONSTRAINTS, CONSTRAINTS_FORM, DESCRIPTION, INPUTS_DEFINED,
    INTERFACES_DEFINED, NODE_FILTER, NOTIFICATION_TYPES, OCCURRENCES, OPERATION_TYPES, PROPERTIES_DEFINED,
    REQUIREMENTS_FORM, SCALAR, SCHEMA, TRIGGERS, UNKNOWN_KEY, WRONG_SHAPE, since_1_1, since_1_3, until_1_2,
};
use crate::{expression, kind};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Expression, Key, NamedEntries, Open, Shape};

pub(super) static CODES: &[&Code] = &[&RELATIONSHIP_WITHOUT_TYPE];

pub static RELATIONSHIP_WITHOUT_TYPE: Code = Code::error(
    "tosca/relationship-without-type",
    "T3.6.3-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.6.3",
    "Checks that the relationship of a requirement written as a mapping has a `type`.",
)
.why("Without a type, the properties and operations of the relationship are undefined.")
.advice("Add `type` with the name of a relationship type.")
.bad(
    "node types",
    "
my.A:
  derived_from: Root
  requirements: [r: {capability: Node, relationship: {interfaces: {}}}]
#                                      ^^^^^^^^^^^^
",
)
.good(
    "
my.A:
  derived_from: Root
  requirements: [r: {capability: Node, relationship: {type: DependsOn}}]
",
);

const fn derived(from: &'static Expression) -> Key {
    Key::new("derived_from", Shape::Reference(from))
        .names_base()
        .in_snippets()
        .doc("The parent type, whose definitions this type inherits.")
}
const VERSION: Key = Key::new("version", SCALAR).doc("The version of this type.");
const PROPERTIES: Key = Key::new("properties", PROPERTIES_DEFINED).doc("Properties that a template assigns.");
const ATTRIBUTES: Key = Key::new("attributes", ATTRIBUTES_DEFINED).doc("Attributes of a deployed instance.");
const INTERFACES: Key =
    Key::new("interfaces", INTERFACES_DEFINED).doc("Interfaces with the operations of this type.");
const CAPABILITIES: Key = Key::new("capabilities", Shape::NamedMap(&CAPABILITIES_DEFINED))
    .doc("Capabilities that it offers to other nodes.");
const REQUIREMENTS: Key = Key::new("requirements", Shape::NamedList(&REQUIREMENTS_DEFINED))
    .wrong_shape(&REQUIREMENTS_FORM)
    .doc("Requirements on other nodes, in the order of fulfillment.");

pub static ARTIFACT_TYPE: Construct = Construct {
    name: "artifact type",
    keys: &[
        derived(&expression::ARTIFACT_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        Key::new("mime_type", Shape::Text(None)).doc("The MIME type: `application/x-sh`."),
        Key::new("file_ext", Shape::List(&super::TEXT)).doc("File extensions, without the dot."),
        PROPERTIES,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "An artifact type.",
    section: "3.6.4",
};

pub static INTERFACE_TYPE: Construct = Construct {
    name: "interface type",
    keys: &[
        derived(&expression::INTERFACE_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        Key::new("inputs", INPUTS_DEFINED).doc("Inputs of all its operations."),
        Key::new("operations", Shape::NamedMap(&OPERATION_TYPES))
            .doc("The operations, in the notation of 1.3."),
        since_1_3(Key::new("notifications", Shape::NamedMap(&NOTIFICATION_TYPES)))
            .doc("Notifications from external sources."),
    ],
    open: Some(Open::NamedMap(&OPERATION_TYPES)),
    unknown: None,
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "An interface type.",
    section: "3.6.5",
};

pub static DATA_TYPE: Construct = Construct {
    name: "data type",
    keys: &[
        derived(&expression::DATA_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        Key::new("constraints", CONSTRAINTS)
            .wrong_shape(&CONSTRAINTS_FORM)
            .doc("Constraints on the values, in addition to the parent type."),
        Key::new("properties", PROPERTIES_DEFINED).doc("The fields of a value."),
        since_1_3(Key::new(
            "entry_schema",
            Shape::OneOf(&[Shape::Reference(&expression::DATA_TYPE), Shape::Construct(&SCHEMA)]),
        ))
        .doc("Schema of the entries of a list or map."),
        since_1_3(Key::new(
            "key_schema",
            Shape::OneOf(&[Shape::Reference(&expression::DATA_TYPE), Shape::Construct(&SCHEMA)]),
        ))
        .doc("Schema of the keys of a map."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A data type.",
    section: "3.6.6",
};

pub static CAPABILITY_TYPE: Construct = Construct {
    name: "capability type",
    keys: &[
        derived(&expression::CAPABILITY_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        PROPERTIES,
        ATTRIBUTES,
        Key::new("valid_source_types", Shape::List(&NODE_TYPE_NAME))
            .doc("The node types that can use it. The default is all."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A capability type.",
    section: "3.6.7",
};
static NODE_TYPE_NAME: Shape = Shape::Reference(&expression::NODE_TYPE);
static CAPABILITY_TYPE_NAME: Shape = Shape::Reference(&expression::CAPABILITY_TYPE);

pub static RELATIONSHIP_TYPE: Construct = Construct {
    name: "relationship type",
    keys: &[
        derived(&expression::RELATIONSHIP_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        PROPERTIES,
        ATTRIBUTES,
        INTERFACES,
        Key::new("valid_target_types", Shape::List(&CAPABILITY_TYPE_NAME))
            .doc("The capability types that it can target. The default is all."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A relationship type.",
    section: "3.6.10",
};

pub static NODE_TYPE: Construct = Construct {
    name: "node type",
    keys: &[
        derived(&expression::NODE_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        ATTRIBUTES,
        PROPERTIES,
        REQUIREMENTS,
        CAPABILITIES,
        INTERFACES,
        Key::new("artifacts", ARTIFACTS).doc("Files for its deployment and implementation."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A node type.",
    section: "3.6.9",
};

pub static GROUP_TYPE: Construct = Construct {
    name: "group type",
    keys: &[
        derived(&expression::GROUP_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        ATTRIBUTES,
        PROPERTIES,
        Key::new("members", Shape::List(&MEMBER_TYPE)).doc("The types of its members."),
        REQUIREMENTS,
        CAPABILITIES,
        until_1_2(INTERFACES),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A group type.",
    section: "3.6.11",
};
static MEMBER_TYPE: Shape = Shape::Reference(&expression::MEMBER_OR_TYPE);

pub static POLICY_TYPE: Construct = Construct {
    name: "policy type",
    keys: &[
        derived(&expression::POLICY_TYPE),
        VERSION,
        TYPE_METADATA,
        DESCRIPTION,
        PROPERTIES,
        Key::new("targets", Shape::List(&MEMBER_TYPE))
            .doc("The types of nodes and groups that it can apply to."),
        since_1_1(Key::new("triggers", TRIGGERS)).doc("Events and the actions they trigger."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A policy type, such as placement and scaling.",
    section: "3.6.12",
};

static CAPABILITIES_DEFINED: NamedEntries = NamedEntries {
    kind: &kind::CAPABILITY,
    value: Shape::OneOf(&[
        Shape::Reference(&expression::CAPABILITY_TYPE),
        Shape::Construct(&CAPABILITY_DEFINITION),
    ]),
    wrong_shape: None,
};

pub static CAPABILITY_DEFINITION: Construct = Construct {
    name: "capability definition",
    keys: &[
        Key::new("type", Shape::Reference(&expression::CAPABILITY_TYPE))
            .names_type()
            .doc("The type of the capability."),
        DESCRIPTION,
        Key::new("properties", PROPERTIES_DEFINED).doc("Properties in addition to those of its type."),
        Key::new("attributes", ATTRIBUTES_DEFINED).doc("Attributes in addition to those of its type."),
        Key::new("valid_source_types", Shape::List(&NODE_TYPE_NAME))
            .doc("The node types that can use it. The default is all."),
        Key::new("occurrences", OCCURRENCES)
            .doc("The number of relationships to it. The default is `[1, UNBOUNDED]`."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A capability of the nodes of this type.",
    section: "3.6.2",
};

static REQUIREMENTS_DEFINED: NamedEntries = NamedEntries {
    kind: &kind::REQUIREMENT,
    value: Shape::OneOf(&[
        Shape::Reference(&expression::CAPABILITY_TYPE),
        Shape::Construct(&REQUIREMENT_DEFINITION),
    ]),
    wrong_shape: None,
};

pub static REQUIREMENT_DEFINITION: Construct = Construct {
    name: "requirement definition",
    keys: &[
        // Optional in a refinement: a rule checks this.
        Key::new("capability", Shape::Reference(&expression::CAPABILITY_TYPE))
            .in_snippets()
            .doc("The required capability type."),
        Key::new("node", Shape::Reference(&expression::NODE_TYPE)).doc("The required node type."),
        Key::new(
            "relationship",
            Shape::OneOf(&[
                Shape::Reference(&expression::RELATIONSHIP_TYPE),
                Shape::Construct(&RELATIONSHIP_OF_REQUIREMENT),
            ]),
        )
        .doc("The type of the relationship."),
        Key::new("occurrences", OCCURRENCES).doc("The number of assignments. The default is `[1, 1]`."),
        // In the text of 3.6.3, but not in its table in 1.2: a rule reports it.
        Key::new("node_filter", Shape::Construct(&NODE_FILTER))
            .doc("Additional criteria for selecting the node."),
        // TOSCA's own load balancer type has a description here.
        DESCRIPTION,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A requirement of the nodes of this type.",
    section: "3.6.3",
};

static RELATIONSHIP_OF_REQUIREMENT: Construct = Construct {
    name: "relationship",
    keys: &[
        Key::new("type", Shape::Reference(&expression::RELATIONSHIP_TYPE))
            .names_type()
            .required(&RELATIONSHIP_WITHOUT_TYPE)
            .doc("The type of relationship."),
        Key::new("interfaces", INTERFACES_DEFINED)
            .doc("Additional inputs of the operations of the relationship."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "The relationship of a requirement.",
    section: "3.6.3",
};
