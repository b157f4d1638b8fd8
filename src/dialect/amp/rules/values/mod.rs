//! Types of values: generic types, keynames of definitions, constraints.

pub(super) mod constraint;
pub(super) mod keynames;
pub(crate) mod portable;
pub(super) mod refinement;
pub(super) mod schema;
pub(super) mod status;
pub(super) mod type_name;

use std::collections::BTreeSet;

use limn_language::diagnostic::{Diagnostic, Report};
use limn_tosca::model::Service;
use limn_tosca::types::{ScalarText, TypeKind};
use limn_tosca::value_definitions;
use limn_yaml::Node;

/// A type of values as written, with the definition or schema that it is in.
pub(crate) struct TypeName<'d> {
    pub word: ScalarText<'d>,
    /// The mapping and its key; `None` for a schema that is only a name.
    pub holder: Option<(Node<'d>, &'static str)>,
}

/// All types of values that the document names.
fn type_names<'d>(service: &Service<'d>) -> Vec<TypeName<'d>> {
    let mut found = Vec::new();
    for it in value_definitions(service) {
        in_definition(it.node, "type", &mut found);
    }
    for (_, it) in service.own_types(TypeKind::Data) {
        in_definition(it.node, "derived_from", &mut found);
    }
    let mut seen = BTreeSet::new();
    // Aliases lead to one name several times.
    found.retain(|type_name| {
        service.is_own(type_name.word.node) && seen.insert(type_name.word.node.range().start)
    });
    found
}

fn in_definition<'d>(node: Node<'d>, key: &'static str, found: &mut Vec<TypeName<'d>>) {
    found.extend(ScalarText::at(node, key).map(|word| TypeName { word, holder: Some((node, key)) }));
    for schema in schemas(node) {
        match ScalarText::of(schema).filter(|_| schema.is_scalar()) {
            Some(word) => found.push(TypeName { word, holder: None }),
            None => in_definition(schema, "type", found),
        }
    }
}

/// The schemas of entries and keys. An alias can make a schema its own entry; the schema is visited where it is written.
fn schemas(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let schemas = ["entry_schema", "key_schema"].into_iter().filter_map(move |key| node.get(key));
    schemas.filter(|schema| !schema.is_alias() && !schema.is_null())
}

/// Adds diagnostics, each place once: aliases lead to one definition several times.
fn emit(report: &mut Report, mut diagnostics: Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    diagnostics.retain(|diagnostic| {
        seen.insert((diagnostic.range.start, diagnostic.range.end, diagnostic.code.name))
    });
    report.extend(diagnostics);
}
