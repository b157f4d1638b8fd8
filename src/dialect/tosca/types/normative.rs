//! TOSCA's own types: the normative catalogue, and the types that its examples lean on. Read once.

use std::sync::OnceLock;

use super::TypeKind;
use crate::yaml::{self, Document};

static NORMATIVE: OnceLock<Document> = OnceLock::new();
static EXAMPLES: OnceLock<Document> = OnceLock::new();

pub(super) fn documents() -> [&'static Document; 2] {
    [
        NORMATIVE.get_or_init(|| yaml::parse(include_str!("normative.yaml"))),
        EXAMPLES.get_or_init(|| yaml::parse(include_str!("examples.yaml"))),
    ]
}

/// The other names of a type, the surest first: without the kind's name space; for storage the full name of version 1.0, which the later
/// versions' own examples still use; the last word alone.
pub(super) fn shorthands(kind: TypeKind, name: &str) -> Vec<String> {
    let Some(short) = name.strip_prefix(kind.space()) else { return Vec::new() };
    let mut names = vec![short.to_owned()];
    if let Some(of_1_0) = short.strip_prefix("Storage.").filter(|_| kind == TypeKind::Node) {
        names.push(format!("{}{of_1_0}", kind.space()));
    }
    // The abstract types share their last word with what derives from them.
    if let Some((_, last)) = short.rsplit_once('.').filter(|_| !short.starts_with("Abstract.")) {
        names.push(last.to_owned());
    }
    names
}
