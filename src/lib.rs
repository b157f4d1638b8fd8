#![doc = include_str!("ARCHITECTURE.md")]

pub use limn_analysis as analysis;
pub use limn_analysis::incremental;
pub use limn_canvas as canvas;
pub use limn_disk as disk;
pub use limn_files as files;
pub use limn_ide as ide;
pub use limn_journal as journal;
pub use limn_language::{
    bend, causes, deployment, diagnostic, edit, graph, message, plain_value, saved_view, schema, timeline,
    value_trace,
};
pub use limn_layout as layout;
pub use limn_lsp as lsp;
pub use limn_packages as packages;
pub use limn_text as text;
pub use limn_yaml as yaml;

/// The interface of a language, and every language.
pub mod dialect {
    pub use limn_assembly as assembly;
    pub use limn_common as common;
    pub use limn_dialects::ALL;
    pub use limn_homing as homing;
    pub use limn_language::dialect::*;
    pub use limn_tosca as tosca;
}
