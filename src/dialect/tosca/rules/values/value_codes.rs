//! Codes for faults of any value.

use super::super::Rule;
use crate::value::{Fault, Primitive};
use limn_language::diagnostic::Code;

/// Codes for any value. Rules that check values call [`check_value`](super::check::check_value).
pub(in super::super) static RULE: Rule = Rule { codes: CODES, check: |_, _| {} };

static CODES: &[&Code] = &[
    &WRONG_VALUE_TYPE,
    &QUOTED,
    &UNQUOTED,
    &BOOLEAN,
    &OLD_BOOLEAN,
    &TIMESTAMP,
    &VERSION,
    &ZERO_VERSION,
    &RANGE,
    &REVERSED_RANGE,
    &UNIT,
    &UNIT_CASE,
    &SIZE_CASE,
    &MAP_KEY,
    &UNMET_CONSTRAINT,
    &UNKNOWN_FIELD,
    &MISSING_FIELD,
    &NOT_JSON,
    &NOT_XML,
    &RESULT,
];

pub static WRONG_VALUE_TYPE: Code = Code::error(
    "tosca/wrong-value-type",
    "T3.5.10-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value is of the type in its definition, or of the type this derives from. An integer is also a float, and any scalar can \
be a string.",
)
.bad(
    "topology template",
    "
outputs: {a: {type: integer, value: one}}
#                                   ^^^
",
)
.good("outputs: {a: {type: integer, value: 1}}");
pub(super) static QUOTED: Code = Code::warning(
    "tosca/quoted-number",
    "T3.2.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Reports a number in quotes where a number is expected. Quoted digits are a string in YAML. Some processors convert them, and others \
refuse them.",
)
.bad(
    "inputs",
    "
a: {type: integer, default: '4'}
#                           ^^^
",
)
.good("a: {type: integer, default: 4}");
pub(super) static UNQUOTED: Code = Code::info(
    "tosca/unquoted-text",
    "T3.2.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Reports an unquoted number or boolean where a string is expected. Many processors accept it as written; strict ones refuse it, and \
some read `1.10` as `1.1`.",
)
.bad(
    "inputs",
    "
a: {type: string, default: 1.10}
#                          ^^^^
",
)
.good("a: {type: string, default: '1.10'}")
.folded("strings without quotes");
pub static BOOLEAN: Code = Code::error(
    "tosca/wrong-boolean",
    "T3.2.1-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Checks that a boolean is `true` or `false`.",
)
.bad(
    "inputs",
    "
a: {type: boolean, default: 1}
#                           ^
",
)
.good("a: {type: boolean, default: true}");
pub(super) static OLD_BOOLEAN: Code = Code::warning(
    "tosca/old-boolean",
    "T0-R7",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "Reports `yes`, `no`, `on` and `off` as booleans. Processors that read YAML 1.1 accept them; those that read YAML 1.2 read strings. All \
processors read `true` and `false` the same.",
)
.bad(
    "inputs",
    "
a: {type: boolean, default: no}
#                           ^^
",
)
.good("a: {type: boolean, default: false}");
pub(super) static TIMESTAMP: Code = Code::error(
    "tosca/wrong-timestamp",
    "T3.2.1-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Checks that a timestamp is a valid date, optionally with a time of day and an offset from UTC.",
)
.bad(
    "inputs",
    "
a: {type: timestamp, default: 2016-04-04-15T00:00:00Z}
#                             ^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
a: {type: timestamp, default: 2016-04-04T15:00:00Z}
b: {type: timestamp, default: 2016-04-04}
",
);
pub(super) static VERSION: Code = Code::error(
    "tosca/wrong-version",
    "T3.2.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.2",
    "Checks that a version is `<major>.<minor>[.<fix>[.<qualifier>[-<build>]]]`. All parts except the qualifier are numbers.",
)
.bad(
    "inputs",
    "
a: {type: version, default: 6}
#                           ^
",
)
.good("a: {type: version, default: 6.0}");
pub(super) static ZERO_VERSION: Code = Code::error(
    "tosca/zero-version-with-qualifier",
    "T3.2.2-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.2.2",
    "Checks that `0`, `0.0` and `0.0.0` have no qualifier. They mean that there is no version.",
)
.bad(
    "inputs",
    "
a: {type: version, default: 0.0.0.beta}
#                           ^^^^^^^^^^
",
)
.good("a: {type: version, default: 0.0.0}");
pub(super) static RANGE: Code = Code::error(
    "tosca/wrong-range",
    "T3.2.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "Checks that a range is a list of two integers, the lower one first. Only the upper bound can be `UNBOUNDED`.",
)
.bad(
    "inputs",
    "
a: {type: range, default: [low, 1]}
#                          ^^^
",
)
.good("a: {type: range, default: [0, 1]}");
pub(super) static REVERSED_RANGE: Code = Code::error(
    "tosca/reversed-range",
    "T3.2.3-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "Checks that the upper bound of a range is not less than the lower bound. All processors accept equal bounds.",
)
.bad(
    "inputs",
    "
a: {type: range, default: [5, 4]}
#                         ^^^^^^
",
)
.good("a: {type: range, default: [5, 5]}");
pub(super) static UNIT: Code = Code::error(
    "tosca/wrong-scalar-unit",
    "T3.2.6-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "Checks that a scalar unit is a number with a unit of its type: bytes for a size, seconds or days for a time, hertz for a frequency. \
Spaces between them are optional; the unit is required.",
)
.bad(
    "inputs",
    "
a: {type: scalar-unit.size, default: GB}
#                                    ^^
",
)
.good("a: {type: scalar-unit.size, default: 10 GB}");
pub(super) static UNIT_CASE: Code = Code::warning(
    "tosca/unit-in-other-case",
    "T3.2.6-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "Reports a unit of time or frequency in another case than in the standard. The standard lists one spelling, and some processors do not \
read, for example, `M` as a minute.",
)
.bad(
    "inputs",
    "
a: {type: scalar-unit.frequency, default: 2.4 ghz}
#                                         ^^^^^^^
",
)
.good("a: {type: scalar-unit.frequency, default: 2.4 GHz}");
pub(super) static SIZE_CASE: Code = Code::info(
    "tosca/size-in-other-case",
    "T3.2.6-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6.4",
    "Reports a unit of size in another case than in the standard. Any case is valid, but all processors read the listed spelling.",
)
.bad(
    "inputs",
    "
a: {type: scalar-unit.size, default: 10 KB}
#                                    ^^^^^
",
)
.good("a: {type: scalar-unit.size, default: 10 kB}");
pub(super) static MAP_KEY: Code = Code::error(
    "tosca/map-key",
    "T3.2.5-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.5",
    "Checks that every entry of a map has a string as its key.",
)
.bad(
    "inputs",
    "
a: {type: map, entry_schema: {type: string}, default: {[a, b]: c}}
#                                                      ^^^^^^
",
)
.good("a: {type: map, entry_schema: {type: string}, default: {a: b, 1: c}}");
pub(in super::super) static UNMET_CONSTRAINT: Code = Code::error(
    "tosca/unmet-constraint",
    "T3.5.10-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value meets all constraints of its definition, of the refined definitions, and of its data type. Sizes, times and \
frequencies are compared by amount, versions number by number.",
)
.bad(
    "inputs",
    "
p: {type: PortDef, default: 65536}
#                           ^^^^^
",
)
.good("p: {type: PortDef, default: 65535}");
pub(super) static UNKNOWN_FIELD: Code = Code::error(
    "tosca/unknown-field",
    "T3.5.10-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value of a complex data type has only properties of the type or its ancestors.",
)
.bad(
    "service template",
    "
data_types:
  my.Address: {properties: {street: {type: string}}}
node_types:
  my.App: {derived_from: tosca.nodes.Root, properties: {home: {type: my.Address}}}
topology_template:
  node_templates:
    app: {type: my.App, properties: {home: {street: Main, town: Springfield}}}
#                                                         ^^^^
",
)
.good(
    "
data_types:
  my.Address: {properties: {street: {type: string}}}
node_types:
  my.App: {derived_from: tosca.nodes.Root, properties: {home: {type: my.Address}}}
topology_template:
  node_templates:
    app: {type: my.App, properties: {home: {street: Main}}}
",
);
pub(super) static MISSING_FIELD: Code = Code::error(
    "tosca/missing-field",
    "T3.5.10-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value of a complex data type has all required properties: those without a default and without `required: false`.",
)
.bad(
    "topology template",
    "
inputs: {secret: {type: string}}
node_templates:
  server: {type: tosca.nodes.Compute}
  web:
    type: tosca.nodes.SoftwareComponent
    requirements: [host: server]
    properties: {admin_credential: {user: me}}
#                ^^^^^^^^^^^^^^^^
",
)
.good(
    "
inputs: {secret: {type: string}}
node_templates:
  server: {type: tosca.nodes.Compute}
  web:
    type: tosca.nodes.SoftwareComponent
    requirements: [host: server]
    properties: {admin_credential: {user: me, token: {get_input: secret}}}
",
);
pub(super) static NOT_JSON: Code = Code::warning(
    "tosca/not-json",
    "T5.3.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.2",
    "Checks that a value of type `json` is a string with valid JSON.",
)
.bad(
    "inputs",
    "
a: {type: json, default: '{a: [1]}'}
#                        ^^^^^^^^^^
",
)
.good(r#"a: {type: json, default: '{"a": [1]}'}"#);
pub(super) static NOT_XML: Code = Code::warning(
    "tosca/not-xml",
    "T5.3.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.3",
    "Checks that a value of type `xml` is a string with well-formed XML.",
)
.bad(
    "inputs",
    "
a: {type: xml, default: '<a><b></a>'}
#                       ^^^^^^^^^^^^
",
)
.good("a: {type: xml, default: '<a><b/></a>'}");

pub(in super::super) static RESULT: Code = Code::warning(
    "tosca/result-of-other-type",
    "T3.5.10-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that the result of a function has the expected type. The result has the type of the input, property or attribute that the \
function reads.",
)
.bad(
    "node templates",
    r#"
a:
  type: Database
  properties: {name: a, port: {concat: ["33", "06"]}}
#                             ^^^^^^^^^^^^^^^^^^^^^^
  requirements: [host: {node: DBMS}]
"#,
)
.good(
    "
a:
  type: Database
  properties: {name: {concat: [a, b]}}
  requirements: [host: {node: DBMS}]
",
);

/// Code of a fault, and whether its fix is safe.
pub(super) fn code_of(fault: Fault, primitive: Primitive) -> (&'static Code, bool) {
    match fault {
        Fault::Type if primitive == Primitive::Range => (&RANGE, false),
        Fault::Type => (&WRONG_VALUE_TYPE, false),
        Fault::Quoted => (&QUOTED, true),
        Fault::Boolean => (&BOOLEAN, false),
        Fault::OldBoolean => (&OLD_BOOLEAN, true),
        Fault::Timestamp => (&TIMESTAMP, false),
        Fault::Version | Fault::ShortVersion => (&VERSION, false),
        Fault::ZeroVersion => (&ZERO_VERSION, false),
        Fault::Range => (&RANGE, false),
        Fault::ReversedRange => (&REVERSED_RANGE, false),
        Fault::Unit => (&UNIT, false),
    }
}
