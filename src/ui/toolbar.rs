//! Toolbar: open and save, undo and redo, view, and the document's language.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::browser::host::is_embedded;
use super::browser::import;
use super::icons::{Glyph, Mark, Picture};
use super::menu::{Heading, Item, Menu};
use super::panes::{Arrangement, Pane};
use super::samples;
use super::session::{
    PictureOf, PictureTo, Popup, documents, edits, file_actions, gestures, navigation, notices, view_state,
};
use super::theme::Theme;
use limn_analysis::Blank;
use limn_canvas::keys::Command;
use limn_text::visible;

#[component]
pub fn Toolbar() -> impl IntoView {
    let (documents, view_state, gestures, navigation, edits) =
        (documents(), view_state(), gestures(), navigation(), edits());
    let none = Signal::derive(move || documents.active_file().with(Option::is_none));
    let tree = super::tree::is_tree(documents);
    view! {
        <header class="toolbar" tabindex="-1">
            <h1 class="brand"><Mark /><span>"Limn"</span></h1>
            {(!is_embedded()).then(|| view! { <FileTools none /> })}
            <Pictures />
            <div class="rule"></div>
            <Tool
                label="Undo"
                glyph=Glyph::Undo
                keys="Ctrl+Z"
                off=Signal::derive(move || !documents.undo_state().get().0)
                run=move || edits.undo()
            />
            <Tool
                label="Redo"
                glyph=Glyph::Redo
                keys="Ctrl+Shift+Z"
                off=Signal::derive(move || !documents.undo_state().get().1)
                run=move || edits.redo()
            />
            <div class="rule"></div>
            <Tool label="Auto-arrange" class="hide-at-800" glyph=Glyph::AutoArrange command=Command::AutoArrange off=none run=move || gestures.command(Command::AutoArrange) />
            <Tool label="Fit to screen" class="hide-at-800" glyph=Glyph::Fit command=Command::Fit off=none run=move || gestures.command(Command::Fit) />
            <div class="spring"></div>
            <Document />
            <div class="spring"></div>
            <Tool label="Commands" glyph=Glyph::Search command=Command::Commands run=move || navigation.open_popup(Popup::Commands) />
            <Tool label="Keyboard shortcuts" class="hide-at-800" glyph=Glyph::Keyboard keys="?" run=move || navigation.open_popup(Popup::Keys) />
            <Menu label="Panes" flush=true class="bare hide-at-800" face=ViewFn::from(|| view! { <Picture glyph=Glyph::Panes /> })>
                {Arrangement::ALL
                    .map(|arrangement| {
                        let chosen = Signal::derive(move || view_state.panes().with(|panes| panes.is_arranged(arrangement)));
                        view! { <Item label=arrangement.label() chosen run=move || view_state.arrange(arrangement) /> }
                    })}
                <hr />
                {Pane::ALL
                    .into_iter()
                    .filter(|pane| *pane != Pane::Canvas && (*pane != Pane::Files || tree.get_untracked()))
                    .map(|pane| {
                        let shown = Signal::derive(move || view_state.panes().with(|panes| panes.shows(pane)));
                        view! {
                            <Item label=pane.label() chosen=shown run=move || view_state.set_panes(|panes| panes.toggle(pane)) />
                        }
                    })
                    .collect_view()}
            </Menu>
            <Menu
                label="Theme"
                flush=true
                class="bare hide-if-crowded"
                face=ViewFn::from(move || {
                    let glyph = Signal::derive(move || match view_state.theme().get() {
                        Theme::System => Glyph::ScreenPoint,
                        Theme::Light => Glyph::Sun,
                        Theme::Dark => Glyph::Moon,
                    });
                    view! { <Picture glyph /> }
                })
            >
                {Theme::ALL
                    .map(|theme| {
                        let worn = Signal::derive(move || view_state.theme().get() == theme);
                        view! { <Item label=theme.label() chosen=worn run=move || view_state.set_theme(theme) /> }
                    })
                    .collect_view()}
            </Menu>
        </header>
    }
}

/// Tools for files; not in a page that another application embeds, which has the files.
#[component]
fn FileTools(
    /// No file is open.
    none: Signal<bool>,
) -> impl IntoView {
    let (navigation, file_actions) = (navigation(), file_actions());
    let pick = move || import::pick(move |imported, errors| file_actions.import(imported, errors));
    view! {
            <Menu label="New" face=ViewFn::from(|| view! { <Picture glyph=Glyph::New /><span class="label">"New"</span><Chevron /> })>
                <NewItems />
            </Menu>
            <Tool label="Open" glyph=Glyph::Open worded=true keys="Ctrl+O" run=pick />
            <Tool label="Recent work" class="hide-at-620" glyph=Glyph::Recent run=move || navigation.open_popup(Popup::Recent) />
            <Tool label="Download YAML" glyph=Glyph::Download keys="Ctrl+S" off=none run=move || file_actions.download() />
            <Tool label="Export package" class="hide-if-crowded" glyph=Glyph::Package keys="Ctrl+Shift+S" off=none run=move || file_actions.export() />
    }
}

