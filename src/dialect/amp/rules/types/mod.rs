//! Types that a blueprint adds to AMP's catalog.

pub(super) mod nested_topology;
pub(super) mod sections;
pub(super) mod unused_keynames;
