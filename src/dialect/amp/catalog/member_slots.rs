//! Values of the members of clusters, for forms: the tables have any value there.

use super::catalog_items;
use super::model::{Catalogue, ElementKind};
use crate::fields::{below, configuration, member};
use limn_language::schema::{Holds, Slot, Slots};
use limn_yaml::Path;

pub(super) struct MemberSlots<'m>(pub(super) &'m Catalogue);

impl Slots for MemberSlots<'_> {
    fn slot(&self, path: &Path) -> Option<Slot> {
        let members = self.0.elements.iter().filter(|it| it.kind == ElementKind::Member);
        let around = members.filter(|it| path.starts_with(&it.path)).max_by_key(|it| it.path.len())?;
        let mut types: Vec<String> = catalog_items(&self.0.library).keys().cloned().collect();
        types.sort();
        let config = configuration(Holds::Map(Box::default()));
        below(member(types, config), &path.steps()[around.path.len()..])
    }
}
