//! List of recent work, on the start page and in a dialog.

use leptos::{ev, html, prelude::*};

use super::icons::{Glyph, Picture};
use super::label::breakable;
use super::menu::{Item, Menu};
use super::mounted::while_mounted;
use super::session::{Work, storage, works};
use limn_canvas::Thumbnail;

/// Number of works shown before "Show more".
const AT_FIRST: usize = 6;

/// All stored works as cards; nothing if there are none.
#[component]
pub fn RecentWork(
    /// Called when a work was opened.
    #[prop(optional, into)]
    opened: Option<Callback<()>>,
) -> impl IntoView {
    let (storage, works) = (storage(), works());
    works.list_recent();
    let all = RwSignal::new(false);
    let works = Memo::new(move |_| {
        let works = storage.recent().get();
        let most = if all.get() { usize::MAX } else { AT_FIRST };
        works.iter().take(most).cloned().collect::<Vec<Work>>()
    });
    let more = move || storage.recent().with(|works| works.len().saturating_sub(works.len().min(AT_FIRST)));
    view! {
        <ul class="recent" aria-label="Recent work">
            <For each=move || works.get() key=|work| (work.id.clone(), work.about.label(), work.about.files, work.is_shown) let(work)>
                <Entry work opened />
            </For>
        </ul>
        <Show when=move || !all.get() && (more() > 0)>
            <button type="button" class="button small outline" on:click=move |_| all.set(true)>
                {move || format!("Show {} more", more())}
            </button>
        </Show>
    }
}

#[component]
fn Entry(work: Work, opened: Option<Callback<()>>) -> impl IntoView {
    let works = works();
    let Work { id, about, is_shown } = work;
    let label = about.label();
    let files = if about.files == 1 { "1 file".to_owned() } else { format!("{} files", about.files) };
    let about_it = about.languages.iter().cloned().chain([files]).collect::<Vec<_>>().join(" · ");
    let when = ago(about.changed);
    let renaming = RwSignal::new(false);
    let (open, rename, download, delete) = (id.clone(), id.clone(), id.clone(), id);
    let named = label.clone();
    let menu_label = format!("More for {label}");
    let deleted = label.clone();
    let start = about.name.clone().unwrap_or_else(|| about.title.clone());
    let (download, delete, deleted) =
        (StoredValue::new(download), StoredValue::new(delete), StoredValue::new(deleted));
    view! {
        <li class="recent-work" class:shown=is_shown>
            {move || {
                if renaming.get() {
                    let (rename, start) = (rename.clone(), start.clone());
                    return view! {
                        <Rename start done=Callback::new(move |name: Option<String>| {
                            renaming.set(false);
                            if let Some(name) = name {
                                works.rename_work(rename.clone(), &name);
                            }
                        }) />
                    }
                    .into_any();
                }
                let open = open.clone();
                view! {
                    <button
                        type="button"
                        class="recent-open"
                        aria-current=is_shown.then_some("true")
                        on:click=move |_| {
                            works.open_work(open.clone());
                            if let Some(opened) = opened {
                                opened.run(());
                            }
                        }
                    >
                        <Small picture=about.picture.clone() />
                        <span class="recent-text">
                            <strong>{breakable(&named)}</strong>
                            <small>{about_it.clone()}</small>
                            <small>{if is_shown { "Open now".to_owned() } else { when.clone() }}</small>
                        </span>
                    </button>
                }
                .into_any()
            }}
            <Menu label=menu_label flush=true class="bare small" face=ViewFn::from(|| view! { <Picture glyph=Glyph::More /> })>
                <Item label="Rename…" run=move || renaming.set(true) />
                <Item label="Download" run=move || works.download_work(download.get_value()) />
                <Item label="Delete" run=move || works.delete_work(delete.get_value(), deleted.get_value()) />
            </Menu>
        </li>
    }
}

#[component]
fn Rename(start: String, done: Callback<Option<String>>) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            drop(input.focus());
            input.select();
        }
    });
    let key = move |event: ev::KeyboardEvent| {
        event.stop_propagation();
        match event.key().as_str() {
            "Enter" => done.run(input.get_untracked().map(|input| input.value())),
            "Escape" => {
                event.prevent_default();
                done.run(None);
            }
            _ => {}
        }
    };
    view! {
        <input
            class="field"
            node_ref=input
            aria-label="Name of this workspace"
            prop:value=start
            spellcheck="false"
            on:keydown=while_mounted(key)
            on:blur=while_mounted(move |_: web_sys::FocusEvent| {
                done.run(input.get_untracked().map(|input| input.value()));
            })
        />
    }
}

/// Thumbnail of the work's diagram.
#[component]
pub fn Small(picture: Thumbnail) -> impl IntoView {
    let Thumbnail { boxes, lines } = picture;
    let empty = boxes.is_empty();
    let lines = lines.into_iter().map(|[x1, y1, x2, y2]| view! { <line x1=x1 y1=y1 x2=x2 y2=y2 /> });
    let boxes = boxes.into_iter().map(|[x, y, width, height]| {
        view! { <rect x=x y=y width=width height=height rx="12" /> }
    });
    view! {
        <span class="recent-picture" aria-hidden="true">
            {if empty {
                view! { <Picture glyph=Glyph::File /> }.into_any()
            } else {
                view! { <svg viewBox="-20 -20 1040 1040">{lines.collect_view()}{boxes.collect_view()}</svg> }.into_any()
            }}
        </span>
    }
}

/// Time since then, in words.
fn ago(then: f64) -> String {
    let seconds = (js_sys::Date::now() - then) / 1_000.0;
    let count = |number: f64, unit: &str| {
        let number = number.floor();
        format!("{number} {unit}{} ago", if number > 1.0 { "s" } else { "" })
    };
    match seconds {
        seconds if seconds < 60.0 => "Just now".to_owned(),
        seconds if seconds < 3_600.0 => count(seconds / 60.0, "minute"),
        seconds if seconds < 86_400.0 => count(seconds / 3_600.0, "hour"),
        seconds if seconds < 30.0 * 86_400.0 => count(seconds / 86_400.0, "day"),
        _ => String::from(
            js_sys::Date::new(&then.into()).to_locale_date_string("en-GB", &wasm_bindgen::JsValue::UNDEFINED),
        ),
    }
}
