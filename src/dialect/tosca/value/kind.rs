//! Kinds of values, and resolution of data type names to them.

use std::borrow::Cow;

use super::Primitive;
use super::generic::Generic;
use crate::types::{FileId, Lookup, ScalarText, TypeId, TypeKind, TypeScope};

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
    pub fn named(type_scope: &TypeScope<'_>, name: &str, from: FileId) -> DataType {
        if let Some(primitive) = Primitive::of(type_scope, name) {
            return DataType::Primitive(primitive);
        }
        match (type_scope.find(TypeKind::Data, name, from), Primitive::abbreviated(name)) {
            (Lookup::Found(id), _) => DataType::Declared(id),
            (_, Some(primitive)) => DataType::Primitive(primitive),
            (Lookup::Unknown, None) => DataType::Unknown,
            (Lookup::Undetermined, None) => DataType::Undetermined,
        }
    }

    /// Kind of the values of the type.
    pub fn kind(self, type_scope: &TypeScope<'_>) -> ValueKind {
        match self {
            DataType::Primitive(primitive) => ValueKind::Primitive(primitive),
            DataType::Declared(id) => ValueKind::of(type_scope, id),
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
    fn of(type_scope: &TypeScope<'_>, id: TypeId) -> ValueKind {
        let effective = type_scope.effective(id);
        let last = effective.ancestry[effective.ancestry.len() - 1];
        let root = ScalarText::at(type_scope.get(last).node, "derived_from");
        if let Some(primitive) = root.and_then(|word| Primitive::of(type_scope, &word.text)) {
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
    /// Primitive type by name, in the language of the type scope: AMP has `double` and generic lists and maps.
    pub fn of(type_scope: &TypeScope<'_>, name: &str) -> Option<Primitive> {
        Primitive::named(name).or_else(|| match name {
            _ if !type_scope.is_amp => None,
            "double" => Some(Primitive::Float),
            _ => Generic::of(&Cow::Borrowed(name)).map(|generic| generic.primitive),
        })
    }
}
