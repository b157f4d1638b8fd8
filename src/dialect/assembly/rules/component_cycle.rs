//! Rule: components read values from each other in a cycle, so none can be created first.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Property, ReferenceRoot};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_text::TextRange;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&COMPONENT_CYCLE], check };

static COMPONENT_CYCLE: Code = Code::warning(
    "assembly/component-cycle",
    "A-COMP-12",
    "TNC-O assembly descriptor, Composition",
    "Checks that components do not read values from each other in a cycle. A component is created once the values that it reads from other components \
are available.",
)
.earlier(&["assembly/circular-components"])
.why("Components that wait for each other in a cycle may never be created.")
.advice("Replace one of the values in the cycle with a constant or a property of the assembly.")
.bad(
    "composition",
    "
db: {type: 'resource::r::1.0', properties: {x: {value: '${web.y}'}}}
#^
web: {type: 'resource::r::1.0', properties: {z: {value: '${db.w}'}}}
",
)
.good(
    "
db: {type: 'resource::r::1.0', properties: {x: {value: '${web.y}'}}}
web: {type: 'resource::r::1.0', properties: {z: {value: w}}}
",
);

/// The data flow between components: source, reader, and the range of the reference.
pub(super) fn flows(descriptor: &Descriptor) -> Vec<(usize, usize, TextRange)> {
    let mut flows = Vec::new();
    for (reader, component) in descriptor.composition.iter().enumerate() {
        for used in component.properties.iter().flat_map(Property::uses) {
            let is_member = used.head == ReferenceRoot::Name && !used.rest.is_empty();
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
    let edges = flows.iter().filter(|(a, b, _)| a != b).map(|&(a, b, _)| (a, b));
    let graph = Digraph::new(descriptor.composition.len(), edges);
    for part in graph.cycles() {
        let first = &descriptor.composition[part[0]];
        let path = graph.shortest_cycle(&part, part[0]);
        let names = path.into_iter().map(|number| descriptor.composition[number].name.as_str());
        let message = message::cycle("component", names);
        let mut diagnostic = Diagnostic::new(&COMPONENT_CYCLE, first.range, first.path.clone(), message);
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
