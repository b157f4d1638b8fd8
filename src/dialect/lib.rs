//! The list of languages: a new one is a crate beside these and one entry in [`ALL`].

use limn_language::dialect::Dialect;

/// Every language, in the order in which they are tried: the one with the most certain recognition first.
pub static ALL: &[&dyn Dialect] = &[
    &limn_tosca::Meta,
    &limn_amp::Manifest,
    &limn_assembly::Assembly,
    &limn_amp::Amp,
    &limn_tosca::Tosca,
    &limn_amp::Catalog,
    &limn_homing::Homing,
];
