//! Inspector: form of the selected item, built from the grammar's tables. Every key is a typed field with help and problems. A change here is
//! the same small edit as one on the canvas. Handles controls only, independent of keys.

mod commit;
mod control;
mod entries;
mod fields;
mod follow;
mod function_builder;
mod function_key;
mod function_value;
mod header;
mod inputs;
mod parts;
mod pick;
mod policy_chart;
mod preview;
mod problems;
mod raw;
mod several;
mod ties;
mod tools;
mod trace;
mod typed;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use gloo_events::{EventListener, EventListenerOptions};
use leptos::{context::Provider, ev, prelude::*};
use wasm_bindgen::JsCast;

use super::browser::{after, element};
use super::icons::{Glyph, Picture};
use super::mounted::while_mounted;
use super::pane_focus::focus_canvas;
use super::panes::Pane;
use super::session::{Edits, documents, edits, navigation, notices, positions, view_state};
use fields::{Fields, arranged, dom_id, unmarks};
use header::{Header, drawn_above, show_parent};
use limn_ide::form::{Control, Field, Sheet};
use limn_language::edit::Edit;
use limn_language::graph::Id;
use policy_chart::PolicyView;
use preview::Instances;
use several::SeveralForm;
use trace::TraceView;

/// Delay before the form follows the text, in milliseconds: longer than the pause between keys, because updating a form is
/// expensive.
const FORM_DEBOUNCE_MS: u32 = 250;

/// State of the current form.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The item that field paths are relative to.
    pub base: Signal<Id>,
    /// Items inside the selected one that were navigated to; empty: the selected one itself.
    pub inside: RwSignal<Vec<Id>>,
    /// Changes when typing pauses, so that the form follows the text then.
    pub rested: Signal<usize>,
    /// The field whose last input was rejected, and why.
    pub refused: RwSignal<Option<(Id, String)>>,
    /// The field whose function is being built.
    pub building: RwSignal<Option<Id>>,
    /// What `base` is in the other selected items: an edit of a field is made in each.
    pub others: Memo<Vec<Id>>,
}

impl Form {
    /// Id of a field in the document.
    pub fn at(self, field: &Field) -> Id {
        Id(self.base.get_untracked().0.join(&field.path))
    }

    /// Applies the edit, or shows at the field why it was rejected.
    pub fn attempt(self, edits: Edits, at: Id, edit: &Edit) -> bool {
        edits.drafting(None);
        match self.write(edits, edit) {
            Ok(()) => {
                self.accept();
                true
            }
            Err(why) => {
                self.refuse(at, why);
                false
            }
        }
    }

    fn write(self, edits: Edits, edit: &Edit) -> Result<(), String> {
        let others = self.others.get_untracked();
        if others.is_empty() {
            return edits.try_edit(edit);
        }
        let in_other = |other: &Id| several::for_item(edit, &self.base.get_untracked(), other);
        match others.iter().map(in_other).collect::<Option<Vec<Edit>>>() {
            Some(more) => edits.try_edit_each(&[vec![edit.clone()], more].concat()),
            None => Err("this is possible for one item only: select it alone".to_owned()),
        }
    }

    pub fn refuse(self, at: Id, why: impl Into<String>) {
        self.refused.set(Some((at, why.into())));
    }

    /// Clears the rejection.
    pub fn accept(self) {
        if self.refused.with_untracked(Option::is_some) {
            self.refused.set(None);
        }
    }

    /// Reason why the input of this field was rejected.
    pub fn refusal(self, at: Id) -> Memo<Option<String>> {
        Memo::new(move |_| {
            self.refused.with(|refused| {
                refused.as_ref().filter(|(refused, _)| *refused == at).map(|(_, why)| why.clone())
            })
        })
    }
}

