//! Shared types of all languages: the graph of a diagram, edits, diagnostics, grammar tables, and the interface that a language implements.
//! Independent of any language and user interface.

pub mod bend;
pub mod causes;
pub mod code;
mod collapse;
pub mod conversion;
pub mod cycles;
pub mod deployment;
pub mod diagnostic;
pub mod dialect;
pub mod edit;
pub mod element_layer;
pub mod explanation;
pub mod graph;
mod icon;
pub mod library;
pub mod message;
pub mod nesting;
pub mod palette;
pub mod plain_value;
pub mod policy_chart;
pub mod relocation;
pub mod saved_view;
pub mod scaling;
pub mod schema;
pub mod sketch;
pub mod timeline;
pub mod type_diagram;
pub mod value_trace;
