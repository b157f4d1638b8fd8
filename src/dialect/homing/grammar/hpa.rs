//! Hardware that a demand needs: the properties of `hpa` constraints.

use super::{FUNCTION, HAS, MISSING_PROPERTY, TEXT, UNKNOWN_PROPERTY, or_call};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Choice, Construct, Key, Open, Shape};

const SECTION: &str = "ONAP HAS homing specification, HPA";

pub(super) static CODES: &[&Code] = &[&HPA_ENTRY, &HPA_FEATURE, &HPA_ATTRIBUTE];

pub static HPA_ENTRY: Code = Code::error(
    "homing/hpa-entry",
    "H-HPA-1",
    SECTION,
    "Checks that each entry of `evaluate` has an `id`, a `type`, at least one of `directives`, and `flavorProperties`.",
)
.why("HAS rejects the 2018 syntax with `flavorLabel`.")
.advice("Add the missing keys of `id`, `type`, `directives` and `flavorProperties`, and remove others such as `flavorLabel`.")
.bad(
    "hpa",
    "
evaluate: [{flavorLabel: f, flavorProperties: [{}]}]
#           ^^^^^^^^^^^
#           ^^^^^^^^^^^
#           ^^^^^^^^^^^
#           ^^^^^^^^^^^
",
)
.good(
    "
evaluate:
- id: vm
  type: vnfc
  directives:
    - {type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}
  flavorProperties: []
",
);
pub static HPA_FEATURE: Code = Code::error(
    "homing/hpa-feature",
    "H-HPA-2",
    SECTION,
    "Checks that a feature has exactly the keys `architecture`, `hpa-feature`, `hpa-feature-attributes`, `hpa-version`, `mandatory` and `directives`, \
and `score` if it is optional.",
)
.why("HAS rejects missing and additional keys.")
.advice("Add the missing key, such as `directives: []`, remove unknown keys, and write `mandatory` as `'True'` or `'False'`.")
.bad(
    "features",
    "
{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'True', hpa-feature-attributes: []}
#>^^^^^^^^^^
",
)
.good("{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'True', directives: [], hpa-feature-attributes: []}");
pub static HPA_ATTRIBUTE: Code = Code::error(
    "homing/hpa-attribute",
    "H-HPA-4",
    SECTION,
    "Checks that an attribute of a feature has a key, a value and an operator: `=`, `<`, `>`, `<=`, `>=` or `ALL`. Comparisons by size need a \
string of digits, `ALL` needs a list.",
)
.why("HAS does not check the operator and the value when it reads the template. If they are wrong, no flavor matches, or the search fails.")
.advice("Add the missing key, or use an operator that fits the value: `>=` with `'4'`, `ALL` with a list.")
.bad(
    "feature attribute",
    "
{hpa-attribute-key: numVirtualCpu, hpa-attribute-value: '4', operator: '!='}
#                                                                      ^^^^
",
)
.good("{hpa-attribute-key: numVirtualCpu, hpa-attribute-value: '4', operator: '>='}");

pub static HPA: Construct = Construct {
    name: "HPA constraint properties",
    keys: &[Key::new("evaluate", Shape::List(&Shape::Construct(&ENTRY)))
        .required(&MISSING_PROPERTY)
        .wrong_shape(&HPA_ENTRY)
        .doc("The requirements of each machine of the demand.")],
    open: None,
    unknown: Some(&UNKNOWN_PROPERTY),
    wrong_shape: &MISSING_PROPERTY,
    nullable: true,
    doc: "Hardware requirements of the demand's machines.",
    section: SECTION,
};

static MACHINES: &[Choice] = &[
    Choice::new("vnfc", "A component of a network function."),
    Choice::new("tosca.nodes.nfv.Vdu.Compute", "A virtual machine, as a TOSCA node type."),
];

