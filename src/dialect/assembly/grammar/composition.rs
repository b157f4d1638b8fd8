//! Components, clusters and references.

use super::{
    COMPONENT, COMPONENT_TYPE_RULE, CP4NA, CP4NA_ONLY, PROPERTIES, REFERENCE, REFERENCE_TYPE,
    REFERENCE_TYPE_RULE, SECTION_SHAPE,
};
use crate::diagnostic::Code;
use crate::dialect::assembly::expression::{ITEMS, QUANTITY, UPGRADE};
use crate::dialect::assembly::jinja::DYNAMIC_TYPE;
use crate::schema::{Construct, Key, Named, Shape};

const COMPOSITION_SECTION: &str =
    "TNC-O assembly descriptor, Composition; CP4NA 2.7 assembly descriptors, Composition";
const CLUSTER_SECTION: &str = "TNC-O assembly descriptor, Cluster; CP4NA 2.7 assembly descriptors, Cluster";
const REFERENCES_SECTION: &str =
    "TNC-O assembly descriptor, References; CP4NA 2.7 assembly descriptors, References";

pub(super) static CODES: &[&Code] = &[
    &COMPONENT_SHAPE,
    &UNKNOWN_COMPONENT_ATTRIBUTE,
    &COMPONENT_WITHOUT_PROPERTIES,
    &QUANTITY_FORM,
    &QUOTED_QUANTITY,
    &UNKNOWN_CLUSTER_ATTRIBUTE,
    &CLUSTER_NUMBER,
    &NEGATIVE_MINIMUM,
    &SCALING_INCREMENT,
    &ITEMS_FORM,
    &UPGRADE_LIST,
    &UNKNOWN_REFERENCE_ATTRIBUTE,
];

pub static COMPONENT_SHAPE: Code = Code::error(
    "assembly/component-without-type",
    "A-COMP-2",
    COMPOSITION_SECTION,
    "A component says of what it is made: `type` names the descriptor of a resource or of another assembly. Without it nothing can be created.

Bad:
```yaml
composition:
  amf:
```
Good:
```yaml
composition:
  amf: {type: 'resource::amf::1.0'}
```",
);
pub static UNKNOWN_COMPONENT_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-component-attribute",
    "A-COMP-6",
    COMPOSITION_SECTION,
    "A component has `type`, `dynamicType`, `quantity`, `cluster`, `items`, `properties` and `upgrade-dependencies`. Anything else has no effect.

Bad:
```yaml
a: {type: 'resource::r::1.0', count: 2}
```
Good:
```yaml
a: {type: 'resource::r::1.0', quantity: 2}
```",
);
pub static COMPONENT_WITHOUT_PROPERTIES: Code = Code::warning(
    "assembly/component-without-properties",
    "A-COMP-9",
    "CP4NA 2.7 assembly descriptors, Composition",
    "CP4NA lists `properties` as required of every component; where there are none, write an empty mapping.

Bad:
```yaml
a: {type: 'resource::r::1.0'}
```
Good:
```yaml
a: {type: 'resource::r::1.0', properties: {}}
```",
);
pub static QUANTITY_FORM: Code = Code::error(
    "assembly/malformed-quantity",
    "A-QTY-1",
    COMPOSITION_SECTION,
    "`quantity` says how many instances of a component there are: a whole number from 0, or `${…}` naming a property that holds one.

Bad:
```yaml
quantity: many
```
Good:
```yaml
quantity: ${numberOfStreamers}
```",
);
pub static QUOTED_QUANTITY: Code = Code::info(
    "assembly/quoted-number",
    "A-QTY-4",
    COMPOSITION_SECTION,
    "A number in quotes is accepted here. Plain it says more clearly what it is.

Bad:
```yaml
quantity: '1'
```
Good:
```yaml
quantity: 1
```",
);
pub static UNKNOWN_CLUSTER_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-cluster-attribute",
    "A-CLU-1",
    CLUSTER_SECTION,
    "A cluster has `initial-quantity`, `minimum-nodes`, `maximum-nodes` and `scaling-increment`. A misspelled one leaves the default in force.

