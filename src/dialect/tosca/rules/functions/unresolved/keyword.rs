//! Keywords that name an entity by its role: `SELF`, `SOURCE`, `TARGET` and `HOST`.

use super::super::STANDARD;
use limn_language::diagnostic::Code;

pub(super) static OWN: Code = Code::error(
    "tosca/self-out-of-place",
    "T4.1-R1",
    STANDARD,
    "Checks that `SELF` is used inside a node or relationship.",
)
.why("`SELF` refers to the node or relationship that contains the function.")
.advice("In inputs, outputs, groups, policies and substitution mappings, name a template instead.")
.bad(
    "topology template",
    "
node_templates: {web: {type: tosca.nodes.Compute}}
outputs: {a: {value: {get_attribute: [SELF, private_address]}}}
#                                     ^^^^
",
)
.good(
    "
node_templates:
  web:
    type: tosca.nodes.Compute
    interfaces:
      Standard: {create: {inputs: {a: {get_attribute: [SELF, private_address]}}}}
",
);

pub(super) static SOURCE: Code = Code::error(
    "tosca/source-out-of-place",
    "T4.1-R2",
    STANDARD,
    "Checks that `SOURCE` is used inside a relationship.",
)
.why("`SOURCE` refers to the source node of the relationship.")
.advice("Name a node template instead of `SOURCE`.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  interfaces:
    Standard: {create: {inputs: {a: {get_attribute: [SOURCE, private_address]}}}}
#                                                    ^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  interfaces:
    Standard: {create: {inputs: {a: {get_attribute: [SELF, private_address]}}}}
",
);

pub(super) static TARGET: Code = Code::error(
    "tosca/target-out-of-place",
    "T4.1-R3",
    STANDARD,
    "Checks that `TARGET` is used inside a relationship.",
)
.why("`TARGET` refers to the target node of the relationship.")
.advice("Name a node template instead of `TARGET`.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  interfaces:
    Standard: {create: {inputs: {a: {get_attribute: [TARGET, private_address]}}}}
#                                                    ^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  interfaces:
    Standard: {create: {inputs: {a: {get_attribute: [SELF, private_address]}}}}
",
);

pub(super) static HOST: Code =
    Code::error("tosca/host-out-of-place", "T4.1-R4", STANDARD, "Checks that `HOST` is used inside a node.")
        .why("`HOST` refers to the nodes that host the current node.")
        .advice("Name a node template instead of `HOST`.")
        .bad(
            "outputs",
            "
a: {value: {get_attribute: [HOST, private_address]}}
#                           ^^^^
",
        )
        .good("a: {value: {get_attribute: [server, private_address]}}");

pub(super) static NO_HOST: Code = Code::warning(
    "tosca/unresolved-host",
    "T4.1-R7",
    STANDARD,
    "Checks that a node on the host chain has the value that `HOST` reads. The lookup follows the `HostedOn` relationships, nearest host first.",
)
.earlier(&["tosca/no-such-host"])
.why("It fails if the node has no host, or no host has the name.")
.advice("Assign the requirement `host` to a node that has the value, or correct the name.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  interfaces:
    Standard: {create: {inputs: {a: {get_attribute: [HOST, private_address]}}}}
#                                                    ^^^^
",
)
.good(
    "
app:
  type: tosca.nodes.SoftwareComponent
  requirements: [host: web]
  interfaces:
    Standard: {create: {inputs: {a: {get_attribute: [HOST, private_address]}}}}
web: {type: tosca.nodes.Compute}
",
);
