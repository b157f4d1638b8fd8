//! Relationships: tables for capabilities, requirements, states and lifecycle operations.

use super::{CP4NA, PROPERTIES, RELATIONSHIP, SECTION_SHAPE};
use crate::expression::{ACTION, SOURCE_END, TARGET_END};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, NamedEntries, Shape};

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

pub(super) static CODES: &[&Code] = &[
    &RELATIONSHIP_ENDS,
    &RELATIONSHIP_STATE,
    &STATE_MODIFIER,
    &RELATIONSHIP_LIFECYCLE,
    &RELATIONSHIP_INCOMPLETE,
    &UNKNOWN_RELATIONSHIP_ATTRIBUTE,
];

pub static RELATIONSHIP_ENDS: Code = Code::error(
    "assembly/relationship-without-ends",
    "A-REL-2",
    SECTION,
    "Checks that a relationship has `source-capabilities` and `target-requirements`, lists with at least one entry each.",
)
.why("A relationship connects the components in these lists. If one of them is missing, it connects nothing and defines no order.")
.advice("Add the missing list, and write entries in brackets, such as `[storage.NFSMountpoint]`.")
.bad(
    "relationships",
    "
mounts:
  source-capabilities: storage.NFSMountpoint
#                      ^^^^^^^^^^^^^^^^^^^^^
  target-requirements: [streamer.Mount]
~  source-state: Active
~  target-state: Inactive
",
)
.good(
    "
mounts:
  source-capabilities: [storage.NFSMountpoint]
  target-requirements: [streamer.Mount]
~  source-state: Active
~  target-state: Inactive
",
);
pub static RELATIONSHIP_STATE: Code = Code::error(
    "assembly/unknown-relationship-state",
    "A-REL-6",
    SECTION,
    "Checks `source-state` and `target-state`. They define when the relationship is created: the state that the source and the target reach. Both \
are required, and each is `Installed`, `Inactive`, `Active` or `Broken`.",
)
.why("A component never reaches a state with another name, so the relationship is never created.")
.advice("Add the missing state, or change it to `Installed`, `Inactive`, `Active` or `Broken`.")
.bad(
    "relationship",
    "
source-state: Running
#             ^^^^^^^
target-state: Inactive
",
)
.good(
    "
source-state: Active
target-state: Inactive
",
);
pub static STATE_MODIFIER: Code = Code::error(
    "assembly/unknown-state-modifier",
    "A-REL-7",
    SECTION,
    "Checks the state modifiers. They define whether the relationship is created before (`pre`) or after (`post`) the component reaches its state. \
The default is `post` for the source and `pre` for the target.",
)
.why("With any other value, it is undefined when the relationship is created, and its operations can be called too early or too late.")
.advice("Write `pre` or `post`, or remove the modifier for the default.")
.bad(
    "relationship",
    "
source-state-modifier: after
#                      ^^^^^
",
)
.good("source-state-modifier: post");
pub static RELATIONSHIP_LIFECYCLE: Code = Code::error(
    "assembly/malformed-relationship-lifecycle",
    "A-REL-8",
    SECTION,
    "Checks that the `lifecycle` of a relationship has only `Create` and `Cease`, each a list of operations.",
)
.why("A relationship has only these two transitions. Operations under any other name are never called.")
.advice("Move the operations to `Create` or `Cease`, and write each as a list, such as `[target.add]`.")
.bad(
    "relationship",
    "
lifecycle: {Start: [target.add]}
#           ^^^^^
",
)
.good("lifecycle: {Create: [target.add], Cease: [target.remove]}");
pub static RELATIONSHIP_INCOMPLETE: Code = Code::warning(
    "assembly/incomplete-relationship",
    "A-REL-9",
    "CP4NA 2.7 assembly descriptors, Relationships",
    "Checks that a relationship has `properties` and `lifecycle`, which CP4NA requires; they can be empty.",
)
.why("In TNC-O, a relationship without them is valid and only orders its components. In CP4NA, empty sections state that this is intended.")
.advice("Add the missing section; without content, write `properties: {}` or `lifecycle: {Create: [], Cease: []}`.")
.bad(
    "cp4na components",
    "
relationships:
  r1:
# ^^
# ^^
~    source-capabilities: [a.x]
~    target-requirements: [b.y]
    source-state: Active
    target-state: Active
",
)
.good(
    "
relationships:
  r1:
~    source-capabilities: [a.x]
~    target-requirements: [b.y]
    source-state: Active
    target-state: Active
    properties: {}
    lifecycle: {Create: [], Cease: []}
",
);
pub static UNKNOWN_RELATIONSHIP_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-relationship-attribute",
    "A-REL-21",
    SECTION,
    "Checks for unknown attributes of a relationship.",
)
.why("They have no effect; if a state is misspelled, the relationship has no state.")
.advice("Correct the name, for example `source-status` to `source-state`, or remove the attribute.")
.bad(
    "relationship",
    "
source-status: Active
#^^^^^^^^^^^^
",
)
.good("source-state: Active");