#[component]
pub fn Inspector() -> impl IntoView {
    let (documents, view_state, notices) = (documents(), view_state(), notices());
    let inside = RwSignal::new(Vec::<Id>::new());
    let selected = Memo::new(move |_| view_state.selection().get());
    Effect::new(move |before: Option<BTreeSet<Id>>| {
        let now = selected.get();
        if before.is_some_and(|before| before != now) {
            inside.set(Vec::new());
        }
        now
    });
    let id = Memo::new(move |_| {
        inside.with(|inside| inside.last().cloned()).or_else(|| {
            selected.with(|ids| match ids.len() {
                0 => Some(Id::default()),
                1 => ids.first().cloned(),
                _ => None,
            })
        })
    });
    // A different item is shown at once; text changes update the form when typing pauses.
    let rested = RwSignal::new(0usize);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        documents.checked().track();
        if let Some(before) = waiting.try_update_value(Option::take).flatten() {
            before.clear();
        }
        let rest = move || rested.update(|count| *count += 1);
        // What is not typed in the text is followed at once. The session has already waited for a pause in typing.
        if documents.is_idle() {
            rest();
        } else {
            waiting.set_value(after(FORM_DEBOUNCE_MS, rest));
        }
    });
    let sheet = Memo::new(move |_| {
        rested.track();
        id.get().and_then(|id| documents.sheet(&id))
    });
    let shown = Memo::new(move |_| sheet.with(Option::is_some));
    let several = Memo::new(move |_| selected.with(BTreeSet::len));
    // An item without a form must not get the focus when it has one later.
    Effect::new(move |_| {
        if view_state.focus_request().get().is_some() && sheet.with(Option::is_none) {
            view_state.clear_focus_request();
        }
    });
    view! {
        <div class="pane-head">
            <h2>"Inspector"</h2>
            <div class="spring"></div>
            <button
                type="button"
                class="button small bare hide-at-800"
                aria-label="Hide inspector"
                title="Hide inspector"
                on:click=move |_| view_state.set_panes(|panes| panes.toggle(Pane::Inspector))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
        <div class="pane-body">
            <Show
                when=move || shown.get()
                fallback=move || {
                    let none = move || view! { <NoForm several /> };
                    let are_several = move || several.get() > 1;
                    view! {
                        <Show when=are_several fallback=none>
                            <For each=move || std::iter::once(selected.get()) key=BTreeSet::clone let(ids)>
                                <SeveralForm ids rested=rested.into() />
                            </For>
                        </Show>
                    }
                }
            >
                // A different item gets a new form, and so does input that was declined: no input is carried over.
                <For each=move || id.get().map(|id| (id, notices.declined().get())) key=Clone::clone let((id, _))>
                    <FormView id sheet inside rested=rested.into() />
                </For>
            </Show>
        </div>
    }
}

#[component]
fn NoForm(several: Memo<usize>) -> impl IntoView {
    let documents = documents();
    move || {
        let count = several.get();
        let text = if documents.front().with(Option::is_none) {
            "Select something to see its properties."
        } else if count == 1 {
            "This isn't in the text yet, but something refers to it. See its problem for a fix."
        } else {
            "Limn doesn't recognize the language of this file."
        };
        view! { <p class="note">{text}</p> }.into_any()
    }
}

