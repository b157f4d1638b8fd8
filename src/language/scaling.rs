//! Scaling policies: when the number of instances changes, and by how much, while a metric stays at one value.

use crate::graph::Id;

/// The most changes that are listed: a cluster without a maximum would grow forever.
const MAX_CHANGES: usize = 12;

/// A policy that adds and removes instances by a metric. What is not known is an error, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalingPolicy {
    pub id: Id,
    pub label: String,
    /// The metric: "web.load".
    pub metric: String,
    /// Name and id of what is scaled.
    pub target: String,
    pub target_id: Option<Id>,
    /// Instances are added above it.
    pub out_above: Result<f64, String>,
    /// Instances are removed below it.
    pub in_below: Result<f64, String>,
    /// Number of measurements in a row beyond a threshold before anything happens.
    pub smoothing: Result<u64, String>,
    /// Number of instances at first.
    pub initial: Result<u64, String>,
    pub minimum: u64,
    pub maximum: Option<u64>,
    /// Instances that are added or removed at once.
    pub increment: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalingDirection {
    Out,
    In,
}

/// Response of a policy while the metric stays at one value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScalingResponse {
    pub direction: Option<ScalingDirection>,
    /// The number of the measurement after which instances are added or removed, and how many there are then.
    pub changes: Vec<(u64, u64)>,
    /// Further changes follow.
    pub goes_on: bool,
    /// Description of the response, in a sentence or two.
    pub text: String,
}

impl ScalingPolicy {
    /// The response to a metric that stays at `load`, from `count` instances on.
    pub fn response(&self, count: u64, load: f64) -> ScalingResponse {
        let unknown =
            |reason: &str| ScalingResponse { text: format!("Unknown: {reason}."), ..Default::default() };
        let (above, below) = match (&self.out_above, &self.in_below) {
            (Err(reason), Err(_)) => return unknown(reason),
            (above, below) => (above.as_ref().ok().copied(), below.as_ref().ok().copied()),
        };
        let direction = if above.is_some_and(|above| load > above) {
            ScalingDirection::Out
        } else if below.is_some_and(|below| load < below) {
            ScalingDirection::In
        } else {
            return ScalingResponse { text: self.idle(load, above, below), ..Default::default() };
        };
        let smoothing = match &self.smoothing {
            Ok(smoothing) => (*smoothing).max(1),
            Err(reason) => return ScalingResponse { direction: Some(direction), ..unknown(reason) },
        };
        let mut changes = Vec::new();
        let (mut now, mut measurement) = (count, 0_u64);
        let mut next = self.step(now, direction);
        while let Some(to) = next.filter(|_| changes.len() < MAX_CHANGES) {
            measurement = measurement.saturating_add(smoothing);
            now = to;
            changes.push((measurement, now));
            next = self.step(now, direction);
        }
        let text = self.sentence(direction, count, load, smoothing, &changes, next.is_some());
        ScalingResponse { direction: Some(direction), changes, goes_on: next.is_some(), text }
    }

    /// The number of instances after one change; `None` if it would leave the bounds.
    fn step(&self, count: u64, direction: ScalingDirection) -> Option<u64> {
        if self.increment == 0 {
            return None;
        }
        match direction {
            ScalingDirection::Out => {
                let to = count.checked_add(self.increment)?;
                self.maximum.is_none_or(|maximum| to <= maximum).then_some(to)
            }
            ScalingDirection::In => count.checked_sub(self.increment).filter(|to| *to >= self.minimum),
        }
    }

    fn idle(&self, load: f64, above: Option<f64>, below: Option<f64>) -> String {
        let bounds = match (above, below) {
            (Some(above), Some(below)) => format!("the value is between the thresholds {below} and {above}"),
            (Some(above), None) => format!("the value is at most {above}"),
            (None, Some(below)) => format!("the value is at least {below}"),
            (None, None) => "the thresholds are unknown".to_owned(),
        };
        format!("`{}` does not scale at `{}` = {load}: {bounds}.", self.target, self.metric)
    }

