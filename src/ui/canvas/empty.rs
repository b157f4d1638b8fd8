//! Empty canvas: start page and hints.

use leptos::prelude::*;

use super::super::browser::host::is_embedded;
use super::super::browser::import;
use super::super::icons::{Glyph, Picture, SketchIcon};
use super::super::markdown::Inline;
use super::super::recent::Small;
use super::super::samples;
use super::super::session::{
    Guide, documents, edits, file_actions, navigation, notices, positions, storage, view_state,
};
use limn_analysis::Blank;
use limn_canvas::Tool;
use limn_canvas::keys::Command;

#[component]
pub fn Empty() -> impl IntoView {
    let (documents, view_state, positions, edits) = (documents(), view_state(), positions(), edits());
    let nothing = Memo::new(move |_| documents.active_file().with(Option::is_none));
    let bare = Memo::new(move |_| {
        let placing = view_state.tool().with(|tool| matches!(tool, Tool::Placing { .. } | Tool::Starting));
        if nothing.get()
            || placing
            || positions.saved_views().with(|views| views.shown().is_some())
            || positions.scene().with(|scene| !scene.cards.is_empty())
        {
            return false;
        }
        // A resource descriptor has no standalone items.
        documents.checked().get().is_none_or(|checked| {
            let unknown = checked.0.language().dialect.is_none();
            let palette = edits.palette();
            let nothing = palette.is_empty() && checked.0.graph().frame.is_none();
            let kinds = checked.0.standalone();
            unknown || nothing || palette.iter().any(|template| kind(&template.id, kinds).is_some())
        })
    });
    let what = Memo::new(move |_| {
        let palette = edits.palette();
        let kinds = documents.checked().get().map(|checked| checked.0.standalone()).unwrap_or_default();
        palette.iter().find_map(|template| kind(&template.id, kinds)).unwrap_or("component")
    });
    // Types, for example.
    let declares = Memo::new(move |_| {
        let checked = documents.checked().get();
        checked.is_some_and(|checked| checked.0.has_declarations())
    });
    let drawn = Memo::new(move |_| {
        documents
            .checked()
            .get()
            .is_some_and(|checked| checked.0.language().dialect.is_some() && !edits.palette().is_empty())
    });
    // The rows of a frame are in the middle of the view.
    let has_rows = Memo::new(move |_| {
        positions.scene().with(|scene| scene.frame.as_ref().is_some_and(|frame| !frame.face.ports.is_empty()))
    });
    view! {
        <Show when=move || nothing.get() && !is_embedded()>
            <Welcome />
        </Show>
        <EmptyView />
        <Show when=move || bare.get()>
            <div class="bare-hint" class:low=move || has_rows.get()>
                {move || {
                    if drawn.get() {
                        view! {
                            <strong>{match declares.get() && !has_rows.get() {
                                true => format!("No {} in this file, only declarations such as types", what.get()),
                                false => format!("Drop a {} here", what.get()),
                            }}</strong>
                            <span>"Drag one from the palette, press " <kbd>{move || view_state.key_of(Command::Add)}</kbd> ", or double-click the canvas."</span>
                        }
                            .into_any()
                    } else {
                        let known = documents.checked().get();
                        let unknown = known.as_ref().filter(|checked| checked.0.language().dialect.is_none());
                        let title = match unknown {
                            Some(_) => "Limn can't draw this file: the language isn't recognized",
                            None => "Nothing to draw in this file",
                        };
                        let why = unknown.map_or_else(
                            || "Edit it in the YAML pane.".to_owned(),
                            |checked| checked.0.language().reason.clone(),
                        );
                        view! {
                            <strong>{title}</strong>
                            <span><Inline text=why /></span>
                        }
                            .into_any()
                    }
                }}
            </div>
        </Show>
    }
}

