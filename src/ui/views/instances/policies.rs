//! Scaling policies: the metric is moved, and the instances over the measurements are drawn.

use leptos::prelude::*;

use super::super::super::markdown::Inline;
use super::State;
use limn_language::scaling::{ScalingDirection, ScalingPolicy, ScalingResponse};

const WIDTH: f64 = 232.0;
const HEIGHT: f64 = 72.0;
const LEFT: f64 = 22.0;
const BOTTOM: f64 = 16.0;

#[component]
pub(super) fn Policies(state: State) -> impl IntoView {
    let names = Memo::new(move |_| {
        state.deployment.with(|deployment| {
            deployment.policies.iter().map(|policy| policy.label.clone()).collect::<Vec<_>>()
        })
    });
    view! {
        <section class="whatif-policies" aria-label="Policies">
            <h3>"Policies"</h3>
            <For each=move || names.get() key=String::clone let(name)>
                <PolicyCard state name />
            </For>
        </section>
    }
}

/// The largest metric that can be chosen: percent, or more if a threshold is higher.
fn most(policy: &ScalingPolicy) -> f64 {
    let above = policy.out_above.as_ref().ok().copied().unwrap_or(0.0);
    if above >= 100.0 { (above * 1.25).ceil() } else { 100.0 }
}

#[component]
fn PolicyCard(state: State, name: String) -> impl IntoView {
    let policy = {
        let name = name.clone();
        Memo::new(move |_| {
            state
                .deployment
                .with(|deployment| deployment.policies.iter().find(|policy| policy.label == name).cloned())
        })
    };
    let load = RwSignal::new(50.0_f64);
    let response = Memo::new(move |_| {
        policy.with(|policy| {
            let policy = policy.as_ref()?;
            let count = policy.initial.as_ref().ok().copied()?;
            Some((count, policy.response(count, load.get())))
        })
    });
    let blocked = move || policy.with(|policy| policy.as_ref()?.initial.as_ref().err().cloned());
    let metric = Memo::new(move |_| {
        policy.with(|policy| policy.as_ref().map_or(String::new(), |policy| policy.metric.clone()))
    });
    let limit = move || policy.with(|policy| policy.as_ref().map_or(100.0, most)).to_string();
    let set = move |event: web_sys::Event| {
        if let Ok(number) = event_target_value(&event).trim().parse::<f64>()
            && number.is_finite()
        {
            load.set(number);
        }
    };
    let thresholds = move || policy.with(|policy| policy.as_ref().map(|policy| bar(policy, load.get())));
    view! {
        <div class="whatif-policy">
            <h4>{name}</h4>
            <label class="whatif-load">
                <span>{move || metric.get()}</span>
                <input
                    type="range"
                    min="0"
                    max=limit
                    step="1"
                    aria-label=move || format!("{} of the policy", metric.get())
                    prop:value=move || load.get().to_string()
                    on:input=set
                />
                <input
                    class="field"
                    type="number"
                    aria-label=move || format!("{} as a number", metric.get())
                    prop:value=move || load.get().to_string()
                    on:input=set
                />
            </label>
            {thresholds}
            {move || response.get().map(|(count, response)| chart(count, &response))}
            <p class="whatif-response" role="status">
                {move || match (response.get(), blocked()) {
                    (Some((_, response)), _) => view! { <Inline text=response.text /> }.into_any(),
                    (None, Some(reason)) => view! { <Inline text=format!("Unknown: {reason}.") /> }.into_any(),
                    (None, None) => ().into_any(),
                }}
            </p>
        </div>
    }
}

/// The thresholds on the scale of the metric, with its value.
fn bar(policy: &ScalingPolicy, load: f64) -> impl IntoView + use<> {
    let most = most(policy);
    let x = |value: f64| (value / most).clamp(0.0, 1.0) * WIDTH;
    let below = policy.in_below.as_ref().ok().map(|below| (x(*below), *below));
    let above = policy.out_above.as_ref().ok().map(|above| (x(*above), *above));
    let at = x(load);
    view! {
        <svg class="whatif-scale" width=WIDTH.to_string() height="26" aria-hidden="true">
            <rect class="track" y="2" width=WIDTH.to_string() height="8" rx="4" />
            {below.map(|(x, value)| view! {
                <rect class="in" y="2" width=x.to_string() height="8" rx="4" />
                <text x=x.to_string() y="23">{format!("scale in < {value}")}</text>
            })}
            {above.map(|(x, value)| view! {
                <rect class="out" x=x.to_string() y="2" width=(WIDTH - x).to_string() height="8" rx="4" />
                <text class="end" x=WIDTH.to_string() y="23">{format!("scale out > {value}")}</text>
            })}
            <path class="mark" d=format!("M{at} 0v12") />
        </svg>
    }
}

/// The number of instances over the measurements, as steps.
fn chart(count: u64, response: &ScalingResponse) -> impl IntoView + use<> {
    let changes = &response.changes;
    let last = changes.last().map_or(10, |(at, _)| *at);
    let span = (last as f64 * 1.2).max(4.0);
    let highest = changes.iter().map(|(_, count)| *count).fold(count, u64::max).max(1);
    let x = |measurement: u64| LEFT + measurement as f64 / span * (WIDTH - LEFT - 4.0);
    let y = |count: u64| HEIGHT - BOTTOM - count as f64 / highest as f64 * (HEIGHT - BOTTOM - 10.0);
    let mut path = format!("M{} {}", x(0), y(count));
    for (at, count) in changes {
        path += &format!("H{}V{}", x(*at), y(*count));
    }
    path += &format!("H{}", WIDTH - 4.0);
    let kind = match response.direction {
        Some(ScalingDirection::Out) => "steps out",
        Some(ScalingDirection::In) => "steps in",
        None => "steps",
    };
    let ticks = changes.iter().take(6).map(|(at, _)| {
        let at_x = x(*at);
        view! {
            <path class="tick" d=format!("M{at_x} {}v4", HEIGHT - BOTTOM) />
            <text class="middle" x=at_x.to_string() y=(HEIGHT - 2.0).to_string()>{at.to_string()}</text>
        }
    });
    let ticks = ticks.collect_view();
    let lowest = changes.last().map_or(count, |(_, count)| *count).min(count);
    let mut levels = vec![lowest, highest];
    levels.dedup();
    let levels = levels.into_iter().map(|level| {
        view! { <text class="end" x=(LEFT - 5.0).to_string() y=(y(level) + 4.0).to_string()>{level.to_string()}</text> }
    });
    let levels = levels.collect_view();
    let label = format!("Number of instances after each measurement: {}", response.text.replace('`', ""));
    view! {
        <svg class="whatif-chart" width=WIDTH.to_string() height=HEIGHT.to_string() role="img" aria-label=label>
            <path class="axis" d=format!("M{LEFT} 4V{}H{}", HEIGHT - BOTTOM, WIDTH - 4.0) />
            {ticks}
            {levels}
            <path class=kind d=path />
        </svg>
    }
}
