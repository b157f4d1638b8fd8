//! The tables of service templates, and the codes that fall out of them. What a table cannot say stands in `rules`.
//!
//! Names that are missing are not told here: inheritance, imports and TOSCA's own types decide that.

mod common;
mod constraint;
mod definition;
mod interface;
mod service;
mod substitution;
mod template;
mod types;
mod workflow;

use crate::diagnostic::Code;
use crate::schema::{Key, Profiles};

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
/// No version has it: for keys that are known to belong elsewhere.
pub const NOWHERE: Profiles = Profiles(0);

/// The standard that the sections of all codes stand in.
pub const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2";

/// A key that came with 1.1.
const fn since_1_1(key: Key) -> Key {
    key.only(V1_1.or(V1_2).or(V1_3), &LATER_KEYNAME).home("a keyname of TOSCA 1.1")
}

/// A key that came with 1.2.
const fn since_1_2(key: Key) -> Key {
    key.only(V1_2.or(V1_3), &LATER_KEYNAME).home("a keyname of TOSCA 1.2")
}

/// A key that came with 1.3.
const fn since_1_3(key: Key) -> Key {
    key.only(V1_3, &LATER_KEYNAME).home("a keyname of TOSCA 1.3")
}

/// A key that 1.3 has no more.
const fn until_1_2(key: Key) -> Key {
    key.only(V1_0.or(V1_1).or(V1_2), &EARLIER_KEYNAME).home("a keyname that TOSCA 1.3 has no more")
}

/// Everything that the tables can say.
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
