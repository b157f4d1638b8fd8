//! The topology: node templates with their requirements and capabilities, relationship templates, groups and policies.

use super::{
    ANNOTATIONS, ARTIFACTS, ATTRIBUTES_ASSIGNED, DESCRIPTION, DESCRIPTION_ELSEWHERE, INTERFACES_ASSIGNED,
    METADATA, MISSING_TYPE, NODE_FILTER, NOWHERE, OCCURRENCES, PARAMETER_SAID, PROPERTIES_ASSIGNED,
    SUBSTITUTION, TEXT, TRIGGERS, UNFIT, UNKNOWN_KEY, VENDOR_KEYNAME, WORKFLOWS, since_1_1, since_1_3,
    until_1_2,
};
use crate::diagnostic::Code;
use crate::dialect::tosca::{expression, kind};
use crate::schema::{Construct, Key, Named, Shape, Tolerated};

pub(super) static CODES: &[&Code] = &[&REQUIREMENTS_FORM, &POLICIES_AS_MAPPING];

pub static REQUIREMENTS_FORM: Code = Code::error(
    "tosca/requirements-not-a-list",
    "T3.7.2-R15",
    "TOSCA Simple Profile in YAML 1.2, 3.7.2 and 3.6.3",
    "Requirements are a list, because their order counts and one may stand twice. Each item is a mapping with one entry: the requirement's name, \
and what it is about behind it.

Bad:
```yaml
requirements:
  host: server
```
Good:
```yaml
requirements:
  - host: server
```",
);
pub static POLICIES_AS_MAPPING: Code = Code::error(
    "tosca/policies-as-mapping",
    "T3.7.6-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.8.2.6",
    "Policies are a list, because their order counts. Each item is a mapping with one entry, the policy under its name. A mapping is \
understood here, but strict processors refuse it.

Bad:
```yaml
policies:
  near: {type: tosca.policies.Placement}
```
Good:
```yaml
policies:
  - near: {type: tosca.policies.Placement}
```",
);

