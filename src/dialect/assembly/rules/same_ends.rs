//! Rule: a component is not both source and target of a relationship.

use super::super::grammar::ASSEMBLIES;
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&SAME_ENDS], check };

const SECTION: &str =
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships";

static SAME_ENDS: Code = Code::warning(
    "assembly/same-ends",
    "A-REL-17",
    SECTION,
    "Checks that a component is not both source and target of a relationship.",
)
.why("Such a component waits for itself.")
.advice("Change the component in `source-capabilities` or `target-requirements`, or remove the relationship.")
.bad(
    "relationship",
    "
source-capabilities: [storage.Export]
target-requirements: [storage.Mount]
#                     ^^^^^^^^^^^^^
",
)
.good(
    "
source-capabilities: [storage.Export]
target-requirements: [streamer.Mount]
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        for target in &relationship.targets {
            let is_source = relationship.sources.iter().any(|source| source.owner == target.owner);
            if is_source && descriptor.component(&target.owner).is_some() {
                let message =
                    format!("component `{}` is both source and target of the relationship", target.owner);
                report.push(Diagnostic::new(&SAME_ENDS, target.range, relationship.path.clone(), message));
            }
        }
    }
}
