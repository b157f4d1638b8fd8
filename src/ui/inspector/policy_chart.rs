//! Chart of a policy: thresholds, an example of readings, and when the policy acts. Its text says the same.

use leptos::prelude::*;

use super::super::markdown::{Inline, sentence};
use super::super::session::documents;
use super::Form;
use limn_language::graph::Id;
use limn_language::policy_chart::{Action, PolicyChart, Reading, ReadingLevel};
use limn_language::scaling::ScalingDirection;

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 112.0;
const LEFT: f64 = 6.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 14.0;

#[component]
pub fn PolicyView(id: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let documents = documents();
    let chart = Memo::new(move |_| {
        form.rested.track();
        if id.0.is_empty() {
            return None;
        }
        let checked = documents.checked().get_untracked()?;
        checked.0.deployments()?.policy_chart(&id)
    });
    move || chart.get().map(|chart| figure(&chart))
}

/// The chart with its text. A function of its own, so that its code is not needed before the first policy.
#[inline(never)]
fn figure(chart: &PolicyChart) -> AnyView {
    let unknown = chart.unknown.iter().map(|reason| format!("Unknown: {reason}."));
    let unknown = unknown.map(|text| view! { <p class="preview-note"><Inline text /></p> }).collect_view();
    let is_drawn = !chart.readings.is_empty() || !chart.thresholds.is_empty();
    let text = chart.text.clone();
    view! {
        <figure class="policy-chart">
            {is_drawn.then(|| drawn(chart))}
            <figcaption>
                {(!text.is_empty()).then(|| view! { <p><Inline text=sentence(&text) /></p> })}
                {unknown}
            </figcaption>
        </figure>
    }
    .into_any()
}

/// Vertical position of a reading.
fn y(chart: &PolicyChart, level: ReadingLevel) -> f64 {
    let share = match level {
        ReadingLevel::At(level) if chart.highest > 0.0 => (level / chart.highest).clamp(0.0, 1.0),
        ReadingLevel::At(_) | ReadingLevel::Arrived => 0.75,
        ReadingLevel::Missing => 0.25,
    };
    HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
}

fn drawn(chart: &PolicyChart) -> impl IntoView + use<> {
    let step = (WIDTH - 2.0 * LEFT) / (chart.readings.len().max(1)) as f64;
    let x = |at: usize| LEFT + step * (at as f64 + 0.5);
    let zones = chart.thresholds.iter().map(|threshold| {
        let level = y(chart, ReadingLevel::At(threshold.level));
        let (class, top, height, label_y) = match threshold.direction {
            ScalingDirection::Out => ("out", TOP, level - TOP, level + 11.0),
            ScalingDirection::In => ("in", level, HEIGHT - BOTTOM - level, level - 4.0),
        };
        view! {
            <rect class=format!("zone {class}") x=LEFT.to_string() y=top.to_string() width=(WIDTH - 2.0 * LEFT).to_string() height=height.max(0.0).to_string() />
            <path class="threshold" d=format!("M{LEFT} {level}H{}", WIDTH - LEFT) />
            <text class="end" x=(WIDTH - LEFT).to_string() y=label_y.to_string()>{threshold.label.clone()}</text>
        }
    });
    let zones = zones.collect_view();
    let mut line = String::new();
    for (at, reading) in chart.readings.iter().enumerate() {
        line += &format!("{}{} {}", if at == 0 { "M" } else { "L" }, x(at), y(chart, reading.level));
    }
    let dots =
        chart.readings.iter().enumerate().map(|(at, reading)| dot(reading, x(at), y(chart, reading.level)));
    let dots = dots.collect_view();
    let actions =
        chart.actions.iter().map(|action| marker(action, x(action.after) + step / 2.0)).collect_view();
    view! {
        <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true">
            {zones}
            <path class="axis" d=format!("M{LEFT} {}H{}", HEIGHT - BOTTOM, WIDTH - LEFT) />
            <path class="line" d=line />
            {dots}
            {actions}
            <text x=LEFT.to_string() y=(HEIGHT - 2.0).to_string()>{format!("readings of {}", chart.metric)}</text>
        </svg>
    }
}

fn dot(reading: &Reading, x: f64, y: f64) -> impl IntoView + use<> {
    let class = match reading {
        Reading { counts: true, .. } => "dot counts",
        _ => "dot",
    };
    match (reading.is_gap, reading.level) {
        (true, _) => {
            view! { <text class="middle gap" x=x.to_string() y=(y + 3.0).to_string()>"…"</text> }.into_any()
        }
        (_, ReadingLevel::Missing) => {
            let cross = format!("M{} {}l6 6m0-6l-6 6", x - 3.0, y - 3.0);
            view! { <path class="cross" d=cross /> }.into_any()
        }
        _ => view! { <circle class=class cx=x.to_string() cy=y.to_string() r="3" /> }.into_any(),
    }
}

fn marker(action: &Action, x: f64) -> impl IntoView + use<> {
    view! {
        <path class="act" d=format!("M{x} {TOP}V{}", HEIGHT - BOTTOM) />
        <text class="middle acts" x=x.to_string() y=(TOP - 4.0).to_string()>{action.label.clone()}</text>
    }
}
