//! The rows that a long list shows: a form with a row for each of thousands of entries takes a second to build.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::super::browser::after;
use super::focus::{VALUES, focus_value};
use super::{Form, Several, search};
use limn_ide::form::Field;

/// Number of rows at first, and added at each press of the button below them.
const PORTION: usize = 100;

/// Class of that button.
const MORE_ROWS: &str = "more-rows";

/// The rows of a list that are shown: the first ones, those that were added since, and those that a search finds.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    all: Several,
    shown: RwSignal<usize>,
    /// Words of the search in the form.
    words: RwSignal<String>,
    /// Number of rows when the list was built, without those removed since: later ones are new.
    count: StoredValue<usize>,
}

impl Rows {
    pub(super) fn of(all: Several) -> Rows {
        let (shown, words) = (RwSignal::new(PORTION), expect_context::<Form>().words);
        Rows { all, shown, words, count: StoredValue::new(all.with_untracked(|all| all.len())) }
    }

    pub(super) fn get(self) -> Vec<Field> {
        let (shown, words) = (self.shown.get(), self.words.get());
        let count = self.count();
        self.all.with(|all| {
            let is_found = |field: &Field| !words.trim().is_empty() && search::has(field, &words);
            let is_shown = |(at, field): &(usize, &Field)| *at < shown || *at >= count || is_found(field);
            all.iter().enumerate().filter(is_shown).map(|(_, field)| field.clone()).collect()
        })
    }

    fn hidden(self) -> usize {
        self.count().saturating_sub(self.shown.get())
    }

    fn count(self) -> usize {
        let count = self.count.get_value().min(self.all.with(|all| all.len()));
        self.count.set_value(count);
        count
    }
}

/// Button below the rows that shows more of them, if there are any.
#[component]
pub(super) fn MoreRows(rows: Rows, noun: &'static str) -> impl IntoView {
    let hidden = Memo::new(move |_| rows.hidden());
    let label = move || match hidden.get() {
        hidden if hidden > PORTION => format!("Show {PORTION} more {noun} ({hidden} hidden)"),
        hidden => format!("Show {hidden} more {noun}"),
    };
    let press = move |event: web_sys::MouseEvent| {
        if !event.is_trusted() {
            return rows.shown.set(usize::MAX);
        }
        // The button may go, and the focus with it.
        let button = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(list) = button.and_then(|button| button.previous_element_sibling()) {
            let first = list.child_element_count();
            after(0, move || {
                let row = list.children().item(first);
                if let Some(value) = row.and_then(|row| row.query_selector(VALUES).ok().flatten()) {
                    focus_value(&value);
                }
            });
        }
        rows.shown.update(|shown| *shown += PORTION);
    };
    view! {
        <Show when=move || { hidden.get() > 0 }>
            <button type="button" class=format!("button small {MORE_ROWS}") on:click=press>{label}</button>
        </Show>
    }
}

/// Shows all rows of the list of a field. Returns true if some were hidden.
pub(super) fn show_all(field: &web_sys::Element) -> bool {
    let Ok(buttons) = field.query_selector_all(&format!(".{MORE_ROWS}")) else { return false };
    let buttons = (0..buttons.length())
        .filter_map(|at| buttons.item(at)?.dyn_into::<web_sys::HtmlElement>().ok())
        .filter(|button| {
            button.closest("[id^='field-']:is(details, li)").ok().flatten().as_ref() == Some(field)
        });
    let pressed = buttons.map(|button| button.click()).count();
    pressed > 0
}
