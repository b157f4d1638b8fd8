//! Editing of cells: a name is a rename, a value is the edit that its form field would make. Fill-down writes one value to several rows.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::super::session::Popup;
use super::state::{Editing, NAME, PROPERTIES, Table, TableMessage};
use limn_analysis::table::{Column, Fill, Filled, RowKind, TableRow};
use limn_ide::form::Field;
use limn_language::edit::Edit;
use limn_language::graph::Id;

/// Rows that are named in a message.
const NAMED: usize = 3;

/// Outcome of the text of an input.
pub enum EditOutcome {
    /// The cell has it; the key of its row.
    Done(String),
    /// A dialog asks where to change a shared value.
    Asked,
    /// The reason.
    Refused(String),
}

impl Table {
    /// Edits the cell of the cursor's row in a column, or opens the form of what has no line of its own.
    pub fn edit_at(self, column: usize) {
        let Some(row) = self.current_row() else { return };
        self.go_to_column(column);
        self.shared_edit.set_value(None);
        if self.can_edit(&row, column) {
            self.note.set(None);
            self.editing.set(Some(Editing { key: row.key, column, draft: None, refusal: None }));
        } else if row.is_declared {
            self.navigation.inspect(row.id);
        } else {
            let text = format!("`{}` isn't declared in this file, so it can't be edited here.", row.name);
            self.note.set(Some(TableMessage::refusal(text)));
        }
    }

    /// Edits the cell of a shared value again, with what was typed.
    pub fn edit_again(self) {
        let Some(editing) = self.shared_edit.try_update_value(Option::take).flatten() else { return };
        let row = self.rows.with_untracked(|rows| rows.get(&editing.key).cloned());
        let is_open =
            row.is_some_and(|row| editing.draft.as_ref() != Some(&self.text_of(&row, editing.column)));
        if is_open {
            self.editing.set(Some(editing));
        }
    }

    pub fn can_edit(self, row: &TableRow, column: usize) -> bool {
        let is_named = matches!(row.kind, RowKind::Node | RowKind::Group | RowKind::Policy);
        row.is_declared
            && match self.column(column) {
                None => column == NAME && is_named,
                Some(column) => row.kind.has_properties() && self.field(&row.id, &column).is_ok(),
            }
    }

    /// The field of an item in a column; a refusal gives the reason.
    pub fn field(self, id: &Id, column: &Column) -> Result<Field, String> {
        let checked = self.documents().checked().get_untracked();
        let checked = checked.ok_or_else(|| "no file is open".to_owned())?;
        checked.0.line_field(id, column).map(|(_, field)| field)
    }

    /// The text that an input starts with.
    pub fn text_of(self, row: &TableRow, column: usize) -> String {
        match self.column(column) {
            None => row.id.0.last_key().map_or_else(|| row.name.clone(), str::to_owned),
            Some(column) => {
                self.field(&row.id, &column).ok().and_then(|field| field.value).unwrap_or_default()
            }
        }
    }

    /// The edit of a cell; `None` if nothing changes.
    fn edit_of(self, row: &TableRow, column: usize, text: &str) -> Result<Option<Edit>, String> {
        let Some(column) = self.column(column) else {
            let (old, name) = (self.text_of(row, NAME), text.trim());
            if text == old || name == old {
                return Ok(None);
            }
            if name.is_empty() {
                return Err("a name is required".to_owned());
            }
            return Ok(Some(Edit::Rename { id: row.id.clone(), to: name.to_owned() }));
        };
        let checked = self.documents().checked().get_untracked();
        checked.ok_or_else(|| "no file is open".to_owned())?.0.line_edit(&row.id, &column, text)
    }

    /// Remembers what is being typed, in case the page is closed.
    pub fn draft(self, row: &TableRow, column: usize, text: &str) {
        self.edits.drafting(self.edit_of(row, column, text).ok().flatten());
    }

