//! Rule: `source` and `target` in a relationship are one component each.

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Property, ReferenceRoot, Relationship};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&AMBIGUOUS_SIDE], check };

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

static AMBIGUOUS_SIDE: Code = Code::warning(
    "assembly/ambiguous-side",
    "A-REL-16",
    SECTION,
    "Checks that `source` and `target` resolve to one component.",
)
.why("With several components on a side, they are ambiguous.")
.advice("Keep one component on the side, and write a separate relationship for each of the others.")
.bad(
    "relationship",
    "
source-capabilities: [storage.x, streamer.x]
~target-requirements: [streamer.y]
properties: {ip: {value: '${source.ip}'}}
#                         ^^^^^^^^^^^^
",
)
.good(
    "
source-capabilities: [storage.x]
~target-requirements: [streamer.y]
properties: {ip: {value: '${source.ip}'}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        check_ambiguity(relationship, report);
    }
}

fn check_ambiguity(relationship: &Relationship, report: &mut Report) {
    for (head, word, ends) in [
        (ReferenceRoot::Source, "source", &relationship.sources),
        (ReferenceRoot::Target, "target", &relationship.targets),
    ] {
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
            .find(|operation| operation.owner == word && operation.member.is_some());
        if let Some(range) = used.map(|used| used.range).or(called.map(|operation| operation.range)) {
            let message = format!("`{word}` is ambiguous: the relationship has {} {word}s", owners.len());
            report.push(Diagnostic::new(&AMBIGUOUS_SIDE, range, relationship.path.clone(), message));
        }
    }
}
