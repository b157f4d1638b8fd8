//! Scaling policies: names and values of the settings, and the size of the cluster.

use super::super::interval::{EXAMPLES, Interval};
use super::super::shared::{derives, is_amp, is_call, number, shown};
use super::cluster::initial_size;
use super::entries::{POLICIES, entries, is_initializer};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::model::{Service, Topology};
use limn_tosca::types::{ScalarText, TypeKind};
use limn_tosca::{Rule, codes};
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &BOUNDS, &OUTSIDE], check };

const SECTION: &str = "AMP, Cloudsoft AMP Policies";

static UNKNOWN: Code = Code::warning(
    "amp/unknown-scaling-property",
    "M-POL-3",
    SECTION,
    "Checks the names of the properties of a scaling policy: `metric`, `metricLowerBound`, `metricUpperBound`, `minPoolSize`, `maxPoolSize`, \
`resizeUpStabilizationDelay`, `resizeDownStabilizationDelay`, and other settings of Brooklyn's auto-scaler.",
)
.why("The auto-scaler does not read a misspelled setting and uses the default in its place.")
.advice("Correct the name, for example to `metricLowerBound`, or remove the property.")
.bad(
    "cluster",
    "
policies:
  - grow:
      type: tosca.policies.Scaling
      targets: [shops]
      properties: {metric: load, lowerBound: 0.1}
#                                ^^^^^^^^^^
",
)
.good(
    "
policies:
  - grow:
      type: tosca.policies.Scaling
      targets: [shops]
      properties: {metric: load, metricLowerBound: 0.1, metricUpperBound: 10}
",
)
.supersedes(&[&codes::UNDECLARED_PROPERTY]);
static BOUNDS: Code = Code::error(
    "amp/scaling-bounds",
    "M-POL-4",
    SECTION,
    "Checks the settings of a scaling policy: `metricLowerBound` is less than `metricUpperBound`, `minPoolSize` is non-negative and not more than \
`maxPoolSize`, and the delays are time intervals.",
)
.why("With crossed bounds, no size of the cluster is valid, or nearly every value of the metric triggers a resize.")
.advice("Lower `metricLowerBound` or `minPoolSize`, or raise the upper bound. Write pool sizes from 0, and delays such as `30s`.")
.bad(
    "cluster",
    "
policies:
  - grow:
      type: tosca.policies.Scaling
      targets: [shops]
      properties: {minPoolSize: 5, maxPoolSize: 4}
#                               ^
",
)
.good(
    "
policies:
  - grow:
      type: tosca.policies.Scaling
      targets: [shops]
      properties: {minPoolSize: 1, maxPoolSize: 4}
",
);
static OUTSIDE: Code = Code::warning(
    "amp/cluster-size-outside-pool",
    "M-POL-5",
    SECTION,
    "Checks that `cluster.initial.size` is between the `minPoolSize` and `maxPoolSize` of the policies that scale the cluster.",
)
.why("Outside these bounds, the cluster is resized as soon as it has started.")
.advice("Set `cluster.initial.size` to a number from `minPoolSize` to `maxPoolSize`, or change these bounds in the policy.")
.bad(
    "topology template",
    "
node_templates:
  shops:
    type: tosca.entity.DynamicCluster
    properties:
      cluster.initial.size: 9
#                           ^
      dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: io.acme.shop}}
policies:
  - grow: {type: tosca.policies.Scaling, targets: [shops], properties: {minPoolSize: 1, maxPoolSize: 4}}
",
)
.good(
    "
node_templates:
  shops:
    type: tosca.entity.DynamicCluster
    properties:
      cluster.initial.size: 2
      dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: io.acme.shop}}
policies:
  - grow: {type: tosca.policies.Scaling, targets: [shops], properties: {minPoolSize: 1, maxPoolSize: 4}}
",
);

const SCALING: &str = "tosca.policies.Scaling";
const AUTO_SCALER: &str = "org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy";

/// Settings of Brooklyn's `AutoScalerPolicy`: those of AMP's reference first.
const SETTINGS: [&str; 20] = [
    "metric",
    "metricLowerBound",
    "metricUpperBound",
    "minPoolSize",
    "maxPoolSize",
    "resizeUpStabilizationDelay",
    "resizeDownStabilizationDelay",
    "entityWithMetric",
    "resizeUpIterationIncrement",
    "resizeUpIterationMax",
    "resizeDownIterationIncrement",
    "resizeDownIterationMax",
    "minPeriodBetweenExecs",
    "insufficientCapacityHighWaterMark",
    "resizeOperator",
    "currentSizeOperator",
    "poolHotSensor",
    "poolColdSensor",
    "poolOkSensor",
    "maxReachedNotificationDelay",
];
/// The prefix of the same settings in Brooklyn's own names.
const PREFIX: &str = "autoscaler.";
const DELAYS: [&str; 2] = ["resizeUpStabilizationDelay", "resizeDownStabilizationDelay"];

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for policy in &topology.policies {
        if !derives(service, TypeKind::Policy, policy.type_id, SCALING) {
            continue;
        }
        let Some(settings) = policy.node.get("properties").map(Node::resolve) else { continue };
        // A type of the document has properties of its own.
        let is_plain = policy.type_id.found().is_some_and(|id| {
            let name = &service.type_scope.get(id).name;
            name == SCALING || name == AUTO_SCALER
        });
        if is_plain {
            check_names(service, settings, report);
        }
        check_settings(service, settings, report);
        check_size(service, topology, settings, &policy.targets, report);
    }
    for group in topology.groups.iter().filter(|group| is_initializer(service, group)) {
        for entry in entries(group, POLICIES) {
            let Some(settings) = entry.get("brooklyn.config").map(Node::resolve) else { continue };
            if ScalarText::at(entry, "type").is_some_and(|word| [AUTO_SCALER, SCALING].contains(&&*word.text))
            {
                check_settings(service, settings, report);
                check_size(service, topology, settings, &group.members, report);
            }
        }
    }
}

