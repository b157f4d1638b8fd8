//! Compatibility of value types.

use crate::types::World;
use crate::value::{DataSchema, Primitive};

/// Returns true if values of one type can replace the other, or if this is unknown.
pub(super) fn meets(world: &World<'_>, one: &DataSchema<'_>, other: &DataSchema<'_>) -> bool {
    if one.is_undetermined() || other.is_undetermined() || one.name == other.name {
        return true;
    }
    if let (Some(one), Some(other)) = (one.declared(), other.declared()) {
        let derives = |one, other| world.derives(one, other) != Some(false);
        if derives(one, other) || derives(other, one) {
            return true;
        }
    }
    let number = |it: Primitive| matches!(it, Primitive::Integer | Primitive::Float);
    match (one.kind.primitive(), other.kind.primitive()) {
        (Some(a), Some(b)) if a == b || (number(a) && number(b)) => match (&one.entry, &other.entry) {
            (Some(one), Some(other)) => meets(world, one, other),
            _ => true,
        },
        _ => false,
    }
}
