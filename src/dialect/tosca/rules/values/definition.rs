//! Value definitions: known types, entry schemas on lists and maps, and valid defaults.

use super::super::{Rule, unimported};
use super::check::{Findings, Label, check_value};
use super::value_definition::{self, Role, ValueDefinition};
use crate::grammar::V1_3;
use crate::model::Service;
use crate::types::{FileId, ScalarText, TypeKind, named};
use crate::value::{DataSchema, DataType, Format, Operator, Primitive, ValueKind, clauses, format_fault};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Op, Value};

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
    "Checks that the type of a definition is built into YAML or TOSCA (`string`, `integer`, `list`, `version`, …), or a data type that is \
declared here or imported.",
)
.why("The type determines which values are valid, so most processors reject a definition of an unknown type.")
.advice("Correct the name, declare the type in `data_types`, or import the file that declares it.")
.bad(
    "node type",
    "
properties: {port: {type: int16}}
#                         ^^^^^
",
)
.good("properties: {port: {type: integer}}");
static ABSTRACT: Code = Code::error(
    "tosca/abstract-scalar-unit",
    "T3.2.6-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.2.6.3",
    "Reports the abstract type `scalar-unit`.",
)
.why("It has no units, so processors cannot read its values.")
.advice("Use `scalar-unit.size`, `scalar-unit.time` or `scalar-unit.frequency`, which define the units.")
.bad(
    "properties of a type",
    "
disk: {type: scalar-unit}
#            ^^^^^^^^^^^
",
)
.good("disk: {type: scalar-unit.size}");
static ABBREVIATED: Code = Code::warning(
    "tosca/abbreviated-type",
    "T3.2.1-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.1",
    "Reports YAML's short type names.",
)
.why("Few processors know them; write `string`, `integer` or `boolean` in full.")
.advice("Write the name in full, such as `string` instead of `str`.")
.bad(
    "inputs",
    "
a: {type: str}
#         ^^^
",
)
.good("a: {type: string}");
static UNTYPED: Code = Code::error(
    "tosca/untyped-definition",
    "T3.5.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "Checks that a property or attribute definition has a `type`, unless it refines one of a parent type.",
)
.why("Without a type, values cannot be checked or converted, so processors reject the definition.")
.advice("Add `type` with the name of a built-in or data type.")
.bad(
    "node type",
    "
properties: {port: {description: where it listens}}
#            ^^^^
",
)
.good("properties: {port: {type: integer, description: where it listens}}");
static ENTRY_SCHEMA: Code = Code::warning(
    "tosca/entry-schema-without-entries",
    "T3.5.9-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "Reports an `entry_schema` on a type that is neither a list nor a map.",
)
.why("It has no effect, although some tools write it on every property.")
.advice("Remove `entry_schema`, or change `type` to `list` or `map`.")
.bad(
    "properties of a type",
    "
ports: {type: integer, entry_schema: {type: integer}}
#                      ^^^^^^^^^^^^
",
)
.good("ports: {type: list, entry_schema: {type: integer}}");
static NO_ENTRY_SCHEMA: Code = Code::warning(
    "tosca/missing-entry-schema",
    "T3.2.4-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.2.4, 3.2.5",
    "Reports a list or map without `entry_schema`.",
)
.why("Its entries cannot be checked, and some processors reject it; from 1.3 on, the entries are strings.")
.advice("Add `entry_schema: {type: …}` with the type of the entries.")
.bad(
    "properties of a type",
    "
ports: {type: list}
#^^^^
",
)
.good("ports: {type: list, entry_schema: {type: integer}}")
.one_cause("lists and maps without `entry_schema`");
static NO_ENTRY_TYPE: Code = Code::error(
    "tosca/entry-schema-without-type",
    "T3.5.9-R11",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "Checks that an entry schema has the `type` of the entries.",
)
.why("Without a type, the entries cannot be checked, and strict processors reject the schema.")
.advice("Add `type` with the type of the entries.")
.bad(
    "properties of a type",
    "
ports: {type: list, entry_schema: {description: a port}}
#                   ^^^^^^^^^^^^
",
)
.good("ports: {type: list, entry_schema: {type: integer, description: a port}}");
static EXTERNAL: Code = Code::error(
    "tosca/broken-external-schema",
    "T3.5.9-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9.3",
    "Checks that the schema of a `json` or `xml` value is well-formed JSON or XML.",
)
.why("Values cannot be checked against a schema that cannot be read.")
.advice("Correct the JSON or XML in `schema`, such as a missing bracket or closing tag.")
.bad(
    "data types",
    r#"
my.D: {properties: {a: {type: json, constraints: [schema: '{"type": "object"']}}}
#                                                         ^^^^^^^^^^^^^^^^^^^
"#,
)
.good(r#"my.D: {properties: {a: {type: json, constraints: [schema: '{"type": "object"}']}}}"#);

static FIXED: Code = Code::error(
    "tosca/value-in-definition",
    "T3.5.9-R12",
    "TOSCA Simple Profile in YAML 1.3, 3.6.10.6",
    "Reports a `value` in a property definition of a type. A new property can only have a `default`. From 1.3 on, a type can set the \
`value` of an inherited property, which is then fixed.",
)
.why("Processors reject or ignore the value, so nodes of the type do not get it.")
.advice("Use `default` in place of `value`.")
.bad(
    "node type",
    "
properties: {port: {type: integer, value: 80}}
#                                  ^^^^^
",
)
.good("properties: {port: {type: integer, default: 80}}");

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in value_definition::all(service) {
        check_definition(&mut findings, &it);
    }
    if V1_3.has(service.version) {
        check_short_form(&mut findings);
    }
    for (_, it) in service.own_types(TypeKind::Data) {
        let parent = ScalarText::at(it.node, "derived_from");
        // Libraries that redeclare TOSCA's types may declare this one as well.
        let is_abstract = |word: &ScalarText<'_>| {
            Primitive::named(&word.text) == Some(Primitive::AnyScalar)
                && service.find(TypeKind::Data, &word.text).found().is_none()
        };
        if let Some(word) = parent.filter(is_abstract) {
            check_type(&mut findings, &word);
        }
        // 1.3: a list or map under another name.
        check_schemas(&mut findings, it.node);
    }
    findings.emit(report);
}

