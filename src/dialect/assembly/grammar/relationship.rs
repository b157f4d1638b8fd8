//! Relationships: which requirement is served by which capability, in which states, and what is done when that comes and goes.

use super::{CP4NA, PROPERTIES, RELATIONSHIP, SECTION_SHAPE};
use crate::diagnostic::Code;
use crate::dialect::assembly::expression::{ACTION, SOURCE_END, TARGET_END};
use crate::schema::{Choice, Construct, Key, Named, Shape};

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
    "A relationship goes from capabilities to requirements: `source-capabilities` and `target-requirements` are lists with at least one \
entry each.

Bad:
```yaml
mounts:
  source-capabilities: storage.NFSMountpoint
```
Good:
```yaml
mounts:
  source-capabilities: [storage.NFSMountpoint]
  target-requirements: [streamer.Mount]
```",
);
pub static RELATIONSHIP_STATE: Code = Code::error(
    "assembly/unknown-relationship-state",
    "A-REL-6",
    SECTION,
    "`source-state` and `target-state` say when the relationship is made: the state that each end has reached or is about to reach. Both \
are needed, and each is `Installed`, `Inactive`, `Active` or `Broken`.

Bad:
```yaml
r: {source-state: Running, target-state: Inactive}
```
Good:
```yaml
r: {source-state: Active, target-state: Inactive}
```",
);
pub static STATE_MODIFIER: Code = Code::error(
    "assembly/unknown-state-modifier",
    "A-REL-7",
    SECTION,
    "A modifier says whether the relationship is made before (`pre`) or after (`post`) the end reaches its state. Without one the source \
counts as `post` and the target as `pre`.

Bad:
```yaml
r: {source-state-modifier: after}
```
Good:
```yaml
r: {source-state-modifier: post}
```",
);
pub static RELATIONSHIP_LIFECYCLE: Code = Code::error(
    "assembly/malformed-relationship-lifecycle",
    "A-REL-8",
    SECTION,
    "A relationship is made and ceases, nothing else happens to it: its `lifecycle` holds `Create` and `Cease`, each a list of operations.

Bad:
```yaml
lifecycle: {Start: [target.add]}
```
Good:
```yaml
lifecycle: {Create: [target.add], Cease: [target.remove]}
```",
);
pub static RELATIONSHIP_INCOMPLETE: Code = Code::warning(
    "assembly/incomplete-relationship",
    "A-REL-9",
    "CP4NA 2.7 assembly descriptors, Relationships",
    "CP4NA lists `properties` and `lifecycle` as required of every relationship; where there is nothing to say, write them empty. In TNC-O \
a relationship without them puts its ends in order, and that is fine.

Bad:
```yaml
r: {source-state: Active, target-state: Active}
```
Good:
```yaml
r: {source-state: Active, target-state: Active, properties: {}, lifecycle: {Create: [], Cease: []}}
```",
);
pub static UNKNOWN_RELATIONSHIP_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-relationship-attribute",
    "A-REL-21",
    SECTION,
    "An attribute that the product does not know has no effect; a misspelled state leaves the relationship without one.

Bad:
```yaml
r: {source-status: Active}
```
Good:
```yaml
r: {source-state: Active}
```",
);

/// The states that a relationship can wait for.
pub static STATES: &[Choice] = &[
    Choice::new("Installed", "Put in place, not yet configured."),
    Choice::new("Inactive", "Configured, not yet started."),
    Choice::new("Active", "Started and found to work."),
    Choice::new("Broken", "Found not to work; about to be healed."),
];

/// Those that are reached one after the other; `Broken` stands outside.
pub const STATES_IN_ORDER: [&str; 3] = ["Installed", "Inactive", "Active"];

pub static MODIFIERS: &[Choice] = &[
    Choice::new("pre", "Just before the state is reached."),
    Choice::new("post", "Once the state is reached."),
];

/// A relationship.
pub static RELATIONSHIP_DEFINITION: Construct = Construct {
    name: "relationship",
    keys: &[
        Key::new("description", Shape::Prose).doc("What the relationship is for, for people."),
        Key::new("source-capabilities", Shape::SomeList(&Shape::Refers(&SOURCE_END)))
            .required(&RELATIONSHIP_ENDS)
            .unfit(&RELATIONSHIP_ENDS)
            .doc("What is offered: `component.capability`, or the bare name of a reference."),
        Key::new("target-requirements", Shape::SomeList(&Shape::Refers(&TARGET_END)))
            .required(&RELATIONSHIP_ENDS)
            .unfit(&RELATIONSHIP_ENDS)
            .doc("What needs it: `component.requirement`."),
        Key::new("source-state", Shape::Choice(STATES))
            .required(&RELATIONSHIP_STATE)
            .unfit(&RELATIONSHIP_STATE)
            .doc("The state that the source must reach."),
        Key::new("source-state-modifier", Shape::Choice(MODIFIERS))
            .unfit(&STATE_MODIFIER)
            .default("post")
            .doc("Whether the relationship is made before or after the source reaches its state."),
        Key::new("target-state", Shape::Choice(STATES))
            .required(&RELATIONSHIP_STATE)
            .unfit(&RELATIONSHIP_STATE)
            .doc("The state that the target is about to reach."),
        Key::new("target-state-modifier", Shape::Choice(MODIFIERS))
            .unfit(&STATE_MODIFIER)
            .default("pre")
            .doc("Whether the relationship is made before or after the target reaches its state."),
        Key::new("properties", Shape::Named(&PROPERTIES))
            .required_in(CP4NA, &RELATIONSHIP_INCOMPLETE)
            .unfit(&SECTION_SHAPE)
            .doc("What is handed to the operations; `${source.…}` and `${target.…}` read the two ends."),
        Key::new("lifecycle", Shape::Is(&RELATIONSHIP_TRANSITIONS))
            .required_in(CP4NA, &RELATIONSHIP_INCOMPLETE)
            .doc("The operations that are called when the relationship is made and when it ceases."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_RELATIONSHIP_ATTRIBUTE),
    unfit: &RELATIONSHIP_ENDS,
    nullable: false,
    doc: "Capabilities serve requirements: made when its ends are in the states it names, ceased before they leave them.",
    section: SECTION,
};

/// What a relationship does.
pub static RELATIONSHIP_TRANSITIONS: Construct = Construct {
    name: "relationship lifecycle",
    keys: &[
        Key::new("Create", Shape::List(&Shape::Refers(&ACTION)))
            .doc("Operations that are called when the relationship is made, in this order."),
        Key::new("Cease", Shape::List(&Shape::Refers(&ACTION)))
            .doc("Operations that are called when the relationship ceases, in this order."),
    ],
    open: None,
    unknown: Some(&RELATIONSHIP_LIFECYCLE),
    unfit: &RELATIONSHIP_LIFECYCLE,
    nullable: true,
    doc: "What is called when the relationship comes and goes.",
    section: SECTION,
};

pub static RELATIONSHIPS: Named = Named {
    kind: &RELATIONSHIP,
    value: Shape::Is(&RELATIONSHIP_DEFINITION),
    unfit: Some(&RELATIONSHIP_ENDS),
};
