//! Operations, artifacts and types that a function names.

use super::super::STANDARD;
use limn_language::diagnostic::Code;

pub(super) static INTERFACE: Code = Code::error(
    "tosca/unknown-read-interface",
    "T4.6.1-R3",
    STANDARD,
    "Checks that `get_operation_output` names an interface of the entity.",
)
.why("An interface that does not exist has no operations, so there is no output to read.")
.advice("Correct the name, or declare the interface in the type.")
.bad(
    "topology template",
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standards, create, url]}}}
#                                                 ^^^^^^^^^
",
)
.good(
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, create, url]}}}
",
);

pub(super) static OPERATION: Code = Code::error(
    "tosca/unknown-read-operation",
    "T4.6.1-R4",
    STANDARD,
    "Checks that `get_operation_output` names an operation of the interface.",
)
.why("An operation that does not exist never runs, so there is no output to read.")
.advice("Correct the name, or declare the operation in the interface.")
.bad(
    "topology template",
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, creation, url]}}}
#                                                           ^^^^^^^^
",
)
.good(
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, create, url]}}}
",
);

pub(super) static IMPLEMENTATION: Code = Code::warning(
    "tosca/unimplemented-read-operation",
    "T4.6.1-R7",
    STANDARD,
    "Checks that the operation of `get_operation_output` has an implementation.",
)
.earlier(&["tosca/operation-without-output"])
.why("Without one, nothing runs and there is no output.")
.advice("Name an operation that has an implementation, or add `implementation` to this one.")
.bad(
    "topology template",
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, configure, url]}}}
#                                                           ^^^^^^^^^
",
)
.good(
    "
node_templates:
  web: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
outputs: {a: {value: {get_operation_output: [web, Standard, create, url]}}}
",
);

pub(super) static TYPE: Code = Code::error(
    "tosca/unknown-read-type",
    "T4.7.1-R1",
    STANDARD,
    "Checks that `get_nodes_of_type` names a known node type: declared in this file, imported, or built in.",
)
.why("There are no nodes of an unknown type.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "topology template",
    "
node_templates: {web: {type: tosca.nodes.Compute}}
outputs: {a: {value: {get_nodes_of_type: tosca.nodes.Computer}}}
#                                        ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_templates: {web: {type: tosca.nodes.Compute}}
outputs:
  a: {value: {get_nodes_of_type: tosca.nodes.Compute}}
  b: {value: {get_nodes_of_type: Compute}}
",
);

pub(super) static ARTIFACT: Code = Code::error(
    "tosca/unknown-read-artifact",
    "T4.8.1-R3",
    STANDARD,
    "Checks that `get_artifact` names an artifact of the entity or of its type.",
)
.why("There is no file to copy, so the function fails.")
.advice("Correct the name, or add the artifact to the node or its type.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces: {Standard: {create: {inputs: {a: {get_artifact: [SELF, tar]}}}}}
#                                                                    ^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces: {Standard: {create: {inputs: {a: {get_artifact: [SELF, zip]}}}}}
",
);
