//! Menu button, as in the ARIA practices: arrows move, typing a letter finds an item, Escape and a click elsewhere close.

use super::focus::leaves;
use super::markdown::Inline;
use super::mounted::while_mounted;
use leptos::{context::Provider, ev, html, prelude::*};

/// A button that opens a menu. The children are [`Item`]s, [`Heading`]s and `<hr>`s.
#[component]
pub fn Menu(
    /// Accessible name of the button.
    #[prop(into)]
    label: Signal<String>,
    /// Content of the button.
    face: ViewFn,
    #[prop(optional)] class: &'static str,
    /// Aligns the menu with the button's right edge.
    #[prop(optional)]
    flush: bool,
    children: ChildrenFn,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let root = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let children = StoredValue::new(children);
    let close = move || {
        open.set(false);
        if let Some(button) = button.get_untracked() {
            drop(button.focus());
        }
    };
    let closing = Closing(Callback::new(move |()| close()));
    Effect::new(move |_| {
        if open.get() {
            // The menu is in the page only after this effect, and must receive the next key even on a busy machine.
            queue_microtask(move || walk(root, Walk::First));
        }
    });
    let key = move |event: ev::KeyboardEvent| {
        let step = match event.key().as_str() {
            "Escape" if open.get_untracked() => {
                event.prevent_default();
                event.stop_propagation();
                return close();
            }
            "ArrowDown" if !open.get_untracked() => {
                event.prevent_default();
                return open.set(true);
            }
            _ if !open.get_untracked() => return,
            "Tab" => return open.set(false),
            _ => match Walk::of(&event) {
                Some(step) => step,
                None => return,
            },
        };
        event.prevent_default();
        event.stop_propagation();
        walk(root, step);
    };
    view! {
        <div
            class="menu-root"
            node_ref=root
            on:keydown=while_mounted(key)
            on:focusout=while_mounted(move |event: web_sys::FocusEvent| {
                if leaves(&event, root) {
                    open.set(false);
                }
            })
        >
            <button
                type="button"
                node_ref=button
                class=format!("button {class}")
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                aria-label=move || label.get()
                title=move || label.get()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {face.run()}
            </button>
            <Show when=move || open.get()>
                <div class="menu" class:flush=flush role="menu" aria-label=move || label.get()>
                    <Provider value=closing>{children.with_value(|children| children())}</Provider>
                </div>
            </Show>
        </div>
    }
}

/// Closes the surrounding menu; provided by [`Menu`].
#[derive(Clone, Copy)]
struct Closing(Callback<()>);

/// Menu item.
#[component]
pub fn Item(
    #[prop(into)] label: String,
    /// Explanation on a second line.
    #[prop(optional, into)]
    hint: String,
    /// Key with the same effect.
    #[prop(optional)]
    keys: &'static str,
    /// One of several options, and whether it is the current one.
    #[prop(optional, into)]
    chosen: Option<Signal<bool>>,
    /// Any number of the options can be chosen.
    #[prop(optional)]
    several: bool,
    run: impl Fn() + 'static,
) -> impl IntoView {
    let role = match chosen {
        None => "menuitem",
        Some(_) if several => "menuitemcheckbox",
        Some(_) => "menuitemradio",
    };
    let closing = use_context::<Closing>();
    view! {
        <button
            type="button"
            class="menu-item"
            role=role
            aria-checked=move || chosen.map(|chosen| chosen.get().to_string())
            // Arrows move; Tab leaves the menu, see `key`.
            tabindex="0"
            on:click=move |_| {
                if let Some(Closing(close)) = closing {
                    close.run(());
                }
                run();
            }
        >
            {chosen.map(|chosen| view! { <span class="menu-tick" class:on=move || chosen.get() aria-hidden="true"></span> })}
            <span class="menu-words">
                <span>{label}</span>
                {(!hint.is_empty()).then(|| view! { <small><Inline text=hint /></small> })}
            </span>
            {(!keys.is_empty()).then(|| view! { <kbd>{keys}</kbd> })}
        </button>
    }
}

/// Menu item that turns something on and off; the menu stays open.
#[component]
pub fn Toggle(
    label: &'static str,
    /// Explanation on a second line.
    #[prop(into)]
    hint: Signal<String>,
    /// Key with the same effect.
    #[prop(optional, into)]
    keys: Signal<String>,
    #[prop(into)] on: Signal<bool>,
    run: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="menu-item"
            role="menuitemcheckbox"
            aria-checked=move || on.get().to_string()
            tabindex="0"
            on:click=move |_| run()
        >
            <span class="menu-check" class:on=move || on.get() aria-hidden="true"></span>
            <span class="menu-words">
                <span>{label}</span>
                <small>{move || hint.get()}</small>
            </span>
            {move || (!keys.with(String::is_empty)).then(|| view! { <kbd>{keys.get()}</kbd> })}
        </button>
    }
}

/// Heading of the items below.
#[component]
pub fn Heading(#[prop(into)] text: String) -> impl IntoView {
    view! { <div class="menu-heading" role="presentation"><Inline text /></div> }
}

enum Walk {
    First,
    Last,
    By(isize),
    Letter(String),
}

impl Walk {
    /// Step that a key asks for in an open menu.
    fn of(event: &ev::KeyboardEvent) -> Option<Walk> {
        Some(match event.key().as_str() {
            "ArrowDown" => Walk::By(1),
            "ArrowUp" => Walk::By(-1),
            "Home" => Walk::First,
            "End" => Walk::Last,
            letter
                if letter.chars().count() == 1 && letter != " " && !event.ctrl_key() && !event.meta_key() =>
            {
                Walk::Letter(letter.to_lowercase())
            }
            _ => return None,
        })
    }
}

fn walk(root: NodeRef<html::Div>, step: Walk) {
    let Some(root) = root.try_get_untracked().flatten() else { return };
    let items = super::browser::elements(&root, "menu-item");
    if items.is_empty() {
        return;
    }
    let active = document().active_element();
    let now = items.iter().position(|item| Some(item.as_ref()) == active.as_ref());
    let count = items.len() as isize;
    let to = match step {
        Walk::First => 0,
        Walk::Last => items.len() - 1,
        Walk::By(by) => now.map_or(0, |now| (now as isize + by).rem_euclid(count) as usize),
        Walk::Letter(letter) => {
            let from = now.map_or(0, |now| now + 1);
            let starts = |at: &usize| items[*at].inner_text().trim().to_lowercase().starts_with(&letter);
            match (from..items.len()).chain(0..from).find(starts) {
                Some(at) => at,
                None => return,
            }
        }
    };
    drop(items[to].focus());
}
