//! Codes of scalar units.

use limn_language::diagnostic::Code;

pub static UNIT: Code = Code::error(
    "tosca/wrong-scalar-unit",
    "T3.2.6-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "Checks that a scalar unit is a number with a unit of its type: bytes for a size, seconds or days for a time, hertz for a frequency. \
Spaces between them are optional; the unit is required.",
)
.why("Without a unit of the type, the amount is undefined, so processors reject the value.")
.advice("Write a number and a unit of the type, such as `10 GB`, `60 s` or `2.4 GHz`.")
.bad(
    "inputs",
    "
a: {type: scalar-unit.size, default: GB}
#                                    ^^
",
)
.good("a: {type: scalar-unit.size, default: 10 GB}");
pub static UNIT_CASE: Code = Code::warning(
    "tosca/unit-in-other-case",
    "T3.2.6-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6",
    "Reports a unit of time or frequency in another case than in the standard.",
)
.why("The standard lists one spelling, and some processors do not read, for example, `M` as a minute.")
.advice("Write the unit as `d`, `h`, `m`, `s`, `ms`, `us`, `ns`, `Hz`, `kHz`, `MHz` or `GHz`.")
.bad(
    "inputs",
    "
a: {type: scalar-unit.frequency, default: 2.4 ghz}
#                                         ^^^^^^^
",
)
.good("a: {type: scalar-unit.frequency, default: 2.4 GHz}");
pub static SIZE_CASE: Code = Code::info(
    "tosca/size-in-other-case",
    "T3.2.6-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6.4",
    "Reports a unit of size in another case than in the standard.",
)
.why("Any case is valid, but all processors read the listed spelling.")
.advice("Write the unit as `B`, `kB`, `KiB`, `MB`, `MiB`, `GB`, `GiB`, `TB` or `TiB`.")
.bad(
    "inputs",
    "
a: {type: scalar-unit.size, default: 10 KB}
#                                    ^^^^^
",
)
.good("a: {type: scalar-unit.size, default: 10 kB}");
