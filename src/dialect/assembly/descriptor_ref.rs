//! A descriptor that is read: the document itself, or another one of the workspace or catalog.

use std::ops::Deref;
use std::sync::Arc;

use super::model::Descriptor;
use limn_text::TextRange;

#[derive(Clone)]
pub(super) enum DescriptorRef<'d> {
    Own(&'d Descriptor),
    Shared(Arc<Descriptor>),
}

impl Deref for DescriptorRef<'_> {
    type Target = Descriptor;

    fn deref(&self) -> &Descriptor {
        match self {
            DescriptorRef::Own(descriptor) => descriptor,
            DescriptorRef::Shared(descriptor) => descriptor,
        }
    }
}

impl DescriptorRef<'_> {
    /// The range, if it is in the document itself.
    pub fn own_range(&self, range: TextRange) -> Option<TextRange> {
        matches!(self, DescriptorRef::Own(_)).then_some(range)
    }
}
