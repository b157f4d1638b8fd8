//! The list of languages: a new one is a crate beside these and one entry in [`ALL`].

use limn_language::dialect::Dialect;

/// Every language, the most certain first.
pub static ALL: &[&dyn Dialect] = &[
    &limn_tosca::Meta,
    &limn_amp::Manifest,
    &limn_assembly::Assembly,
    &limn_amp::Amp,
    &limn_tosca::Tosca,
    &limn_amp::Catalog,
    &limn_homing::Homing,
];
