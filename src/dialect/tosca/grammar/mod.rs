//! Grammar of service templates, and its codes. Checks beyond the grammar are in `rules`.
//!
//! Missing names are not checked here: they depend on inheritance, imports and built-in types.

mod common;
mod constraint;
mod definition;
mod interface;
mod service;
mod substitution;
mod template;
mod types;
mod workflow;

use limn_language::diagnostic::Code;
use limn_language::schema::{Key, Profiles};

pub use common::*;
pub use constraint::*;
pub use definition::*;
pub use interface::*;
pub use service::*;
pub use substitution::*;
pub use template::*;
pub use types::*;
pub use workflow::*;

pub const V1_0: Profiles = Profiles(1);
pub const V1_1: Profiles = Profiles(1 << 1);
pub const V1_2: Profiles = Profiles(1 << 2);
pub const V1_3: Profiles = Profiles(1 << 3);
/// No version: for keynames that belong elsewhere.
pub const NOWHERE: Profiles = Profiles(0);

/// The standard that the sections of all codes refer to.
pub const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2";

/// A keyname since 1.1.
const fn since_1_1(key: Key) -> Key {
    key.only(V1_1.or(V1_2).or(V1_3), &LATER_KEYNAME).home("a keyname of TOSCA 1.1")
}

/// A keyname since 1.2.
const fn since_1_2(key: Key) -> Key {
    key.only(V1_2.or(V1_3), &LATER_KEYNAME).home("a keyname of TOSCA 1.2")
}

/// A keyname since 1.3.
const fn since_1_3(key: Key) -> Key {
    key.only(V1_3, &LATER_KEYNAME).home("a keyname of TOSCA 1.3")
}

/// A keyname removed in 1.3.
const fn until_1_2(key: Key) -> Key {
    key.only(V1_0.or(V1_1).or(V1_2), &EARLIER_KEYNAME).home("a keyname removed in TOSCA 1.3")
}

/// Codes of the grammar.
pub(super) fn codes() -> Vec<&'static Code> {
    [
        common::CODES,
        service::CODES,
        constraint::CODES,
        definition::CODES,
        interface::CODES,
        types::CODES,
        template::CODES,
        substitution::CODES,
        workflow::CODES,
    ]
    .concat()
}
