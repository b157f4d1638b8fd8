//! Helpers that several tests share.

#[allow(dead_code, reason = "each test takes what it needs")]
pub mod carets;
#[path = "../../src/check/corpus.rs"]
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod corpus;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod documents;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod fixes;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod folder;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod imports;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod sarif;
#[allow(dead_code, reason = "each test takes what it needs")]
pub mod source;
