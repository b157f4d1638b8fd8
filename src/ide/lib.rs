//! Editor features: definition, references, rename, hover, completion, forms, folding, outline and more. One file each, based on grammar tables and names, for every language.
//! Returns plain data. Independent of dialects, analysis and page.

pub mod anchors;
pub mod calls;
mod candidates;
mod elements;
mod name_paths;
mod position;
mod slot_keys;
mod snippet;
mod typed_values;
mod words;

pub mod completion;
pub mod dashes;
pub mod definition;
pub mod first_keys;
pub mod folding;
pub mod form;
pub mod hints;
pub mod hover;
pub mod prose;
pub mod quoting;
pub mod references;
pub mod rename;
pub mod selection;
pub mod symbols;
pub mod tokens;
pub mod unclosed;
