//! Function builder: chooses a function and its arguments from what the document has. Independent of the functions: the choices are requested step by
//! step.

mod arguments;
mod call;
mod parts;

use leptos::{context::Provider, ev, html, prelude::*};

use super::super::mounted::while_mounted;
use super::super::session::{documents, edits};
use super::Form;
use arguments::CallEdit;
use call::missing_argument;
use limn_ide::form::{ChoiceItem, Control, Field};
use limn_language::edit::{Edit, FunctionCall, Input};
use limn_language::graph::Id;

/// Path to a part of a call: argument indices from the outside in.
type ArgumentPath = Vec<usize>;

#[component]
pub fn Builder(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, edits) = (documents(), edits());
    let first = field.get_untracked();
    let at = form.at(&first);
    let functions = StoredValue::new(documents.functions(&at));
    let literal = first.value.clone().unwrap_or_default();
    let start = match first.control {
        Control::Call(call, _) => call,
        _ => functions.with_value(|all| FunctionCall {
            function: all.first().map(|candidate| candidate.word.clone()).unwrap_or_default(),
            given: Vec::new(),
        }),
    };
    let root = RwSignal::new(start);
    let bench = BuilderState {
        at: StoredValue::new(at.clone()),
        functions,
        root,
        literal: StoredValue::new(literal),
    };
    let close = move || form.building.set(None);
    let apply = move || {
        let call = root.get_untracked();
        let field = field.get_untracked();
        let at = form.at(&field);
        if let Some(label) =
            missing_argument(&call, &|function, given| documents.arguments(&at, function, given))
        {
            form.refuse(at, format!("missing required argument: {}", label.to_lowercase()));
            return;
        }
        let edit = Edit::Set { of: form.base.get_untracked(), key: field.path, input: Input::Call(call) };
        if form.attempt(edits, at, &edit) {
            close();
        }
    };
    let shell = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let select = shell.get().and_then(|shell| shell.query_selector("select").ok().flatten());
        let select =
            select.and_then(|select| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(select).ok());
        if let Some(select) = select {
            drop(select.focus());
        }
    });
    view! {
        <div
            class="builder"
            role="group"
            aria-label=format!("Function for {}", first.label)
            node_ref=shell
            on:keydown=while_mounted(move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    form.accept();
                    close();
                } else if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                    event.prevent_default();
                    apply();
                }
            })
        >
            <Provider value=bench><CallEdit path=Vec::new() /></Provider>
            <div class="builder-foot">
                <button type="button" class="button small main" on:click=move |_| apply()>"Apply"</button>
                <button type="button" class="button small" on:click=move |_| {
                    form.accept();
                    close();
                }>
                    "Cancel"
                </button>
            </div>
        </div>
    }
}

/// State shared by all parts of a builder.
#[derive(Clone, Copy)]
struct BuilderState {
    at: StoredValue<Id>,
    functions: StoredValue<Vec<ChoiceItem>>,
    root: RwSignal<FunctionCall>,
    /// The plain value that was there before.
    literal: StoredValue<String>,
}