#[component]
fn FormView(
    id: Id,
    sheet: Memo<Option<Sheet>>,
    inside: RwSignal<Vec<Id>>,
    rested: Signal<usize>,
) -> impl IntoView {
    let (view_state, edits) = (view_state(), edits());
    let base = {
        let id = id.clone();
        Memo::new(move |_| {
            sheet.with(|sheet| sheet.as_ref().map_or_else(|| id.clone(), |sheet| Id(sheet.path.clone())))
        })
    };
    let (refused, building) = (RwSignal::new(None), RwSignal::new(None));
    let others = Memo::new(|_| Vec::new());
    let form = Form { base: base.into(), inside, rested, refused, building, others };
    // Leaving the form ends its pending input.
    on_cleanup(move || edits.drafting(None));
    // The document itself is read in the order of its keys.
    let is_document = id.0.is_empty();
    let fields = Memo::new(move |_| {
        let fields = sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.fields.clone()).unwrap_or_default());
        Arc::new(if is_document { fields } else { arranged(fields) })
    });
    let root = NodeRef::<leptos::html::Form>::new();
    // A new form starts at the top.
    Effect::new(move |_| {
        if let Some(pane) = root.get().and_then(|root| root.parent_element()) {
            pane.set_scroll_top(0);
        }
    });
    let mine = id.clone();
    Effect::new(move |_| {
        let request = view_state.focus_request().get();
        if let (Some(root), Some(request)) = (root.get(), request.filter(|request| request.id == mine)) {
            if request.name
                && let Some(name) = root.query_selector("input.name").ok().flatten()
            {
                focus_value(&name);
                return view_state.clear_focus_request();
            }
            let (group, value) = sheet.with_untracked(|sheet| {
                let id = |field: &Field| dom_id(&Id(base.get_untracked().0.join(&field.path)));
                let first = sheet.as_ref().and_then(Sheet::first);
                first.map_or_else(Default::default, |(group, field)| (group.map(id), Some(id(field))))
            });
            enter(&root, group.as_deref(), value.as_deref());
            view_state.clear_focus_request();
        }
    });
    let finish = finish(form, id.clone());
    view! {
        <form class="form" node_ref=root on:submit=|event| event.prevent_default() on:keydown=while_mounted(finish) on:pointerdown=move |event: ev::PointerEvent| {
            hold_help(root);
            keep_press(&event);
        } on:focusout=unmarks() autocomplete="off">
            <Provider value=form>
                <Header id=id.clone() sheet />
                <TraceView id=id.clone() />
                <Instances id=id.clone() />
                <PolicyView id />
                <Fields fields />
            </Provider>
        </form>
    }
}

/// Keeps the help of the focused field in sight while a pointer is pressed. The field loses the focus by the press; if what is below moved up then, the
/// release would miss it, and there would be no click.
fn hold_help(form: NodeRef<leptos::html::Form>) {
    const HELD: &str = "keeps-help";
    let Some(form) = form.get_untracked() else { return };
    let Some(row) = form.query_selector(".row-control:focus-within").ok().flatten() else { return };
    drop(row.class_list().add_1(HELD));
    let options = EventListenerOptions::run_in_capture_phase();
    // The class goes after the click, which follows the release.
    EventListener::once_with_options(&window(), "pointerup", options, move |_| {
        after(0, move || drop(row.class_list().remove_1(HELD)));
    })
    .forget();
}

/// Makes a press of a button a click even if the form moves the button away below the resting pointer: the browser clicks only what is both pressed and
/// released. A press that becomes something else, such as scrolling, does not count, nor does a button that has left the form.
fn keep_press(event: &ev::PointerEvent) {
    const REST: i32 = 4;
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let button = target.and_then(|target| target.closest("button").ok().flatten());
    let Some(button) = button.and_then(|button| button.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return;
    };
    if event.button() != 0 {
        return;
    }
    let (pointer, x, y) = (event.pointer_id(), event.client_x(), event.client_y());
    let is_pressed = Rc::new(Cell::new(true));
    let options = EventListenerOptions::run_in_capture_phase;
    let cancelled = Rc::clone(&is_pressed);
    EventListener::once_with_options(&window(), "pointercancel", options(), move |_| cancelled.set(false))
        .forget();
    EventListener::once_with_options(&window(), "pointerup", options(), move |event| {
        let Some(event) = event.dyn_ref::<web_sys::PointerEvent>() else { return };
        let rests = event.pointer_id() == pointer
            && (event.client_x() - x).abs() < REST
            && (event.client_y() - y).abs() < REST;
        let over = event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok());
        if is_pressed.get() && rests && !button.contains(over.as_ref()) {
            after(0, move || {
                // The signals of what has left the page are disposed.
                if button.is_connected() {
                    button.click();
                }
            });
        }
    })
    .forget();
}