fn check_definition<'d>(findings: &mut Findings<'_, 'd>, it: &ValueDefinition<'d>) {
    let service = findings.service;
    let schema = it.schema(service);
    match ScalarText::at(it.node, "type") {
        Some(word) => check_type(findings, &word),
        None if it.role == Role::Parameter || !it.complete => {}
        // The grammar reports a call in place of a definition.
        None if schema.data_type.is_none() && !super::check::is_call(it.node) => {
            let word = if it.role == Role::Attribute { "attribute" } else { "property" };
            findings.report(&UNTYPED, it.key, message::missing_on("key", "type", word, it.name));
        }
        None => {}
    }
    check_entries(findings, it.node, &schema, it.name);
    let typed_here = it.node.get("type").is_some();
    if typed_here && schema.entry.is_none() && !V1_3.has(service.version) && declares_entries(&schema) {
        let message = format!("missing `entry_schema` on `{}` of type `{}`", it.name, schema.name);
        if let Some(diagnostic) = findings.report(&NO_ENTRY_SCHEMA, it.key, message) {
            let value = Value::map([("type", Value::text("string"))]);
            let op = Op::Insert {
                into: it.key.path(),
                key: "entry_schema".to_owned(),
                value,
                placement: limn_yaml::Placement::After("type".to_owned()),
            };
            *diagnostic = diagnostic.clone().likely_fix("Add entry schema of type `string`", vec![op], false);
        }
    }
    if let Some(default) = it.node.get("default") {
        check_value(findings, &schema, default, &Label::Default(it.name));
    }
    if let Some(entry) = it.node.entry("value").filter(|_| it.role != Role::Attribute) {
        let introduced = it.complete && it.layers.len() == 1;
        if it.role == Role::Property && (introduced || !V1_3.has(service.version)) {
            let message = match introduced {
                true => format!("new property `{}` cannot have a `value`; use `default`", it.name),
                false => {
                    format!("a `value` for the inherited property `{}` requires TOSCA 1.3", it.name)
                }
            };
            if let Some(diagnostic) = findings.report(&FIXED, entry.key, message)
                && it.node.entry("default").is_none()
            {
                let ops = vec![Op::RenameKey { at: entry.key.path(), to: "default".to_owned() }];
                *diagnostic = diagnostic.clone().likely_fix("Change to `default`", ops, false);
            }
        }
        check_value(findings, &schema, entry.value, &Label::Name(it.name));
    }
    check_external(findings, it, &schema);
}

/// 1.3: plain values in place of definitions, for inherited properties.
fn check_short_form(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let type_scope = &service.type_scope;
    for (id, it) in type_scope.declared_in(FileId::OWN) {
        let effective = type_scope.effective(id);
        for entry in named(it.node, "properties") {
            let node = entry.value.resolve();
            let Some(name) = entry.key.text().filter(|_| !node.is_mapping() && !node.is_null()) else {
                continue;
            };
            let Some(definition) = effective.properties().get(name) else { continue };
            match definition.layers.get(1..).filter(|farther| !farther.is_empty()) {
                Some(farther) => {
                    let schema = DataSchema::of_layers(type_scope, farther);
                    check_value(findings, &schema, node, &Label::Name(name));
                }
                None if effective.complete => {
                    let message = message::missing_on("key", "type", "property", name);
                    findings.report(&UNTYPED, entry.key, message);
                }
                None => {}
            }
        }
    }
}

