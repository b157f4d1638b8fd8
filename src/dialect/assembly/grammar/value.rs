//! Codes for `${…}` references and for names of components.

use crate::jinja::{MALFORMED_TEMPLATE, UNKNOWN_VARIABLE};
use limn_language::diagnostic::Code;

const VALUES: &str =
    "TNC-O assembly descriptor, Property values; CP4NA 2.7 assembly descriptors, Property values";

pub(super) static CODES: &[&Code] = &[
    &MALFORMED_REFERENCE,
    &UNKNOWN_PROPERTY,
    &UNKNOWN_HEAD,
    &UNKNOWN_INSTANCE_VALUE,
    &ITEM_OUTSIDE_GROUP,
    &END_OUTSIDE_RELATIONSHIP,
    &MIXED_REFERENCE,
    &UNKNOWN_END,
    &UNKNOWN_OPERATION_COMPONENT,
    &UNKNOWN_METRIC_COMPONENT,
    &MALFORMED_TEMPLATE,
    &UNKNOWN_VARIABLE,
];

pub static MALFORMED_REFERENCE: Code = Code::error(
    "assembly/malformed-reference",
    "A-REF-1",
    VALUES,
    "Checks the syntax of `${…}`: the path of one value, with names separated by dots and indexes of list entries in brackets. It must be closed, and \
must not be empty, contain spaces, or be nested.",
)
.why("It cannot be escaped.")
.advice("Close the braces, and write one path without spaces, such as `${component.property}` or `${ports[0]}`.")
.bad(
    "document",
    "
~composition: {balancer: {type: 'resource::r::1.0'}}
properties:
  ip: {value: '${balancer.publicIp'}
#              ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
~composition: {balancer: {type: 'resource::r::1.0'}}
properties:
  ip: {value: '${balancer.publicIp}'}
",
);
pub static UNKNOWN_PROPERTY: Code = Code::error(
    "assembly/unknown-property",
    "A-REF-2",
    VALUES,
    "Checks that the property in `${name}` exists in the descriptor's own `properties`.",
)
.why("The reference resolves to nothing, so the property that reads it has no value.")
.advice("Correct the name, or add the property to `properties`.")
.bad(
    "resource",
    "
properties:
  b: {value: '${a}'}
#               ^
",
)
.good(
    "
properties:
  a: {type: string}
  b: {value: '${a}'}
",
);
pub static UNKNOWN_HEAD: Code = Code::error(
    "assembly/unknown-reference",
    "A-REF-3",
    VALUES,
    "Checks that the name before the dot in `${owner.property}` is a component, a reference, a structured property of the assembly, or one of the \
keywords `instance`, `item`, `source` and `target` where they are available.",
)
.why("The reference resolves to nothing, so the property that reads it has no value. Often the component was renamed or removed.")
.advice("Correct the name, or add the component or property.")
.bad(
    "document",
    "
composition:
  balancer: {type: 'resource::lb::1.0'}
properties:
  ip: {value: '${loadbalancer.publicIp}'}
#                ^^^^^^^^^^^^
",
)
.good(
    "
composition:
  balancer: {type: 'resource::lb::1.0'}
properties:
  ip: {value: '${balancer.publicIp}'}
",
);
pub static UNKNOWN_INSTANCE_VALUE: Code = Code::error(
    "assembly/unknown-instance-value",
    "A-REF-5",
    VALUES,
    "Checks that the property in `${instance.…}` is `name`, `id` or `index`.",
)
.why("The instance is only being created, so it has no other values yet.")
.advice("Use one of these, or read a property of the assembly or of a component.")
.bad(
    "property",
    "
value: '${instance.hostname}'
#       ^^^^^^^^^^^^^^^^^^^^
",
)
.good("value: '${instance.name}'");
pub static ITEM_OUTSIDE_GROUP: Code = Code::error(
    "assembly/item-outside-group",
    "A-REF-6",
    "CP4NA 2.7 assembly descriptors, Component groups",
    "Checks that `${item}` is only used in the properties of a component with `items`.",
)
.why("`${item}` is the entry that an instance is created for.")
.advice("Add `items` to the component, or read a property instead.")
.bad(
    "composition",
    "
a: {type: 'resource::r::1.0', properties: {d: {value: '${item}'}}}
#                                                      ^^^^^^^
",
)
.good("a: {type: 'resource::r::1.0', items: '${list}', properties: {d: {value: '${item}'}}}");
pub static END_OUTSIDE_RELATIONSHIP: Code = Code::error(
    "assembly/end-outside-relationship",
    "A-REF-7",
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships",
    "Checks that `${source.…}` and `${target.…}` are only used in the properties of a relationship.",
)
.why("They read from the source and the target of the relationship.")
.advice("Name the component instead: `${component.property}`.")
.bad(
    "component",
    "
properties:
  ip: {value: '${source.privateIp}'}
#              ^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
relationships:
  serves:
    properties:
      ip: {value: '${source.privateIp}'}
",
);
pub static MIXED_REFERENCE: Code = Code::info(
    "assembly/text-around-reference",
    "A-REF-12",
    VALUES,
    "Checks for text around `${…}`.",
)
.why("The documentation of neither product shows it, but published descriptors use it. The result is always a string, so a number or a list loses \
its type.")
.advice("Remove the text, or add it to the value of the property that `${…}` reads.")
.bad(
    "property",
    "
value: ${instance.name}_gateway
#      ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("value: ${instance.name}");
pub static UNKNOWN_END: Code = Code::error(
    "assembly/unknown-relationship-end",
    "A-REL-3",
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships",
    "Checks that the sources and targets of a relationship exist. They name a component of this assembly and its capability or requirement \
(`component.capability`), or a reference by its name only.",
)
.why("A missing component never reaches its state, so the relationship is never created.")
.advice("Correct the name, or add the component or reference.")
.bad(
    "document",
    "
composition:
  net: {type: 'resource::net::1.0'}
  server: {type: 'resource::server::1.0'}
relationships:
  uses:
    source-capabilities: [storage.Network]
#                         ^^^^^^^
    target-requirements: [server.Network]
~    source-state: Active
~    target-state: Inactive
",
)
.good(
    "
composition:
  net: {type: 'resource::net::1.0'}
  server: {type: 'resource::server::1.0'}
relationships:
  uses:
    source-capabilities: [net.Network]
    target-requirements: [server.Network]
~    source-state: Active
~    target-state: Inactive
",
);
pub static UNKNOWN_OPERATION_COMPONENT: Code = Code::error(
    "assembly/unknown-component-of-operation",
    "A-OP-2",
    "TNC-O assembly descriptor, Operations; CP4NA 2.7 assembly descriptors, Operations",
    "Checks that a promoted operation belongs to a component of this assembly.",
)
.why("A call of the operation is passed on to this component. Without the component, nothing can run it.")
.advice("Correct the name of the component in `source-operation`.")
.bad(
    "document",
    "
operations:
  Add: {source-operation: nobody.Add}
#                         ^^^^^^
",
)
.good(
    "
composition:
  balancer: {type: 'resource::lb::1.0'}
operations:
  Add: {source-operation: balancer.Add}
",
);
pub static UNKNOWN_METRIC_COMPONENT: Code = Code::error(
    "assembly/unknown-component-of-metric",
    "A-MET-2",
    "TNC-O assembly descriptor, Metrics",
    "Checks that a promoted metric belongs to a component of this assembly.",
)
.why("The readings of the metric come from this component. Without the component there are none, and policies that use the metric never act.")
.advice("Correct the name of the component in `source-metric`.")
.bad(
    "document",
    "
metrics:
  load: {source-metric: B9.load}
#                       ^^
",
)
.good(
    "
composition:
  B1: {type: 'resource::r::1.0'}
metrics:
  load: {source-metric: B1.load}
",
);
