//! Test support: expectations in the YAML itself, sample graphs, a sample language, and the corpus.

mod annotated;
pub mod corpus;
mod diff;
pub mod example;
pub mod recipe;
pub mod sample;

pub use annotated::{check, check_fix, check_fix_titled, check_no_fix};
pub use diff::diff;
