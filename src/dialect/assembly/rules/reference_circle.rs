//! Properties take their values from each other in a circle.

use std::collections::BTreeMap;

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

fn check(descriptor: &Descriptor, report: &mut Report) {
    // Top-level properties by name, those of components and references by owner and name.
    let mut properties: Vec<(Option<&str>, &Property)> = descriptor
        .properties
        .iter()
        .chain(&descriptor.private_properties)
        .map(|property| (None, property))
        .collect();
    for owner in descriptor.owners() {
        properties.extend(owner.properties.iter().map(|property| (Some(owner.name.as_str()), property)));
    }
    let numbers: BTreeMap<(Option<&str>, &str), usize> = properties
        .iter()
        .enumerate()
        .map(|(number, (owner, property))| ((*owner, property.name.as_str()), number))
        .collect();
    let mut edges = Vec::new();
    for (number, (_, property)) in properties.iter().enumerate() {
        for used in property.uses().filter(|used| used.head == Head::Name) {
            let member = used.rest.first().filter(|step| !step.index).map(|step| &*step.text);
            let of_owner = member.and_then(|member| numbers.get(&(Some(used.name.as_str()), member)));
            let top =
                numbers.get(&(None, used.name.as_str())).filter(|_| descriptor.owner(&used.name).is_none());
            if let Some(&source) = of_owner.or(top) {
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
