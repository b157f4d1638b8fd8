//! Cells of the table.

use leptos::{ev, prelude::*};

use super::super::super::browser::has_coarse_pointer;
use super::super::super::icons::{Glyph, Picture, Sign};
use super::editor::Editor;
use super::state::{NAME, PROPERTIES, Table};
use limn_analysis::table::{Cell, CellState, TableRow};
use limn_canvas::icon;
use limn_language::graph::Id;

type RowMemo = Memo<Option<TableRow>>;
type CellPosition = Memo<Option<(usize, bool)>>;

/// True if a cell has the cursor.
fn has_cursor(table: Table, is_current: Memo<bool>, column: usize) -> Memo<bool> {
    Memo::new(move |_| is_current.get() && table.cursor_column.get() == column)
}

/// True if a cell is edited.
fn is_edited(table: Table, row: RowMemo, column: usize) -> Memo<bool> {
    Memo::new(move |_| {
        table.editing.with(|editing| {
            editing.as_ref().is_some_and(|editing| {
                editing.column == column
                    && row.with(|row| row.as_ref().is_some_and(|row| row.key == editing.key))
            })
        })
    })
}

/// A press moves the cursor and selects; on the cell with the cursor, a finger edits.
fn press(table: Table, place: CellPosition, column: usize, had_cursor: bool, event: &ev::MouseEvent) {
    let Some((at, _)) = place.get_untracked() else { return };
    table.note.set(None);
    if event.shift_key() {
        table.extend(at, column);
    } else if event.ctrl_key() || event.meta_key() {
        table.toggle(at, column);
    } else if had_cursor && has_coarse_pointer() {
        table.edit_at(column);
    } else {
        table.go(at, column);
    }
}

/// Element with the behavior that all cells share.
#[component]
fn CellBox(
    table: Table,
    row: RowMemo,
    is_current: Memo<bool>,
    place: CellPosition,
    column: usize,
    class: &'static str,
    #[prop(optional)] readonly: Option<Signal<bool>>,
    #[prop(optional)] title: Option<Signal<String>>,
    #[prop(optional)] problem: Option<Memo<Option<String>>>,
    children: Children,
) -> impl IntoView {
    let cursor = has_cursor(table, is_current, column);
    let edited = is_edited(table, row, column);
    let content = children();
    view! {
        <div
            class=format!("table-cell {class}")
            class:at=move || cursor.get()
            class:edited=move || edited.get()
            role=if column == NAME { "rowheader" } else { "gridcell" }
            aria-colindex=column + 1
            aria-readonly=move || readonly.and_then(|readonly| readonly.get().then_some("true"))
            aria-invalid=move || problem.and_then(|problem| problem.with(Option::is_some).then_some("true"))
            tabindex=move || if cursor.get() { "0" } else { "-1" }
            title=move || title.map(|title| title.get())
            on:click=move |event| press(table, place, column, cursor.get_untracked(), &event)
            on:dblclick=move |_| table.edit_at(column)
            on:pointerdown=move |event: ev::PointerEvent| {
                // Shift would select the text between.
                if event.shift_key() {
                    event.prevent_default();
                }
                if event.button() == 2 && let Some((at, _)) = place.get_untracked() {
                    take_for_menu(table, row, at, column);
                }
            }
        >
            {content}
            {move || edited.get().then(|| row.get_untracked().map(|row| view! { <Editor table row column /> }))}
        </div>
    }
}

/// A menu is about the selection if the row is in it, otherwise about the row.
fn take_for_menu(table: Table, row: RowMemo, at: usize, column: usize) {
    let Some(row) = row.get_untracked() else { return };
    if table.view_state().selection().with_untracked(|ids| ids.contains(&row.id)) {
        table.at.set((row.key, column));
    } else {
        table.go(at, column);
    }
}

