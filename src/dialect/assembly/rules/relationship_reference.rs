//! How the ends of a relationship are written: references by their bare name and as sources only, components with what they offer or need.

use super::super::grammar::{ASSEMBLIES, RELATIONSHIP_ENDS};
use super::super::model::{Descriptor, Dotted, Head, Property, Relationship};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::{Op, Value};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&QUALIFIED_REFERENCE, &REFERENCE_AS_TARGET, &AMBIGUOUS_SIDE, &SAME_ENDS], check };

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

static QUALIFIED_REFERENCE: Code = Code::warning(
    "assembly/qualified-reference",
    "A-REL-4",
    SECTION,
    "A reference stands as a source by its name alone; only components name the capability.

Bad:
```yaml
source-capabilities: [management-network.Network]
```
Good:
```yaml
source-capabilities: [management-network]
```",
);
static REFERENCE_AS_TARGET: Code = Code::error(
    "assembly/reference-as-target",
    "A-REL-5",
    SECTION,
    "The target is changed by the relationship, and a reference is not the assembly's to change. It can only be the source.

Bad:
```yaml
target-requirements: [management-network]
```
Good:
```yaml
target-requirements: [streamer.ManagementNetwork]
```",
);
static AMBIGUOUS_SIDE: Code = Code::warning(
    "assembly/ambiguous-side",
    "A-REL-16",
    SECTION,
    "With several components on one side, `source` or `target` does not say which of them is meant.

Bad:
```yaml
source-capabilities: [a.x, b.x]
properties: {ip: {value: '${source.ip}'}}
```",
);
static SAME_ENDS: Code = Code::warning(
    "assembly/same-ends",
    "A-REL-17",
    SECTION,
    "A component that serves its own requirement waits for itself.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        for source in &relationship.sources {
            as_source(descriptor, relationship, source, report);
        }
        for target in &relationship.targets {
            as_target(descriptor, relationship, target, report);
        }
        ambiguous(relationship, report);
    }
}

fn as_source(descriptor: &Descriptor, relationship: &Relationship, source: &Dotted, report: &mut Report) {
    let is_reference =
        descriptor.component(&source.owner).is_none() && descriptor.reference(&source.owner).is_some();
    match (&source.thing, is_reference) {
        (Some(_), true) => {
            let message = format!("`{}` is a reference, which stands here by its name alone", source.owner);
            report.push(
                Diagnostic::new(&QUALIFIED_REFERENCE, source.range, relationship.path.clone(), message).fix(
                    format!("Change to `{}`", source.owner),
                    vec![Op::Replace { at: source.path.clone(), value: Value::Text(source.owner.clone()) }],
                ),
            );
        }
        (None, false) if descriptor.component(&source.owner).is_some() => {
            let message =
                format!("which capability of `{}`? A component is written `{0}.<capability>`", source.owner);
            report.push(Diagnostic::new(
                &RELATIONSHIP_ENDS,
                source.range,
                relationship.path.clone(),
                message,
            ));
        }
        _ => {}
    }
}

fn as_target(descriptor: &Descriptor, relationship: &Relationship, target: &Dotted, report: &mut Report) {
    let component = descriptor.component(&target.owner);
    if component.is_none() && descriptor.reference(&target.owner).is_some() {
        let message = format!("`{}` is a reference, and a reference cannot be a target", target.owner);
        report.push(Diagnostic::new(&REFERENCE_AS_TARGET, target.range, relationship.path.clone(), message));
    } else if component.is_some() && target.thing.is_none() {
        let message =
            format!("which requirement of `{}`? A target is written `{0}.<requirement>`", target.owner);
        report.push(Diagnostic::new(&RELATIONSHIP_ENDS, target.range, relationship.path.clone(), message));
    }
    if component.is_some() && relationship.sources.iter().any(|source| source.owner == target.owner) {
        let message = format!("`{}` is source and target of the same relationship", target.owner);
        report.push(Diagnostic::new(&SAME_ENDS, target.range, relationship.path.clone(), message));
    }
}

fn ambiguous(relationship: &Relationship, report: &mut Report) {
    for (head, word, ends) in
        [(Head::Source, "source", &relationship.sources), (Head::Target, "target", &relationship.targets)]
    {
        let mut owners: Vec<&str> = ends.iter().map(|end| end.owner.as_str()).collect();
        owners.sort_unstable();
        owners.dedup();
        if owners.len() < 2 {
            continue;
        }
        let used = relationship.properties.iter().flat_map(Property::uses).find(|used| used.head == head);
        let called = relationship
            .create
            .iter()
            .chain(&relationship.cease)
            .find(|it| it.owner == word && it.thing.is_some());
        if let Some(range) = used.map(|used| used.range).or(called.map(|it| it.range)) {
            let message = format!("`{word}` may be any of {} components", owners.len());
            report.push(Diagnostic::new(&AMBIGUOUS_SIDE, range, relationship.path.clone(), message));
        }
    }
}