/// Returns true if the type itself is `list` or `map`; a derived type may have its schema elsewhere.
fn declares_entries(schema: &DataSchema<'_>) -> bool {
    matches!(schema.data_type, Some(DataType::Primitive(Primitive::List | Primitive::Map)))
}

/// Checks that the name of a type is known.
fn check_type<'d>(findings: &mut Findings<'_, 'd>, word: &ScalarText<'d>) {
    let service = findings.service;
    let type_scope = &service.type_scope;
    let data_type = DataType::named(type_scope, &word.text, FileId::OWN);
    match data_type {
        DataType::Unknown => {
            let near = service.suggestions.nearest_type(type_scope, TypeKind::Data, &word.text);
            let message = message::unknown("data type", &word.text);
            if let Some(diagnostic) = findings.report(&UNKNOWN, word.node, message) {
                *diagnostic =
                    unimported::located(service, diagnostic.clone(), TypeKind::Data, word, |diagnostic| {
                        diagnostic.did_you_mean(near, |near| word.replaced(near))
                    });
            }
        }
        DataType::Primitive(Primitive::AnyScalar) => {
            let message =
                "expected `scalar-unit.size`, `scalar-unit.time` or `scalar-unit.frequency`, found `scalar-unit`".to_owned();
            findings.report(&ABSTRACT, word.node, message);
        }
        DataType::Primitive(primitive) if Primitive::of(type_scope, &word.text).is_none() => {
            let message = message::expected(format!("`{}`", primitive.name()), format!("`{}`", word.text));
            if let Some(diagnostic) = findings.report(&ABBREVIATED, word.node, message) {
                replace(diagnostic, word.node, primitive.name());
            }
        }
        _ => {}
    }
}

fn replace(diagnostic: &mut limn_language::diagnostic::Diagnostic, at: Node<'_>, near: &str) {
    let ops = vec![Op::Replace { at: at.path(), value: Value::text(near) }];
    *diagnostic = diagnostic.clone().likely_fix(format!("Change to `{near}`"), ops, false);
}

/// Checks entry and key schemas recursively.
fn check_entries<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, schema: &DataSchema<'d>, name: &str) {
    let has_entries = match schema.kind {
        ValueKind::Primitive(primitive) => primitive.has_entries(),
        ValueKind::Complex(_) => false,
        ValueKind::Fieldless(_) | ValueKind::Undetermined => true,
    };
    if !has_entries {
        if let Some(entry) = node.entry("entry_schema").filter(|entry| !entry.value.is_null()) {
            let message = format!("`{name}` of type `{}` has no entries to describe", schema.name);
            if let Some(diagnostic) = findings.report(&ENTRY_SCHEMA, entry.key, message) {
                let ops = vec![Op::Remove { at: entry.value.path(), prune: false }];
                *diagnostic = diagnostic.clone().likely_fix("Remove entry schema", ops, false);
            }
        }
        return;
    }
    check_schemas(findings, node);
}

fn check_schemas<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>) {
    for key in ["entry_schema", "key_schema"] {
        let Some(entry) = node.entry(key) else { continue };
        let schema = entry.value.resolve();
        if schema.is_null() || schema.is_sequence() {
            continue;
        }
        if let Some(word) = ScalarText::of(schema) {
            check_type(findings, &word);
            continue;
        }
        match ScalarText::at(schema, "type") {
            Some(word) => check_type(findings, &word),
            None => drop(findings.report(
                &NO_ENTRY_TYPE,
                entry.key,
                message::missing_at("key", "type", format_args!("`{key}`")),
            )),
        }
        // Anchors can make a schema its own entry; the check ends at reported nodes.
        if !entry.value.is_alias() {
            check_schemas(findings, schema);
        }
    }
}

fn check_external<'d>(findings: &mut Findings<'_, 'd>, it: &ValueDefinition<'d>, schema: &DataSchema<'d>) {
    let Some(format) = schema.format else { return };
    let schema = ["external-schema", "external_schema"].into_iter().filter_map(|key| it.node.get(key));
    let clauses = it.node.get("constraints").map(clauses).into_iter().flatten().flatten();
    let schemas = clauses.filter(|clause| clause.operator == Operator::Schema).map(|clause| clause.operand);
    for node in schema.chain(schemas) {
        check_form(findings, it, format, node);
    }
}

fn check_form<'d>(findings: &mut Findings<'_, 'd>, it: &ValueDefinition<'d>, format: Format, node: Node<'d>) {
    let Some(text) = node.text().filter(|text| !text.trim().is_empty()) else { return };
    // The value may be the location of a schema.
    if !text.trim_start().starts_with(['{', '[', '<', '"']) && !text.contains('\n') {
        return;
    }
    if let Some(why) = format_fault(format, text) {
        findings.report(
            &EXTERNAL,
            node,
            format!("invalid {} in the schema of `{}`: {why}", format.word(), it.name),
        );
    }
}
