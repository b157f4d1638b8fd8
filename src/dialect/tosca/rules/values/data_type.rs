//! Data types as they are declared: what they are made of, and that a value of them can be written down to the end.

use std::collections::BTreeSet;

use super::super::Rule;
use super::check::Findings;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Section, TypeId, TypeKind, named};
use crate::dialect::tosca::value::{DataSchema, Kind};
use crate::yaml::Op;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&EMPTY, &NO_PROPERTIES, &PRIMITIVE, &IDLE, &ENDLESS], check };

static EMPTY: Code = Code::warning(
    "tosca/empty-data-type",
    "T3.6.6-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6.3",
    "A data type derives from another one, or has properties of its own. Without either it is of no shape, and any value goes. TOSCA's own root of data \
     types is like that, so that no processor refuses it.

Bad:
```yaml
data_types: {my.Port: {description: a port}}
```
Good:
```yaml
data_types: {my.Port: {derived_from: integer, description: a port}}
```",
);
static NO_PROPERTIES: Code = Code::warning(
    "tosca/empty-properties",
    "T3.6.6-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6.3",
    "`properties` of a data type has at least one in it. Processors read an empty one as if it were not there, so leave it out.",
);
static PRIMITIVE: Code = Code::error(
    "tosca/simple-type-with-properties",
    "T3.6.6-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "A value of a type that derives from `string`, `integer`, `list` and their like is a scalar or a list: there is nowhere for properties.

Bad:
```yaml
my.Port: {derived_from: integer, properties: {name: {type: string}}}
```
Good:
```yaml
my.Port: {derived_from: tosca.datatypes.Root, properties: {number: {type: integer}, name: {type: string}}}
```",
);
static IDLE: Code = Code::warning(
    "tosca/idle-constraints",
    "T3.6.6-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "Constraints of a data type are about a simple value: a number, a text, a list. A complex type has its constraints on its properties.

Bad:
```yaml
my.Port: {properties: {number: {type: integer}}, constraints: [greater_than: 0]}
```
Good:
```yaml
my.Port: {properties: {number: {type: integer, constraints: [greater_than: 0]}}}
```",
);
static ENDLESS: Code = Code::error(
    "tosca/endless-data-type",
    "T3.6.6-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.6.6",
    "The type requires a property that is of the type itself, or of one that requires it in turn. No value of it comes to an end.

Bad:
```yaml
my.Node: {properties: {next: {type: my.Node}}}
```
Good:
```yaml
my.Node: {properties: {next: {type: my.Node, required: false}}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    let mut told = BTreeSet::new();
    for (id, it) in service.own_types(TypeKind::Data) {
        let name = &it.name;
        let properties = it.node.get("properties").filter(|node| !node.is_null());
        let is_empty = properties.is_none_or(|node| node.is_mapping() && node.entries().len() == 0);
        let derives = it.node.get("derived_from").is_some_and(|node| !node.is_null());
        let said = it.node.is_mapping() || it.node.is_null();
        if is_empty && !derives && said {
            let message = format!("`{name}` derives from nothing and has no properties: it is of no shape");
            findings.say(&EMPTY, it.key, message);
        } else if let Some(node) = properties.filter(|_| is_empty && derives) {
            let message = format!("`properties` of `{name}` is empty");
            if let Some(diagnostic) = findings.say(&NO_PROPERTIES, node.key().unwrap_or(node), message) {
                let ops = vec![Op::Remove { at: node.path(), prune: false }];
                *diagnostic = diagnostic.clone().fix("Take it out", ops);
            }
        }
        let schema = DataSchema::of_type(&service.world, id);
        if let (Kind::Primitive(primitive), false) = (schema.kind, is_empty)
            && let Some(entry) = it.node.entry("properties")
        {
            let message =
                format!("`{name}` comes to `{}` in the end, and has no properties", primitive.name());
            findings.say(&PRIMITIVE, entry.key, message);
        }
        let effective = service.world.effective(id);
        let complex =
            schema.kind.primitive().is_none() && effective.complete && !effective.properties().is_empty();
        let constraints = it.node.entry("constraints").filter(|it| complex && !it.value.is_null());
        if let Some(entry) = constraints {
            let message = format!("`{name}` is a complex type: its constraints have nothing to apply to");
            findings.say(&IDLE, entry.key, message);
        }
        endless(&mut findings, id, &mut told);
    }
    findings.tell(report);
}

/// Whether what a type requires leads back to it. Types that require each other are told of once: `told` are those.
fn endless(findings: &mut Findings<'_, '_>, id: TypeId, told: &mut BTreeSet<TypeId>) {
    let service = findings.service;
    let it = service.world.get(id);
    for entry in named(it.node, "properties") {
        let fields = service.fields.of_type(&service.world, id, Section::Properties);
        let field = entry.key.said().and_then(|name| fields.get(name));
        let Some(Kind::Complex(next)) = field.filter(|it| it.is_wanted()).map(|it| it.schema.kind) else {
            continue;
        };
        let among = |it: &TypeId| *it != id && leads_to(service, next, *it) && leads_to(service, *it, id);
        if leads_to(service, next, id) && !told.iter().any(among) {
            let message = format!(
                "`{}` requires itself by `{}`: no value of it comes to an end",
                it.name,
                entry.key.said().unwrap_or_default()
            );
            findings.say(&ENDLESS, entry.key, message);
            told.insert(id);
        }
    }
}

fn leads_to(service: &Service<'_>, from: TypeId, to: TypeId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut todo = vec![from];
    while let Some(id) = todo.pop() {
        if id == to {
            return true;
        }
        let fields = service.fields.of_type(&service.world, id, Section::Properties);
        for (_, field) in fields.wanted() {
            if let Kind::Complex(next) = field.schema.kind
                && seen.insert(next)
            {
                todo.push(next);
            }
        }
    }
    false
}
