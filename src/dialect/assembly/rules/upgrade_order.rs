//! The order of upgrades has no circle, and does not run against the flow of values.

use super::super::grammar::CP4NA;
use super::super::model::{Component, Descriptor};
use super::circles::{circles, way_round};
use super::component_circle::flows;
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::text::TextRange;

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&UPGRADES_ITSELF, &UPGRADE_CIRCLE, &UPGRADE_AGAINST_FLOW, &NOT_UPGRADABLE], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Upgrade dependencies";

static UPGRADES_ITSELF: Code = Code::error(
    "assembly/upgrade-depends-on-itself",
    "A-UPG-2",
    SECTION,
    "A component cannot be upgraded before itself.

Bad:
```yaml
a: {upgrade-dependencies: [a]}
```
Good:
```yaml
a: {upgrade-dependencies: [b]}
```",
);
static UPGRADE_CIRCLE: Code = Code::error(
    "assembly/circular-upgrade",
    "A-UPG-3",
    SECTION,
    "`upgrade-dependencies` lists what is upgraded before. Components that list each other, by whatever steps, leave no first one.

Bad:
```yaml
a: {upgrade-dependencies: [b]}
b: {upgrade-dependencies: [a]}
```
Good:
```yaml
a: {upgrade-dependencies: [b]}
b: {}
```",
);
static UPGRADE_AGAINST_FLOW: Code = Code::error(
    "assembly/upgrade-against-flow",
    "A-UPG-4",
    SECTION,
    "A component that reads another's property is upgraded after it. An upgrade dependency must not ask for the opposite.

Bad:
```yaml
a: {upgrade-dependencies: [b]}
b: {properties: {x: {value: '${a.y}'}}}
```
Good:
```yaml
a: {upgrade-dependencies: [b], properties: {x: {value: '${b.y}'}}}
b: {}
```",
);
static NOT_UPGRADABLE: Code = Code::warning(
    "assembly/not-upgradable",
    "A-UPG-5",
    SECTION,
    "What is listed is upgraded or reconfigured before; a resource that has neither an `Upgrade` nor a `Reconfigure` transition is left as it is.",
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
                let message = format!("`{}` waits for its own upgrade", component.name);
                report.push(Diagnostic::new(
                    &UPGRADES_ITSELF,
                    dependency.range,
                    component.path.clone(),
                    message,
                ));
            } else if let Some(before) = number(&dependency.owner) {
                listed.push((before, after, dependency.range));
                not_upgradable(descriptor, component, &components[before], dependency.range, report);
            }
        }
    }
    let lists: Vec<(usize, usize)> = listed.iter().map(|&(before, after, _)| (before, after)).collect();
    let by_lists = circles(components.len(), &lists);
    for part in &by_lists {
        say(descriptor, &UPGRADE_CIRCLE, part, &lists, &listed, report);
    }
    let all: Vec<(usize, usize)> = lists
        .iter()
        .copied()
        .chain(flows(descriptor).into_iter().map(|(source, reader, _)| (source, reader)))
        .collect();
    for part in circles(components.len(), &all) {
        let has_list = lists.iter().any(|(a, b)| part.contains(a) && part.contains(b));
        if has_list && !by_lists.iter().any(|known| known.iter().all(|node| part.contains(node))) {
            say(descriptor, &UPGRADE_AGAINST_FLOW, &part, &all, &listed, report);
        }
    }
}

fn say(
    descriptor: &Descriptor,
    code: &'static Code,
    part: &[usize],
    edges: &[(usize, usize)],
    listed: &[(usize, usize, TextRange)],
    report: &mut Report,
) {
    let Some(&(_, after, range)) = listed.iter().find(|(a, b, _)| part.contains(a) && part.contains(b))
    else {
        return;
    };
    let name = |number: usize| format!("`{}`", descriptor.composition[number].name);
    let way: Vec<String> = way_round(part, edges, after).into_iter().chain([after]).map(name).collect();
    let message = format!("the upgrade of {} waits for itself: {}", name(after), way.join(" before "));
    report.push(Diagnostic::new(code, range, descriptor.composition[after].path.clone(), message));
}

fn not_upgradable(
    descriptor: &Descriptor,
    waiting: &Component,
    listed: &Component,
    range: TextRange,
    report: &mut Report,
) {
    let Some(resource) = descriptor.descriptor_of(listed) else { return };
    let changes = |name: &str| matches!(name, "Upgrade" | "Reconfigure");
    if !resource.lifecycle.is_empty()
        && !resource.lifecycle.iter().any(|transition| changes(&transition.name))
    {
        let message = format!("`{}` has neither an `Upgrade` nor a `Reconfigure` to wait for", listed.name);
        report.push(Diagnostic::new(&NOT_UPGRADABLE, range, waiting.path.clone(), message));
    }
}
