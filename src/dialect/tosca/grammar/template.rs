//! Topology template: node templates with requirements and capabilities, relationship templates, groups and policies.

use super::{
    ANNOTATIONS, ARTIFACTS, ATTRIBUTES_ASSIGNED, DESCRIPTION, DESCRIPTION_ELSEWHERE, INPUT_SAID,
    INTERFACES_ASSIGNED, METADATA, MISSING_TYPE, NODE_FILTER, NOWHERE, OCCURRENCES, OUTPUT_SAID,
    PROPERTIES_ASSIGNED, SUBSTITUTION, TEXT, TRIGGERS, UNKNOWN_KEY, VENDOR_KEYNAME, WORKFLOWS, WRONG_SHAPE,
    since_1_1, since_1_3, until_1_2,
};
use crate::{expression, kind};
use limn_language::diagnostic::{Code, Obscures};
use limn_language::schema::{Construct, Discouraged, Key, NamedEntries, Shape};

/// Directives of node templates: in the words of 1.2, then in those of 1.3.
pub const DIRECTIVES: [&str; 4] = ["substitutable", "selectable", "substitute", "select"];

pub(super) static CODES: &[&Code] = &[&REQUIREMENTS_FORM, &GROUPS_AS_LIST, &POLICIES_AS_MAPPING];

pub static REQUIREMENTS_FORM: Code = Code::error(
    "tosca/requirements-not-a-list",
    "T3.7.2-R15",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2 and 3.6.3",
    "Checks that requirements are a list. Each item is a mapping with one entry: the name of the requirement and its assignment.",
)
.why("The order of requirements matters, and a name can occur several times.")
.advice("Write each requirement as an item of the list: `- host: server`.")
.bad(
    "node template",
    "
requirements:
#^^^^^^^^^^^
  host: server
",
)
.good(
    "
requirements:
  - host: server
",
)
.obscures(Obscures::Value);
pub static GROUPS_AS_LIST: Code = Code::error(
    "tosca/groups-as-list",
    "T0-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.8.2.5",
    "Reports groups as a list.",
)
.why("Groups are a mapping from names to groups, because their order does not matter. Limn reads a list, but strict processors reject it.")
.advice("Write each group as an entry of a mapping: `name: {type: …}`.")
.bad(
    "topology template",
    "
node_templates: {server: {type: tosca.nodes.Compute}}
groups:
#^^^^^
  - servers: {type: tosca.groups.Root, members: [server]}
",
)
.good(
    "
node_templates: {server: {type: tosca.nodes.Compute}}
groups:
  servers: {type: tosca.groups.Root, members: [server]}
",
);
pub static POLICIES_AS_MAPPING: Code = Code::error(
    "tosca/policies-as-mapping",
    "T3.7.6-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.8.2.6",
    "Reports policies as a mapping.",
)
.why("Policies are a list, because their order matters. Each item is a mapping with one entry, the policy under its name. Limn reads a mapping, but \
strict processors reject it.")
.advice("Write each policy as an item: `- name: {type: …}`.")
.bad(
    "topology template",
    "
policies:
#^^^^^^^
  near: {type: tosca.policies.Placement}
",
)
.good(
    "
policies:
  - near: {type: tosca.policies.Placement}
",
);

