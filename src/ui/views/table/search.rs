//! Search field of the table.

use super::super::super::browser::element;

/// Element id of the field.
pub const SEARCH: &str = "table-search";

pub fn focus_search() {
    if let Some(search) = element(SEARCH) {
        drop(search.focus());
    }
}
