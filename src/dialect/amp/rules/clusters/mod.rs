//! Clusters, policies, groups and locations.

pub(super) mod capability;
pub(super) mod cluster;
pub(super) mod entries;
pub(crate) mod group_list;
pub(super) mod group_type;
pub(super) mod initializer;
pub(crate) mod location;
pub(super) mod machine;
pub(super) mod policy_type;
pub(super) mod scaling;
