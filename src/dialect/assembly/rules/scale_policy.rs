//! Scaling: on a cluster, within its thresholds, by a load metric that is there.

use super::super::grammar::{ASSEMBLIES, RESOURCES, THRESHOLD, TNCO};
use super::super::model::{Descriptor, Number, Policy};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::{Op, Value};

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &NOT_A_CLUSTER,
        &UNBOUNDED_GROWTH,
        &FLAT_POLICY_PROPERTY,
        &NOT_A_LOAD_METRIC,
        &PROMOTED_METRIC_KIND,
    ],
    check,
};

const SECTION: &str = "TNC-O assembly descriptor, Metrics and Policies";

static NOT_A_CLUSTER: Code = Code::error(
    "assembly/scaling-without-cluster",
    "A-POL-4",
    SECTION,
    "Scaling adds and removes the nodes of a cluster. The target of a scaling policy has a `cluster` section.

Bad:
```yaml
composition: {B: {type: 'resource::r::1.0', quantity: 1}}
```
Good:
```yaml
composition: {B: {type: 'resource::r::1.0', cluster: {minimum-nodes: 1, maximum-nodes: 4}}}
```",
);
static UNBOUNDED_GROWTH: Code = Code::info(
    "assembly/unbounded-growth",
    "A-CLU-9",
    SECTION,
    "A cluster without `maximum-nodes` grows for as long as the load is high.",
);
static FLAT_POLICY_PROPERTY: Code = Code::info(
    "assembly/flat-policy-property",
    "A-POL-8",
    SECTION,
    "Policy properties are found as `smoothing: 4` and as `smoothing: {value: 4}`. Both are read; every published descriptor writes the second.",
);
static NOT_A_LOAD_METRIC: Code = Code::warning(
    "assembly/scaling-by-no-load",
    "A-POL-9",
    SECTION,
    "The component's descriptor declares no load metric of this name, so the policy is never triggered.",
);
static PROMOTED_METRIC_KIND: Code = Code::warning(
    "assembly/promoted-no-load",
    "A-MET-3",
    SECTION,
    "Load metrics can be promoted. The component's descriptor has no load metric of this name.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !TNCO.or(RESOURCES).or(ASSEMBLIES).has(descriptor.profiles) {
        return;
    }
    for policy in &descriptor.policies {
        for number in policy.numbers.iter().filter(|number| number.flat) {
            flat(policy, number, report);
        }
        if TNCO.has(descriptor.profiles)
            && policy.kind.as_ref().is_none_or(|kind| kind.text != "policy::heal")
        {
            scaling(descriptor, policy, report);
        }
    }
    if !TNCO.has(descriptor.profiles) {
        return;
    }
    for metric in &descriptor.metrics {
        let Some(source) = &metric.source else { continue };
        if let Some(fault) =
            source.thing.as_deref().and_then(|thing| not_load(descriptor, &source.owner, thing))
        {
            report.push(Diagnostic::new(&PROMOTED_METRIC_KIND, source.range, metric.path.clone(), fault));
        }
    }
}

fn flat(policy: &Policy, number: &Number, report: &mut Report) {
    let Some(value) = &number.value else { return };
    let written = if value.text.contains("${") {
        Value::Quoted(value.text.clone())
    } else {
        Value::Plain(value.text.clone())
    };
    let message = format!("`{}` is usually written `{{value: …}}`", number.name);
    report.push(Diagnostic::new(&FLAT_POLICY_PROPERTY, number.range, policy.path.clone(), message).fix(
        "Write it with `value`",
        vec![Op::Replace { at: number.path.clone(), value: Value::map([("value", written)]) }],
    ));
}

fn scaling(descriptor: &Descriptor, policy: &Policy, report: &mut Report) {
    if let Some(target) = &policy.target {
        match descriptor.component(&target.text).map(|component| (component, &component.cluster)) {
            Some((component, None)) => {
                let message = format!("`{}` is no cluster, so it cannot scale", component.name);
                report.push(
                    Diagnostic::new(&NOT_A_CLUSTER, target.range, policy.path.clone(), message)
                        .related(component.range, "it has no `cluster` section"),
                );
            }
            Some((component, Some(cluster))) if cluster.maximum.is_none() => {
                let message = format!("nothing bounds how far `{}` grows", component.name);
                report.push(Diagnostic::new(
                    &UNBOUNDED_GROWTH,
                    cluster.range,
                    component.path.clone(),
                    message,
                ));
            }
            _ => {}
        }
    }
    let whole =
        |name: &str| policy.number(name).and_then(|it| it.value.as_ref()?.text.trim().parse::<i64>().ok());
    if let (Some(out), Some(back), Some(at)) =
        (whole("scaleOut_threshold"), whole("scaleIn_threshold"), policy.number("scaleIn_threshold"))
        && back >= out
    {
        let message = format!("it would shrink at {back} % and grow at {out} %: the first has to be lower");
        report.push(Diagnostic::new(&THRESHOLD, at.range, policy.path.clone(), message));
    }
    let Some(metric) = &policy.metric else { return };
    if let Some(fault) = metric.thing.as_deref().and_then(|thing| not_load(descriptor, &metric.owner, thing))
    {
        report.push(Diagnostic::new(&NOT_A_LOAD_METRIC, metric.range, policy.path.clone(), fault));
    }
}

/// Why `owner.thing` is no load metric, where its descriptor is at hand.
fn not_load(descriptor: &Descriptor, owner: &str, thing: &str) -> Option<String> {
    let other = descriptor.descriptor_of(descriptor.component(owner)?)?;
    match other.metrics.iter().find(|metric| metric.name == thing) {
        None => Some(format!("`{owner}` has no metric `{thing}`")),
        Some(metric) => {
            let kind = metric.kind.as_ref()?;
            (kind.text == "metric::integrity")
                .then(|| format!("`{thing}` of `{owner}` tells integrity, not load"))
        }
    }
}
