//! Codes of constraints and formats.

use limn_language::diagnostic::Code;

pub static UNMET_CONSTRAINT: Code = Code::error(
    "tosca/unmet-constraint",
    "T3.5.10-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value meets all constraints of its definition, of the refined definitions, and of its data type. Sizes, times and \
frequencies are compared by amount, versions number by number.",
)
.why("Processors reject the value, or deployment continues with a value that the type excludes.")
.advice("Change the value, or the constraints.")
.bad(
    "inputs",
    "
p: {type: PortDef, default: 65536}
#                           ^^^^^
",
)
.good("p: {type: PortDef, default: 65535}");
pub static NOT_JSON: Code = Code::warning(
    "tosca/not-json",
    "T5.3.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.2",
    "Checks that a value of type `json` is a string with valid JSON.",
)
.why("Software that receives the value cannot parse it and fails at deployment.")
.advice("Write a quoted string of valid JSON, with names and text in double quotes.")
.bad(
    "inputs",
    "
a: {type: json, default: '{a: [1]}'}
#                        ^^^^^^^^^^
",
)
.good(r#"a: {type: json, default: '{"a": [1]}'}"#);
pub static NOT_XML: Code = Code::warning(
    "tosca/not-xml",
    "T5.3.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.3.3",
    "Checks that a value of type `xml` is a string with well-formed XML.",
)
.why("Software that receives the value cannot parse it and fails at deployment.")
.advice("Write a quoted string of XML with one root element, and close every element.")
.bad(
    "inputs",
    "
a: {type: xml, default: '<a><b></a>'}
#                       ^^^^^^^^^^^^
",
)
.good("a: {type: xml, default: '<a><b/></a>'}");
