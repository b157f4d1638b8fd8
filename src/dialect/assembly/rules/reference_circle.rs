//! Properties take their values from each other in a circle.

use super::super::model::{Descriptor, Head, Property};
use super::circles::{circles, way_round};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&REFERENCE_CIRCLE, &VALUE_IS_ITSELF], check };

static REFERENCE_CIRCLE: Code = Code::error(
    "assembly/circular-reference",
    "A-REF-10",
    "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Property values",
    "A value that is taken, by some steps, from itself is never there.

Bad:
```yaml
properties: {a: {value: '${b}'}, b: {value: '${a}'}}
```
Good:
```yaml
properties: {a: {value: '${b}'}, b: {value: x}}
```",
);
static VALUE_IS_ITSELF: Code = Code::warning(
    "assembly/value-is-itself",
    "A-PROP-17",
    "TNC-O assembly descriptor, Properties",
    "A top-level property whose value is a reference to itself says nothing. The product pages print it for `resourceManager`; what is meant there is \
a property that the enclosing assembly or the request fills in, which needs no value at all.

Bad:
```yaml
properties: {resourceManager: {value: '${resourceManager}'}}
```
Good:
```yaml
properties: {resourceManager: {type: string, required: true}}
```",
);

/// A component's or a reference's number among all owners.
fn owner_number(descriptor: &Descriptor, name: &str) -> Option<usize> {
    let reference = || Some(descriptor.composition.len() + descriptor.reference_number(name)?);
    descriptor.component_number(name).or_else(reference)
}

/// A property's number among the top-level ones, the private ones behind the others.
fn top_number(descriptor: &Descriptor, name: &str) -> Option<usize> {
    let private = || descriptor.private_properties.iter().position(|it| it.name == name);
    descriptor.property_number(name).or_else(|| Some(descriptor.properties.len() + private()?))
}

fn check(descriptor: &Descriptor, report: &mut Report) {
    // Top-level properties by name, those of components and references by owner and name.
    let mut properties: Vec<(Option<&str>, &Property)> = descriptor
        .properties
        .iter()
        .chain(&descriptor.private_properties)
        .map(|property| (None, property))
        .collect();
    // Where those of each owner start.
    let mut starts = Vec::new();
    for owner in descriptor.owners() {
        starts.push(properties.len());
        properties.extend(owner.properties.iter().map(|property| (Some(owner.name.as_str()), property)));
    }
    let mut edges = Vec::new();
    for (number, (_, property)) in properties.iter().enumerate() {
        for used in property.uses().filter(|used| used.head == Head::Name) {
            let member = used.rest.first().filter(|step| !step.index).map(|step| &*step.text);
            let source = match owner_number(descriptor, &used.name) {
                Some(owner) => member.and_then(|member| {
                    let owned =
                        properties[starts[owner]..].iter().take_while(|(it, _)| *it == Some(&used.name));
                    Some(starts[owner] + owned.into_iter().position(|(_, it)| it.name == member)?)
                }),
                None => top_number(descriptor, &used.name),
            };
            if let Some(source) = source {
                edges.push((source, number));
            }
        }
    }
    for part in circles(properties.len(), &edges) {
        let (owner, property) = properties[part[0]];
        let range = property.uses().next().map_or(property.range, |used| used.range);
        if part.len() == 1 {
            let code = if owner.is_none() { &VALUE_IS_ITSELF } else { &REFERENCE_CIRCLE };
            let message = format!("the value of `{}` is `{}` itself", property.name, property.name);
            report.push(Diagnostic::new(code, range, property.path.clone(), message));
            continue;
        }
        let name = |number: usize| match properties[number] {
            (Some(owner), property) => format!("`{owner}.{}`", property.name),
            (None, property) => format!("`{}`", property.name),
        };
        let way: Vec<String> =
            way_round(&part, &edges, part[0]).into_iter().chain([part[0]]).map(name).collect();
        let message = format!("the value of {} comes from itself: {}", name(part[0]), way.join(" → "));
        report.push(Diagnostic::new(&REFERENCE_CIRCLE, range, property.path.clone(), message));
    }
}
