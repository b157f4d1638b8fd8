//! The form of what is selected, made from the grammar's tables: every key as a typed field with its help and its problems. A change here is the
//! same small edit as one on the canvas. Knows controls, no keys.

mod builder;
mod call;
mod entries;
mod equals;
mod fields;
mod header;
mod parts;
mod pick;
mod problems;
mod ties;
mod tools;
mod typed;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{context::Provider, prelude::*};
use wasm_bindgen::JsCast;

use super::browser::{after, element};
use super::icons::{Glyph, Picture};
use super::panes::Pane;
use super::session::{Session, session};
use crate::edit::Edit;
use crate::graph::Id;
use crate::ide::form::{Control, Field, Sheet};
use fields::{Fields, dom_id};
use header::Header;

/// How long a text has to stay as it is before the form follows, in milliseconds: longer than from one key to the next, since a form is
/// made of the whole thing that it shows.
const REST: u32 = 250;

/// Which form is shown, and where in the document its fields are.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The thing that the fields' paths start from.
    pub base: Signal<Id>,
    /// A thing inside the selected one, gone into; empty: the selected one itself.
    pub inside: RwSignal<Vec<Id>>,
    /// Changes when the text has rested: what is shown follows then.
    pub rested: Signal<usize>,
    /// Why the last thing asked for was not done, and at which field.
    pub refused: RwSignal<Option<(Id, String)>>,
    /// The field whose function is being made.
    pub building: RwSignal<Option<Id>>,
}

impl Form {
    /// Where in the document a field is.
    pub fn at(self, field: &Field) -> Id {
        Id(self.base.get_untracked().0.join(&field.path))
    }

    /// Does it, or says at the field why not.
    pub fn attempt(self, session: Session, at: Id, edit: &Edit) -> bool {
        session.drafting(None);
        match session.try_edit(edit) {
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

    pub fn refuse(self, at: Id, why: impl Into<String>) {
        self.refused.set(Some((at, why.into())));
    }

    /// Nothing is refused any more.
    pub fn accept(self) {
        if self.refused.with_untracked(Option::is_some) {
            self.refused.set(None);
        }
    }

    /// Why what was put into this field is not written.
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
    let session = session();
    let inside = RwSignal::new(Vec::<Id>::new());
    let selected = Memo::new(move |_| session.selection().get());
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
    // Another thing is shown at once; what is typed meanwhile changes the form when the hand rests.
    let rested = RwSignal::new(0usize);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        session.checked().track();
        if let Some(before) = waiting.try_update_value(Option::take).flatten() {
            before.clear();
        }
        // What the session itself waited for has rested already.
        let rest = if session.rests() { 0 } else { REST };
        waiting.set_value(after(rest, move || rested.update(|count| *count += 1)));
    });
    let sheet = Memo::new(move |_| {
        rested.track();
        id.get().and_then(|id| session.sheet(&id))
    });
    let shown = Memo::new(move |_| sheet.with(Option::is_some));
    let several = Memo::new(move |_| selected.with(BTreeSet::len));
    // What has no form is not entered when it gets one some day.
    Effect::new(move |_| {
        if session.wanted().get().is_some() && sheet.with(Option::is_none) {
            session.inspected();
        }
    });
    view! {
        <div class="pane-head">
            <h2>"Inspector"</h2>
            <div class="spring"></div>
            <button
                type="button"
                class="button small bare"
                aria-label="Hide inspector"
                title="Hide inspector"
                on:click=move |_| session.set_panes(|panes| panes.toggle(Pane::Inspector))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
        <div class="pane-body">
            <Show when=move || shown.get() fallback=move || view! { <NoForm several /> }>
                // Another thing is another form: nothing typed in one is left over in the next.
                <For each=move || id.get() key=Id::clone let(id)>
                    <FormView id sheet inside rested=rested.into() />
                </For>
            </Show>
        </div>
    }
}

#[component]
fn NoForm(several: Memo<usize>) -> impl IntoView {
    let session = session();
    move || {
        let count = several.get();
        if count > 1 {
            return view! {
                <p class="note">
                    <strong>{format!("{count} things selected")}</strong>
                    "Drag them together, or press " <kbd>"Delete"</kbd> " to take them away."
                </p>
            }
            .into_any();
        }
        let text = if session.open_file().with(Option::is_none) {
            "The properties of what you select show here."
        } else if count == 1 {
            "This is not written yet: something refers to it. Its problem says how to mend that."
        } else {
            "Nothing is known of this file's language."
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
    let session = session();
    let base = {
        let id = id.clone();
        Memo::new(move |_| {
            sheet.with(|sheet| sheet.as_ref().map_or_else(|| id.clone(), |sheet| Id(sheet.path.clone())))
        })
    };
    let (refused, building) = (RwSignal::new(None), RwSignal::new(None));
    let form = Form { base: base.into(), inside, rested, refused, building };
    // Another form, or none: what was being typed in this one has been left.
    on_cleanup(move || session.drafting(None));
    let fields = Memo::new(move |_| {
        Arc::new(sheet.with(|sheet| sheet.as_ref().map(|sheet| sheet.fields.clone()).unwrap_or_default()))
    });
    let root = NodeRef::<leptos::html::Form>::new();
    // Another form begins at its beginning.
    Effect::new(move |_| {
        if let Some(pane) = root.get().and_then(|root| root.parent_element()) {
            pane.set_scroll_top(0);
        }
    });
    let mine = id.clone();
    Effect::new(move |_| {
        let wanted = session.wanted().get();
        if let (Some(root), Some(wanted)) = (root.get(), wanted.filter(|wanted| wanted.id == mine)) {
            if wanted.name
                && let Some(name) = root.query_selector("input.name").ok().flatten()
            {
                focus_value(&name);
                return session.inspected();
            }
            let (group, value) = sheet.with_untracked(|sheet| {
                let id = |field: &Field| dom_id(&Id(base.get_untracked().0.join(&field.path)));
                let first = sheet.as_ref().and_then(Sheet::first);
                first.map_or_else(Default::default, |(group, field)| (group.map(id), Some(id(field))))
            });
            enter(&root, group.as_deref(), value.as_deref());
            session.inspected();
        }
    });
    view! {
        <form class="form" node_ref=root on:submit=|event| event.prevent_default() autocomplete="off">
            <Provider value=form>
                <Header id sheet />
                <Fields fields />
            </Provider>
        </form>
    }
}

/// Focuses the field that a person fills first, its value selected: typing replaces it, as after Tab. What is named is not renamed by that. A group
/// that is folded opens, and its heading has the focus until the field is there, so that no key goes anywhere else.
fn enter(form: &web_sys::HtmlFormElement, group: Option<&str>, value: Option<&str>) {
    let find = |id: Option<&str>| id.and_then(element);
    if let Some(details) =
        find(group).and_then(|it| it.dyn_into::<web_sys::HtmlDetailsElement>().ok()).filter(|it| !it.open())
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

/// Focuses a field, and selects what it says.
fn focus_value(field: &web_sys::Element) {
    if let Some(field) = field.dyn_ref::<web_sys::HtmlElement>() {
        drop(field.focus());
    }
    if let Some(input) = field.dyn_ref::<web_sys::HtmlInputElement>() {
        input.select();
    }
}

/// Several fields, shared by all that watch one of them.
pub(super) type Several = Memo<Arc<Vec<Field>>>;

/// What `of` takes from a field, watched.
pub(super) fn several(field: Memo<Field>, of: fn(&Control) -> &[Field]) -> Several {
    Memo::new(move |_| Arc::new(field.with(|field| of(&field.control).to_vec())))
}

/// A field of several by its key, as it was last.
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
