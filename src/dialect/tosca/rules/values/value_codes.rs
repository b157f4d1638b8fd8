//! Codes for faults of any value.

use super::super::Rule;
use crate::value::{Fault, Primitive};
use limn_language::diagnostic::Code;

/// Codes for any value. Rules that check values call [`check_value`](super::check::check_value).
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
    "Checks that a value is of the type in its definition, or of the type this derives from. An integer is also a float, and any scalar can \
be a string.

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
    "Reports a number in quotes where a number is expected. Quoted digits are a string in YAML. Some processors convert them, and others \
refuse them.

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
    "Reports an unquoted number or boolean where a string is expected. Many processors accept it as written; strict ones refuse it, and \
some read `1.10` as `1.1`.

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
    "Checks that a boolean is `true` or `false`.

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
    "Reports `yes`, `no`, `on` and `off` as booleans. Processors that read YAML 1.1 accept them; those that read YAML 1.2 read strings. All \
processors read `true` and `false` the same.",
);
pub(super) static TIMESTAMP: Code = Code::error(
    "tosca/wrong-timestamp",
    "T3.2.1-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Checks that a timestamp is a valid date, optionally with a time of day and an offset from UTC.

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
    "Checks that a version is `<major>.<minor>[.<fix>[.<qualifier>[-<build>]]]`. All parts except the qualifier are numbers.

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
    "Checks that `0`, `0.0` and `0.0.0` have no qualifier. They mean that there is no version.",
);
pub(super) static RANGE: Code = Code::error(
    "tosca/wrong-range",
    "T3.2.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "Checks that a range is a list of two integers, the lower one first. Only the upper bound can be `UNBOUNDED`.

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
    "Checks that the upper bound of a range is not less than the lower bound. All processors accept equal bounds.",
);
pub(super) static UNIT: Code = Code::error(
    "tosca/wrong-scalar-unit",
    "T3.2.6-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "Checks that a scalar unit is a number with a unit of its type: bytes for a size, seconds or days for a time, hertz for a frequency. \
Spaces between them are optional; the unit is required.

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
    "Reports a unit of time or frequency in another case than in the standard. The standard lists one spelling, and some processors do not \
read, for example, `M` as a minute.",
);
pub(super) static SIZE_CASE: Code = Code::info(
    "tosca/size-in-other-case",
    "T3.2.6-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6.4",
    "Reports a unit of size in another case than in the standard. Any case is valid, but all processors read the listed spelling.",
);
pub(super) static MAP_KEY: Code = Code::error(
    "tosca/map-key",
    "T3.2.5-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.5",
    "Checks that every entry of a map has a string as its key.

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
    "Checks that a value meets all constraints of its definition, of the refined definitions, and of its data type. Sizes, times and \
frequencies are compared by amount, versions number by number.

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
    "Checks that a value of a complex data type has only properties of the type or its ancestors.

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
    "Checks that a value of a complex data type has all required properties: those without a default and without `required: false`.

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
    "Checks that a value of type `json` is a string with valid JSON.",
);
pub(super) static NOT_XML: Code = Code::warning(
    "tosca/not-xml",
    "T5.3.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.3",
    "Checks that a value of type `xml` is a string with well-formed XML.",
);

pub(in super::super) static RESULT: Code = Code::warning(
    "tosca/result-of-other-type",
    "T3.5.10-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that the result of a function has the expected type. The result has the type of the input, property or attribute that the \
function reads.

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

/// Code of a fault, and whether its fix is safe.
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
