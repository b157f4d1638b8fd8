//! The diagram as a table: a row for each node, group and policy, below it what is in it and its relationships; a column for each property. Pure data
//! from graph and forms, independent of languages; [`Fill`] writes a column of several rows.

mod columns;
mod fill;
mod filter;
mod rows;
#[cfg(test)]
mod tests;

use super::Checked;
use limn_ide::form::{Control, Field, Sheet};
use limn_language::graph::Id;
use limn_yaml::Path;

pub use columns::Column;
pub use fill::{Fill, Filled};
pub use filter::{Filter, shown, types};
pub use rows::{RowKind, TableRow, rows};

/// A cell of a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The value in one line, or a summary of it.
    pub text: String,
    pub state: CellState,
    /// True if it can be edited in one line; otherwise in the form of the item.
    pub is_line: bool,
    /// An anchor or merge shares the value with other places.
    pub is_shared: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    Written,
    /// Not written; the text is the default.
    Default,
    /// Neither written nor with a default.
    Empty,
    /// Not written, but required.
    Missing,
}

impl Cell {
    fn of(field: &Field) -> Cell {
        let (text, state) = match (&field.value, &field.default) {
            (Some(value), _) => (one_line(value), CellState::Written),
            (None, _) if field.written => (summary(&field.control), CellState::Written),
            (None, Some(default)) => (default.to_string(), CellState::Default),
            (None, None) if field.required => (String::new(), CellState::Missing),
            (None, None) => (String::new(), CellState::Empty),
        };
        let is_line = is_line(field);
        Cell { text, state, is_line, is_shared: field.shared.is_some() }
    }
}

impl Checked {
    /// The cells of an item in these columns; `None` where it has no such property.
    pub fn cells(&self, id: &Id, columns: &[Column]) -> Vec<Option<Cell>> {
        let sheet = self.written_sheet(id);
        let of =
            |column: &Column| self.field_in(sheet.as_ref()?, &column.path).map(|(_, field)| Cell::of(&field));
        columns.iter().map(of).collect()
    }

    /// The form of an item that is written in the document. What is only referred to has none: a value would declare it in part.
    fn written_sheet(&self, id: &Id) -> Option<Sheet> {
        self.document.effective(&id.0)?;
        self.sheet(id)
    }

    /// The field of a form at a path, and the element that its path is relative to: elements by name have forms of their own.
    fn field_in(&self, sheet: &Sheet, path: &Path) -> Option<(Id, Field)> {
        if let Some(field) = sheet.field_at(path) {
            return Some((Id(sheet.path.clone()), field.clone()));
        }
        let (entry, only) = self.only_value(sheet, sheet.folded_around(path)?)?;
        (entry.path.join(&only.path) == sheet.path.join(path)).then(|| (Id(entry.path.clone()), only))
    }

    /// The form of a collapsed element by name, and the field that its summary shows, if nothing else is written.
    fn only_value(&self, sheet: &Sheet, folded: &Field) -> Option<(Sheet, Field)> {
        let entry = self.entry(&Id(sheet.path.join(&folded.path)))?;
        let Control::Folded { brief } = &folded.control else { return None };
        let mut written = entry.fields.iter().filter(|field| field.written);
        let only = written.next().filter(|_| written.next().is_none())?.clone();
        let is_summary = is_line(&only) && only.value.as_ref() == Some(brief);
        if !is_summary {
            return None;
        }
        Some((entry, only))
    }
}

/// Returns true if a field is edited as one line of text.
pub(super) fn is_line(field: &Field) -> bool {
    let spans_lines = || field.value.as_deref().is_some_and(|value| value.contains(['\n', '\r']));
    field.control.is_single() && !spans_lines() && !field.is_short
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text of a cell for a value that is not one line.
fn summary(control: &Control) -> String {
    let count = |count: usize| match count {
        1 => "1 entry".to_owned(),
        many => format!("{many} entries"),
    };
    match control {
        Control::Call(_, summary) => summary.replace('`', ""),
        Control::Folded { brief } => brief.clone(),
        Control::Raw { source } | Control::Unknown { source } => one_line(source),
        Control::Range(bounds) => bounds.join(" to "),
        Control::NamePath { now, .. } => now.join(", "),
        Control::Pick { now, .. } => now.clone().unwrap_or_default(),
        Control::List { items, .. } => {
            let values: Option<Vec<&str>> = items.iter().map(|item| item.value.as_deref()).collect();
            values.map_or_else(|| count(items.len()), |values| values.join(", "))
        }
        Control::Named { entries, .. } | Control::Map { entries, .. } => count(entries.len()),
        Control::Count { entries, .. } => count(*entries),
        Control::Connections(connections) => {
            count(connections.iter().filter(|connection| connection.to.is_some()).count())
        }
        Control::Empty => "yes".to_owned(),
        _ => String::new(),
    }
}

/// The fields of a form that a table has columns for, with the label of the group around each: groups are opened, entries by name with a value, too.
pub(super) fn leaves<'s>(sheet: &'s Sheet, then: &mut dyn FnMut(&'s Field, &'s str)) {
    visit(&sheet.fields, "", then);
}

fn visit<'s>(fields: &'s [Field], around: &'s str, then: &mut dyn FnMut(&'s Field, &'s str)) {
    for field in fields {
        match field.control.inner_fields() {
            Some(inner) if !field.key.is_empty() => visit(inner, &field.label, then),
            _ => then(field, around),
        }
    }
}
