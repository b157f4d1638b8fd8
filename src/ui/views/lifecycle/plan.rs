//! The timeline: names of lanes, steps as buttons, and the lines between them.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};

use super::super::super::browser::elements;
use super::super::super::icons::Sign;
use super::super::super::session::view_state;
use super::{Planned, State};
use limn_canvas::icon;
use limn_canvas::timeline::{HEAD, LANE, NAMES, WAVE, wave_name};
use limn_layout::Rect;

#[component]
pub(super) fn Plan(state: State) -> impl IntoView {
    let scroll = NodeRef::<html::Div>::new();
    // The current wave stays in view.
    Effect::new(move |_| {
        let (Some(wave), Some(scroll)) = (state.wave.get(), scroll.get_untracked()) else { return };
        let (left, right) = (wave as f64 * WAVE, (wave + 1) as f64 * WAVE + NAMES);
        let (from, width) = (f64::from(scroll.scroll_left()), f64::from(scroll.client_width()));
        if left < from {
            scroll.set_scroll_left(left as i32);
        } else if right > from + width {
            scroll.set_scroll_left((right - width) as i32);
        }
    });
    view! {
        <div
            class="lifecycle-scroll"
            node_ref=scroll
            on:keydown=move |event| walk(state, scroll, &event)
        >
            {move || drawing(state, &state.planned.get())}
        </div>
    }
}

fn drawing(state: State, planned: &Arc<Planned>) -> impl IntoView + use<> {
    let (timeline, schedule, layout) = (&planned.timeline, &planned.schedule, &planned.layout);
    let lanes = (0..timeline.lanes.len()).map(|at| lane(state, planned, at)).collect_view();
    let waves = (0..schedule.count).map(|wave| {
        let name = wave_name(schedule, wave);
        let class = if wave < schedule.reached { "lifecycle-wave" } else { "lifecycle-wave never" };
        view! {
            <div
                class=class
                class:now=move || state.wave.get() == Some(wave)
                style:left=format!("{}px", NAMES + wave as f64 * WAVE)
                style:width=format!("{WAVE}px")
                aria-hidden="true"
            >
                {name}
            </div>
        }
    });
    let waves = waves.collect_view();
    let lines = layout.lines(timeline, schedule).into_iter().map(|line| {
        let kind = if line.cycle {
            " cycle"
        } else if line.inner {
            " inner"
        } else {
            ""
        };
        let head = (!line.inner || line.cycle)
            .then(|| view! { <path class=format!("order-head{kind}") d=line.head /> });
        view! { <path class=format!("order{kind}") d=line.path /> {head} }
    });
    let lines = lines.collect_view();
    // Tab leads through the steps in the order in which they happen.
    let mut order: Vec<usize> = (0..timeline.steps.len()).collect();
    order.sort_by_key(|at| (schedule.waves[*at], timeline.steps[*at].lane));
    let first = order.first().copied();
    let steps = order.into_iter().map(|at| step(state, planned, at, first)).collect_view();
    let (width, height) = (layout.width, layout.height);
    view! {
        <div
            class="timeline lifecycle-plan"
            class:stepping=move || state.wave.get().is_some()
            class:asking=move || state.step.get().is_some()
            style:width=format!("{width}px")
            style:height=format!("{height}px")
        >
            {waves}
            <svg class="lifecycle-lines" width=width.to_string() height=height.to_string() aria-hidden="true">{lines}</svg>
            <div class="lifecycle-steps" role="group" aria-label="Steps in their order. Arrow keys move between steps.">{steps}</div>
            <div class="lifecycle-lanes" style:width=format!("{NAMES}px")>{lanes}</div>
        </div>
    }
}

/// The name of a lane: selects its element, and shows what its last step waits for.
fn lane(state: State, planned: &Planned, at: usize) -> impl IntoView + use<> {
    let lane = planned.timeline.lanes[at].clone();
    let steps = planned.timeline.steps.iter().enumerate().filter(|(_, step)| step.lane == at);
    let last = steps.map(|(step, _)| step).max_by_key(|step| planned.schedule.waves[*step]);
    let view_state = view_state();
    let id = lane.id.clone();
    let selected = Memo::new(move |_| view_state.selection().with(|ids| ids.contains(&id)));
    view! {
        <button
            type="button"
            class=format!("lifecycle-lane kind-{}", icon::name(lane.icon))
            class:selected=move || selected.get()
            style:top=format!("{}px", HEAD + at as f64 * LANE)
            style:height=format!("{LANE}px")
            title=format!("{}: {}", lane.label, lane.caption)
            aria-label=format!("{}, {}: show what it waits for", lane.label, lane.caption)
            on:click=move |_| if let Some(step) = last { state.ask(step) }
        >
            <Sign icon=lane.icon />
            <span class="lifecycle-lane-name">{lane.label.clone()}</span>
            <span class="lifecycle-lane-caption">{lane.caption.clone()}</span>
        </button>
    }
}

