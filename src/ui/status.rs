//! The line at the foot, messages that come and go, and what is spoken: how things stand just now.

use leptos::prelude::*;

use super::icons::{Glyph, Picture};
use super::markdown::Inline;
use super::panes::{Pane, Panes};
use super::problems::Tally;
use super::session::{Keeping, session};
use crate::canvas::Tool;
use crate::canvas::keys::Command;
use crate::diagnostic::Severity;

#[component]
pub fn Status() -> impl IntoView {
    let session = session();
    let counts = Signal::derive(move || {
        session.problems().with(|all| {
            let count = |severity| all.iter().filter(|problem| problem.severity == severity).count();
            (count(Severity::Error), count(Severity::Warning))
        })
    });
    let hint = move || {
        let hint = session.tool().with(Tool::hint);
        if !hint.is_empty() {
            return hint;
        }
        let selected = session.selection().with(|selection| match selection.len() {
            1 => selection.first().and_then(|id| session.scene().with(|scene| scene.spoken(id))),
            0 => None,
            many => Some(format!("{many} things selected")),
        });
        selected.unwrap_or_default()
    };
    view! {
        <footer class="status" aria-label="Status">
            <button type="button" title="Problems" on:click=move |_| session.show_pane(Pane::Problems)>
                <Show when=move || counts.get() != (0, 0) fallback=move || view! { <Sound /> }>
                    <Tally problems=counts />
                </Show>
            </button>
            <span class="hint">{hint}</span>
            <button type="button" title="Zoom to 100 %" on:click=move |_| session.command(Command::ZoomReset)>
                {move || format!("{:.0} %", session.camera().get().zoom * 100.0)}
            </button>
            <Kept />
        </footer>
    }
}

/// There is no error and no warning: because all is well, or because nothing was looked at.
#[component]
fn Sound() -> impl IntoView {
    let session = session();
    let read =
        Memo::new(move |_| session.checked().get().map(|checked| checked.0.verdict().dialect.is_some()));
    move || {
        let read = read.get()?;
        if !session.looked().get() {
            return Some(view! { <span class="tally">"Checking"</span> }.into_any());
        }
        let (class, glyph, text) = match read {
            true => ("tally ok", Glyph::Check, "No errors"),
            false => ("tally", Glyph::Warning, "Not recognised, not checked"),
        };
        Some(
            view! {
                <span class=class>
                    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=glyph.path() /></svg>
                    {text}
                </span>
            }
            .into_any(),
        )
    }
}

#[component]
fn Kept() -> impl IntoView {
    let session = session();
    // A write that is under way looks like one that is done: it takes a moment, and comes with every key.
    let shown = Memo::new(move |_| match session.keeping().get() {
        Keeping::Starting => Some(("kept saving", "Starting", String::new())),
        Keeping::Kept | Keeping::Saving if session.open_file().with(Option::is_none) => None,
        Keeping::Kept | Keeping::Saving => {
            Some(("kept", "Kept in this browser", "Every change is kept here as you make it.".to_owned()))
        }
        Keeping::Elsewhere => Some(("kept failed", "At work in another tab", String::new())),
        Keeping::Parted => Some(("kept failed", "Not kept: two tabs differ", String::new())),
        Keeping::Failed(why) => Some(("kept failed", "Not kept: download your work", why)),
    });
    move || shown.get().map(|(class, text, title)| view! { <span class=class title=title>{text}</span> })
}

/// Says that nothing is kept, and offers what can be done about it.
#[component]
pub fn NotKept() -> impl IntoView {
    let session = session();
    let why = Memo::new(move |_| match session.keeping().get() {
        Keeping::Failed(why) if session.open_file().with(Option::is_some) => Some(why),
        _ => None,
    });
    move || {
        why.get().map(|why| {
            view! {
                <div class="banner bad" role="alert">
                    <Picture glyph=Glyph::Error />
                    <span>
                        <strong>"Your work is not kept. "</strong>
                        "This browser would not store it: download it before you close this page. "
                        <small>{why}</small>
                    </span>
                    <div class="spring"></div>
                    <button type="button" class="button outline" on:click=move |_| session.keep_again()>
                        "Try again"
                    </button>
                    <button type="button" class="button outline" on:click=move |_| session.export()>
                        "Export all"
                    </button>
                </div>
            }
        })
    }
}

/// Says that the work is in another tab, or that two tabs have worked on it apart, and offers what can be done.
#[component]
pub fn OtherTab() -> impl IntoView {
    let session = session();
    let is = move |which: Keeping| session.keeping().with(|keeping| *keeping == which);
    view! {
        <Show when=move || is(Keeping::Elsewhere)>
            <div class="banner" role="status">
                <Picture glyph=Glyph::Warning />
                "You are at work in another tab. Go on here, and this one shows and keeps the work as it is then."
                <div class="spring"></div>
                <button type="button" class="button outline" on:click=move |_| session.come_here()>
                    "Go on here"
                </button>
            </div>
        </Show>
        <Show when=move || is(Keeping::Parted)>
            <div class="banner bad" role="alert">
                <Picture glyph=Glyph::Warning />
                <span>
                    <strong>"Two tabs have changed this work apart from each other. "</strong>
                    "Nothing is kept here until you choose; to have both, download this tab's first."
                </span>
                <div class="spring"></div>
                <button type="button" class="button outline" on:click=move |_| session.show_theirs()>
                    "Show the other tab's"
                </button>
                <button type="button" class="button outline" on:click=move |_| session.keep_mine()>
                    "Keep this tab's"
                </button>
            </div>
        </Show>
    }
}

/// Messages over the page, and the live region that speaks them.
#[component]
pub fn Notices() -> impl IntoView {
    let session = session();
    // Over the drawing's lower edge: there they cover neither the list of problems nor a form.
    let beside = move |pane: Pane, size: fn(&Panes) -> f64| {
        session.panes().with(|panes| if panes.shows(pane) { size(panes) + 6.0 } else { 0.0 })
    };
    let right = move || {
        let source = beside(Pane::Source, |panes| panes.right);
        source.max(beside(Pane::Inspector, |panes| panes.right))
    };
    view! {
        <div class="unseen" role="status" aria-live="polite">{move || session.spoken().get()}</div>
        <section
            class="notices"
            aria-label="Messages"
            style=("--left", move || format!("{}px", beside(Pane::Palette, |panes| panes.left)))
            style=("--right", move || format!("{}px", right()))
            style=("--bottom", move || format!("{}px", beside(Pane::Problems, |panes| panes.bottom)))
        >
            <For each=move || session.notices().get() key=|notice| notice.id let(notice)>
                <div class="notice" class:bad=notice.bad>
                    <Picture glyph=if notice.bad { Glyph::Error } else { Glyph::Check } />
                    <span><Inline text=notice.text.clone() /></span>
                    {notice
                        .offer
                        .map(|offer| {
                            view! {
                                <button type="button" class="button small outline" on:click=move |_| {
                                    session.dismiss(notice.id);
                                    offer.1.run(());
                                }>{offer.0}</button>
                            }
                        })}
                    <button
                        type="button"
                        class="button small bare"
                        aria-label="Dismiss"
                        on:click=move |_| session.dismiss(notice.id)
                    >
                        <Picture glyph=Glyph::Close />
                    </button>
                </div>
            </For>
        </section>
    }
}
