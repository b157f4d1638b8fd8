//! Rule: properties with an empty definition, without a type, with an ambiguous plain scalar, or that nothing reads.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, DescriptorKind, Property};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Node, Op, Resolved, Style, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&EMPTY_PROPERTY, &UNTYPED_PROPERTY, &UNQUOTED_TEXT, &UNUSED_PROPERTY], check };

const SECTION: &str = "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";

static EMPTY_PROPERTY: Code = Code::warning(
    "assembly/empty-property",
    "A-PROP-3",
    SECTION,
    "Checks for properties with an empty definition. Such a property is an optional string. That is allowed, but usually the definition is unfinished.",
)
.bad(
    "resource",
    "
properties:
  flavor:
# ^^^^^^
",
)
.good(
    "
properties:
  flavor: {type: string}
",
);
static UNTYPED_PROPERTY: Code = Code::info(
    "assembly/untyped-property",
    "A-PROP-6",
    SECTION,
    "Checks that a property declares its `type`. A property without `type` is a string. The CP4NA table lists `type` as required and gives `string` \
as its default.",
)
.bad(
    "properties",
    "
flavor: {default: m1.small}
#^^^^^
",
)
.good("flavor: {type: string, default: m1.small}");
static UNQUOTED_TEXT: Code = Code::info(
    "assembly/unquoted-text",
    "A-YAML-10",
    "YAML 1.2.2, 10.3 Core Schema",
    "Checks for plain scalars of `string` properties that YAML reads as a number, a boolean or a date. Converting them back to a string may change the \
text: `1.10` may become 1.1, `010` may become 8 or 10.",
)
.bad(
    "properties",
    "
release: {type: string, default: 1.10}
#                                ^^^^
",
)
.good("release: {type: string, default: '1.10'}");
static UNUSED_PROPERTY: Code = Code::info(
    "assembly/unused-property",
    "A-PROP-21",
    SECTION,
    "Checks for properties that nothing in the assembly reads. Keep the property if something outside the assembly reads it; otherwise remove it.",
)
.bad(
    "properties",
    "
flavor: {type: string}
#^^^^^
",
)
.good(
    "
flavor: {type: string}
size: {value: '${flavor}', read-only: true}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project {
        return;
    }
    let top = descriptor.properties.iter().chain(&descriptor.private_properties);
    for property in top {
        if let Some(definition) = descriptor.node(&property.path) {
            unfinished(property, definition, report);
        }
    }
    for property in descriptor.all_properties() {
        unquoted(descriptor, property, report);
    }
    if ASSEMBLIES.has(descriptor.profiles) {
        unused(descriptor, report);
    }
}

fn unfinished(property: &Property, definition: Node<'_>, report: &mut Report) {
    if definition.is_null() || (definition.is_mapping() && definition.entries().len() == 0) {
        let message = format!("property `{}` has an empty definition", property.name);
        report.push(Diagnostic::new(&EMPTY_PROPERTY, property.range, property.path.clone(), message));
    } else if definition.is_mapping() && definition.get("type").is_none() {
        let message = format!("property `{}` has no `type` and defaults to `string`", property.name);
        let insert = Op::Insert {
            into: property.path.clone(),
            key: "type".to_owned(),
            value: Value::text("string"),
            placement: limn_yaml::Placement::First,
        };
        report.push(
            Diagnostic::new(&UNTYPED_PROPERTY, property.range, property.path.clone(), message)
                .fix("Add `type: string`", vec![insert]),
        );
    }
}

fn unquoted(descriptor: &Descriptor, property: &Property, report: &mut Report) {
    if property.kind.as_ref().is_none_or(|kind| kind.text != "string") {
        return;
    }
    for key in ["value", "default"] {
        let at = property.path.key(key);
        let Some(literal) =
            descriptor.node(&at).filter(|node| node.style() == Style::Plain && !node.is_alias())
        else {
            continue;
        };
        let text = literal.source();
        let what = match literal.resolved() {
            Some(Resolved::Int(_) | Resolved::Float(_)) => "a number",
            Some(Resolved::Bool(_)) => "a boolean",
            _ if is_date(text) => "a date",
            _ => continue,
        };
        let message = message::expected("a string", format!("`{text}`, which YAML reads as {what}"));
        report.push(
            Diagnostic::new(&UNQUOTED_TEXT, literal.range(), property.path.clone(), message)
                .fix("Add quotes", vec![Op::Replace { at, value: Value::Quoted(text.to_owned()) }]),
        );
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts.as_slice(), [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
}

fn unused(descriptor: &Descriptor, report: &mut Report) {
    // Every reference in this file counts: values, quantities, items, policies. Mappings in other files do not.
    let mut read = vec![false; descriptor.properties.len()];
    for reference in &descriptor.names.references {
        if let Some(at) = descriptor.property_number(&reference.name) {
            read[at] = true;
        }
    }
    for (property, is_read) in descriptor.properties.iter().zip(read) {
        let placement = matches!(property.name.as_str(), "deploymentLocation" | "resourceManager");
        if !is_read && property.read_only != Some(true) && !placement {
            let message = format!("unused property `{}`", property.name);
            report.push(Diagnostic::new(&UNUSED_PROPERTY, property.range, property.path.clone(), message));
        }
    }
}
