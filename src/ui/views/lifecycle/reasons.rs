//! Reasons beside the timeline: what a step waits for and what waits for it; without a step, cycles and what the timeline omits.

use leptos::prelude::*;

use super::super::super::markdown::{Inline, sentence};
use super::super::super::session::documents;
use super::{Planned, State};
use limn_language::timeline::{Cause, Order};
use limn_text::TextRange;

#[component]
pub(super) fn Reasons(state: State) -> impl IntoView {
    view! {
        <aside class="lifecycle-reasons" aria-label="Reasons">
            {move || {
                let planned = state.planned.get();
                match state.step.get() {
                    Some(step) => of_step(state, &planned, step).into_any(),
                    None => of_all(state, &planned).into_any(),
                }
            }}
        </aside>
    }
}

fn of_step(state: State, planned: &Planned, step: usize) -> impl IntoView + use<> {
    let (timeline, schedule) = (&planned.timeline, &planned.schedule);
    let waits: Vec<&Order> = timeline.waits(schedule, step).collect();
    let leads: Vec<&Order> = timeline.orders.iter().filter(|order| order.before == step).collect();
    let chain = timeline.chain(schedule, step);
    let is_long = chain.len() > 1;
    let chain = chain.into_iter().map(|order| reason(state, planned, order, order.before)).collect_view();
    let never = schedule.blocked[step].then(|| {
        if schedule.circular[step] {
            "This step never runs: it is part of a cycle."
        } else {
            "This step never runs: it depends on a cycle."
        }
    });
    let none = waits.is_empty();
    let waits = waits.into_iter().map(|order| reason(state, planned, order, order.before)).collect_view();
    let follows = !leads.is_empty();
    let leads = leads.into_iter().map(|order| reason(state, planned, order, order.after)).collect_view();
    view! {
        <div class="lifecycle-reasons-head">
            <h3><Inline text=timeline.name(step) /></h3>
            <button type="button" class="button small bare" on:click=move |_| state.explained.set(None)>"Close"</button>
        </div>
        {never.map(|never| view! { <p class="lifecycle-never" role="status">{never}</p> })}
        <h4>"Waits for"</h4>
        {none.then(|| view! { <p class="quiet">"No dependencies: this step runs first."</p> })}
        <ul>{waits}</ul>
        {is_long.then(|| view! {
            <h4>"Longest chain of dependencies"</h4>
            <ol>{chain}</ol>
        })}
        {follows.then(|| view! {
            <h4>"Steps that wait for it"</h4>
            <ul>{leads}</ul>
        })}
    }
}

/// A cause as a button to its place in the text, and the other step as a button to its reasons.
fn reason(state: State, planned: &Planned, order: &Order, other: usize) -> impl IntoView + use<> {
    let name = planned.timeline.name(other);
    view! {
        <li>
            <button type="button" class="thing" on:click=move |_| state.ask(other)><Inline text=name /></button>
            <Source state cause=order.cause.clone() />
        </li>
    }
}

/// A sentence that shows its place in the text.
#[component]
fn Source(state: State, cause: Cause) -> impl IntoView {
    let Cause { text, range } = cause;
    view! {
        <button type="button" class="lifecycle-source" title="Go to source" on:click=move |_| jump(state, range)>
            <Inline text=sentence(&text) />
        </button>
    }
}

fn jump(state: State, range: TextRange) {
    if let Some(file) = documents().active_file().get_untracked() {
        state.navigation.jump_to(&file, range);
    }
}

fn of_all(state: State, planned: &Planned) -> impl IntoView + use<> {
    let cycles = planned.schedule.cycles.iter().map(|cycle| {
        let causes = cycle.iter().map(|at| {
            let cause = planned.timeline.orders[*at].cause.clone();
            view! { <li><Source state cause /></li> }
        });
        let causes = causes.collect_view();
        view! { <ol class="lifecycle-cycle">{causes}</ol> }
    });
    let cycles = cycles.collect_view();
    let notes = planned.timeline.notes.iter().map(|note| {
        view! { <li><Source state cause=note.clone() /></li> }
    });
    let notes = notes.collect_view();
    let (has_cycles, has_notes) = (!planned.schedule.cycles.is_empty(), !planned.timeline.notes.is_empty());
    view! {
        {has_cycles.then(|| view! {
            <h3 class="lifecycle-never">"Steps that never run"</h3>
            <p class="quiet">"These steps form a cycle; they and all steps that depend on them never run."</p>
            {cycles}
        })}
        {has_notes.then(|| view! {
            <h3>"Not in the timeline"</h3>
            <ul>{notes}</ul>
        })}
        <h3>"Reasons"</h3>
        <p class="quiet">"Select a step or a name to see what it waits for."</p>
    }
}
