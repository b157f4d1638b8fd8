//! A heal policy watches a metric that tells health.

use super::super::grammar::{HEAL_POLICY, RESOURCES};
use super::super::model::Descriptor;
use crate::diagnostic::{Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[], check };

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    for policy in descriptor
        .policies
        .iter()
        .filter(|it| it.kind.as_ref().is_some_and(|kind| kind.text == "policy::heal"))
    {
        let Some(named) = &policy.metric else { continue };
        let metric =
            descriptor.metrics.iter().find(|metric| metric.name == named.owner && named.thing.is_none());
        let Some(kind) = metric.and_then(|metric| metric.kind.as_ref()) else { continue };
        if kind.text == "metric::load" {
            let message = format!("`{}` tells the load; healing needs a `metric::integrity`", named.owner);
            report.push(
                Diagnostic::new(&HEAL_POLICY, named.range, policy.path.clone(), message)
                    .related(kind.range, "a load metric by this"),
            );
        }
    }
}
