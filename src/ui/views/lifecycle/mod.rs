//! Lifecycle view: the order in which the parts of the active document come up, go down, heal, scale or are upgraded, as a timeline that can be stepped
//! through and played. The order is computed by [`limn_language::timeline`].

mod bar;
mod plan;
mod reasons;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::mounted::Mounted;
use super::super::session::{Navigation, Notices, navigation, notices, view_state};
use super::Registration;
use bar::Bar;
use limn_canvas::timeline::TimelineLayout;
use limn_language::graph::Id;
use limn_language::timeline::{LIFECYCLE, Scenario, Schedule, Timeline};
use plan::Plan;
use reasons::Reasons;

pub const VIEWS: &[Registration] =
    &[Registration { id: LIFECYCLE.id, component: || view! { <Lifecycle /> }.into_any(), drop_target: None }];

/// Time for each wave while playing.
const WAVE_MS: u32 = 1100;

/// A timeline with its schedule and the places of its steps.
#[derive(Clone, Debug, Default, PartialEq)]
struct Planned {
    timeline: Timeline,
    schedule: Schedule,
    layout: TimelineLayout,
}

/// State of the view.
#[derive(Clone, Copy)]
struct State {
    navigation: Navigation,
    notices: Notices,
    scenarios: Memo<Vec<Scenario>>,
    /// Id of the chosen scenario; the first one is shown if the document does not have it.
    chosen: RwSignal<String>,
    scenario: Memo<Option<Scenario>>,
    planned: Memo<Arc<Planned>>,
    /// The current wave while stepping; `None`: all of them.
    wave: RwSignal<Option<usize>>,
    playing: RwSignal<bool>,
    /// Number of times that playing was stopped: a timer of an earlier run ends.
    run: StoredValue<usize>,
    /// Lane and label of the step whose reasons are shown: they outlive edits of the text.
    explained: RwSignal<Option<(Id, String)>>,
    step: Memo<Option<usize>>,
    /// The steps that precede it.
    before: Memo<BTreeSet<usize>>,
}

impl State {
    fn new() -> State {
        let view_state = view_state();
        let chosen = RwSignal::new(String::new());
        let scenarios = Memo::new(move |_| {
            view_state.read_timelines(|timelines| timelines.scenarios()).unwrap_or_default()
        });
        let scenario = Memo::new(move |_| {
            let id = chosen.get();
            scenarios.with(|all| all.iter().find(|scenario| scenario.id == id).or(all.first()).cloned())
        });
        let planned = Memo::new(move |_| {
            let timeline = scenario.get().and_then(|scenario| {
                view_state.read_timelines(|timelines| timelines.timeline(&scenario.id)).flatten()
            });
            let timeline = timeline.unwrap_or_default();
            let schedule = timeline.schedule();
            let layout = TimelineLayout::new(&timeline, &schedule);
            Arc::new(Planned { timeline, schedule, layout })
        });
        let explained = RwSignal::new(None::<(Id, String)>);
        let step = Memo::new(move |_| {
            let (lane, label) = explained.get()?;
            planned.with(|planned| {
                let steps = &planned.timeline.steps;
                steps
                    .iter()
                    .position(|step| step.label == label && planned.timeline.lanes[step.lane].id == lane)
            })
        });
        let before = Memo::new(move |_| {
            let step = step.get();
            let all = |step| planned.with(|planned| planned.timeline.before(&planned.schedule, step));
            step.map(all).unwrap_or_default()
        });
        let (wave, playing) = (RwSignal::new(None), RwSignal::new(false));
        let (navigation, notices) = (navigation(), notices());
        State {
            navigation,
            notices,
            scenarios,
            chosen,
            scenario,
            planned,
            wave,
            playing,
            run: StoredValue::new(0),
            explained,
            step,
            before,
        }
    }

    fn choose(self, id: String) {
        self.stop();
        self.wave.set(None);
        self.explained.set(None);
        self.chosen.set(id);
    }

    /// Number of waves that happen.
    fn count(self) -> usize {
        self.planned.with_untracked(|planned| planned.schedule.reached)
    }

    /// Shows a wave, and announces it.
    fn go(self, wave: usize) {
        if wave >= self.count() {
            return;
        }
        self.wave.set(Some(wave));
        let names = self.planned.with_untracked(|planned| {
            let waves = planned.schedule.waves.iter().enumerate();
            let steps = waves.filter(|(step, at)| **at == wave && !planned.schedule.blocked[*step]);
            steps.map(|(step, _)| planned.timeline.name(step).replace('`', "")).collect::<Vec<_>>().join(", ")
        });
        self.notices.announce(format!("Step {} of {}: {names}", wave + 1, self.count()));
    }

    fn forward(self) {
        self.go(self.wave.get_untracked().map_or(0, |wave| wave + 1));
    }

    fn back(self) {
        if let Some(wave) = self.wave.get_untracked() {
            self.go(wave.saturating_sub(1));
        }
    }

    fn stop(self) {
        self.playing.set(false);
        self.run.update_value(|run| *run += 1);
    }

    fn play(self) {
        let is_over = self.wave.get_untracked().is_some_and(|wave| wave + 1 >= self.count());
        if is_over || self.wave.get_untracked().is_none() {
            self.go(0);
        } else {
            self.forward();
        }
        self.playing.set(true);
        self.tick(Mounted::here());
    }

    /// Continues until it is stopped or all has happened.
    fn tick(self, mounted: Mounted) {
        let run = self.run.get_value();
        super::super::browser::after(WAVE_MS, move || {
            // The state is gone with the view.
            if !mounted.is_mounted() || self.run.get_value() != run {
                return;
            }
            self.forward();
            if self.wave.get_untracked().is_some_and(|wave| wave + 1 >= self.count()) {
                self.stop();
            } else {
                self.tick(mounted);
            }
        });
    }

    /// Selects a step's element, and shows what the step waits for.
    fn ask(self, step: usize) {
        let planned = self.planned.get_untracked();
        let Some(found) = planned.timeline.steps.get(step) else { return };
        let id = planned.timeline.lanes[found.lane].id.clone();
        self.explained.set(Some((id.clone(), found.label.clone())));
        self.navigation.select(BTreeSet::from([id]));
    }
}

#[component]
fn Lifecycle() -> impl IntoView {
    let state = State::new();
    // A wave that the changed document does not have is left.
    Effect::new(move |_| {
        let reached = state.planned.with(|planned| planned.schedule.reached);
        if state.wave.get_untracked().is_some_and(|wave| wave >= reached) {
            state.stop();
            state.wave.set(None);
        }
    });
    let is_empty = Memo::new(move |_| state.planned.with(|planned| planned.timeline.steps.is_empty()));
    view! {
        <div class="lifecycle" id="view-lifecycle" role="tabpanel" aria-labelledby="tab-lifecycle">
            <Bar state />
            <Show
                when=move || !is_empty.get()
                fallback=|| view! {
                    <p class="lifecycle-empty">"The order of components and relationships appears here. Add a component in the diagram."</p>
                }
            >
                <div class="lifecycle-body">
                    <Plan state />
                    <Reasons state />
                </div>
            </Show>
        </div>
    }
}
