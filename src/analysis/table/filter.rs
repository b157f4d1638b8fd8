//! Row filter: rows that are not folded away and that the filter matches.

use std::collections::{BTreeMap, BTreeSet};

use super::{RowKind, TableRow};

/// Words that are searched for. An empty filter matches every row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that name or type contain, in any case.
    pub words: String,
    /// The type of the rows; empty: any.
    pub type_name: String,
    /// Keys of rows that match whatever they are: rows that an edit changed stay in place until something else is searched for.
    pub kept: BTreeSet<String>,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty() && self.type_name.is_empty()
    }

    /// Returns true if a row matches. Rows inside other rows without properties of their own, such as relationships, follow the row around them.
    fn matches(&self, row: &TableRow) -> bool {
        let text = || format!("{} {}", row.name, row.caption).to_lowercase();
        let has_words = || {
            let text = text();
            self.words.to_lowercase().split_whitespace().all(|word| text.contains(word))
        };
        let is_found = || {
            (self.type_name.is_empty() || self.type_name == row.caption)
                && (self.words.trim().is_empty() || has_words())
        };
        row.kind.has_properties() && (self.kept.contains(&row.key) || is_found())
    }
}

/// The positions of the rows that are shown, each with whether the filter matches it: rows around a match are shown too. `is_open`: whether the rows below
/// a row are shown.
pub fn shown(rows: &[TableRow], filter: &Filter, is_open: impl Fn(&TableRow) -> bool) -> Vec<(usize, bool)> {
    let mut matches: Vec<bool> = rows.iter().map(|row| filter.is_empty() || filter.matches(row)).collect();
    let mut leads: Vec<bool> = matches.clone();
    if !filter.is_empty() {
        // A row comes before those below it.
        for at in (0..rows.len()).rev() {
            if let (true, Some(parent)) = (leads[at], rows[at].parent) {
                leads[parent] = true;
            }
        }
        for (at, row) in rows.iter().enumerate() {
            if let (false, Some(parent)) = (row.kind.has_properties(), row.parent) {
                matches[at] = matches[parent];
            }
        }
    }
    let mut seen = vec![false; rows.len()];
    let mut found = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let is_reached = row.parent.is_none_or(|parent| {
            let leads_on = !filter.is_empty() && leads[at] && row.kind.has_properties();
            seen[parent] && (leads_on || is_open(&rows[parent]))
        });
        seen[at] = is_reached && (leads[at] || matches[at]);
        if seen[at] {
            found.push((at, matches[at]));
        }
    }
    found
}

/// The types of rows with properties, in alphabetical order, and their numbers.
pub fn types(rows: &[TableRow]) -> Vec<(String, usize)> {
    let mut types: BTreeMap<&str, usize> = BTreeMap::new();
    let typed = |row: &&TableRow| row.kind.has_properties() && row.kind != RowKind::Group;
    for row in rows.iter().filter(typed).filter(|row| !row.caption.is_empty()) {
        *types.entry(&row.caption).or_default() += 1;
    }
    types.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
}
