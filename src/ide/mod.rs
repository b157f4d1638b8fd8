//! What an editor asks: definition, references, rename, hover, completion, forms. One file each, over grammar tables and names, for every language at
//! once. Plain data out. Knows no dialect, no analysis and no page.

mod candidates;
mod position;

pub mod completion;
pub mod definition;
pub mod form;
pub mod hover;
pub mod prose;
pub mod references;
pub mod rename;
