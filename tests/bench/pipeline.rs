//! From text to picture, stage by stage.
fn main() {}
