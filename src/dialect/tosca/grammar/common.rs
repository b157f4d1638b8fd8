//! Shared parts of constructs: descriptions, metadata, booleans, and codes for any construct.

use super::version::{NOWHERE, V1_0, V1_1, V1_2, V1_3};
use crate::function;
use limn_language::diagnostic::{Code, Obscures};
use limn_language::schema::{Choice, Discouraged, Key, Shape, TextRule};

pub(super) static CODES: &[&Code] = &[
    &WRONG_SHAPE,
    &UNKNOWN_KEY,
    &LATER_KEYNAME,
    &EARLIER_KEYNAME,
    &VENDOR_KEYNAME,
    &MISSING_TYPE,
    &DESCRIPTION_FORM,
    &NO_DESCRIPTION,
    &METADATA_FORM,
    &OLD_BOOLEAN,
];

pub static WRONG_SHAPE: Code = Code::error(
    "tosca/wrong-shape",
    "T0-R9",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "Checks that a value has the shape that its keyname expects.",
)
.why("Named elements are entries of a mapping; only requirements, policies, imports, constraints and the parts of workflows and filters are lists, \
because their order matters.")
.advice("Write the value in the expected form, such as `cpus: {type: integer}` instead of `- cpus: {type: integer}`.")
.bad(
    "interfaces of a type",
    "
topology_template:
  inputs:
# ^^^^^^
    - cpus: {type: integer}
",
)
.good(
    "
topology_template:
  inputs:
    cpus: {type: integer}
",
)
.obscures(Obscures::Value);
pub static UNKNOWN_KEY: Code = Code::error(
    "tosca/unknown-keyname",
    "T0-R3",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "Checks that a keyname is defined for its construct.",
)
.why("Processors reject unknown keynames, so that a typo does not silently have no effect.")
.advice("Correct the keyname, move it to the construct that defines it, or remove it.")
.bad(
    "topology template",
    "
node_templates:
  web: {type: tosca.nodes.WebServer, propertys: {component_version: 2.4}}
#                                    ^^^^^^^^^
",
)
.good(
    "
node_templates:
  web: {type: tosca.nodes.WebServer, properties: {component_version: 2.4}}
",
)
.extensions(super::vendor::extension);
pub static LATER_KEYNAME: Code = Code::warning(
    "tosca/keyname-of-later-version",
    "T3.1.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2",
    "Reports a keyname of a later TOSCA version than `tosca_definitions_version`. This is a warning because many processors accept the keyname, and \
examples of the specification rely on that.",
)
.why("`tosca_definitions_version` selects the grammar of the document.")
.advice("Set `tosca_definitions_version` to a version that has the keyname, or remove the keyname.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: {workflows: {}}
#                   ^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_1
topology_template: {workflows: {}}
",
)
.one_cause("keys of a later version of TOSCA");
pub static EARLIER_KEYNAME: Code = Code::warning(
    "tosca/keyname-of-earlier-version",
    "T3.1.2-R2",
    "TOSCA Simple Profile in YAML 1.3",
    "Reports a keyname that this version of TOSCA has removed.",
)
.why("It may have no effect.")
.advice("Remove the keyname, or set `tosca_definitions_version` to a version that has it.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_1_3
group_types: {g: {interfaces: {}}}
#                 ^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_3
group_types: {g: {}}
",
)
.one_cause("keys of an earlier version of TOSCA");
pub static VENDOR_KEYNAME: Code = Code::warning(
    "tosca/keyname-of-vendor",
    "T3.9-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.9.1",
    "Reports a keyname that only the processor of one vendor reads, such as `hidden` of ONAP SDC, `abstract` of Alien4Cloud or alarm conditions of \
OpenStack.",
)
.why("Other processors reject or ignore it.")
.advice("Remove the keyname, use one of the standard, or keep it if your processor reads it.")
.bad(
    "service template",
    "
annotation_types: {org.onap.source: {}}
#^^^^^^^^^^^^^^^
",
)
.good("data_types: {org.onap.source: {derived_from: tosca.datatypes.Root}}");
pub static MISSING_TYPE: Code = Code::error(
    "tosca/missing-type",
    "T3.7.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7",
    "Checks that every template, group and policy has a `type`.",
)
.why("The type defines its properties and behavior.")
.advice("Add `type` with the name of a built-in, declared or imported type.")
.bad(
    "topology template",
    "
relationship_templates: {a: {properties: {}}}
#                        ^
",
)
.good("relationship_templates: {a: {type: ConnectsTo}, b: {copy: a}}");
pub static DESCRIPTION_FORM: Code = Code::error(
    "tosca/description-not-a-text",
    "T3.5.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.1",
    "Checks that a description is a string, on one line or several.",
)
.why("Tools show the description as text, and strict processors reject a list or a mapping.")
.advice("Put the text in quotes, or start a block scalar with `|`.")
.bad(
    "service template",
    "
description: [first line, second line]
#            ^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
description: >
  first line
  second line
",
);
pub static NO_DESCRIPTION: Code = Code::warning(
    "tosca/description-out-of-place",
    "T3.5.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.1",
    "Reports a `description` on a construct that does not have one.",
)
.why("Strict processors reject it there as an unknown keyname.")
.advice("Use a comment, which all processors accept.")
.bad(
    "service template",
    "
imports:
  - {file: types.yaml, description: our types}
#                      ^^^^^^^^^^^
",
)
.good(
    "
imports:
  # our types
  - file: types.yaml
",
);
pub static METADATA_FORM: Code = Code::error(
    "tosca/metadata-not-texts",
    "T3.5.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.2",
    "Checks that metadata is a mapping of strings. A number, a date or a boolean is read as the string that is written; a list or a mapping \
is not allowed.",
)
.why("Tools that show metadata expect strings, and most processors reject a list or a mapping.")
.advice("Write the value as one string, such as `'anna, bo'`.")
.bad(
    "service template",
    "
metadata: {authors: [anna, bo]}
#                   ^^^^^^^^^^
",
)
.good("metadata: {authors: 'anna, bo'}")
.one_cause("metadata values that are not strings");
pub static OLD_BOOLEAN: Code = Code::warning(
    "tosca/old-boolean",
    "T0-R7",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "Reports `yes`, `no`, `on` and `off` as booleans.",
)
.earlier(&["tosca/old-flag-word"])
.why(
    "Processors that read YAML 1.1 accept them; those that read YAML 1.2 read strings. All processors read `true` and `false` the same.",
)
.advice("Write `true` for `yes` and `on`, and `false` for `no` and `off`.")
.bad(
    "inputs",
    "
a: {type: boolean, default: no}
#                           ^^
",
)
.good("a: {type: boolean, default: false}");

