//! Components, clusters and references.

use super::{
    COMPONENT, COMPONENT_TYPE_RULE, CP4NA, CP4NA_FEATURE, ITEMS_FORM, PROPERTIES, REFERENCE, REFERENCE_TYPE,
    REFERENCE_TYPE_RULE, SECTION_SHAPE, UPGRADE_LIST,
};
use crate::expression::{ITEMS, QUANTITY, UPGRADE};
use crate::jinja::DYNAMIC_TYPE;
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, NamedEntries, Shape};

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
    &UNKNOWN_REFERENCE_ATTRIBUTE,
];

pub static COMPONENT_SHAPE: Code = Code::error(
    "assembly/component-without-type",
    "A-COMP-2",
    COMPOSITION_SECTION,
    "Checks that a component has a `type`, the name of the descriptor of a resource or of another assembly.",
)
.why("Without it, the component cannot be created.")
.advice("Add `type` with the full name of a descriptor, such as `resource::amf::1.0`.")
.bad(
    "document",
    "
composition:
  amf:
# ^^^
",
)
.good(
    "
composition:
  amf: {type: 'resource::amf::1.0'}
",
);
pub static UNKNOWN_COMPONENT_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-component-attribute",
    "A-COMP-6",
    COMPOSITION_SECTION,
    "Checks for unknown attributes of a component. It has `type`, `dynamicType`, `quantity`, `cluster`, `items`, `properties` and \
`upgrade-dependencies`.",
)
.why("Other attributes have no effect.")
.advice("Correct the name, move the attribute under `properties` if it is a property, or remove it.")
.bad(
    "composition",
    "
a: {type: 'resource::r::1.0', count: 2}
#                             ^^^^^
",
)
.good("a: {type: 'resource::r::1.0', quantity: 2}");
pub static COMPONENT_WITHOUT_PROPERTIES: Code = Code::warning(
    "assembly/component-without-properties",
    "A-COMP-9",
    "CP4NA 2.7 assembly descriptors, Composition",
    "Checks that a component has `properties`, which CP4NA requires; they can be empty.",
)
.why("Through this section the assembly passes values to the component, including its deployment location.")
.advice("Add the properties of the component's descriptor that it needs, or `properties: {}`.")
.bad(
    "cp4na composition",
    "
server: {type: 'resource::r::1.0'}
#^^^^^
",
)
.good("server: {type: 'resource::r::1.0', properties: {}}");
pub static QUANTITY_FORM: Code = Code::error(
    "assembly/malformed-quantity",
    "A-QTY-1",
    COMPOSITION_SECTION,
    "Checks that `quantity`, the number of instances of a component, is a non-negative integer, or `${…}` of a property with such a value.",
)
.why("Without a number, the orchestrator cannot determine how many instances to create.")
.advice("Write a number such as `2`, or `${name}` of a property whose value is a number.")
.bad(
    "component",
    "
quantity: many
#         ^^^^
",
)
.good("quantity: '${streamers}'");
pub static QUOTED_QUANTITY: Code =
    Code::info("assembly/quoted-number", "A-QTY-4", COMPOSITION_SECTION, "Checks for quoted numbers.")
        .why("They are accepted, but a plain number is clearer.")
        .advice("Remove the quotes around the number.")
        .bad(
            "component",
            "
quantity: '1'
#         ^^^
",
        )
        .good("quantity: 1");
pub static UNKNOWN_CLUSTER_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-cluster-attribute",
    "A-CLU-1",
    CLUSTER_SECTION,
    "Checks for unknown attributes of a cluster. It has `initial-quantity`, `minimum-nodes`, `maximum-nodes` and `scaling-increment`.",
)
.why("If one is misspelled, the default applies.")
.advice("Correct the name, for example `min-nodes` to `minimum-nodes`, or remove the attribute.")
.bad(
    "component",
    "
cluster: {min-nodes: 2}
#         ^^^^^^^^^
",
)
.good("cluster: {minimum-nodes: 2}");
pub static CLUSTER_NUMBER: Code = Code::error(
    "assembly/cluster-attribute-not-a-number",
    "A-CLU-2",
    CLUSTER_SECTION,
    "Checks that the numbers of a cluster are integers, or `${…}` of a property with an integer.",
)
.why("The orchestrator creates, adds and removes this number of nodes, which is not possible with text.")
.advice("Write an integer, or `${…}` of a top-level property that has an integer as value or default.")
.bad(
    "component",
    "
cluster: {initial-quantity: two}
#                           ^^^
",
)
.good("cluster: {initial-quantity: '${streamers}'}");
pub static NEGATIVE_MINIMUM: Code = Code::error(
    "assembly/negative-minimum",
    "A-CLU-3",
    CLUSTER_SECTION,
    "Checks that `minimum-nodes` is 0 or more.",
)
.why("Scaling in removes nodes until this number is left, and a cluster cannot have fewer than 0 nodes.")
.advice("Set `minimum-nodes` to 0 or more, or remove it for the default of 1.")
.bad(
    "component",
    "
cluster: {minimum-nodes: -1}
#                        ^^
",
)
.good("cluster: {minimum-nodes: 0}");
pub static SCALING_INCREMENT: Code = Code::error(
    "assembly/malformed-scaling-increment",
    "A-CLU-7",
    CLUSTER_SECTION,
    "Checks that `scaling-increment` is 1 or more.",
)
.earlier(&["assembly/scaling-by-nothing"])
.why("`scaling-increment` is the number of instances that one scaling step adds or removes.")
.advice("Set `scaling-increment` to 1 or more.")
.bad(
    "component",
    "
cluster: {scaling-increment: 0}
#                            ^
",
)
.good("cluster: {scaling-increment: 2}");
pub static UNKNOWN_REFERENCE_ATTRIBUTE: Code = Code::warning(
    "assembly/unknown-reference-attribute",
    "A-REFS-4",
    REFERENCES_SECTION,
    "Checks for unknown attributes of a reference. It has a `type` and the `properties` to search by.",
)
.why("Attributes that create or multiply instances have no effect, because a reference is an existing resource.")
.advice("Remove the attribute, or move the reference to `composition` if the assembly creates the resource.")
.bad(
    "references",
    "
net: {type: 'resource::net::1.0', quantity: 2, properties: {}}
#                                 ^^^^^^^^
",
)
.good("net: {type: 'resource::net::1.0', properties: {}}");