/// The states of `source-state` and `target-state`.
pub static STATES: &[Choice] = &[
    Choice::new("Installed", "Installed, not yet configured."),
    Choice::new("Inactive", "Configured, not yet started."),
    Choice::new("Active", "Started, and the integrity check passed."),
    Choice::new("Broken", "The integrity check failed; healing follows."),
];

/// The states in the order in which a component reaches them; `Broken` is not one of them.
pub const STATES_IN_ORDER: [&str; 3] = ["Installed", "Inactive", "Active"];

pub static MODIFIERS: &[Choice] =
    &[Choice::new("pre", "Before the state is reached."), Choice::new("post", "After the state is reached.")];

/// A relationship.
pub static RELATIONSHIP_DEFINITION: Construct = Construct {
    name: "relationship",
    keys: &[
        Key::new("description", Shape::Prose).doc("Description of the relationship."),
        Key::new("source-capabilities", Shape::SomeList(&Shape::Reference(&SOURCE_END)))
            .required(&RELATIONSHIP_ENDS)
            .wrong_shape(&RELATIONSHIP_ENDS)
            .doc("Capabilities of the source: `component.capability`, or the name of a reference."),
        Key::new("target-requirements", Shape::SomeList(&Shape::Reference(&TARGET_END)))
            .required(&RELATIONSHIP_ENDS)
            .wrong_shape(&RELATIONSHIP_ENDS)
            .doc("Requirements of the target: `component.requirement`."),
        Key::new("source-state", Shape::Choice(STATES))
            .required(&RELATIONSHIP_STATE)
            .wrong_shape(&RELATIONSHIP_STATE)
            .doc("State of the source in which the relationship is created."),
        Key::new("source-state-modifier", Shape::Choice(MODIFIERS))
            .wrong_shape(&STATE_MODIFIER)
            .default("post")
            .doc("Creates the relationship before or after the source reaches its state."),
        Key::new("target-state", Shape::Choice(STATES))
            .required(&RELATIONSHIP_STATE)
            .wrong_shape(&RELATIONSHIP_STATE)
            .doc("State of the target in which the relationship is created."),
        Key::new("target-state-modifier", Shape::Choice(MODIFIERS))
            .wrong_shape(&STATE_MODIFIER)
            .default("pre")
            .doc("Creates the relationship before or after the target reaches its state."),
        Key::new("properties", Shape::NamedMap(&PROPERTIES))
            .required_in(CP4NA, &RELATIONSHIP_INCOMPLETE)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Properties that are passed to the operations; `${source.…}` and `${target.…}` read from source and target."),
        Key::new("lifecycle", Shape::Construct(&RELATIONSHIP_TRANSITIONS))
            .required_in(CP4NA, &RELATIONSHIP_INCOMPLETE)
            .doc("Operations to call when the relationship is created and when it ceases."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_RELATIONSHIP_ATTRIBUTE),
    wrong_shape: &RELATIONSHIP_ENDS,
    nullable: false,
    doc: "A connection between capabilities and requirements. It is created when its source and target reach the given states, and ceases before they leave them.",
    section: SECTION,
};

/// The `lifecycle` of a relationship.
pub static RELATIONSHIP_TRANSITIONS: Construct = Construct {
    name: "relationship lifecycle",
    keys: &[
        Key::new("Create", Shape::List(&Shape::Reference(&ACTION)))
            .doc("Operations to call in this order when the relationship is created."),
        Key::new("Cease", Shape::List(&Shape::Reference(&ACTION)))
            .doc("Operations to call in this order when the relationship ceases."),
    ],
    open: None,
    unknown: Some(&RELATIONSHIP_LIFECYCLE),
    wrong_shape: &RELATIONSHIP_LIFECYCLE,
    nullable: true,
    doc: "Operations to call when the relationship is created and when it ceases.",
    section: SECTION,
};

pub static RELATIONSHIPS: NamedEntries = NamedEntries {
    kind: &RELATIONSHIP,
    value: Shape::Construct(&RELATIONSHIP_DEFINITION),
    wrong_shape: Some(&RELATIONSHIP_ENDS),
};
