//! The line at the foot, messages that come and go, and what is spoken: how things stand just now.

use leptos::prelude::*;

use super::icons::{Glyph, Picture};
use super::markdown::Inline;
use super::panes::Pane;
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
                <Show
                    when=move || counts.get() != (0, 0)
                    fallback=move || view! {
                        <span class="tally ok">
                            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=Glyph::Check.path() /></svg>
                            "No errors"
                        </span>
                    }
                >
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
        Keeping::Elsewhere => Some(("kept failed", "Not kept: open in another tab", String::new())),
        Keeping::Failed(why) => Some(("kept failed", "Not kept: download your work", why)),
    });
    move || shown.get().map(|(class, text, title)| view! { <span class=class title=title>{text}</span> })
}

/// Says that another tab has the work, and offers to take it over.
#[component]
pub fn OtherTab() -> impl IntoView {
    let session = session();
    view! {
        <Show when=move || session.keeping().with(|keeping| *keeping == Keeping::Elsewhere)>
            <div class="banner" role="status">
                <Picture glyph=Glyph::Warning />
                "Limn is open in another tab. What you change here is not kept, so that the two do not overwrite each other."
                <div class="spring"></div>
                <button type="button" class="button outline" on:click=move |_| session.take_over()>
                    "Keep this tab's work instead"
                </button>
            </div>
        </Show>
    }
}

/// Messages over the page, and the live region that speaks them.
#[component]
pub fn Notices() -> impl IntoView {
    let session = session();
    view! {
        <div class="unseen" role="status" aria-live="polite">{move || session.spoken().get()}</div>
        <section class="notices" aria-label="Messages">
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
