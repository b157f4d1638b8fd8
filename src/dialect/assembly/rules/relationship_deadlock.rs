//! Rule: relationships whose sources and targets wait for each other's states.

use super::super::grammar::{ASSEMBLIES, STATES_IN_ORDER};
use super::super::model::{Descriptor, Relationship};
use limn_language::cycles::Digraph;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&DEADLOCK], check };

static DEADLOCK: Code = Code::warning(
    "assembly/relationship-deadlock",
    "A-REL-19",
    "TNC-O descriptors, Relationship states",
    "Checks that relationships do not wait for each other.",
)
.why("A relationship is created after its source reaches `source-state` and before its target reaches `target-state`, so the target waits. \
Components reach `Installed`, `Inactive` and `Active` in this order. Relationships that wait for each other in a cycle are never created.")
.advice("In one of the relationships, set `target-state-modifier` to `post`, or use an earlier `source-state`.")
.bad(
    "two components",
    "
relationships:
  r1: {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
# ^^
  r2: {source-capabilities: [b.x], target-requirements: [a.y], source-state: Active, target-state: Active}
",
)
.good(
    "
relationships:
  r1: {source-capabilities: [a.x], target-requirements: [b.y], source-state: Active, target-state: Active}
  r2: {source-capabilities: [b.x], target-requirements: [a.y], source-state: Active, target-state: Active, target-state-modifier: post}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    // A node is a component that reaches a state; an edge goes to the later one.
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
    let mut waits: Vec<(usize, usize, &Relationship)> = Vec::new();
    for relationship in &descriptor.relationships {
        let state = |text: &Option<super::super::model::Text>| {
            STATES_IN_ORDER.iter().position(|state| text.as_ref().is_some_and(|t| t.text == **state))
        };
        let has_text = |text: &Option<super::super::model::Text>, word: &str| {
            text.as_ref().is_some_and(|text| text.text == word)
        };
        let (Some(source), Some(target)) =
            (state(&relationship.source_state), state(&relationship.target_state))
        else {
            continue;
        };
        if has_text(&relationship.source_modifier, "pre") || has_text(&relationship.target_modifier, "post") {
            continue;
        }
        for from in &relationship.sources {
            for to in relationship.targets.iter().filter(|to| to.owner != from.owner) {
                if let (Some(from), Some(to)) = (node(&from.owner, source), node(&to.owner, target)) {
                    edges.push((from, to));
                    waits.push((from, to, relationship));
                }
            }
        }
    }
    let graph = Digraph::new(descriptor.composition.len() * STATES_IN_ORDER.len(), edges.iter().copied());
    for part in graph.cycles() {
        let mut involved: Vec<&Relationship> = waits
            .iter()
            .filter(|(a, b, _)| part.contains(a) && part.contains(b))
            .map(|(.., relationship)| *relationship)
            .collect();
        involved.dedup_by_key(|relationship| &relationship.name);
        let Some(first) = involved.first() else { continue };
        let start = waits
            .iter()
            .find(|(a, b, _)| part.contains(a) && part.contains(b))
            .map_or(part[0], |wait| wait.0);
        let around = graph.shortest_cycle(&part, start);
        let next = around.iter().cycle().skip(1);
        let steps = around.iter().zip(next);
        let names = steps.filter_map(|step| {
            let wait = waits.iter().find(|(a, b, _)| (a, b) == step)?;
            Some(wait.2.name.as_str())
        });
        // A relationship with several ends can be more than one step.
        let mut names: Vec<&str> = names.collect();
        names.dedup();
        if names.len() > 1 && names.first() == names.last() {
            names.pop();
        }
        let message = message::cycle("relationship", names);
        let mut diagnostic = Diagnostic::new(&DEADLOCK, first.range, first.path.clone(), message);
        for other in &involved[1..] {
            diagnostic = diagnostic.related(other.range, format!("`{}`", other.name));
        }
        report.push(diagnostic);
    }
}
