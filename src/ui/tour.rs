//! Tour: five steps of real work, each done by the user on a sample or on the open work. Nothing is blocked meanwhile, and it can be left at any time.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;

use super::pane_focus::focus_canvas;
use super::panes::Pane;
use super::samples;
use super::session::{documents, file_actions, notices, positions, view_state, works};
use limn_canvas::keys::Command;
use limn_language::graph::Id;

/// The sample that the tour is done on if no diagram is open.
const SAMPLE: &str = "book_shop.yaml";

/// A step: what to do, and where.
struct Step {
    title: &'static str,
    text: &'static str,
    /// The text if a command has keys, which replace `{}`.
    with_keys: Option<(Command, &'static str)>,
    /// Shown for the step, and outlined unless something else is.
    pane: Pane,
    is_done: fn(&Seen, &Seen) -> bool,
}

static STEPS: [Step; 5] = [
    Step {
        title: "Select something",
        text: "Click a box on the diagram. Or press an arrow key to select.",
        with_keys: Some((
            Command::NextPane,
            "Click a box on the diagram. Or press {} to reach the diagram, then an arrow key.",
        )),
        pane: Pane::Canvas,
        is_done: |before, now| !now.selection.is_empty() && now.selection != before.selection,
    },
    Step {
        title: "Change a value",
        text: "The inspector shows what you selected. Change a field and press Enter.",
        with_keys: None,
        pane: Pane::Inspector,
        is_done: |before, now| now.text != before.text,
    },
    Step {
        title: "See it in the text",
        text: "Only that value changed in the YAML. Click another line: the diagram selects what it describes.",
        with_keys: None,
        pane: Pane::Source,
        is_done: |before, now| now.is_in_text || now.selection != before.selection,
    },
    Step {
        title: "Add something",
        text: "Drag an entry of the palette to the diagram.",
        with_keys: Some((Command::Add, "Drag an entry of the palette to the diagram, or press {} there.")),
        pane: Pane::Palette,
        is_done: |before, now| now.nodes > before.nodes,
    },
    Step {
        title: "Undo it",
        text: "Use the Undo button. Every step can be undone, in text and diagram.",
        with_keys: Some((Command::Undo, "Press {}. Every step can be undone, in text and diagram.")),
        pane: Pane::Canvas,
        is_done: |before, now| now.can_redo && now.text != before.text,
    },
];

/// State that the steps look at.
#[derive(Clone, Default, PartialEq)]
struct Seen {
    selection: BTreeSet<Id>,
    text: Option<Arc<str>>,
    nodes: usize,
    can_redo: bool,
    is_in_text: bool,
}

/// Attribute of the page's root with the part that the current step is about.
const MARK: &str = "data-tour";

/// The card of the tour.
#[component]
pub fn Tour() -> impl IntoView {
    let (documents, view_state, positions) = (documents(), view_state(), positions());
    let is_on_sample = open_sample();
    let is_in_text = RwSignal::new(false);
    let focused = window_event_listener(ev::focusin, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        is_in_text.set(
            target.is_some_and(|element| element.closest(".editor-host").is_ok_and(|found| found.is_some())),
        );
    });
    on_cleanup(move || focused.remove());
    let seen = Memo::new(move |_| Seen {
        selection: view_state.selection().get(),
        text: documents
            .checked()
            .with(|checked| checked.as_ref().map(|current| Arc::clone(current.0.text()))),
        nodes: positions.scene().with(|scene| scene.cards.len()),
        can_redo: documents.undo_state().with(|(_, redo)| *redo),
        is_in_text: is_in_text.get(),
    });
    let number = RwSignal::new(0_usize);
    let before = StoredValue::new(Seen::default());
    // The sample that is being opened is what the first step begins with.
    let has_begun = StoredValue::new(false);
    Effect::new(move |_| {
        let Some(step) = STEPS.get(number.get()) else { return };
        view_state.show_pane(step.pane);
        is_in_text.set(false);
        before.set_value(seen.get_untracked());
    });
    Effect::new(move |_| {
        let now = seen.get();
        if now.nodes == 0 || !has_begun.get_value() {
            has_begun.set_value(now.nodes > 0);
            before.set_value(now);
            return;
        }
        let is_done = STEPS
            .get(number.get_untracked())
            .is_some_and(|step| before.with_value(|before| (step.is_done)(before, &now)));
        if is_done {
            number.update(|number| *number += 1);
        }
    });
    let leave = move || {
        view_state.set_guide(None);
        focus_canvas();
    };
    let mark = Memo::new(move |_| STEPS.get(number.get()).map(mark_of));
    Effect::new(move |_| set_mark(mark.get()));
    on_cleanup(|| set_mark(None));
    view! {
        <aside
            class="tour"
            aria-label="Tour"
            on:keydown=move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    leave();
                }
            }
        >
            <div role="status">{move || words(number.get(), is_on_sample)}</div>
            <div class="tour-foot">
                <span class="tour-dots" aria-hidden="true">
                    {(0..STEPS.len())
                        .map(|at| view! { <i class:done=move || at < number.get() class:now=move || at == number.get()></i> })
                        .collect_view()}
                </span>
                <Show when=move || number.get() < STEPS.len()>
                    <button type="button" class="button small outline" on:click=move |_| number.update(|number| *number += 1)>
                        "Skip this step"
                    </button>
                </Show>
                <button type="button" class="button small" class:outline=move || number.get() == STEPS.len() on:click=move |_| leave()>
                    {move || if number.get() == STEPS.len() { "Close" } else { "End tour" }}
                </button>
            </div>
        </aside>
    }
}

