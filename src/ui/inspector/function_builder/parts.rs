//! Arguments that are put together from texts and functions.

use leptos::prelude::*;

use super::super::super::icons::{Glyph, Picture};
use super::super::super::mounted::while_mounted;
use super::arguments::CallEdit;
use super::call::{find, list};
use super::{ArgumentPath, BuilderState};
use limn_language::edit::{CallArgument, FunctionCall};

/// Parts to concatenate: texts and functions.
#[component]
pub(super) fn PartsEdit(path: ArgumentPath, label: String) -> impl IntoView {
    let bench = expect_context::<BuilderState>();
    let stored_path = StoredValue::new(path);
    let count = Memo::new(move |_| {
        let mut root = bench.root.get();
        stored_path.with_value(|path| list(&mut root, path).map_or(0, |items| items.len()))
    });
    let change = move |with: &dyn Fn(&mut Vec<CallArgument>)| {
        bench.root.update(|root| {
            if let Some(items) = stored_path.with_value(|path| list(root, path)) {
                with(items);
            }
        });
    };
    let function = move || {
        bench
            .functions
            .with_value(|all| all.first().map(|candidate| candidate.word.clone()))
            .unwrap_or_default()
    };
    let labeled = label.clone();
    view! {
        <div class="parts" role="group" aria-label=label.clone()>
            <span class="parts-label">{label.clone()}</span>
            <For each=move || 0..count.get() key=|at| *at let(at)>
                <div class="part">
                    <PartEdit path=stored_path.with_value(|path| [&path[..], &[at]].concat()) label=format!("{labeled} {}", at + 1) />
                    <button
                        type="button"
                        class="button small bare danger"
                        aria-label=format!("Remove part {}", at + 1)
                        title="Remove part"
                        on:click=move |_| change(&|items| {
                            if at < items.len() {
                                items.remove(at);
                            }
                        })
                    >
                        <Picture glyph=Glyph::Close />
                    </button>
                </div>
            </For>
            <div class="parts-add">
                <button type="button" class="button small add" on:click=move |_| change(&|items| items.push(CallArgument::Text(String::new())))>
                    <Picture glyph=Glyph::Plus />
                    "Text"
                </button>
                <button type="button" class="button small add" on:click=move |_| change(&|items| {
                    items.push(CallArgument::Call(FunctionCall { function: function(), given: Vec::new() }));
                })>
                    <Picture glyph=Glyph::Plus />
                    "Function"
                </button>
            </div>
        </div>
    }
}

/// A text, or a function instead.
#[component]
pub(super) fn PartEdit(path: ArgumentPath, label: String) -> AnyView {
    let bench = expect_context::<BuilderState>();
    let stored_path = StoredValue::new(path);
    let given = Memo::new(move |_| {
        let mut root = bench.root.get();
        stored_path.with_value(|path| find(&mut root.given, path).cloned())
    });
    let is_call = Memo::new(move |_| given.with(|given| matches!(given, Some(CallArgument::Call(_)))));
    let text = Memo::new(move |_| {
        given.with(|given| match given {
            Some(CallArgument::Text(text)) => text.clone(),
            _ => String::new(),
        })
    });
    let put = move |new: CallArgument| {
        bench.root.update(|root| {
            stored_path.with_value(|path| {
                let Some((last, above)) = path.split_last() else { return };
                match list(root, above) {
                    Some(items) if *last < items.len() => items[*last] = new,
                    Some(items) => items.push(new),
                    None => {}
                }
            });
        });
    };
    let label = StoredValue::new(label);
    let function = move || {
        let function = bench
            .functions
            .with_value(|all| all.first().map(|candidate| candidate.word.clone()))
            .unwrap_or_default();
        CallArgument::Call(FunctionCall { function, given: Vec::new() })
    };
    (move || match is_call.get() {
        true => view! {
            <div class="part-call">
                <CallEdit path=stored_path.get_value() />
                <button
                    type="button"
                    class="tool"
                    title="Use text instead"
                    aria-label=format!("Use text for {}", label.get_value())
                    on:click=move |_| put(CallArgument::Text(String::new()))
                >
                    <Picture glyph=Glyph::Value />
                </button>
            </div>
        }
        .into_any(),
        false => view! {
            <div class="part-text">
                <input
                    class="field"
                    aria-label=label.get_value()
                    placeholder="text"
                    prop:value=move || text.get()
                    spellcheck="false"
                    on:change=while_mounted(move |event: web_sys::Event| put(CallArgument::Text(event_target_value(&event))))
                />
                <button
                    type="button"
                    class="tool"
                    title="Use a function instead"
                    aria-label=format!("Use a function for {}", label.get_value())
                    on:click=move |_| put(function())
                >
                    <Picture glyph=Glyph::Function />
                </button>
            </div>
        }
        .into_any(),
    })
    .into_any()
}
