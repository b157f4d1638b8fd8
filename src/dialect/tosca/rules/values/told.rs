//! What any value can be told, and by which code.

use super::super::Rule;
use crate::diagnostic::Code;
use crate::dialect::tosca::value::{Fault, Primitive};

/// What any value can be told. The rules that come upon values call [`check_value`].
pub(in super::super) static RULE: Rule = Rule { codes: CODES, check: |_, _| {} };

static CODES: &[&Code] = &[
    &WRONG_TYPE,
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
    &UNMET,
    &UNKNOWN_FIELD,
    &MISSING_FIELD,
    &NOT_JSON,
    &NOT_XML,
    &RESULT,
];

pub(super) static WRONG_TYPE: Code = Code::error(
    "tosca/wrong-value-type",
    "T3.5.10-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "A value is of the type that its definition names, or of one that this comes to. An integer is a float too, and any scalar can be a string.

Bad:
```yaml
properties: {num_cpus: many}
```
Good:
```yaml
properties: {num_cpus: 4}
```",
);
pub(super) static QUOTED: Code = Code::warning(
    "tosca/quoted-number",
    "T3.2.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Digits in quotes are a text to YAML. Some processors make a number of it, as its type asks for one, and others refuse it.

Bad:
```yaml
properties: {num_cpus: '4'}
```
Good:
```yaml
properties: {num_cpus: 4}
```",
);
pub(super) static UNQUOTED: Code = Code::info(
    "tosca/unquoted-text",
    "T3.2.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Without quotes this reads as a number or a boolean, where a string is wanted. Many processors take it as it is written; strict ones refuse it, and some \
     read `1.10` as `1.1` before they know better.

Bad:
```yaml
# the definition says `type: string`
properties: {component_version: 1.10}
```
Good:
```yaml
properties: {component_version: '1.10'}
```",
);
pub(super) static BOOLEAN: Code = Code::error(
    "tosca/wrong-boolean",
    "T3.2.1-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "A boolean is `true` or `false`, and nothing else.

Bad:
```yaml
properties: {secure: 1}
```
Good:
```yaml
properties: {secure: true}
```",
);
pub(super) static OLD_BOOLEAN: Code = Code::warning(
    "tosca/old-boolean",
    "T0-R7",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "`yes`, `no`, `on` and `off` are booleans to processors that read YAML 1.1, and texts to those that read YAML 1.2. `true` and `false` are the same \
     to all.",
);
pub(super) static TIMESTAMP: Code = Code::error(
    "tosca/wrong-timestamp",
    "T3.2.1-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "A timestamp is a date that exists, or such a date with a time of day, and maybe how far that is from UTC.

Bad:
```yaml
start_time: 2016-04-04-15T00:00:00Z
```
Good:
```yaml
start_time: 2016-04-04T15:00:00Z
```",
);
pub(super) static VERSION: Code = Code::error(
    "tosca/wrong-version",
    "T3.2.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.2",
    "A version is `<major>.<minor>[.<fix>[.<qualifier>[-<build>]]]`: numbers but for the qualifier.

Bad:
```yaml
version: 1.0-beta
```
Good:
```yaml
version: 1.0.0.beta
```",
);
pub(super) static ZERO_VERSION: Code = Code::error(
    "tosca/zero-version-with-qualifier",
    "T3.2.2-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.2.2",
    "`0`, `0.0` and `0.0.0` say that there is no version, so that nothing can qualify it.",
);
pub(super) static RANGE: Code = Code::error(
    "tosca/wrong-range",
    "T3.2.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "A range is a list of two whole numbers, the lower one first. Only the upper one can be `UNBOUNDED`.

Bad:
```yaml
ports: 80-90
```
Good:
```yaml
ports: [80, 90]
```",
);
pub(super) static REVERSED_RANGE: Code = Code::error(
    "tosca/reversed-range",
    "T3.2.3-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "The upper bound of a range is not less than its lower one. That both are the same is accepted by all processors.",
);
pub(super) static UNIT: Code = Code::error(
    "tosca/wrong-scalar-unit",
    "T3.2.6-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "A scalar unit is a number and a unit of its kind: bytes for a size, seconds or days for a time, hertz for a frequency. Blanks between the two \
     do not matter; the unit cannot be left out.

Bad:
```yaml
mem_size: 4096
```
Good:
```yaml
mem_size: 4096 MB
```",
);
pub(super) static UNIT_CASE: Code = Code::warning(
    "tosca/unit-in-other-case",
    "T3.2.6-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "The units of times and frequencies are listed in one spelling, and nothing says that another one is the same: `M` is no minute to every \
     processor.",
);
pub(super) static SIZE_CASE: Code = Code::info(
    "tosca/size-in-other-case",
    "T3.2.6-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6.4",
    "The units of sizes can be written in any case. As they are listed they are read by every processor.",
);
pub(super) static MAP_KEY: Code = Code::error(
    "tosca/map-key",
    "T3.2.5-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.5",
    "Every entry of a map has a key, and keys are strings.

Bad:
```yaml
labels: {[a, b]: c}
```
Good:
```yaml
labels: {a: c, b: c}
```",
);
pub(super) static UNMET: Code = Code::error(
    "tosca/unmet-constraint",
    "T3.5.10-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "A value meets every constraint of its definition, of what this refines, and of its data type. Sizes, times and frequencies are compared by what \
     they come to, versions number by number.

Bad:
```yaml
# the definition says `in_range: [1, 4]`
num_cpus: 8
```
Good:
```yaml
num_cpus: 4
```",
);
pub(super) static UNKNOWN_FIELD: Code = Code::error(
    "tosca/unknown-field",
    "T3.5.10-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "The value of a complex data type is a mapping of the properties that the type declares, or one that it derives from.

Bad:
```yaml
credential: {tokn: secret}
```
Good:
```yaml
credential: {token: secret}
```",
);
pub(super) static MISSING_FIELD: Code = Code::error(
    "tosca/missing-field",
    "T3.5.10-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "The value of a complex data type has all properties that the type requires: those without a default that do not say `required: false`.

Bad:
```yaml
credential: {user: admin}
```
Good:
```yaml
credential: {user: admin, token: {get_input: token}}
```",
);
pub(super) static NOT_JSON: Code = Code::warning(
    "tosca/not-json",
    "T5.3.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.2",
    "A value of the type `json` is a text that holds JSON.",
);
pub(super) static NOT_XML: Code = Code::warning(
    "tosca/not-xml",
    "T5.3.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.3",
    "A value of the type `xml` is a text that holds well-formed XML.",
);

pub(in super::super) static RESULT: Code = Code::warning(
    "tosca/result-of-other-type",
    "T3.5.10-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "What a function gives is of the type that the input, property or attribute has that it reads. It should be of the type that is wanted where the call \
     stands.

Bad:
```yaml
inputs: {cpus: {type: string}}
# … `num_cpus` is an integer
properties: {num_cpus: {get_input: cpus}}
```
Good:
```yaml
inputs: {cpus: {type: integer}}
```",
);

/// The code of a fault, and whether what was meant is beyond doubt.
pub(super) fn code_of(fault: Fault, primitive: Primitive) -> (&'static Code, bool) {
    match fault {
        Fault::Type if primitive == Primitive::Range => (&RANGE, false),
        Fault::Type => (&WRONG_TYPE, false),
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
