//! Trace of a value: where it comes from and where it goes, as steps that lead to their places. The core computes it for any language.

use leptos::{html, prelude::*};

use super::super::browser::{after, element};
use super::super::element_id;
use super::super::icons::{Glyph, Picture};
use super::super::markdown::Inline;
use super::super::mounted::while_mounted;
use super::super::pane_focus::focus_canvas;
use super::super::session::{Documents, documents, navigation, view_state};
use super::Form;
use limn_ide::form::Field;
use limn_language::graph::Id;
use limn_language::value_trace::{Direction, TracedItems, ValueStep, ValueTrace};
use limn_text::visible;

/// Deeper steps are not indented further.
const MOST_INDENT: usize = 6;

/// Id of the button that shows the trace of a value.
fn button_id(value: &Id) -> String {
    format!("trace-{}", element_id::of_field(value))
}

/// Button that shows the trace of a field's value; nothing for other fields.
#[component]
pub fn TraceTool(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, navigation) = (documents(), navigation());
    let value = form.at(&field.get_untracked());
    let label =
        field.with_untracked(|field| format!("Trace {}", field.subject(&form.base.get_untracked().0)));
    let is_value = {
        let value = value.clone();
        Memo::new(move |_| {
            form.rested.track();
            let checked = documents.checked().get_untracked();
            let traces = checked.as_ref().and_then(|checked| checked.0.value_traces());
            traces.and_then(|traces| traces.traced_value(&value.0)).as_ref() == Some(&value.0)
        })
    };
    move || {
        is_value.get().then(|| {
            let (value, label) = (value.clone(), label.clone());
            view! {
                <button
                    type="button"
                    class="tool trace-tool"
                    tabindex="-1"
                    data-action=""
                    id=button_id(&value)
                    aria-label=label.clone()
                    title=label
                    on:click=move |event| {
                        event.prevent_default();
                        event.stop_propagation();
                        navigation.trace_value(Some(value.clone()));
                    }
                >
                    <Picture glyph=Glyph::Trace />
                </button>
            }
        })
    }
}

/// The trace of the value that was requested, or of the item of the form.
#[component]
pub fn TraceView(id: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, view_state, navigation) = (documents(), view_state(), navigation());
    let found = Memo::new(move |_| {
        form.rested.track();
        let chosen = view_state.traced().get().filter(|value| value.0.starts_with(&id.0));
        // The document's own form is a part of the first view.
        if chosen.is_none() && id.0.is_empty() {
            return None;
        }
        let checked = documents.checked().get_untracked()?;
        let traces = checked.0.value_traces()?;
        let value = chosen.clone().or_else(|| traces.traced_value(&id.0).map(Id))?;
        let trace = traces.value_trace(&value.0)?;
        Some((value, chosen.is_some(), trace))
    });
    let root = NodeRef::<html::Section>::new();
    focus_once(found, root);
    let over = RwSignal::new(None::<(Direction, usize)>);
    light_diagram(found, over);
    let close = move |value: Id| {
        navigation.trace_value(None);
        match element(&button_id(&value)) {
            Some(button) => drop(button.focus()),
            None => focus_canvas(),
        }
    };
    let show = move || {
        if let Some(items) = found.with_untracked(|found| in_diagram(documents, found.as_ref(), None)) {
            navigation.show_trace_in_diagram(items);
        }
    };
    move || {
        over.set(None);
        found.get().map(|(value, is_asked, trace)| {
            let heading = format!("Value of {}", visible(&trace.origin.label));
            let title = heading.clone();
            let key = {
                let value = value.clone();
                move |event: leptos::ev::KeyboardEvent| {
                    if event.key() == "Escape" && is_asked {
                        event.stop_propagation();
                        close(value.clone());
                    }
                }
            };
            view! {
                <section class="trace" tabindex="-1" aria-label=heading.clone() node_ref=root on:keydown=key>
                    <div class="trace-head">
                        <h3>{title}</h3>
                        {is_asked.then(|| view! {
                            <button type="button" class="button small bare show-below-800" aria-label="Show in diagram" title="Show in diagram" on:click=move |_| show()>
                                <Picture glyph=Glyph::Map />
                            </button>
                            <button type="button" class="button small bare" aria-label="Close trace" title="Close trace" on:click=move |_| close(value.clone())>
                                <Picture glyph=Glyph::Close />
                            </button>
                        })}
                    </div>
                    {origin(&trace.origin)}
                    {steps("Comes from", &trace, Direction::Sources, over)}
                    {steps("Goes to", &trace, Direction::Uses, over)}
                    {trace.is_cut.then(|| view! { <p class="trace-end">"Further steps are not listed."</p> })}
                </section>
            }
        })
    }
}

/// A trace, its value, and whether that was requested.
type Found = Memo<Option<(Id, bool, ValueTrace)>>;