pub static TOPOLOGY: Construct = Construct {
    name: "topology template",
    keys: &[
        DESCRIPTION,
        Key::new("inputs", Shape::Named(&INPUTS)).doc("What is asked for when the service is deployed."),
        Key::new("node_templates", Shape::Named(&NODE_TEMPLATES))
            .doc("The parts that the service is made of."),
        Key::new("relationship_templates", Shape::Named(&RELATIONSHIP_TEMPLATES))
            .doc("Links that requirements can refer to by name."),
        Key::new("outputs", Shape::Named(&OUTPUTS)).doc("What is told when the service is there."),
        Key::new("groups", Shape::Named(&GROUPS)).doc("Nodes that belong together."),
        Key::new(
            "policies",
            Shape::OneOf(&[
                Shape::Sequenced(&POLICIES),
                Shape::Tolerated(&Tolerated {
                    shape: Shape::Named(&POLICIES),
                    instead_of: &Shape::Sequenced(&POLICIES),
                    code: &POLICIES_AS_MAPPING,
                }),
            ]),
        )
        .doc("What is to be kept to while the service runs."),
        Key::new("substitution_mappings", Shape::Is(&SUBSTITUTION))
            .doc("The node type that this topology can stand for as a whole."),
        since_1_1(Key::new("workflows", Shape::Named(&WORKFLOWS))).doc("What is done step by step."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "The service: its nodes and how they are linked.",
    section: "3.8",
};

static INPUTS: Named = Named { kind: &kind::INPUT, value: PARAMETER_SAID, unfit: None };
static OUTPUTS: Named = Named { kind: &kind::OUTPUT, value: PARAMETER_SAID, unfit: None };
static NODE_TEMPLATES: Named =
    Named { kind: &kind::NODE_TEMPLATE, value: Shape::Is(&NODE_TEMPLATE), unfit: None };
static RELATIONSHIP_TEMPLATES: Named =
    Named { kind: &kind::RELATIONSHIP_TEMPLATE, value: Shape::Is(&RELATIONSHIP_TEMPLATE), unfit: None };
static GROUPS: Named = Named { kind: &kind::GROUP, value: Shape::Is(&GROUP), unfit: None };
static POLICIES: Named = Named { kind: &kind::POLICY, value: Shape::Is(&POLICY), unfit: None };

pub static NODE_TEMPLATE: Construct = Construct {
    name: "node template",
    keys: &[
        // A copy has the type of what it copies: whether one is missing is told by a rule.
        Key::new("type", Shape::Refers(&expression::NODE_TYPE)).doc("The type of the node."),
        DESCRIPTION,
        METADATA,
        Key::new("directives", Shape::List(&TEXT))
            .doc("How the node comes to be: `substitutable` or `selectable`."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties that its type has."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Values that its attributes have at first."),
        Key::new("requirements", Shape::List(&REQUIREMENT))
            .unfit(&REQUIREMENTS_FORM)
            .doc("What serves the requirements that its type has."),
        Key::new("capabilities", Shape::Keyed(&expression::CAPABILITY, &CAPABILITY))
            .doc("Values of the properties that its capabilities have."),
        Key::new("interfaces", INTERFACES_ASSIGNED).doc("What its operations do here."),
        Key::new("artifacts", ARTIFACTS).doc("The files that it is made or run with."),
        Key::new("node_filter", Shape::Is(&NODE_FILTER))
            .doc("What a node has to have to be chosen for this one, where it is `selectable`."),
        Key::new("copy", Shape::Refers(&expression::TEMPLATE))
            .doc("The node template that this one has everything from that it does not say itself."),
        ANNOTATIONS,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A part that the service is made of.",
    section: "3.7.3",
};

static REQUIREMENT: Shape = Shape::Single(&REQUIREMENT_ENTRY);
static REQUIREMENT_ENTRY: Shape = Shape::Keyed(&expression::REQUIREMENT, &REQUIREMENT_FORM);
static REQUIREMENT_FORM: Shape =
    Shape::OneOf(&[Shape::Refers(&expression::TARGET), Shape::Is(&REQUIREMENT_ASSIGNMENT)]);

pub static REQUIREMENT_ASSIGNMENT: Construct = Construct {
    name: "requirement",
    keys: &[
        Key::new("capability", Shape::Refers(&expression::CAPABILITY_OR_TYPE))
            .doc("What serves it: a capability of the node by name, or a type of capability."),
        Key::new("node", Shape::Refers(&expression::TARGET))
            .doc("Which node serves it: a node template, or a type of nodes to choose from."),
        Key::new(
            "relationship",
            Shape::OneOf(&[
                Shape::Refers(&expression::RELATIONSHIP_OR_TYPE),
                Shape::Is(&RELATIONSHIP_ASSIGNMENT),
            ]),
        )
        .doc("The link that is made: a relationship template, or a type of relationships."),
        Key::new("node_filter", Shape::Is(&NODE_FILTER)).doc("What a node has to have to be chosen."),
        Key::new("occurrences", OCCURRENCES).doc("How many of them there may be here."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What serves a requirement of the node.",
    section: "3.7.2",
};

static RELATIONSHIP_ASSIGNMENT: Construct = Construct {
    name: "relationship",
    keys: &[
        Key::new("type", Shape::Refers(&expression::RELATIONSHIP_OR_TYPE))
            .doc("A relationship template, or a type of relationships."),
        Key::new("properties", PROPERTIES_ASSIGNED)
            .doc("Values of the properties that the relationship has."),
        Key::new("interfaces", INTERFACES_ASSIGNED).doc("What the relationship's operations do here."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "The link that is made for a requirement.",
    section: "3.7.2",
};

static CAPABILITY: Shape = Shape::Is(&CAPABILITY_ASSIGNMENT);
pub static CAPABILITY_ASSIGNMENT: Construct = Construct {
    name: "capability",
    keys: &[
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties that the capability has."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Values that its attributes have at first."),
        since_1_3(Key::new("occurrences", OCCURRENCES)).doc("How many relationships may lead to it here."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What a capability of the node is like here.",
    section: "3.7.1",
};

pub static RELATIONSHIP_TEMPLATE: Construct = Construct {
    name: "relationship template",
    keys: &[
        Key::new("type", Shape::Refers(&expression::RELATIONSHIP_TYPE)).doc("The type of the relationship."),
        DESCRIPTION,
        METADATA,
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties that its type has."),
        Key::new("attributes", ATTRIBUTES_ASSIGNED).doc("Values that its attributes have at first."),
        Key::new("interfaces", INTERFACES_ASSIGNED).doc("What its operations do here."),
        Key::new("copy", Shape::Refers(&expression::RELATIONSHIP))
            .doc("The relationship template that this one has everything from that it does not say itself."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A link that requirements can refer to by name.",
    section: "3.7.4",
};

pub static GROUP: Construct = Construct {
    name: "group",
    keys: &[
        Key::new("type", Shape::Refers(&expression::GROUP_TYPE))
            .required(&MISSING_TYPE)
            .doc("The type of the group."),
        DESCRIPTION,
        METADATA,
        since_1_3(Key::new("attributes", ATTRIBUTES_ASSIGNED))
            .doc("Values that its attributes have at first."),
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties that its type has."),
        Key::new("members", Shape::List(&MEMBER)).doc("The node templates that belong to it."),
        until_1_2(Key::new("interfaces", INTERFACES_ASSIGNED)).doc("What its operations do here."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "Nodes that belong together.",
    section: "3.7.5",
};
static MEMBER: Shape = Shape::Refers(&expression::MEMBER);

pub static POLICY: Construct = Construct {
    name: "policy",
    keys: &[
        Key::new("type", Shape::Refers(&expression::POLICY_TYPE))
            .required(&MISSING_TYPE)
            .doc("The type of the policy."),
        DESCRIPTION,
        METADATA,
        Key::new("properties", PROPERTIES_ASSIGNED).doc("Values of the properties that its type has."),
        Key::new("targets", Shape::List(&MEMBER)).doc("The node templates and groups that it is put on."),
        since_1_1(Key::new("triggers", TRIGGERS)).doc("What happens, and what is done then."),
        Key::new("reservation", Shape::Any).only(NOWHERE, &VENDOR_KEYNAME).home("an addition of OpenStack"),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "Something that is to be kept to while the service runs.",
    section: "3.7.6",
};
