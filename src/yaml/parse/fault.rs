//! What the parser stumbled over, in plain words.

use granit_parser::ErrorKind;

use crate::text::TextRange;
use crate::yaml::SyntaxError;

/// Where reading stopped, and why.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) kind: ErrorKind,
}

impl Fault {
    pub(super) fn explain(&self, text: &str) -> SyntaxError {
        let at = self.at.min(text.len());
        SyntaxError { range: TextRange::empty(at), message: self.kind.to_string(), related: None }
    }
}