    fn sentence(
        &self,
        direction: ScalingDirection,
        count: u64,
        load: f64,
        smoothing: u64,
        changes: &[(u64, u64)],
        goes_on: bool,
    ) -> String {
        let (word, verb, limit) = match direction {
            ScalingDirection::Out => {
                ("added", "add", self.maximum.map(|maximum| format!("at most {maximum}")))
            }
            ScalingDirection::In => ("removed", "remove", Some(format!("at least {}", self.minimum))),
        };
        let (metric, target) = (&self.metric, &self.target);
        let (Some((_, first)), Some((at, last))) = (changes.first(), changes.last()) else {
            let limit = limit.unwrap_or_else(|| "no more".to_owned());
            let by = plural(self.increment, "instance");
            return format!(
                "`{target}` stays at {} while `{metric}` is {load}: {limit} are allowed, and one step would {verb} {by}.",
                plural(count, "instance")
            );
        };
        let row = if smoothing == 1 {
            "the first measurement".to_owned()
        } else {
            format!("{smoothing} measurements in a row")
        };
        let by = plural(self.increment, "instance");
        let mut text = format!(
            "After {row} with `{metric}` at {load}, {by} of `{target}` {} {word}: {count} → {first}.",
            if self.increment == 1 { "is" } else { "are" }
        );
        if goes_on {
            text += " This repeats while the load stays at this level.";
        } else if changes.len() > 1 {
            text += &format!(" At this load, the count settles at {last} after {at} measurements.");
        } else {
            text += " No further change follows.";
        }
        text
    }
}

/// "1 instance", "2 instances".
pub fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use limn_yaml::Path;

    /// A policy of `web` by its load.
    pub(crate) fn policy(maximum: Option<u64>, increment: u64) -> ScalingPolicy {
        ScalingPolicy {
            id: Id(Path::keys(["policies", "grow"])),
            label: "grow".to_owned(),
            metric: "web.load".to_owned(),
            target: "web".to_owned(),
            target_id: None,
            out_above: Ok(90.0),
            in_below: Ok(10.0),
            smoothing: Ok(4),
            initial: Ok(2),
            minimum: 1,
            maximum,
            increment,
        }
    }

    #[test]
    fn instances_are_added_after_smoothing_until_the_maximum() {
        let response = policy(Some(4), 1).response(2, 95.0);
        assert_eq!(response.changes, [(4, 3), (8, 4)]);
        assert!(!response.goes_on);
        assert_eq!(
            response.text,
            "After 4 measurements in a row with `web.load` at 95, 1 instance of `web` is added: 2 → 3. At this load, the count settles at 4 after 8 measurements."
        );
    }

    #[test]
    fn a_threshold_itself_changes_nothing() {
        for load in [10.0, 50.0, 90.0] {
            let response = policy(Some(4), 1).response(2, load);
            assert!(response.direction.is_none() && response.changes.is_empty(), "{load}");
        }
        assert_eq!(policy(Some(4), 1).response(2, 9.0).changes, [(4, 1)]);
    }

    #[test]
    fn an_increment_beyond_the_bounds_never_happens() {
        let response = policy(Some(4), 3).response(2, 95.0);
        assert_eq!(response.direction, Some(ScalingDirection::Out));
        assert!(response.changes.is_empty());
        assert!(response.text.contains("stays at 2 instances"), "{}", response.text);
        assert!(policy(Some(4), 0).response(2, 95.0).changes.is_empty());
    }

    #[test]
    fn growth_without_a_maximum_continues() {
        let response = policy(None, 1).response(1, 100.0);
        assert_eq!(response.changes.len(), MAX_CHANGES);
        assert!(response.goes_on);
        assert!(policy(None, u64::MAX).response(2, 100.0).changes.is_empty());
    }

    #[test]
    fn an_unknown_number_is_named() {
        let mut unknown = policy(Some(4), 1);
        unknown.smoothing = Err("`smoothing` is not set".to_owned());
        assert_eq!(unknown.response(1, 99.0).text, "Unknown: `smoothing` is not set.");
        unknown.out_above = Err("`scaleOut_threshold` is not set".to_owned());
        assert!(unknown.response(1, 99.0).direction.is_none());
    }
}
