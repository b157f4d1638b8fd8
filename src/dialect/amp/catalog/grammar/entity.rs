//! Entities: services of a blueprint, their children, and the items of a catalog; and what they have: configuration, parameters, policies.

use super::SECTION;
use super::name::{COMPONENT, DSL, ENTITY_TYPE, LOCATION, PARAMETER_TYPE, TYPE};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, Open, Shape};

pub(super) static CODES: &[&Code] = &[&SERVICES, &FORM, &LOCATION_FORM, &WITHOUT_TYPE];

pub(crate) static SERVICES: Code = Code::error(
    "amp/services",
    "M-CAMP-1",
    "AMP, Deploying",
    "Checks that `services` of a CAMP blueprint is a list of entities, each with a `type`.",
)
.why("AMP creates one entity of the given `type` for each item of the list. From any other form, it creates nothing.")
.advice("Write each entity as an item of the list, with its type: `- type: web-shop`.")
.bad(
    "camp",
    "
services: {type: web-shop}
#         ^^^^^^^^^^^^^^^^
",
)
.good("services: [{type: web-shop}]");
static FORM: Code = Code::error(
    "amp/entity-form",
    "M-CAMP-1",
    SECTION,
    "Checks the forms of an entity's values: `brooklyn.config` is a mapping; `brooklyn.children`, `brooklyn.policies`, `brooklyn.enrichers`, \
`brooklyn.initializers` and `brooklyn.parameters` are lists.",
)
.why("AMP stops with an error at any other form, and the application is not deployed.")
.advice("Write `brooklyn.config` as `key: value` entries, and start each entry of the other sections with `-`.")
.bad(
    "camp",
    "
services:
  - type: web-shop
    brooklyn.policies: {type: org.apache.brooklyn.policy.ha.ServiceReplacer}
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
services:
  - type: web-shop
    brooklyn.policies: [{type: org.apache.brooklyn.policy.ha.ServiceReplacer}]
",
);
pub(crate) static LOCATION_FORM: Code = Code::error(
    "amp/location-of-blueprint",
    "M-LOC-2",
    "AMP, Locations; Apache Brooklyn, Locations",
    "Checks that `location` is a name or a mapping with one type of location.",
)
.why("AMP reads `location` as a single location and rejects a list.")
.advice("Write several locations as the list `locations`.")
.bad(
    "camp",
    "
services: [{type: web-shop}]
location: [amsterdam, london]
#         ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
services: [{type: web-shop}]
locations: [amsterdam, {'jclouds:aws-ec2': {region: eu-west-2}}]
",
);
static WITHOUT_TYPE: Code = Code::warning(
    "amp/entry-without-type",
    "M-GRP-4",
    SECTION,
    "Checks that each policy, enricher and initializer has a `type`.",
)
.why("AMP creates the policy, enricher or initializer from the class in `type`. Without it, there is nothing to create.")
.advice("Add `type` with the name of a Java class or of an item of the catalog.")
.bad(
    "camp",
    "
services:
  - type: web-shop
    brooklyn.policies:
      - brooklyn.config: {metric: requests}
#       ^^^^^^^^^^^^^^^
",
)
.good(
    "
services:
  - type: web-shop
    brooklyn.policies:
      - type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy
        brooklyn.config: {metric: requests}
",
);

const VALUE: Shape = Shape::Value(&DSL);
const ONE_LOCATION: Shape = Shape::OneOf(&[Shape::Reference(&LOCATION), Shape::Single(&Shape::Map(&VALUE))]);

pub(super) const LOCATION_KEY: Key = Key::new("location", ONE_LOCATION)
    .wrong_shape(&LOCATION_FORM)
    .doc("Where to deploy to: the name of a location, or a type of location with its settings.");
pub(super) const LOCATIONS_KEY: Key =
    Key::new("locations", Shape::List(&ONE_LOCATION)).wrong_shape(&LOCATION_FORM).doc("Several locations.");
pub(crate) const CONFIG_KEY: Key = Key::new("brooklyn.config", Shape::Map(&VALUE))
    .doc("Configuration: keys of the entity's type, and those that its children and scripts read.");
/// The type of an entity.
pub(crate) const ENTITY_TYPE_KEY: Key = Key::new("type", Shape::Reference(&ENTITY_TYPE))
    .names_type()
    .alias(&["serviceType", "service_type"])
    .required(&SERVICES)
    .doc(TYPE_DOC);
/// The type of a policy, an enricher or an initializer.
pub(crate) const ADJUNCT_TYPE_KEY: Key = Key::new("type", Shape::Reference(&TYPE))
    .names_type()
    .alias(&[
        "policyType",
        "policy_type",
        "enricherType",
        "enricher_type",
        "initializerType",
        "initializer_type",
    ])
    .required(&WITHOUT_TYPE)
    .doc("Type: an item of the catalog, or a Java class.");
pub(crate) const PARAMETERS_KEY: Key = Key::new("brooklyn.parameters", PARAMETERS)
    .doc("Parameters: configuration that users can set in a form.");
