//! Whether values of one type can stand where another is asked for.

use crate::dialect::tosca::types::World;
use crate::dialect::tosca::value::{DataSchema, Primitive};

/// Values of either may stand for the other, or that cannot be told.
pub(super) fn meets(world: &World<'_>, one: &DataSchema<'_>, other: &DataSchema<'_>) -> bool {
    if one.is_untold() || other.is_untold() || one.name == other.name {
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
