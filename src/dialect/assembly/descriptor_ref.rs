//! A descriptor that is read: the document itself, or another one of the workspace or catalog.

use std::ops::Deref;
use std::sync::Arc;

use super::model::Descriptor;
use limn_text::TextRange;

#[derive(Clone)]
pub(super) enum Held<'d> {
    Own(&'d Descriptor),
    Shared(Arc<Descriptor>),
}

impl Deref for Held<'_> {
    type Target = Descriptor;

    fn deref(&self) -> &Descriptor {
        match self {
            Held::Own(descriptor) => descriptor,
            Held::Shared(descriptor) => descriptor,
        }
    }
}

impl Held<'_> {
    /// The range, if it is in the document itself.
    pub fn own_range(&self, range: TextRange) -> Option<TextRange> {
        matches!(self, Held::Own(_)).then_some(range)
    }
}
