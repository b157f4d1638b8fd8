//! Columns of the table: the properties that its items have.

use std::collections::{BTreeSet, HashMap};

use super::{is_line, leaves};
use crate::Checked;
use limn_ide::form::Control;
use limn_language::graph::Id;
use limn_yaml::Path;

/// Items of one type whose forms are read to find the columns. Other items of the type have the same properties, except undeclared ones.
const FORMS_OF_A_TYPE: usize = 4;
/// Maximum number of forms that are read to find the columns.
const MAX_FORMS: usize = 160;
/// Maximum number of columns.
const MAX_COLUMNS: usize = 120;
/// Maximum number of lookups to count values.
const MAX_LOOKUPS: usize = 60_000;

/// A property of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its path in the form of an item.
    pub path: Path,
    pub label: String,
    /// The label of the group around it, or empty.
    pub group: String,
    pub doc: String,
    /// The number of items with a value for it; of many items, among the first.
    pub written: usize,
    /// True if most values repeat the type of their row by its full name.
    pub repeats_type: bool,
}

impl Column {
    /// The label, with the group where another column has the same label. The types of all rows have a column of their own, beside that of their full names.
    pub fn heading(&self, all: &[Column]) -> String {
        if self.repeats_type {
            return format!("{} in full", self.label);
        }
        let is_ambiguous = all.iter().any(|other| other.path != self.path && other.label == self.label);
        match is_ambiguous && !self.group.is_empty() {
            true => format!("{} ({})", self.label, self.group),
            false => self.label.clone(),
        }
    }
}

impl Checked {
    /// The properties that items have and that are edited as one line, each item with its type: those with the most values first, otherwise in the order of
    /// the forms. A type in full comes last.
    pub fn columns(&self, items: &[(Id, String)]) -> Vec<Column> {
        let mut read: HashMap<&str, usize> = HashMap::new();
        let mut known: BTreeSet<Path> = BTreeSet::new();
        let mut columns: Vec<Column> = Vec::new();
        let mut forms = 0;
        for (id, type_name) in items {
            let count = read.entry(type_name).or_default();
            if *count >= FORMS_OF_A_TYPE || forms >= MAX_FORMS {
                continue;
            }
            let Some(sheet) = self.written_sheet(id) else { continue };
            *count += 1;
            forms += 1;
            leaves(&sheet, &mut |field, group| {
                if columns.len() == MAX_COLUMNS {
                    return;
                }
                let path = match &field.control {
                    Control::Folded { .. } => {
                        self.only_value(&sheet, field).map(|(_, only)| field.path.join(&only.path))
                    }
                    _ => is_line(field).then(|| field.path.clone()),
                };
                let Some(path) = path.filter(|path| known.insert(path.clone())) else { return };
                columns.push(Column {
                    path,
                    label: field.label.clone(),
                    group: group.to_owned(),
                    doc: field.doc.to_string(),
                    written: 0,
                    repeats_type: false,
                });
            });
        }
        self.count(&mut columns, items);
        columns.sort_by_key(|column| (column.repeats_type, std::cmp::Reverse(column.written)));
        columns
    }

    fn count(&self, columns: &mut [Column], items: &[(Id, String)]) {
        let counted = MAX_LOOKUPS / columns.len().max(1);
        for column in columns {
            let mut repeated = 0;
            for (id, type_name) in items.iter().take(counted) {
                let Some(node) = self.document.effective(&id.0.join(&column.path)) else { continue };
                column.written += 1;
                let is_repeated = node.as_str().is_some_and(|text| repeats(&text, type_name));
                repeated += usize::from(is_repeated);
            }
            column.repeats_type = repeated * 2 > column.written;
        }
    }
}

/// Returns true if a value says in full what the type of a row says in short: `tosca.nodes.Compute` and `Compute`.
fn repeats(value: &str, type_name: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let type_name = bare(type_name);
    !type_name.is_empty() && bare(value).ends_with(&type_name)
}
