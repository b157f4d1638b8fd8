//! Rule: properties read their values from each other in a cycle.

use super::super::model::{Descriptor, Property, ReferenceRoot};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&REFERENCE_CYCLE, &VALUE_IS_ITSELF], check };

static REFERENCE_CYCLE: Code = Code::error(
    "assembly/property-value-cycle",
    "A-REF-10",
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Property values",
    "Checks that no property reads its value from itself, directly or through other properties.",
)
.earlier(&["assembly/circular-reference"])
.why("Such a value never resolves.")
.advice("Give one of the properties a literal value.")
.bad(
    "project",
    "
properties: {a: {value: '${b}'}, b: {value: '${a}'}}
#                        ^^^^
",
)
.good("properties: {a: {value: '${b}'}, b: {value: x}}");
static VALUE_IS_ITSELF: Code = Code::warning(
    "assembly/self-referencing-value",
    "A-PROP-17",
    "TNC-O assembly descriptor, Properties",
    "Checks that a top-level property does not refer to itself.",
)
.earlier(&["assembly/value-is-itself"])
.why("Such a value has no effect. The product documentation prints it for `resourceManager`. The intended property is set by the enclosing assembly \
or by the request, and needs no value.")
.advice("Remove the value, and add `required: true` if the property must be set from outside.")
.bad(
    "document",
    "
properties: {resourceManager: {value: '${resourceManager}'}}
#                                      ^^^^^^^^^^^^^^^^^^
",
)
.good("properties: {resourceManager: {type: string, required: true}}");

/// The index of a component or reference among all owners.
fn owner_number(descriptor: &Descriptor, name: &str) -> Option<usize> {
    let reference = || Some(descriptor.composition.len() + descriptor.reference_number(name)?);
    descriptor.component_number(name).or_else(reference)
}

/// The index of a top-level property; private properties follow the others.
fn top_number(descriptor: &Descriptor, name: &str) -> Option<usize> {
    let private = || descriptor.private_properties.iter().position(|property| property.name == name);
    descriptor.property_number(name).or_else(|| Some(descriptor.properties.len() + private()?))
}

fn check(descriptor: &Descriptor, report: &mut Report) {
    // Top-level properties have no owner; those of components and references do.
    let mut properties: Vec<(Option<&str>, &Property)> = descriptor
        .properties
        .iter()
        .chain(&descriptor.private_properties)
        .map(|property| (None, property))
        .collect();
    // The index of each owner's first property.
    let mut starts = Vec::new();
    for owner in descriptor.owners() {
        starts.push(properties.len());
        properties.extend(owner.properties.iter().map(|property| (Some(owner.name.as_str()), property)));
    }
    let mut edges = Vec::new();
    for (number, (_, property)) in properties.iter().enumerate() {
        for used in property.uses().filter(|used| used.head == ReferenceRoot::Name) {
            let member = used.rest.first().filter(|step| !step.index).map(|step| &*step.text);
            let source = match owner_number(descriptor, &used.name) {
                Some(owner) => member.and_then(|member| {
                    let owned =
                        properties[starts[owner]..].iter().take_while(|(name, _)| *name == Some(&used.name));
                    Some(
                        starts[owner]
                            + owned.into_iter().position(|(_, property)| property.name == member)?,
                    )
                }),
                None => top_number(descriptor, &used.name),
            };
            if let Some(source) = source {
                edges.push((source, number));
            }
        }
    }
    let graph = Digraph::new(properties.len(), edges.iter().copied());
    for part in graph.cycles() {
        let (owner, property) = properties[part[0]];
        let range = property.uses().next().map_or(property.range, |used| used.range);
        let name = |number: usize| match properties[number] {
            (Some(owner), property) => format!("{owner}.{}", property.name),
            (None, property) => property.name.clone(),
        };
        if part.len() == 1 {
            let code = if owner.is_none() { &VALUE_IS_ITSELF } else { &REFERENCE_CYCLE };
            let message = message::cycle("property value", [name(part[0]).as_str()]);
            report.push(Diagnostic::new(code, range, property.path.clone(), message));
            continue;
        }
        let names: Vec<String> = graph.shortest_cycle(&part, part[0]).into_iter().map(name).collect();
        let message = message::cycle("property value", names.iter().map(String::as_str));
        report.push(Diagnostic::new(&REFERENCE_CYCLE, range, property.path.clone(), message));
    }
}
