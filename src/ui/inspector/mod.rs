//! Inspector: form of the selected item, built from the grammar's tables. Every key is a typed field with help and problems. A change here is
//! the same small edit as one on the canvas. Handles controls only, independent of keys.

mod commit;
mod common;
mod connections;
mod control;
mod entries;
mod fields;
mod focus;
mod follow;
mod function_builder;
mod function_key;
mod function_value;
mod header;
mod inputs;
mod keys;
mod note;
mod parts;
mod pick;
mod policy_chart;
mod press;
mod preview;
mod problems;
mod raw;
mod rows;
mod search;
mod several;
mod sharing;
mod tools;
mod trace;
mod type_uses;
mod typed;
mod used_files;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::{context::Provider, ev, prelude::*};

use super::browser::{after, parts as program_parts};
use super::element_id;
use super::icons::{Glyph, Picture};
use super::mounted::while_mounted;
use super::panes::Panes;
use super::session::{Documents, Edits, FormPart, ViewState, documents, edits, notices, view_state};
use fields::{Fields, arranged, unmark_on_blur};
use focus::{enter, finish, focus_value, reveal};
use header::Header;
use keys::{keys, mark_typing, set_typing};
use limn_ide::form::{Control, Field, Sheet};
use limn_language::dialect::UsedFile;
use limn_language::edit::Edit;
use limn_language::graph::Id;
use note::{Note, RefusedNote};
use policy_chart::PolicyView;
use press::{hold_help, keep_press};
use preview::Instances;
use search::Search;
use several::SeveralForm;
use trace::TraceView;
use type_uses::TypeUses;
use used_files::{UsedFiles, used_files};

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
    /// True if it is that of a value inside another form: types can contain themselves, so its sections do not open by themselves.
    pub nested: bool,
    /// The words that shown fields contain.
    pub words: RwSignal<String>,
    /// Changes when typing pauses, so that the form follows the text then.
    pub rested: Signal<usize>,
    /// The field whose last input was rejected, and why.
    pub refused: RwSignal<Option<(Id, String)>>,
    /// The field whose function is being built.
    pub building: RwSignal<Option<Id>>,
    /// Items for `base` among the other selected items: an edit of a field is made in each.
    pub others: Memo<Vec<Id>>,
    /// The files beside the document that its elements use.
    pub files: Memo<Arc<Vec<UsedFile>>>,
    /// The last note that was refused, which waits for its item.
    pub draft: StoredValue<Option<RefusedNote>>,
    /// True if the field with the focus contains text that is not written yet.
    pub typing: RwSignal<bool>,
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
        let in_other = |other: &Id| common::for_item(edit, &self.base.get_untracked(), other);
        match others.iter().map(in_other).collect::<Option<Vec<Edit>>>() {
            Some(more) => edits.try_edit_each(&[vec![edit.clone()], more].concat()),
            None => Err("select a single item to do this".to_owned()),
        }
    }

    pub fn refuse(self, at: Id, why: impl Into<String>) {
        self.refused.set(Some((at, why.into())));
    }

    /// Makes Escape only restore the value where input was rejected: otherwise the form is left.
    pub fn keep_escape(self, event: &ev::KeyboardEvent) {
        if self.refused.with_untracked(Option::is_some) {
            event.prevent_default();
            self.typing.set(false);
        }
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
    let draft = StoredValue::new(None);
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
    let rested = rests(documents);
    let complete = program_parts::is_complete();
    let sheet = Memo::new(move |_| {
        rested.track();
        id.get().filter(|_| complete.get()).and_then(|id| documents.sheet(&id))
    });
    let shown = Memo::new(move |_| sheet.with(Option::is_some));
    let several = Memo::new(move |_| selected.with(BTreeSet::len));
    // An item without a form must not get the focus when it has one later.
    Effect::new(move |_| {
        if complete.get() && view_state.focus_request().get().is_some() && sheet.with(Option::is_none) {
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
                on:click=move |_| view_state.set_panes(Panes::close_form)
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
        <div class="pane-body">
            <Show
                when=move || shown.get()
                fallback=move || {
                    let none = move || view! { <NoForm several complete /> };
                    let are_several = move || several.get() > 1;
                    view! {
                        <Show when=move || complete.get() && are_several() fallback=none>
                            <For each=move || std::iter::once(selected.get()) key=BTreeSet::clone let(ids)>
                                <SeveralForm ids rested=rested.into() />
                            </For>
                        </Show>
                    }
                }
            >
                // A different item gets a new form, and so does input that was declined: no input is carried over.
                <For each=move || id.get().map(|id| (id, notices.declined().get())) key=Clone::clone let((id, _))>
                    <FormView id sheet inside draft rested=rested.into() />
                </For>
            </Show>
        </div>
    }
}

/// Counts when typing pauses. A different item is shown at once; text changes update the form then.
fn rests(documents: Documents) -> RwSignal<usize> {
    let rested = RwSignal::new(0usize);
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        documents.checked().track();
        if let Some(before) = waiting.try_update_value(Option::take).flatten() {
            before.clear();
        }
        let rest = move || rested.update(|count| *count += 1);
        // Changes other than typing in the text update the form at once. The session has already waited for a pause in typing.
        if documents.is_idle() {
            rest();
        } else {
            waiting.set_value(after(FORM_DEBOUNCE_MS, rest));
        }
    });
    rested
}

