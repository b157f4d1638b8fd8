//! Rule: literal values and defaults are of the declared type, including the entries of lists and maps.

use super::super::grammar::CP4NA;
use super::super::model::{Descriptor, Property};
use super::types::{self, ScalarMismatch, Type};
use limn_common::fix_missing;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Node, Op, Path, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&MISMATCHED_LITERAL, &MISMATCHED_COLLECTION, &MISMATCHED_ENTRY, &MISFITTING_DATA],
    check,
};

static MISMATCHED_LITERAL: Code = Code::error(
    "assembly/mismatched-literal",
    "A-PROP-8",
    "CP4NA 2.7 assembly descriptors, Property data types",
    "Checks that a value or default has the declared type: `integer` expects an integer, `boolean` expects `true` or `false`, `timestamp` expects an \
ISO 8601 date and time. A quoted number is a string; it is converted, but hides the intended type.",
)
.why("Components and drivers that read the property expect the declared type, and can fail at deployment with any other value.")
.advice("Write a value of the declared type, with numbers unquoted, or change `type`.")
.bad(
    "cp4na properties",
    "
count: {type: integer, default: two}
#                               ^^^
",
)
.good("count: {type: integer, default: 2}");
static MISMATCHED_COLLECTION: Code = Code::error(
    "assembly/mismatched-collection",
    "A-SCHEMA-5",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks that the value of a `list` is a sequence and the value of a `map` is a mapping. A list of one-key maps is not a map.",
)
.why("References and `items` read the entries of a map by key and those of a list by position. With the other form, they find nothing.")
.advice("Write a list as `[a, b]` and a map as `{a: 1, b: 2}`.")
.bad(
    "cp4na properties",
    "
sizes: {type: map, default: [{first: 1}, {second: 2}]}
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("sizes: {type: map, default: {first: 1, second: 2}}");
static MISMATCHED_ENTRY: Code = Code::error(
    "assembly/mismatched-entry",
    "A-SCHEMA-6",
    "CP4NA 2.7 assembly descriptors, Structured properties",
    "Checks that every entry of a list or map has the type that `entry-schema` declares.",
)
.why("Entries are read one at a time, for example by `${ports[1]}` or `items`, and the reader expects the declared type.")
.advice("Change the entry, or the `type` in `entry-schema`.")
.bad(
    "cp4na properties",
    "
ports: {type: list, entry-schema: {type: integer}, default: [80, http]}
#                                                                ^^^^
",
)
.good("ports: {type: list, entry-schema: {type: integer}, default: [80, 8080]}");
static MISFITTING_DATA: Code = Code::warning(
    "assembly/mismatched-data",
    "A-DT-8",
    "CP4NA 2.7 assembly descriptors, Data types",
    "Checks that a value of a data type has only properties of that type, including inherited ones, and has all required properties.",
)
.earlier(&["assembly/misfitting-data"])
.why("A property with a misspelled name is never read, and a reference to a missing property has no value.")
.advice("Correct the name of the property, add the missing one, or change `properties` of the data type.")
.bad(
    "cp4na document",
    "
properties: {tag: {type: tag, default: {nam: clustered}}}
#                                       ^^^
data-types: {tag: {properties: {name: {type: string}}}}
",
)
.good(
    "
properties: {tag: {type: tag, default: {name: clustered}}}
data-types: {tag: {properties: {name: {type: string}}}}
",
);

/// The maximum nesting depth to check.
const MAX_DEPTH: usize = 32;
/// The maximum number of diagnostics for one property.
const MAX_DIAGNOSTICS: usize = 50;

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    let of_data_types = descriptor.data_types.iter().flat_map(|data_type| &data_type.properties);
    for property in descriptor.all_properties().chain(of_data_types) {
        let Some(definition) = descriptor.node(&property.path) else { continue };
        let Some(expected) = types::of_property(descriptor, property) else { continue };
        if property.kind.is_none() {
            continue;
        }
        let written =
            ["value", "default"].map(|key| definition.get(key).map(|value| (value, property.path.key(key))));
        let mut values: Vec<(Node<'_>, Path)> = written.into_iter().flatten().collect();
        // Another rule reports a default inside the entry schema; its value is checked here against the whole list or map.
        if values.is_empty() && matches!(expected, Type::List | Type::Map) {
            values
                .extend(types::nested_default(descriptor, definition).map(|nested| (nested, nested.path())));
        }
        for (value, at) in values {
            let mut found = Vec::new();
            let mut checker = ValueChecker { descriptor, property, found: &mut found };
            checker.check_value(
                value,
                &at,
                expected,
                types::entry_schema(definition),
                &MISMATCHED_LITERAL,
                0,
            );
            report.diagnostics.extend(found.into_iter().take(MAX_DIAGNOSTICS));
        }
    }
}

struct ValueChecker<'d, 'r> {
    descriptor: &'d Descriptor,
    property: &'d Property,
    found: &'r mut Vec<Diagnostic>,
}

impl<'d> ValueChecker<'d, '_> {
    /// Checks `value` against a type. `scalar_code` is the code for a mismatched scalar: the property's own or an entry's.
    fn check_value(
        &mut self,
        value: Node<'d>,
        at: &Path,
        expected: Type<'d>,
        schema: Option<Node<'d>>,
        scalar_code: &'static Code,
        depth: usize,
    ) {
        let is_expression = value.as_str().is_some_and(|text| text.contains("${"));
        if depth > MAX_DEPTH || self.found.len() > MAX_DIAGNOSTICS || value.is_null() || is_expression {
            return;
        }
        match expected {
            Type::List if !value.is_sequence() => self.wrong(value, &MISMATCHED_COLLECTION, expected),
            Type::Map if !value.is_mapping() => self.wrong(value, &MISMATCHED_COLLECTION, expected),
            Type::List | Type::Map => self.entries(value, at, schema, depth),
            Type::Data(_) if !value.is_mapping() => self.wrong(value, scalar_code, expected),
            Type::Data(data_type) => self.data(value, at, &data_type.name, depth),
            Type::Text if value.is_scalar() => {}
            Type::Text if depth > 0 => self.wrong(value, scalar_code, expected),
            // Structured values under `string` are common in descriptors that CP4NA ships: the type is missing, the value is right.
            Type::Text => {}
            _ if !value.is_scalar() => self.wrong(value, scalar_code, expected),
            _ => match types::check_scalar(value, expected) {
                None => {}
                Some(ScalarMismatch::Wrong) => self.wrong(value, scalar_code, expected),
                Some(ScalarMismatch::Quoted) => self.quoted(value, at, scalar_code, expected),
            },
        }
    }

    fn entries(&mut self, value: Node<'d>, at: &Path, schema: Option<Node<'d>>, depth: usize) {
        let Some(schema) = schema else { return };
        let name = types::entry_type(schema);
        let Some(expected) = types::named(self.descriptor, name.as_deref()) else { return };
        let inner = if schema.is_mapping() { types::entry_schema(schema) } else { None };
        // One entry in place of a map of entries: its keys are checked against the type as well.
        if let Type::Data(data_type) = expected {
            let known = types::properties(self.descriptor, data_type);
            let is_known = |entry: &limn_yaml::Entry<'_>| {
                entry.key.as_str().is_some_and(|key| known.iter().any(|property| property.name == *key))
            };
            if value.entries().len() > 0
                && !value.entries().any(|entry| entry.value.is_mapping())
                && value.entries().any(|entry| is_known(&entry))
            {
                self.keys(value, &known, &data_type.name);
            }
        }
        for (position, item) in value.items().enumerate() {
            self.check_value(item, &at.index(position), expected, inner, &MISMATCHED_ENTRY, depth + 1);
        }
        for entry in value.entries().filter(|entry| !entry.is_merge()) {
            let key = entry.key.as_str().unwrap_or_default();
            self.check_value(entry.value, &at.key(&key), expected, inner, &MISMATCHED_ENTRY, depth + 1);
        }
    }

    fn data(&mut self, value: Node<'d>, at: &Path, type_name: &str, depth: usize) {
        let Some(Type::Data(data_type)) = types::named(self.descriptor, Some(type_name)) else { return };
        let known = types::properties(self.descriptor, data_type);
        self.keys(value, &known, type_name);
        for entry in value.entries().filter(|entry| !entry.is_merge()) {
            let Some(name) = entry.key.as_str() else { continue };
            let Some(property) = known.iter().find(|property| property.name == *name) else { continue };
            let Some(expected) = types::of_property(self.descriptor, property) else { continue };
            let schema = self.descriptor.node(&property.path).and_then(types::entry_schema);
            self.check_value(entry.value, &at.key(&name), expected, schema, &MISMATCHED_LITERAL, depth + 1);
        }
    }

    /// Checks the keys of a value of a data type: unknown keys and missing required ones.
    fn keys(&mut self, value: Node<'d>, known: &[&Property], type_name: &str) {
        for entry in value.entries().filter(|entry| !entry.is_merge()) {
            let Some(name) = entry.key.as_str() else { continue };
            if !known.iter().any(|property| property.name == *name) {
                let message = message::unknown_on("property", &name, "data type", type_name);
                self.found.push(Diagnostic::new(
                    &MISFITTING_DATA,
                    entry.key.range(),
                    self.property.path.clone(),
                    message,
                ));
            }
        }
        for property in known.iter().filter(|property| property.required == Some(true)) {
            if value.get(&property.name).is_none() && property.default.is_none() && property.value.is_none() {
                let message = message::missing("property", &property.name);
                let diagnostic =
                    Diagnostic::new(&MISFITTING_DATA, value.range(), self.property.path.clone(), message);
                let placeholder = types::placeholder(types::of_property(self.descriptor, property));
                let title = format!("Add property `{}`", property.name);
                let entry = (vec![property.name.as_str()], placeholder);
                self.found.push(fix_missing(diagnostic, value, None, title, &[entry]));
            }
        }
    }

    fn wrong(&mut self, value: Node<'d>, code: &'static Code, expected: Type<'d>) {
        let what = match value.as_str() {
            Some(text) => format!("`{}`", shorten(&text)),
            None if value.is_sequence() => "a list".to_owned(),
            None => "a map".to_owned(),
        };
        let message = message::expected(types::label(expected), what);
        self.found.push(Diagnostic::new(code, value.range(), self.property.path.clone(), message));
    }

    fn quoted(&mut self, value: Node<'d>, at: &Path, code: &'static Code, expected: Type<'d>) {
        let text = value.as_str().unwrap_or_default().trim().to_owned();
        let message = message::expected(types::label(expected), format!("the quoted string `{text}`"));
        let diagnostic = Diagnostic::new(code, value.range(), self.property.path.clone(), message)
            .severity(Severity::Warning)
            .fix("Remove quotes", vec![Op::Replace { at: at.clone(), value: Value::Plain(text) }]);
        self.found.push(diagnostic);
    }
}

fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() > 40 || line.len() < text.len() {
        format!("{}…", line.chars().take(40).collect::<String>())
    } else {
        line.to_owned()
    }
}
