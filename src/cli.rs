//! The command line `limn`.
fn main() {}
