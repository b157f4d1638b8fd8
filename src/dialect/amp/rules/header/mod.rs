//! The head of a service template: version, metadata, description, sections.

pub(super) mod description;
pub(super) mod icon;
pub(super) mod metadata;
pub(super) mod sections;
pub(super) mod version;
