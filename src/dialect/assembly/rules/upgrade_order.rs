//! Rule: upgrade dependencies have no cycle and do not contradict the data flow.

use super::super::grammar::CP4NA;
use super::super::model::{Component, Descriptor};
use super::component_cycle::flows;
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_text::TextRange;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UPGRADES_ITSELF, &UPGRADE_CYCLE, &UPGRADE_AGAINST_FLOW, &NOT_UPGRADABLE], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Upgrade dependencies";

static UPGRADES_ITSELF: Code = Code::error(
    "assembly/upgrade-depends-on-itself",
    "A-UPG-2",
    SECTION,
    "Checks that a component does not list itself in `upgrade-dependencies`.",
)
.why("It cannot be upgraded before itself.")
.advice("Remove the component from its own list.")
.bad(
    "cp4na composition",
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [a]}
#                                                                    ^
~b: {type: 'resource::r::1.0', properties: {}}
",
)
.good(
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b]}
~b: {type: 'resource::r::1.0', properties: {}}
",
);
static UPGRADE_CYCLE: Code = Code::error(
    "assembly/upgrade-cycle",
    "A-UPG-3",
    SECTION,
    "Checks that upgrade dependencies have no cycle.",
)
.earlier(&["assembly/circular-upgrade"])
.why(
    "`upgrade-dependencies` lists the components to upgrade first; in a cycle, no component can be upgraded first.",
)
.advice("Remove one of the dependencies of the cycle.")
.bad(
    "cp4na composition",
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b]}
#                                                                    ^
b: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [a]}
",
)
.good(
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b]}
b: {type: 'resource::r::1.0', properties: {}}
",
);
static UPGRADE_AGAINST_FLOW: Code = Code::error(
    "assembly/upgrade-against-flow",
    "A-UPG-4",
    SECTION,
    "Checks that upgrade dependencies do not contradict the data flow.",
)
.why("A component that reads another component's property is upgraded after it.")
.advice("Remove the dependency, or read the value from another component.")
.bad(
    "cp4na composition",
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b]}
#                                                                    ^
b: {type: 'resource::s::1.0', properties: {x: {value: '${a.y}'}}}
",
)
.good(
    "
a: {type: 'resource::r::1.0', properties: {x: {value: '${b.y}'}}, upgrade-dependencies: [b]}
b: {type: 'resource::s::1.0', properties: {}}
",
);
static NOT_UPGRADABLE: Code = Code::warning(
    "assembly/not-upgradable",
    "A-UPG-5",
    SECTION,
    "Checks that a component in `upgrade-dependencies` can be upgraded or reconfigured.",
)
.why("A resource with neither `Upgrade` nor `Reconfigure` stays as it is.")
.advice("Add `Upgrade` or `Reconfigure` to the resource's `lifecycle`, or remove the component from `upgrade-dependencies`.")
.bad(
    "cp4na composition",
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b]}
#                                                                    ^
b: {type: 'resource::s::1.0', properties: {}}
=== s.yaml
name: resource::s::1.0
lifecycle: {Create: {}}
",
)
.good(
    "
a: {type: 'resource::r::1.0', properties: {}, upgrade-dependencies: [b]}
b: {type: 'resource::s::1.0', properties: {}}
=== s.yaml
name: resource::s::1.0
lifecycle: {Create: {}, Upgrade: {}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    let components = &descriptor.composition;
    let number = |name: &str| descriptor.component_number(name);
    let mut listed: Vec<(usize, usize, TextRange)> = Vec::new();
    for (after, component) in components.iter().enumerate() {
        for dependency in &component.upgrade_dependencies {
            if dependency.owner == component.name {
                let message = message::cycle("upgrade", [component.name.as_str()]);
                report.push(Diagnostic::new(
                    &UPGRADES_ITSELF,
                    dependency.range,
                    component.path.clone(),
                    message,
                ));
            } else if let Some(before) = number(&dependency.owner) {
                listed.push((before, after, dependency.range));
                check_upgradable(descriptor, component, &components[before], dependency.range, report);
            }
        }
    }
    let lists: Vec<(usize, usize)> = listed.iter().map(|&(before, after, _)| (before, after)).collect();
    let graph = Digraph::new(components.len(), lists.iter().copied());
    let by_lists = graph.cycles();
    for part in &by_lists {
        report_cycle(descriptor, &UPGRADE_CYCLE, part, &graph, &listed, report);
    }
    let flows = flows(descriptor);
    let flows = flows.iter().map(|&(source, reader, _)| (source, reader));
    let all = Digraph::new(components.len(), lists.iter().copied().chain(flows));
    for part in all.cycles() {
        let has_list = lists.iter().any(|(a, b)| part.contains(a) && part.contains(b));
        if has_list && !by_lists.iter().any(|known| known.iter().all(|node| part.contains(node))) {
            report_cycle(descriptor, &UPGRADE_AGAINST_FLOW, &part, &all, &listed, report);
        }
    }
}

fn report_cycle(
    descriptor: &Descriptor,
    code: &'static Code,
    part: &[usize],
    graph: &Digraph,
    listed: &[(usize, usize, TextRange)],
    report: &mut Report,
) {
    let Some(&(_, after, range)) = listed.iter().find(|(a, b, _)| part.contains(a) && part.contains(b))
    else {
        return;
    };
    let path = graph.shortest_cycle(part, after);
    let names = path.into_iter().map(|number| descriptor.composition[number].name.as_str());
    let message = message::cycle("upgrade", names);
    report.push(Diagnostic::new(code, range, descriptor.composition[after].path.clone(), message));
}

fn check_upgradable(
    descriptor: &Descriptor,
    component: &Component,
    listed: &Component,
    range: TextRange,
    report: &mut Report,
) {
    let Some(resource) = descriptor.descriptor_of(listed) else { return };
    let changes = |name: &str| matches!(name, "Upgrade" | "Reconfigure");
    if !resource.lifecycle.is_empty()
        && !resource.lifecycle.iter().any(|transition| changes(&transition.name))
    {
        let message = format!(
            "component `{}` cannot be upgraded: it has no `Upgrade` or `Reconfigure` transition",
            listed.name
        );
        report.push(Diagnostic::new(&NOT_UPGRADABLE, range, component.path.clone(), message));
    }
}