fn step(state: State, planned: &Planned, at: usize, first: Option<usize>) -> impl IntoView + use<> {
    let step = &planned.timeline.steps[at];
    let lane = &planned.timeline.lanes[step.lane];
    let (wave, blocked) = (planned.schedule.waves[at], planned.schedule.blocked[at]);
    let Rect { x, y, width, height } = planned.layout.steps[at];
    let calls = step.calls.join(", ");
    let when = if blocked { "never runs".to_owned() } else { format!("step {}", wave + 1) };
    let called = if calls.is_empty() { String::new() } else { format!(", calls {calls}") };
    let label = format!("{} {}, {when}{called}", lane.label, step.label);
    let is_asked = move || state.step.get() == Some(at);
    let is_tab_stop = move || state.step.get().or(first) == Some(at);
    let kind = if blocked { "lifecycle-step blocked" } else { "lifecycle-step" };
    view! {
        <button
            type="button"
            class=format!("{kind} kind-{}", icon::name(lane.icon))
            class:done=move || !blocked && state.wave.get().is_some_and(|now| wave < now)
            class:now=move || !blocked && state.wave.get() == Some(wave)
            class:asked=is_asked
            class:leads=move || state.before.with(|before| before.contains(&at))
            style:left=format!("{x}px")
            style:top=format!("{y}px")
            style:width=format!("{width}px")
            style:height=format!("{height}px")
            data-at=at.to_string()
            data-wave=wave.to_string()
            data-lane=step.lane.to_string()
            title=label.clone()
            aria-label=label
            aria-pressed=move || is_asked().to_string()
            tabindex=move || if is_tab_stop() { "0" } else { "-1" }
            on:click=move |_| state.ask(at)
        >
            <span>{step.label.clone()}</span>
            {(!calls.is_empty()).then(|| view! { <small>{calls}</small> })}
        </button>
    }
}

/// Moves the focus between steps: left and right in time, up and down between lanes, Home and End to the first and the last step.
fn walk(state: State, scroll: NodeRef<html::Div>, event: &ev::KeyboardEvent) {
    let Some(scroll) = scroll.get_untracked() else { return };
    let steps = elements(&scroll, "lifecycle-step");
    let number = |step: &web_sys::HtmlElement, name: &str| {
        step.get_attribute(name).and_then(|text| text.parse::<i64>().ok()).unwrap_or_default()
    };
    let focused = document().active_element();
    let Some(at) = steps
        .iter()
        .position(|step| focused.as_ref().is_some_and(|element| element.is_same_node(Some(step))))
    else {
        return;
    };
    let place = |step: &web_sys::HtmlElement| (number(step, "data-lane"), number(step, "data-wave"));
    let (lane, wave) = place(&steps[at]);
    let nearest = |accepts: &dyn Fn(i64, i64) -> bool| {
        let near = |step: &&web_sys::HtmlElement| {
            let (other, when) = place(step);
            ((other - lane).abs(), (when - wave).abs())
        };
        let fits = |step: &&web_sys::HtmlElement| {
            let (other, when) = place(step);
            accepts(other, when)
        };
        steps.iter().filter(fits).min_by_key(near)
    };
    let to = match event.key().as_str() {
        "ArrowRight" => nearest(&|other, when| other == lane && when > wave),
        "ArrowLeft" => nearest(&|other, when| other == lane && when < wave),
        "ArrowDown" => nearest(&|other, _| other > lane),
        "ArrowUp" => nearest(&|other, _| other < lane),
        "Home" => steps.first(),
        "End" => steps.last(),
        "Escape" => {
            state.explained.set(None);
            None
        }
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if let Some(to) = to {
        drop(to.focus());
    }
}
