//! Cloudsoft AMP's additions to the tables: metadata of service templates and types.

use super::{AMP, METADATA_FORM, SCALAR};
use limn_language::schema::{ByValue, Construct, Key, NodeContext, Open, Shape};

static ANY_SCALAR: Shape = SCALAR;
static TAG: Shape = Shape::Any;

const TEXTS: Shape = Shape::Map(&ANY_SCALAR);

fn is_amp(spot: &NodeContext<'_>) -> usize {
    usize::from(AMP.has(spot.profiles))
}

/// `metadata` of a service template.
pub(super) const SERVICE_METADATA: Key = Key::new("metadata", Shape::ByValue(&SERVICE_METADATA_FORM))
    .wrong_shape(&METADATA_FORM)
    .doc("Additional information: names and strings.");
static SERVICE_METADATA_FORM: ByValue =
    ByValue { shapes: &[TEXTS, Shape::Construct(&AMP_SERVICE_METADATA)], choose: is_amp };

static AMP_SERVICE_METADATA: Construct = Construct {
    name: "metadata",
    keys: &[
        Key::new("template_name", SCALAR).doc("The id of the topology template in AMP's catalog."),
        Key::new("template_author", SCALAR).doc("The author."),
        Key::new("template_version", SCALAR).doc("The version in AMP's catalog: `1.0.0-SNAPSHOT`."),
        Key::new("template_icon", SCALAR)
            .doc("The URL of the icon of all types in this document that have none of their own."),
        Key::new("template_tags", Shape::List(&TAG))
            .doc("Tags of the item in AMP's catalog: strings or mappings."),
    ],
    open: Some(Open::Map(&ANY_SCALAR)),
    unknown: None,
    wrong_shape: &METADATA_FORM,
    nullable: true,
    doc: "Information for AMP's catalog, and additional names and strings.",
    section: "3.9.3.2",
};

/// `metadata` of a type.
pub(super) const TYPE_METADATA: Key = Key::new("metadata", Shape::ByValue(&TYPE_METADATA_FORM))
    .wrong_shape(&METADATA_FORM)
    .doc("Additional information: names and strings.");
static TYPE_METADATA_FORM: ByValue =
    ByValue { shapes: &[TEXTS, Shape::Construct(&AMP_TYPE_METADATA)], choose: is_amp };

static AMP_TYPE_METADATA: Construct = Construct {
    name: "metadata",
    keys: &[Key::new("icon", SCALAR).doc("The URL of the icon: `classpath://logo.png`.")],
    open: Some(Open::Map(&ANY_SCALAR)),
    unknown: None,
    wrong_shape: &METADATA_FORM,
    nullable: true,
    doc: "The icon, and additional names and strings.",
    section: "3.6.1",
};