/// Handles Ctrl+Enter: writes the field, and goes back to the parent's form or to the diagram.
fn finish(form: Form, id: Id) -> impl Fn(ev::KeyboardEvent) + Copy + 'static {
    let (navigation, positions) = (navigation(), positions());
    let id = StoredValue::new(id);
    move |event: ev::KeyboardEvent| {
        if event.key() != "Enter" || !(event.ctrl_key() || event.meta_key()) {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        let field =
            document().active_element().and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok());
        // A field is written when it is left.
        if let Some(field) = &field {
            drop(field.blur());
        }
        if form.refused.with_untracked(Option::is_some) {
            return drop(field.map(|field| field.focus()));
        }
        if form.inside.with_untracked(|inside| !inside.is_empty()) {
            return form.inside.update(|inside| drop(inside.pop()));
        }
        let id = id.get_value();
        match positions.scene().with_untracked(|scene| drawn_above(scene, &id)) {
            Some((parent, _)) => show_parent(navigation, parent, &id),
            None => focus_canvas(),
        }
    }
}

/// Focuses the first field to fill in and selects its value, as Tab would; never the name. A collapsed group
/// is expanded, and its summary holds the focus until the field exists, so that no key is lost.
fn enter(form: &web_sys::HtmlFormElement, group: Option<&str>, value: Option<&str>) {
    let find = |id: Option<&str>| id.and_then(element);
    if let Some(details) = find(group)
        .and_then(|details| details.dyn_into::<web_sys::HtmlDetailsElement>().ok())
        .filter(|details| !details.open())
    {
        details.set_open(true);
        if let Some(heading) = details.query_selector("summary").ok().flatten() {
            focus_value(&heading);
        }
        let value = value.map(str::to_owned);
        after(0, move || {
            if let Some(value) = value.as_deref().and_then(element) {
                focus_value(&value);
            }
        });
        return;
    }
    let within = |of: &web_sys::Element, what: &str| of.query_selector(what).ok().flatten();
    const VALUES: &str =
        "input:not([disabled]), select:not([disabled]), textarea:not([disabled]), .call-said, summary";
    let value = find(value).map(web_sys::Element::from);
    let fields = || within(form, ".fields").and_then(|fields| within(&fields, VALUES));
    let other = || within(form, "button, [tabindex='0']");
    if let Some(field) = value.or_else(fields).or_else(other) {
        let inner =
            if field.matches("details, div").unwrap_or(false) { within(&field, VALUES) } else { None };
        focus_value(&inner.unwrap_or(field));
    }
}

/// Focuses a field and selects its value.
fn focus_value(field: &web_sys::Element) {
    if let Some(field) = field.dyn_ref::<web_sys::HtmlElement>() {
        drop(field.focus());
    }
    if let Some(input) = field.dyn_ref::<web_sys::HtmlInputElement>() {
        input.select();
    }
}

/// Several fields, shared by all their subscribers.
pub(super) type Several = Memo<Arc<Vec<Field>>>;

/// Fields that `of` takes from a field, as a signal.
pub(super) fn several(field: Memo<Field>, of: fn(&Control) -> &[Field]) -> Several {
    Memo::new(move |_| Arc::new(field.with(|field| of(&field.control).to_vec())))
}

/// A field by its key, with its last value if it is gone.
pub(super) fn field_of(fields: Several, first: &Field) -> Memo<Field> {
    let first = first.clone();
    let place = StoredValue::new(0usize);
    Memo::new(move |before: Option<&Field>| {
        let before = before.unwrap_or(&first);
        fields.with(|fields| {
            let is = |field: &&Field| field.path == before.path;
            let usual = fields.get(place.get_value()).filter(is);
            let found = usual.or_else(|| {
                let at = fields.iter().position(|field| field.path == before.path)?;
                place.set_value(at);
                fields.get(at)
            });
            found.unwrap_or(before).clone()
        })
    })
}
