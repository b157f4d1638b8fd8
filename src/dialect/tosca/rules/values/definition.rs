//! Definitions of values: that their types are known, that entry schemas stand where there are entries, that defaults are values of the type.

use super::super::Rule;
use super::check::{Findings, Label, check_value};
use super::defined::{self, Defined, Role};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::grammar::V1_3;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, TypeKind, Word, named};
use crate::dialect::tosca::value::{
    DataSchema, DataType, Format, Kind, Operator, Primitive, clauses, format_fault,
};
use crate::yaml::{Node, Op, Value};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &UNKNOWN,
        &ABSTRACT,
        &ABBREVIATED,
        &UNTYPED,
        &ENTRY_SCHEMA,
        &NO_ENTRY_SCHEMA,
        &NO_ENTRY_TYPE,
        &EXTERNAL,
        &FIXED,
    ],
    check,
};

static UNKNOWN: Code = Code::error(
    "tosca/unknown-data-type",
    "T3.5.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "A type is one of YAML's or TOSCA's own (`string`, `integer`, `list`, `version`, …), or a data type that is declared here or imported.

Bad:
```yaml
properties: {port: {type: int16}}
```
Good:
```yaml
properties: {port: {type: integer}}
```",
);
static ABSTRACT: Code = Code::error(
    "tosca/abstract-scalar-unit",
    "T3.2.6-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6.3",
    "`scalar-unit` says that there is a unit, not what is measured: `scalar-unit.size`, `scalar-unit.time` and `scalar-unit.frequency` do.

Bad:
```yaml
disk: {type: scalar-unit}
```
Good:
```yaml
disk: {type: scalar-unit.size}
```",
);
static ABBREVIATED: Code = Code::warning(
    "tosca/abbreviated-type",
    "T3.2.1-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Types are named in full: `string`, `integer`, `boolean`. YAML's own short names for them are known to few processors.",
);
static UNTYPED: Code = Code::error(
    "tosca/untyped-definition",
    "T3.5.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "A property or attribute says of which type its values are, unless it refines one that a parent type declares.

Bad:
```yaml
properties: {port: {description: where it listens}}
```
Good:
```yaml
properties: {port: {type: integer, description: where it listens}}
```",
);
static ENTRY_SCHEMA: Code = Code::warning(
    "tosca/entry-schema-without-entries",
    "T3.5.9-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "`entry_schema` says what the entries of a list or map are. A value of another type has no entries, so that it says nothing; some tools write it all \
     the same.

Bad:
```yaml
ports: {type: integer, entry_schema: {type: integer}}
```
Good:
```yaml
ports: {type: list, entry_schema: {type: integer}}
```",
);
static NO_ENTRY_SCHEMA: Code = Code::warning(
    "tosca/missing-entry-schema",
    "T3.2.4-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.4, 3.2.5",
    "Without `entry_schema` nothing can be said of the entries of a list or map. Some processors refuse it; from 1.3 on the entries are strings then.

Bad:
```yaml
ports: {type: list}
```
Good:
```yaml
ports: {type: list, entry_schema: {type: integer}}
```",
);
static NO_ENTRY_TYPE: Code = Code::error(
    "tosca/entry-schema-without-type",
    "T3.5.9-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "An entry schema names the type of the entries.

Bad:
```yaml
ports: {type: list, entry_schema: {description: a port}}
```
Good:
```yaml
ports: {type: list, entry_schema: {type: integer, description: a port}}
```",
);
static EXTERNAL: Code = Code::error(
    "tosca/broken-external-schema",
    "T3.5.9-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9.3",
    "The schema of a `json` or `xml` value is written in that language itself, so it is well-formed JSON or XML.",
);

