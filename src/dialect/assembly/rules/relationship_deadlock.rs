//! Relationships whose ends wait for each other's states.

use super::super::grammar::{ASSEMBLIES, STATES_IN_ORDER};
use super::super::model::{Descriptor, Relationship};
use super::circles::circles;
use crate::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&DEADLOCK], check };

static DEADLOCK: Code = Code::warning(
    "assembly/relationship-deadlock",
    "A-REL-19",
    "TNC-O descriptors, Relationship states",
    "A relationship is made once its source has reached a state and before its target reaches one: the target waits. Components reach `Installed`, \
`Inactive` and `Active` in this order. Where the waits of several relationships close a circle, none of them is ever made.

Bad:
```yaml
r1: {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
r2: {source-capabilities: [b.x], target-requirements: [a.y], source-state: Active, target-state: Active}
```",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    // A node is a component reaching a state; an edge leads to what comes later.
    let node = |owner: &str, state: usize| {
        descriptor.component_number(owner).map(|at| at * STATES_IN_ORDER.len() + state)
    };
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for at in 0..descriptor.composition.len() {
        edges.extend(
            (1..STATES_IN_ORDER.len())
                .map(|state| (at * STATES_IN_ORDER.len() + state - 1, at * STATES_IN_ORDER.len() + state)),
        );
    }
    let mut by: Vec<(usize, usize, &Relationship)> = Vec::new();
    for relationship in &descriptor.relationships {
        let state = |text: &Option<super::super::model::Text>| {
            STATES_IN_ORDER.iter().position(|it| text.as_ref().is_some_and(|t| t.text == **it))
        };
        let says = |text: &Option<super::super::model::Text>, word: &str| {
            text.as_ref().is_some_and(|it| it.text == word)
        };
        let (Some(source), Some(target)) =
            (state(&relationship.source_state), state(&relationship.target_state))
        else {
            continue;
        };
        if says(&relationship.source_modifier, "pre") || says(&relationship.target_modifier, "post") {
            continue;
        }
        for from in &relationship.sources {
            for to in relationship.targets.iter().filter(|to| to.owner != from.owner) {
                if let (Some(from), Some(to)) = (node(&from.owner, source), node(&to.owner, target)) {
                    edges.push((from, to));
                    by.push((from, to, relationship));
                }
            }
        }
    }
    for part in circles(descriptor.composition.len() * STATES_IN_ORDER.len(), &edges) {
        let mut involved: Vec<&Relationship> =
            by.iter().filter(|(a, b, _)| part.contains(a) && part.contains(b)).map(|(.., it)| *it).collect();
        involved.dedup_by_key(|it| &it.name);
        let Some(first) = involved.first() else { continue };
        let names: Vec<String> = involved.iter().map(|it| format!("`{}`", it.name)).collect();
        let message =
            format!("these relationships wait for each other and are never made: {}", names.join(", "));
        let mut diagnostic = Diagnostic::new(&DEADLOCK, first.range, first.path.clone(), message);
        for other in &involved[1..] {
            diagnostic = diagnostic.related(other.range, format!("`{}`", other.name));
        }
        report.push(diagnostic);
    }
}
