//! Reservations in HAS's syntax and in the specification guide's.

use super::{FUNCTION, GUIDE_PAGE, HAS, RESERVATION_ENTRY, RESERVED, RESERVED_DEMANDS, TEXT};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, NamedEntries, Shape};

const SECTION: &str = "Homing Specification Guide, Reservations; ONAP HAS";

pub(super) static CODES: &[&Code] = &[&RESERVATION_SHAPE];

pub static RESERVATION_SHAPE: Code = Code::error(
    "homing/reservation-shape",
    "H-RSV-2",
    HAS,
    "Checks that `reservation` has a `service_model` and `service_candidates`, which lists the reservations by name.",
)
.why("HAS silently ignores any other structure.")
.advice("Move the reservations to `service_candidates`, each under its name, and add `service_model` next to it.")
.bad(
    "template",
    "
reservation: {hold: {demands: [web], properties: {controller: SDN-C}}}
#             ^^^^
",
)
.good(
    "
reservation:
  service_model: ADIOD
  service_candidates: {hold: {demands: [web], properties: {controller: SDN-C}}}
",
);

static RESERVATION_TYPES: &[Choice] =
    &[Choice::new("instance_reservation", "Capacity in a running instance.")];

/// Reservations in HAS's syntax.
pub static SERVICE_CANDIDATES: NamedEntries = NamedEntries {
    kind: &RESERVATION_ENTRY,
    value: Shape::Construct(&RESERVED_FOR),
    wrong_shape: Some(&RESERVATION_SHAPE),
};
/// Reservations in the specification guide's syntax.
pub static RESERVATIONS_OF_GUIDE: NamedEntries = NamedEntries {
    kind: &RESERVATION_ENTRY,
    value: Shape::Construct(&RESERVED_FOR_OF_GUIDE),
    wrong_shape: Some(&RESERVATION_SHAPE),
};

pub static RESERVATION: Construct = Construct {
    name: "reservation",
    keys: &[
        Key::new("service_model", Shape::Reference(&TEXT))
            .doc("The model of the service to reserve capacity for."),
        Key::new("service_candidates", Shape::NamedMap(&SERVICE_CANDIDATES))
            .wrong_shape(&RESERVATION_SHAPE)
            .doc("Reservations by name."),
    ],
    open: None,
    unknown: Some(&RESERVATION_SHAPE),
    wrong_shape: &RESERVATION_SHAPE,
    nullable: true,
    doc: "Capacity to reserve at the selected candidates.",
    section: HAS,
};

const PROPERTIES: Key = Key::new("properties", Shape::Construct(&RESERVATION_PROPERTIES))
    .wrong_shape(&RESERVATION_SHAPE)
    .doc("The controller and its request.");
static DEMAND_NAME: Shape = Shape::Reference(&RESERVED);
const DEMANDS: Key = Key::new("demands", Shape::List(&DEMAND_NAME))
    .wrong_shape(&RESERVED_DEMANDS)
    .doc("The demands whose candidates to reserve.");

pub static RESERVED_FOR: Construct = Construct {
    name: "reservation",
    keys: &[DEMANDS.required(&RESERVED_DEMANDS), PROPERTIES],
    open: None,
    unknown: Some(&RESERVATION_SHAPE),
    wrong_shape: &RESERVATION_SHAPE,
    nullable: false,
    doc: "A reservation and its demands.",
    section: SECTION,
};

pub static RESERVED_FOR_OF_GUIDE: Construct = Construct {
    name: "reservation",
    keys: &[
        Key::new("type", Shape::Choice(RESERVATION_TYPES))
            .doc("The type of the reservation; the specification guide defines one."),
        DEMANDS.required(&RESERVED_DEMANDS),
        PROPERTIES,
    ],
    open: None,
    unknown: Some(&RESERVATION_SHAPE),
    wrong_shape: &RESERVATION_SHAPE,
    nullable: false,
    doc: "A reservation and its demands, in the specification guide's syntax.",
    section: GUIDE_PAGE,
};

pub static RESERVATION_PROPERTIES: Construct = Construct {
    name: "reservation properties",
    keys: &[
        Key::new(
            "controller",
            Shape::OneOf(&[Shape::Text(Some(&super::CONTROLLER_NAME)), Shape::Reference(&FUNCTION)]),
        )
        .doc("The controller to query: `SDN-C`."),
        Key::new("request", Shape::Value(&TEXT)).doc("The request to the controller."),
    ],
    open: Some(limn_language::schema::Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    wrong_shape: &RESERVATION_SHAPE,
    nullable: true,
    doc: "The controller and its request.",
    section: SECTION,
};
