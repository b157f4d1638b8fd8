//! Compatibility of types: whether a value of one type is accepted where another one is expected, whether a type refines another, and whether
//! two are interchangeable. Unknown types fit everywhere.

use super::kind::{DataType, ValueKind};
use super::primitive::Primitive;
use super::schema::DataSchema;
use crate::types::TypeScope;

/// Compatibility of values of one type with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compatibility {
    Fits,
    /// A string, which many processors parse.
    Parsed,
    Misfit,
    Undetermined,
}

impl ValueKind {
    /// Compatibility of values of this kind with another one, regardless of entries.
    pub fn compatibility(self, type_scope: &TypeScope<'_>, expected: ValueKind) -> Compatibility {
        use ValueKind::{Complex, Fieldless, Primitive as Basic, Undetermined};
        match (self, expected) {
            (Undetermined, _) | (_, Undetermined) => Compatibility::Undetermined,
            (Basic(given), Basic(expected)) => given.compatibility(expected),
            // A map can contain the fields of a data type.
            (Basic(Primitive::Map), _) | (_, Basic(Primitive::Map)) => Compatibility::Undetermined,
            (Complex(given) | Fieldless(given), Complex(expected) | Fieldless(expected)) => {
                match (type_scope.derives(given, expected), type_scope.derives(expected, given)) {
                    (None, _) | (_, None) => Compatibility::Undetermined,
                    (Some(false), Some(false)) => Compatibility::Misfit,
                    _ => Compatibility::Fits,
                }
            }
            (Basic(_), _) | (_, Basic(_)) => Compatibility::Misfit,
        }
    }
}

impl Primitive {
    fn compatibility(self, expected: Primitive) -> Compatibility {
        use Primitive::{AnyScalar, Boolean, Float, Integer, List, Map, Scalar, String, Timestamp, Version};
        match (self, expected) {
            (given, expected) if given == expected => Compatibility::Fits,
            (List | Map, _) | (_, List | Map) => Compatibility::Misfit,
            // Every scalar has a text, and an integer is a number.
            (_, String) | (Integer, Float) => Compatibility::Fits,
            (String, Version | Timestamp) | (Float, Version) => Compatibility::Fits,
            (String, Integer | Float | Boolean) => Compatibility::Misfit,
            (String, _) => Compatibility::Parsed,
            (Scalar(_), AnyScalar) => Compatibility::Fits,
            (AnyScalar, Scalar(_)) => Compatibility::Undetermined,
            _ => Compatibility::Misfit,
        }
    }
}

impl DataSchema<'_> {
    /// Returns true if all values of this type are values of the `inherited` one: a definition may refine the type that it inherits.
    pub fn refines(&self, type_scope: &TypeScope<'_>, inherited: &DataSchema<'_>) -> bool {
        match (self.data_type, inherited.data_type) {
            (Some(DataType::Declared(own)), Some(DataType::Declared(other))) => {
                type_scope.derives(own, other) != Some(false)
            }
            (Some(DataType::Primitive(own)), Some(DataType::Primitive(other))) => own == other,
            (Some(DataType::Declared(_)), Some(DataType::Primitive(other))) => {
                self.kind.primitive().is_none_or(|own| own == other) && !self.is_complex()
            }
            (Some(DataType::Primitive(_)), Some(DataType::Declared(_))) => inherited.is_undetermined(),
            _ => true,
        }
    }

    /// Returns true if values of either type can replace those of the other, as between a substituted node type and its template.
    pub fn is_interchangeable(&self, type_scope: &TypeScope<'_>, other: &DataSchema<'_>) -> bool {
        if self.is_undetermined() || other.is_undetermined() || self.name == other.name {
            return true;
        }
        if let (Some(one), Some(other)) = (self.declared(), other.declared()) {
            let derives = |one, other| type_scope.derives(one, other) != Some(false);
            if derives(one, other) || derives(other, one) {
                return true;
            }
        }
        let number = |primitive: Primitive| matches!(primitive, Primitive::Integer | Primitive::Float);
        match (self.kind.primitive(), other.kind.primitive()) {
            (Some(a), Some(b)) if a == b || (number(a) && number(b)) => match (&self.entry, &other.entry) {
                (Some(one), Some(other)) => one.is_interchangeable(type_scope, other),
                _ => true,
            },
            _ => false,
        }
    }
}
