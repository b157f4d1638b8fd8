//! Charts of policies: the thresholds of a metric, an example of its readings, and after which of them the policy acts. Plain data, drawn by the page.

use crate::scaling::{ScalingDirection, ScalingPolicy, plural};

/// The maximum number of readings in a row that an example shows; more are left out.
const MOST_READINGS: u64 = 6;

/// Effect of a policy, as an example.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicyChart {
    /// "web.load"
    pub metric: String,
    /// The largest level that is drawn; 0 if readings only arrive or are missing.
    pub highest: f64,
    pub thresholds: Vec<Threshold>,
    pub readings: Vec<Reading>,
    pub actions: Vec<Action>,
    /// All of it in words.
    pub text: String,
    /// Unknown values, each with the reason.
    pub unknown: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    pub level: f64,
    pub direction: ScalingDirection,
    /// "out above 90"
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub level: ReadingLevel,
    /// It counts toward an action.
    pub counts: bool,
    /// Readings like this one follow that are not shown.
    pub is_gap: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReadingLevel {
    At(f64),
    Arrived,
    Missing,
}

/// The policy acts after a reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Index of the reading.
    pub after: usize,
    /// `None`: the instance is healed.
    pub direction: Option<ScalingDirection>,
    /// "+1", "heal"
    pub label: String,
}

impl PolicyChart {
    /// The chart of a scaling policy.
    pub fn scaling(policy: &ScalingPolicy) -> PolicyChart {
        let mut chart = PolicyChart { metric: policy.metric.clone(), ..PolicyChart::default() };
        let above = chart.known(&policy.out_above);
        let below = chart.known(&policy.in_below);
        let smoothing = chart.known(&policy.smoothing);
        let highest = above.into_iter().chain(below).fold(0.0, f64::max);
        // A percentage, unless the thresholds say otherwise.
        chart.highest = match highest {
            fraction if fraction > 0.0 && fraction <= 1.0 => 1.0,
            percent if percent < 100.0 => 100.0,
            _ => (highest * 1.25).ceil(),
        };
        let highest = chart.highest;
        let idle = match (below, above) {
            (Some(below), Some(above)) => below.midpoint(above),
            (Some(below), None) => below.midpoint(highest),
            (None, Some(above)) => above / 2.0,
            (None, None) => highest / 2.0,
        };
        let beyond = [
            (above, ScalingDirection::Out, "out above", highest, "+"),
            (below, ScalingDirection::In, "in below", 0.0, "−"),
        ];
        for (level, direction, words, end, sign) in beyond {
            let Some(level) = level else { continue };
            chart.thresholds.push(Threshold { level, direction, label: format!("{words} {level}") });
            let Some(smoothing) = smoothing else { continue };
            chart.row(ReadingLevel::At(idle), 2, false);
            chart.row(ReadingLevel::At(level.midpoint(end)), smoothing.max(1), true);
            let label = format!("{sign}{}", policy.increment);
            chart.actions.push(Action { after: chart.readings.len() - 1, direction: Some(direction), label });
        }
        if smoothing.is_some() && !chart.thresholds.is_empty() {
            chart.row(ReadingLevel::At(idle), 1, false);
        }
        chart.text = in_words(policy, above, below, smoothing);
        chart
    }

    /// The chart of a policy that heals an instance when readings of a metric are missing.
    pub fn healing(metric: &str, smoothing: &Result<u64, String>) -> PolicyChart {
        let mut chart = PolicyChart { metric: metric.to_owned(), ..PolicyChart::default() };
        let Some(smoothing) = chart.known(smoothing) else { return chart };
        chart.row(ReadingLevel::Arrived, 3, false);
        chart.row(ReadingLevel::Missing, smoothing.max(1), true);
        let after = chart.readings.len() - 1;
        chart.actions.push(Action { after, direction: None, label: "heal".to_owned() });
        chart.row(ReadingLevel::Arrived, 2, false);
        chart.text = format!(
            "The instance is healed after {} of `{metric}` {}.",
            plural(smoothing.max(1), "reading"),
            if smoothing > 1 { "in a row are missing" } else { "is missing" },
        );
        chart
    }

    fn known<T: Copy>(&mut self, value: &Result<T, String>) -> Option<T> {
        if let Err(reason) = value
            && !self.unknown.contains(reason)
        {
            self.unknown.push(reason.clone());
        }
        value.as_ref().ok().copied()
    }

    fn row(&mut self, level: ReadingLevel, count: u64, counts: bool) {
        let shown = count.min(MOST_READINGS);
        for at in 0..shown {
            let is_gap = count > MOST_READINGS && at == shown / 2;
            self.readings.push(Reading { level, counts, is_gap });
        }
    }
}

