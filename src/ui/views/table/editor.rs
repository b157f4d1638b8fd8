//! Input of the cell that is edited.

use leptos::{ev, html, prelude::*};

use super::super::super::mounted::while_mounted;
use super::edit::EditOutcome;
use super::state::Table;
use limn_analysis::table::TableRow;
use limn_ide::form::{Control, Field};

/// Way to edit a cell.
enum Way {
    Line(Vec<String>),
    Choice(Vec<String>),
}

fn way(field: &Field) -> Way {
    let optional = |words: Vec<String>| {
        let none = (!field.required || field.value.is_none()).then(String::new);
        let odd = field.value.clone().filter(|value| !words.contains(value));
        Way::Choice(none.into_iter().chain(words).chain(odd).collect())
    };
    match &field.control {
        Control::Flag => optional(vec!["true".to_owned(), "false".to_owned()]),
        Control::Choice(words) => optional(words.iter().map(|word| word.word.to_string()).collect()),
        Control::Text { suggestions, .. } => Way::Line(suggestions.clone()),
        Control::Reference { candidates, .. } => Way::Line(candidates.clone()),
        _ => Way::Line(Vec::new()),
    }
}

/// The cell that an input is over.
#[derive(Clone, Copy)]
struct Edited {
    table: Table,
    row: StoredValue<TableRow>,
    column: usize,
    /// True if the input is done with: writing can remove it, and it fires `blur` then.
    is_done: StoredValue<bool>,
}

impl Edited {
    /// Writes the text to the cell, or to all selected rows; `None` if that is done already.
    fn write(self, text: &str, to_all: bool) -> Option<EditOutcome> {
        if self.is_done.get_value() {
            return None;
        }
        self.is_done.set_value(true);
        let (table, row, column) = (self.table, self.row.get_value(), self.column);
        let outcome =
            if to_all { table.fill_all(&row, column, text) } else { table.commit(&row, column, text) };
        if let EditOutcome::Refused(_) = outcome {
            self.is_done.set_value(false);
        }
        Some(outcome)
    }

    /// Enter and Tab write, Escape restores, Ctrl+Enter writes to all selected rows.
    fn key(self, event: &ev::KeyboardEvent) {
        let table = self.table;
        let text = event_target_value(event);
        let primary = event.ctrl_key() || event.meta_key();
        match event.key().as_str() {
            "Enter" if event.is_composing() => return,
            "Enter" => match self.write(&text, primary) {
                Some(EditOutcome::Refused(why)) => table.refuse(why),
                Some(EditOutcome::Done(_) | EditOutcome::Asked) => table.end_edit(),
                None => {}
            },
            "Escape" => {
                self.is_done.set_value(true);
                table.note.set(None);
                table.end_edit();
            }
            "Tab" => match self.write(&text, false) {
                Some(EditOutcome::Refused(why)) => table.refuse(why),
                Some(EditOutcome::Done(key)) => {
                    table.end_edit();
                    // Not in another row, if this one was removed.
                    let row = table.current_row().filter(|row| row.key == key);
                    let next = row.and_then(|row| table.next_editable(&row, self.column, event.shift_key()));
                    if let Some(next) = next {
                        table.edit_at(next);
                    }
                }
                Some(EditOutcome::Asked) => table.end_edit(),
                None => {}
            },
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    fn blur(self, event: &web_sys::FocusEvent) {
        let text = event_target_value(event);
        match self.write(&text, false) {
            None => return,
            Some(EditOutcome::Refused(why)) => {
                let active = document().active_element().map(web_sys::EventTarget::from);
                // Only the window lost the focus.
                if active.is_some() && active == event.target() {
                    return self.table.refuse(why);
                }
                self.is_done.set_value(true);
                self.row.with_value(|row| self.table.report_lost(row, self.column, &text, &why));
            }
            Some(_) => {}
        }
        self.table.editing.set(None);
        self.table.edits.drafting(None);
    }

    fn typed(self, event: &web_sys::Event) {
        self.row.with_value(|row| self.table.draft(row, self.column, &event_target_value(event)));
    }
}

/// The input over a cell.
#[component]
pub fn Editor(table: Table, row: TableRow, column: usize) -> impl IntoView {
    let started = table.editing.get_untracked().and_then(|editing| editing.draft);
    let text = started.unwrap_or_else(|| table.text_of(&row, column));
    let label = match table.column(column) {
        Some(column) => format!("{} of {}", column.label, row.name),
        None => "New name".to_owned(),
    };
    let field = table.column(column).and_then(|column| table.field(&row.id, &column).ok());
    let way = field.as_ref().map_or(Way::Line(Vec::new()), way);
    let edited = Edited { table, row: StoredValue::new(row), column, is_done: StoredValue::new(false) };
    let key = while_mounted(move |event: ev::KeyboardEvent| edited.key(&event));
    let blur = while_mounted(move |event: web_sys::FocusEvent| edited.blur(&event));
    let typed = move |event: web_sys::Event| edited.typed(&event);
    let is_refused = move || {
        let is_refused =
            table.editing.with(|editing| editing.as_ref().is_some_and(|editing| editing.refusal.is_some()));
        is_refused.then_some("true")
    };
    match way {
        Way::Choice(words) => {
            let select = NodeRef::<html::Select>::new();
            Effect::new(move |_| {
                if let Some(select) = select.get() {
                    drop(select.focus());
                }
            });
            let options = words.into_iter().map(|word| {
                let is_now = word == text;
                let shown = if word.is_empty() { "(not set)".to_owned() } else { word.clone() };
                view! { <option value=word.clone() selected=is_now>{shown}</option> }
            });
            view! {
                <select class="field table-input" node_ref=select aria-label=label aria-describedby="table-note" aria-invalid=is_refused
                    on:keydown=key on:blur=blur on:input=typed on:click=|event| event.stop_propagation() on:dblclick=|event| event.stop_propagation()>
                    {options.collect_view()}
                </select>
            }
            .into_any()
        }
        Way::Line(offered) => {
            let input = NodeRef::<html::Input>::new();
            Effect::new(move |_| {
                if let Some(input) = input.get() {
                    drop(input.focus());
                    input.select();
                }
            });
            let list = (!offered.is_empty()).then_some("table-offered");
            view! {
                <input class="field table-input" node_ref=input value=text list=list aria-label=label aria-describedby="table-note" aria-invalid=is_refused
                    spellcheck="false" autocomplete="off" on:keydown=key on:blur=blur on:input=typed on:click=|event| event.stop_propagation() on:dblclick=|event| event.stop_propagation() />
                {list.map(|id| {
                    let options = offered.into_iter().map(|word| view! { <option value=word></option> });
                    view! { <datalist id=id>{options.collect_view()}</datalist> }
                })}
            }
            .into_any()
        }
    }
}
