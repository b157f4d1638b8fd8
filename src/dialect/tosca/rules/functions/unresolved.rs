//! Unresolved function calls: unknown inputs, entities, properties, attributes, operations or artifacts, and misplaced keywords.

use std::collections::BTreeSet;

use super::super::Rule;
use super::super::values::RESULT;
use super::STANDARD;
use crate::function::{Call, Function, Keyword};
use crate::model::Service;
use crate::name_index::{Site, Spot};
use crate::resolve::{Fault, FaultKind, Verdict};
use crate::value::Compatibility;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &OWN,
        &SOURCE,
        &TARGET,
        &HOST,
        &NO_HOST,
        &INPUT,
        &ENTITY,
        &PROPERTY,
        &PART,
        &BINDING,
        &EMPTY,
        &ATTRIBUTE,
        &INTERFACE,
        &OPERATION,
        &IMPLEMENTATION,
        &TYPE,
        &ARTIFACT,
        &MISFIT,
        &INPUT_MISFIT,
    ],
    check,
};

static OWN: Code = Code::error(
    "tosca/self-out-of-place",
    "T4.1-R1",
    STANDARD,
    "Checks that `SELF` is used inside a node or relationship, which it refers to. In inputs, outputs, groups, policies and substitution \
mappings, name a template instead.",
)
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
static SOURCE: Code = Code::error(
    "tosca/source-out-of-place",
    "T4.1-R2",
    STANDARD,
    "Checks that `SOURCE` is used inside a relationship. It refers to the source node of the relationship.",
)
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
static TARGET: Code = Code::error(
    "tosca/target-out-of-place",
    "T4.1-R3",
    STANDARD,
    "Checks that `TARGET` is used inside a relationship. It refers to the target node of the relationship.",
)
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
static HOST: Code = Code::error(
    "tosca/host-out-of-place",
    "T4.1-R4",
    STANDARD,
    "Checks that `HOST` is used inside a node. It refers to the nodes that host the node.",
)
.bad(
    "outputs",
    "
a: {value: {get_attribute: [HOST, private_address]}}
#                           ^^^^
",
)
.good("a: {value: {get_attribute: [server, private_address]}}");
static NO_HOST: Code = Code::warning(
    "tosca/no-such-host",
    "T4.1-R7",
    STANDARD,
    "Checks that a node on the host chain has the value that `HOST` reads. The lookup follows the `HostedOn` relationships, nearest host \
first. It fails if the node has no host, or no host has the name.",
)
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
static INPUT: Code = Code::error(
    "tosca/unknown-input",
    "T4.4.1-R1",
    STANDARD,
    "Checks that `get_input` names an input of the topology template. In a workflow, the inputs of the workflow take precedence.",
)
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
static ENTITY: Code = Code::error(
    "tosca/unknown-entity",
    "T4.4.2-R2",
    STANDARD,
    "Checks that the first argument of a function is a keyword, or a node template, relationship template or group of this service template.",
)
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
static PROPERTY: Code = Code::error(
    "tosca/unknown-read-property",
    "T4.4.2-R4",
    STANDARD,
    "Checks that `get_property` names a property of the entity, of the capability that its requirement targets, or of its capability. The \
lookup is in this order.",
)
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
static PART: Code = Code::error(
    "tosca/no-such-part",
    "T4.4.2-R5",
    STANDARD,
    "Checks that the arguments after the property name select a nested value: a name in a data type or map, an index in a list.",
)
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
static BINDING: Code = Code::warning(
    "tosca/read-through-open-requirement",
    "T4.4.2-R6",
    STANDARD,
    "Checks that a requirement through which a value is read targets exactly one node. The value is unknown if the requirement has no \
target or several.",
)
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
static EMPTY: Code = Code::warning(
    "tosca/reads-nothing",
    "T4.4.2-R8",
    STANDARD,
    "Checks that the property that is read has a value. It is not required, has no default, and the template does not assign it.",
)
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
static ATTRIBUTE: Code = Code::error(
    "tosca/unknown-read-attribute",
    "T4.5.1-R3",
    STANDARD,
    "Checks that `get_attribute` names an attribute of the entity, of the capability that its requirement targets, or of its capability. \
Each property is also an attribute.",
)
.bad(
    "outputs",
    "
a: {value: {get_attribute: [server, ip_address]}}
#                                   ^^^^^^^^^^
",
)
.good("a: {value: {get_attribute: [server, private_address]}}");
static INTERFACE: Code = Code::error(
    "tosca/unknown-read-interface",
    "T4.6.1-R3",
    STANDARD,
    "Checks that `get_operation_output` names an interface of the entity.",
)
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
static OPERATION: Code = Code::error(
    "tosca/unknown-read-operation",
    "T4.6.1-R4",
    STANDARD,
    "Checks that `get_operation_output` names an operation of the interface.",
)
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
static IMPLEMENTATION: Code = Code::warning(
    "tosca/operation-without-output",
    "T4.6.1-R7",
    STANDARD,
    "Checks that the operation of `get_operation_output` has an implementation. Without one, nothing runs and there is no output.",
)
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
static TYPE: Code = Code::error(
    "tosca/unknown-read-type",
    "T4.7.1-R1",
    STANDARD,
    "Checks that `get_nodes_of_type` names a known node type: declared in this file, imported, or built in. There are no nodes of an \
unknown type.",
)
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
static ARTIFACT: Code = Code::error(
    "tosca/unknown-read-artifact",
    "T4.8.1-R3",
    STANDARD,
    "Checks that `get_artifact` names an artifact of the entity or of its type.",
)
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
static MISFIT: Code = Code::warning(
    "tosca/read-value-misfit",
    "T4.4.2-R7",
    STANDARD,
    "Checks that the type of the value that a function returns matches the type of its target.",
)
.bad(
    "service template",
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties: {a: {type: integer}, b: {type: boolean}}
topology_template:
  node_templates:
    app: {type: my.App, properties: {a: 1, b: {get_property: [SELF, a]}}}
#                                             ^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties: {a: {type: integer}, b: {type: float}}
topology_template:
  node_templates:
    app: {type: my.App, properties: {a: 1, b: {get_property: [SELF, a]}}}
",
);
static INPUT_MISFIT: Code = Code::warning(
    "tosca/input-misfit",
    "T4.4.1-R2",
    STANDARD,
    "Checks that the type of an input matches the type of the property that reads it. A value can be valid for the input and be refused by \
the property later.",
)
.bad(
    "service template",
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
topology_template:
  inputs: {p: {type: list, entry_schema: {type: integer}}}
  node_templates: {n: {type: my.A, properties: {port: {get_input: p}}}}
#                                                     ^^^^^^^^^^^^^^
",
)
.good(
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
topology_template:
  inputs: {p: {type: integer}}
  node_templates: {n: {type: my.A, properties: {port: {get_input: p}}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let name_index = service.name_index();
    let mut misfits = BTreeSet::new();
    for (site, outcome) in name_index.sites.iter().zip(&name_index.outcomes) {
        let Some(call) = Call::of(site.value) else { continue };
        match &outcome.verdict {
            Verdict::Fault(fault) => {
                // The number of arguments is reported first.
                let is_whole = call.function != Function::GetOperationOutput || call.arguments().len() == 4;
                if !is_whole && matches!(fault.what, FaultKind::Implementation) {
                    continue;
                }
                let code = code_of(call.function, fault);
                report.push(service.fault(code, fault.at, fault.message.clone()));
            }
            Verdict::Nothing(at, _) => {
                let name = at.as_str().unwrap_or_default();
                let message = format!("`{name}` has neither a value nor a default");
                report.push(service.fault(&EMPTY, *at, message));
            }
            Verdict::Gives(Some(given)) => {
                if let Some(misfit) = misfit(service, &call, site, given) {
                    misfits.insert((misfit.range.start, misfit.range.end));
                    report.push(misfit);
                }
            }
            Verdict::Gives(None) | Verdict::Undetermined => {}
        }
    }
    // Another rule reports this for all values; this one is more specific for reads.
    let is_reported = |it: &Diagnostic| misfits.contains(&(it.range.start, it.range.end));
    report.diagnostics.retain(|it| *it.code != RESULT || !is_reported(it));
}

fn misfit<'d>(
    service: &Service<'d>,
    call: &Call<'d>,
    site: &Site<'d>,
    given: &crate::value::ValueType<'d>,
) -> Option<Diagnostic> {
    let is_value = !matches!(site.spot, Spot::Argument | Spot::Literal);
    let asked = site.value_type.as_ref().filter(|_| is_value)?;
    let found = given.compatibility(&service.world, asked);
    if !matches!(found, Compatibility::Parsed | Compatibility::Misfit) {
        return None;
    }
    let code = if call.function == Function::GetInput { &INPUT_MISFIT } else { &MISFIT };
    let message = message::expected(format!("`{}`", asked.name.text), format!("`{}`", given.name.text));
    Some(service.fault(code, call.node, message))
}

fn code_of(function: Function, fault: &Fault<'_>) -> &'static Code {
    match fault.what {
        FaultKind::Input => &INPUT,
        FaultKind::Entity => &ENTITY,
        FaultKind::Keyword(Keyword::Own) => &OWN,
        FaultKind::Keyword(Keyword::Source) => &SOURCE,
        FaultKind::Keyword(Keyword::Target) => &TARGET,
        FaultKind::Keyword(Keyword::Host) => &HOST,
        FaultKind::Member if function == Function::GetAttribute => &ATTRIBUTE,
        FaultKind::Member => &PROPERTY,
        FaultKind::Nested => &PART,
        FaultKind::Binding => &BINDING,
        FaultKind::Host => &NO_HOST,
        FaultKind::Interface => &INTERFACE,
        FaultKind::Operation => &OPERATION,
        FaultKind::Implementation => &IMPLEMENTATION,
        FaultKind::Artifact => &ARTIFACT,
        FaultKind::Type => &TYPE,
    }
}
