//! Reservations, as the service reads them and as the guide writes them.

use super::{FUNCTION, GUIDE_PAGE, RESERVATION_ENTRY, RESERVED, SERVICE, TEXT};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, Named, Shape};

const SECTION: &str = "Homing Specification Guide, Reservations; HAS, the homing service";

pub(super) static CODES: &[&Code] = &[&RESERVATION_SHAPE, &RESERVED_DEMANDS];

pub static RESERVATION_SHAPE: Code = Code::error(
    "homing/reservation-shape",
    "H-RSV-2",
    SERVICE,
    "`reservation` holds a `service_model` and `service_candidates`, and in these each reservation by its name. Of any other shape the service \
reads nothing, and says nothing.

Bad:
```yaml
reservation: {hold: {demands: [web], properties: {controller: SDN-C}}}
```
Good:
```yaml
reservation: {service_model: ADIOD, service_candidates: {hold: {demands: [web], properties: {controller: SDN-C}}}}
```",
);
pub static RESERVED_DEMANDS: Code = Code::error(
    "homing/reserved-demands",
    "H-RSV-3",
    SERVICE,
    "A reservation lists the demands that it is for. A bare name in place of the list is read letter by letter.

Bad:
```yaml
service_candidates: {hold: {demands: web}}
```
Good:
```yaml
service_candidates: {hold: {demands: [web]}}
```",
);

static RESERVATION_TYPES: &[Choice] =
    &[Choice::new("instance_reservation", "Capacity in an instance that runs already.")];

/// Names of reservations, where the service looks for them.
pub static SERVICE_CANDIDATES: Named =
    Named { kind: &RESERVATION_ENTRY, value: Shape::Is(&RESERVED_FOR), unfit: Some(&RESERVATION_SHAPE) };
/// And where the guide writes them.
pub static RESERVATIONS_OF_GUIDE: Named = Named {
    kind: &RESERVATION_ENTRY,
    value: Shape::Is(&RESERVED_FOR_OF_GUIDE),
    unfit: Some(&RESERVATION_SHAPE),
};

pub static RESERVATION: Construct = Construct {
    name: "reservation",
    keys: &[
        Key::new("service_model", Shape::Refers(&TEXT))
            .doc("The model of the service that capacity is set aside for."),
        Key::new("service_candidates", Shape::Named(&SERVICE_CANDIDATES))
            .unfit(&RESERVATION_SHAPE)
            .doc("The reservations by name."),
    ],
    open: None,
    unknown: Some(&RESERVATION_SHAPE),
    unfit: &RESERVATION_SHAPE,
    nullable: true,
    doc: "Capacity that is set aside at the candidates that were chosen.",
    section: SERVICE,
};

const PROPERTIES: Key = Key::new("properties", Shape::Is(&RESERVATION_PROPERTIES))
    .unfit(&RESERVATION_SHAPE)
    .doc("Who is asked, and for what.");
static DEMAND_NAME: Shape = Shape::Refers(&RESERVED);
const DEMANDS: Key = Key::new("demands", Shape::List(&DEMAND_NAME))
    .unfit(&RESERVED_DEMANDS)
    .doc("The demands whose candidates are reserved.");

pub static RESERVED_FOR: Construct = Construct {
    name: "reservation",
    keys: &[DEMANDS.required(&RESERVED_DEMANDS), PROPERTIES],
    open: None,
    unknown: Some(&RESERVATION_SHAPE),
    unfit: &RESERVATION_SHAPE,
    nullable: false,
    doc: "What is set aside, for which demands.",
    section: SECTION,
};

pub static RESERVED_FOR_OF_GUIDE: Construct = Construct {
    name: "reservation",
    keys: &[
        Key::new("type", Shape::Choice(RESERVATION_TYPES)).doc("What is reserved; the guide has one kind."),
        DEMANDS.required(&RESERVED_DEMANDS),
        PROPERTIES,
    ],
    open: None,
    unknown: Some(&RESERVATION_SHAPE),
    unfit: &RESERVATION_SHAPE,
    nullable: false,
    doc: "What is set aside, for which demands, in the guide's words.",
    section: GUIDE_PAGE,
};

pub static RESERVATION_PROPERTIES: Construct = Construct {
    name: "reservation properties",
    keys: &[
        Key::new(
            "controller",
            Shape::OneOf(&[Shape::Text(Some(&super::CONTROLLER_NAME)), Shape::Refers(&FUNCTION)]),
        )
        .doc("The controller that is asked: `SDN-C`."),
        Key::new("request", Shape::Value(&TEXT)).doc("What the controller is asked, in its own words."),
    ],
    open: Some(limn_language::schema::Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    unfit: &RESERVATION_SHAPE,
    nullable: true,
    doc: "Who is asked, and for what.",
    section: SECTION,
};
