//! Fill-down: one value of a column for several rows, as one change.

use super::{Column, is_line};
use crate::{Analysis, Change, Checked};
use limn_files::FilePath;
use limn_ide::form::Field;
use limn_language::edit::{Edit, EditError, Input};
use limn_language::graph::Id;
use limn_language::message;

/// The change that fills a column, and the items that it leaves as they are.
#[derive(Debug, Default)]
pub struct Filled {
    pub change: Change,
    /// Items that the change writes.
    pub written: usize,
    /// Items that have the value already.
    pub unchanged: usize,
    /// Items that cannot have the value, with the reason.
    pub refused: Vec<(Id, String)>,
}

/// Value that fill-down writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill<'t> {
    /// A text, which can be empty.
    Text(&'t str),
    /// Removes the values.
    Nothing,
}

impl Checked {
    /// The field of an item in a column, and the element that its path is relative to.
    pub fn line_field(&self, id: &Id, column: &Column) -> Result<(Id, Field), String> {
        let sheet =
            self.written_sheet(id).ok_or_else(|| "the item isn't declared in this file".to_owned())?;
        let found = self.field_in(&sheet, &column.path);
        let (base, field) = found.ok_or_else(|| message::unknown("property", &column.label))?;
        match is_line(&field) {
            true => Ok((base, field)),
            false => Err(format!("its `{}` is edited in the inspector", column.label)),
        }
    }

    /// The edit of what an input of one line was left with; `None` if it means the value that the item has already.
    pub fn line_edit(&self, id: &Id, column: &Column, text: &str) -> Result<Option<Edit>, String> {
        let (base, field) = self.line_field(id, column)?;
        field.edit(&base, field.typed(text)).transpose().map_err(str::to_owned)
    }

    fn fill_edit(&self, id: &Id, column: &Column, fill: Fill<'_>) -> Result<Option<Edit>, String> {
        let (of, field) = self.line_field(id, column)?;
        let text = match fill {
            Fill::Text("") if field.value.as_deref() == Some("") => return Ok(None),
            Fill::Text("") => {
                let input = Input::Text(String::new());
                return Ok(Some(Edit::Set { of, key: field.path, input }));
            }
            Fill::Nothing if field.value.is_none() => return Ok(None),
            Fill::Nothing if !field.required => return Ok(Some(Edit::Unset { of, key: field.path })),
            Fill::Text(text) => text,
            Fill::Nothing => "",
        };
        field.edit(&of, text).transpose().map_err(str::to_owned)
    }
}

impl Analysis {
    /// Writes one value of a column to several items: one change with the smallest edit of each. Items that cannot have the value are left out, each with the
    /// reason.
    pub fn fill(
        &self,
        file: &FilePath,
        items: &[Id],
        column: &Column,
        fill: Fill<'_>,
    ) -> Result<Filled, EditError> {
        let checked = self.checked(file)?;
        let mut changes = Vec::new();
        let mut filled = Filled::default();
        for id in items {
            let planned = match checked.fill_edit(id, column, fill) {
                Ok(None) => {
                    filled.unchanged += 1;
                    continue;
                }
                Ok(Some(edit)) => self.plan(file, &edit).map_err(|error| reason(&error)),
                Err(reason) => Err(reason),
            };
            match planned {
                Ok(change) => changes.push(Ok(change)),
                Err(reason) => filled.refused.push((id.clone(), reason)),
            }
        }
        filled.written = changes.len();
        filled.change = Change { focus: None, ..Change::union(changes)? };
        Ok(filled)
    }
}

/// Reason to leave out a row.
fn reason(error: &EditError) -> String {
    match error {
        EditError::Shared(value) => format!("shared by `&{}`: edit it in its cell", value.anchor),
        error => error.to_string(),
    }
}
