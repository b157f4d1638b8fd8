//! Rule: the path of a `${…}` reference matches the structure of the property, and its type matches the reader's.

use super::super::grammar::{ASSEMBLIES, CP4NA};
use super::super::interpolation::Segment;
use super::super::model::{Descriptor, Property, ReferenceRoot, ValueReference};
use super::types::{self, Type};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::Node;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNFIT_STEP, &MISMATCHED_REFERENCE], check };

static UNFIT_STEP: Code = Code::warning(
    "assembly/mismatched-path",
    "A-REF-8",
    "CP4NA 2.7 assembly descriptors, Structured property mapping",
    "Checks the path of a reference against the structure of the property: `.key` reads from a map, `[0]` from a list. The structure comes from the \
property's type, its entry schema, and its value or default.",
)
.earlier(&["assembly/unfit-step"])
.why("A list has no keys and a map has no positions, so such a path has no value.")
.advice("Use `[0]` for a list and `.key` for a map, or correct the key or the property's `type`.")
.bad(
    "cp4na properties",
    "
ports: {type: list, entry-schema: {type: integer}, default: [80]}
port: {value: '${ports.first}'}
#              ^^^^^^^^^^^^^^
",
)
.good(
    "
ports: {type: list, entry-schema: {type: integer}, default: [80]}
port: {value: '${ports[0]}'}
",
);
pub(super) static MISMATCHED_REFERENCE: Code = Code::warning(
    "assembly/mismatched-reference",
    "A-REF-11",
    "CP4NA 2.7 assembly descriptors, Property values",
    "Checks that a value that consists of one reference has the declared type.",
)
.why("The value has the type of the property that it refers to, so readers get another type than the one declared here.")
.advice("Read a single entry, such as `${ports[0]}`, or change one of the types to match the other.")
.bad(
    "cp4na properties",
    "
ports: {type: list, entry-schema: {type: integer}}
port: {type: integer, value: '${ports}'}
#                             ^^^^^^^^
",
)
.good(
    "
ports: {type: list, entry-schema: {type: integer}}
port: {type: integer, value: '${ports[0]}'}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) || !CP4NA.has(descriptor.profiles) {
        return;
    }
    for property in descriptor.all_properties() {
        for used in property
            .uses()
            .filter(|used| used.head == ReferenceRoot::Name && descriptor.owner(&used.name).is_none())
        {
            let Some(source) = descriptor.property(&used.name) else { continue };
            let fault = steps(descriptor, source, &used.rest);
            if let Some(message) = fault {
                report.push(Diagnostic::new(&UNFIT_STEP, used.range, property.path.clone(), message));
            } else {
                check_receiver(property, used, source, report);
            }
        }
    }
}

/// The first error in the path behind a property, as far as the property's structure is known.
fn steps(descriptor: &Descriptor, source: &Property, rest: &[Segment<'_>]) -> Option<String> {
    let mut definition = descriptor.node(&source.path);
    let mut known = if source.kind.is_some() { types::of_property(descriptor, source) } else { None };
    let mut literal: Option<Node<'_>> =
        definition.and_then(|definition| definition.get("value").or_else(|| definition.get("default")));
    let mut name = source.name.clone();
    for step in rest {
        let is_list =
            known.map(|known_type| matches!(known_type, Type::List)).or(literal.map(Node::is_sequence))?;
        let is_map = known
            .map(|known_type| matches!(known_type, Type::Map | Type::Data(_)))
            .or(literal.map(Node::is_mapping))?;
        if step.index && !is_list {
            return Some(format!("cannot index `{name}` with `[{}]`: it is not a list", step.text));
        }
        if !step.index && !is_map {
            let what = if is_list { "a list; use an index such as `[0]`" } else { "not a map" };
            return Some(format!("cannot read key `{}` of `{name}`: it is {what}", step.text));
        }
        if let Some(Type::Data(data_type)) = known {
            let fields = types::properties(descriptor, data_type);
            let Some(field) = fields.into_iter().find(|field| field.name == step.text) else {
                return Some(message::unknown_on("property", &step.text, "data type", &data_type.name));
            };
            definition = descriptor.node(&field.path);
            known = types::of_property(descriptor, field);
        } else {
            let schema = definition.and_then(types::entry_schema);
            known = schema.and_then(types::entry_type).and_then(|name| types::named(descriptor, Some(&name)));
            definition = schema.filter(|schema| schema.is_mapping());
        }
        literal = literal.and_then(|node| match step.text.parse() {
            Ok(index) if step.index => node.items().nth(index),
            _ => node.get(&step.text),
        });
        // Another value may have a key that the default lacks.
        name.push_str(&if step.index { format!("[{}]", step.text) } else { format!(".{}", step.text) });
    }
    None
}

fn check_receiver(property: &Property, used: &ValueReference, source: &Property, report: &mut Report) {
    let (Some(expected), Some(actual)) = (&property.kind, &source.kind) else { return };
    if !used.whole || !used.rest.is_empty() || expected.text == actual.text {
        return;
    }
    // Strings and numbers are converted; lists, maps and data types are not.
    let structured = |name: &str| {
        !matches!(name, "string" | "integer" | "float" | "boolean" | "timestamp" | "key" | "certificate")
    };
    if structured(&expected.text) || structured(&actual.text) {
        let message = message::expected(
            format!("type `{}`", expected.text),
            format!("property `{}` of type `{}`", source.name, actual.text),
        );
        report.push(
            Diagnostic::new(&MISMATCHED_REFERENCE, used.range, property.path.clone(), message)
                .related(source.range, "declared here"),
        );
    }
}
