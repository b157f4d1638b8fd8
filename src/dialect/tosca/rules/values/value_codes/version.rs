//! Codes of timestamps and versions.

use limn_language::diagnostic::Code;

pub static TIMESTAMP: Code = Code::error(
    "tosca/wrong-timestamp",
    "T3.2.1-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Checks that a timestamp is a valid date, optionally with a time of day and an offset from UTC.",
)
.why("Processors reject a text that they cannot read as a moment in time.")
.advice("Use the form `2024-03-01T12:00:00Z`.")
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
pub static VERSION: Code = Code::error(
    "tosca/wrong-version",
    "T3.2.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.2",
    "Checks that a version is `<major>.<minor>[.<fix>[.<qualifier>[-<build>]]]`. All parts except the qualifier are numbers.",
)
.why("Processors compare versions by their numbers and reject a text without them.")
.advice("Write at least a major and a minor version: `6.0` instead of `6`.")
.bad(
    "inputs",
    "
a: {type: version, default: 6}
#                           ^
",
)
.good("a: {type: version, default: 6.0}");
pub static ZERO_VERSION: Code = Code::error(
    "tosca/zero-version-with-qualifier",
    "T3.2.2-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.2.2",
    "Checks that `0`, `0.0` and `0.0.0` have no qualifier.",
)
.why("They mean that there is no version.")
.advice("Remove the qualifier, or use another version.")
.bad(
    "inputs",
    "
a: {type: version, default: 0.0.0.beta}
#                           ^^^^^^^^^^
",
)
.good("a: {type: version, default: 0.0.0}");
