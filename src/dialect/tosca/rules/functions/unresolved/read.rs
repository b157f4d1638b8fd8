//! Inputs, entities, properties and attributes that a function reads.

use super::super::STANDARD;
use limn_language::diagnostic::Code;

pub(super) static INPUT: Code = Code::error(
    "tosca/unknown-input",
    "T4.4.1-R1",
    STANDARD,
    "Checks that `get_input` names an input of the topology template. In a workflow, the inputs of the workflow take precedence.",
)
.why("An input that does not exist has no value, so processors reject the template.")
.advice("Correct the name, or add the input to `inputs`.")
.bad(
    "topology template",
    "
node_templates:
  c: {type: Compute, capabilities: {host: {properties: {num_cpus: {get_input: a}}}}}
#                                                                             ^
",
)
.good(
    "
inputs: {a: {type: integer}}
node_templates:
  c: {type: Compute, capabilities: {host: {properties: {num_cpus: {get_input: a}}}}}
",
);

pub static ENTITY: Code = Code::error(
    "tosca/unknown-entity",
    "T4.4.2-R2",
    STANDARD,
    "Checks that the first argument of a function is a keyword, or a node template, relationship template or group of this service template.",
)
.why("Without the entity, there is nothing to read the value from, so processors reject the template.")
.advice("Correct the name, or use a keyword that is allowed here.")
.bad(
    "topology template",
    "
node_templates:
  web: {type: tosca.nodes.Compute}
  app:
    type: tosca.nodes.SoftwareComponent
    requirements: [host: web]
    interfaces:
      Standard:
        create: {inputs: {a: {get_operation_output: [HOST, Standard, create, url]}}}
#                                                    ^^^^
",
)
.good(
    "
node_templates:
  web: {type: tosca.nodes.Compute}
  app:
    type: tosca.nodes.SoftwareComponent
    requirements: [host: web]
    interfaces:
      Standard:
        create: {inputs: {a: {get_attribute: [HOST, private_address]}}}
",
);

pub(super) static PROPERTY: Code = Code::error(
    "tosca/unknown-read-property",
    "T4.4.2-R4",
    STANDARD,
    "Checks that `get_property` names a property of the entity, of the capability that its requirement targets, or of its capability. The \
lookup is in this order.",
)
.why("A property that does not exist has no value, so the function fails or returns nothing.")
.advice("Correct the name, or declare the property in the type.")
.bad(
    "service template",
    "
topology_template:
  node_templates: {net: {type: tosca.nodes.network.Network}}
  outputs: {a: {value: {get_property: [net, ip_versions]}}}
#                                           ^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates: {net: {type: tosca.nodes.network.Network}}
  outputs: {a: {value: {get_property: [net, ip_version]}}}
",
);

pub(super) static PART: Code = Code::error(
    "tosca/unknown-nested-value",
    "T4.4.2-R5",
    STANDARD,
    "Checks that the arguments after the property name select a nested value: a name in a data type or map, an index in a list.",
)
.earlier(&["tosca/no-such-part"])
.why("There is no value at this name or index, so the function fails or returns nothing.")
.advice("Use a name from the data type or the map, or an index of the list, counted from 0.")
.bad(
    "topology template 1.3",
    "
inputs: {all: {type: list, entry_schema: {type: string}}}
outputs: {a: {value: {get_input: [all, first]}}}
#                                      ^^^^^
",
)
.good(
    "
inputs: {all: {type: list, entry_schema: {type: string}}}
outputs: {a: {value: {get_input: [all, 0]}}}
",
);

pub(super) static INPUT_AS_INDEX: Code = Code::warning(
    "tosca/input-as-index",
    "T4.4.2-R5",
    STANDARD,
    "Reports the name of an input as an index in a list.",
)
.why("ONAP SDC reads the index from that input; other processors expect a number.")
.advice("Write the index as a number, counted from 0.")
.bad(
    "topology template 1.3",
    "
inputs: {all: {type: list, entry_schema: {type: string}}, at: {type: integer}}
outputs: {a: {value: {get_input: [all, at]}}}
#                                      ^^
",
)
.good(
    "
inputs: {all: {type: list, entry_schema: {type: string}}}
outputs: {a: {value: {get_input: [all, 0]}}}
",
)
.supersedes(&[&super::super::arguments::INPUT_PATH])
.one_cause("inputs as list indexes");

