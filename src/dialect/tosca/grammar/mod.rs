//! The tables of service templates, and the codes that fall out of them. What a table cannot say stands in `rules`.

mod service;

use crate::diagnostic::Code;
use crate::schema::Profiles;

pub use service::*;

pub const V1_0: Profiles = Profiles(1);
pub const V1_1: Profiles = Profiles(1 << 1);
pub const V1_2: Profiles = Profiles(1 << 2);
pub const V1_3: Profiles = Profiles(1 << 3);

/// Everything that the tables can say.
pub(super) fn codes() -> Vec<&'static Code> {
    service::CODES.to_vec()
}
