//! The rows that a long list shows: a form with a row for each of thousands of entries takes a second to build.

use leptos::prelude::*;

use super::{Form, Several, search};
use limn_ide::form::Field;

/// Number of rows at first, and added at each press of the button below them.
const PORTION: usize = 100;

/// Class of that button: what looks for a field in the form presses it.
pub(super) const MORE_ROWS: &str = "more-rows";

/// The rows of a list that are shown: the first ones, those that were added since, and those that a search finds.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    all: Several,
    shown: RwSignal<usize>,
    /// Words of the search in the form.
    words: RwSignal<String>,
    /// Number of rows when the list was built: later ones are new.
    count: usize,
}

impl Rows {
    pub(super) fn of(all: Several) -> Rows {
        let (shown, words) = (RwSignal::new(PORTION), expect_context::<Form>().words);
        Rows { all, shown, words, count: all.with_untracked(|all| all.len()) }
    }

    pub(super) fn get(self) -> Vec<Field> {
        let (shown, words) = (self.shown.get(), self.words.get());
        self.all.with(|all| {
            let is_found = |field: &Field| !words.trim().is_empty() && search::has(field, &words);
            let is_shown =
                |(at, field): &(usize, &Field)| *at < shown || *at >= self.count || is_found(field);
            all.iter().enumerate().filter(is_shown).map(|(_, field)| field.clone()).collect()
        })
    }

    fn hidden(self) -> usize {
        let all = self.all.with(|all| all.len());
        all.min(self.count).saturating_sub(self.shown.get())
    }
}

/// Button that shows more rows, if there are any.
#[component]
pub(super) fn MoreRows(rows: Rows, noun: &'static str) -> impl IntoView {
    let hidden = Memo::new(move |_| rows.hidden());
    let label = move || format!("Show {} more of {} {noun}", PORTION.min(hidden.get()), hidden.get());
    view! {
        <Show when=move || { hidden.get() > 0 }>
            <button
                type="button"
                class=format!("button small {MORE_ROWS}")
                on:click=move |_| rows.shown.update(|shown| *shown += PORTION)
            >
                {label}
            </button>
        </Show>
    }
}
