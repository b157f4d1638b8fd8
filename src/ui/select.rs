//! Drop-down list whose options stay in the page while the choice changes.
//!
//! A word that is typed into a closed list chooses an option at each letter. New options would make the browser forget the letters before.

use leptos::{html, prelude::*};

use super::browser::after;
use super::mounted::while_mounted;

/// An option: what is chosen, and what is shown for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SelectOption {
    pub value: String,
    pub text: String,
    pub title: String,
}

impl SelectOption {
    pub fn new(value: impl Into<String>, text: impl Into<String>) -> SelectOption {
        SelectOption { value: value.into(), text: text.into(), title: String::new() }
    }

    pub fn titled(self, title: impl Into<String>) -> SelectOption {
        SelectOption { title: title.into(), ..self }
    }
}

/// Options under a heading, or without one if it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionGroup {
    pub heading: String,
    pub choices: Vec<SelectOption>,
}

impl OptionGroup {
    /// A list without headings.
    pub fn plain(choices: Vec<SelectOption>) -> Vec<OptionGroup> {
        vec![OptionGroup { heading: String::new(), choices }]
    }
}

/// `on_choice` returns whether the choice was taken; if not, the list shows `now` again. It also does so each time `again` changes.
#[component]
pub fn Select(
    groups: Memo<Vec<OptionGroup>>,
    #[prop(into)] now: Signal<String>,
    /// Boxed, so that the list is compiled once for all uses.
    on_choice: Box<dyn Fn(String) -> bool>,
    #[prop(optional, into)] again: Option<Signal<usize>>,
    #[prop(optional, into)] id: Option<String>,
    #[prop(optional, into)] label: MaybeProp<String>,
    #[prop(optional, into)] title: MaybeProp<String>,
    #[prop(optional, into)] described: Option<String>,
    #[prop(default = "field")] class: &'static str,
) -> impl IntoView {
    let select = NodeRef::<html::Select>::new();
    let show = move || {
        if let (Some(select), Some(now)) = (select.try_get_untracked().flatten(), now.try_get_untracked())
            && select.value() != now
        {
            select.set_value(&now);
        }
    };
    Effect::new(move |_| {
        groups.track();
        now.track();
        if let Some(again) = again {
            again.track();
        }
        // The options change first.
        after(0, show);
    });
    let headings =
        move || groups.with(|groups| groups.iter().map(|group| group.heading.clone()).collect::<Vec<_>>());
    let choices = move |heading: String| {
        move || {
            groups.with(|groups| {
                let group = groups.iter().find(|group| group.heading == heading);
                group.map(|group| group.choices.clone()).unwrap_or_default()
            })
        }
    };
    let options = move |heading: String| {
        view! {
            <For each=choices(heading) key=SelectOption::clone let(choice)>
                {
                    let SelectOption { value, text, title } = choice;
                    let title = (!title.is_empty()).then_some(title);
                    let is = now.with_untracked(|now| *now == value);
                    view! { <option value=value title=title selected=is>{text}</option> }
                }
            </For>
        }
    };
    view! {
        <select
            class=class
            id=id
            node_ref=select
            aria-label=move || label.get()
            title=move || title.get()
            aria-describedby=described
            on:change=while_mounted(move |event: web_sys::Event| {
                if !on_choice(event_target_value(&event)) {
                    show();
                }
            })
        >
            <For each=headings key=String::clone let(heading)>
                {if heading.is_empty() {
                    options(heading).into_any()
                } else {
                    let label = heading.clone();
                    view! { <optgroup label=label>{options(heading)}</optgroup> }.into_any()
                }}
            </For>
        </select>
    }
}
