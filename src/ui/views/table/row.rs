//! A row of the table, and the row of headings.

use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;

use super::cell::{NameCell, PropertyCell, TypeCell};
use super::row_height;
use super::state::{PROPERTIES, Table};
use limn_analysis::table::RowKind;

#[component]
pub fn Heading(table: Table) -> impl IntoView {
    let headings = move || {
        table.columns.with(|columns| {
            let heading =
                |column: &limn_analysis::table::Column| (column.heading(columns), column.doc.clone());
            columns.iter().map(heading).enumerate().collect::<Vec<_>>()
        })
    };
    view! {
        <div role="columnheader" class="table-cell table-name" aria-colindex="1">"Item"</div>
        <div role="columnheader" class="table-cell" aria-colindex="2">"Type"</div>
        <For each=headings key=Clone::clone let((at, (heading, doc)))>
            <div
                role="columnheader"
                class="table-cell"
                aria-colindex=at + PROPERTIES + 1
                title=if doc.is_empty() { heading.clone() } else { format!("{heading}: {doc}") }
            >
                {heading.clone()}
            </div>
        </For>
    }
}

#[component]
pub fn Row(table: Table, key: String) -> impl IntoView {
    let of_row = key.clone();
    let row = Memo::new(move |_| table.rows.with(|rows| rows.get(&of_row).cloned()));
    let place = Memo::new(move |_| table.place(&key));
    let at = move || place.get().map(|(at, _)| at).unwrap_or_default();
    let is_current = Memo::new(move |_| {
        table.cursor.get().is_some_and(|cursor| place.get().is_some_and(|(at, _)| at == cursor))
    });
    let is_selected = Memo::new(move |_| {
        row.with(|row| {
            row.as_ref().is_some_and(|row| {
                row.kind != RowKind::Relationships
                    && table.view_state().selection().with(|ids| ids.contains(&row.id))
            })
        })
    });
    let expanded = Memo::new(move |_| {
        row.with(|row| row.as_ref().filter(|row| row.has_children).map(|row| table.is_open(row)))
    });
    let cells =
        Memo::new(move |_| row.with(|row| row.as_ref().map(|row| table.cells(row)).unwrap_or_default()));
    let level = move || row.with(|row| row.as_ref().map_or(1, |row| row.level));
    let has_properties =
        Memo::new(move |_| row.with(|row| row.as_ref().is_some_and(|row| row.kind.has_properties())));
    let columns = move || 0..table.columns.with(Vec::len);
    view! {
        <div
            class="table-row"
            role="row"
            class:on=move || is_selected.get()
            class:at=move || is_current.get()
            class:aside=move || place.get().is_some_and(|(_, matches)| !matches)
            class:minor=move || !has_properties.get()
            {..custom_attribute("aria-level", level)}
            aria-rowindex=move || at() + 2
            aria-expanded=move || expanded.get().map(|open| open.to_string())
            aria-selected=move || is_selected.get().to_string()
            style:top=move || format!("{}px", at() as f64 * row_height())
        >
            <NameCell table row is_current expanded place />
            <TypeCell table row is_current place />
            <For each=columns key=|column| *column let(column)>
                <PropertyCell table row is_current place cells column=column />
            </For>
        </div>
    }
}
