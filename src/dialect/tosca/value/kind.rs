//! Kinds of values, and resolution of data type names to them.

use std::borrow::Cow;

use super::Primitive;
use super::generic::Generic;
use crate::types::{FileId, Lookup, TypeId, TypeKind, Word, World};

/// Result of resolving a data type name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataType {
    Primitive(Primitive),
    Declared(TypeId),
    Unknown,
    /// A missing file may declare the type.
    Undetermined,
}

impl DataType {
    /// Resolves a data type name in a file.
    pub fn named(world: &World<'_>, name: &str, from: FileId) -> DataType {
        if let Some(primitive) = Primitive::of(world, name) {
            return DataType::Primitive(primitive);
        }
        match (world.find(TypeKind::Data, name, from), Primitive::abbreviated(name)) {
            (Lookup::Found(id), _) => DataType::Declared(id),
            (_, Some(primitive)) => DataType::Primitive(primitive),
            (Lookup::Unknown, None) => DataType::Unknown,
            (Lookup::Undetermined, None) => DataType::Undetermined,
        }
    }

    /// Kind of the values of the type.
    pub fn kind(self, world: &World<'_>) -> ValueKind {
        match self {
            DataType::Primitive(primitive) => ValueKind::Primitive(primitive),
            DataType::Declared(id) => ValueKind::of(world, id),
            DataType::Unknown | DataType::Undetermined => ValueKind::Undetermined,
        }
    }
}

/// Kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Primitive(Primitive),
    /// A mapping of fields.
    Complex(TypeId),
    /// A data type without fields: it can contain anything.
    Fieldless(TypeId),
    /// The type is unknown, or an ancestor of it.
    Undetermined,
}

impl ValueKind {
    fn of(world: &World<'_>, id: TypeId) -> ValueKind {
        let effective = world.effective(id);
        let last = effective.ancestry[effective.ancestry.len() - 1];
        let root = Word::at(world.get(last).node, "derived_from");
        if let Some(primitive) = root.and_then(|it| Primitive::of(world, &it.text)) {
            return ValueKind::Primitive(primitive);
        }
        match (effective.complete, effective.properties().is_empty()) {
            (false, _) => ValueKind::Undetermined,
            (true, true) => ValueKind::Fieldless(id),
            (true, false) => ValueKind::Complex(id),
        }
    }

    pub fn primitive(self) -> Option<Primitive> {
        match self {
            ValueKind::Primitive(primitive) => Some(primitive),
            _ => None,
        }
    }

    /// The data type, unless it is derived from a primitive type.
    pub fn declared(self) -> Option<TypeId> {
        match self {
            ValueKind::Complex(id) | ValueKind::Fieldless(id) => Some(id),
            ValueKind::Primitive(_) | ValueKind::Undetermined => None,
        }
    }

    /// Returns true if the values can contain anything, as far as the types show.
    pub fn is_open(self) -> bool {
        matches!(self, ValueKind::Fieldless(_) | ValueKind::Undetermined)
    }
}

impl Primitive {
    /// Primitive type by name, in the language of the world: AMP has `double` and generic lists and maps.
    pub fn of(world: &World<'_>, name: &str) -> Option<Primitive> {
        Primitive::named(name).or_else(|| match name {
            _ if !world.is_amp => None,
            "double" => Some(Primitive::Float),
            _ => Generic::of(&Cow::Borrowed(name)).map(|it| it.primitive),
        })
    }
}