#[component]
pub fn NameCell(
    table: Table,
    row: RowMemo,
    is_current: Memo<bool>,
    expanded: Memo<Option<bool>>,
    place: CellPosition,
) -> impl IntoView {
    let name = move || row.with(|row| row.as_ref().map(|row| row.name.clone()));
    // The next cell says it of a group or policy.
    let role = move || row.with(|row| row.as_ref().filter(|row| row.caption != row.role).map(|row| row.role));
    let sign = Memo::new(move |_| row.with(|row| row.as_ref().map(|row| row.icon)));
    let indent = move || row.with(|row| row.as_ref().map_or(0, |row| row.level.saturating_sub(1).min(12)));
    let turn = move |event: ev::MouseEvent| {
        event.stop_propagation();
        if let (Some(row), Some(open)) = (row.get_untracked(), expanded.get_untracked()) {
            table.set_open(&row, !open);
        }
    };
    let readonly =
        Signal::derive(move || row.with(|row| row.as_ref().is_none_or(|row| !table.can_edit(row, NAME))));
    view! {
        <CellBox table row is_current place column=NAME class="table-name" readonly title=Signal::derive(move || name().unwrap_or_default())>
            <span class="table-indent" style:width=move || format!("{}px", indent() * 16)></span>
            {move || match expanded.get() {
                // The row has the state, and the arrow keys turn it.
                Some(open) => view! {
                    <span class="table-twist" class:folded=!open aria-hidden="true" on:click=turn on:dblclick=|event| event.stop_propagation()>
                        <Picture glyph=Glyph::Chevron />
                    </span>
                }
                .into_any(),
                None => view! { <span class="table-twist" aria-hidden="true"></span> }.into_any(),
            }}
            {move || sign.get().map(|sign| view! {
                <span class=format!("table-icon kind-{}", icon::name(sign)) aria-hidden="true"><Sign icon=sign /></span>
            })}
            <span class="table-text">{name}</span>
            <span class="unseen">{move || role().map(|role| format!(" {role}"))}</span>
        </CellBox>
    }
}

#[component]
pub fn TypeCell(table: Table, row: RowMemo, is_current: Memo<bool>, place: CellPosition) -> impl IntoView {
    let caption = Signal::derive(move || {
        row.with(|row| row.as_ref().map(|row| row.caption.clone()).unwrap_or_default())
    });
    view! {
        <CellBox table row is_current place column=NAME + 1 class="table-type" readonly=Signal::derive(|| true) title=caption>
            <span class="table-text">{move || caption.get()}</span>
        </CellBox>
    }
}

#[component]
pub fn PropertyCell(
    table: Table,
    row: RowMemo,
    is_current: Memo<bool>,
    place: CellPosition,
    cells: Memo<Vec<Option<Cell>>>,
    column: usize,
) -> impl IntoView {
    let cell = Memo::new(move |_| cells.with(|cells| cells.get(column).cloned().flatten()));
    let readonly = Signal::derive(move || cell.with(|cell| cell.as_ref().is_none_or(|cell| !cell.is_line)));
    let is_declared = move || row.with(|row| row.as_ref().is_none_or(|row| row.is_declared));
    let title = Signal::derive(move || {
        cell.with(|cell| match cell {
            Some(cell) if cell.is_shared => format!("{} (shared by an anchor)", cell.text),
            Some(cell) => cell.text.clone(),
            None if is_declared() => String::new(),
            None => "The item isn't declared in this file".to_owned(),
        })
    });
    let problem = Memo::new(move |_| {
        let id = row.with(|row| row.as_ref().map(|row| row.id.clone()))?;
        let path = table.columns.with(|columns| columns.get(column).map(|column| id.0.join(&column.path)))?;
        table.problems.with(|problems| problems.get(&Id(path)).cloned())
    });
    let title = Signal::derive(move || match (title.get(), problem.get()) {
        (text, None) => text,
        (text, Some(problem)) => format!("{text} ({problem})"),
    });
    let content = move || match cell.get() {
        None => view! { <span class="table-none"></span> }.into_any(),
        Some(Cell { text, state, is_line, .. }) => match state {
            CellState::Written => {
                view! { <span class="table-text" class:summary=!is_line>{text}</span> }.into_any()
            }
            CellState::Default => view! {
                <span class="table-text default">{text}<span class="unseen">" (default)"</span></span>
            }
            .into_any(),
            CellState::Missing => view! { <span class="table-text missing">"required"</span> }.into_any(),
            CellState::Empty => ().into_any(),
        },
    };
    let has_none = move || cell.with(Option::is_none);
    view! {
        <CellBox table row is_current place column=column + PROPERTIES class="table-value" readonly title problem>
            <span class="table-hatch" class:gone=move || !has_none()></span>
            {content}
            {move || problem.with(Option::is_some).then(|| view! {
                <span class="table-problem" aria-hidden="true"><Picture glyph=Glyph::Error /></span>
            })}
        </CellBox>
    }
}
