#![doc = include_str!("ARCHITECTURE.md")]

pub mod analysis;
pub mod canvas;
#[cfg(test)]
mod check;
pub mod csar;
pub mod diagnostic;
pub mod dialect;
pub mod edit;
pub mod files;
pub mod formula;
pub mod globe;
pub mod graph;
pub mod ide;
pub mod journal;
pub mod layout;
pub mod schema;
pub mod text;
pub mod trial;
#[cfg(feature = "app")]
pub mod ui;
pub mod watch;
pub mod yaml;
