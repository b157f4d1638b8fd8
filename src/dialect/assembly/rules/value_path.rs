//! A reference fits what it leads to: one thing of that name, steps that its structure has, a type that its reader takes.

use super::super::braced::Segment;
use super::super::grammar::{ASSEMBLIES, CP4NA};
use super::super::model::{Descriptor, Head, Property, Use};
use super::types::{self, Type};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::Node;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&AMBIGUOUS_NAME, &UNFIT_STEP, &MISMATCHED_REFERENCE], check };

static AMBIGUOUS_NAME: Code = Code::warning(
    "assembly/ambiguous-name",
    "A-REF-9",
    "TNC-O assembly descriptor, Properties",
    "`${name.rest}` reads a property of the component, or a part of the assembly's own property: with one name for both nobody can tell. Limn takes the \
component.",
);
static UNFIT_STEP: Code = Code::warning(
    "assembly/unfit-step",
    "A-REF-8",
    "CP4NA 2.7 assembly descriptors, Structured property mapping",
    "`.key` steps into a map, `[0]` into a list. What is stepped into is known from the property's type, its entry schema, and its default.",
);
pub(super) static MISMATCHED_REFERENCE: Code = Code::warning(
    "assembly/mismatched-reference",
    "A-REF-11",
    "CP4NA 2.7 assembly descriptors, Property values",
    "A value that is a reference and nothing else has the type of what it refers to. That type is not the one declared here.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for owner in descriptor.owners() {
        if let Some(property) = descriptor.property(&owner.name) {
            let message = format!("a property of the assembly is called `{}` too", owner.name);
            report.push(
                Diagnostic::new(&AMBIGUOUS_NAME, owner.range, owner.path.clone(), message)
                    .related(property.range, "the property"),
            );
        }
    }
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    for property in descriptor.all_properties() {
        for used in
            property.uses().filter(|used| used.head == Head::Name && descriptor.owner(&used.name).is_none())
        {
            let Some(source) = descriptor.property(&used.name) else { continue };
            let fault = steps(descriptor, source, &used.rest);
            if let Some(message) = fault {
                report.push(Diagnostic::new(&UNFIT_STEP, used.range, property.path.clone(), message));
            } else {
                receives(property, used, source, report);
            }
        }
    }
}

/// What is wrong with the steps behind a property, as far as anything is known of its structure.
fn steps(descriptor: &Descriptor, source: &Property, rest: &[Segment<'_>]) -> Option<String> {
    let mut definition = descriptor.node(&source.path);
    let mut known = if source.kind.is_some() { types::of_property(descriptor, source) } else { None };
    let mut held: Option<Node<'_>> = definition.and_then(|it| it.get("value").or_else(|| it.get("default")));
    let mut name = source.name.clone();
    for step in rest {
        let is_list = known.map(|it| matches!(it, Type::List)).or(held.map(Node::is_sequence))?;
        let is_map = known.map(|it| matches!(it, Type::Map | Type::Data(_))).or(held.map(Node::is_mapping))?;
        if step.index && !is_list {
            return Some(format!("`{name}` is no list, so it has no `[{}]`", step.text));
        }
        if !step.index && !is_map {
            let what = if is_list { "is a list: its entries are `[0]`, `[1]` …" } else { "has no parts" };
            return Some(format!("`{name}` {what}"));
        }
        if let Some(Type::Data(data_type)) = known {
            let fields = types::properties(descriptor, data_type);
            let Some(field) = fields.into_iter().find(|field| field.name == step.text) else {
                return Some(format!("`{}` has no property `{}`", data_type.name, step.text));
            };
            definition = descriptor.node(&field.path);
            known = types::of_property(descriptor, field);
        } else {
            let schema = definition.and_then(types::entry_schema);
            known = schema.and_then(types::entry_type).and_then(|name| types::named(descriptor, Some(&name)));
            definition = schema.filter(|schema| schema.is_mapping());
        }
        held = held.and_then(|it| match step.text.parse() {
            Ok(index) if step.index => it.items().nth(index),
            _ => it.get(&step.text),
        });
        // What a default lacks, another value may have.
        name.push_str(&if step.index { format!("[{}]", step.text) } else { format!(".{}", step.text) });
    }
    None
}

fn receives(property: &Property, used: &Use, source: &Property, report: &mut Report) {
    let (Some(wanted), Some(given)) = (&property.kind, &source.kind) else { return };
    if !used.whole || !used.rest.is_empty() || wanted.text == given.text {
        return;
    }
    // Texts and numbers are converted; a list, a map or a data type is not.
    let structured = |name: &str| {
        !matches!(name, "string" | "integer" | "float" | "boolean" | "timestamp" | "key" | "certificate")
    };
    if structured(&wanted.text) || structured(&given.text) {
        let message = format!("`{}` is of type `{}`, not `{}`", source.name, given.text, wanted.text);
        report.push(
            Diagnostic::new(&MISMATCHED_REFERENCE, used.range, property.path.clone(), message)
                .related(source.range, "declared here"),
        );
    }
}
