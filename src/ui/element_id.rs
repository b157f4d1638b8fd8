//! Element ids: by them one part of the page finds, focuses or moves what another one shows.

use limn_language::graph::Id;

/// Id of the element that draws an item on the canvas.
pub fn of_item(id: &Id) -> String {
    format!("thing-{id}").replace(char::is_whitespace, "_")
}

/// Id of the element of a form field, and prefix of the ids of its parts.
pub fn of_field(path: &Id) -> String {
    format!("field-{path}").replace(char::is_whitespace, "_")
}
