//! Lifecycle of resources: transitions and their drivers.

use super::{DRIVER_NAME, NO_PROFILE, SELECTED_TYPE, UNKNOWN_ATTRIBUTE};
use crate::expression::RESOURCE_VALUE;
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Construct, Key, Open, Profiles, Shape, TextRule};

const SECTION: &str = "TNC-O resource descriptor, Lifecycle";

pub(super) static CODES: &[&Code] = &[&UNKNOWN_TRANSITION, &LIFECYCLE_SHAPE, &SELECTOR_MISSING];

pub static UNKNOWN_TRANSITION: Code = Code::warning(
    "assembly/unknown-transition",
    "A-RES-2",
    SECTION,
    "Checks for unknown lifecycle transitions.",
)
.why("Transitions have fixed names; one with another name is never called.")
.advice("Correct the name, for example `Instal` to `Install`, or move it to `operations`.")
.bad(
    "resource",
    "
lifecycle: {Instal: {}}
#           ^^^^^^
",
)
.good("lifecycle: {Install: {}}");
pub static LIFECYCLE_SHAPE: Code = Code::error(
    "assembly/malformed-lifecycle",
    "A-TOP-5",
    SECTION,
    "Checks that `lifecycle` is a mapping of transitions, or, in older descriptors, a list of their names.",
)
.why("The transitions create, start, stop and delete the resource. From any other value, none of them can be read.")
.advice("Write `lifecycle` and each of its transitions as a mapping, such as `{Install: {}}`.")
.bad(
    "resource",
    "
lifecycle: Install
#          ^^^^^^^
",
)
.good("lifecycle: {Install: {}}");
pub static SELECTOR_MISSING: Code = Code::error(
    "assembly/infrastructure-type-without-selector",
    "A-RES-4",
    SECTION,
    "Checks that a driver's `infrastructure-type` is under `selector`.",
)
.why("Directly under the driver it has no effect.")
.advice("Move `infrastructure-type` under `selector` in the same driver.")
.bad(
    "resource",
    "
default-driver: {ansible: {infrastructure-type: ['*']}}
#                          ^^^^^^^^^^^^^^^^^^^
",
)
.good("default-driver: {ansible: {selector: {infrastructure-type: ['*']}}}");

/// The transitions that the products and their tools support, in lifecycle order.
pub static TRANSITIONS: &[&str] = &[
    "Create",
    "Install",
    "Configure",
    "Start",
    "Integrity",
    "Reconfigure",
    "Upgrade",
    "Update",
    "Adopt",
    "Stop",
    "Uninstall",
    "Delete",
];

pub(super) static TRANSITION_NAME: TextRule =
    TextRule { label: "a transition", check: transition_name, suggestions: TRANSITIONS };

fn transition_name(text: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    if TRANSITIONS.contains(&text) {
        return Vec::new();
    }
    vec![(&UNKNOWN_TRANSITION, message::unknown("transition", text))]
}

macro_rules! transition {
    ($name:literal, $doc:literal) => {
        Key::new($name, Shape::Construct(&TRANSITION)).doc($doc)
    };
}

pub static LIFECYCLE: Construct = Construct {
    name: "lifecycle",
    keys: &[
        transition!("Create", "Creates the resource."),
        transition!("Install", "Installs the software."),
        transition!("Configure", "Applies the configuration."),
        transition!("Start", "Starts the resource."),
        transition!("Integrity", "Checks the health."),
        transition!("Reconfigure", "Changes the configuration of the running resource."),
        transition!("Upgrade", "Upgrades to another version."),
        transition!("Update", "Changes the resource in place."),
        transition!("Adopt", "Takes over an existing resource."),
        transition!("Stop", "Stops the resource and keeps it installed."),
        transition!("Uninstall", "Uninstalls the software."),
        transition!("Delete", "Deletes the resource."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_TRANSITION),
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "The lifecycle transitions of the resource and their drivers.",
    section: SECTION,
};

pub static TRANSITION: Construct = Construct {
    name: "transition",
    keys: &[
        Key::new("drivers", Shape::ReferenceMap(&DRIVER_NAME, &Shape::Construct(&DRIVER)))
            .doc("Drivers that run it, by driver type."),
        Key::new("properties", DRIVER_VALUES).doc("Additional properties for the driver."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_ATTRIBUTE),
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "A lifecycle transition of the resource.",
    section: SECTION,
};

/// Values for a driver: a mapping of them, with `${…}` in it.
const DRIVER_VALUES: Shape =
    Shape::OneOf(&[Shape::Map(&Shape::Value(&RESOURCE_VALUE)), Shape::Value(&RESOURCE_VALUE)]);

static DRIVER_TEMPLATE: Construct = Construct {
    name: "template",
    keys: &[
        Key::new("file", Shape::Text(None))
            .doc("Template file, in the folder of the driver below `Lifecycle`."),
        Key::new("template-type", Shape::Text(Some(&TEMPLATE_TYPE)))
            .doc("Kind of template, for drivers that support several."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "Template that the driver creates the resource from.",
    section: SECTION,
};

static TEMPLATE_TYPE: TextRule = TextRule {
    label: "a template type",
    check: |_, _| Vec::new(),
    suggestions: &["HEAT", "TOSCA", "ObjectConfiguration"],
};

pub static DRIVER: Construct = Construct {
    name: "driver",
    keys: &[
        Key::new("selector", Shape::Construct(&SELECTOR))
            .doc("Infrastructure types that the driver supports."),
        Key::new("template", Shape::OneOf(&[Shape::Construct(&DRIVER_TEMPLATE), Shape::Any]))
            .doc("Template file of the driver, and its type."),
        Key::new("properties", DRIVER_VALUES).doc("Additional properties for the driver."),
        Key::new("infrastructure-type", Shape::Any)
            .only(NO_PROFILE, &SELECTOR_MISSING)
            .doc("Belongs under `selector`."),
    ],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "A resource driver, such as ansible, openstack or kubernetes, with its selector.",
    section: SECTION,
};

pub static SELECTOR: Construct = Construct {
    name: "selector",
    keys: &[Key::new(
        "infrastructure-type",
        Shape::OneOf(&[Shape::List(&Shape::Reference(&SELECTED_TYPE)), Shape::Reference(&SELECTED_TYPE)]),
    )
    .doc("Names from `infrastructure`; `'*'` matches all.")],
    open: Some(Open::Map(&Shape::Any)),
    unknown: None,
    wrong_shape: &LIFECYCLE_SHAPE,
    nullable: true,
    doc: "The conditions for selecting a driver.",
    section: SECTION,
};
