//! What can be wrong with texts that refer to something.

use crate::diagnostic::Code;
use crate::dialect::assembly::jinja::{MALFORMED_TEMPLATE, UNKNOWN_VARIABLE};

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
    "`${…}` holds the path of one value: names with dots between them, and numbers in brackets for entries of a list. It is closed, not \
empty, holds no blanks, and does not stand inside another. There is no way to escape it.

Bad:
```yaml
value: '${balancer.publicIp'
```
Good:
```yaml
value: '${balancer.publicIp}'
```",
);
pub static UNKNOWN_PROPERTY: Code = Code::error(
    "assembly/unknown-property",
    "A-REF-2",
    VALUES,
    "`${name}` takes the value of a property from the descriptor's own `properties`, so there must be one of that name.

Bad:
```yaml
properties:
  b: {value: '${a}'}
```
Good:
```yaml
properties:
  a: {type: string}
  b: {value: '${a}'}
```",
);
pub static UNKNOWN_HEAD: Code = Code::error(
    "assembly/unknown-reference",
    "A-REF-3",
    VALUES,
    "What stands before the dot in `${owner.property}` is a component, a reference, a structured property of the assembly, or one of the \
words `instance`, `item`, `source` and `target` where they have a meaning.

Bad:
```yaml
composition:
  balancer: {type: 'resource::lb::1.0'}
properties:
  ip: {value: '${loadbalancer.publicIp}'}
```
Good:
```yaml
composition:
  balancer: {type: 'resource::lb::1.0'}
properties:
  ip: {value: '${balancer.publicIp}'}
```",
);
pub static UNKNOWN_INSTANCE_VALUE: Code = Code::error(
    "assembly/unknown-instance-value",
    "A-REF-5",
    VALUES,
    "Of the instance that is being created only `name`, `id` and `index` are known.

Bad:
```yaml
value: '${instance.hostname}'
```
Good:
```yaml
value: '${instance.name}'
```",
);
pub static ITEM_OUTSIDE_GROUP: Code = Code::error(
    "assembly/item-outside-group",
    "A-REF-6",
    "CP4NA 2.7 assembly descriptors, Component groups",
    "`${item}` is the entry that an instance is made for, so it means something only in the properties of a component that has `items`.

Bad:
```yaml
a: {type: 'resource::r::1.0', properties: {d: {value: '${item}'}}}
```
Good:
```yaml
a: {type: 'resource::r::1.0', items: '${list}', properties: {d: {value: '${item}'}}}
```",
);
pub static END_OUTSIDE_RELATIONSHIP: Code = Code::error(
    "assembly/end-outside-relationship",
    "A-REF-7",
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships",
    "`${source.…}` and `${target.…}` read the two ends of a relationship, so they stand in a relationship's properties and nowhere else.

Bad:
```yaml
properties:
  ip: {value: '${source.privateIp}'}
```
Good:
```yaml
relationships:
  serves:
    properties:
      ip: {value: '${source.privateIp}'}
```",
);
pub static MIXED_REFERENCE: Code = Code::info(
    "assembly/text-around-reference",
    "A-REF-12",
    VALUES,
    "Neither product's pages show text around `${…}`. Descriptors in use have it, and the result is a string, whatever the type of the value.

Bad:
```yaml
value: ${instance.name}_gateway
```
Good:
```yaml
value: ${instance.name}
```",
);
pub static UNKNOWN_END: Code = Code::error(
    "assembly/unknown-relationship-end",
    "A-REL-3",
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships",
    "An end of a relationship names a component of this assembly and what it offers or needs, `component.capability`; a reference is named \
bare. An end that is not there can never reach its state, so the relationship would never be made.

Bad:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
relationships:
  uses: {source-capabilities: [storage.Network]}
```
Good:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
relationships:
  uses: {source-capabilities: [net.Network]}
```",
);
pub static UNKNOWN_OPERATION_COMPONENT: Code = Code::error(
    "assembly/unknown-component-of-operation",
    "A-OP-2",
    "TNC-O assembly descriptor, Operations; CP4NA 2.7 assembly descriptors, Operations",
    "A published operation is one of a component of this assembly.

Bad:
```yaml
operations:
  Add: {source-operation: nobody.Add}
```
Good:
```yaml
composition:
  balancer: {type: 'resource::lb::1.0'}
operations:
  Add: {source-operation: balancer.Add}
```",
);
pub static UNKNOWN_METRIC_COMPONENT: Code = Code::error(
    "assembly/unknown-component-of-metric",
    "A-MET-2",
    "TNC-O assembly descriptor, Metrics",
    "A promoted metric is one of a component of this assembly.

Bad:
```yaml
metrics:
  load: {source-metric: B9.load}
```
Good:
```yaml
composition:
  B1: {type: 'resource::r::1.0'}
metrics:
  load: {source-metric: B1.load}
```",
);
