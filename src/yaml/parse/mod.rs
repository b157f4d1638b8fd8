//! Text to document, whatever the text.

mod build;
mod events;
mod fault;
mod keys;

use std::sync::Arc;

use build::Builder;

use super::document::Document;

/// Reads a text. Total: what is not YAML is named in [`Document::errors`] and costs its own item.
pub fn parse(text: impl Into<Arc<str>>) -> Document {
    let text = text.into();
    let mut builder = Builder::new(&text);
    for event in events::events(&text) {
        match event {
            Ok(event) => builder.on(event),
            Err(fault) => builder.errors.push(fault.explain(&text)),
        }
    }
    builder.finish();
    let Builder { nodes, roots, comments, errors, repeated, .. } = builder;
    Document { text, nodes, roots, comments, errors, repeated }
}