/// Outlines a part of the page, by an attribute of the root: `:has()` in the style sheet would restyle a thousand elements whenever one is added anywhere.
fn set_mark(mark: Option<&'static str>) {
    let Some(root) = document().document_element() else { return };
    let set = match mark {
        Some(mark) => root.set_attribute(MARK, mark),
        None => root.remove_attribute(MARK),
    };
    debug_assert!(set.is_ok(), "the attribute's name is a valid one");
}

/// Opens the sample unless there is a diagram to do the tour on; returns whether it did.
fn open_sample() -> bool {
    let is_drawn = positions().scene().with_untracked(|scene| !scene.cards.is_empty());
    let sample = samples::ALL.iter().find(|sample| sample.file == SAMPLE).filter(|_| !is_drawn);
    let Some(sample) = sample else { return false };
    // The sample is a work of its own.
    if documents().active_file().with_untracked(Option::is_some) {
        works().close_work();
        notices().show("the tour is on a sample; your work is under Recent work");
    }
    samples::open(file_actions(), notices(), sample);
    true
}

/// Element that is outlined during a step.
fn mark_of(step: &'static Step) -> &'static str {
    match step.with_keys {
        Some((Command::Undo, _)) => "Undo",
        _ => step.pane.label(),
    }
}

fn words(number: usize, is_on_sample: bool) -> impl IntoView {
    let Some(step) = STEPS.get(number) else {
        return view! {
            <h2>"That's it"</h2>
            <p>
                "Problems are listed below with their fixes, Export makes a package, and ? lists all keys. "
                {is_on_sample.then_some("The sample stays in the list of recent work until you delete it.")}
            </p>
        }
        .into_any();
    };
    let with_keys = step.with_keys.and_then(|(command, text)| {
        let keys = view_state().key_of(command);
        (!keys.is_empty()).then(|| text.replace("{}", &keys))
    });
    let text = with_keys.unwrap_or_else(|| step.text.to_owned());
    view! {
        <h2>{step.title}<small>{format!("Step {} of {}", number + 1, STEPS.len())}</small></h2>
        <p>{text}</p>
    }
    .into_any()
}
