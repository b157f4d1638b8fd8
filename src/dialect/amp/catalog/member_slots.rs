//! Values of the members of clusters and configuration keys of entities, for forms and completion: the tables have any value there.

use super::catalog_items;
use super::grammar::CONFIG_KEY;
use super::model::{CatalogModel, ElementKind};
use crate::fields::{below, configuration, member};
use limn_language::schema::{Holds, Slot, Slots};
use limn_yaml::Path;

pub(super) struct MemberSlots<'m>(pub(super) &'m CatalogModel);

impl MemberSlots<'_> {
    /// `brooklyn.config` of an entity, with the parameters that it has; `None` if there are none.
    fn config(&self, entity: &Path) -> Option<Slot> {
        let entity = self.0.document.get(entity)?.resolve();
        let parameters = self.0.parameters_of(entity, &self.0.file);
        let parts: Vec<_> = parameters.into_iter().map(|it| (it.name.clone(), it.slot())).collect();
        (!parts.is_empty()).then(|| configuration(Holds::Parts { parts, open: true }))
    }
}

impl Slots for MemberSlots<'_> {
    fn slot(&self, path: &Path) -> Option<Slot> {
        let members = self.0.elements.iter().filter(|it| it.kind == ElementKind::Member);
        let Some(around) = members.filter(|it| path.starts_with(&it.path)).max_by_key(|it| it.path.len())
        else {
            let depth = (1..path.len()).rev().find(|at| path.key_at(*at) == Some(CONFIG_KEY.name))?;
            let slot = self.config(&path.prefix(depth))?;
            return below(slot, &path.steps()[depth + 1..]);
        };
        let mut types: Vec<String> = catalog_items(&self.0.library).keys().cloned().collect();
        types.sort();
        let config = self.config(&around.path).unwrap_or_else(|| configuration(Holds::Map(Box::default())));
        below(member(types, config), &path.steps()[around.path.len()..])
    }
}
