//! Open state of the problems pane, which is one line when closed.

use gloo_events::EventListener;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser::after;
use crate::session::{Documents, documents};
use limn_files::FilePath;
use limn_language::diagnostic::Severity;

/// Delay before the pane closes after the text has lost the focus, in milliseconds: not below a pointer that is pressed.
const CLOSE_DELAY_MS: u32 = 400;

/// State of the problems pane. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct ProblemsPane {
    /// The user's choice to open or close it, and the active file that it is for.
    choice: RwSignal<Option<Choice>>,
    documents: Documents,
    is_open: Memo<bool>,
}

/// Active file, and true to open the pane.
type Choice = (Option<FilePath>, bool);

/// Reasons for the open state of the pane.
#[derive(Clone, PartialEq)]
struct Shown {
    active_file: Option<FilePath>,
    /// True if there was an error since there was no problem.
    had_errors: bool,
    is_open: bool,
}

impl ProblemsPane {
    /// Errors open the pane, and it is one line again without problems. In the text, problems come and go with every word: it stays open there, because a
    /// pane that comes and goes would move the diagram.
    pub fn new() -> ProblemsPane {
        let documents = documents();
        let choice = RwSignal::new(None::<Choice>);
        let is_in_text = follow_text_focus();
        let is_empty = Memo::new(move |_| documents.problems().with(|all| all.is_empty()));
        let shown = Memo::new(move |before: Option<&Shown>| {
            let active_file = documents.active_file().get();
            let before = before.filter(|before| before.active_file == active_file);
            let was_open = before.is_some_and(|before| before.is_open);
            let is_checked = active_file.is_none() || documents.checked_all().get();
            let has_errors = documents
                .problems()
                .with(|all| all.iter().any(|problem| problem.severity == Severity::Error));
            // The choice for another file may still be there: effects run later.
            let chosen = choice.with(|choice| {
                choice.as_ref().filter(|chosen| chosen.0 == active_file).map(|chosen| chosen.1)
            });
            let is_empty = is_empty.get();
            let had_errors = has_errors || !is_empty && before.is_some_and(|before| before.had_errors);
            // Until it is known, it stays as it was.
            let is_open = match is_empty {
                true => was_open && (is_in_text.get() || !is_checked),
                false => chosen.unwrap_or(had_errors || was_open),
            };
            Shown { active_file, had_errors, is_open }
        });
        Effect::new(move |before: Option<(Option<FilePath>, bool)>| {
            let now = (documents.active_file().get(), is_empty.get());
            if let Some(before) = before.filter(|before| *before != now) {
                let is_other = before.0 != now.0;
                let is_kept = is_other
                    && choice
                        .with_untracked(|choice| choice.as_ref().is_some_and(|chosen| chosen.0 == now.0));
                if !is_kept {
                    choice.set(None);
                }
            }
            now
        });
        let is_open = Memo::new(move |_| shown.with(|shown| shown.is_open));
        ProblemsPane { choice, documents, is_open }
    }

    pub fn is_open(self) -> Memo<bool> {
        self.is_open
    }

    /// Opens the list, or makes it one line.
    pub fn set_open(self, open: bool) {
        self.choice.set(Some((self.documents.active_file().get_untracked(), open)));
    }
}

pub fn problems_pane() -> ProblemsPane {
    expect_context()
}

/// True while the text has the focus, and for a while longer, until no pointer is pressed.
fn follow_text_focus() -> RwSignal<bool> {
    let is_in_text = RwSignal::new(false);
    EventListener::new(&window(), "focusin", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|element| element.closest(".editor-host").is_ok_and(|found| found.is_some())) {
            is_in_text.set(true);
        } else if is_in_text.get_untracked() {
            leave_text(is_in_text);
        }
    })
    .forget();
    // A press on something that takes no focus.
    EventListener::new(&window(), "focusout", move |_| {
        if is_in_text.get_untracked() {
            leave_text(is_in_text);
        }
    })
    .forget();
    is_in_text
}

fn leave_text(is_in_text: RwSignal<bool>) {
    after(CLOSE_DELAY_MS, move || {
        let is = |what| document().query_selector(what).ok().flatten().is_some();
        if is(".editor-host:focus-within") {
            return;
        }
        if is("body :active") {
            return leave_text(is_in_text);
        }
        is_in_text.set(false);
    });
}
