//! Scaling policies of a deployment, with their numbers resolved.

use super::super::grammar::{HEAL_POLICY_TYPE, SCALE_POLICY_TYPE};
use super::super::model::{Policy, QualifiedName};
use super::frame::DeploymentState;
use super::values::ValueScope;
use limn_language::graph::Id;
use limn_language::message;
use limn_language::policy_chart::PolicyChart;
use limn_language::scaling::ScalingPolicy;

impl DeploymentState<'_> {
    pub fn policies(&mut self) -> Vec<ScalingPolicy> {
        let is_scaling =
            |policy: &&Policy| policy.kind.as_ref().is_some_and(|kind| kind.text == SCALE_POLICY_TYPE);
        self.own.policies.iter().filter(is_scaling).map(|policy| self.policy(policy)).collect()
    }

    fn policy(&mut self, policy: &Policy) -> ScalingPolicy {
        let target = policy.target.as_ref().map_or("", |target| target.text.as_str());
        let number = self.own.component_number(target);
        let component = self.own.component(target);
        let cluster = component.and_then(|component| component.cluster.as_ref());
        let (minimum, maximum) = cluster.map_or((Ok(1), None), |cluster| self.bounds(0, cluster));
        let increment = cluster.and_then(|cluster| cluster.increment.as_ref());
        let increment = increment.map_or(Ok(1), |text| self.number(0, text, "scaling-increment"));
        let initial = match number {
            None => Err(message::unknown("component", target)),
            Some(_) if cluster.is_none() => Err(format!("`{target}` is not a cluster")),
            Some(number) => self.group(0, number).and_then(|group| group.count.clone()),
        };
        let smoothing = self.smoothing(policy);
        ScalingPolicy {
            id: Id(policy.path.clone()),
            label: policy.name.clone(),
            metric: policy.metric.as_ref().map_or_else(String::new, QualifiedName::text),
            target: target.to_owned(),
            target_id: component.map(|component| Id(component.path.clone())),
            out_above: self.threshold(policy, "scaleOut_threshold"),
            in_below: self.threshold(policy, "scaleIn_threshold"),
            smoothing,
            initial,
            minimum: minimum.unwrap_or(1),
            maximum: maximum.and_then(Result::ok),
            increment: increment.unwrap_or(1),
        }
    }

    /// The chart of a policy that scales or heals.
    pub fn policy_chart(&mut self, policy: &Policy) -> Option<PolicyChart> {
        let kind = policy.kind.as_ref()?.text.as_str();
        match kind {
            SCALE_POLICY_TYPE => Some(PolicyChart::scaling(&self.policy(policy))),
            HEAL_POLICY_TYPE => {
                let metric = policy.metric.as_ref().map_or_else(String::new, QualifiedName::text);
                Some(PolicyChart::healing(&metric, &self.smoothing(policy)))
            }
            _ => None,
        }
    }

    fn smoothing(&mut self, policy: &Policy) -> Result<u64, String> {
        let value = self.policy_number(policy, "smoothing")?;
        let expected = || message::expected("a non-negative integer for `smoothing`", value.describe());
        value.as_count().ok_or_else(expected)
    }

    fn threshold(&mut self, policy: &Policy, name: &str) -> Result<f64, String> {
        let value = self.policy_number(policy, name)?;
        value.as_number().ok_or_else(|| message::expected(format!("a number for `{name}`"), value.describe()))
    }

    fn policy_number(
        &mut self,
        policy: &Policy,
        name: &str,
    ) -> Result<limn_language::plain_value::PlainValue, String> {
        let missing = || format!("`{name}` is not set");
        let text = policy.number(name).and_then(|number| number.value.as_ref()).ok_or_else(missing)?;
        let value = self.text(ValueScope { names: 0, instance: 0 }, &text.text);
        match value.unknown_reason() {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(value),
        }
    }
}