/// Focuses the trace that was requested.
fn focus_once(found: Found, root: NodeRef<html::Section>) {
    let (documents, view_state, navigation) = (documents(), view_state(), navigation());
    Effect::new(move |_| {
        let is_asked = found.with(|found| found.as_ref().is_some_and(|(_, is_asked, _)| *is_asked));
        if let (true, Some(root)) = (is_asked, root.get())
            && view_state.take_trace_focus()
        {
            if let Some(items) = found.with_untracked(|found| in_diagram(documents, found.as_ref(), None)) {
                navigation.show_trace(&items);
            }
            // A new form is in the page after this turn.
            after(0, move || {
                drop(root.focus());
                root.scroll_into_view();
            });
        }
    });
}

/// Highlights in the diagram all of a trace that was requested, or the path to the step that is pointed at or focused.
fn light_diagram(found: Found, over: RwSignal<Option<(Direction, usize)>>) {
    let (documents, navigation) = (documents(), navigation());
    Effect::new(move |_| {
        let over = over.get();
        let items = found.with(|found| {
            let found = found.as_ref().filter(|(_, is_asked, _)| *is_asked || over.is_some());
            in_diagram(documents, found, over)
        });
        navigation.light_trace(items);
    });
    on_cleanup(move || navigation.light_trace(None));
}

/// Items of the diagram that a trace runs through; with a step, those on the path to it.
fn in_diagram(
    documents: Documents,
    found: Option<&(Id, bool, ValueTrace)>,
    over: Option<(Direction, usize)>,
) -> Option<TracedItems> {
    let (_, _, trace) = found?;
    let checked = documents.checked().get_untracked()?;
    Some(trace.in_diagram(checked.0.graph(), over))
}

fn origin(origin: &ValueStep) -> impl IntoView + use<> {
    let written = visible(&origin.written).into_owned();
    view! {
        <p class="trace-origin">
            {(!written.is_empty()).then(|| view! { <code>{written}</code> })}
            {(!origin.end.is_empty()).then(|| view! { <span class="trace-end"><Inline text=origin.end.clone() /></span> })}
        </p>
    }
}

fn steps(
    label: &'static str,
    trace: &ValueTrace,
    direction: Direction,
    over: RwSignal<Option<(Direction, usize)>>,
) -> impl IntoView + use<> {
    let steps = trace.steps(direction);
    let rows = steps.iter().enumerate();
    let rows = rows.map(|(at, step)| row(step, &trace.origin.owner, (direction, at), over)).collect_view();
    view! {
        <h4>{label}</h4>
        {if steps.is_empty() {
            view! { <p class="trace-end">"Nothing"</p> }.into_any()
        } else {
            view! { <ol class="trace-steps" aria-label=label>{rows}</ol> }.into_any()
        }}
    }
}

fn row(
    step: &ValueStep,
    owner: &str,
    at: (Direction, usize),
    over: RwSignal<Option<(Direction, usize)>>,
) -> impl IntoView + use<> {
    let navigation = navigation();
    let class = format!("trace-step level-{}", step.depth.min(MOST_INDENT));
    let [name, written] = [&step.label, &step.written].map(|text| visible(text).into_owned());
    let other = (step.owner != owner).then(|| visible(&step.owner).into_owned());
    let (how, end) = (step.how.clone(), step.end.clone());
    let content = view! {
        <span class="trace-name">{name}</span>
        {other.map(|other| view! { <span class="trace-owner">{other}</span> })}
        {(!written.is_empty()).then(|| view! { <code>{written}</code> })}
        {(!how.is_empty()).then(|| view! { <span class="trace-how"><Inline text=how /></span> })}
        {(!end.is_empty()).then(|| view! { <span class="trace-end"><Inline text=end /></span> })}
    };
    let level = (step.depth > 0).then(|| format!("level {}", step.depth + 1));
    let content = match step.place.clone() {
        Some(place) => view! {
            <button
                type="button"
                on:click=move |_| navigation.follow_value(&place)
                on:focus=move |_| over.set(Some(at))
                on:blur=while_mounted(move |_: web_sys::FocusEvent| leave(over, at))
            >
                {content}
            </button>
        }
        .into_any(),
        None => view! { <span>{content}</span> }.into_any(),
    };
    view! {
        <li
            class=class
            aria-description=level
            on:pointermove=move |_| point(over, at)
            on:pointerleave=move |_| leave(over, at)
        >
            {content}
        </li>
    }
}

/// A step is pointed at. A list that scrolls below the pointer moves no pointer.
fn point(over: RwSignal<Option<(Direction, usize)>>, at: (Direction, usize)) {
    if over.get_untracked() != Some(at) {
        over.set(Some(at));
    }
}

/// Nothing is pointed at any more, unless it is another step already.
fn leave(over: RwSignal<Option<(Direction, usize)>>, at: (Direction, usize)) {
    if over.get_untracked() == Some(at) {
        over.set(None);
    }
}
