//! Hardware that a demand needs: the properties of `hpa` constraints.

use super::{FUNCTION, MISSING_PROPERTY, SERVICE, TEXT, UNKNOWN_PROPERTY, or_call};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, Open, Shape, Which};

const SECTION: &str = "HAS homing specification, HPA";

pub(super) static CODES: &[&Code] = &[&HPA_ENTRY, &HPA_FEATURE, &HPA_ATTRIBUTE];

pub static HPA_ENTRY: Code = Code::error(
    "homing/hpa-entry",
    "H-HPA-1",
    SECTION,
    "Each entry of `evaluate` has an `id`, a `type`, at least one of `directives`, and `flavorProperties`. The form of 2018 with `flavorLabel` is \
refused.

Bad:
```yaml
evaluate: [{flavorLabel: f, flavorProperties: [{}]}]
```
Good:
```yaml
evaluate:
- id: vm
  type: vnfc
  directives: [{type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}]
  flavorProperties: []
```",
);
pub static HPA_FEATURE: Code = Code::error(
    "homing/hpa-feature",
    "H-HPA-2",
    SECTION,
    "A feature has `architecture`, `hpa-feature`, `hpa-feature-attributes`, `hpa-version`, `mandatory` and `directives`, and where it is not \
mandatory a `score`. One too few or too many, and the service refuses the template.

Bad:
```yaml
{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'True', hpa-feature-attributes: []}
```
Good:
```yaml
{hpa-feature: numa, hpa-version: v1, architecture: generic, mandatory: 'True', directives: [], hpa-feature-attributes: []}
```",
);
pub static HPA_ATTRIBUTE: Code = Code::error(
    "homing/hpa-attribute",
    "H-HPA-4",
    SECTION,
    "An attribute of a feature has a key, a value and an operator: `=`, `<`, `>`, `<=`, `>=` or `ALL`. To be compared by size the value is a text \
of digits; for `ALL` it is a list.

Bad:
```yaml
{hpa-attribute-key: numVirtualCpu, hpa-attribute-value: '4', operator: '!='}
```
Good:
```yaml
{hpa-attribute-key: numVirtualCpu, hpa-attribute-value: '4', operator: '>='}
```",
);

pub static HPA: Construct = Construct {
    name: "hardware requirements",
    keys: &[Key::new("evaluate", Shape::List(&Shape::Is(&ENTRY)))
        .required(&MISSING_PROPERTY)
        .unfit(&HPA_ENTRY)
        .doc("What each machine of the demand needs.")],
    open: None,
    unknown: Some(&UNKNOWN_PROPERTY),
    unfit: &MISSING_PROPERTY,
    nullable: true,
    doc: "Hardware that the demand's machines need.",
    section: SECTION,
};

static MACHINES: &[Choice] = &[
    Choice::new("vnfc", "A component of a network function."),
    Choice::new("tosca.nodes.nfv.Vdu.Compute", "A virtual machine, in TOSCA's words."),
];

