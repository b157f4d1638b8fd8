//! Codes of maps and of the fields of data types.

use limn_language::diagnostic::Code;

pub static MAP_KEY: Code = Code::error(
    "tosca/map-key",
    "T3.2.5-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.5",
    "Checks that every entry of a map has a string as its key.",
)
.why(
    "Entries are looked up by a string, so an entry with another key is never found, or the map is rejected.",
)
.advice("Put the key in quotes.")
.bad(
    "inputs",
    "
a: {type: map, entry_schema: {type: string}, default: {[a, b]: c}}
#                                                      ^^^^^^
",
)
.good("a: {type: map, entry_schema: {type: string}, default: {a: b, 1: c}}");
pub static UNKNOWN_FIELD: Code = Code::error(
    "tosca/unknown-field",
    "T3.5.10-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value of a complex data type has only properties of the type or its ancestors.",
)
.why("The data type defines all properties of its values, so processors reject or drop others.")
.advice("Correct the name, or declare the property in the data type.")
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
pub static MISSING_FIELD: Code = Code::error(
    "tosca/missing-field",
    "T3.5.10-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.10",
    "Checks that a value of a complex data type has all required properties: those without a default and without `required: false`.",
)
.why("Users of the value rely on these properties, so processors reject a value without them.")
.advice("Add the properties, or give them a default in the data type.")
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
