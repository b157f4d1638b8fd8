//! Grammar of service templates, and its codes. Checks beyond the grammar are in `rules`.
//!
//! Missing names are not checked here: they depend on inheritance, imports and built-in types.

mod activity;
mod amp;
mod common;
mod constraint;
mod definition;
mod interface;
mod section;
mod service;
mod substitution;
mod template;
mod trigger;
mod types;
mod vendor;
mod version;
mod workflow;

use limn_language::diagnostic::Code;

pub use activity::*;
pub use common::*;
pub use constraint::*;
pub use definition::*;
pub use interface::*;
pub use section::{section_in, source_in};
pub use service::*;
pub use substitution::*;
pub use template::*;
pub use trigger::*;
pub use types::*;
pub use version::*;
pub use workflow::*;

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
        activity::CODES,
        trigger::CODES,
    ]
    .concat()
}
