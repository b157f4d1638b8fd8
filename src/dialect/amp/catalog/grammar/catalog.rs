//! `brooklyn.catalog`: the bundle, its libraries and its items. Items take the keys of the catalog around them as defaults.

use super::entity::{ENTITY, PARAMETERS_KEY, TAGS_KEY};
use super::name::FILE;
use super::{DSL, ITEM, SECTION};
use crate::catalog::embedded::is_template;
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Choice, Construct, Key, NodeContext, Open, Shape};

pub(super) static CODES: &[&Code] = &[&BUNDLE, &FORM, &ITEM_TYPE];

pub(crate) static BUNDLE: Code = Code::error(
    "amp/catalog-without-bundle",
    "M-CSAR-5",
    "AMP, Packaging; Apache Brooklyn, Catalog",
    "Checks that `brooklyn.catalog` in `catalog.bom` has `bundle` and `version`, the name and version of the package. AMP takes both from \
`META-INF/MANIFEST.MF` where the package has one. In a file that is added to the catalog alone, a missing `bundle` is a warning; with `bundle`, \
`version` is required everywhere.",
)
.why("AMP stores a package and its items under this name and version, and finds them by it to replace or remove them.")
.advice("Add `bundle` and `version`.")
.bad(
    "catalog",
    "
brooklyn.catalog:
#^^^^^^^^^^^^^^^
  items:
    - {id: server, item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}}
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items:
    - {id: server, item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}}
",
);
static FORM: Code = Code::error(
    "amp/catalog-form",
    "M-CSAR-5",
    SECTION,
    "Checks the forms of values in `brooklyn.catalog`: `items` is a list of items or of references to other catalog files, `item` is a blueprint or \
a reference to a file.",
)
.why("AMP cannot read items from any other form, so nothing in the file is added to the catalog.")
.advice("Write `items` as a list whose entries have `id` and `item`, and each `item` as a blueprint or file name.")
.bad(
    "catalog",
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items: {server: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}}
#        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items: [{id: server, item: {type: org.apache.brooklyn.entity.software.base.EmptySoftwareProcess}}]
",
);
static ITEM_TYPE: Code = Code::warning(
    "amp/item-type",
    "M-CSAR-5",
    SECTION,
    "Checks that `itemType` is a kind of item that AMP has: `entity`, `template`, `application`, `policy`, `enricher`, `location` or `bean`.",
)
.why("AMP cannot add an item of an unknown kind. Without `itemType`, it tries the kinds one after the other.")
.advice("Correct the kind, or remove `itemType`.")
.bad(
    "catalog",
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  itemType: entities
#           ^^^^^^^^
  items: []
",
)
.good(
    "
brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  itemType: entity
  items: []
",
);

pub(crate) static ITEM_TYPES: &[Choice] = &[
    Choice::new("entity", "An entity type for blueprints."),
    Choice::new("template", "A blueprint to deploy as is or to edit first."),
    Choice::new("application", "A blueprint to deploy, and a type of entities."),
    Choice::new("policy", "A policy for entities."),
    Choice::new("enricher", "An enricher, which computes sensors."),
    Choice::new("location", "A place to deploy to."),
    Choice::new("bean", "A type of values."),
];

/// A TOSCA template is not looked into: it has its own language.
fn tosca_or_entity(spot: &NodeContext<'_>) -> usize {
    let node = spot.node.resolve();
    match () {
        () if is_template(node) => 2,
        () if node.is_scalar() => 1,
        () => 0,
    }
}

/// Of an absent or empty value, the first shape is completed.
static TOSCA_OR_ENTITY: ByValue = ByValue {
    shapes: &[Shape::Construct(&ENTITY), Shape::Reference(&FILE), Shape::Any],
    choose: tosca_or_entity,
};

/// Lists of items are written out in place: a constant cannot lead back to itself.
static ONE_ITEM: Shape = Shape::OneOf(&[Shape::Construct(&CATALOG_ITEM), Shape::Reference(&FILE)]);

const ID: Key =
    Key::new("id", Shape::Declaration(&ITEM)).doc("Name of the item: the type that blueprints use.");