fn in_words(
    policy: &ScalingPolicy,
    above: Option<f64>,
    below: Option<f64>,
    smoothing: Option<u64>,
) -> String {
    let row = match smoothing {
        None => String::new(),
        Some(0 | 1) => " after 1 reading".to_owned(),
        Some(smoothing) => format!(" after {smoothing} readings in a row"),
    };
    let by = plural(policy.increment, "instance");
    let verb = if policy.increment == 1 { "is" } else { "are" };
    let (metric, target) = (&policy.metric, &policy.target);
    let mut sentences = Vec::new();
    if let Some(above) = above {
        sentences.push(format!("If `{metric}` is above {above}, {by} of `{target}` {verb} added{row}."));
    }
    if let Some(below) = below {
        let (it, of) = match above {
            Some(_) => ("it".to_owned(), String::new()),
            None => (format!("`{metric}`"), format!(" of `{target}`")),
        };
        sentences.push(format!("If {it} is below {below}, {by}{of} {verb} removed{row}."));
    }
    if !sentences.is_empty() {
        sentences.push(match policy.maximum {
            Some(maximum) => format!("There are {} to {maximum} instances.", policy.minimum),
            None => format!("There are {} or more instances.", policy.minimum),
        });
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> ScalingPolicy {
        crate::scaling::tests::policy(Some(4), 1)
    }

    /// The example of a chart as text: one letter for each reading, with the actions.
    fn example(chart: &PolicyChart) -> String {
        let mut text = String::new();
        for (at, reading) in chart.readings.iter().enumerate() {
            text += &match reading.level {
                _ if reading.is_gap => "… ".to_owned(),
                ReadingLevel::At(level) => format!("{level} "),
                ReadingLevel::Arrived => "o ".to_owned(),
                ReadingLevel::Missing => "x ".to_owned(),
            };
            for action in chart.actions.iter().filter(|action| action.after == at) {
                text += &format!("({}) ", action.label);
            }
        }
        text.trim_end().to_owned()
    }

    #[test]
    fn a_scaling_policy_acts_after_smoothing() {
        let chart = PolicyChart::scaling(&policy());
        assert_eq!(example(&chart), "50 50 95 95 95 95 (+1) 50 50 5 5 5 5 (−1) 50");
        assert_eq!(
            chart.text,
            "If `web.load` is above 90, 1 instance of `web` is added after 4 readings in a row. If it is below 10, 1 instance is removed after 4 readings in a row. There are 1 to 4 instances."
        );
        let labels: Vec<&str> = chart.thresholds.iter().map(|threshold| threshold.label.as_str()).collect();
        assert_eq!(labels, ["out above 90", "in below 10"]);
        assert_eq!(chart.highest, 100.0);
    }

    #[test]
    fn a_chart_with_one_threshold_names_the_metric_and_its_scale_fits() {
        let missing = || Err("`scaleOut_threshold` is not set".to_owned());
        let chart =
            PolicyChart::scaling(&ScalingPolicy { out_above: missing(), in_below: Ok(500.0), ..policy() });
        assert!(
            chart.text.starts_with("If `web.load` is below 500, 1 instance of `web` is removed"),
            "{}",
            chart.text
        );
        assert_eq!(chart.highest, 625.0);
        let chart =
            PolicyChart::scaling(&ScalingPolicy { out_above: Ok(0.8), in_below: Ok(0.2), ..policy() });
        assert_eq!(chart.highest, 1.0);
    }

    #[test]
    fn many_readings_have_a_gap() {
        let chart = PolicyChart::scaling(&ScalingPolicy { smoothing: Ok(1_000_000), ..policy() });
        assert_eq!(example(&chart), "50 50 95 95 95 … 95 95 (+1) 50 50 5 5 5 … 5 5 (−1) 50");
    }

    #[test]
    fn what_is_unknown_is_named_and_not_drawn() {
        let missing = || "`smoothing` is not set".to_owned();
        let chart = PolicyChart::scaling(&ScalingPolicy { smoothing: Err(missing()), ..policy() });
        assert_eq!((chart.unknown.as_slice(), chart.readings.len()), ([missing()].as_slice(), 0));
        assert_eq!(chart.thresholds.len(), 2);
        let chart = PolicyChart::healing("health", &Err(missing()));
        assert_eq!((chart.unknown, chart.text.as_str()), (vec![missing()], ""));
    }

    #[test]
    fn an_instance_is_healed_when_readings_are_missing() {
        let chart = PolicyChart::healing("health", &Ok(3));
        assert_eq!(example(&chart), "o o o x x x (heal) o o");
        assert_eq!(chart.text, "The instance is healed after 3 readings of `health` in a row are missing.");
        assert_eq!(
            PolicyChart::healing("health", &Ok(1)).text,
            "The instance is healed after 1 reading of `health` is missing."
        );
    }

    #[test]
    fn a_threshold_above_a_hundred_is_inside_the_chart() {
        let chart = PolicyChart::scaling(&ScalingPolicy { out_above: Ok(200.0), ..policy() });
        assert_eq!(chart.highest, 250.0);
    }
}