pub static ENTRY: Construct = Construct {
    name: "HPA requirement",
    keys: &[
        Key::new("id", Shape::Reference(&TEXT)).required(&HPA_ENTRY).doc("The id of the machine."),
        Key::new(
            "type",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(MACHINES), Shape::Reference(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&HPA_ENTRY)
        .doc("The type of the machine."),
        Key::new("directives", Shape::SomeList(&Shape::Construct(&DIRECTIVE)))
            .required(&HPA_ENTRY)
            .doc("Directives for the result: where HAS fills in the selected flavor."),
        Key::new("flavorProperties", Shape::List(&Shape::Construct(&FEATURE)))
            .required(&HPA_ENTRY)
            .doc("The required features."),
    ],
    open: None,
    unknown: Some(&HPA_ENTRY),
    wrong_shape: &HPA_ENTRY,
    nullable: false,
    doc: "Requirements of one machine of the demand.",
    section: SECTION,
};

static DIRECTIVES: &[&str] = &["flavor_directives", "sriovNICNetwork_directives"];
static DIRECTIVE_TYPE: limn_language::schema::TextRule = limn_language::schema::TextRule {
    label: "a directive type",
    check: |_, _| Vec::new(),
    suggestions: DIRECTIVES,
};

pub static DIRECTIVE: Construct = Construct {
    name: "directive",
    keys: &[
        Key::new("type", Shape::Text(Some(&DIRECTIVE_TYPE)))
            .doc("The type of the directive: `flavor_directives` for the flavor."),
        Key::new("attributes", Shape::List(&Shape::Construct(&DIRECTIVE_ATTRIBUTE)))
            .doc("The attributes to fill in."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    wrong_shape: &HPA_ENTRY,
    nullable: false,
    doc: "Where HAS fills in a part of the result.",
    section: SECTION,
};

pub static DIRECTIVE_ATTRIBUTE: Construct = Construct {
    name: "directive attribute",
    keys: &[
        Key::new("attribute_name", Shape::Reference(&TEXT)).doc("The attribute's name."),
        Key::new("attribute_value", Shape::Reference(&TEXT)).doc("Its value. If empty, HAS fills it in."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    wrong_shape: &HPA_ENTRY,
    nullable: false,
    doc: "An attribute that HAS fills in.",
    section: SECTION,
};

static MANDATORY: &[Choice] = &[
    Choice::new("True", "Drops candidates without the feature."),
    Choice::new("False", "Adds a score to candidates with the feature."),
];

pub static FEATURE: Construct = Construct {
    name: "HPA feature",
    keys: &[
        Key::new("hpa-feature", Shape::Reference(&TEXT))
            .required(&HPA_FEATURE)
            .doc("The feature's name: `basicCapabilities`, `numa`."),
        Key::new("hpa-version", Shape::Reference(&TEXT))
            .required(&HPA_FEATURE)
            .doc("The feature's version: `v1`."),
        Key::new("architecture", Shape::Reference(&TEXT))
            .required(&HPA_FEATURE)
            .doc("`generic`, or the architecture that has the feature."),
        Key::new(
            "mandatory",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(MANDATORY), Shape::Reference(&TEXT)],
                choose: or_call,
            }),
        )
        .required(&HPA_FEATURE)
        .doc("The string `True` or `False`."),
        Key::new("score", Shape::Reference(&TEXT)).doc("The score of an optional feature."),
        Key::new("directives", Shape::List(&Shape::Construct(&DIRECTIVE)))
            .required(&HPA_FEATURE)
            .doc("Directives for the result. Can be empty."),
        Key::new("hpa-feature-attributes", Shape::List(&Shape::Construct(&FEATURE_ATTRIBUTE)))
            .required(&HPA_FEATURE)
            .doc("Required attributes of the feature."),
    ],
    open: None,
    unknown: Some(&HPA_FEATURE),
    wrong_shape: &HPA_FEATURE,
    nullable: false,
    doc: "A hardware feature.",
    section: SECTION,
};

static OPERATORS: &[Choice] = &[
    Choice::new("=", "The same string."),
    Choice::new(">=", "At least."),
    Choice::new("<=", "At most."),
    Choice::new(">", "Above."),
    Choice::new("<", "Below."),
    Choice::new("ALL", "Contains all values of a list."),
];
static UNITS: &[&str] = &["KB", "MB", "GB"];
static UNIT: limn_language::schema::TextRule =
    limn_language::schema::TextRule { label: "a unit", check: |_, _| Vec::new(), suggestions: UNITS };

pub static FEATURE_ATTRIBUTE: Construct = Construct {
    name: "feature attribute",
    keys: &[
        Key::new("hpa-attribute-key", Shape::Reference(&TEXT))
            .required(&HPA_ATTRIBUTE)
            .doc("The attribute's name."),
        Key::new("hpa-attribute-value", Shape::Value(&TEXT))
            .required(&HPA_ATTRIBUTE)
            .doc("The value to compare with."),
        Key::new(
            "operator",
            Shape::ByValue(&ByValue {
                shapes: &[Shape::Choice(OPERATORS), Shape::Reference(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&HPA_ATTRIBUTE)
        .doc("The comparison operator."),
        Key::new("unit", Shape::Text(Some(&UNIT))).doc("The unit of the value: `KB`, `MB` or `GB`."),
    ],
    open: None,
    unknown: Some(&HPA_ATTRIBUTE),
    wrong_shape: &HPA_ATTRIBUTE,
    nullable: false,
    doc: "An attribute of a feature, with its required value.",
    section: HAS,
};
