//! Components take values from each other in a circle, so that none can be created first.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Head, Property};
use super::circles::{circles, way_round};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::text::TextRange;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&COMPONENT_CIRCLE], check };

static COMPONENT_CIRCLE: Code = Code::warning(
    "assembly/circular-components",
    "A-COMP-12",
    "TNC-O assembly descriptor, Composition",
    "A component is created when the values that it takes from others are there. Components that wait for each other in a circle may never be.

Bad:
```yaml
a: {type: 'resource::r::1.0', properties: {x: {value: '${b.y}'}}}
b: {type: 'resource::r::1.0', properties: {z: {value: '${a.w}'}}}
```",
);

/// Which component's property reads which other component, and where.
pub(super) fn flows(descriptor: &Descriptor) -> Vec<(usize, usize, TextRange)> {
    let mut flows = Vec::new();
    for (reader, component) in descriptor.composition.iter().enumerate() {
        for used in component.properties.iter().flat_map(Property::uses) {
            let is_member = used.head == Head::Name && !used.rest.is_empty();
            if let Some(source) = is_member.then(|| descriptor.component_number(&used.name)).flatten() {
                flows.push((source, reader, used.range));
            }
        }
    }
    flows
}

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let flows = flows(descriptor);
    let edges: Vec<(usize, usize)> =
        flows.iter().filter(|(a, b, _)| a != b).map(|&(a, b, _)| (a, b)).collect();
    for part in circles(descriptor.composition.len(), &edges) {
        let first = &descriptor.composition[part[0]];
        let way: Vec<String> = way_round(&part, &edges, part[0])
            .into_iter()
            .chain([part[0]])
            .map(|number| format!("`{}`", descriptor.composition[number].name))
            .collect();
        let message = format!("these components wait for each other: {}", way.join(" → "));
        let mut diagnostic = Diagnostic::new(&COMPONENT_CIRCLE, first.range, first.path.clone(), message);
        for (source, reader, range) in
            flows.iter().filter(|(a, b, _)| part.contains(a) && part.contains(b) && a != b)
        {
            let what = format!(
                "`{}` reads `{}` here",
                descriptor.composition[*reader].name, descriptor.composition[*source].name
            );
            diagnostic = diagnostic.related(*range, what);
        }
        report.push(diagnostic);
    }
}