const NAME: Key = Key::new("name", Shape::Text(None)).alias(&["displayName"]).doc("Display name.");
const VERSION: Key = Key::new("version", Shape::Text(None))
    .doc("Version: numbers, then `-` and a qualifier, as in `1.2.0-SNAPSHOT`. A `SNAPSHOT` can be replaced.");
const DESCRIPTION: Key = Key::new("description", Shape::Prose).doc("Description for readers.");
const ITEM_TYPE_KEY: Key = Key::new("itemType", Shape::Choice(ITEM_TYPES))
    .alias(&["item_type"])
    .wrong_shape(&ITEM_TYPE)
    .doc("Kind of the items.");
const ICON: Key = Key::new("iconUrl", Shape::Text(None))
    .alias(&["icon_url", "icon.url"])
    .doc("Icon: a URL, or `classpath://` and a file of the bundle.");
const CATALOG_TAGS: Key = Key::new("tags", Shape::Any).doc("Tags: a list of strings or mappings.");
const LIBRARIES: Key = Key::new("brooklyn.libraries", LIBRARY_LIST)
    .alias(&["libraries"])
    .doc("Other bundles that the items need: URLs, or mappings with `name`, `version` and `url`.");
const INCLUDE: Key =
    Key::new("include", Shape::Reference(&FILE)).doc("Another catalog file whose items are added.");
const ITEM_KEY: Key = Key::new("item", Shape::ByValue(&TOSCA_OR_ENTITY))
    .alias(&["spec"])
    .doc("The blueprint: an entity with `type`, an application with `services`, a TOSCA template, or a file with one.");
const ITEMS_DOC: &str =
    "Items, or the names of other catalog files. Items inherit the keys next to `items` as defaults.";
const LIBRARY_LIST: Shape =
    Shape::List(&Shape::OneOf(&[Shape::Construct(&LIBRARY), Shape::Reference(&FILE)]));
const FREE: Open = Open::Map(&Shape::Value(&DSL));

pub(crate) static CATALOG: Construct = Construct {
    name: "catalog",
    keys: &[
        Key::new("bundle", Shape::Text(None)).doc("Name of the bundle, unique in the catalog of AMP."),
        ID,
        VERSION,
        NAME,
        DESCRIPTION,
        ITEM_TYPE_KEY,
        ICON,
        CATALOG_TAGS,
        Key::new("publish", Shape::Any).doc("Metadata for the community catalog."),
        LIBRARIES,
        INCLUDE,
        PARAMETERS_KEY,
        TAGS_KEY,
        ITEM_KEY,
        Key::new("items", Shape::List(&ONE_ITEM)).doc(ITEMS_DOC),
    ],
    open: Some(FREE),
    unknown: None,
    wrong_shape: &FORM,
    nullable: false,
    doc: "A bundle of items for the catalog.",
    section: SECTION,
};

pub(crate) static CATALOG_ITEM: Construct = Construct {
    name: "catalog item",
    keys: &[
        ID,
        VERSION,
        ITEM_TYPE_KEY,
        NAME,
        DESCRIPTION,
        ICON,
        CATALOG_TAGS,
        LIBRARIES,
        INCLUDE,
        PARAMETERS_KEY,
        TAGS_KEY,
        ITEM_KEY,
        Key::new("items", Shape::List(&ONE_ITEM)).doc(ITEMS_DOC),
    ],
    open: Some(FREE),
    unknown: None,
    wrong_shape: &FORM,
    nullable: false,
    doc: "An item of the catalog: a type of entities, a template, a policy or a location.",
    section: SECTION,
};

static LIBRARY: Construct = Construct {
    name: "library",
    keys: &[
        Key::new("name", Shape::Text(None))
            .alias(&["symbolicName", "symbolic_name"])
            .doc("Name of the bundle."),
        Key::new("version", Shape::Text(None)).doc("Version of the bundle, in OSGi syntax."),
        Key::new("url", Shape::Text(None)).doc("Where to get the bundle."),
    ],
    open: Some(FREE),
    unknown: None,
    wrong_shape: &FORM,
    nullable: false,
    doc: "A bundle that the items need.",
    section: SECTION,
};