Bad:
```yaml
cluster: {min-nodes: 2}
```
Good:
```yaml
cluster: {minimum-nodes: 2}
```",
);
pub static CLUSTER_NUMBER: Code = Code::error(
    "assembly/cluster-attribute-not-a-number",
    "A-CLU-2",
    CLUSTER_SECTION,
    "The sizes of a cluster are whole numbers, or `${…}` naming a property that holds one.

Bad:
```yaml
cluster: {initial-quantity: two}
```
Good:
```yaml
cluster: {initial-quantity: '${streamers}'}
```",
);
pub static NEGATIVE_MINIMUM: Code = Code::error(
    "assembly/negative-minimum",
    "A-CLU-3",
    CLUSTER_SECTION,
    "A cluster cannot shrink below nothing: `minimum-nodes` is 0 or more.

Bad:
```yaml
cluster: {minimum-nodes: -1}
```
Good:
```yaml
cluster: {minimum-nodes: 0}
```",
);
pub static SCALING_INCREMENT: Code = Code::error(
    "assembly/scaling-by-nothing",
    "A-CLU-7",
    CLUSTER_SECTION,
    "`scaling-increment` is how many instances come or go at a time; with less than one, scaling would do nothing.

Bad:
```yaml
cluster: {scaling-increment: 0}
```
Good:
```yaml
cluster: {scaling-increment: 2}
```",
);
pub static ITEMS_FORM: Code = Code::error(
    "assembly/malformed-items",
    "A-ITEM-1",
    "CP4NA 2.7 assembly descriptors, Component groups",
    "`items` makes one instance for each entry of a list or map. It is exactly `${name}` of a top-level property of type list or map.

Bad:
```yaml
items: [a, b]
```
Good:
```yaml
items: ${streamers}
```",
);
pub static UPGRADE_LIST: Code = Code::error(
    "assembly/malformed-upgrade-dependencies",
    "A-UPG-1",
    "CP4NA 2.7 assembly descriptors, Upgrade dependencies",
    "`upgrade-dependencies` lists components of this composition that are upgraded before this one. References are not upgraded.

Bad:
```yaml
upgrade-dependencies: streamer
```
Good:
```yaml
upgrade-dependencies: [streamer]
```",
);
pub static UNKNOWN_REFERENCE_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-reference-attribute",
    "A-REFS-4",
    REFERENCES_SECTION,
    "A reference finds something that exists: it has a `type` and the `properties` to search by. What would create or multiply it has no effect.

Bad:
```yaml
net: {type: 'resource::net::1.0', quantity: 2, properties: {}}
```
Good:
```yaml
net: {type: 'resource::net::1.0', properties: {}}
```",
);

/// The filters that Jinja itself has, and the one that the product adds.
pub static JINJA_FILTERS: &[&str] = &[
    "abs",
    "attr",
    "batch",
    "capitalize",
    "center",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "filesizeformat",
    "first",
    "float",
    "forceescape",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "random",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "string",
    "striptags",
    "sum",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "upper",
    "urlencode",
    "urlize",
    "wordcount",
    "wordwrap",
    "xmlattr",
    "resolveVersion",
];

