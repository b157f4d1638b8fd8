//! Status line, notices, storage banner and announcements.

use leptos::prelude::*;

use super::browser::host::is_embedded;
use super::browser::{after, has_coarse_pointer, is_mac};
use super::icons::{Glyph, Picture};
use super::markdown::Inline;
use super::panes::{Pane, Panes};
use super::problems::Tally;
use super::problems::problems_pane;
use super::session::{
    Popup, SaveState, Tone, covers_notices, documents, file_actions, gestures, navigation, notices,
    positions, storage, view_state, works,
};
use limn_canvas::keys::Command;
use limn_language::diagnostic::Severity;

#[component]
pub fn Status() -> impl IntoView {
    let (documents, view_state, positions, gestures) = (documents(), view_state(), positions(), gestures());
    let problems = problems_pane();
    let counts = Signal::derive(move || {
        documents.problems().with(|all| {
            let count = |severity| {
                all.iter().filter(|problem| problem.severity == severity && problem.is_first()).count()
            };
            (count(Severity::Error), count(Severity::Warning))
        })
    });
    let hint = move || {
        let hint =
            view_state.keymap().with(|keymap| view_state.tool().with(|tool| tool.hint(keymap, is_mac())));
        if !hint.is_empty() {
            return hint;
        }
        let selected = view_state.selection().with(|selection| match selection.len() {
            1 => selection.first().and_then(|id| positions.scene().with(|scene| scene.spoken(id))),
            0 => None,
            many => Some(format!("{many} items selected")),
        });
        selected.unwrap_or_default()
    };
    view! {
        <footer class="status" tabindex="-1" aria-label="Status">
            <button type="button" title="Problems" on:click=move |_| {
                view_state.show_pane(Pane::Problems);
                problems.set_open(true);
            }>
                <Show when=move || counts.get() != (0, 0) fallback=move || view! { <NoProblems /> }>
                    <Tally problems=counts />
                </Show>
            </button>
            <span class="hint">{move || hint().replace('`', "")}</span>
            <button type="button" title="Zoom to 100 %" on:click=move |_| gestures.command(Command::ZoomReset)>
                {move || format!("{:.0} %", view_state.camera().get().zoom * 100.0)}
            </button>
            <Changes />
            <SaveIndicator />
        </footer>
    }
}

/// Opens the list of changes, where a text differs from the opened one.
#[component]
fn Changes() -> impl IntoView {
    let (documents, navigation) = (documents(), navigation());
    let has_changes = Memo::new(move |_| documents.has_changes());
    view! {
        <Show when=move || has_changes.get()>
            <button
                type="button"
                title="Changes since the files were opened"
                on:click=move |_| navigation.open_popup(Popup::Changes)
            >
                "Changes"
            </button>
        </Show>
    }
}

/// Shown without errors and warnings: either all is fine, or nothing was checked.
#[component]
fn NoProblems() -> impl IntoView {
    let documents = documents();
    let read =
        Memo::new(move |_| documents.checked().get().map(|checked| checked.0.language().dialect.is_some()));
    move || {
        let read = read.get()?;
        if !documents.checked_all().get() {
            return Some(view! { <span class="tally">"Checking…"</span> }.into_any());
        }
        let (class, glyph, text) = match read {
            true => ("tally ok", Glyph::Check, "No errors"),
            false => ("tally", Glyph::Warning, "Not checked: language not recognized"),
        };
        Some(
            view! {
                <span class=class>
                    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=glyph.path() /></svg>
                    {text}
                </span>
            }
            .into_any(),
        )
    }
}

/// Delay before the status line shows a write in progress, in milliseconds. Shorter writes would only flicker.
const SAVING_DELAY_MS: u32 = 1_000;

/// Save state of the open work.
#[component]
fn SaveIndicator() -> impl IntoView {
    let (documents, storage) = (documents(), storage());
    let is_slow = RwSignal::new(false);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |_| {
        if storage.save_state().get() == SaveState::Saving {
            if timer.with_value(Option::is_none) {
                timer.set_value(after(SAVING_DELAY_MS, move || is_slow.set(true)));
            }
        } else {
            if let Some(pending) = timer.try_update_value(Option::take).flatten() {
                pending.clear();
            }
            is_slow.set(false);
        }
    });
    let shown = Memo::new(move |_| match storage.save_state().get() {
        SaveState::Starting => Some(("kept saving", "Starting…", String::new())),
        SaveState::Saved | SaveState::Saving
            if is_embedded() || documents.active_file().with(Option::is_none) =>
        {
            None
        }
        state @ (SaveState::Saved | SaveState::Saving) => {
            let title = "Limn saves every change in this browser as you make it.".to_owned();
            Some(match (state == SaveState::Saving, is_slow.get()) {
                (true, true) => ("kept saving", "Saving…", title),
                (true, false) => ("kept saving", "Saved in this browser", title),
                (false, _) => ("kept", "Saved in this browser", title),
            })
        }
        SaveState::Conflict => Some(("kept failed", "Conflict: choose a version", String::new())),
        SaveState::Failed(why) => Some(("kept failed", "Not saved: export your work", why)),
        SaveState::Unanswered | SaveState::Cleared | SaveState::Outdated => {
            Some(("kept failed", "Not saved: in this tab only", String::new()))
        }
    });
    move || shown.get().map(|(class, text, title)| view! { <span class=class title=title>{text}</span> })
}

