//! The eight kinds of types, and the capabilities and requirements that they define.

use super::{
    ARTIFACTS, ATTRIBUTES_DEFINED, CONSTRAINTS, CONSTRAINTS_FORM, DESCRIPTION, INPUTS_DEFINED,
    INTERFACES_DEFINED, METADATA, NODE_FILTER, NOTIFICATION_TYPES, OCCURRENCES, OPERATION_TYPES,
    PROPERTIES_DEFINED, REQUIREMENTS_FORM, SCALAR, SCHEMA, TRIGGERS, UNFIT, UNKNOWN_KEY, since_1_1,
    since_1_3, until_1_2,
};
use crate::diagnostic::Code;
use crate::dialect::tosca::{expression, kind};
use crate::schema::{Construct, Expression, Key, Named, Open, Shape};

pub(super) static CODES: &[&Code] = &[&RELATIONSHIP_WITHOUT_TYPE];

pub static RELATIONSHIP_WITHOUT_TYPE: Code = Code::error(
    "tosca/relationship-without-type",
    "T3.6.3-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.6.3",
    "Where a requirement's relationship is written as a mapping, it says of which type the relationship is.

Bad:
```yaml
requirements:
  - store: {capability: my.Store, relationship: {interfaces: {}}}
```
Good:
```yaml
requirements:
  - store: {capability: my.Store, relationship: {type: tosca.relationships.ConnectsTo}}
```",
);

const fn derived(from: &'static Expression) -> Key {
    Key::new("derived_from", Shape::Refers(from))
        .doc("The type that this one refines: all that it has, this has.")
}
const VERSION: Key = Key::new("version", SCALAR).doc("The version of this type.");
const PROPERTIES: Key =
    Key::new("properties", PROPERTIES_DEFINED).doc("What a template says about a thing of this type.");
const ATTRIBUTES: Key =
    Key::new("attributes", ATTRIBUTES_DEFINED).doc("What is known of a thing once there is one.");
const INTERFACES: Key =
    Key::new("interfaces", INTERFACES_DEFINED).doc("What can be done with a thing of this type.");
const CAPABILITIES: Key =
    Key::new("capabilities", Shape::Named(&CAPABILITIES_DEFINED)).doc("What it offers to others.");
const REQUIREMENTS: Key = Key::new("requirements", Shape::Sequenced(&REQUIREMENTS_DEFINED))
    .unfit(&REQUIREMENTS_FORM)
    .doc("What it needs from others, in the order in which it is looked for.");