/// Hint in a saved view that no node matches.
#[component]
fn EmptyView() -> impl IntoView {
    let (positions, navigation) = (positions(), navigation());
    let is_view_empty = Memo::new(move |_| {
        positions.saved_views().with(|views| views.shown().is_some())
            && positions.drawn().with(|drawn| drawn.diagram.is_none() && drawn.graph.nodes.is_empty())
    });
    view! {
        <Show when=move || is_view_empty.get()>
            <div class="bare-hint">
                <strong>"No node matches this saved view"</strong>
                <span class="bare-action">
                    <button type="button" class="button" on:click=move |_| navigation.show_saved_view(None)>
                        "Show whole diagram"
                    </button>
                </span>
            </div>
        </Show>
    }
}

/// The kind of a template, by its palette id, if it is one of these.
fn kind(template: &str, kinds: &[&'static str]) -> Option<&'static str> {
    let kind = template.split(':').next();
    kinds.iter().copied().find(|known| Some(*known) == kind)
}

/// A language's name inside a sentence; acronyms stay in capitals.
fn lowered(label: &str) -> String {
    let mut chars = label.chars();
    let first = chars.next().filter(|_| !label.chars().nth(1).is_some_and(char::is_uppercase));
    first.map_or_else(|| label.to_owned(), |first| first.to_lowercase().chain(chars).collect())
}

#[component]
fn Welcome() -> impl IntoView {
    let (storage, notices, file_actions, view_state) = (storage(), notices(), file_actions(), view_state());
    let blanks = limn_analysis::blanks();
    let new = |Blank { file, label, about, sketch, text, .. }: Blank| {
        view! {
            <button type="button" class="way main" on:click=move |_| file_actions.add_file(&file, text)>
                <SketchIcon sketch />
                <span><strong>{format!("New {}", lowered(label))}</strong><small>{about}</small></span>
            </button>
        }
    };
    let pictures = samples::pictures();
    let sample = |sample: &'static samples::Sample| {
        let picture = move || pictures.with(|all| all.get(sample.file).cloned()).unwrap_or_default();
        view! {
            <button type="button" class="way" on:click=move |_| samples::open(file_actions, notices, sample)>
                {move || view! { <Small picture=picture() /> }}
                <span><strong>{sample.label}</strong><small>{sample.hint}</small></span>
            </button>
        }
    };
    view! {
        <div class="welcome">
            <div class="welcome-card">
                <div class="welcome-head">
                    <super::super::icons::Mark />
                    <h2 class="welcome-title">"Design and check service descriptors"</h2>
                </div>
                <p>
                    "Edit a descriptor on a canvas and in a text editor at the same time. Canvas edits change only the lines that they need to; comments, order and spacing stay as they are."
                </p>
                <div class="welcome-ways start">{blanks.into_iter().map(new).collect_view()}</div>
                <div class="welcome-ways start">
                    <button
                        type="button"
                        class="way"
                        on:click=move |_| import::pick(move |imported, errors| file_actions.import(imported, errors))
                    >
                        <Picture glyph=Glyph::Open />
                        <span>
                            <strong>"Open"</strong>
                            <small>"Descriptors or a package (.csar, .zip, .tgz, .tar.gz). You can also drop or paste them anywhere on this page."</small>
                        </span>
                    </button>
                    <button type="button" class="way" on:click=move |_| view_state.set_guide(Some(Guide::Tour))>
                        <Picture glyph=Glyph::Map />
                        <span>
                            <strong>"Take the tour"</strong>
                            <small>"Five steps on a sample: select, change, read, add, undo. You can end it at any time."</small>
                        </span>
                    </button>
                </div>
                <Show when=move || storage.recent().with(|works| !works.is_empty())>
                    <h3>"Recent work"</h3>
                    <super::super::recent::RecentWork />
                </Show>
                {(!samples::ALL.is_empty())
                    .then(|| {
                        view! {
                            <h3>"Or start from a sample"</h3>
                            <div class="welcome-ways">{samples::ALL.iter().map(sample).collect_view()}</div>
                        }
                    })}
                <p class="quiet">"Everything stays in this browser. Limn sends nothing anywhere."</p>
            </div>
        </div>
    }
}
