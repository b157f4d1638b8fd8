//! Values of the members of clusters and configuration keys of entities, for forms and completion: the tables have any value there.

use super::catalog_items;
use super::grammar::CONFIG_KEY;
use super::model::{CatalogModel, ElementKind};
use super::{builtin, files};
use crate::fields::{below, configuration, member};
use crate::locations;
use limn_language::schema::{ChoiceItem, Holds, Slot, Slots};
use limn_tosca::brooklyn::{BuiltinKind, BuiltinType, builtin_types, function_keys};
use limn_yaml::{Path, Step};

pub(super) struct MemberSlots<'m>(pub(super) &'m CatalogModel);

impl MemberSlots<'_> {
    /// `brooklyn.config` of an entity, with the parameters that it has; `None` if there are none.
    fn config(&self, entity: &Path) -> Option<Slot> {
        let entity = self.0.document.get(entity)?.resolve();
        let parameters = self.0.parameters_of(entity, &self.0.file);
        let parts: Vec<_> =
            parameters.into_iter().map(|parameter| (parameter.name.clone(), parameter.slot())).collect();
        (!parts.is_empty()).then(|| configuration(Holds::Parts { parts, open: true }))
    }

    /// The configuration keys of the built-in type of an entity.
    fn builtin_config(&self, entity: &Path) -> Vec<(String, Slot)> {
        let found = self.0.document.get(entity).and_then(|entity| self.0.builtin_of(entity.resolve()));
        let keys = found.into_iter().flat_map(BuiltinType::config);
        keys.map(|key| (key.name.to_owned(), builtin::slot(key))).collect()
    }

    /// The value type of a key of `brooklyn.config`, or of a value inside.
    fn config_value(&self, entity: &Path, inside: &[Step]) -> Option<Slot> {
        let declared = self.config(entity).and_then(|slot| below(slot, inside));
        declared.or_else(|| {
            let [Step::Key(name)] = inside else { return None };
            let (_, slot) = self.builtin_config(entity).into_iter().find(|(key, _)| **key == **name)?;
            Some(slot)
        })
    }
}

impl Slots for MemberSlots<'_> {
    fn slot(&self, path: &Path) -> Option<Slot> {
        let members = self.0.elements.iter().filter(|element| element.kind == ElementKind::Member);
        let Some(around) = members
            .filter(|element| path.starts_with(&element.path))
            .max_by_key(|element| element.path.len())
        else {
            let depth = (1..path.len()).rev().find(|at| path.key_at(*at) == Some(CONFIG_KEY.name))?;
            return self.config_value(&path.prefix(depth), &path.steps()[depth + 1..]);
        };
        let mut types: Vec<String> = catalog_items(&self.0.library).keys().cloned().collect();
        types.sort();
        types.extend(builtin_types(BuiltinKind::Entity).map(|builtin| builtin.name().to_owned()));
        let config = self.config(&around.path).unwrap_or_else(|| configuration(Holds::Map(Box::default())));
        below(member(types, config), &path.steps()[around.path.len()..])
    }

    fn known_keys(&self, mapping: &Path, typed: &str) -> Vec<(String, Slot)> {
        if typed.starts_with('$') {
            return function_keys();
        }
        if is_location(mapping) {
            // A location is a mapping with one key.
            let node = self.0.document.get(mapping);
            let has_key = node.is_some_and(|node| node.entries().any(|entry| !entry.value.is_missing()));
            return if has_key { Vec::new() } else { locations::kinds() };
        }
        match mapping.parent() {
            Some(entity) if mapping.last_key() == Some(CONFIG_KEY.name) => self.builtin_config(&entity),
            _ => Vec::new(),
        }
    }

    fn fitting(&self, path: &Path) -> Vec<ChoiceItem> {
        if is_location(path) { locations::names(&self.0.library) } else { Vec::new() }
    }

    fn likely(&self, path: &Path) -> Vec<String> {
        files::likely(self.0, path)
    }
}

/// Returns true for the place of a location: `location`, or an item of `locations`.
fn is_location(path: &Path) -> bool {
    let above = |steps: usize| path.key_at(path.len().checked_sub(steps)?);
    let is_place = match path.last() {
        Some(Step::Index(_)) => above(2) == Some("locations"),
        _ => above(1) == Some("location"),
    };
    is_place && (0..path.len()).all(|at| path.key_at(at) != Some(CONFIG_KEY.name))
}