/// Jinja's built-in filters, and `resolveVersion`.
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
        Key::new("type", Shape::Text(Some(&COMPONENT_TYPE_RULE))).names_type()
            .required(&COMPONENT_SHAPE)
            .wrong_shape(&COMPONENT_SHAPE)
            .doc("Descriptor of the component, in an exact version."),
        Key::new("dynamicType", Shape::Reference(&DYNAMIC_TYPE))
            .only(CP4NA, &CP4NA_FEATURE)
            .doc("Jinja template over the component's own properties that selects the descriptor when the component is created."),
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
        .wrong_shape(&QUANTITY_FORM)
        .default("1")
        .doc("Number of instances. Has no effect beside `cluster`."),
        Key::new("cluster", Shape::Construct(&CLUSTER)).doc("Limits and step of scaling."),
        Key::new("items", Shape::Reference(&ITEMS))
            .only(CP4NA, &CP4NA_FEATURE)
            .wrong_shape(&ITEMS_FORM)
            .doc("List or map property; one instance is created for each entry."),
        Key::new("properties", Shape::NamedMap(&PROPERTIES))
            .required_in(CP4NA, &COMPONENT_WITHOUT_PROPERTIES)
            .wrong_shape(&SECTION_SHAPE)
            .doc("Values for the properties of the component's descriptor."),
        Key::new("upgrade-dependencies", Shape::List(&Shape::Reference(&UPGRADE)))
            .only(CP4NA, &CP4NA_FEATURE)
            .wrong_shape(&UPGRADE_LIST)
            .doc("Components to upgrade before this one."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_COMPONENT_ATTRIBUTE),
    wrong_shape: &COMPONENT_SHAPE,
    nullable: false,
    doc: "A resource or another assembly that is created with this assembly.",
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

/// The limits of a component that scales.
pub static CLUSTER: Construct = Construct {
    name: "cluster",
    keys: &[
        Key::new("initial-quantity", size!(0, None))
            .wrong_shape(&CLUSTER_NUMBER)
            .doc("Initial number of instances; defaults to `minimum-nodes`."),
        Key::new("minimum-nodes", size!(0, Some(&NEGATIVE_MINIMUM)))
            .wrong_shape(&CLUSTER_NUMBER)
            .default("1")
            .doc("Minimum number of instances."),
        Key::new("maximum-nodes", size!(0, None))
            .wrong_shape(&CLUSTER_NUMBER)
            .doc("Maximum number of instances; unlimited if not set."),
        Key::new("scaling-increment", size!(1, Some(&SCALING_INCREMENT)))
            .wrong_shape(&CLUSTER_NUMBER)
            .default("1")
            .doc("Number of instances that one scaling step adds or removes."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_CLUSTER_ATTRIBUTE),
    wrong_shape: &CLUSTER_NUMBER,
    nullable: true,
    doc: "Scaling limits of a component.",
    section: CLUSTER_SECTION,
};

/// A reference to an existing resource.
pub static REFERENCE_DEFINITION: Construct = Construct {
    name: "reference",
    keys: &[
        Key::new("type", Shape::Text(Some(&REFERENCE_TYPE_RULE)))
            .names_type()
            .required(&REFERENCE_TYPE)
            .wrong_shape(&REFERENCE_TYPE)
            .doc(
                "Descriptor of the existing resource, in an exact version or with `^` and a minimum version.",
            ),
        Key::new("properties", Shape::NamedMap(&PROPERTIES))
            .wrong_shape(&SECTION_SHAPE)
            .doc("Search properties: the placement, and values that identify the resource."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_REFERENCE_ATTRIBUTE),
    wrong_shape: &REFERENCE_TYPE,
    nullable: false,
    doc: "A resource or assembly that already exists, found by its type and properties.",
    section: REFERENCES_SECTION,
};

pub static COMPOSITION: NamedEntries = NamedEntries {
    kind: &COMPONENT,
    value: Shape::Construct(&COMPONENT_DEFINITION),
    wrong_shape: Some(&COMPONENT_SHAPE),
};
pub static REFERENCES: NamedEntries = NamedEntries {
    kind: &REFERENCE,
    value: Shape::Construct(&REFERENCE_DEFINITION),
    wrong_shape: Some(&REFERENCE_TYPE),
};
