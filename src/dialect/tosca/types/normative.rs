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

/// The other names of a type: without the kind's name space, the last word alone, and older ones.
pub(super) fn shorthands(kind: TypeKind, name: &str) -> Vec<String> {
    let Some(short) = name.strip_prefix(kind.space()) else { return Vec::new() };
    let last = short.rsplit('.').next().unwrap_or(short);
    let mut names = vec![short.to_owned()];
    if last != short {
        names.push(last.to_owned());
    }
    // `tosca.nodes.BlockStorage` is the name of version 1.0, and of the later versions' own examples.
    if kind == TypeKind::Node && short.starts_with("Storage.") {
        names.push(format!("{}{last}", kind.space()));
    }
    names
}
