//! Rules over any YAML: syntax errors, repeated keys, tabs, invisible characters. Knows no language.

use crate::diagnostic::{Code, Diagnostic};
use crate::yaml::Document;

/// Everything wrong with a text whatever its language.
pub fn check(_document: &Document) -> Vec<Diagnostic> {
    Vec::new()
}

pub fn codes() -> Vec<&'static Code> {
    Vec::new()
}

/// One sentence on a document that no dialect recognises: which known language it seems to be in, or what is missing.
pub fn what_it_may_be(_document: &Document) -> String {
    "No language was recognised".to_owned()
}
