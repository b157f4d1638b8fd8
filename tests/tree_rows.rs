//! The rows of the page's tree, which are pure: their own tests, run without a browser.

#[path = "../src/ui/tree/rows.rs"]
#[allow(dead_code, reason = "the page takes what is not tested here")]
mod rows;