/// A value of any type, or a function that returns one.
pub(super) const VALUE: Shape = Shape::Value(&function::VALUE);
pub(super) static ANY_VALUE: Shape = VALUE;
pub(super) static TEXT: Shape = Shape::Text(None);
/// A scalar that keeps its text regardless of its YAML type: a version, a bound, a date.
pub(super) const SCALAR: Shape = Shape::Text(Some(&TextRule {
    label: "a string or a number",
    check: |_, _| Vec::new(),
    suggestions: &[],
}));
static ANY_SCALAR: Shape = SCALAR;

pub(super) const BOOLEAN_SHAPE: Shape =
    Shape::OneOf(&[Shape::Boolean, Shape::Discouraged(&YAML_1_1_BOOLEAN_SHAPE)]);
static YAML_1_1_BOOLEAN_SHAPE: Discouraged = Discouraged {
    shape: Shape::Choice(&[
        Choice::new("yes", ""),
        Choice::new("no", ""),
        Choice::new("on", ""),
        Choice::new("off", ""),
        Choice::new("Yes", ""),
        Choice::new("No", ""),
        Choice::new("On", ""),
        Choice::new("Off", ""),
        Choice::new("YES", ""),
        Choice::new("NO", ""),
        Choice::new("ON", ""),
        Choice::new("OFF", ""),
    ]),
    instead_of: &Shape::Boolean,
    code: &OLD_BOOLEAN,
};

/// `occurrences`: two bounds. One number is not converted to a list. A rule checks the bounds.
pub(super) const OCCURRENCES: Shape = Shape::OneOf(&[Shape::List(&ANY_SCALAR)]);

pub(super) const DESCRIPTION: Key =
    Key::new("description", Shape::Prose).wrong_shape(&DESCRIPTION_FORM).doc("A description for readers.");

/// `description` on a construct that does not have it.
pub(super) const DESCRIPTION_ELSEWHERE: Key = Key::new("description", Shape::Prose)
    .only(NOWHERE, &NO_DESCRIPTION)
    .wrong_shape(&DESCRIPTION_FORM)
    .doc("Not a keyname of this construct.");

pub(super) const METADATA: Key = Key::new("metadata", Shape::Map(&ANY_SCALAR))
    .wrong_shape(&METADATA_FORM)
    .doc("Additional information: names and strings.");

pub(super) const ANNOTATIONS: Key = Key::new("annotations", Shape::Any)
    .only(NOWHERE, &VENDOR_KEYNAME)
    .home("an extension of ONAP")
    .doc("An extension of ONAP.");

/// A keyname since 1.1.
pub(super) const fn since_1_1(key: Key) -> Key {
    key.only(V1_1.or(V1_2).or(V1_3), &LATER_KEYNAME).home("a key of TOSCA 1.1 and later")
}

/// A keyname since 1.2.
pub(super) const fn since_1_2(key: Key) -> Key {
    key.only(V1_2.or(V1_3), &LATER_KEYNAME).home("a key of TOSCA 1.2 and later")
}

/// A keyname since 1.3.
pub(super) const fn since_1_3(key: Key) -> Key {
    key.only(V1_3, &LATER_KEYNAME).home("a key of TOSCA 1.3")
}

/// A keyname removed in 1.3.
pub(super) const fn until_1_2(key: Key) -> Key {
    key.only(V1_0.or(V1_1).or(V1_2), &EARLIER_KEYNAME).home("a key that TOSCA 1.3 removed")
}
