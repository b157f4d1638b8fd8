//! Codes of ranges.

use limn_language::diagnostic::Code;

pub static RANGE: Code = Code::error(
    "tosca/wrong-range",
    "T3.2.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "Checks that a range is a list of two integers, the lower one first. Only the upper bound can be `UNBOUNDED`.",
)
.why("Processors compare numbers with both bounds and reject a range without them.")
.advice("Write two integers, the lower bound first: `[0, 10]` or `[1, UNBOUNDED]`.")
.bad(
    "inputs",
    "
a: {type: range, default: [low, 1]}
#                          ^^^
",
)
.good("a: {type: range, default: [0, 1]}");
pub static REVERSED_RANGE: Code = Code::error(
    "tosca/reversed-range",
    "T3.2.3-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.2.3",
    "Checks that the upper bound of a range is not less than the lower bound.",
)
.why("No number is within such a range.")
.advice("Write the lower bound first.")
.bad(
    "inputs",
    "
a: {type: range, default: [5, 4]}
#                         ^^^^^^
",
)
.good("a: {type: range, default: [5, 5]}");