pub static TOPOLOGY: Construct = Construct {
    name: "topology template",
    keys: &[
        DESCRIPTION,
        Key::new("inputs", Shape::NamedMap(&INPUTS)).doc("Inputs for the deployment of the service."),
        Key::new("node_templates", Shape::NamedMap(&NODE_TEMPLATES)).doc("The nodes of the service."),
        Key::new("relationship_templates", Shape::NamedMap(&RELATIONSHIP_TEMPLATES))
            .doc("Relationships that requirements can refer to by name."),
        Key::new("outputs", Shape::NamedMap(&OUTPUTS)).doc("Outputs of the deployed service."),
        Key::new(
            "groups",
            Shape::OneOf(&[
                Shape::NamedMap(&GROUPS),
                Shape::Discouraged(&Discouraged {
                    shape: Shape::NamedList(&GROUPS),
                    instead_of: &Shape::NamedMap(&GROUPS),
                    code: &GROUPS_AS_LIST,
                }),
            ]),
        )
        .doc("Groups of nodes."),
        Key::new(
            "policies",
            Shape::OneOf(&[
                Shape::NamedList(&POLICIES),
                Shape::Discouraged(&Discouraged {
                    shape: Shape::NamedMap(&POLICIES),
                    instead_of: &Shape::NamedList(&POLICIES),
                    code: &POLICIES_AS_MAPPING,
                }),
            ]),
        )
        .doc("Policies for the operation of the service."),
        Key::new("substitution_mappings", Shape::Construct(&SUBSTITUTION))
            .doc("The node type that this topology can substitute."),
        since_1_1(Key::new("workflows", Shape::NamedMap(&WORKFLOWS))).doc("Workflows with explicit steps."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The topology of the service: nodes and relationships.",
    section: "3.8",
};

static INPUTS: NamedEntries = NamedEntries { kind: &kind::INPUT, value: INPUT_SAID, wrong_shape: None };
static OUTPUTS: NamedEntries = NamedEntries { kind: &kind::OUTPUT, value: OUTPUT_SAID, wrong_shape: None };
static NODE_TEMPLATES: NamedEntries =
    NamedEntries { kind: &kind::NODE_TEMPLATE, value: Shape::Construct(&NODE_TEMPLATE), wrong_shape: None };
static RELATIONSHIP_TEMPLATES: NamedEntries = NamedEntries {
    kind: &kind::RELATIONSHIP_TEMPLATE,
    value: Shape::Construct(&RELATIONSHIP_TEMPLATE),
    wrong_shape: None,
};
static GROUPS: NamedEntries =
    NamedEntries { kind: &kind::GROUP, value: Shape::Construct(&GROUP), wrong_shape: None };
static POLICIES: NamedEntries =
    NamedEntries { kind: &kind::POLICY, value: Shape::Construct(&POLICY), wrong_shape: None };

pub static NODE_TEMPLATE: Construct = Construct {
    name: "node template",
    keys: &[
        // A copy has the type of its source: a rule checks this.
        Key::new("type", Shape::Reference(&expression::NODE_TYPE)).names_type().doc("The type of the node."),
        DESCRIPTION,
        METADATA,
        Key::new("directives", Shape::List(&TEXT))
            .doc("How the orchestrator provides the node: `substitutable` or `selectable`."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of its type."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Initial values of its attributes."),
        Key::new("requirements", Shape::List(&REQUIREMENT))
            .wrong_shape(&REQUIREMENTS_FORM)
            .doc("Targets of the requirements of its type."),
        Key::new("capabilities", Shape::ReferenceMap(&expression::CAPABILITY, &CAPABILITY))
            .doc("Values of the properties of its capabilities."),
        Key::new("interfaces", INTERFACES_ASSIGNED).doc("Implementations and inputs of its operations."),
        Key::new("artifacts", ARTIFACTS).doc("Files for its deployment and implementation."),
        Key::new("node_filter", Shape::Construct(&NODE_FILTER))
            .doc("Criteria for selecting the node, if it is `selectable`."),
        Key::new("copy", Shape::Reference(&expression::TEMPLATE))
            .doc("The node template to copy keynames and values from."),
        ANNOTATIONS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A node of the service.",
    section: "3.7.3",
};

static REQUIREMENT: Shape = Shape::Single(&REQUIREMENT_ENTRY);
static REQUIREMENT_ENTRY: Shape = Shape::ReferenceMap(&expression::REQUIREMENT, &REQUIREMENT_FORM);
static REQUIREMENT_FORM: Shape =
    Shape::OneOf(&[Shape::Reference(&expression::TARGET), Shape::Construct(&REQUIREMENT_ASSIGNMENT)]);

pub static REQUIREMENT_ASSIGNMENT: Construct = Construct {
    name: "requirement",
    keys: &[
        Key::new("capability", Shape::Reference(&expression::CAPABILITY_OR_TYPE))
            .doc("The capability that fulfills it: a capability of the node, or a capability type."),
        Key::new("node", Shape::Reference(&expression::TARGET))
            .doc("The node that fulfills it: a node template, or a node type to select from."),
        Key::new(
            "relationship",
            Shape::OneOf(&[
                Shape::Reference(&expression::RELATIONSHIP_OR_TYPE),
                Shape::Construct(&RELATIONSHIP_ASSIGNMENT),
            ]),
        )
        .doc("The relationship: a relationship template, or a relationship type."),
        Key::new("node_filter", Shape::Construct(&NODE_FILTER)).doc("Criteria for selecting a node."),
        Key::new("occurrences", OCCURRENCES).doc("The number of assignments."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The target of a requirement of the node.",
    section: "3.7.2",
};

static RELATIONSHIP_ASSIGNMENT: Construct = Construct {
    name: "relationship",
    keys: &[
        Key::new("type", Shape::Reference(&expression::RELATIONSHIP_OR_TYPE))
            .names_type()
            .doc("A relationship template, or a relationship type."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of the relationship."),
        Key::new("interfaces", INTERFACES_ASSIGNED)
            .doc("Implementations and inputs of the operations of the relationship."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The relationship of a requirement.",
    section: "3.7.2",
};

static CAPABILITY: Shape = Shape::Construct(&CAPABILITY_ASSIGNMENT);
pub static CAPABILITY_ASSIGNMENT: Construct = Construct {
    name: "capability",
    keys: &[
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of the capability."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Initial values of its attributes."),
        since_1_3(Key::new("occurrences", OCCURRENCES)).doc("The number of relationships to it."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "The values of a capability of the node.",
    section: "3.7.1",
};

pub static RELATIONSHIP_TEMPLATE: Construct = Construct {
    name: "relationship template",
    keys: &[
        Key::new("type", Shape::Reference(&expression::RELATIONSHIP_TYPE))
            .names_type()
            .doc("The type of the relationship."),
        DESCRIPTION,
        METADATA,
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of its type."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Initial values of its attributes."),
        Key::new("interfaces", INTERFACES_ASSIGNED).doc("Implementations and inputs of its operations."),
        Key::new("copy", Shape::Reference(&expression::RELATIONSHIP))
            .doc("The relationship template to copy keynames and values from."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A relationship that requirements can refer to by name.",
    section: "3.7.4",
};

pub static GROUP: Construct = Construct {
    name: "group",
    keys: &[
        Key::new("type", Shape::Reference(&expression::GROUP_TYPE))
            .names_type()
            .required(&MISSING_TYPE)
            .doc("The type of the group."),
        DESCRIPTION,
        METADATA,
        since_1_3(Key::new("attributes", ATTRIBUTES_ASSIGNED)).doc("Initial values of its attributes."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of its type."),
        Key::new("members", Shape::List(&MEMBER)).doc("The node templates in the group."),
        until_1_2(Key::new("interfaces", INTERFACES_ASSIGNED))
            .doc("Implementations and inputs of its operations."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "A group of nodes.",
    section: "3.7.5",
};
static MEMBER: Shape = Shape::Reference(&expression::MEMBER);

pub static POLICY: Construct = Construct {
    name: "policy",
    keys: &[
        Key::new("type", Shape::Reference(&expression::POLICY_TYPE))
            .names_type()
            .required(&MISSING_TYPE)
            .doc("The type of the policy."),
        DESCRIPTION,
        METADATA,
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties of its type."),
        Key::new("targets", Shape::List(&MEMBER)).doc("The node templates and groups that it applies to."),
        since_1_1(Key::new("triggers", TRIGGERS)).doc("Events and the actions they trigger."),
        Key::new("reservation", Shape::Any).only(NOWHERE, &VENDOR_KEYNAME).home("an extension of OpenStack"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "A policy for the operation of the service.",
    section: "3.7.6",
};
