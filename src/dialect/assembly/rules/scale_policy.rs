//! Rule: a scaling policy targets a cluster, has thresholds in order, and uses a load metric that exists.

use super::super::grammar::{ASSEMBLIES, RESOURCES, THRESHOLD, TNCO};
use super::super::model::{Descriptor, Number, Policy};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Value};

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
    "Checks that the target of a scaling policy has a `cluster` section.",
)
.why("Scaling adds and removes the nodes of a cluster.")
.advice("Add `cluster` to the component.")
.bad(
    "document",
    "
composition:
  b: {type: 'resource::r::1.0', quantity: 1}
policies:
  grow: {type: 'policy::scale', metric: b.load, target: b}
#                                                       ^
",
)
.good(
    "
composition:
  b: {type: 'resource::r::1.0', cluster: {minimum-nodes: 1, maximum-nodes: 4}}
policies:
  grow: {type: 'policy::scale', metric: b.load, target: b}
",
);
static UNBOUNDED_GROWTH: Code = Code::info(
    "assembly/unbounded-growth",
    "A-CLU-9",
    SECTION,
    "Reports a scaled cluster without `maximum-nodes`.",
)
.why("It grows for as long as the load is high.")
.advice("Add `maximum-nodes` to the `cluster`.")
.bad(
    "document",
    "
composition:
  a: {type: 'resource::r::1.0', cluster: {minimum-nodes: 1}}
#                               ^^^^^^^
policies:
  grow: {type: 'policy::scale', metric: a.load, target: a}
",
)
.good(
    "
composition:
  a: {type: 'resource::r::1.0', cluster: {minimum-nodes: 1, maximum-nodes: 4}}
policies:
  grow: {type: 'policy::scale', metric: a.load, target: a}
",
);
static FLAT_POLICY_PROPERTY: Code = Code::info(
    "assembly/flat-policy-property",
    "A-POL-8",
    SECTION,
    "Checks the form of policy properties.",
)
.why(
    "Both `smoothing: 4` and `smoothing: {value: 4}` are accepted; every published descriptor uses the second.",
)
.advice("Write the number under `value`, as in `smoothing: {value: 4}`.")
.bad(
    "policy",
    "
properties: {scaleOut_threshold: {value: 90}, scaleIn_threshold: {value: 10}, smoothing: 4}
#                                                                             ^^^^^^^^^
",
)
.good("properties: {scaleOut_threshold: {value: 90}, scaleIn_threshold: {value: 10}, smoothing: {value: 4}}");
static NOT_A_LOAD_METRIC: Code = Code::warning(
    "assembly/scaling-metric-not-load",
    "A-POL-9",
    SECTION,
    "Checks that the component's descriptor declares the load metric of a scaling policy.",
)
.earlier(&["assembly/scaling-by-no-load"])
.why("Without it, the policy is never triggered.")
.advice("Set `metric` to a metric of type `metric::load`, or add one to the component's descriptor.")
.bad(
    "policy",
    "
metric: a.integrity
#       ^^^^^^^^^^^
=== r.yaml
name: resource::r::1.0
metrics: {load: {type: 'metric::load'}, integrity: {type: 'metric::integrity', publication-period: 60}}
",
)
.good(
    "
metric: a.load
=== r.yaml
name: resource::r::1.0
metrics: {load: {type: 'metric::load'}, integrity: {type: 'metric::integrity', publication-period: 60}}
",
);
static PROMOTED_METRIC_KIND: Code = Code::warning(
    "assembly/promoted-metric-not-load",
    "A-MET-3",
    SECTION,
    "Checks that a promoted metric is a load metric of the component's descriptor.",
)
.earlier(&["assembly/promoted-no-load"])
.why("Only load metrics can be promoted.")
.advice("Set `source-metric` to a metric of type `metric::load`, or add one to the component's descriptor.")
.bad(
    "two components",
    "
metrics:
  m: {source-metric: a.alive}
#                    ^^^^^^^
=== r.yaml
name: resource::r::1.0
metrics: {load: {type: 'metric::load'}, alive: {type: 'metric::integrity'}}
",
)
.good(
    "
metrics:
  m: {source-metric: a.load}
=== r.yaml
name: resource::r::1.0
metrics: {load: {type: 'metric::load'}, alive: {type: 'metric::integrity'}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !TNCO.or(RESOURCES).or(ASSEMBLIES).has(descriptor.profiles) {
        return;
    }
    for policy in &descriptor.policies {
        for number in policy.numbers.iter().filter(|number| number.flat) {
            check_flat(policy, number, report);
        }
        if TNCO.has(descriptor.profiles)
            && policy.kind.as_ref().is_none_or(|kind| kind.text != "policy::heal")
        {
            check_scaling(descriptor, policy, report);
        }
    }
    if !TNCO.has(descriptor.profiles) {
        return;
    }
    for metric in &descriptor.metrics {
        let Some(source) = &metric.source else { continue };
        if let Some(fault) =
            source.member.as_deref().and_then(|member| not_load(descriptor, &source.owner, member))
        {
            report.push(Diagnostic::new(&PROMOTED_METRIC_KIND, source.range, metric.path.clone(), fault));
        }
    }
}

fn check_flat(policy: &Policy, number: &Number, report: &mut Report) {
    let Some(value) = &number.value else { return };
    let written = if value.text.contains("${") {
        Value::Quoted(value.text.clone())
    } else {
        Value::Plain(value.text.clone())
    };
    let message =
        message::expected(format!("`{{value: …}}` for `{}`", number.name), format!("`{}`", value.text));
    report.push(Diagnostic::new(&FLAT_POLICY_PROPERTY, number.range, policy.path.clone(), message).fix(
        "Wrap in `value`",
        vec![Op::Replace { at: number.path.clone(), value: Value::map([("value", written)]) }],
    ));
}

fn check_scaling(descriptor: &Descriptor, policy: &Policy, report: &mut Report) {
    if let Some(target) = &policy.target {
        match descriptor.component(&target.text).map(|component| (component, &component.cluster)) {
            Some((component, None)) => {
                let message = format!("cannot scale component `{}`: it has no `cluster`", component.name);
                report.push(
                    Diagnostic::new(&NOT_A_CLUSTER, target.range, policy.path.clone(), message)
                        .related(component.range, "component without a `cluster` section"),
                );
            }
            Some((component, Some(cluster))) if cluster.maximum.is_none() => {
                let message = format!(
                    "cluster of component `{}` grows without a limit: no `maximum-nodes`",
                    component.name
                );
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
    let integer = |name: &str| {
        policy.number(name).and_then(|number| number.value.as_ref()?.text.trim().parse::<i64>().ok())
    };
    if let (Some(threshold_out), Some(threshold_in), Some(at)) =
        (integer("scaleOut_threshold"), integer("scaleIn_threshold"), policy.number("scaleIn_threshold"))
        && threshold_in >= threshold_out
    {
        let message = message::expected(
            format!("`scaleIn_threshold` below `scaleOut_threshold` ({threshold_out} %)"),
            format!("{threshold_in} %"),
        );
        report.push(Diagnostic::new(&THRESHOLD, at.range, policy.path.clone(), message));
    }
    let Some(metric) = &policy.metric else { return };
    if let Some(fault) =
        metric.member.as_deref().and_then(|member| not_load(descriptor, &metric.owner, member))
    {
        report.push(Diagnostic::new(&NOT_A_LOAD_METRIC, metric.range, policy.path.clone(), fault));
    }
}

/// The message if `owner.member` is not a load metric; `None` if it is, or if its descriptor is not in the workspace.
fn not_load(descriptor: &Descriptor, owner: &str, member: &str) -> Option<String> {
    let other = descriptor.descriptor_of(descriptor.component(owner)?)?;
    match other.metrics.iter().find(|metric| metric.name == member) {
        None => Some(message::unknown_on("metric", member, "component", owner)),
        Some(metric) => {
            let kind = metric.kind.as_ref()?;
            (kind.text == "metric::integrity").then(|| {
                message::expected("a load metric", format!("integrity metric `{member}` of `{owner}`"))
            })
        }
    }
}
