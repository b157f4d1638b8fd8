//! Parameters of entities: those that an entity declares, and those of the catalog items that its type resolves to.

use super::items::{FoundItem, Items, Parameter};
use super::model::CatalogModel;
use limn_files::FilePath;
use limn_yaml::Node;

impl CatalogModel {
    pub(super) fn items(&self) -> Items<'_> {
        Items::of_document(&self.library, &self.file, &self.document)
    }

    /// The declaration in another file that a reference of this file resolves to.
    pub(super) fn foreign_declaration(&self, reference: usize) -> Option<Node<'_>> {
        let found = self.foreign.iter().find(|external| external.reference == reference)?;
        self.items().document(&found.file)?.get(&found.path)
    }

    /// The item with a name, which a version can follow: `shop:1.0.0`.
    pub(super) fn item(&self, name: &str) -> Option<FoundItem<'_>> {
        self.items().find(name)
    }

    /// The parameters of an entity, its own first. `file`: the one that has the entity.
    pub(super) fn parameters_of<'m>(&'m self, entity: Node<'m>, file: &FilePath) -> Vec<Parameter<'m>> {
        self.items().parameters(entity, file)
    }
}
