//! Code of the result of a function.

use limn_language::diagnostic::Code;

pub static RESULT: Code = Code::warning(
    "tosca/result-of-other-type",
    "T3.5.10-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that the result of a function has the expected type. The result has the type of the input, property or attribute that the \
function reads.",
)
.why("Deployment fails when the result is assigned, or the node gets a value that it cannot use.")
.advice("Use a function or a source of the expected type.")
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
