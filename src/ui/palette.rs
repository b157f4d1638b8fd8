//! What can be added: taken by a drag onto the canvas, by a click here and one there, or by Enter into the middle of what is seen.

use leptos::{ev, html, prelude::*};

use super::browser::after;
use super::icons::{Glyph, Picture, Sign};
use super::markdown::Inline;
use super::panes::Pane;
use super::session::session;
use crate::analysis::Template;
use crate::canvas::{Event, Tool, icon};

#[component]
pub fn Palette() -> impl IntoView {
    let session = session();
    let words = RwSignal::new(String::new());
    let all =
        Memo::new(move |_| session.checked().get().map(|checked| checked.0.palette()).unwrap_or_default());
    let found = Memo::new(move |_| {
        let words = words.get();
        all.get().into_iter().filter(|template| matches(template, &words)).collect::<Vec<_>>()
    });
    let groups = Memo::new(move |_| {
        let mut groups: Vec<&'static str> = Vec::new();
        for template in found.get() {
            if !groups.contains(&template.group) {
                groups.push(template.group);
            }
        }
        groups
    });
    view! {
        <Head />
        <Show when=move || all.with(|all| all.len() > 6)>
            <div class="palette-search">
                <div class="search">
                    <Picture glyph=Glyph::Search />
                    <input
                        class="field"
                        type="search"
                        placeholder="Search"
                        aria-label="Search the palette"
                        prop:value=move || words.get()
                        on:input=move |event| words.set(event_target_value(&event))
                        on:keydown=move |event: ev::KeyboardEvent| {
                            if event.key() == "Enter" && let Some(first) = found.with_untracked(|found| found.first().cloned()) {
                                session.take_by_key(&first);
                            }
                        }
                    />
                </div>
            </div>
        </Show>
        <div class="pane-body">
            <Show
                when=move || !found.with(Vec::is_empty)
                fallback=move || {
                    let text = if session.open_file().with(Option::is_none) {
                        "Open or start a descriptor, and what it can be made of shows here."
                    } else if all.with(Vec::is_empty) {
                        "Nothing can be added to this file."
                    } else {
                        "Nothing has these words."
                    };
                    view! { <p class="note">{text}</p> }
                }
            >
                <For each=move || groups.get() key=|group| *group let(group)>
                    <section class="palette-group" aria-label=group>
                        <h3>{group}</h3>
                        <ul>
                            <For
                                each=move || of_group(found.get(), group)
                                key=|template| (template.id.clone(), template.label.clone())
                                let(template)
                            >
                                <li><Entry template /></li>
                            </For>
                        </ul>
                    </section>
                </For>
            </Show>
        </div>
    }
}

#[component]
fn Head() -> impl IntoView {
    let session = session();
    view! {
        <div class="pane-head">
            <h2>"Palette"</h2>
            <div class="spring"></div>
            <button
                type="button"
                class="button small bare"
                aria-label="Hide palette"
                title="Hide palette"
                on:click=move |_| session.set_panes(|panes| panes.toggle(Pane::Palette))
            >
                <Picture glyph=Glyph::Close />
            </button>
        </div>
    }
}

fn of_group(templates: Vec<Template>, group: &str) -> Vec<Template> {
    templates.into_iter().filter(|template| template.group == group).collect()
}

/// Whether every word is in the label, the help or the group.
pub fn matches(template: &Template, words: &str) -> bool {
    let text = format!("{} {} {}", template.label, template.doc, template.group).to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[component]
fn Entry(template: Template) -> impl IntoView {
    let session = session();
    let button = NodeRef::<html::Button>::new();
    let Template { label, doc, icon, .. } = template.clone();
    let mine = template.clone();
    let taken = Memo::new(move |_| {
        session.tool().with(|tool| match tool {
            Tool::Placing { template, .. } => *template == mine.id,
            Tool::Starting => mine.wire,
            _ => false,
        })
    });
    let (take, tapped, double) = (template.clone(), template.clone(), template.clone());
    view! {
        <button
            type="button"
            class="template"
            class:taken=move || taken.get()
            node_ref=button
            title=doc.replace('`', "")
            on:pointerdown=move |event: ev::PointerEvent| {
                if event.button() == 0 {
                    // The pointer is the canvas's from here on; a touch would stay with this button.
                    let target: web_sys::Element = event_target(&event);
                    if target.has_pointer_capture(event.pointer_id()) {
                        drop(target.release_pointer_capture(event.pointer_id()));
                    }
                    session.take(&take);
                }
            }
            on:click=move |_| {
                // Where the canvas is another tab there is nowhere to drag to.
                if session.viewport().with_untracked(|viewport| viewport.width < 1.0) {
                    session.hand(Event::Cancel);
                    session.show_pane(Pane::Canvas);
                    let template = tapped.clone();
                    after(80, move || {
                        if template.wire {
                            session.take(&template);
                        } else {
                            session.add(&template.id, session.middle(), None);
                        }
                    });
                }
            }
            on:dblclick=move |_| {
                if !double.wire {
                    session.hand(Event::Cancel);
                    session.add(&double.id, session.middle(), None);
                    super::shell::focus_canvas();
                }
            }
            on:keydown=move |event: ev::KeyboardEvent| {
                if event.key() == "Enter" || event.key() == " " {
                    event.prevent_default();
                    session.take_by_key(&template);
                }
            }
        >
            <span class=format!("tile kind-{}", icon::name(icon))><Sign icon /></span>
            <span class="template-words">
                <span>{label}</span>
                <small><Inline text=doc.clone() /></small>
            </span>
            <svg class="icon plus" viewBox="0 0 20 20" aria-hidden="true"><path d=Glyph::Plus.path() /></svg>
        </button>
    }
}
