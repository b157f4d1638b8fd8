//! How tests state what they expect: in the YAML itself, under the text that it is about.

mod annotated;
pub mod corpus;
mod diff;
pub mod recipe;
pub mod sample;

pub use annotated::{check, check_fix, check_fix_titled, check_no_fix};
pub use diff::diff;
