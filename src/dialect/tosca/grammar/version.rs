//! Versions of the Simple Profile, as bits.

use limn_language::schema::Profiles;

pub const V1_0: Profiles = Profiles(1);
pub const V1_1: Profiles = Profiles(1 << 1);
pub const V1_2: Profiles = Profiles(1 << 2);
pub const V1_3: Profiles = Profiles(1 << 3);
/// Set beside a version: the extensions of Cloudsoft AMP. Its catalog can have any type, so unknown type names are not reported.
pub const AMP: Profiles = Profiles(1 << 4);
/// Set beside [`AMP`]: the dialect of the open-source plugin that AMP replaces, `tosca_simple_yaml_1_0_0_wd03`.
pub const AMP_PLUGIN: Profiles = Profiles(1 << 5);
/// No version: for keynames that belong elsewhere.
pub const NOWHERE: Profiles = Profiles(0);

/// The standard that the sections of all codes refer to.
pub const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2";