pub static ARTIFACT_TYPE: Construct = Construct {
    name: "artifact type",
    keys: &[
        derived(&expression::ARTIFACT_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        Key::new("mime_type", Shape::Text(None)).doc("The kind of content: `application/x-sh`."),
        Key::new("file_ext", Shape::List(&super::TEXT)).doc("Endings of such files, without the dot."),
        PROPERTIES,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of files.",
    section: "3.6.4",
};

pub static INTERFACE_TYPE: Construct = Construct {
    name: "interface type",
    keys: &[
        derived(&expression::INTERFACE_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        Key::new("inputs", INPUTS_DEFINED).doc("What all of its operations take."),
        Key::new("operations", Shape::Named(&OPERATION_TYPES)).doc("Its operations, as 1.3 writes them."),
        since_1_3(Key::new("notifications", Shape::Named(&NOTIFICATION_TYPES)))
            .doc("What it hears of from outside."),
    ],
    open: Some(Open::Named(&OPERATION_TYPES)),
    unknown: None,
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of sets of operations.",
    section: "3.6.5",
};

pub static DATA_TYPE: Construct = Construct {
    name: "data type",
    keys: &[
        derived(&expression::DATA_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        Key::new("constraints", CONSTRAINTS)
            .unfit(&CONSTRAINTS_FORM)
            .doc("What values have to keep, besides being of the type that it derives from."),
        Key::new("properties", PROPERTIES_DEFINED).doc("The fields that a value has."),
        since_1_3(Key::new(
            "entry_schema",
            Shape::OneOf(&[Shape::Refers(&expression::DATA_TYPE), Shape::Is(&SCHEMA)]),
        ))
        .doc("What the entries of a list or map are."),
        since_1_3(Key::new(
            "key_schema",
            Shape::OneOf(&[Shape::Refers(&expression::DATA_TYPE), Shape::Is(&SCHEMA)]),
        ))
        .doc("What the keys of a map are."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of values.",
    section: "3.6.6",
};

pub static CAPABILITY_TYPE: Construct = Construct {
    name: "capability type",
    keys: &[
        derived(&expression::CAPABILITY_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        PROPERTIES,
        ATTRIBUTES,
        Key::new("valid_source_types", Shape::List(&NODE_TYPE_NAME))
            .doc("The types of nodes that may make use of it. Any may, where none is said."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of what a node can offer to others.",
    section: "3.6.7",
};
static NODE_TYPE_NAME: Shape = Shape::Refers(&expression::NODE_TYPE);
static CAPABILITY_TYPE_NAME: Shape = Shape::Refers(&expression::CAPABILITY_TYPE);

pub static RELATIONSHIP_TYPE: Construct = Construct {
    name: "relationship type",
    keys: &[
        derived(&expression::RELATIONSHIP_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        PROPERTIES,
        ATTRIBUTES,
        INTERFACES,
        Key::new("valid_target_types", Shape::List(&CAPABILITY_TYPE_NAME))
            .doc("The types of capabilities that it may lead to. Any may be, where none is said."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of links between nodes.",
    section: "3.6.10",
};

pub static NODE_TYPE: Construct = Construct {
    name: "node type",
    keys: &[
        derived(&expression::NODE_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        ATTRIBUTES,
        PROPERTIES,
        REQUIREMENTS,
        CAPABILITIES,
        INTERFACES,
        Key::new("artifacts", ARTIFACTS).doc("The files that it is made or run with."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of parts that a service is made of.",
    section: "3.6.9",
};

pub static GROUP_TYPE: Construct = Construct {
    name: "group type",
    keys: &[
        derived(&expression::GROUP_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        ATTRIBUTES,
        PROPERTIES,
        Key::new("members", Shape::List(&MEMBER_TYPE)).doc("The types of nodes that may be members."),
        REQUIREMENTS,
        CAPABILITIES,
        until_1_2(INTERFACES),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of groups of nodes.",
    section: "3.6.11",
};
static MEMBER_TYPE: Shape = Shape::Refers(&expression::MEMBER_OR_TYPE);

pub static POLICY_TYPE: Construct = Construct {
    name: "policy type",
    keys: &[
        derived(&expression::POLICY_TYPE),
        VERSION,
        METADATA,
        DESCRIPTION,
        PROPERTIES,
        Key::new("targets", Shape::List(&MEMBER_TYPE))
            .doc("The types of nodes and groups that it may be put on."),
        since_1_1(Key::new("triggers", TRIGGERS)).doc("What happens, and what is done then."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A type of policies: of placement, of scaling, and so on.",
    section: "3.6.12",
};

static CAPABILITIES_DEFINED: Named = Named {
    kind: &kind::CAPABILITY,
    value: Shape::OneOf(&[Shape::Refers(&expression::CAPABILITY_TYPE), Shape::Is(&CAPABILITY_DEFINITION)]),
    unfit: None,
};

pub static CAPABILITY_DEFINITION: Construct = Construct {
    name: "capability definition",
    keys: &[
        Key::new("type", Shape::Refers(&expression::CAPABILITY_TYPE)).doc("The type of the capability."),
        DESCRIPTION,
        Key::new("properties", PROPERTIES_DEFINED).doc("Properties that it has beside those of its type."),
        Key::new("attributes", ATTRIBUTES_DEFINED).doc("Attributes that it has beside those of its type."),
        Key::new("valid_source_types", Shape::List(&NODE_TYPE_NAME))
            .doc("The types of nodes that may make use of it. Any may, where none is said."),
        Key::new("occurrences", OCCURRENCES)
            .doc("How many relationships may lead to it: `[1, UNBOUNDED]` unless said."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "Something that nodes of this type offer to others.",
    section: "3.6.2",
};

static REQUIREMENTS_DEFINED: Named = Named {
    kind: &kind::REQUIREMENT,
    value: Shape::OneOf(&[Shape::Refers(&expression::CAPABILITY_TYPE), Shape::Is(&REQUIREMENT_DEFINITION)]),
    unfit: None,
};

pub static REQUIREMENT_DEFINITION: Construct = Construct {
    name: "requirement definition",
    keys: &[
        Key::new("capability", Shape::Refers(&expression::CAPABILITY_TYPE))
            .doc("The type of capability that is needed."),
        Key::new("node", Shape::Refers(&expression::NODE_TYPE)).doc("The type of node that has to offer it."),
        Key::new(
            "relationship",
            Shape::OneOf(&[
                Shape::Refers(&expression::RELATIONSHIP_TYPE),
                Shape::Is(&RELATIONSHIP_OF_REQUIREMENT),
            ]),
        )
        .doc("The type of relationship that is made to it."),
        Key::new("occurrences", OCCURRENCES).doc("How many of them there may be: `[1, 1]` unless said."),
        // The text of 3.6.3 speaks of it, the table of 1.2 lacks it: a rule says so.
        Key::new("node_filter", Shape::Is(&NODE_FILTER)).doc("What the node has to have besides."),
        // TOSCA's own load balancer has one.
        DESCRIPTION,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "Something that nodes of this type need from others.",
    section: "3.6.3",
};

static RELATIONSHIP_OF_REQUIREMENT: Construct = Construct {
    name: "relationship",
    keys: &[
        Key::new("type", Shape::Refers(&expression::RELATIONSHIP_TYPE))
            .required(&RELATIONSHIP_WITHOUT_TYPE)
            .doc("The type of relationship."),
        Key::new("interfaces", INTERFACES_DEFINED).doc("Further inputs of the relationship's operations."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "The relationship that is made for a requirement.",
    section: "3.6.3",
};
