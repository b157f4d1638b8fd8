//! Nested assemblies: components become a descriptor of their own, and the components of a descriptor take the place of the component that represents it.

mod ends;
mod extract;
mod inline;
mod order;
mod published;
mod sites;
mod substitute;
mod values;

use crate::grammar::DescriptorName;
use crate::model::{Descriptor, DescriptorKind};
use limn_common as common;
use limn_files::FilePath;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Extraction, Inlining, Nesting};

impl Nesting for Descriptor {
    fn noun(&self) -> &'static str {
        "nested assembly"
    }

    fn is_extractable(&self, id: &Id) -> bool {
        self.kind == DescriptorKind::Assembly && self.owners().any(|owner| owner.path == id.0)
    }

    fn is_inlinable(&self, id: &Id) -> bool {
        let component = self.composition.iter().find(|component| component.path == id.0);
        component
            .and_then(|component| self.descriptor_of(component))
            .is_some_and(|definition| is_nested(self, &definition))
    }

    fn new_name(&self, ids: &[Id]) -> String {
        let first = self.owners().find(|owner| ids.iter().any(|id| id.0 == owner.path));
        let base = first.map_or_else(|| "group".to_owned(), |owner| format!("{}-group", owner.name));
        common::free_name(&base, '-', |name| extract::check_name(self, name).is_err())
    }

    fn extract(&self, ids: &[Id], name: &str, _file: &FilePath) -> Result<Extraction, EditError> {
        extract::extract(self, ids, name)
    }

    fn inline(&self, id: &Id) -> Result<Inlining, EditError> {
        inline::inline(self, id)
    }
}

/// Returns true if a descriptor is an assembly of the workspace whose components can be those of another one.
fn is_nested(outer: &Descriptor, nested: &Descriptor) -> bool {
    nested.kind == DescriptorKind::Assembly && outer.file != nested.file && outer.workspace.contains(nested)
}

/// The full name of a new assembly, in the version of the one that contains it.
fn full_name(outer: &Descriptor, name: &str) -> String {
    let version =
        outer.full_name().map_or_else(|| "1.0".to_owned(), |DescriptorName { version, .. }| version);
    format!("assembly::{name}::{version}")
}

fn refused<T>(why: String) -> Result<T, EditError> {
    Err(EditError::Refused(why))
}
