//! Versions of the Simple Profile, as bits.

use limn_language::schema::Profiles;

pub const V1_0: Profiles = Profiles(1);
pub const V1_1: Profiles = Profiles(1 << 1);
pub const V1_2: Profiles = Profiles(1 << 2);
pub const V1_3: Profiles = Profiles(1 << 3);
/// No version: for keynames that belong elsewhere.
pub const NOWHERE: Profiles = Profiles(0);

/// The standard that the sections of all codes refer to.
pub const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2";
