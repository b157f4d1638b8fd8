//! What the tests of the house share.

#[path = "../../src/check/corpus.rs"]
pub mod corpus;