pub(super) const POLICIES_KEY: Key = Key::new("brooklyn.policies", ADJUNCTS)
    .doc("Policies, which act on the entity: scaling, restarting, replacing.");
pub(super) const ENRICHERS_KEY: Key =
    Key::new("brooklyn.enrichers", ADJUNCTS).doc("Enrichers, which compute sensors from other sensors.");
pub(super) const INITIALIZERS_KEY: Key = Key::new("brooklyn.initializers", ADJUNCTS)
    .doc("Initializers, which add sensors and effectors to the entity.");
pub(super) const TAGS_KEY: Key = Key::new("brooklyn.tags", Shape::Any).doc("Tags of the entity.");
const PARAMETERS: Shape = Shape::List(&Shape::OneOf(&[Shape::Construct(&PARAMETER), Shape::Text(None)]));
const ADJUNCTS: Shape = Shape::List(&Shape::OneOf(&[Shape::Construct(&ADJUNCT), Shape::Reference(&TYPE)]));
const TYPE_DOC: &str = "Type: an item of the catalog, perhaps with `:` and its version, or a Java class.";

const NAME: Key = Key::new("name", VALUE).doc("Display name.");
const ID: Key =
    Key::new("id", Shape::Declaration(&COMPONENT)).doc("Identifier for `$brooklyn:component(\"…\")`.");
const ICON: Key = Key::new("iconUrl", Shape::Text(None)).alias(&["icon_url"]).doc("Icon of the entity.");
/// Lists of entities are written out in place: a constant cannot lead back to itself.
pub(crate) static ONE_ENTITY: Shape =
    Shape::OneOf(&[Shape::Construct(&SERVICE), Shape::Reference(&ENTITY_TYPE)]);

pub(crate) static SERVICE: Construct = Construct {
    name: "entity",
    keys: &[
        ENTITY_TYPE_KEY,
        NAME,
        ID,
        ICON,
        LOCATION_KEY,
        LOCATIONS_KEY,
        PARAMETERS_KEY,
        CONFIG_KEY,
        Key::new("brooklyn.children", Shape::List(&ONE_ENTITY)).doc("Entities that are managed by this one."),
        POLICIES_KEY,
        ENRICHERS_KEY,
        INITIALIZERS_KEY,
        TAGS_KEY,
    ],
    open: Some(Open::Map(&VALUE)),
    unknown: None,
    wrong_shape: &FORM,
    nullable: false,
    doc: "An entity: an application, a server, a cluster, a process.",
    section: SECTION,
};

/// The blueprint of an item: an entity, or an application with services.
pub(crate) static ENTITY: Construct = Construct {
    name: "blueprint",
    keys: &[
        Key::new("type", Shape::Reference(&ENTITY_TYPE)).names_type().doc(TYPE_DOC),
        NAME,
        ID,
        ICON,
        LOCATION_KEY,
        LOCATIONS_KEY,
        Key::new("services", Shape::List(&ONE_ENTITY))
            .wrong_shape(&SERVICES)
            .doc("The entities of the application."),
        PARAMETERS_KEY,
        CONFIG_KEY,
        Key::new("brooklyn.children", Shape::List(&ONE_ENTITY)).doc("Entities that are managed by this one."),
        POLICIES_KEY,
        ENRICHERS_KEY,
        INITIALIZERS_KEY,
        TAGS_KEY,
    ],
    open: Some(Open::Map(&VALUE)),
    unknown: None,
    wrong_shape: &FORM,
    nullable: true,
    doc: "The blueprint of an item of the catalog.",
    section: SECTION,
};

static PARAMETER: Construct = Construct {
    name: "parameter",
    keys: &[
        Key::new("name", Shape::Text(None)).doc("The key in `brooklyn.config`."),
        Key::new("label", Shape::Text(None)).doc("Display name."),
        Key::new("description", Shape::Prose).doc("Description for users."),
        Key::new("type", Shape::Value(&PARAMETER_TYPE))
            .default("string")
            .doc("Type of the value: `string`, `integer`, `port`, or a Java class."),
        Key::new("default", VALUE).holds_default().doc("The value if none is given."),
        Key::new("constraints", Shape::Any).doc("Constraints on the value: `required`, `regex`, and others."),
        Key::new("pinned", Shape::Any)
            .default("true")
            .doc("Whether the parameter is shown without expanding the form."),
        Key::new("sensor", Shape::Any).doc("A sensor that publishes the value."),
    ],
    open: Some(Open::Map(&VALUE)),
    unknown: None,
    wrong_shape: &FORM,
    nullable: false,
    doc: "A parameter of a blueprint.",
    section: SECTION,
};

static ADJUNCT: Construct = Construct {
    name: "policy, enricher or initializer",
    keys: &[
        ADJUNCT_TYPE_KEY,
        Key::new("name", VALUE).doc("Display name."),
        CONFIG_KEY,
        Key::new("brooklyn.tags", Shape::Any).doc("Tags."),
    ],
    open: Some(Open::Map(&VALUE)),
    unknown: None,
    wrong_shape: &FORM,
    nullable: false,
    doc: "A policy, an enricher or an initializer.",
    section: SECTION,
};
