//! Rule: `entry-schema` is on a list or map, is spelled with a hyphen, and contains no misplaced `default`.

use super::super::grammar::CP4NA;
use super::super::model::{Descriptor, Property};
use super::types::{self, Type};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Node, Op, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&IGNORED_ENTRY_SCHEMA, &ENTRY_SCHEMA_SPELLING, &NESTED_DEFAULT, &UNCHECKED_ENTRIES],
    check,
};

static IGNORED_ENTRY_SCHEMA: Code = Code::warning(
    "assembly/ignored-entry-schema",
    "A-SCHEMA-1",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks that only a `list` or `map` has an `entry-schema`.",
)
.earlier(&["assembly/idle-entry-schema"])
.why("It describes the entries; other types have none.")
.advice("Remove `entry-schema`, or change the `type` to `list` or `map`.")
.bad(
    "cp4na properties",
    "
a: {type: string, entry-schema: {type: integer}}
#                 ^^^^^^^^^^^^
",
)
.good("a: {type: list, entry-schema: {type: integer}}");
static ENTRY_SCHEMA_SPELLING: Code = Code::info(
    "assembly/entry-schema-spelling",
    "A-SCHEMA-2",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks the spelling of `entry-schema`. Published descriptors use both `entry-schema` and `entry_schema`, and both are accepted. Only \
`entry-schema` is documented.",
)
.why("If one property has both, it is unclear which applies: that is an error.")
.advice("Rename `entry_schema` to `entry-schema`; if the property has both, remove `entry_schema`.")
.bad(
    "cp4na properties",
    "
ports: {type: list, entry_schema: {type: integer}}
#                   ^^^^^^^^^^^^
",
)
.good("ports: {type: list, entry-schema: {type: integer}}");
static NESTED_DEFAULT: Code = Code::warning(
    "assembly/nested-default",
    "A-SCHEMA-3",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks for a `default` inside `entry-schema`.",
)
.why("It would be the default of one entry. The default of the whole list or map goes beside `entry-schema`.")
.advice("Move `default` out of `entry-schema`, to the property itself.")
.bad(
    "cp4na properties",
    "
l: {type: list, entry-schema: {type: integer, default: [1, 2]}}
#                                             ^^^^^^^
",
)
.good("l: {type: list, entry-schema: {type: integer}, default: [1, 2]}");
static UNCHECKED_ENTRIES: Code = Code::info(
    "assembly/unchecked-entries",
    "A-SCHEMA-7",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks that a list or map has an `entry-schema`.",
)
.why("Without it, the entries are not checked.")
.advice("Add `entry-schema` with the `type` of the entries.")
.bad(
    "cp4na properties",
    "
ports: {type: list}
#             ^^^^
",
)
.good("ports: {type: list, entry-schema: {type: integer}}");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    let of_data_types = descriptor.data_types.iter().flat_map(|data_type| &data_type.properties);
    for property in descriptor.all_properties().chain(of_data_types) {
        if let Some(definition) = descriptor.node(&property.path).filter(|node| node.is_mapping()) {
            check_property(descriptor, property, definition, report);
        }
    }
}

fn check_property(descriptor: &Descriptor, property: &Property, definition: Node<'_>, report: &mut Report) {
    let (hyphenated, underscored) = (definition.get("entry-schema"), definition.get("entry_schema"));
    if let Some(underscored) = underscored {
        let key = underscored.key().map_or(underscored.range(), Node::range);
        let diagnostic = if hyphenated.is_some() {
            Diagnostic::new(
                &ENTRY_SCHEMA_SPELLING,
                key,
                property.path.clone(),
                message::duplicate("key", "entry-schema") + ", spelled `entry_schema`",
            )
            .severity(Severity::Error)
        } else {
            Diagnostic::new(
                &ENTRY_SCHEMA_SPELLING,
                key,
                property.path.clone(),
                message::expected("`entry-schema`", "`entry_schema`"),
            )
            .fix(
                "Rename to `entry-schema`",
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
                    "`entry-schema` has no effect: property `{}` is not a list or map",
                    property.name
                );
                report.push(Diagnostic::new(&IGNORED_ENTRY_SCHEMA, key, property.path.clone(), message));
            }
            check_nested_default(property, definition, schema, report);
        }
        None if has_entries => {
            let message = format!("entries of `{}` are not checked: it has no `entry-schema`", property.name);
            let range = property.kind.as_ref().map_or(property.range, |kind| kind.range);
            report.push(Diagnostic::new(&UNCHECKED_ENTRIES, range, property.path.clone(), message));
        }
        None => {}
    }
}

fn check_nested_default(property: &Property, definition: Node<'_>, schema: Node<'_>, report: &mut Report) {
    let Some(default) = schema.get("default") else { return };
    let key = default.key().map_or(default.range(), Node::range);
    let message = format!("`default` in `entry-schema` is for one entry, not for `{}`", property.name);
    let mut diagnostic = Diagnostic::new(&NESTED_DEFAULT, key, property.path.clone(), message);
    if let (None, Some(value)) = (definition.get("default"), plain_value(default, 0)) {
        let spelling = if definition.get("entry-schema").is_some() { "entry-schema" } else { "entry_schema" };
        diagnostic = diagnostic.fix(
            "Move `default` up one level",
            vec![
                Op::Remove { at: property.path.key(spelling).key("default"), prune: false },
                Op::Insert {
                    into: property.path.clone(),
                    key: "default".to_owned(),
                    value,
                    placement: limn_yaml::Placement::Last,
                },
            ],
        );
        // Not safe: the value is rewritten, which loses its comments and layout.
        diagnostic = diagnostic.unsafe_fix();
    }
    report.push(diagnostic);
}

/// Converts a node to a value that can be inserted elsewhere; `None` if that loses an alias, anchor or tag.
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
        let entry = |entry: limn_yaml::Entry<'_>| {
            Some((entry.key.as_str()?.into_owned(), plain_value(entry.value, depth + 1)?))
        };
        return node.entries().map(entry).collect::<Option<Vec<_>>>().map(Value::Mapping);
    }
    let text = node.as_str()?.into_owned();
    Some(if node.style() == limn_yaml::Style::Plain { Value::Plain(text) } else { Value::Quoted(text) })
}