/// A component.
pub static COMPONENT_DEFINITION: Construct = Construct {
    name: "component",
    keys: &[
        Key::new("type", Shape::Text(Some(&COMPONENT_TYPE_RULE)))
            .required(&COMPONENT_SHAPE)
            .unfit(&COMPONENT_SHAPE)
            .doc("The descriptor it is made from, in one exact version."),
        Key::new("dynamicType", Shape::Refers(&DYNAMIC_TYPE))
            .only(CP4NA, &CP4NA_ONLY)
            .doc("A Jinja text over the component's own properties that chooses the descriptor when it is created."),
        Key::new(
            "quantity",
            Shape::Integer {
                min: 0,
                max: i64::MAX,
                or: Some(&QUANTITY),
                beyond: None,
                quoted: Some(&QUOTED_QUANTITY),
            },
        )
        .unfit(&QUANTITY_FORM)
        .default("1")
        .doc("How many instances there are. Has no effect beside `cluster`."),
        Key::new("cluster", Shape::Is(&CLUSTER)).doc("Between how many instances it can be scaled, and in what steps."),
        Key::new("items", Shape::Refers(&ITEMS))
            .only(CP4NA, &CP4NA_ONLY)
            .unfit(&ITEMS_FORM)
            .doc("A list or map property: one instance for each of its entries."),
        Key::new("properties", Shape::Named(&PROPERTIES))
            .required_in(CP4NA, &COMPONENT_WITHOUT_PROPERTIES)
            .unfit(&SECTION_SHAPE)
            .doc("The values that its own properties get."),
        Key::new("upgrade-dependencies", Shape::List(&Shape::Refers(&UPGRADE)))
            .only(CP4NA, &CP4NA_ONLY)
            .unfit(&UPGRADE_LIST)
            .doc("Components that are upgraded before this one."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_COMPONENT_ATTRIBUTE),
    unfit: &COMPONENT_SHAPE,
    nullable: false,
    doc: "A part of the assembly that is created with it: a resource or another assembly.",
    section: COMPOSITION_SECTION,
};

macro_rules! size {
    ($min:expr, $beyond:expr) => {
        Shape::Integer {
            min: $min,
            max: i64::MAX,
            or: Some(&QUANTITY),
            beyond: $beyond,
            quoted: Some(&QUOTED_QUANTITY),
        }
    };
}

/// The bounds of a component that scales.
pub static CLUSTER: Construct = Construct {
    name: "cluster",
    keys: &[
        Key::new("initial-quantity", size!(0, None))
            .unfit(&CLUSTER_NUMBER)
            .doc("How many instances there are at first; as many as `minimum-nodes` where it is not said."),
        Key::new("minimum-nodes", size!(0, Some(&NEGATIVE_MINIMUM)))
            .unfit(&CLUSTER_NUMBER)
            .default("1")
            .doc("The fewest instances it can be scaled in to."),
        Key::new("maximum-nodes", size!(0, None))
            .unfit(&CLUSTER_NUMBER)
            .doc("The most instances it can be scaled out to; without it there is no limit."),
        Key::new("scaling-increment", size!(1, Some(&SCALING_INCREMENT)))
            .unfit(&CLUSTER_NUMBER)
            .default("1")
            .doc("How many instances come or go in one step."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_CLUSTER_ATTRIBUTE),
    unfit: &CLUSTER_NUMBER,
    nullable: true,
    doc: "Makes a component scale between two sizes.",
    section: CLUSTER_SECTION,
};

/// A reference to something that exists already.
pub static REFERENCE_DEFINITION: Construct = Construct {
    name: "reference",
    keys: &[
        Key::new("type", Shape::Text(Some(&REFERENCE_TYPE_RULE)))
            .required(&REFERENCE_TYPE)
            .unfit(&REFERENCE_TYPE)
            .doc("The descriptor of what is looked for, in one version or from `^` a version up."),
        Key::new("properties", Shape::Named(&PROPERTIES))
            .unfit(&SECTION_SHAPE)
            .doc("What it is found by: where it lies, and what tells it from others."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_REFERENCE_ATTRIBUTE),
    unfit: &REFERENCE_TYPE,
    nullable: false,
    doc: "Something that exists before the assembly does, found by its type and properties.",
    section: REFERENCES_SECTION,
};

pub static COMPOSITION: Named =
    Named { kind: &COMPONENT, value: Shape::Is(&COMPONENT_DEFINITION), unfit: Some(&COMPONENT_SHAPE) };
pub static REFERENCES: Named =
    Named { kind: &REFERENCE, value: Shape::Is(&REFERENCE_DEFINITION), unfit: Some(&REFERENCE_TYPE) };