    /// Writes a cell.
    pub fn commit(self, row: &TableRow, column: usize, text: &str) -> EditOutcome {
        self.shared_edit.set_value(None);
        let edit = match self.edit_of(row, column, text) {
            Ok(Some(edit)) => edit,
            Ok(None) => {
                self.note.set(None);
                return EditOutcome::Done(row.key.clone());
            }
            Err(why) => return EditOutcome::Refused(why),
        };
        if let Err(why) = self.edits.try_edit(&edit) {
            return EditOutcome::Refused(why);
        }
        self.note.set(None);
        if self.asks_where() {
            let (key, draft) = (row.key.clone(), Some(text.to_owned()));
            self.shared_edit.set_value(Some(Editing { key, column, draft, refusal: None }));
            return EditOutcome::Asked;
        }
        EditOutcome::Done(self.follow_edited(row))
    }

    /// Returns true if an edit of a shared value waits for an answer.
    pub fn asks_where(self) -> bool {
        self.notices.popup().with_untracked(|popup| matches!(popup, Some(Popup::Shared { .. })))
    }

    /// The key of an edited row, which stays shown. A new name is a new row, which is selected.
    fn follow_edited(self, row: &TableRow) -> String {
        let selection = self.view_state().selection().get_untracked();
        let key = self.rows.with_untracked(|rows| {
            let is_new = |other: &&TableRow| other.kind == row.kind && selection.contains(&other.id);
            rows.get(&row.key).or_else(|| rows.all.iter().find(is_new)).map(|row| row.key.clone())
        });
        let Some(key) = key else { return row.key.clone() };
        self.keep([key.clone()]);
        if self.current_row().is_none_or(|now| now.key != key) {
            self.show_one_of(&selection);
        }
        key
    }

    /// Keeps edited rows shown though the filter no longer matches them.
    fn keep(self, keys: impl IntoIterator<Item = String>) {
        if self.filter.with_untracked(|filter| !filter.is_empty()) {
            self.filter.update(|filter| filter.kept.extend(keys));
        }
    }

    /// Shows in the open input the reason why its text was refused.
    pub fn refuse(self, why: String) {
        self.editing.update(|editing| {
            if let Some(editing) = editing {
                editing.refusal = Some(why);
            }
        });
    }

    /// Reports that a cell has its old value again because what was typed was refused.
    pub fn report_lost(self, row: &TableRow, column: usize, text: &str, why: &str) {
        let to = if text.trim().is_empty() { String::new() } else { format!(" to `{}`", text.trim()) };
        self.notices.show_error(match self.column(column) {
            None => format!("`{}` not renamed{to}: {why}", row.name),
            Some(column) => format!("`{}` of `{}` not changed{to}: {why}", column.label, row.name),
        });
    }

    /// The column that fill-down writes, and the items with the value first.
    pub fn fillable(self) -> Option<(Column, Vec<Id>)> {
        let column = self.cursor_column.get().checked_sub(PROPERTIES)?;
        let column = self.columns.with(|columns| columns.get(column).cloned())?;
        let items = self.selected_items();
        (items.len() > 1).then_some((column, items))
    }

    /// Writes the value of the first selected row to the others.
    pub fn fill_down(self) {
        let refuse = |text: String| self.note.set(Some(TableMessage::refusal(text)));
        let Some((column, items)) = untrack(|| self.fillable()) else {
            return refuse("Select several rows and a property to fill.".to_owned());
        };
        let Some((first, others)) = items.split_first() else { return };
        match self.field(first, &column).map(|field| field.value.filter(|_| field.written)) {
            Ok(Some(text)) => match self.fill(others, &column, Fill::Text(&text)) {
                Ok(filled) => {
                    let text = self.summary(&filled, &column);
                    let places = places(others, &column);
                    self.note.set(Some(TableMessage { places, text, is_error: !filled.refused.is_empty() }));
                }
                Err(why) => refuse(why),
            },
            Ok(None) => {
                refuse(format!("`{}` has no `{}` to fill down.", self.name_of(first), column.label));
            }
            Err(why) => refuse(format!("`{}` has no value to fill down: {why}", self.name_of(first))),
        }
    }

