//! Grammar tables of catalog files and CAMP blueprints, with the codes of the tables.

mod catalog;
mod entity;
mod name;

use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, Open, Profiles, Shape};

pub(crate) use catalog::{BUNDLE, CATALOG};
pub(crate) use entity::{ADJUNCT_TYPE_KEY, CONFIG_KEY, ENTITY_TYPE_KEY, LOCATION_FORM, SERVICES};
pub(crate) use name::{COMPONENT, DSL, ENTITY_TYPES, ITEM, VALUE_TYPES};

/// A catalog file.
pub(crate) const BOM: Profiles = Profiles(1);
/// A CAMP blueprint.
pub(crate) const CAMP: Profiles = Profiles(1 << 1);

pub(super) const SECTION: &str = "AMP, Packaging; Apache Brooklyn, YAML blueprints and catalog";

/// The root of either document. A catalog file of the oldest form has its single item at the root.
pub(crate) static ROOT: Construct = Construct {
    name: "blueprint",
    keys: &[
        Key::new("brooklyn.catalog", Shape::Construct(&CATALOG))
            .required_in(BOM, &BUNDLE)
            .offered_in(BOM)
            .doc("The bundle and its items."),
        Key::new("name", Shape::Text(None)).doc("Name of the application."),
        Key::new("id", Shape::Text(None)).doc("Identifier of the blueprint."),
        Key::new("description", Shape::Prose).doc("Description for readers."),
        Key::new("iconUrl", Shape::Text(None))
            .alias(&["icon_url"])
            .doc("Icon: a URL, or `classpath://` and a file of the bundle."),
        Key::new("version", Shape::Text(None)).doc("Version of the blueprint."),
        entity::LOCATION_KEY,
        entity::LOCATIONS_KEY,
        Key::new("services", Shape::List(&entity::ONE_ENTITY))
            .required_in(CAMP, &SERVICES)
            .wrong_shape(&SERVICES)
            .doc("The entities of the application."),
        entity::PARAMETERS_KEY,
        entity::CONFIG_KEY,
        entity::POLICIES_KEY,
        entity::ENRICHERS_KEY,
        entity::INITIALIZERS_KEY,
        entity::TAGS_KEY,
    ],
    open: Some(Open::Map(&Shape::Value(&DSL))),
    unknown: None,
    wrong_shape: &BUNDLE,
    nullable: false,
    doc: "A catalog file or a CAMP blueprint.",
    section: SECTION,
};

pub(crate) fn codes() -> Vec<&'static Code> {
    [catalog::CODES, entity::CODES].concat()
}