pub(super) static BINDING: Code = Code::warning(
    "tosca/read-through-open-requirement",
    "T4.4.2-R6",
    STANDARD,
    "Checks that a requirement through which a value is read targets exactly one node.",
)
.why("The value is unknown if the requirement has no target or several.")
.advice("Assign the requirement once, to a node template, or name the node template in the function.")
.bad(
    "service template",
    "
~capability_types:
~  my.Door: {derived_from: tosca.capabilities.Node, properties: {width: {type: integer}}}
~node_types:
~  my.House:
~    derived_from: tosca.nodes.Root
~    properties: {size: {type: integer, required: false}}
~    capabilities: {door: {type: my.Door, occurrences: [0, UNBOUNDED]}}
~    requirements:
~      - next: {capability: my.Door, relationship: tosca.relationships.DependsOn, occurrences: [0, 2]}
topology_template:
  node_templates:
    first: {type: my.House, capabilities: {door: {properties: {width: 1}}}}
    second: {type: my.House, capabilities: {door: {properties: {width: 1}}}}
    third:
      type: my.House
      properties: {size: {get_property: [SELF, next, width]}}
#                                                    ^^^^^
      capabilities: {door: {properties: {width: 1}}}
      requirements: [next: first, next: second]
",
)
.good(
    "
~capability_types:
~  my.Door: {derived_from: tosca.capabilities.Node, properties: {width: {type: integer}}}
~node_types:
~  my.House:
~    derived_from: tosca.nodes.Root
~    properties: {size: {type: integer, required: false}}
~    capabilities: {door: {type: my.Door, occurrences: [0, UNBOUNDED]}}
~    requirements:
~      - next: {capability: my.Door, relationship: tosca.relationships.DependsOn, occurrences: [0, 2]}
topology_template:
  node_templates:
    first: {type: my.House, capabilities: {door: {properties: {width: 1}}}}
    second: {type: my.House, capabilities: {door: {properties: {width: 1}}}}
    third:
      type: my.House
      properties: {size: {get_property: [SELF, next, width]}}
      capabilities: {door: {properties: {width: 1}}}
      requirements: [next: first]
",
);

pub(super) static EMPTY: Code = Code::warning(
    "tosca/unset-read-property",
    "T4.4.2-R8",
    STANDARD,
    "Reports a read of a property that has no value: it is not required, has no default, and the template does not assign it.",
)
.earlier(&["tosca/reads-nothing"])
.why("The function returns nothing, and some processors reject that.")
.advice("Assign the property in the template, or give it a default in the type.")
.bad(
    "service template",
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties: {a: {type: string, required: false}}
topology_template:
  node_templates: {app: {type: my.App}}
  outputs: {a: {value: {get_property: [app, a]}}}
#                                           ^
",
)
.good(
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties: {a: {type: string, required: false}}
topology_template:
  node_templates: {app: {type: my.App, properties: {a: text}}}
  outputs: {a: {value: {get_property: [app, a]}}}
",
);

pub(super) static ATTRIBUTE: Code = Code::error(
    "tosca/unknown-read-attribute",
    "T4.5.1-R3",
    STANDARD,
    "Checks that `get_attribute` names an attribute of the entity, of the capability that its requirement targets, or of its capability. \
Each property is also an attribute.",
)
.why("An attribute that does not exist never has a value, so the function fails or returns nothing.")
.advice("Correct the name, or declare the attribute in the type.")
.bad(
    "outputs",
    "
a: {value: {get_attribute: [server, ip_address]}}
#                                   ^^^^^^^^^^
",
)
.good("a: {value: {get_attribute: [server, private_address]}}");
