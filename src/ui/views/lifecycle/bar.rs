//! Bar of the lifecycle view: the scenario, and the controls for stepping and playing.

use leptos::prelude::*;

use super::super::super::markdown::Inline;
use super::super::super::select::{OptionGroup, Select, SelectOption};
use super::State;
use limn_language::timeline::Scenario;

#[component]
pub(super) fn Bar(state: State) -> impl IntoView {
    let shown = Memo::new(move |_| state.scenario.get().map_or_else(String::new, |scenario| scenario.id));
    let none = move || state.planned.with(|planned| planned.schedule.reached == 0);
    let at_first = move || state.wave.get().is_none_or(|wave| wave == 0);
    let at_last = move || {
        let count = state.planned.with(|planned| planned.schedule.reached);
        count == 0 || state.wave.get().is_some_and(|wave| wave + 1 >= count)
    };
    let position = move || {
        let count = state.planned.with(|planned| planned.schedule.reached);
        match state.wave.get() {
            Some(wave) => format!("Step {} of {count}", wave + 1),
            None if count == 1 => "1 step".to_owned(),
            None => format!("{count} steps"),
        }
    };
    let toggle = move |_| {
        if state.playing.get_untracked() { state.stop() } else { state.play() }
    };
    let groups = Memo::new(move |_| state.scenarios.with(|all| groups(all)));
    let choose = move |id: String| {
        state.choose(id);
        true
    };
    view! {
        <div class="lifecycle-bar">
            <Select groups now=shown on_choice=Box::new(choose) label="Scenario" class="field lifecycle-scenario" />
            <div class="lifecycle-controls" role="group" aria-label="Steps">
                <button type="button" class="button small outline" prop:disabled=at_first on:click=move |_| { state.stop(); state.back(); }>
                    "Back"
                </button>
                <button type="button" class="button small outline" prop:disabled=at_last on:click=move |_| { state.stop(); state.forward(); }>
                    "Next"
                </button>
                <button
                    type="button"
                    class="button small outline"
                    aria-pressed=move || state.playing.get().to_string()
                    prop:disabled=none
                    on:click=toggle
                >
                    {move || if state.playing.get() { "Pause" } else { "Play" }}
                </button>
                <button
                    type="button"
                    class="button small bare lifecycle-all"
                    prop:disabled=move || state.wave.get().is_none()
                    on:click=move |_| { state.stop(); state.wave.set(None); }
                >
                    "Show all"
                </button>
                <span class="lifecycle-position">{position}</span>
            </div>
            <p class="lifecycle-doc">
                {move || state.scenario.get().map(|scenario| view! { <Inline text=scenario.doc /> })}
            </p>
        </div>
    }
}

/// The scenarios under their headings.
fn groups(scenarios: &[Scenario]) -> Vec<OptionGroup> {
    let group = |scenarios: &[Scenario]| OptionGroup {
        heading: scenarios[0].group.to_owned(),
        choices: scenarios.iter().map(|scenario| SelectOption::new(&scenario.id, &scenario.label)).collect(),
    };
    scenarios.chunk_by(|a, b| a.group == b.group).map(group).collect()
}
