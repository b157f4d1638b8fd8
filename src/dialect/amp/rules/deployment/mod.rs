//! Blueprints that are deployed as a file, without the catalog.

pub(super) mod bundled_file;
pub(super) mod catalog_type;
pub(super) mod declared_types;
