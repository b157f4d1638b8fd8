//! Codes for faults of any value, by kind of value. `check` finds the faults.

mod constraint;
mod fields;
mod range;
mod result;
mod scalar;
mod unit;
mod version;

use super::super::Rule;
use crate::grammar::OLD_BOOLEAN;
use crate::value::{MisfitKind, Primitive};
pub(in super::super) use constraint::UNMET_CONSTRAINT;
pub(super) use constraint::{NOT_JSON, NOT_XML};
pub(super) use fields::{MAP_KEY, MISSING_FIELD, UNKNOWN_FIELD};
use limn_language::diagnostic::Code;
pub(super) use range::{RANGE, REVERSED_RANGE};
pub(in super::super) use result::RESULT;
pub use scalar::{BOOLEAN, WRONG_VALUE_TYPE};
pub(super) use scalar::{QUOTED, UNQUOTED};
pub(super) use unit::{SIZE_CASE, UNIT, UNIT_CASE};
pub(super) use version::{TIMESTAMP, VERSION, ZERO_VERSION};

/// Codes for any value. Rules that check values call [`check_value`](super::check::check_value).
pub(in super::super) static RULE: Rule = Rule { codes: CODES, check: |_, _| {} };

static CODES: &[&Code] = &[
    &WRONG_VALUE_TYPE,
    &QUOTED,
    &UNQUOTED,
    &BOOLEAN,
    &TIMESTAMP,
    &VERSION,
    &ZERO_VERSION,
    &RANGE,
    &REVERSED_RANGE,
    &UNIT,
    &UNIT_CASE,
    &SIZE_CASE,
    &MAP_KEY,
    &UNMET_CONSTRAINT,
    &UNKNOWN_FIELD,
    &MISSING_FIELD,
    &NOT_JSON,
    &NOT_XML,
    &RESULT,
];

/// Code of a fault, and whether its fix is safe.
pub(super) fn code_of(fault: MisfitKind, primitive: Primitive) -> (&'static Code, bool) {
    match fault {
        MisfitKind::Type if primitive == Primitive::Range => (&RANGE, false),
        MisfitKind::Type => (&WRONG_VALUE_TYPE, false),
        MisfitKind::Quoted => (&QUOTED, true),
        MisfitKind::Boolean => (&BOOLEAN, false),
        MisfitKind::OldBoolean => (&OLD_BOOLEAN, true),
        MisfitKind::Timestamp => (&TIMESTAMP, false),
        MisfitKind::Version | MisfitKind::ShortVersion => (&VERSION, false),
        MisfitKind::ZeroVersion => (&ZERO_VERSION, false),
        MisfitKind::Range => (&RANGE, false),
        MisfitKind::ReversedRange => (&REVERSED_RANGE, false),
        MisfitKind::Unit => (&UNIT, false),
    }
}
