//! Codes of scalars: a value of the wrong type, quotes and booleans.

use limn_language::diagnostic::Code;

pub static WRONG_VALUE_TYPE: Code = Code::error(
    "tosca/wrong-value-type",
    "T3.5.10-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value is of the type in its definition, or of the type this derives from. An integer is also a float, and any scalar can \
be a string.",
)
.why("Processors reject the value, or convert it to one that is not intended.")
.advice("Write a value of the type, or change the `type` in the definition.")
.bad(
    "topology template",
    "
outputs: {a: {type: integer, value: one}}
#                                   ^^^
",
)
.good("outputs: {a: {type: integer, value: 1}}");
pub static QUOTED: Code = Code::warning(
    "tosca/quoted-number",
    "T3.2.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Reports a number in quotes where a number is expected. Quoted digits are a string in YAML.",
)
.why("Some processors convert them, and others reject them.")
.advice("Remove the quotes, or change the type to `string`.")
.bad(
    "inputs",
    "
a: {type: integer, default: '4'}
#                           ^^^
",
)
.good("a: {type: integer, default: 4}");
pub static UNQUOTED: Code = Code::info(
    "tosca/unquoted-text",
    "T3.2.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Reports an unquoted number or boolean where a string is expected.",
)
.why("Many processors accept it as written; strict ones reject it, and some read `1.10` as `1.1`.")
.advice("Put the value in quotes, such as `'1.10'`.")
.bad(
    "inputs",
    "
a: {type: string, default: 1.10}
#                          ^^^^
",
)
.good("a: {type: string, default: '1.10'}")
.one_cause("strings without quotes");
pub static BOOLEAN: Code = Code::error(
    "tosca/wrong-boolean",
    "T3.2.1-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Checks that a boolean is `true` or `false`.",
)
.why("Some processors reject other values, and others read them as strings or numbers.")
.advice("Write `true` or `false` without quotes, or change the type.")
.bad(
    "inputs",
    "
a: {type: boolean, default: 1}
#                           ^
",
)
.good("a: {type: boolean, default: true}");