static FIXED: Code = Code::error(
    "tosca/value-in-definition",
    "T3.5.9-R12",
    "TOSCA Simple Profile in YAML 1.3, 3.6.10.6",
    "A property that a type declares has no value yet: what it has where nothing is given is its `default`. From 1.3 on a type may give a `value` to a \
property that it inherits; the property has that value from there on.

Bad:
```yaml
properties: {port: {type: integer, value: 80}}
```
Good:
```yaml
properties: {port: {type: integer, default: 80}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in defined::all(service) {
        definition(&mut findings, &it);
    }
    if V1_3.has(service.version) {
        short(&mut findings);
    }
    for (_, it) in service.own_types(TypeKind::Data) {
        let parent = Word::at(it.node, "derived_from");
        // Libraries that declare TOSCA's own types anew may declare this one as well.
        let is_abstract = |it: &Word<'_>| {
            Primitive::named(&it.text) == Some(Primitive::AnyScalar)
                && service.find(TypeKind::Data, &it.text).found().is_none()
        };
        if let Some(word) = parent.filter(is_abstract) {
            typed(&mut findings, &word);
        }
        // 1.3: a list or map by another name.
        schemas(&mut findings, it.node);
    }
    findings.tell(report);
}

fn definition<'d>(findings: &mut Findings<'_, 'd>, it: &Defined<'d>) {
    let service = findings.service;
    let schema = it.schema(service);
    match Word::at(it.node, "type") {
        Some(word) => typed(findings, &word),
        None if it.role == Role::Parameter || !it.complete => {}
        // A call that stands where a definition belongs is told by the tables.
        None if schema.data_type.is_none() && !super::check::is_call(it.node) => {
            let word = if it.role == Role::Attribute { "attribute" } else { "property" };
            findings.say(&UNTYPED, it.key, format!("the {word} `{}` has no type", it.name));
        }
        None => {}
    }
    entries(findings, it.node, &schema, it.name);
    let typed_here = it.node.get("type").is_some();
    if typed_here && schema.entry.is_none() && !V1_3.has(service.version) && declares_entries(&schema) {
        let message =
            format!("`{}` is a {} of anything: `entry_schema` would say of what", it.name, schema.name);
        if let Some(diagnostic) = findings.say(&NO_ENTRY_SCHEMA, it.key, message) {
            let value = Value::map([("type", Value::text("string"))]);
            let op = Op::Insert {
                into: it.key.path(),
                key: "entry_schema".to_owned(),
                value,
                spot: crate::yaml::Spot::After("type".to_owned()),
            };
            *diagnostic = diagnostic.clone().likely_fix("Say that the entries are strings", vec![op], false);
        }
    }
    if let Some(default) = it.node.get("default") {
        check_value(findings, &schema, default, &Label::Default(it.name));
    }
    if let Some(entry) = it.node.entry("value").filter(|_| it.role != Role::Attribute) {
        let introduced = it.complete && it.layers.len() == 1;
        if it.role == Role::Property && (introduced || !V1_3.has(service.version)) {
            let message = match introduced {
                true => format!("the property `{}` is declared here, and has no `value` yet", it.name),
                false => {
                    format!("before TOSCA 1.3 no type gives a `value` to a property, as to `{}`", it.name)
                }
            };
            if let Some(diagnostic) = findings.say(&FIXED, entry.key, message)
                && it.node.entry("default").is_none()
            {
                let ops = vec![Op::RenameKey { at: entry.key.path(), to: "default".to_owned() }];
                *diagnostic = diagnostic.clone().likely_fix("Make it the default", ops, false);
            }
        }
        check_value(findings, &schema, entry.value, &Label::Name(it.name));
    }
    external(findings, it, &schema);
}

/// 1.3: values in place of definitions, of what is inherited.
fn short(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let world = &service.world;
    for (id, it) in world.declared_in(FileId::OWN) {
        let effective = world.effective(id);
        for entry in named(it.node, "properties") {
            let node = entry.value.resolve();
            let Some(name) = entry.key.said().filter(|_| !node.is_mapping() && !node.is_null()) else {
                continue;
            };
            let Some(definition) = effective.properties().get(name) else { continue };
            match definition.layers.get(1..).filter(|farther| !farther.is_empty()) {
                Some(farther) => {
                    let schema = DataSchema::of_layers(world, farther);
                    check_value(findings, &schema, node, &Label::Name(name));
                }
                None if effective.complete => {
                    findings.say(&UNTYPED, entry.key, format!("the property `{name}` has no type"));
                }
                None => {}
            }
        }
    }
}

/// The type itself is `list` or `map`; one that derives from these may have its schema elsewhere.
fn declares_entries(schema: &DataSchema<'_>) -> bool {
    matches!(schema.data_type, Some(DataType::Primitive(Primitive::List | Primitive::Map)))
}

/// Holds the name of a type against what there is.
fn typed<'d>(findings: &mut Findings<'_, 'd>, word: &Word<'d>) {
    let service = findings.service;
    let world = &service.world;
    let data_type = DataType::named(world, &word.text, FileId::OWN);
    match data_type {
        DataType::Unknown => {
            let near = service.nearness.nearest_type(world, TypeKind::Data, &word.text);
            let message = format!("there is no data type `{}`", word.text);
            if let Some(diagnostic) = findings.say(&UNKNOWN, word.node, message) {
                *diagnostic = diagnostic.clone().meant(near, |near| word.replaced(near));
            }
        }
        DataType::Primitive(Primitive::AnyScalar) => {
            let message =
                "`scalar-unit` does not say what is measured: a size, a time or a frequency".to_owned();
            findings.say(&ABSTRACT, word.node, message);
        }
        DataType::Primitive(primitive) if Primitive::named(&word.text).is_none() => {
            let message = format!("`{}` is written in full: `{}`", word.text, primitive.name());
            if let Some(diagnostic) = findings.say(&ABBREVIATED, word.node, message) {
                replace(diagnostic, word.node, primitive.name());
            }
        }
        _ => {}
    }
}

fn replace(diagnostic: &mut crate::diagnostic::Diagnostic, at: Node<'_>, near: &str) {
    let ops = vec![Op::Replace { at: at.path(), value: Value::text(near) }];
    *diagnostic = diagnostic.clone().likely_fix(format!("Change to `{near}`"), ops, false);
}

/// The schemas of entries and keys, to the bottom.
fn entries<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, schema: &DataSchema<'d>, name: &str) {
    let has_entries = match schema.kind {
        Kind::Primitive(primitive) => primitive.has_entries(),
        Kind::Complex(_) => false,
        Kind::Untold => true,
    };
    if !has_entries {
        if let Some(entry) = node.entry("entry_schema").filter(|it| !it.value.is_null()) {
            let message = format!(
                "`{name}` is of type `{}`, which has no entries that a schema could be of",
                schema.name
            );
            if let Some(diagnostic) = findings.say(&ENTRY_SCHEMA, entry.key, message) {
                let ops = vec![Op::Remove { at: entry.value.path(), prune: false }];
                *diagnostic = diagnostic.clone().likely_fix("Take the entry schema out", ops, false);
            }
        }
        return;
    }
    schemas(findings, node);
}

fn schemas<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>) {
    for key in ["entry_schema", "key_schema"] {
        let Some(entry) = node.entry(key) else { continue };
        let said = entry.value.resolve();
        if said.is_null() || said.is_sequence() {
            continue;
        }
        if let Some(word) = Word::of(said) {
            typed(findings, &word);
            continue;
        }
        match Word::at(said, "type") {
            Some(word) => typed(findings, &word),
            None => drop(findings.say(&NO_ENTRY_TYPE, entry.key, format!("the `{key}` has no type"))),
        }
        // Anchors can make a schema its own entry: what has been said once ends it.
        if !entry.value.is_alias() {
            schemas(findings, said);
        }
    }
}

fn external<'d>(findings: &mut Findings<'_, 'd>, it: &Defined<'d>, schema: &DataSchema<'d>) {
    let Some(format) = schema.format else { return };
    let said = ["external-schema", "external_schema"].into_iter().filter_map(|key| it.node.get(key));
    let clauses = it.node.get("constraints").map(clauses).into_iter().flatten().flatten();
    let schemas = clauses.filter(|it| it.operator == Operator::Schema).map(|it| it.operand);
    for node in said.chain(schemas) {
        well_formed(findings, it, format, node);
    }
}

fn well_formed<'d>(findings: &mut Findings<'_, 'd>, it: &Defined<'d>, format: Format, node: Node<'d>) {
    let Some(text) = node.said().filter(|it| !it.trim().is_empty()) else { return };
    // A schema may be named by where it is.
    if !text.trim_start().starts_with(['{', '[', '<', '"']) && !text.contains('\n') {
        return;
    }
    if let Some(why) = format_fault(format, text) {
        findings.say(&EXTERNAL, node, format!("the schema of `{}` is no {}: {why}", it.name, format.word()));
    }
}
