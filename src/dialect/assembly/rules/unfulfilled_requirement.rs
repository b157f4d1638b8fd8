//! Rule: every requirement of a component is fulfilled or promoted.

use std::collections::BTreeSet;

use super::super::exposure;
use super::super::grammar::ASSEMBLIES;
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNFULFILLED_REQUIREMENT], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Relationships";

static UNFULFILLED_REQUIREMENT: Code = Code::info(
    "assembly/unfulfilled-requirement",
    "A-REL-22",
    SECTION,
    "Checks that every requirement of a component is the target of a relationship or is listed in the assembly's `requirements`.",
)
.earlier(&["assembly/unserved-requirement"])
.why("Nothing in the assembly provides what the component needs, and an enclosing assembly does not see that it is needed.")
.advice("Connect the requirement with a relationship, or add it to the assembly's `requirements`.")
.bad(
    "document",
    "
composition:
  a: {type: 'resource::r::1.0'}
# ^
=== r.yaml
name: resource::r::1.0
requirements: {Video: {type: net}}
",
)
.good(
    "
composition:
  a: {type: 'resource::r::1.0'}
requirements:
  Video: {type: net}
=== r.yaml
name: resource::r::1.0
requirements: {Video: {type: net}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let targets = descriptor.relationships.iter().flat_map(|relationship| &relationship.targets);
    let served: BTreeSet<(&str, &str)> =
        targets.filter_map(|end| Some((end.owner.as_str(), end.member.as_deref()?))).collect();
    for component in &descriptor.composition {
        let Some(other) = descriptor.descriptor_of(component) else { continue };
        for needed in &other.requirements {
            let kind = exposure::text(needed.kind.as_ref());
            let promoted =
                descriptor.requirements.iter().any(|own| exposure::exposes(own, &needed.name, kind));
            if !promoted && !served.contains(&(component.name.as_str(), needed.name.as_str())) {
                let message =
                    format!("unfulfilled requirement `{}` on component `{}`", needed.name, component.name);
                report.push(Diagnostic::new(
                    &UNFULFILLED_REQUIREMENT,
                    component.range,
                    component.path.clone(),
                    message,
                ));
            }
        }
    }
}
