//! What the descriptors of both ends say of a relationship: that they offer and need what it joins, and that it is of one type.

use std::collections::BTreeSet;

use super::super::grammar::ASSEMBLIES;
use super::super::model::{Descriptor, Dotted, Offer, Relationship};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[&UNDECLARED_CAPABILITY, &UNDECLARED_REQUIREMENT, &MISMATCHED_ENDS, &UNSERVED_REQUIREMENT],
    check,
};

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Relationships";

static UNDECLARED_CAPABILITY: Code = Code::warning(
    "assembly/undeclared-capability",
    "A-REL-13",
    SECTION,
    "The source's descriptor declares no such capability. Published descriptors use undeclared ones, so nothing is refused.",
);
static UNDECLARED_REQUIREMENT: Code = Code::warning(
    "assembly/undeclared-requirement",
    "A-REL-14",
    SECTION,
    "The target's descriptor declares no such requirement. Published descriptors use undeclared ones, so nothing is refused.",
);
static MISMATCHED_ENDS: Code = Code::warning(
    "assembly/mismatched-ends",
    "A-REL-15",
    "CP4NA 2.7 assembly descriptors, Capabilities and requirements",
    "A requirement's `type` is the type of the capability that serves it. The two are compared letter by letter.",
);
static UNSERVED_REQUIREMENT: Code = Code::info(
    "assembly/unserved-requirement",
    "A-REL-22",
    SECTION,
    "A component needs something that no relationship gives it and that the assembly does not ask for under its own `requirements`.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    for relationship in &descriptor.relationships {
        ends(descriptor, relationship, report);
    }
    unserved(descriptor, report);
}

/// What the descriptor behind an end says of what the end names.
enum Declared {
    /// The descriptor is not at hand.
    Unknown,
    Missing,
    As(Offer),
}

fn declared(descriptor: &Descriptor, end: &Dotted, capability: bool) -> Declared {
    let other = descriptor.component(&end.owner).and_then(|component| descriptor.descriptor_of(component));
    let (Some(other), Some(thing)) = (other, end.thing.as_deref()) else { return Declared::Unknown };
    let offers = if capability { &other.capabilities } else { &other.requirements };
    offers.iter().find(|offer| offer.name == thing).cloned().map_or(Declared::Missing, Declared::As)
}

fn ends(descriptor: &Descriptor, relationship: &Relationship, report: &mut Report) {
    let mut kinds = Vec::new();
    for (list, capability) in [(&relationship.sources, true), (&relationship.targets, false)] {
        for end in list {
            match declared(descriptor, end, capability) {
                Declared::As(offer) => kinds.extend(offer.kind.map(|kind| (capability, kind.text, end))),
                Declared::Missing => {
                    let (code, what) = if capability {
                        (&UNDECLARED_CAPABILITY, "capability")
                    } else {
                        (&UNDECLARED_REQUIREMENT, "requirement")
                    };
                    let thing = end.thing.as_deref().unwrap_or_default();
                    let message = format!("`{}` declares no {what} `{thing}`", end.owner);
                    report.push(Diagnostic::new(code, end.range, relationship.path.clone(), message));
                }
                Declared::Unknown => {}
            }
        }
    }
    for (_, needed, target) in kinds.iter().filter(|(capability, ..)| !capability) {
        for (_, offered, source) in kinds.iter().filter(|(capability, ..)| *capability) {
            if needed != offered {
                let message =
                    format!("`{}` needs `{needed}`, `{}` offers `{offered}`", target.text(), source.text());
                report.push(
                    Diagnostic::new(&MISMATCHED_ENDS, target.range, relationship.path.clone(), message)
                        .related(source.range, "the other end"),
                );
            }
        }
    }
}

fn unserved(descriptor: &Descriptor, report: &mut Report) {
    let targets = descriptor.relationships.iter().flat_map(|it| &it.targets);
    let served: BTreeSet<(&str, &str)> =
        targets.filter_map(|end| Some((end.owner.as_str(), end.thing.as_deref()?))).collect();
    for component in &descriptor.composition {
        let Some(other) = descriptor.descriptor_of(component) else { continue };
        for needed in &other.requirements {
            let promoted = descriptor.requirements.iter().any(|own| {
                own.name == needed.name
                    || matches!((&own.kind, &needed.kind), (Some(a), Some(b)) if a.text == b.text)
            });
            if !promoted && !served.contains(&(component.name.as_str(), needed.name.as_str())) {
                let message =
                    format!("nothing serves the requirement `{}` of `{}`", needed.name, component.name);
                report.push(Diagnostic::new(
                    &UNSERVED_REQUIREMENT,
                    component.range,
                    component.path.clone(),
                    message,
                ));
            }
        }
    }
}