#[component]
fn Tool(
    label: &'static str,
    glyph: Glyph,
    /// Further classes, such as `hide-at-800`: not shown in windows narrower than so many pixels.
    #[prop(optional)]
    class: &'static str,
    #[prop(optional)] worded: bool,
    #[prop(optional)] keys: &'static str,
    /// The command whose key has the same effect.
    #[prop(optional)]
    command: Option<Command>,
    #[prop(optional, into)] off: Option<Signal<bool>>,
    run: impl Fn() + 'static,
) -> impl IntoView {
    let off = move || off.is_some_and(|off| off.get());
    let view_state = view_state();
    let title = move || match command.map_or_else(|| keys.to_owned(), |command| view_state.key_of(command)) {
        keys if keys.is_empty() => label.to_owned(),
        keys => format!("{label} ({keys})"),
    };
    view! {
        <button
            type="button"
            class=format!("button {class}")
            class:bare=!worded
            aria-label=label
            aria-disabled=move || off().then_some("true")
            title=title
            on:click=move |_| {
                if !off() {
                    run();
                }
            }
        >
            <Picture glyph />
            {worded.then(|| view! { <span class="label">{label}</span> })}
        </button>
    }
}

#[component]
pub fn Chevron() -> impl IntoView {
    view! { <svg class="icon turn" viewBox="0 0 24 24" aria-hidden="true"><path d=Glyph::Chevron.path() /></svg> }
}

/// Pictures of the diagram, and of what is selected.
#[component]
fn Pictures() -> impl IntoView {
    let (file_actions, view_state) = (file_actions(), view_state());
    let items = move |of: PictureOf| {
        PictureTo::ALL
            .map(|to| view! { <Item label=to.label(of) run=move || file_actions.picture(of, to) /> })
    };
    let has_selection = move || !view_state.selection().with_untracked(BTreeSet::is_empty);
    view! {
        <Menu label="Picture" class="bare hide-at-620" face=ViewFn::from(|| view! { <Picture glyph=Glyph::Image /> })>
            {items(PictureOf::Diagram)}
            {has_selection().then(|| view! { <hr /> {items(PictureOf::Selection)} })}
        </Menu>
    }
}

/// Blank descriptors and samples.
#[component]
fn NewItems() -> impl IntoView {
    let (notices, file_actions) = (notices(), file_actions());
    view! {
        <Heading text="Blank" />
        {limn_analysis::blanks()
            .into_iter()
            .map(|Blank { file, label, text, .. }| {
                view! { <Item label run=move || file_actions.add_file(&file, text) /> }
            })
            .collect_view()}
        <hr />
        <Heading text="Samples" />
        {samples::ALL
            .iter()
            .map(|sample| {
                view! { <Item label=sample.label hint=sample.hint run=move || samples::open(file_actions, notices, sample) /> }
            })
            .collect_view()}
    }
}

/// Name of the active file, and its detected language and profile.
#[component]
fn Document() -> impl IntoView {
    let documents = documents();
    let language = Memo::new(move |_| documents.checked().get().map(|checked| checked.0.language().clone()));
    let name = move || {
        documents.active_file().with(|open| open.as_ref().map(|file| visible(file.name()).into_owned()))
    };
    view! {
        <div class="document">
            <span class="document-name">{name}</span>
            {move || {
                let language = language.get()?;
                let is_unsure = language.dialect.is_none();
                let label = if language.profile_label.is_empty() { language.dialect_label } else { language.profile_label };
                let name = match is_unsure {
                    true => format!("Language not recognized, choose one: {}", language.reason),
                    false => format!("{}, {label}: {}", language.dialect_label, language.reason),
                };
                // A name has no markup.
                let name = name.replace('`', "");
                let reason = language.reason.clone();
                Some(
                    view! {
                        <Menu
                            label=Signal::derive(move || name.clone())
                            class=if is_unsure { "chip unsure" } else { "chip" }
                            face=ViewFn::from(move || view! { <span>{label}</span><Chevron /> })
                        >
                            <Profiles reason=reason.clone() />
                        </Menu>
                    }
                        .into_any(),
                )
            }}
        </div>
    }
}

#[component]
fn Profiles(reason: String) -> impl IntoView {
    let (documents, file_actions) = (documents(), file_actions());
    let Some(checked) = documents.checked().get_untracked() else { return ().into_any() };
    let language = checked.0.language().clone();
    let chosen = language.chosen;
    view! {
        <Heading text=reason />
        <Item
            label="Detect automatically"
            chosen=Signal::derive(move || !chosen)
            run=move || file_actions.choose_profile(None)
        />
        {checked
            .0
            .profiles()
            .into_iter()
            .map(|(id, label, doc)| {
                let is = chosen && language.profile == Some(id);
                view! { <Item label hint=doc chosen=Signal::derive(move || is) run=move || file_actions.choose_profile(Some(id)) /> }
            })
            .collect_view()}
    }
    .into_any()
}

pub fn glyph(pane: Pane) -> Glyph {
    match pane {
        Pane::Files => Glyph::File,
        Pane::Palette => Glyph::Plus,
        Pane::Canvas => Glyph::AutoArrange,
        Pane::Inspector => Glyph::Form,
        Pane::Source => Glyph::Code,
        Pane::Problems => Glyph::Warning,
    }
}