fn check_names(service: &Service<'_>, settings: Node<'_>, report: &mut Report) {
    for entry in settings.entries().filter(|entry| service.is_own(entry.key)) {
        let Some(name) = entry.key.as_str() else { continue };
        if entry.is_merge() || SETTINGS.contains(&name.strip_prefix(PREFIX).unwrap_or(&name)) {
            continue;
        }
        let lower = name.to_lowercase();
        let is_end = |ending: &&&str| lower.len() > 3 && ending.to_lowercase().ends_with(&lower);
        let near = SETTINGS.iter().find(is_end).copied();
        let near = near.or_else(|| service.suggestions.nearest(&name, SETTINGS));
        let near = near.filter(|near| settings.get(near).is_none());
        let message = message::unknown_on("property", &name, "policy type", SCALING);
        let fault = service.fault(&UNKNOWN, entry.key, message);
        report.push(fault.did_you_mean(near, |to| Op::RenameKey { at: entry.key.path(), to }));
    }
}

/// A setting by either of its names, if it is of this document.
fn setting<'d>(service: &Service<'d>, settings: Node<'d>, name: &str) -> Option<Node<'d>> {
    let value = settings.get(name).or_else(|| settings.get(&format!("{PREFIX}{name}")));
    value.map(Node::resolve).filter(|value| service.is_own(*value) && !value.is_null())
}

fn check_settings<'d>(service: &Service<'d>, settings: Node<'d>, report: &mut Report) {
    let value = |name: &str| setting(service, settings, name);
    let amount = |name: &str| value(name).and_then(|value| Some((value, number(value)?)));
    let (low, high) = (amount("metricLowerBound"), amount("metricUpperBound"));
    if let (Some((at, low)), Some((upper, high))) = (low, high)
        && low >= high
    {
        let message = message::expected(
            "`metricLowerBound` less than `metricUpperBound`",
            format_args!("{low} and {high}"),
        );
        report.push(service.fault(&BOUNDS, at, message).related(upper.range(), "`metricUpperBound`"));
    }
    let (least, most) = (amount("minPoolSize"), amount("maxPoolSize"));
    for (name, bound) in [("minPoolSize", least), ("maxPoolSize", most)] {
        if let Some((at, _)) = bound.filter(|(_, count)| *count < 0.0) {
            let message = message::expected(format_args!("a non-negative number for `{name}`"), shown(at));
            report.push(service.fault(&BOUNDS, at, message));
        }
    }
    if let (Some((at, least)), Some((upper, most))) = (least, most)
        && least > most
    {
        let message = message::expected(
            "`minPoolSize` not more than `maxPoolSize`",
            format_args!("{least} and {most}"),
        );
        report.push(service.fault(&BOUNDS, at, message).related(upper.range(), "`maxPoolSize`"));
    }
    for name in DELAYS {
        let Some(delay) = value(name).filter(|delay| !is_call(*delay)) else { continue };
        if !matches!(Interval::of(delay), Some(Interval::Milliseconds(_))) {
            let message = message::expected(format_args!("{EXAMPLES} for `{name}`"), shown(delay));
            report.push(service.fault(&BOUNDS, delay, message));
        }
    }
}

/// Checks the initial sizes of the clusters that a policy scales.
fn check_size<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    settings: Node<'d>,
    clusters: &[ScalarText<'d>],
    report: &mut Report,
) {
    let bound = |name: &str| setting(service, settings, name).and_then(number);
    let (least, most) = (bound("minPoolSize"), bound("maxPoolSize"));
    if least.is_some_and(|least| most.is_some_and(|most| least > most)) {
        return;
    }
    for cluster in clusters.iter().filter_map(|word| topology.node_template(&word.text)) {
        let Some(size) = initial_size(cluster).filter(|size| service.is_own(*size)) else { continue };
        let Some(count) = number(size).filter(|count| *count >= 0.0) else { continue };
        let pool = match (least, most) {
            (Some(least), _) if count < least => format!("`minPoolSize` is {least}"),
            (_, Some(most)) if count > most => format!("`maxPoolSize` is {most}"),
            _ => continue,
        };
        let message = format!("the size of `{}` at the start is {count}, but {pool}", cluster.name);
        let fault = service.fault(&OUTSIDE, size, message);
        report.push(fault.related(settings.key().unwrap_or(settings).range(), "settings of the policy"));
    }
}
