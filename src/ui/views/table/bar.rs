//! Bar above the table: search, type, columns and fill-down; and the message below it.

use leptos::{ev, prelude::*};

use super::super::super::icons::{Glyph, Picture};
use super::super::super::markdown::{Inline, sentence};
use super::super::super::pane_focus::focus_canvas;
use super::super::super::search_field::SearchField;
use super::super::super::select::{OptionGroup, Select, SelectOption};
use super::search::SEARCH;
use super::state::{Table, TableMessage};
use limn_analysis::table::types;
use limn_language::scaling::plural;

#[component]
pub fn Bar(table: Table) -> impl IntoView {
    let filter = table.filter;
    let groups = Memo::new(move |_| {
        let types = table.rows.with(|rows| types(&rows.all));
        let of_type =
            |(name, count): (String, usize)| SelectOption::new(name.clone(), format!("{name} ({count})"));
        OptionGroup::plain(
            std::iter::once(SelectOption::new("", "All types"))
                .chain(types.into_iter().map(of_type))
                .collect(),
        )
    });
    let type_name = Memo::new(move |_| filter.with(|filter| filter.type_name.clone()));
    let choose = move |name: String| {
        table.search(|filter| filter.type_name = name);
        true
    };
    let fillable =
        Memo::new(move |_| table.fillable().map(|(column, items)| (column.label, items.len() as u64 - 1)));
    let fill_title = move || match fillable.get() {
        Some((label, count)) => {
            format!("Copy {label} of the first row to {} (Ctrl+Enter)", plural(count, "more row"))
        }
        None => "Select several rows and a property to fill (Ctrl+Enter)".to_owned(),
    };
    let hidden = move || {
        let (all, few) = table.column_counts();
        all.saturating_sub(few)
    };
    let key = move |event: ev::KeyboardEvent| match event.key().as_str() {
        "ArrowDown" | "Enter" => {
            event.prevent_default();
            focus_canvas();
        }
        "Escape" => focus_canvas(),
        _ => {}
    };
    view! {
        <div class="table-bar" role="group" aria-label="Table tools">
            <SearchField
                id=SEARCH
                label="Filter rows"
                placeholder="Filter by name or type"
                words=Signal::derive(move || filter.with(|filter| filter.words.clone()))
                set=move |words| table.search(|filter| filter.words = words)
                on_key=key
            />
            <div class="table-tools">
                <Select groups now=type_name on_choice=Box::new(choose) label="Filter by type" class="field table-types" />
                <div class="spring"></div>
                <Show when=move || { hidden() > 0 }>
                    <button
                        type="button"
                        class="button small outline"
                        aria-pressed=move || table.widened.get().to_string()
                        on:click=move |_| table.widened.update(|widened| *widened = !*widened)
                    >
                        {move || format!("More columns (+{})", hidden())}
                    </button>
                </Show>
                <button
                    type="button"
                    class="button small outline"
                    aria-disabled=move || fillable.get().is_none().then_some("true")
                    title=fill_title
                    on:click=move |_| table.fill_down()
                >
                    "Fill down"
                </button>
            </div>
        </div>
    }
}

/// Message about a refused edit, or about filled cells.
#[component]
pub fn Message(table: Table) -> impl IntoView {
    let note = Memo::new(move |_| {
        let refusal =
            table.editing.with(|editing| editing.as_ref().and_then(|editing| editing.refusal.clone()));
        let with_way_out =
            |why: String| TableMessage::refusal(format!("{why}; press Escape to restore the old text"));
        refusal.map(with_way_out).or_else(|| Some(with_problems(table, table.note.get()?)))
    });
    // Without a message, the element stays for screen readers to watch.
    view! {
        <div
            id="table-note"
            class="table-note"
            class:bare=move || note.with(Option::is_none)
            class:error=move || note.with(|note| note.as_ref().is_some_and(|note| note.is_error))
            role="status"
        >
            {move || note.get().map(|note| {
                let glyph = if note.is_error { Glyph::Error } else { Glyph::Check };
                view! { <Picture glyph /> <span><Inline text=sentence(&note.text) /></span> }
            })}
        </div>
    }
}

/// A message about what was filled, with the number of rows that have a problem there.
fn with_problems(table: Table, mut note: TableMessage) -> TableMessage {
    match table.problems.with(|all| note.places.iter().filter(|at| all.contains_key(at)).count()) {
        0 => {}
        1 => note.text.push_str(" 1 row has a problem now."),
        many => note.text.push_str(&format!(" {many} rows have problems now.")),
    }
    note
}