pub static ENTRY: Construct = Construct {
    name: "hardware requirement",
    keys: &[
        Key::new("id", Shape::Refers(&TEXT)).required(&HPA_ENTRY).doc("Which machine this is about."),
        Key::new(
            "type",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(MACHINES), Shape::Refers(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&HPA_ENTRY)
        .doc("What kind of thing the machine is."),
        Key::new("directives", Shape::SomeList(&Shape::Is(&DIRECTIVE)))
            .required(&HPA_ENTRY)
            .doc("What is to be done with the answer: where the flavor that was found is filled in."),
        Key::new("flavorProperties", Shape::List(&Shape::Is(&FEATURE)))
            .required(&HPA_ENTRY)
            .doc("The features that it needs."),
    ],
    open: None,
    unknown: Some(&HPA_ENTRY),
    unfit: &HPA_ENTRY,
    nullable: false,
    doc: "What one machine of the demand needs.",
    section: SECTION,
};

static DIRECTIVES: &[&str] = &["flavor_directives", "sriovNICNetwork_directives"];
static DIRECTIVE_TYPE: limn_language::schema::TextRule = limn_language::schema::TextRule {
    label: "a kind of directive",
    check: |_, _| Vec::new(),
    suggestions: DIRECTIVES,
};

pub static DIRECTIVE: Construct = Construct {
    name: "directive",
    keys: &[
        Key::new("type", Shape::Text(Some(&DIRECTIVE_TYPE)))
            .doc("What is filled in: `flavor_directives` for the flavor."),
        Key::new("attributes", Shape::List(&Shape::Is(&DIRECTIVE_ATTRIBUTE)))
            .doc("The attributes that are filled in."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    unfit: &HPA_ENTRY,
    nullable: false,
    doc: "Where a part of the answer is filled in.",
    section: SECTION,
};

pub static DIRECTIVE_ATTRIBUTE: Construct = Construct {
    name: "directive attribute",
    keys: &[
        Key::new("attribute_name", Shape::Refers(&TEXT)).doc("The attribute's name."),
        Key::new("attribute_value", Shape::Refers(&TEXT))
            .doc("Its value; left empty, the service fills it in."),
    ],
    open: Some(Open::Map(&Shape::Value(&TEXT))),
    unknown: None,
    unfit: &HPA_ENTRY,
    nullable: false,
    doc: "One attribute, filled in by the service.",
    section: SECTION,
};

static MANDATORY: &[Choice] = &[
    Choice::new("True", "A candidate without the feature is dropped."),
    Choice::new("False", "A candidate with the feature scores."),
];

pub static FEATURE: Construct = Construct {
    name: "hardware feature",
    keys: &[
        Key::new("hpa-feature", Shape::Refers(&TEXT))
            .required(&HPA_FEATURE)
            .doc("The feature's name: `basicCapabilities`, `numa`."),
        Key::new("hpa-version", Shape::Refers(&TEXT))
            .required(&HPA_FEATURE)
            .doc("The feature's version: `v1`."),
        Key::new("architecture", Shape::Refers(&TEXT))
            .required(&HPA_FEATURE)
            .doc("`generic`, or the architecture that has it."),
        Key::new(
            "mandatory",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(MANDATORY), Shape::Refers(&TEXT)],
                choose: or_call,
            }),
        )
        .required(&HPA_FEATURE)
        .doc("The text `True` or `False`."),
        Key::new("score", Shape::Refers(&TEXT)).doc("What the feature is worth, where it is not mandatory."),
        Key::new("directives", Shape::List(&Shape::Is(&DIRECTIVE)))
            .required(&HPA_FEATURE)
            .doc("What is to be done with the answer; may be empty."),
        Key::new("hpa-feature-attributes", Shape::List(&Shape::Is(&FEATURE_ATTRIBUTE)))
            .required(&HPA_FEATURE)
            .doc("What the feature has to be like."),
    ],
    open: None,
    unknown: Some(&HPA_FEATURE),
    unfit: &HPA_FEATURE,
    nullable: false,
    doc: "One feature that the hardware has.",
    section: SECTION,
};

static OPERATORS: &[Choice] = &[
    Choice::new("=", "The same text."),
    Choice::new(">=", "At least."),
    Choice::new("<=", "At most."),
    Choice::new(">", "Above."),
    Choice::new("<", "Below."),
    Choice::new("ALL", "All of a list."),
];
static UNITS: &[&str] = &["KB", "MB", "GB"];
static UNIT: limn_language::schema::TextRule =
    limn_language::schema::TextRule { label: "a unit", check: |_, _| Vec::new(), suggestions: UNITS };

pub static FEATURE_ATTRIBUTE: Construct = Construct {
    name: "feature attribute",
    keys: &[
        Key::new("hpa-attribute-key", Shape::Refers(&TEXT))
            .required(&HPA_ATTRIBUTE)
            .doc("The attribute's name."),
        Key::new("hpa-attribute-value", Shape::Value(&TEXT))
            .required(&HPA_ATTRIBUTE)
            .doc("What it is compared with."),
        Key::new(
            "operator",
            Shape::Which(&Which {
                shapes: &[Shape::Choice(OPERATORS), Shape::Refers(&FUNCTION)],
                choose: or_call,
            }),
        )
        .required(&HPA_ATTRIBUTE)
        .doc("How it is compared."),
        Key::new("unit", Shape::Text(Some(&UNIT))).doc("In which unit the value is: `KB`, `MB` or `GB`."),
    ],
    open: None,
    unknown: Some(&HPA_ATTRIBUTE),
    unfit: &HPA_ATTRIBUTE,
    nullable: false,
    doc: "One attribute of a feature and what it has to be.",
    section: SERVICE,
};