/// The title and the text of the banner about a save state; `None` without one.
fn banner_text(state: &SaveState) -> Option<(&'static str, &'static str)> {
    Some(match state {
        SaveState::Starting | SaveState::Saved | SaveState::Saving => return None,
        SaveState::Conflict => (
            "Another tab has changed this workspace at the same time. ",
            "Both versions are saved: this one here, the other tab's under Recent work.",
        ),
        SaveState::Unanswered => (
            "This browser's storage isn't responding. ",
            "Until it responds, your work exists only in this tab. Limn keeps trying; export your work before you close this page.",
        ),
        SaveState::Cleared => {
            ("This site's data was cleared. ", "Your work exists only in this tab. Save it again to keep it.")
        }
        SaveState::Outdated => (
            "A newer version of Limn is open in another tab. ",
            "Changes in this tab are no longer saved. Export your work, then reload the page.",
        ),
        SaveState::Failed(_) => (
            "Your work isn't saved. ",
            "This browser couldn't store it. Export it before you close this page.",
        ),
    })
}

/// Banner about storage failures, with the possible actions.
#[component]
pub fn StorageBanner() -> impl IntoView {
    let (documents, storage, file_actions, works) = (documents(), storage(), file_actions(), works());
    let again = move |label| view! { <Act label run=move || works.save_again() /> };
    let export = move || view! { <Act label="Export all" run=move || file_actions.export_project() /> };
    // Until the state changes. The status bar shows it all the same.
    let dismissed = RwSignal::new(None);
    let shown = Memo::new(move |_| {
        let state = storage.save_state().get();
        let has_work = documents.active_file().with(Option::is_some);
        let is_dismissed = dismissed.with(|dismissed| dismissed.as_ref() == Some(&state));
        let needs_work = matches!(state, SaveState::Failed(_) | SaveState::Cleared);
        let is_shown = !is_dismissed && (has_work || !needs_work) && banner_text(&state).is_some();
        is_shown.then_some(state)
    });
    Effect::new(move |_| {
        let state = storage.save_state().get();
        if dismissed
            .with_untracked(|dismissed| dismissed.as_ref().is_some_and(|dismissed| *dismissed != state))
        {
            dismissed.set(None);
        }
    });
    move || {
        let state = shown.get()?;
        let (title, text) = banner_text(&state)?;
        let acts = match &state {
            SaveState::Conflict => view! {
                <Act label="Show the other version" run=move || works.show_other() />
                <Act label="Keep this version" run=move || works.keep_mine() />
            }
            .into_any(),
            SaveState::Cleared => view! { {again("Save again")} {export()} }.into_any(),
            SaveState::Outdated => {
                let reload = || drop(window().location().reload());
                view! { {export()} <Act label="Reload" run=reload /> }.into_any()
            }
            SaveState::Failed(_) => view! { {again("Try again")} {export()} }.into_any(),
            _ => export().into_any(),
        };
        let why = if let SaveState::Failed(why) = &state { why.clone() } else { String::new() };
        // A conflict needs a decision.
        let can_wait = state != SaveState::Conflict;
        Some(view! {
            <div class="banner bad" role="alert">
                <Picture glyph=Glyph::Warning />
                <span><strong>{title}</strong>{text}" "<small>{why}</small></span>
                <div class="spring"></div>
                {acts}
                {can_wait
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button small bare"
                                aria-label="Dismiss"
                                on:click=move |_| dismissed.set(Some(state.clone()))
                            >
                                <Picture glyph=Glyph::Close />
                            </button>
                        }
                    })}
            </div>
        })
    }
}

#[component]
fn Act(label: &'static str, run: impl Fn() + 'static) -> impl IntoView {
    view! { <button type="button" class="button outline" on:click=move |_| run()>{label}</button> }
}

/// Notices over the page, and the live region that announces them.
#[component]
pub fn Notices() -> impl IntoView {
    // Height of the head of a pane, in pixels.
    let head = if has_coarse_pointer() { 52.0 } else { 36.0 };
    let (view_state, notices) = (view_state(), notices());
    let is_open = problems_pane().is_open();
    // Above the diagram's lower edge, where they cover neither the problems nor a form.
    let inset = move |pane: Pane, size: fn(&Panes) -> f64| {
        view_state.panes().with(|panes| if panes.shows(pane) { size(panes) + 6.0 } else { 0.0 })
    };
    let left = move || {
        let palette = inset(Pane::Palette, |panes| panes.left);
        palette.max(inset(Pane::Inspector, |panes| panes.left))
    };
    view! {
        <div class="unseen" role="status" aria-live="polite">{move || notices.announcement().get()}</div>
        <section
            class="notices"
            class:covered=move || notices.popup().with(|popup| covers_notices(popup.as_ref()))
            aria-label="Messages"
            style=("--left", move || format!("{}px", left()))
            style=("--right", move || format!("{}px", inset(Pane::Source, |panes| panes.right)))
            style=("--bottom", move || {
                let bottom = inset(Pane::Problems, |panes| panes.bottom);
                format!("{}px", if is_open.get() { bottom } else { bottom.min(head + 6.0) })
            })
        >
            <For each=move || notices.shown().get() key=|notice| notice.id let(notice)>
                <div class="notice" tabindex="-1" class:bad=notice.tone == Tone::Error class:caution=notice.tone == Tone::Warning>
                    <Picture glyph=match notice.tone {
                        Tone::Done => Glyph::Check,
                        Tone::Warning => Glyph::Warning,
                        Tone::Error => Glyph::Error,
                    } />
                    <span><Inline text=notice.text.clone() /></span>
                    {notice
                        .offer
                        .map(|offer| {
                            view! {
                                <button type="button" class="button small outline" on:click=move |_| {
                                    notices.dismiss(notice.id);
                                    (offer.1)();
                                }>{offer.0}</button>
                            }
                        })}
                    <button
                        type="button"
                        class="button small bare"
                        aria-label="Dismiss"
                        on:click=move |_| notices.dismiss(notice.id)
                    >
                        <Picture glyph=Glyph::Close />
                    </button>
                </div>
            </For>
        </section>
    }
}