#[component]
fn NoForm(several: Memo<usize>, complete: ReadSignal<bool>) -> impl IntoView {
    let documents = documents();
    move || {
        let count = several.get();
        let text = if documents.active_file().with(Option::is_none) {
            "Select something to see its properties."
        } else if !complete.get() {
            "Loading…"
        } else if count == 1 {
            "Referenced, but not declared. See Problems for a quick fix."
        } else {
            "Limn doesn't recognize the language of this file. Choose it next to the file name."
        };
        view! { <p class="note">{text}</p> }.into_any()
    }
}

#[component]
fn FormView(
    id: Id,
    sheet: Memo<Option<Sheet>>,
    inside: RwSignal<Vec<Id>>,
    draft: StoredValue<Option<RefusedNote>>,
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
    let form = Form {
        base: base.into(),
        inside,
        nested: false,
        words: RwSignal::new(String::new()),
        rested,
        refused,
        building,
        others,
        files: used_files(rested),
        draft,
        typing: RwSignal::new(false),
    };
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
    follow_focus_requests(view_state, root, id.clone(), (sheet, base));
    let (finish, keys) = (finish(form, id.clone()), keys(form));
    let press = move |event: ev::KeyboardEvent| {
        finish(event.clone());
        keys(event);
    };
    view! {
        <form class="form" class:typing=form.typing tabindex="-1" node_ref=root on:submit=|event| event.prevent_default() on:keydown=while_mounted(press) on:input=mark_typing(form) on:change=set_typing(form, false) on:focusin=set_typing(form, false) on:pointerdown=move |event: ev::PointerEvent| {
            hold_help(root);
            keep_press(&event);
        } on:focusout=unmark_on_blur() autocomplete="off">
            <Provider value=form>
                <Header id=id.clone() sheet />
                <Note id=id.clone() />
                <UsedFiles at=id.clone() />
                <TraceView id=id.clone() />
                <Instances id=id.clone() />
                <TypeUses id=id.clone() />
                <PolicyView id />
                <Search fields />
                <Fields fields />
            </Provider>
        </form>
    }
}

/// Focuses the part of the form that a request names: the name, the note, or a value of the item or below it.
fn follow_focus_requests(
    view_state: ViewState,
    root: NodeRef<leptos::html::Form>,
    mine: Id,
    (sheet, base): (Memo<Option<Sheet>>, Memo<Id>),
) {
    Effect::new(move |_| {
        let request = view_state.focus_request().get();
        let request = request.filter(|request| {
            request.id == mine || request.part == FormPart::Value && request.id.0.starts_with(&mine.0)
        });
        if let (Some(root), Some(request)) = (root.get(), request) {
            let part = match request.part {
                FormPart::Value => None,
                FormPart::Name => Some("input.name"),
                FormPart::Note => Some(".form-note textarea"),
            };
            if let Some(part) = part.and_then(|part| root.query_selector(part).ok().flatten()) {
                focus_value(&part);
                return view_state.clear_focus_request();
            }
            if request.id != mine {
                reveal(&request.id);
                return view_state.clear_focus_request();
            }
            let (group, value) = sheet.with_untracked(|sheet| {
                let base = base.get_untracked().0;
                let id = |field: &Field| element_id::of_field(&Id(base.join(&field.path)));
                let first = sheet.as_ref().and_then(Sheet::first);
                first.map_or_else(Default::default, |(group, field)| (group.map(id), Some(id(field))))
            });
            enter(&root, group.as_deref(), value.as_deref());
            view_state.clear_focus_request();
        }
    });
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
