//! The head of a service template: version, metadata, description, sections.

pub(super) mod description;
pub(super) mod version;
