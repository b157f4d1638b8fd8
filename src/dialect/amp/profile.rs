//! The profiles of AMP, as bits beside the version of TOSCA.

use limn_language::dialect::Profile;
use limn_language::schema::Profiles;
use limn_tosca::grammar::{AMP, AMP_PLUGIN, V1_0, V1_3};

/// A blueprint that is deployed as a file, without the catalog.
pub(crate) const DEPLOYABLE: Profiles = Profiles(1 << 6);
/// A blueprint that other processors of TOSCA are to read, too.
pub(crate) const PORTABLE: Profiles = Profiles(1 << 7);

pub(crate) static PROFILES: &[Profile] = &[
    Profile {
        id: "amp",
        label: "Cloudsoft AMP",
        bits: V1_3.or(AMP),
        doc: "TOSCA 1.3 as Cloudsoft AMP reads it, to be added to its catalog.",
    },
    Profile {
        id: "amp-deployable",
        label: "Cloudsoft AMP, deployable",
        bits: V1_3.or(AMP).or(DEPLOYABLE),
        doc: "The subset that AMP deploys from a single file, without adding types to its catalog.",
    },
    Profile {
        id: "amp-portable",
        label: "Cloudsoft AMP, portable",
        bits: V1_3.or(AMP).or(PORTABLE),
        doc: "TOSCA 1.3 as AMP reads it, with a warning wherever other processors read it differently.",
    },
    Profile {
        id: "amp-plugin",
        label: "Brooklyn plugin",
        bits: V1_0.or(AMP).or(AMP_PLUGIN),
        doc: "The dialect of the open-source plugin that AMP replaces: `tosca_simple_yaml_1_0_0_wd03`.",
    },
];

pub(crate) fn profile(id: &str) -> &'static Profile {
    PROFILES.iter().find(|profile| profile.id == id).expect("every id is listed")
}
