//! `entry-schema`: where it makes sense, how it is spelt, and what it must not hold.

use super::super::grammar::CP4NA;
use super::super::model::{Descriptor, Property};
use super::types::{self, Type};
use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::yaml::{Node, Op, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&IDLE_ENTRY_SCHEMA, &ENTRY_SCHEMA_SPELLING, &NESTED_DEFAULT, &UNCHECKED_ENTRIES], check };

static IDLE_ENTRY_SCHEMA: Code = Code::warning(
    "assembly/idle-entry-schema",
    "A-SCHEMA-1",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "`entry-schema` describes the entries of a `list` or a `map`; other types have none.

Bad:
```yaml
a: {type: string, entry-schema: {type: integer}}
```
Good:
```yaml
a: {type: list, entry-schema: {type: integer}}
```",
);
static ENTRY_SCHEMA_SPELLING: Code = Code::info(
    "assembly/entry-schema-spelling",
    "A-SCHEMA-2",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Both `entry-schema` and `entry_schema` are found in print and both are read. `entry-schema` is the one that is described. Written both ways on \
one property, nobody can tell which counts: that is an error.",
);
static NESTED_DEFAULT: Code = Code::warning(
    "assembly/nested-default",
    "A-SCHEMA-3",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "A `default` inside `entry-schema` would be the default of one entry. The default of the whole list or map stands beside `entry-schema`.

Bad:
```yaml
l: {type: list, entry-schema: {type: integer, default: [1, 2]}}
```
Good:
```yaml
l: {type: list, entry-schema: {type: integer}, default: [1, 2]}
```",
);
static UNCHECKED_ENTRIES: Code = Code::info(
    "assembly/unchecked-entries",
    "A-SCHEMA-7",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Without `entry-schema` nobody checks what a list or map holds.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    let of_data_types = descriptor.data_types.iter().flat_map(|data_type| &data_type.properties);
    for property in descriptor.all_properties().chain(of_data_types) {
        if let Some(definition) = descriptor.node(&property.path).filter(|node| node.is_mapping()) {
            one(descriptor, property, definition, report);
        }
    }
}

fn one(descriptor: &Descriptor, property: &Property, definition: Node<'_>, report: &mut Report) {
    let (dashed, lined) = (definition.get("entry-schema"), definition.get("entry_schema"));
    if let Some(lined) = lined {
        let key = lined.key().map_or(lined.range(), Node::range);
        let diagnostic = if dashed.is_some() {
            Diagnostic::new(
                &ENTRY_SCHEMA_SPELLING,
                key,
                property.path.clone(),
                "`entry-schema` stands here a second time, spelt with `_`",
            )
            .severity(Severity::Error)
        } else {
            Diagnostic::new(
                &ENTRY_SCHEMA_SPELLING,
                key,
                property.path.clone(),
                "`entry-schema` is the spelling that is described",
            )
            .fix(
                "Spell it `entry-schema`",
                vec![Op::RenameKey { at: property.path.key("entry_schema"), to: "entry-schema".to_owned() }],
            )
        };
        report.push(diagnostic);
    }
    let kind = types::of_property(descriptor, property);
    let has_entries = matches!(kind, Some(Type::List | Type::Map));
    match types::entry_schema(definition) {
        Some(schema) => {
            let key = schema.key().map_or(schema.range(), Node::range);
            if kind.is_some() && !has_entries {
                let message = format!(
                    "`{}` is neither a list nor a map, so it has no entries to describe",
                    property.name
                );
                report.push(Diagnostic::new(&IDLE_ENTRY_SCHEMA, key, property.path.clone(), message));
            }
            nested_default(property, definition, schema, report);
        }
        None if has_entries => {
            let message = format!("nothing says what the entries of `{}` are", property.name);
            let range = property.kind.as_ref().map_or(property.range, |kind| kind.range);
            report.push(Diagnostic::new(&UNCHECKED_ENTRIES, range, property.path.clone(), message));
        }
        None => {}
    }
}

fn nested_default(property: &Property, definition: Node<'_>, schema: Node<'_>, report: &mut Report) {
    let Some(default) = schema.get("default") else { return };
    let key = default.key().map_or(default.range(), Node::range);
    let message = format!("this is the default of one entry, not of `{}`", property.name);
    let mut diagnostic = Diagnostic::new(&NESTED_DEFAULT, key, property.path.clone(), message);
    if let (None, Some(value)) = (definition.get("default"), plain_value(default, 0)) {
        let spelling = if definition.get("entry-schema").is_some() { "entry-schema" } else { "entry_schema" };
        diagnostic = diagnostic.fix(
            "Move it one level up",
            vec![
                Op::Remove { at: property.path.key(spelling).key("default"), prune: false },
                Op::Insert {
                    into: property.path.clone(),
                    key: "default".to_owned(),
                    value,
                    spot: crate::yaml::Spot::Last,
                },
            ],
        );
        // It is written anew there: a comment beside it, and how it was laid out, would be lost.
        diagnostic = diagnostic.unsafe_fix();
    }
    report.push(diagnostic);
}

/// A node as a value to be written elsewhere; `None` where that would lose something.
fn plain_value(node: Node<'_>, depth: usize) -> Option<Value> {
    if depth > 16 || node.is_alias() || node.anchor().is_some() || node.tag().is_some() {
        return None;
    }
    if node.is_sequence() {
        return node
            .items()
            .map(|item| plain_value(item, depth + 1))
            .collect::<Option<Vec<_>>>()
            .map(Value::Sequence);
    }
    if node.is_mapping() {
        let entry = |entry: crate::yaml::Entry<'_>| {
            Some((entry.key.as_str()?.into_owned(), plain_value(entry.value, depth + 1)?))
        };
        return node.entries().map(entry).collect::<Option<Vec<_>>>().map(Value::Mapping);
    }
    let text = node.as_str()?.into_owned();
    Some(if node.style() == crate::yaml::Style::Plain { Value::Plain(text) } else { Value::Quoted(text) })
}