    /// Writes what is typed in a cell to all selected rows; refused if no row has it then.
    pub fn fill_all(self, row: &TableRow, column: usize, text: &str) -> EditOutcome {
        let items = untrack(|| self.selected_items());
        let property = self.column(column).filter(|_| items.len() > 1 && items.contains(&row.id));
        let Some(property) = property else { return self.commit(row, column, text) };
        let Ok(own) = self.field(&row.id, &property) else { return self.commit(row, column, text) };
        let text = own.typed(text);
        // An empty input removes the values, unless it shows an empty text.
        let removes = text.is_empty() && own.value.as_ref().is_none_or(|value| !value.is_empty());
        let filled = self.fill(&items, &property, if removes { Fill::Nothing } else { Fill::Text(text) });
        match filled {
            Ok(filled) if filled.written + filled.unchanged > 0 => {
                let text = self.summary(&filled, &property);
                let places = places(&items, &property);
                self.note.set(Some(TableMessage { places, text, is_error: !filled.refused.is_empty() }));
                EditOutcome::Done(row.key.clone())
            }
            Ok(filled) => EditOutcome::Refused(self.summary(&filled, &property)),
            Err(why) => EditOutcome::Refused(why),
        }
    }

    fn fill(self, items: &[Id], column: &Column, fill: Fill<'_>) -> Result<Filled, String> {
        let filled = self.edits.fill(items, column, fill)?;
        let items: BTreeSet<&Id> = items.iter().collect();
        let keys: Vec<String> = self.rows.with_untracked(|rows| {
            let is_filled = |row: &&TableRow| row.kind.has_properties() && items.contains(&row.id);
            rows.all.iter().filter(is_filled).map(|row| row.key.clone()).collect()
        });
        self.keep(keys);
        Ok(filled)
    }

    fn summary(self, filled: &Filled, column: &Column) -> String {
        let rows = |count: usize| if count == 1 { "1 row".to_owned() } else { format!("{count} rows") };
        let mut text = match (filled.written, filled.unchanged) {
            (0, 0) => "No row filled.".to_owned(),
            (0, same) => format!("{} already had this `{}`.", rows(same), column.label),
            (written, _) => format!("Filled `{}` in {}.", column.label, rows(written)),
        };
        let refused = filled.refused.iter().take(NAMED);
        let refused: Vec<String> =
            refused.map(|(id, why)| format!("`{}` ({why})", self.name_of(id))).collect();
        let more = filled.refused.len().saturating_sub(NAMED);
        if !refused.is_empty() {
            text.push_str(&format!(" Not filled: {}", refused.join(", ")));
            text.push_str(&if more > 0 { format!(" and {more} more.") } else { ".".to_owned() });
        }
        text
    }

    pub fn name_of(self, id: &Id) -> String {
        let named = |row: &&TableRow| row.id == *id && row.kind.has_properties();
        self.rows.with_untracked(|rows| {
            rows.all.iter().find(named).map_or_else(|| id.to_string(), |row| row.name.clone())
        })
    }

    /// The next cell of the row that can be edited, or the previous one; `None` at the end.
    pub fn next_editable(self, row: &TableRow, column: usize, back: bool) -> Option<usize> {
        let can = |column: &usize| (*column == NAME || *column >= PROPERTIES) && self.can_edit(row, *column);
        if back { (NAME..column).rev().find(can) } else { (column + 1..=self.last_column()).find(can) }
    }
}

/// Paths of the values of a column.
fn places(items: &[Id], column: &Column) -> Vec<Id> {
    items.iter().map(|id| Id(id.0.join(&column.path))).collect()
}
