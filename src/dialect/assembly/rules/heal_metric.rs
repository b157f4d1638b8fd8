//! Rule: a heal policy watches an integrity metric. Reports a code of the grammar.

use super::super::grammar::{HEAL_POLICY, RESOURCES};
use super::super::model::Descriptor;
use limn_language::diagnostic::{Diagnostic, Report, Rule};
use limn_language::message;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[], check };

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    for policy in descriptor
        .policies
        .iter()
        .filter(|policy| policy.kind.as_ref().is_some_and(|kind| kind.text == "policy::heal"))
    {
        let Some(named) = &policy.metric else { continue };
        let metric =
            descriptor.metrics.iter().find(|metric| metric.name == named.owner && named.member.is_none());
        let Some(kind) = metric.and_then(|metric| metric.kind.as_ref()) else { continue };
        if kind.text == "metric::load" {
            let message =
                message::expected("a `metric::integrity` metric", format!("load metric `{}`", named.owner));
            report.push(
                Diagnostic::new(&HEAL_POLICY, named.range, policy.path.clone(), message)
                    .related(kind.range, "declared as a load metric here"),
            );
        }
    }
}
